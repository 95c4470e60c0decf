"""The answers: results as tables, figures and pages.

``from reports import simulate`` is all that a notebook needs.  Nothing heavy is imported
before one of these names is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.api import advise, report, simulate, study
    from reports.page.document import Section
    from reports.page.files import check_folder
    from reports.page.report import Report
    from reports.results.result import Result
    from reports.stats.estimates import Estimate
    from reports.studies.duel.run_sweep import sweep

__all__ = [
    "Estimate", "Report", "Result", "Section", "advise", "check_folder", "report", "simulate",
    "study", "sweep",
]

_HOMES = {
    "Estimate": "stats.estimates", "Report": "page.report", "Result": "results.result",
    "Section": "page.document", "advise": "api", "check_folder": "page.files", "report": "api",
    "simulate": "api", "study": "api", "sweep": "studies.duel.run_sweep",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
