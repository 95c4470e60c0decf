"""The chance to win a game for points where all seats play by the library's solved race.

It takes seconds to work out for four players, and nothing but the sources changes it: so it is kept
beside the compiled code, which goes with the state of the sources.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from contextlib import suppress
from functools import cache

import numpy as np

from simulate.books.exact_sums import Floats
from simulate.games.game import find_game
from simulate.machine.cache_folder import KeptFiles, folder_in_use
from simulate.machine.sources import source_hash
from simulate.runs.run import Run
from simulate.theory.loo.endings import RaceGains
from simulate.theory.loo.solutions import RaceSolution, ending_deals
from simulate.theory.loo.win_chances import WinChances, count_visits, settle
from simulate.theory.loo.win_chances import largest_error as largest_error_of
from strategies.loo.racer import Racer, shipped_race

#: With fewer players chances are worked out as soon as they are read.
_KEPT_FROM = 4
#: Arrays that are kept: two of each game, and as many of other versions.
_KEPT = 8


def race_of_table(run: Run) -> RaceSolution | None:
    """Return the race that the seats of a table play by; None if they do not all play by one.

    A race was solved under some rules: under others its chances are not those of the table.
    """
    if set(run.labels) != {Racer.name}:
        return None
    race = shipped_race(run.game, len(run.players))
    rules = find_game(run.game).rules_class(**race.about["rules"])
    return race if rules == run.rules else None


@cache
def win_chances(game: str, players: int) -> WinChances:
    """Return the chances to win by the race that the library has of a game.

    How often games come to each score is not counted in it.
    """
    race = shipped_race(game, players)
    wins = WinChances(race.classes, RaceGains.of(race.declared).gains)

    def chances() -> Floats:
        settle([wins], [race.shares])
        return wins.chances

    wins.chances[:] = _kept("chances", race, wins.chances.shape, chances)
    return wins


@cache
def hands_of_game(game: str, players: int) -> float:
    """Return how many hands a game takes by the race that the library has of it."""
    race, wins = shipped_race(game, players), win_chances(game, players)

    def count() -> Floats:
        count_visits([wins], [race.shares])
        return wins.visits.sum(keepdims=True)

    return float(_kept("hands", race, (1,), count)[0])


def _kept(
    what: str, race: RaceSolution, shape: tuple[int, ...], work_out: Callable[[], Floats]
) -> Floats:
    """Return numbers that are worked out once for a race and kept on disk.

    ``what``: of the race. ``shape``: of the numbers.
    """
    if race.about["players"] < _KEPT_FROM:
        return work_out()
    files = KeptFiles(folder_in_use(), "races", (source_hash(), np.__version__),
                      "chances to win are worked out again")
    key = (what, race.about, hashlib.sha256(race.shares.tobytes()).hexdigest())
    with suppress(OSError):
        found = files.load(key)
        if found is not None:
            return np.frombuffer(found).reshape(shape)
    numbers = work_out()
    with suppress(OSError):  # a cache that cannot be written never ends a run
        files.save(key, numbers.tobytes())
        files.keep(_KEPT)
    return numbers


def largest_error(run: Run, chance: float) -> float:
    """Return the largest standard error that a chance to win can have in the solved race."""
    players = len(run.players)
    deals = ending_deals(shipped_race(run.game, players).about["deals"])
    return largest_error_of(hands_of_game(run.game, players), chance, deals)
