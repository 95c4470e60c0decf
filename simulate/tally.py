"""Adding up: exact integers wherever numbers are whole, and a fixed order where not.

Counts, chips and the products of counts that standard errors need are added up as Python
integers.  What must be floating point (squares and higher powers of chips) is summed
inside blocks of ``BLOCK`` sessions, and blocks are added in their order; so neither
chunks nor workers can change a single bit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simulate.folding import fold
from simulate.game import Books

#: Sessions whose floating-point sums are taken together.
BLOCK = 16
#: Blocks fall into this many groups in turn, so that figures without a formula for their
#: standard error can be had from the groups (delete-a-group jackknife).
GROUPS = 64

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Exact = NDArray[np.object_]
Units = tuple[tuple[int, ...], ...]


def units_of(labels: Sequence[str]) -> Units:
    """Return the seats of each figure: every seat alone, then every strategy's seats."""
    alone = tuple((seat,) for seat in range(len(labels)))
    return alone + tuple(
        tuple(seat for seat, label in enumerate(labels) if label == strategy)
        for strategy in dict.fromkeys(labels)
    )


@dataclass
class Rows:
    """What a kernel writes for a chunk of sessions.

    Attributes
    ----------
    session : int64[sessions, fields]
    seat : int64[sessions, seats, fields]
    powers : float64[sessions, seats, 3]
        Sums over hands of the squares, cubes and fourth powers of the value.
    counts : int64[counts]
    extremes : int64[2, N, 4]
    """

    session: Ints
    seat: Ints
    powers: Floats
    counts: Ints
    extremes: Ints

    @classmethod
    def blank(cls, books: Books, sessions: int, seats: int, extremes: int) -> Rows:
        """Return rows for a chunk before its first hand."""
        return cls(
            np.zeros((sessions, len(books.session)), np.int64),
            np.zeros((sessions, seats, len(books.seat)), np.int64),
            np.zeros((sessions, seats, 3)),
            np.zeros(books.counts, np.int64),
            np.full((2, extremes, 4), np.iinfo(np.int64).max),
        )


@dataclass
class Chunk:
    """The totals of some sessions that follow one another: small, and ready to travel.

    Attributes
    ----------
    first, sessions : int
        Index of the first session, a multiple of ``BLOCK``, and how many there are.
    session : object[fields]
        Exact totals, or maxima.
    seat : object[seats, fields]
        Exact totals.
    rates : object[units, rates, 3]
        Exact sums over sessions of above * above, above * below, below * below.
    session_rates : object[session rates, 3]
    counts : int64[counts]
    extremes : int64[2, N, 4]
    powers : float64[blocks, seats, 5]
        Hands, and the sums of the value and of its second to fourth powers.
    amounts : float64[blocks, units, amounts, 3]
        The products of the figures in chips or points.
    session_amounts : float64[blocks, session amounts, 3]
    """

    first: int
    sessions: int
    session: Exact
    seat: Exact
    rates: Exact
    session_rates: Exact
    counts: Ints
    extremes: Ints
    powers: Floats
    amounts: Floats
    session_amounts: Floats


def _exact(limbs: Ints) -> Exact:
    """Return the Python integers of sums in two limbs (the last axis)."""
    low, high = limbs[..., 0].astype(object), limbs[..., 1].astype(object)
    exact: Exact = high * 2**32 + low
    return exact


def _pairs(figures: Mapping[str, tuple[str, str]], names: Sequence[str]) -> Ints:
    """Return the indices of the numbers above and below the line: int64[2, figures]."""
    index = {name: i for i, name in enumerate(names)}
    pairs = [(index[above], index[below]) for above, below in figures.values()]
    return np.array(pairs, np.int64).reshape(-1, 2).T.copy()


def _membership(books: Books) -> tuple[Ints, Ints]:
    """Return the fields of each form as ``fold`` reads them."""
    index = {name: i for i, name in enumerate(books.seat)}
    members = [[index[field] for field in fields] for fields in books.forms.values()]
    starts = np.cumsum([0, *map(len, members)])
    return starts, np.array([field for fields in members for field in fields], np.int64)


def _maxima(books: Books, totals: Exact, session: Ints) -> Exact:
    """Put the maxima of a chunk where totals of fields make no sense."""
    for i, name in enumerate(books.session):
        if name.startswith("max_"):
            totals[i] = int(session[:, i].max())
    return totals


