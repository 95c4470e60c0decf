"""The sums of a chunk, compiled: products of the sessions' numbers, exactly or by block.

Exact sums are kept in two limbs of 32 bits, low and high, so that no sum of int64 numbers
overflows, however many sessions are added.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.compiling import helper, kernel

_LIMB = 0xFFFFFFFF


@helper
def _add(limbs: Any, number: int) -> None:
    limbs[0] += number & _LIMB
    limbs[1] += number >> 32


@helper
def _gather(row: Any, starts: Any, items: Any, sums: Any) -> None:
    """Set each sum to the sum of the row's entries that belong to it."""
    for k in range(len(sums)):
        total = 0
        for i in range(starts[k], starts[k + 1]):
            total += row[items[i]]
        sums[k] = total


@helper
def _add_products(numbers: Any, above: Any, below: Any, limbs: Any) -> None:
    for r in range(len(above)):
        a, b = numbers[above[r]], numbers[below[r]]
        _add(limbs[r, 0], a * a)
        _add(limbs[r, 1], a * b)
        _add(limbs[r, 2], b * b)


@helper
def _add_float_products(numbers: Any, above: Any, below: Any, sums: Any) -> None:
    for r in range(len(above)):
        a, b = np.float64(numbers[above[r]]), np.float64(numbers[below[r]])
        sums[r, 0] += a * a
        sums[r, 1] += a * b
        sums[r, 2] += b * b


@kernel
def fold(
    rows: Any, starts: Any, items: Any, units: Any, rates: Any, amounts: Any, block: int,
    totals: Any, rate_limbs: Any, amount_sums: Any, form_blocks: Any,
) -> None:
    """Add up the rows of a chunk.

    Parameters
    ----------
    rows : int64[sessions, seats, fields]
    starts, items : int64[:]
        The fields of form k are ``items[starts[k]:starts[k + 1]]``.
    units : int64[units, seats]
        1 where a seat belongs to a unit.
    rates, amounts : int64[2, :]
        The forms above and below the line of each figure.
    block : int
        Sessions a block.
    totals : int64[seats, fields, 2]
        Limbs of the exact totals; added to, like all that follow.
    rate_limbs : int64[units, rates, 3, 2]
    amount_sums : float64[blocks, units, amounts, 3]
    form_blocks : float64[blocks, seats, forms]
        Sums of the forms themselves.
    """
    sessions, seats, fields = rows.shape
    forms = len(starts) - 1
    by_seat = np.empty((seats, forms), np.int64)
    numbers = np.empty(forms, np.int64)
    for i in range(sessions):
        b = i // block
        for seat in range(seats):
            for field in range(fields):
                _add(totals[seat, field], rows[i, seat, field])
            _gather(rows[i, seat], starts, items, by_seat[seat])
            for k in range(forms):
                form_blocks[b, seat, k] += by_seat[seat, k]
        for u in range(len(units)):
            numbers[:] = 0
            for seat in range(seats):
                if units[u, seat]:
                    numbers += by_seat[seat]
            _add_products(numbers, rates[0], rates[1], rate_limbs[u])
            _add_float_products(numbers, amounts[0], amounts[1], amount_sums[b, u])
