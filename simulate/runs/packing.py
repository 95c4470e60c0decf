"""Numbers as JSON can hold them, exactly: totals, and sessions under way."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from simulate.books.exact_sums import BLOCK
from simulate.books.rows import Rows
from simulate.books.under_way import UnderWay
from simulate.games.game import find_game
from simulate.runs.long_sessions import begin, carried_by
from simulate.runs.run import Run


def pack(array: np.ndarray) -> dict[str, Any]:
    """Return an array as JSON can hold it, exactly."""
    if array.dtype == object:
        return {"integers": array.tolist()}
    plain = array.astype(array.dtype.newbyteorder("<"))
    return {"bytes": base64.b64encode(zlib.compress(plain.tobytes(), 1)).decode()}


def unpack(packed: dict[str, Any], like: np.ndarray) -> np.ndarray:
    """Return the array that ``pack`` packed, of the shape and type of another.

    Raises
    ------
    ValueError
        If it is not of that shape, or has other things than integers for integers.
    """
    if like.dtype == object:
        array = np.array(packed["integers"], object)
        if array.shape != like.shape and array.size:
            raise ValueError(f"shape {array.shape} is not {like.shape}")
        if not all(type(number) is int for number in array.flat):
            raise ValueError("no integers")
        return array.reshape(like.shape)
    raw = zlib.decompress(base64.b64decode(packed["bytes"]))
    array = np.frombuffer(raw, like.dtype.newbyteorder("<"))
    return array.astype(like.dtype).reshape(like.shape)


def pack_sessions(sessions: Sequence[UnderWay]) -> list[dict[str, Any]]:
    """Return sessions under way as JSON can hold them."""
    return [{"hands": one.hands, "over": one.over, "carried": pack(one.carried),
             "rows": {name: pack(array) for name, array in one.rows._asdict().items()}}
            for one in sessions]


def unpack_sessions(
    packed: Sequence[dict[str, Any]], run: Run, first: int, extremes: int
) -> list[UnderWay]:
    """Return the sessions that ``pack_sessions`` packed, if a run can have them under way.

    Parameters
    ----------
    packed : sequence of dict
    run : Run
    first : int
        The index of the first of them.
    extremes : int
        How many of the worst and of the best hands are kept.

    Raises
    ------
    AttributeError, KeyError, TypeError, ValueError, zlib.error
        If it cannot have them: they are refused, because the kernel trusts what the row carries.
    """
    left = run.sessions - first
    if packed and (not carried_by(run) or len(packed) > left or (
            len(packed) % BLOCK and len(packed) < left)):
        raise ValueError(f"{len(packed)} sessions under way after {first}")
    blank = begin(run, first, len(packed), extremes)
    return [_unpack_session(one, like, run) for one, like in zip(packed, blank, strict=True)]


def _unpack_session(packed: dict[str, Any], like: UnderWay, run: Run) -> UnderWay:
    hands, over = packed["hands"], packed["over"]
    rows = Rows(**{name: unpack(packed["rows"][name], array)
                   for name, array in like.rows._asdict().items()})
    carried = unpack(packed["carried"], like.carried)
    books = find_game(run.game).books
    if type(hands) is not int or type(over) is not bool or not 0 <= hands <= run.hands or (
            hands != rows.session[0, books.session.index("hands")]):
        raise ValueError(f"{hands} hands")
    at = 0
    for entry in carried_by(run):
        part = carried[at : at + entry.size]
        if hands and not over and not ((entry.least <= part) & (part <= entry.most)).all():
            raise ValueError(f"the row carries {part}")
        at += entry.size
    return UnderWay(like.session, hands, over, carried, rows)
