"""What a report is made of: sections with an answer, figures and tables. The page and the files
know nothing else about a study than what is in this module."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal, Self

from reports.carried import Carried
from reports.draw import style
from reports.later import Figure, pd
from reports.stats import number_text
from reports.stats.estimates import NOTHING, Estimate
from simulate.errors import unknown
from simulate.games.game import chair

#: How a column is written: shares in per cent, amounts with or without a plus sign; "row"
#: leaves it to the column ``kind`` of each row.  Prose is text of several lines.  A chair is the
#: number of a seat that is kept for a whole session: shown with the ``strategy`` of the row.
Kind = Literal["text", "prose", "code", "chair", "count", "share", "amount", "signed", "row"]
_WORDS = ("text", "prose", "code", "chair")


@dataclass(frozen=True)
class Column:
    """A column of a table as people see it."""

    name: str  #: of the frame or its index; its interval is in ``name_low`` and ``name_high``
    title: str = ""  #: what people read above it; a column without one is in the files alone
    kind: Kind = "share"
    #: For programs; ``{value}`` in a unit stands for chips, points or tiles. Left out where the
    #: name means the same in all tables (``reports.results.figure_tables``).
    unit: str = ""
    meaning: str = ""
    with_error: bool = False  #: whether the files have its standard error, in ``name_se``

    @property
    def is_number(self) -> bool:
        """Whether the column is set flush right."""
        return self.kind not in _WORDS


#: What is called the same in all tables.
SEAT, STRATEGY = Column("seat", "seat", "chair"), Column("strategy", "strategy", "text")
HANDS, GAMES = Column("hands", "hands", "count"), Column("games", "games", "count")
#: What a cell of a chart is: the history, the hand, and how often that comes up.
CELL = (Column("before", "before you", "text", "text", "what was declared before"),
        Column("turned_up", "turned up", "text", "text", "whether the turn-up is a double"),
        Column("hand", "you hold", "text", "text", "the kind of hand"),
        Column("often", "of hands", "share", "share of hands at the place",
               "how often it comes up"))
#: A row of a table: plain values and estimates by column.
Row = dict[str, Any]


@dataclass(frozen=True)
class Cell:
    """A number or a word in a table: its text, its interval, and what it sorts by."""

    text: str
    interval: str = ""
    key: float | str = ""


@dataclass(frozen=True)
class Table:
    """A frame with the columns to show of it."""

    name: str  #: of the files that the whole frame is written to
    title: str
    frame: pd.DataFrame
    columns: tuple[Column, ...]
    note: str = ""  #: what one must know to read it
    on_page: bool = True  #: whether the page shows it; the files have it in any case
    most: int | None = None  #: so many rows are on the page, the first ones; the files have all
    #: All columns of the frame where they were declared (``Table.of``), the hidden ones too.
    declared: tuple[Column, ...] = ()

    @classmethod
    def of(
        cls, name: str, title: str, columns: Sequence[Column], rows: Iterable[Mapping[str, Any]],
        note: str = "", index: int | Sequence[str] = 1, hidden: Collection[str] = (), **shown: Any,
    ) -> Table:
        """Return a table of rows of plain values and estimates, by the names of its columns.

        An estimate fills ``name``, ``name_low`` and ``name_high``. A column that no row has is left
        out. ``index``: so many of the first columns, or these, are the frame's index. ``hidden``:
        columns that have a title and are not on the page. ``shown``: ``on_page`` and ``most``."""
        names = [column.name for column in columns]
        with_error = {column.name for column in columns if column.with_error}
        written = [plain(row, with_error) for row in rows]
        frame = pd.DataFrame(written) if written else pd.DataFrame(columns=list(plain(
            {name: NOTHING if name in with_error else "" for name in names}, with_error)))
        frame = with_categories(frame)
        there = tuple(column for column in columns if column.name in frame.columns)
        levels = names[:index] if isinstance(index, int) else list(index)
        return cls(name, title, frame.set_index(levels) if levels else frame,
                   tuple(one for one in there if one.title and one.name not in hidden), note,
                   declared=there, **shown)

    @property
    def meanings(self) -> dict[str, tuple[str, str]]:
        """Unit and meaning of the columns that have one, by ``table.column``."""
        return {f"{self.name}.{column.name}": (column.unit, column.meaning)
                for column in self.declared if column.meaning}

    def rows(self) -> Iterator[list[Cell]]:
        """Yield the rows to show."""
        for row in self.frame[: self.most].reset_index().to_dict("records"):
            yield [_cell(column, row) for column in self.columns]


class Frames(dict[str, "pd.DataFrame"]):
    """Tables by name."""

    def __missing__(self, name: str) -> pd.DataFrame:
        raise unknown("table", name, self)

    def __repr__(self) -> str:
        return f"Tables: {', '.join(self)}"


def with_categories(frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame whose columns of names are categories, in the order in which they come."""
    return frame.assign(**{
        name: pd.Categorical(frame[name], pd.Index(frame[name].dropna().unique(), dtype="str"))
        for name in ("strategy", "action") if name in frame})