def digest(books: Books, units: Units, rows: Rows, first: int) -> Chunk:
    """Add up the rows of a chunk whose first session has index ``first``."""
    sessions, seats, _ = rows.seat.shape
    blocks, forms = -(-sessions // BLOCK), list(books.forms)
    members = np.array([[seat in unit for seat in range(seats)] for unit in units], np.int64)
    totals = np.zeros((seats, len(books.seat), 2), np.int64)
    rates = np.zeros((len(units), len(books.rates), 3, 2), np.int64)
    amounts = np.zeros((blocks, len(units), len(books.amounts), 3))
    by_block = np.zeros((blocks, seats, len(forms)))
    fold(
        rows.seat, *_membership(books), members, _pairs(books.rates, forms),
        _pairs(books.amounts, forms), BLOCK, totals, rates, amounts, by_block,
    )
    table = _session_sums(books, rows.session, blocks)
    powers = np.empty((blocks, seats, 5))
    powers[..., 0] = by_block[..., forms.index(books.hands)]
    powers[..., 1] = by_block[..., forms.index(books.value)]
    powers[..., 2:] = _in_blocks(rows.powers, blocks)
    return Chunk(
        first, sessions, _maxima(books, _exact(table[0])[0, :-1], rows.session), _exact(totals),
        _exact(rates), _exact(table[1])[0], rows.counts, rows.extremes, powers, amounts,
        table[2][:, 0],
    )


def _session_sums(books: Books, session: Ints, blocks: int) -> tuple[Ints, Ints, Floats]:
    """Fold the sessions' own rows: one unit whose forms are its fields, and 1 a session."""
    names = [*books.session, "sessions"]
    rows = np.hstack([session, np.ones((len(session), 1), np.int64)])[:, None, :]
    totals = np.zeros((1, len(names), 2), np.int64)
    rates = np.zeros((1, len(books.session_rates), 3, 2), np.int64)
    amounts = np.zeros((blocks, 1, len(books.session_amounts), 3))
    fold(
        rows, np.arange(len(names) + 1), np.arange(len(names)), np.ones((1, 1), np.int64),
        _pairs(books.session_rates, names), _pairs(books.session_amounts, names), BLOCK,
        totals, rates, amounts, np.zeros((blocks, 1, len(names))),
    )
    return totals, rates, amounts


def _in_blocks(numbers: Floats, blocks: int) -> Floats:
    """Add numbers up inside blocks of sessions (the first axis)."""
    sums = np.zeros((blocks, *numbers.shape[1:]))
    for offset in range(BLOCK):
        part = numbers[offset::BLOCK]
        sums[: len(part)] += part
    return sums


class Tally:
    """The totals of a run; chunks are added in the order of their sessions.

    Attributes are those of ``Chunk`` with the blocks added up; ``powers`` has the groups of
    blocks as its first axis: float64[GROUPS, seats, 5].

    Parameters
    ----------
    books : Books
    labels : sequence of str
        Strategy of each seat.
    extremes : int
        How many of the worst and of the best hands are kept.
    """

    def __init__(self, books: Books, labels: Sequence[str], extremes: int = 10) -> None:
        self.books = books
        self.labels = tuple(labels)
        self.units = units_of(labels)
        seats, units = len(labels), len(self.units)
        self.sessions = 0
        self.session: Exact = np.zeros(len(books.session), object)
        self.seat: Exact = np.zeros((seats, len(books.seat)), object)
        self.rates: Exact = np.zeros((units, len(books.rates), 3), object)
        self.session_rates: Exact = np.zeros((len(books.session_rates), 3), object)
        self.counts = np.zeros(books.counts, np.int64)
        self.extremes = Rows.blank(books, 0, seats, extremes).extremes
        self.powers = np.zeros((GROUPS, seats, 5))
        self.amounts = np.zeros((units, len(books.amounts), 3))
        self.session_amounts = np.zeros((len(books.session_amounts), 3))

    def add(self, chunk: Chunk) -> None:
        """Add the next chunk.

        Raises
        ------
        ValueError
            If it does not begin where the last one ended: the order is part of the result.
        """
        if chunk.first != self.sessions:
            raise ValueError(f"chunk from session {chunk.first} added after {self.sessions}")
        for i, name in enumerate(self.books.session):
            both = self.session[i], chunk.session[i]
            self.session[i] = max(both) if name.startswith("max_") else sum(both)
        self.seat += chunk.seat
        self.rates += chunk.rates
        self.session_rates += chunk.session_rates
        self.counts += chunk.counts
        self.extremes = _merge_extremes(self.extremes, chunk.extremes)
        for i in range(len(chunk.powers)):
            self.powers[(chunk.first // BLOCK + i) % GROUPS] += chunk.powers[i]
            self.amounts += chunk.amounts[i]
            self.session_amounts += chunk.session_amounts[i]
        self.sessions += chunk.sessions

    def session_total(self, field: str) -> int:
        """Return the exact total of a field of the sessions' rows."""
        return self.sessions if field == "sessions" else int(
            self.session[self.books.session.index(field)]
        )

    def form(self, name: str, seats: Sequence[int]) -> int:
        """Return the exact total of a form over some seats."""
        fields = [self.books.seat.index(f) for f in self.books.forms[name]]
        return int(self.seat[np.ix_(list(seats), fields)].sum())

    def field(self, name: str, seat: int) -> int:
        """Return the exact total of a field of a seat."""
        return int(self.seat[seat, self.books.seat.index(name)])


def _merge_extremes(a: Ints, b: Ints) -> Ints:
    """Keep the first N of both lists, by key and then by the order of play."""
    merged = np.concatenate([a, b], axis=1)
    order = [np.lexsort(rows.T[::-1])[: a.shape[1]] for rows in merged]
    return np.stack([rows[keep] for rows, keep in zip(merged, order, strict=True)])
