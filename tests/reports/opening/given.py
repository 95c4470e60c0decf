"""Reports whose opening is given what it would look for by itself, which takes long."""

from dataclasses import replace
from typing import Any

import pytest

from reports.opening.find import opening_of
from reports.page.report import Report
from reports.results.result import Result


def report_given(result: Result, cards: Any, find: str, found: Any) -> Report:
    """Return the report of a result with its opening.

    Parameters
    ----------
    result : Result
    cards : module
        Where the opening of the game looks for something.
    find : str
        The name of its function that does.
    found : Any
        What that returns.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cards, find, lambda run, hands, jobs, progress: found)
        return replace(result.report(), opening=opening_of(result, 1))
