"""Addresses of compiled functions; numba is imported only when there is one to compile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def decision_address(
    function: Callable[..., int], view: tuple[tuple[str, int], ...],
    parameters: tuple[tuple[str, int], ...], chart: int | None = None, fingerprint: str = "",
) -> int:
    """Return the address of a decision; see ``simulate.machine.decisions.compile_decision``."""
    from simulate.machine.decisions import compile_decision

    address: int = compile_decision(function, view, parameters, chart, fingerprint)[1]
    return address


def step_address(function: Callable[[Any, Any], int]) -> int:
    """Return the address of what sees the whole row (``decisions.compile_step``)."""
    from simulate.machine.decisions import compile_step

    address: int = compile_step(function)[1]
    return address

