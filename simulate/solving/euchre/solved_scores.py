"""Solved scores of an auction, and the file that keeps them until all are solved."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np

from simulate.books.tally import Floats
from simulate.errors import BoneyardError
from simulate.runs import safe_files
from simulate.runs.identity import identity
from simulate.runs.packing import pack, unpack
from simulate.runs.run import Run
from simulate.solving.euchre.auction_tree import calls_of
from simulate.solving.euchre.calls_forked import ROUNDS
from simulate.solving.euchre.forked_deals import MOST_POINTS, sides
from simulate.solving.euchre.hand_kinds import CELLS
from simulate.solving.euchre.win_chances import Score, scores
from simulate.solving.kept_state import restored


@dataclass(frozen=True)
class SolvedScore:
    """One score of a solved table.

    Attributes
    ----------
    score : tuple of int
        Points of each side, that of the eldest hand first.
    chances : float64[nodes, CELLS, moves]
        With what chance each move is made.
    ends : float64[sides, values]
        How often hands end in each way.
    """

    score: Score
    chances: Floats
    ends: Floats


@dataclass(frozen=True)
class KeptScores:
    """The file of the scores that are solved so far.

    Every score is solved anew from what follows it, so the rest comes out to the last bit as if
    nothing had stopped the work.

    Parameters
    ----------
    path : Path or None
        None keeps nothing.
    asked : mapping
        Everything that the solution follows from, ready for JSON.
    players : int
    dealers : int
        The seats whose deals are told apart: 1 where it does not matter who deals.
    kinds : int
        Cells of the chances.
    """

    path: Path | None
    asked: Mapping[str, Any]
    players: int
    dealers: int = 1
    kinds: int = CELLS

    @classmethod
    def of(
        cls, run: Run, deals: int, rounds: int, points: bool, path: Path | None,
        locked: Sequence[int] = (), forced: int = 0,
    ) -> Self:
        """Return the file of a table.

        Parameters
        ----------
        run, deals, rounds, points, path
            See ``solve_calls``.
        locked : sequence of int
            Seats that keep to a strategy.
        forced : int
            Moves of theirs that the chances tell.
        """
        players = len(run.players)
        size = players if locked else 1, CELLS + forced
        if path is None:
            return cls(None, {}, players, *size)
        asked = {**identity(run), "deals": deals, "rounds": rounds, "points": points,
                 **({"locked": list(locked)} if locked else {})}
        return cls(path, json.loads(json.dumps(asked)), players, *size)

    def write(self, found: Sequence[Mapping[Score, SolvedScore]]) -> None:
        """Keep what is solved, by dealer: the old file or the new is there whole."""
        if self.path is not None:
            safe_files.write(self.path, {"identity": self.asked, "scores": [
                {"dealer": dealer, "score": list(score), "chances": pack(one.chances),
                 "ends": pack(one.ends)}
                for dealer, own in enumerate(found) for score, one in own.items()]})

    def read(self) -> list[dict[Score, SolvedScore]]:
        """Return what was kept, by dealer; nothing if nothing was.

        Raises
        ------
        BoneyardError
            If the file is damaged, or of another table.
        """
        found: list[dict[Score, SolvedScore]] = [{} for _ in range(self.dealers)]
        if self.path is not None:
            restored(self.path, lambda content, remedy: self._fill(found, content, remedy))
        return found

    def _fill(self, found: list[dict[Score, SolvedScore]], content: Any, remedy: str) -> None:
        if content["identity"] != self.asked:
            raise BoneyardError(
                f"{str(self.path)!r} is the unfinished solution of another table, size or version; "
                f"{remedy}")
        chances = np.zeros((ROUNDS * self.players, self.kinds, 1 + calls_of(self.players)))
        ends = np.zeros((sides(self.players), 2 * MOST_POINTS + 1))
        possible = set(scores(sides(self.players)))
        for one in content["scores"]:
            score, dealer = tuple(one["score"]), one["dealer"]
            if score not in possible or dealer not in range(self.dealers):
                raise ValueError(f"no game has the score {score} where seat {dealer} deals")
            found[dealer][score] = SolvedScore(score, unpack(one["chances"], chances),
                                               unpack(one["ends"], ends))
