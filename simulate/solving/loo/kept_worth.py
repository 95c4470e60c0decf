"""The worth of later pools, kept on disk: a table that was asked about before answers sooner.

It takes longer to measure than a question at the table takes to answer, and nothing but the table
changes it: the rules, who sits where, and the seed. So it is kept beside the compiled code, which
goes with the state of the sources. Where a person's own strategy sits at the table it is measured
anew, because its code can change without our noticing.
"""

from __future__ import annotations

import hashlib
import pickle
from contextlib import suppress
from typing import Any

import numpy as np

from simulate.games.loo.rules import LooRules
from simulate.machine.cache_folder import folder_in_use
from simulate.machine.kept_files import KeptFiles
from simulate.machine.sources import is_ours, source_hash
from simulate.runs.player import Player
from simulate.runs.run import Run
from simulate.solving.loo.later_pools import HANDS, PoolValues, worth_of_pools

#: Tables whose worth is kept, those measured last; each takes up to two megabytes.
_KEPT = 64


def _code_of(player: Player) -> Any:
    """Return all that a player of the library is, as text says it; None for a person's own."""
    functions = {name: function for name, function in player.decisions.items()
                 if function is not None}
    if not all(is_ours(function) and function.__closure__ is None
               for function in functions.values()):
        return None
    chart = b"" if player.chart is None else player.chart.tobytes()
    return (player.label, [(name, function.__module__, function.__qualname__)
                           for name, function in functions.items()],
            dict(player.parameters), {name: list(seen) for name, seen in player.visible.items()},
            hashlib.sha256(chart).hexdigest())


def kept_worth_of_pools(run: Run, hands: int = HANDS, jobs: int | None = None) -> PoolValues:
    """Return what ``worth_of_pools`` measures, which is done once for every table.

    ``run``: Loo for chips; its numbers of sessions and hands do not matter. ``hands``: hands to
    play, at all pools together. ``jobs``: workers; the result does not depend on it. Raises
    ``BoneyardError`` if seats have bankrolls. Raises ``StrategyError`` if a strategy fails or
    chooses what the rules do not allow.
    """
    players = [_code_of(player) for player in run.players]
    if None in players:
        return worth_of_pools(run, hands, jobs)
    files = KeptFiles(folder_in_use(), "worth_of_pools", (source_hash(), np.__version__),
                      "what pools are worth is measured again")
    key, found = (run.game, run.rules, players, run.seed, hands), None
    with suppress(OSError):
        found = files.load(key)
    if found is not None:
        assert isinstance(run.rules, LooRules)
        return PoolValues(run.rules, *pickle.loads(found))
    values = worth_of_pools(run, hands, jobs)
    with suppress(OSError):  # a cache that cannot be written never ends a run
        files.save(key, pickle.dumps((values.grid, values.chips, values.growth, values.horizon)))
        files.keep(_KEPT)
    return values
