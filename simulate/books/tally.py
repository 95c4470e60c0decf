"""Adding up: exact integers wherever numbers are whole, and a fixed order where not.

Counts, chips and the products of counts that standard errors need are added up as Python
integers.  What must be floating point (squares and higher powers of chips) is summed
inside blocks of ``BLOCK`` sessions, and blocks are added in their order; so neither
chunks nor workers can change a single bit.
"""

import hashlib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from simulate.books.books import Books
from simulate.books.rows import AT_ONCE as AT_ONCE
from simulate.books.rows import BLOCK as BLOCK
from simulate.books.rows import Exact as Exact
from simulate.books.rows import Floats as Floats
from simulate.books.rows import Ints as Ints
from simulate.books.rows import Plan, Ratio, RowSums, Terms, add_blocks
from simulate.books.rows import Rows as Rows

#: Blocks fall into this many groups in turn, so that figures without a formula for their standard
#: error can be worked out from the groups (delete-a-group jackknife).
GROUPS = 64
#: Standard errors by which one thing is clearly better than another.
CLEAR = 2.0

Units = tuple[tuple[int, ...], ...]


def units_of(labels: Sequence[str]) -> Units:
    """Return the seats of each figure: every seat alone, then every strategy's seats."""
    alone = tuple((seat,) for seat in range(len(labels)))
    return alone + tuple(
        tuple(seat for seat, label in enumerate(labels) if label == strategy)
        for strategy in dict.fromkeys(labels)
    )


@dataclass
class Chunk:
    """The totals of some sessions that follow one another: small, and ready to travel."""

    first: int  #: index of the first session, a multiple of ``BLOCK``
    sessions: int
    session: Exact  #: object[fields]: exact totals, or maxima
    seat: Exact  #: object[seats, fields]: exact totals
    #: object[units, rates, 3]: exact sums over sessions of above * above, above * below,
    #: below * below.
    rates: Exact
    session_rates: Exact  #: object[session rates, 3]
    counts: Ints  #: int64[counts]
    extremes: Ints  #: int64[2, N, 4]
    #: float64[blocks, seats, 5]: hands, and the sums of the value and of its second to fourth
    #: powers.
    powers: Floats
    amounts: Floats  #: float64[blocks, units, amounts, 3]: products of figures in chips or points
    session_amounts: Floats  #: float64[blocks, session amounts, 3]


@cache
def _seat_plan(books: Books, units: Units, seats: int) -> Plan:
    """Return what is added up of the seats' rows: ratios unit by unit, then plain sums."""
    width = len(books.seat)
    index = {name: i for i, name in enumerate(books.seat)}
    fields = {form: [index[name] for name in names] for form, names in books.forms.items()}

    def terms(unit: Sequence[int], form: str) -> Terms:
        return tuple(tuple(seat * width + i for i in fields[form]) for seat in unit)

    def ratios(figures: Mapping[str, tuple[str, str]]) -> list[Ratio]:
        return [(terms(u, a), terms(u, b)) for u in units for a, b in figures.values()]

    plain = [terms([seat], form) for seat in range(seats) for form in (books.hands, books.value)]
    return Plan(seats * width, ratios(books.rates), ratios(books.amounts), plain)


@cache
def _session_plan(books: Books) -> Plan:
    """Return what is added up of the sessions' own rows."""
    names = [*books.session, "sessions"]

    def ratios(figures: Mapping[str, tuple[str, str]]) -> list[Ratio]:
        return [(names.index(a), names.index(b)) for a, b in figures.values()]

    ones = len(books.session)
    return Plan(ones, ratios(books.session_rates), ratios(books.session_amounts), [])