def plain(row: Mapping[str, Any], with_error: Collection[str] = ()) -> Row:
    """Return a row as a frame has it, with the interval of every estimate, and the standard error
    of those in ``with_error``."""
    written: Row = {}
    for name, value in row.items():
        if not isinstance(value, Estimate):
            written[name] = value
            continue
        written[name] = value.value
        if name in with_error:
            written[f"{name}_se"] = value.se
        written |= {f"{name}_low": value.low, f"{name}_high": value.high}
    return written


@dataclass(frozen=True)
class Picture:
    """A figure with its caption."""

    name: str  #: of its files
    draw: Callable[[], Figure]  #: called once, when the figure is first looked at
    caption: str = ""  #: what its title and axes leave out
    wide: bool = False  #: whether it takes the whole width of the page, too full to be small

    @cached_property
    def figure(self) -> Figure:
        """The figure."""
        return self.draw()

    @cached_property
    def words(self) -> str:
        """What it shows, for those who do not see it: its caption, or its title and axes."""
        axes = self.figure.axes[0]
        return self.caption or ", ".join(filter(None, (
            axes.get_title(loc="left"), axes.get_ylabel(), axes.get_xlabel()))).replace("\n", " ")

    @cached_property
    def drawing(self) -> str:
        """The figure as SVG, drawn once for all files (``style.on_paper``, ``transparent``)."""
        return style.drawn(self.figure)

    @cached_property
    def png(self) -> bytes:
        """The figure as a PNG file."""
        return style.png(self.figure)

    def draw_files(self) -> None:
        """Draw what its files are made of, ahead of when they are written."""
        _ = self.drawing, self.png, self.words

    def __getstate__(self) -> dict[str, Any]:
        """Return what is pickled: what was drawn, but not matplotlib's figure."""
        return {name: value for name, value in vars(self).items() if name != "figure"}


@dataclass(frozen=True)
class Section:
    """A question and its answer."""

    name: str  #: a word that is unique on the page
    title: str
    #: Plain sentences with numbers and their uncertainty; empty ones are left out.
    answer: tuple[str, ...] = ()
    pictures: tuple[Picture, ...] = ()
    tables: tuple[Table, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "answer", tuple(filter(None, self.answer)))

    @property
    def tables_on_page(self) -> tuple[Table, ...]:
        """The tables that the page shows: not those without rows."""
        return tuple(table for table in self.tables if table.on_page and len(table.frame))


@dataclass(frozen=True)
class Widget:
    """A part of a page that answers what a reader does."""

    template: str  #: the file in ``templates`` with the part as it is before a script runs
    scripts: tuple[str, ...]  #: the files there that bring it to life, in order
    #: What template and scripts read, ready for JSON; scripts find it by the card's name.
    data: Mapping[str, Any]


@dataclass(frozen=True)
class Card:
    """One of the answers that a report opens with."""

    name: str  #: a word that is unique on the page
    title: str
    answer: tuple[str, ...]  #: a plain sentence or two
    picture: Picture | None = None
    widget: Widget | None = None
    link: str = ""  #: the section or chapter with more, by its name
    #: The main section of a study: where the page has it, its first answer stands first
    #: on the card, and the link leads there.
    closer: str = ""
    #: The command that computes its numbers again; that of the document when not given.
    again: str = ""
    #: A rule to remember, in lines with a word for each.
    rule: Mapping[str, str] = field(default_factory=dict)
    good: bool = False  #: whether good players sit there, not those of the run


@dataclass(frozen=True)
class Opening:
    """What the first of two pages answers; all that was measured is on the second."""

    cards: tuple[Card, ...] = ()
    good: str = ""  #: who sits in every seat where a card is not about the players of the run
    players: str = ""  #: a heading for the players of the run, whom the second page is about
    after: tuple[Card, ...] = ()  #: cards about them, which end the first page
    lead: str = ""  #: what the page is for, in the sentence that a newcomer reads first
    how_to_play: tuple[str, ...] = ()  #: how the game is played, in paragraphs
    #: What each strategy that a page names does, in a line.
    who: Mapping[str, str] = field(default_factory=dict)

    @property
    def first(self) -> tuple[Card, ...]:
        """The cards of the first page, in its order."""
        return self.cards + self.after


