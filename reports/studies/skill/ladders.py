"""The ladder of every game: random, the best rule of thumb, the solution, an expert."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise

from reports.request import set_up
from reports.stats.estimates import FEW
from reports.studies.skill.matched import matched
from reports.studies.study import tried
from simulate.games.game import find_game, game_names
from simulate.runs.run import Player, Run
from strategies.lineup import library, table_of

_RANDOM = "random"
#: The part of the sessions by which the best of several strategies is chosen, and the fewest.
_CHOICE, _FEWEST = 8, 64
#: A strategy so many times as slow as a rule of thumb plays all sessions, a slower one fewer, but
#: ``FEW`` at least.
_PATIENCE = 10


@dataclass(frozen=True)
class Rung:
    """A player on a ladder."""

    what: str  #: ``"random"``, ``"rule of thumb"``, ``"solution"`` or ``"expert"``
    player: Player
    #: The strategy that is hardest for it, if it is not surely ahead of that one; else nothing.
    doubt: str = ""
    slowness: int = 1  #: about how many times as long as a rule of thumb it takes


@dataclass(frozen=True)
class Step:
    """Two neighbours on the ladder of a game, at a table with these rules, seats and sessions."""

    run: Run
    higher: Rung
    lower: Rung

    @property
    def step(self) -> str:
        """The two rungs."""
        return f"{self.higher.what} over {self.lower.what}"

    @property
    def table(self) -> str:
        """The game and the number of players."""
        return f"{find_game(self.run.game).title}, {len(self.run.players)} players"

    @property
    def label(self) -> str:
        """The table and the step."""
        return f"{self.table}: {self.step}"


def ladders(run: Run, every_size: bool, jobs: int | None = None) -> Iterator[Step]:
    """Yield the steps of all games, each with its usual number of players or with every number."""
    for game in game_names():
        rules = run.rules if game == run.game else None
        table = set_up(game, _RANDOM, None, rules, run.sessions, None, run.seed)
        if not any(find_game(one.game).plays_to_the_end(one.rules) for one in (table, run)):
            table = replace(table, hands=run.hands)
        rungs = list(_rungs(table, jobs))
        fewest, most = find_game(game).seats
        for seats in range(fewest, most + 1) if every_size else (len(table.players),):
            for lower, higher in pairwise(rungs):
                fewer = max(FEW, table.sessions * _PATIENCE // higher.slowness)
                yield Step(replace(table, players=(higher.player,) * seats,
                                   sessions=min(table.sessions, fewer)), higher, lower)


def _rungs(table: Run, jobs: int | None) -> Iterator[Rung]:
    """Yield the rungs of a ladder, the lowest first."""
    known = tried(table)
    yield Rung(_RANDOM, known.pop(_RANDOM))
    yield best(table, "rule of thumb", [one for one in known.values() if one.chart is None], jobs)
    if solved := [one for one in known.values() if one.chart is not None]:
        yield best(table, "solution", solved, jobs)
    for strategy in library(table.game).values():
        if strategy.is_slow:
            yield Rung("expert", strategy().player(table_of(table)), slowness=strategy.slowness)


def best(table: Run, what: str, players: Sequence[Player], jobs: int | None = None) -> Rung:
    """Return the player who does best against the one of the others that is hardest for it. An edge
    over ``random`` would not do: it is largest for players who make most of bad play. The duels
    have deals of their own, so that luck in the choice is not counted as skill. With few sessions
    the choice is luck in part; the rung names whom its player is not surely ahead of."""
    trial = replace(table, seed=(table.seed + 1) % 2**63,
                    sessions=max(_FEWEST, table.sessions // _CHOICE))
    edges: dict[str, list[tuple[float, str, bool]]] = {one.label: [] for one in players}
    for one, other in combinations(players, 2):
        found = matched(trial, one, other, jobs)
        edge = found.edge
        edges[found.one].append((edge.value, found.other, edge.low > 0))
        edges[found.other].append((-edge.value, found.one, edge.high < 0))
    chosen = max(players, key=lambda player: min(edges[player.label], default=(math.inf,))[0])
    doubts = [rival for _, rival, is_sure in sorted(edges[chosen.label]) if not is_sure]
    return Rung(what, chosen, doubts[0] if doubts else "")
