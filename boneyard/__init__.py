"""A Monte Carlo laboratory for domino betting games.

``import boneyard`` is all that a notebook needs::

    result = boneyard.simulate("loo", "banker,cautious,bold,random", rules={"penalty": "cap:40"})
    result.strategies

Nothing heavy is imported before one of the names is used.  Base classes and views for strategies
of one's own are in ``boneyard.loo``, ``boneyard.rounce``, ``boneyard.euchre``, ``boneyard.pool``
and ``boneyard.casino``, the tiles in ``boneyard.tiles``.
"""

from __future__ import annotations

from importlib import import_module

#: As ``typing`` has it, whose import takes longer than all else here: Ctrl-C would meet it.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from boneyard import casino, euchre, loo, pool, rounce, tiles
    from reports.api import report, resume, rules, simulate, strategies, study, sweep, table
    from reports.asking import advise, exploit, learn, review, solve, tune
    from reports.folders import Saved, concat, load, merge
    from reports.page.files import Report
    from reports.replay import Hand, Hands, replay
    from reports.results.result import Result
    from reports.review.evening import Review
    from reports.review.learned import Learned
    from reports.studies.advise.decision import Answers
    from reports.studies.answered import Answered, HeldStudy
    from reports.studies.solution.solved_table import SolvedTable
    from reports.studies.tune.tuning import TunedStrategy
    from simulate.branch.state import OpenTable, State
    from simulate.errors import BoneyardError, StrategyError
    from simulate.machine.compiling import helper, inlined
    from simulate.machine.randomness import pick
    from strategies.base import UNIFORM, Parameter, Strategy

__all__ = [
    "UNIFORM", "Answered", "Answers", "BoneyardError", "Hand", "Hands", "HeldStudy", "Learned",
    "OpenTable", "Parameter", "Report", "Result", "Review", "Saved", "SolvedTable", "State",
    "Strategy", "StrategyError", "TunedStrategy", "advise", "casino", "concat", "euchre",
    "exploit", "helper", "inlined", "learn", "load", "loo", "merge", "pick", "pool", "replay",
    "report", "resume", "review", "rounce", "rules", "simulate", "solve", "strategies", "study",
    "sweep", "table", "tiles", "tune"]

#: The names of each module; those of none are modules of this package.
_HOMES = {
    "reports.api": "report resume rules simulate strategies study sweep table",
    "reports.asking": "advise exploit learn review solve tune",
    "reports.folders": "Saved concat load merge", "reports.page.files": "Report",
    "reports.replay": "Hand Hands replay",
    "reports.results.result": "Result", "reports.review.learned": "Learned",
    "reports.review.evening": "Review",
    "reports.studies.advise.decision": "Answers", "reports.studies.answered": "Answered HeldStudy",
    "reports.studies.solution.solved_table": "SolvedTable",
    "reports.studies.tune.tuning": "TunedStrategy",
    "simulate.branch.state": "OpenTable State", "simulate.errors": "BoneyardError StrategyError",
    "simulate.machine.compiling": "helper inlined", "simulate.machine.randomness": "pick",
    "strategies.base": "UNIFORM Parameter Strategy"}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import_module(f"{__name__}._house")  # says which file hides one of our packages, if any does
    for home, names in _HOMES.items():
        if name in names.split():
            return getattr(import_module(home), name)
    return import_module(f"{__name__}.{name}")


def __dir__() -> list[str]:
    return sorted(__all__)
