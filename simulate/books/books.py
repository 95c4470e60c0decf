"""What a kernel counts, and the figures that are made of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, get_args

from simulate.errors import BoneyardError, unknown

#: What a figure is: see ``Figure``.
Kind = Literal["count", "share", "mean", "chips", "won", "value", "spread", "skew"]
#: Those of a figure that is a ratio.
_RATIOS = ("share", "mean", "chips")
#: By figure: the number counted, and the number that it is divided by.
Ratios = Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Figure:
    """A figure of a seat and of a strategy, or of the table: declared once, shown everywhere.

    A figure of a seat is a column of the tables by seat and by strategy, one of the table a row of
    its own; CSV files, the page and the terminal all take it from here.  ``{unit}`` in name and
    title stands for chips, points or tiles, ``{session}`` for session or game.
    """

    #: Of its column; sentences find a figure that is in no table by it.
    name: str
    #: The number counted, and the number that it is divided by: forms of a seat, or fields of a
    #: session's row.
    above: str = ""
    of: str = ""
    #: What people call it; of a figure of the table, what the number is divided by.
    title: str = ""
    #: ``share`` of small counts, ``mean`` of small counts, ``chips`` for chips or points; ``count``
    #: is the number ``above`` itself. Four kinds have no ratio of their own: ``won``, the share of
    #: sessions won where one seat at most wins each; the ``value`` of a hand, with an equal share
    #: of the pool left; its ``spread`` and its ``skew``.
    kind: Kind = "share"
    #: The section of the page that shows it, and the table that it is a column of; none when empty.
    section: str = ""
    table: str = "strategies"
    #: Whether it is shown only where a session is one game, or only where it is not.
    only: Literal["", "games", "sessions"] = ""
    #: Whether sums of its products may outgrow exact integers; those in chips always may.
    large: bool = False
    #: The number counted is in parts of one, and this many of them make one.
    parts: int = 1
    #: Whether the page leaves it out when nobody did what it counts.
    rare: bool = False
    #: How the page writes it, if not as it writes this kind: see ``reports.page.document``.
    written: str = ""
    #: Makes the figure where it is no ratio, as a median: ``made(measures, unit)`` returns a
    #: ``reports.stats.estimates.Estimate`` of a seat or a strategy, ``made(measures)`` of the
    #: table; see ``reports.stats.measures.Measures``. Its kind then decides only how it is written.
    made: Callable[..., Any] | None = None

    @property
    def is_ratio(self) -> bool:
        """Whether it is a ratio of its own, which the books add up."""
        return self.kind in _RATIOS and self.made is None

    @property
    def needs(self) -> tuple[str, ...]:
        """The numbers that it is made of, by name."""
        if self.is_ratio:
            return self.above, self.of
        if self.kind == "won" and self.made is None:
            return ("games_won",)
        return (self.above,) if self.above or self.kind == "count" else ()

    @property
    def is_large(self) -> bool:
        """Whether its products are summed in floating point, block by block."""
        return self.large or self.kind == "chips"


def _ratios(figures: Iterable[Figure], large: bool) -> Ratios:
    return {figure.name: (figure.above, figure.of) for figure in figures
            if figure.is_ratio and figure.is_large == large}


def _of_its_own(figures: Iterable[Figure], above: str, of: str) -> Figure:
    """Return the figure of a ratio that every game has: a game need not declare it."""
    found = (figure for figure in figures if figure.is_ratio and (figure.above, figure.of) == (
        above, of))
    return next(found, Figure(f"{above} / {of}", above, of, kind="chips", table=""))


@dataclass(frozen=True, eq=False)
class Books:
    """What a kernel counts, and the figures that are made of it.

    A figure is a ratio of two numbers that are added up over sessions, so that its standard
    error can be clustered by session.
    """

    #: Fields of a session's row: maxima if they start with ``max_``, all others added up.
    session: tuple[str, ...]
    #: Fields of a seat's row in a session, all added up.
    seat: tuple[str, ...]
    #: Length of the counts that are kept for the run as a whole.
    counts: int
    #: Numbers of a seat by name: sums of fields of its row.
    forms: Mapping[str, Sequence[str]]
    #: Those of a seat or a strategy, in the order of their columns, of forms; and of the table, in
    #: the order of its rows, of fields of a session's row and ``sessions``, 1 in each of them.
    figures: Sequence[Figure] = field(repr=False)
    session_figures: Sequence[Figure] = field(repr=False)
    #: The form of the chips or points whose distribution over hands is kept, and of the hands that
    #: a seat has part in.
    value: str
    hands: str
    #: The form of ``value`` times the seats, and what the session leaves in the pool. None where no
    #: pool is left.
    credited: str = ""
    #: Fields of a session's row, where a pool passes from hand to hand: the pools of its hands
    #: added up, what it leaves in the pool, and its largest pool, which starts with ``max_``.
    pool: str = ""
    left: str = ""
    largest: str = ""

    def __post_init__(self) -> None:
        """Check that every number named is kept, and that figures have different names."""
        for of, figures, kinds in (("figure", self.figures, get_args(Kind)),
                                   ("the table's figure", self.session_figures, _RATIOS)):
            for place, figure in enumerate(figures):
                if figure.kind not in kinds:
                    raise BoneyardError(f"{of} {figure.name!r} is of kind {figure.kind!r}: "
                                        f"choose from {', '.join(kinds)}")
                if figure.kind == "count" and figure.made is not None:
                    raise BoneyardError(f"{of} {figure.name!r} is of kind 'count', the number "
                                        "itself, and has a function: choose another kind")
                if figure.name in {other.name for other in figures[:place]}:
                    raise BoneyardError(f"{of} {figure.name!r} is there twice: give each a name")
        if not self.largest.startswith("max_" if self.largest else ""):
            raise BoneyardError(f"largest of the books is {self.largest!r}, which is added up: "
                                "name a field that starts with max_")
        table = [*self.session, "sessions"]
        for what, names, kept in (
            *((f"field of form {form!r}:", fields, self.seat)
              for form, fields in self.forms.items()),
            *((f"form of figure {figure.name!r}:", figure.needs, self.forms)
              for figure in self.figures),
            *((f"field of the table's figure {figure.name!r}:", figure.needs or ("",), table)
              for figure in self.session_figures),
            ("form of the books:", (self.value, self.hands, self.credited or self.value),
             self.forms),
            ("field of the books:", {"hands", self.pool, self.left, self.largest} - {""}, table),
        ):
            for name in names:
                if name not in kept:
                    raise unknown(what, name, kept)

    @cached_property
    def value_a_hand(self) -> Figure:
        """What a hand makes."""
        return _of_its_own(self.figures, self.value, self.hands)

    @cached_property
    def credited_a_hand(self) -> Figure:
        """What a hand makes with a share of the pool left, times the seats."""
        return _of_its_own(self.figures, self.credited, self.hands)

    @cached_property
    def pool_a_hand(self) -> Figure:
        """The pool that a hand is played for."""
        return _of_its_own(self.session_figures, self.pool, "hands")

    @cached_property
    def left_a_session(self) -> Figure:
        """What a session leaves in the pool."""
        return _of_its_own(self.session_figures, self.left, "sessions")

    @cached_property
    def _of_seats(self) -> Sequence[Figure]:
        return [*self.figures, self.value_a_hand, *[self.credited_a_hand] * bool(self.credited)]

    @cached_property
    def _of_tables(self) -> Sequence[Figure]:
        return [*self.session_figures, *[self.pool_a_hand] * bool(self.pool),
                *[self.left_a_session] * bool(self.left)]

    @cached_property
    def rates(self) -> Ratios:
        """The form above and the form below of figures that are small counts."""
        return _ratios(self._of_seats, large=False)

    @cached_property
    def amounts(self) -> Ratios:
        """The same for figures whose form above can be large: chips or points."""
        return _ratios(self._of_seats, large=True)

    @cached_property
    def session_rates(self) -> Ratios:
        """The field above and the field below of the table's figures that are small counts."""
        return _ratios(self._of_tables, large=False)

    @cached_property
    def session_amounts(self) -> Ratios:
        """The same for those whose field above can be large."""
        return _ratios(self._of_tables, large=True)
