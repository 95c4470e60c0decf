"""Totals of finished runs with different seeds, added up exactly.

Sessions of different seeds are independent, so counts, chips and the products behind the standard
errors add up as they do from chunk to chunk within a run.
"""

import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulate.books.tally import Tally
from simulate.errors import BoneyardError, refusal
from simulate.games.game import find_game
from simulate.runs import safe_files
from simulate.runs.resuming import difference, identity
from simulate.runs.run import Played, Player, Run

#: The file of a report's folder that holds them.
TOTALS = "totals.json"
#: Entries of the identity that may differ between runs that are added up.
_FREE = ("seed", "sessions")


@dataclass(frozen=True)
class Totals:
    """All totals of a run, or of several."""

    #: What the results follow from (``simulate.runs.resuming``), but for seed and sessions.
    identity: Mapping[str, Any]
    rules: Mapping[str, Any]  #: every option with its value
    runs: Sequence[tuple[int, int]]  #: seed and number of sessions of each run
    seconds: float
    tally: Tally

    def content(self) -> dict[str, Any]:
        """Return the totals for JSON, without the time they took."""
        return {
            "identity": dict(self.identity), "rules": dict(self.rules),
            "runs": [list(run) for run in self.runs],
            "arrays": {name: safe_files.pack(value) for name, value in _arrays(self.tally).items()},
        }

    def played(self) -> Played:
        """Return the totals as a run with their first seed, whose players are names only."""
        rules = find_game(str(self.identity["game"])).rules_class.of(None, **self.rules)
        run = Run(
            self.identity["game"], rules, tuple(Player(label, {}) for label in self.tally.labels),
            self.tally.sessions, self.identity["hands"], self.runs[0][0])
        return Played(run, self.tally, self.seconds)


def _arrays(tally: Tally) -> dict[str, Any]:
    """Return the totals to add up, by name; hashes and single hands belong to one run alone."""
    return {name: value for name, value in tally.arrays().items()
            if name not in ("marks", "extremes")}


def totals(played: Played) -> Totals:
    """Return all totals of a run."""
    run = played.run
    about = {key: value for key, value in identity(run).items() if key not in _FREE}
    return Totals(about, run.rules.as_dict(), [(run.seed, run.sessions)], played.seconds,
                  played.tally)


def read_totals(folder: str | Path) -> Totals:
    """Read the totals of a finished run; refuse a folder without, or damaged ones."""
    path = Path(folder) / TOTALS
    try:
        found = safe_files.read(path)
    except FileNotFoundError:
        raise BoneyardError(
            f"folder {str(folder)!r} holds no totals of a finished run ({TOTALS})") from None
    except OSError as error:
        raise BoneyardError(
            f"{str(path)!r} cannot be read ({refusal(error, named=True)})") from error
    try:
        about = dict(found["identity"])
        tally = Tally(find_game(about["game"]).books, about["line-up"], 0)
        if found["arrays"].keys() != _arrays(tally).keys():
            raise KeyError("arrays")
        for name, array in _arrays(tally).items():
            setattr(tally, name, safe_files.unpack(found["arrays"][name], array))
        runs = [(int(seed), int(sessions)) for seed, sessions in found["runs"]]
        tally.sessions = sum(sessions for _, sessions in runs)
        return Totals(about, dict(found["rules"]), runs, _seconds(Path(folder)), tally)
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError, zlib.error) as error:
        # The checksum is right: somebody wrote it by hand.
        raise BoneyardError(f"{str(path)!r} is damaged: it holds no totals of a run") from error


def _seconds(folder: Path) -> float:
    """Return how long a run took, by its summary; 0 if that is not known."""
    path = folder / "summary.json"
    try:
        # A pipe would be waited for.
        found = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
        return float(found["seconds"])
    except (OSError, KeyError, RecursionError, TypeError, ValueError):
        return 0.0


def merge(finished: Sequence[tuple[str, Totals]]) -> Totals:
    """Add up the totals of runs of one table with different seeds, by their names in errors."""
    name, first = finished[0]
    total, seconds = Tally(first.tally.books, first.tally.labels, 0), 0.0
    runs = list[tuple[int, int]]()
    for folder, other in finished:
        for key in {**first.identity, **other.identity}:
            here, there = first.identity.get(key), other.identity.get(key)
            if here != there:
                right, wrong = difference(here, there)
                raise BoneyardError(f"run {folder!r} does not belong to {name!r}: it was "
                                    f"played with {key} {wrong}, not {right}")
        if twice := {seed for seed, _ in runs} & {seed for seed, _ in other.runs}:
            raise BoneyardError(f"run {folder!r} has seed {min(twice)}, as another of them has: "
                                "its hands would be counted twice")
        _add(total, other.tally)
        runs += other.runs
        seconds += other.seconds
    return Totals(first.identity, first.rules, runs, seconds, total)


def _add(total: Tally, other: Tally) -> None:
    """Add one run's totals to another's: exact numbers exactly, the rest in this order."""
    for i, name in enumerate(total.books.session):
        both = total.session[i], other.session[i]
        total.session[i] = max(both) if name.startswith("max_") else sum(both)
    for name, value in _arrays(total).items():
        if name != "session":
            setattr(total, name, value + getattr(other, name))
    total.sessions += other.sessions
