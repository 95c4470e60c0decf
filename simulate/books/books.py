"""What a kernel counts, and the figures that are made of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
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
    #: How the page writes it, if not as it writes this kind: see ``reports.page.document``. An
    #: "amount" is never below zero, and a "share" never above one either.
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
    #: What a hand makes, and what it makes with a share of the pool left, times the seats.
    value_a_hand: Figure = field(init=False, repr=False)
    credited_a_hand: Figure = field(init=False, repr=False)
    #: The pool that a hand is played for, and what a session leaves there.
    pool_a_hand: Figure = field(init=False, repr=False)
    left_a_session: Figure = field(init=False, repr=False)
    #: Above and below, by figure: forms of figures that are small counts, and of those whose form
    #: above can be large (chips or points); fields of the table's figures of either kind.
    rates: Ratios = field(init=False, repr=False)
    amounts: Ratios = field(init=False, repr=False)
    session_rates: Ratios = field(init=False, repr=False)
    session_amounts: Ratios = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Check that every number named is kept, and that names differ; sort the figures."""
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
        value, credited = (
            _of_its_own(self.figures, form, self.hands) for form in (self.value, self.credited))
        pool, left = (_of_its_own(self.session_figures, field, of)
                      for field, of in ((self.pool, "hands"), (self.left, "sessions")))
        seats = [*self.figures, value, *[credited] * bool(self.credited)]
        tables = [*self.session_figures, *[pool] * bool(self.pool), *[left] * bool(self.left)]
        vars(self).update(
            value_a_hand=value, credited_a_hand=credited, pool_a_hand=pool, left_a_session=left,
            rates=_ratios(seats, large=False), amounts=_ratios(seats, large=True),
            session_rates=_ratios(tables, large=False), session_amounts=_ratios(tables, large=True))