@dataclass(frozen=True)
class Chapter:
    """A part of a page with a question of its own."""

    name: str  #: a word that is unique on the page
    title: str  #: the question
    answers: tuple[str, ...]  #: what a reader in a hurry should know
    sections: tuple[Section, ...]
    note: str = ""  #: how it was found out
    command: str = ""  #: finds the answer more precisely
    again: str = ""  #: computes these very numbers again; ``command`` when not given

    @property
    def first_picture(self) -> Picture | None:
        """The figure that stands beside the answers."""
        return next((p for section in self.sections for p in section.pictures), None)


@dataclass(frozen=True, repr=False, eq=False)
class Document(Carried):
    """What a report is made of: everything that its page shows and its folder holds."""

    title: str
    subtitle: str
    answers: tuple[str, ...]  #: what a reader in a hurry should know
    sections: tuple[Section, ...]
    facts: Mapping[str, str]  #: what is needed to run it again: seed, versions and the like
    command: str  #: makes all of the document again
    rules: Table
    summary: Mapping[str, Any]  #: the exact counts, as ``summary.json`` has them
    chapters: tuple[Chapter, ...] = ()  #: questions that go beyond the run, after its sections
    opening: Opening = Opening()  #: where it has no cards the page begins with the answers
    #: By its name, a frame and the ``meanings``: what a file keeps of a frame besides its numbers.
    attrs: Callable[..., Mapping[str, Any]] = lambda name, frame, meanings: {}
    #: All totals of a run, ready for JSON, as ``boneyard merge`` adds them up.
    totals: Mapping[str, Any] | None = None
    again: str = ""  #: computes the numbers of the sections again; ``command`` when not given
    #: What the intervals of its numbers are.
    intervals: str = (
        "It is clustered by session, or by hand or game where each is dealt afresh.")
    files: Mapping[str, bytes] = field(default_factory=dict)  #: what else its folder holds, by name

    @property
    def widgets(self) -> dict[str, Widget]:
        """The parts that answer what a reader does, by the names of their cards."""
        return {card.name: card.widget for card in self.opening.first if card.widget is not None}

    @property
    def titles(self) -> dict[str, str]:
        """The titles of what a link can lead to, by name."""
        sections = {section.name: section.title for section in self.all_sections}
        return sections | {chapter.name: chapter.title for chapter in self.chapters}

    def __repr__(self) -> str:
        return "\n".join([f"{self.title}: {self.subtitle}", *self.answers])

    def answer_of(self, card: Card) -> tuple[str, ...]:
        """Return the text of a card, after the first answer of its closer section."""
        closer = (s.answer[:1] for s in self.all_sections if s.name == card.closer)
        return next(closer, ()) + card.answer

    @property
    def all_sections(self) -> tuple[Section, ...]:
        """The sections, with those of the chapters."""
        return self.sections + tuple(s for chapter in self.chapters for s in chapter.sections)

    def undrawn(self) -> Self:
        """Return the report without its figures."""
        def bare(sections: tuple[Section, ...]) -> tuple[Section, ...]:
            return tuple(replace(section, pictures=()) for section in sections)

        cards, after = (tuple(replace(card, picture=None) for card in some)
                        for some in (self.opening.cards, self.opening.after))
        return replace(
            self, sections=bare(self.sections),
            opening=replace(self.opening, cards=cards, after=after),
            chapters=tuple(replace(chapter, sections=bare(chapter.sections))
                           for chapter in self.chapters))

    def frames(self) -> dict[str, pd.DataFrame]:
        """Return the frames of all tables by name."""
        return {t.name: t.frame for section in self.all_sections for t in section.tables}

    @property
    def meanings(self) -> dict[str, tuple[str, str]]:
        """Unit and meaning of the columns that have one, by ``table.column``."""
        return {name: meant for section in self.all_sections for table in section.tables
                for name, meant in table.meanings.items()}

    def pictures(self) -> dict[str, Picture]:
        """Return all figures by name."""
        opening = {one.picture.name: one.picture for one in self.opening.first if one.picture}
        return opening | {p.name: p for section in self.all_sections for p in section.pictures}


def _cell(column: Column, row: Mapping[Any, Any]) -> Cell:
    """Write one entry of a row."""
    value = row[column.name]
    kind = row["kind"] if column.kind == "row" else column.kind
    if kind == "chair":
        value = chair(row["strategy"], value)
    if kind in _WORDS:
        return Cell(str(value), key=str(value))
    if kind == "count":
        return Cell(number_text.whole(value), key=value)
    low, high = (row.get(f"{column.name}_{side}", math.nan) for side in ("low", "high"))
    if kind == "share":
        text, interval = number_text.share(value, low, high)
    else:
        text, interval = number_text.amount(value, low, high, signed=kind == "signed")
    return Cell(text, interval, -math.inf if math.isnan(value) else float(value))