class ChunkSums:
    """The sums of a chunk from session ``first`` on, played a few at a time in the same rows."""

    def __init__(
        self, books: Books, labels: Sequence[str], rows: Rows, first: int, sessions: int
    ) -> None:
        together, seats, _ = rows.seat.shape
        self.rows, self._books, self._units = rows, books, units_of(labels)
        self._first, self._sessions, blocks = first, sessions, -(-sessions // BLOCK)
        self._seat = RowSums(_seat_plan(books, self._units, seats), rows.seat.reshape(together, -1),
                          rows.powers.reshape(together, -1), blocks)
        self._session = RowSums(_session_plan(books), rows.session, np.zeros((together, 0)), blocks)
        self._most = {i: 0 for i, name in enumerate(books.session) if name.startswith("max_")}

    def add(self, done: int, sessions: int) -> None:
        """Add the rows of some sessions, which are zero afterwards, to the ``done`` before them."""
        for i, most in self._most.items():
            self._most[i] = max(most, int(self.rows.session[:sessions, i].max()))
        self._seat.add(done, sessions)
        self._session.add(done, sessions)

    def chunk(self) -> Chunk:
        """Return the chunk, all of whose sessions have been added."""
        seat, session = self._seat.folded(), self._session.folded()
        for i, most in self._most.items():
            session.totals[i] = most  # a total would make no sense
        seats, blocks = self.rows.seat.shape[1], len(seat.plain)
        hands_and_value, powers = (
            each.reshape(blocks, seats, -1) for each in (seat.plain, self._seat.powers))
        units, rates, amounts = len(self._units), len(self._books.rates), len(self._books.amounts)
        return Chunk(
            self._first, self._sessions, session.totals,
            seat.totals.reshape(seats, -1), seat.rates.reshape(units, rates, 3),
            session.rates, self.rows.counts, self.rows.extremes,
            np.concatenate([hands_and_value, powers], axis=-1),
            seat.amounts.reshape(blocks, units, amounts, 3), session.amounts,
        )


def digest(books: Books, labels: Sequence[str], rows: Rows, first: int) -> Chunk:
    """Add up the rows of a chunk whose first session has index ``first``; they are zero then."""
    sums = ChunkSums(books, labels, rows, first, len(rows.session))
    sums.add(0, len(rows.session))
    return sums.chunk()


class Tally:
    """The totals of a run; chunks are added in the order of their sessions.

    Attributes are those of ``Chunk`` with the blocks added up; ``powers`` has the groups of blocks
    as its first axis: float64[GROUPS, seats, 5]. So many ``extremes`` of the worst and of the best
    hands are kept, and ``marks[i]`` is the hash of the sums of block ``marked[i]`` (rising).
    """

    def __init__(
        self, books: Books, labels: Sequence[str], extremes: int = 10, marked: Sequence[int] = ()
    ) -> None:
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
        self.marked = tuple(marked)
        self.marks = np.zeros(len(self.marked), np.int64)

    def add(self, chunk: Chunk) -> None:
        """Add the next chunk; it begins where the last ended: the order is part of the result."""
        if chunk.first != self.sessions:
            raise ValueError(f"chunk from session {chunk.first} added after {self.sessions}")
        for i, name in enumerate(self.books.session):
            both = self.session[i], chunk.session[i]
            self.session[i] = max(both) if name.startswith("max_") else sum(both)
        self.seat += chunk.seat
        self.rates += chunk.rates
        self.session_rates += chunk.session_rates
        self.counts += chunk.counts
        self.extremes = merge_extremes(self.extremes, chunk.extremes)
        add_blocks(chunk.powers, chunk.first // BLOCK, self.powers)
        add_blocks(chunk.amounts, 0, self.amounts[None])
        add_blocks(chunk.session_amounts, 0, self.session_amounts[None])
        block = chunk.first // BLOCK
        for i in range(bisect_left(self.marked, block),
                       bisect_left(self.marked, block + len(chunk.powers))):
            self.marks[i] = block_mark(chunk, self.marked[i] - block)
        self.sessions += chunk.sessions

    def arrays(self) -> dict[str, np.ndarray]:
        """Return all totals by name."""
        return {name: value for name, value in vars(self).items() if isinstance(value, np.ndarray)}

    def session_total(self, field: str) -> int:
        """Return the exact total of a field of the sessions' rows."""
        return self.sessions if field == "sessions" else int(
            self.session[self.books.session.index(field)]
        )

    def form(self, name: str, seats: Sequence[int]) -> int:
        """Return the exact total of a form over some seats."""
        fields = [self.books.seat.index(f) for f in self.books.forms[name]]
        return int(self.seat[np.ix_(list(seats), fields)].sum())


def block_mark(chunk: Chunk, block: int) -> int:
    """Hash the sums of a block of a chunk: 63 bits, the same whatever the chunk."""
    sums = (chunk.powers[block], chunk.amounts[block], chunk.session_amounts[block])
    digest = hashlib.sha256(b"".join(np.ascontiguousarray(part).tobytes() for part in sums))
    return int.from_bytes(digest.digest()[:8], "big") >> 1


def merge_extremes(a: Ints, b: Ints) -> Ints:
    """Keep the first N of both lists, by key and then by the order of play."""
    merged = np.concatenate([a, b], axis=1)
    order = [np.lexsort(rows.T[::-1])[: a.shape[1]] for rows in merged]
    return np.stack([rows[keep] for rows, keep in zip(merged, order, strict=True)])


def standard_error(replicas: Floats) -> Floats:
    """Return the standard error of a figure, the first of its replicas, each other of which leaves
    a part of the deals out; of one without others, exact, none."""
    parts = len(replicas) - 1
    if parts == 0:
        return np.zeros(replicas.shape[1:])
    return np.sqrt((parts - 1) * replicas[1:].var(axis=0))
