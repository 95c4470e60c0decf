"""The answers: results as tables, figures and pages.

``from reports import simulate`` is all that a notebook needs.  Nothing heavy is imported
before one of these names is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reports.api import advise, report, simulate, study
    from reports.estimates import Estimate
    from reports.result import Result
    from reports.save import check_folder
    from reports.sections import Report, Section
    from reports.sweeping import sweep

__all__ = [
    "Estimate", "Report", "Result", "Section", "advise", "check_folder", "report", "simulate",
    "study", "sweep",
]

_HOMES = {
    "Estimate": "estimates", "Report": "sections", "Result": "result", "Section": "sections",
    "advise": "api", "check_folder": "save", "report": "api", "simulate": "api", "study": "api",
    "sweep": "sweeping",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
