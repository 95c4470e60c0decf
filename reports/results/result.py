"""The result of a run: tables, figures, a summary and a page."""

from __future__ import annotations

import html
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from reports.carried import Carried
from reports.draw.parts import Axes, Figure
from reports.draw.style import draw_in
from reports.later import pd
from reports.page.document import SEAT, Column, Table
from reports.page.files import Report, check_folder
from reports.request import Wish
from reports.results import commands, figure_tables
from reports.results.figure_tables import Meaning, column_table, figure_table, rules_table, units_of
from reports.results.game_report import GameReport, report_of
from reports.stats import number_text
from reports.stats.measures import Measures
from simulate.books.rows import NO_EXTREME
from simulate.errors import unknown
from simulate.games.game import Game, find_game
from simulate.runs.adding import Totals, totals
from simulate.runs.replay import digests
from simulate.runs.run import Played, Run
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    from reports.draw.shapes import Plot
    from reports.results.short_table import ShortTable


class Tables(Carried, Mapping[str, "pd.DataFrame"]):
    """The tables of a result by name, each made when it is first asked for."""

    def __init__(self, result: Result) -> None:
        self._result = result
        self._builders = {
            "strategies": lambda run: figure_table(run, "strategies", "strategies"),
            "seats": lambda run: figure_table(run, "seats", "strategies", by_seat=True),
            **result.game_report.tables(result), "table": figure_tables.table,
            "extremes": _extremes}
        self._made: dict[str, Table] = {}

    def __getitem__(self, name: str) -> pd.DataFrame:
        table = self.shown(name)
        return told_of(self._result, table.frame, name, table.meanings)

    def shown(self, name: str) -> Table:
        """Return a table with the columns that a page shows of it."""
        if name not in self._builders:
            raise unknown(f"table of {self._result.game.title}:", name, self._builders)
        if name not in self._made:
            self._made[name] = self._builders[name](self._result)
        return self._made[name]

    @property
    def meanings(self) -> dict[str, tuple[str, str]]:
        """Unit and meaning of the columns that tell it, by ``table.column``."""
        return {name: told for table in self for name, told in self.shown(table).meanings.items()}

    def __iter__(self) -> Iterator[str]:
        return iter(self._builders)

    def __len__(self) -> int:
        return len(self._builders)

    def __repr__(self) -> str:
        return f"Tables: {', '.join(self)}"


class Plots(Carried):
    """The figures of a result: ``result.plot.tricks()`` draws one, ``dir`` lists them.

    Each returns a new matplotlib ``Figure``, which a notebook shows by itself. With ``ax``, axes of
    a figure of one's own, it is drawn there, and they are returned.
    """

    def __init__(self, whose: str, builders: Mapping[str, Callable[[], Figure]]) -> None:
        self._whose, self._builders = whose, builders

    def __dir__(self) -> Sequence[str]:
        return list(self._builders)

    def __repr__(self) -> str:
        return f"Figures: {', '.join(self._builders)}"

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._builders:
            raise AttributeError(str(unknown(f"figure of {self._whose}:", name, self._builders)))

        def draw(ax: Axes | None = None) -> Figure | Axes:
            if ax is None:
                return self._builders[name]()
            draw_in(ax, self._builders[name])
            return ax

        return draw


def _drawn(make: Callable[[Result], Plot], result: Result) -> Figure:
    return make(result)()


def _extremes(result: Result) -> Table:
    """Return the worst and the best hands of any seat, and the commands that show them."""
    run, unit = result.run, result.unit
    rows = [{"side": side, unit: sign * key, "strategy": run.labels[seat], "seat": seat,
             "session": session, "hand": hand,
             "replay": commands.replay_command(run, result.table_options, session, hand)}
            for side, sign, kept in zip(("worst", "best"), (1, -1),
                                        result.played.tally.extremes, strict=True)
            for key, session, hand, seat in kept.tolist() if key != NO_EXTREME]
    return Table.of("extremes", "Worst and best hands of any seat", (
        Column("side", "side", "text"),
        Column(unit, unit, "count", unit, "what the seat made in the hand"), Column("strategy"),
        SEAT, Column("session"), Column("hand"), Column("replay", "see it again", "code"),
    ), rows, "Among equal hands, those that were played first.", index=0)


class Tabled(Carried, ABC):
    """What has tables, a page and a report to save: a run, or an answer found by playing."""

    run: Run  #: what was played
    command: str  #: gives the same numbers

    @property
    @abstractmethod
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """All tables by name; their ``attrs`` say where they come from."""

    @abstractmethod
    def report(self) -> Report:
        """Return everything that is shown on a page and written into a folder."""

    def page(self) -> str:
        """Return the report as an HTML page that needs nothing else."""
        return self.report().page()

    def save(
        self, folder: str | Path, overwrite: bool = False, figures: bool = True,
    ) -> Path:
        """Write summary, tables, figures and pages into a folder.

        Parameters
        ----------
        folder : str or Path
        overwrite : bool
            Whether a finished report in the folder is replaced.
        figures : bool
            Whether figures are drawn, for the folder and its pages.

        Raises
        ------
        BoneyardError
            If the folder cannot be written, or holds a finished report that is not to be replaced.
        """
        return self.report().save(folder, overwrite, figures)

    def tidy(self, table: str | None = None, long: bool = False) -> pd.DataFrame:
        """Return a table with what was played as columns, so that runs and answers can be stacked.

        Parameters
        ----------
        table : str, optional
            A name of ``tables``; when not given the first one, ``"strategies"`` of a run, and all
            of them if ``long``.
        long : bool
            A row a number: ``table``, what tells its rows apart, ``measure``, ``value``, ``low``
            and ``high``.

        Raises
        ------
        BoneyardError
            If there is no such table.

        Examples
        --------
        >>> import boneyard
        >>> import pandas as pd
        >>> run = {"lineup": "random", "players": 2, "sessions": 50, "jobs": 1}
        >>> both = [boneyard.simulate("casino", seed=seed, **run).tidy() for seed in (1, 2)]
        >>> pd.concat(both)[["seed", "lineup", "strategy"]].values.tolist()
        [[1, 'random', 'random'], [2, 'random', 'random']]
        """
        tables = self.tables
        if table is not None and table not in tables:
            raise unknown("table", table, tables)
        if not long:
            frame = tables[table or next(iter(tables))]
            found = told_of(self, tidy(self.run, frame))
            found.attrs["units"] = frame.attrs["units"]
            return found
        names = [table] if table else list(tables)
        numbers = pd.concat([as_numbers(name, tables[name]) for name in names])
        last = ["measure", "value", "low", "high"]  # behind the keys of all tables
        numbers = numbers[[*(name for name in numbers if name not in last), *last]]
        return told_of(self, tidy(self.run, numbers))


def told_of(
    result: Tabled, frame: pd.DataFrame, name: str = "",
    meanings: Mapping[str, Meaning] = MappingProxyType({}),
) -> pd.DataFrame:
    """Return a frame, without copying its numbers, whose ``attrs`` say where it comes from, and
    the units of a table with a name."""
    frame = frame.copy(deep=False)
    frame.attrs.update(attrs_of(result.run, result.command, name, frame, meanings))
    return frame


def attrs_of(
    run: Run, command: str, name: str, frame: pd.DataFrame, meanings: Mapping[str, Meaning],
) -> dict[str, Any]:
    """Return where a frame comes from, and the units of its columns; ``meanings``: its own."""
    lineup, rules, attrs = list(run.labels), run.rules.as_dict(), dict[str, Any]()
    if "players" in frame.index.names:  # a frame of several tables names each
        own = [level for level in frame.index.names if level in ("players", *rules)]
        each = frame.index.to_frame(index=False)[own].drop_duplicates()
        attrs["tables"] = each.to_dict("records")
        lineup = list(dict.fromkeys(lineup))
        rules = {name: value for name, value in rules.items() if name not in own}
    if name:
        attrs["units"] = units_of(name, frame, find_game(run.game).unit(run.rules),
                                  {**report_of(run.game).columns, **meanings})
    return attrs | {
        "game": run.game, "lineup": lineup, "rules": rules, "seed": run.seed,
        "boneyard": commands.versions()["boneyard"], "command": command}


def as_numbers(name: str, table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with a row a number: ``table``, its keys (index levels and texts, and so many
    numbers as tell the rows apart), ``measure``, ``value`` and its ends."""
    named = [level for level in table.index.names if level is not None]
    plain = table.reset_index(level=named).reset_index(drop=True)
    is_number = {str(column): pd.api.types.is_numeric_dtype(plain[column]) for column in plain}
    numbers = [column for column, so in is_number.items() if so and column not in named
               and not column.endswith(("_low", "_high", "_se"))]
    keys = [column for column in plain if column not in numbers
            and (column in named or not is_number[str(column)])]
    for column in numbers[:]:
        if plain.duplicated(keys).any() if keys else len(plain) > 1:
            keys.append(column)
            numbers.remove(column)
    plain.insert(0, "table", name)
    missing = pd.Series(math.nan, plain.index)
    return pd.concat([plain[["table", *keys]].assign(
        measure=column, value=plain[column].astype(float),
        low=plain.get(f"{column}_low", missing), high=plain.get(f"{column}_high", missing))
        for column in numbers]).sort_index(kind="stable")


def tidy(run: Run, table: pd.DataFrame) -> pd.DataFrame:
    """Return a table whose first columns say what was played: ``game``, ``players``, ``lineup``,
    ``seed`` and ``rule_OPTION`` for every option. What its index levels tell is not told twice."""
    played = {
        "game": run.game, "players": len(run.players), "lineup": commands.lineup_text(run.labels),
        "seed": run.seed,
        **{f"rule_{name}": value for name, value in run.rules.as_dict().items()}}
    named = [level for level in table.index.names if level is not None]
    plain = table.reset_index(level=named) if named else table
    beside = {name: value for name, value in played.items()
              if name not in plain.columns and name.removeprefix("rule_") not in named}
    frame = pd.DataFrame(beside, index=range(len(plain)))
    return pd.concat([frame, plain.reset_index(drop=True)], axis=1)


class Result(Tabled):
    """A finished run, ready to be read.

    Every number of a table comes with its 95% interval, clustered by session, in the
    columns ``name``, ``name_low`` and ``name_high``.

    Parameters
    ----------
    played : Played
        What ``simulate.runs.play.play`` returns.
    command : str, optional
        What gives it again, if that is not a run of its own.
    merged : Totals, optional
        The totals of several runs that it is the sum of.

    Examples
    --------
    >>> import boneyard
    >>> result = boneyard.simulate("casino", "random", players=3, sessions=100, seed=2, jobs=1)
    >>> result.tables["seats"].shape[0], result.unit
    (3, 'tiles')
    >>> result.summary()["hands"]
    100
    >>> result.command
    'boneyard simulate casino --players 3 --lineup random --sessions 100 --hands 10000 --seed 2'
    """

    def __init__(
        self, played: Played, command: str = "", merged: Totals | None = None
    ) -> None:
        self.played, self.run = played, played.run
        self.merged = merged
        self.table_options = commands.table_options(played.run)
        self.command = command or commands.run_command(self.run, self.table_options)

    @property
    def game(self) -> Game:
        """The game."""
        return find_game(self.run.game)

    @property
    def game_report(self) -> GameReport:
        """The game's tables, figures, sentences and sections."""
        return report_of(self.run.game)

    @property
    def is_game(self) -> bool:
        """Whether a session is a game that is played to its end."""
        return self.game.plays_to_the_end(self.run.rules)

    @property
    def unit(self) -> str:
        """What a hand is worth, in words: chips, points or tiles."""
        return self.game.unit(self.run.rules)

    @property
    def in_points(self) -> bool:
        """Whether a hand is counted in points."""
        return self.unit == "points"

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return self.played.tally.session_total("hands")

    @cached_property
    def measures(self) -> Measures:
        """The figures of the run one by one, as estimates."""
        return Measures(self.run.game, self.played.tally, self.is_game, self.game_report.tail(self))

    @cached_property
    def tables(self) -> Tables:
        """All tables by name."""
        return Tables(self)

    @cached_property
    def plot(self) -> Plots:
        """The figures: ``result.plot.tricks()``."""
        return Plots(self.game.title, {
            name: partial(_drawn, make, self)
            for name, make in self.game_report.plots(self).items()})

    @property
    def seats(self) -> ShortTable:
        """What each seat declared, won and lost; ``.wide()`` shows all columns."""
        return self._short("seats")

    @property
    def strategies(self) -> ShortTable:
        """The same for each strategy, its seats taken together; ``.wide()`` shows all columns."""
        return self._short("strategies")

    def _short(self, name: str) -> ShortTable:
        from reports.results.short_table import ShortTable  # its base is a class of pandas

        short = ShortTable(self.tables[name], figure_tables.value_column(self))
        short.attrs = self.tables[name].attrs
        return short

    @cached_property
    def sessions(self) -> pd.DataFrame:
        """A row a session and seat, for a histogram or a bootstrap of one's own.

        ``hands`` that the seat had part in; what it made of them, in a column ``chips``, ``points``
        or ``tiles``, with an equal share of the pool left at the end, so that its sum over that of
        ``hands`` is the mean in ``strategies``; ``chips_without_pool``, where a pool is left: what
        the seat itself won and lost, as ``study risk`` has it; ``games_won``, where a session is a
        game; what else is counted of a seat (``played``, ``missed``, ``looed``) and of a session
        (``walkovers``); and ``largest_pool`` of the session, at Loo and Rounce.  The sessions are
        played again when this is first asked for, which takes as long as the run did, and some 100
        bytes of memory a row; there are at most 5,000,000.
        """
        from reports.results.sessions import sessions_of, units_of_sessions

        found = told_of(self, sessions_of(self.run, self.measures.credits_pool))
        found.attrs["units"] = units_of_sessions(map(str, found), self.unit)
        return found

    def by_hand(
        self, sessions: int | None = None, jobs: int | None = None, progress: Wish = None,
    ) -> pd.DataFrame:
        """Return a row a hand and seat, of all sessions or of the first so many.

        ``session``, ``hand``, ``seat``, ``strategy``; ``dealer``, or ``first`` where nobody deals;
        ``position``, -1 for a seat that is out; ``action``, ``tricks`` and ``looed`` where the game
        has them; ``pool`` at the start of play and ``pool_after``, where a pool passes on; and
        ``net``: what the hand made, in the unit of the run.  The sessions are played again, about a
        million rows a second, some 40 bytes of memory a row; there are at most 20,000,000.

        Parameters
        ----------
        sessions : int, optional
        jobs : int, optional
            Workers, all cores by default.
        progress : bool or callable, optional
            As for ``simulate``.

        Raises
        ------
        BoneyardError
            If that are too many rows, or a session is longer than 50,000 hands.

        Examples
        --------
        >>> import boneyard
        >>> result = boneyard.simulate("loo", "stay,random", sessions=50, hands=4, jobs=1)
        >>> hands = result.by_hand(sessions=10)
        >>> len(hands), hands["action"].cat.categories.tolist()[:3]
        (80, ['none', 'play', 'miss'])
        """
        from reports.progress import watched
        from reports.results.hands import hands_of, units_of_hands

        asked = None if sessions is None else whole(sessions, "sessions", 1)
        with watched(progress, "Playing again", asked or self.run.sessions) as tell:
            found = told_of(self, hands_of(self.run, asked, jobs, tell))
        found.attrs["units"] = units_of_hands(map(str, found), self.unit)
        return found

    def save(
        self, folder: str | Path, overwrite: bool = False, figures: bool = True,
        by_hand: bool = False,
    ) -> Path:
        """Write summary, tables, figures and pages into a folder.

        Parameters
        ----------
        folder : str or Path
        overwrite : bool
            Whether a finished report in the folder is replaced.
        figures : bool
            Whether figures are drawn, for the folder and its pages.
        by_hand : bool
            Whether ``hands.parquet`` is written, too: the frame of ``by_hand()``.

        Raises
        ------
        BoneyardError
            If the folder cannot be written, holds a finished report that is not to be replaced, or
            there are too many hands for a file.
        """
        check_folder(folder, overwrite)  # before hands are played again
        from reports.results.hands import hands_file

        report = self.report()
        if by_hand:
            report = replace(report, files=hands_file(self.by_hand()))
        return report.save(folder, overwrite, figures)

    @property
    def tricks(self) -> pd.DataFrame:
        """The distribution of tricks of each strategy."""
        return self.tables["tricks"]

    @property
    def pool(self) -> pd.DataFrame:
        """Mean, quantiles and maximum of the pool at the start of play."""
        return self.tables["pool"]

    @property
    def table(self) -> pd.DataFrame:
        """What concerns the table as a whole."""
        return self.tables["table"]

    @property
    def extremes(self) -> pd.DataFrame:
        """The worst and the best hands of any seat, and how to see them again."""
        return self.tables["extremes"]

    @cached_property
    def columns(self) -> pd.DataFrame:
        """The unit and the meaning of each column of each table."""
        return column_table(
            self.tables, self.unit, {**self.game_report.columns, **self.tables.meanings})

    def summary(self) -> dict[str, Any]:
        """Return the exact counts of the run, as ``summary.json`` has them."""
        table, by_seat = self.game.summary(self.played.tally, self.run.rules)
        labels = self.run.labels
        return {
            "game": self.run.game,
            "seed": self._seeds(),
            "players": len(labels),
            "rules": self.run.rules.as_dict(),
            "lineup": labels,
            "sessions": self.run.sessions,
            "hands": self.hands,
            "hands_a_session": self.run.hands,
            "seconds": self.played.seconds,
            "versions": commands.versions(),
            "command": self.command,
            **table,
            "by_seat": [
                {"seat": seat, "strategy": labels[seat], **counts}
                for seat, counts in enumerate(by_seat)],
            # Blocks of sessions that ``boneyard verify`` plays again.
            "digests": {} if self.merged else digests(self.played)}

    def _seeds(self) -> Any:
        return [seed for seed, _ in self.merged.runs] if self.merged else self.run.seed

    def report(self) -> Report:
        """Return everything that is shown on a page and written into a folder."""
        seconds = self.played.seconds
        speed = self.hands / seconds if seconds else 0.0
        return Report(
            title=self.game.title,
            subtitle=self._headline(),
            answers=self.game_report.answers(self),
            sections=self.game_report.sections(self),
            facts={
                "seed": str(self._seeds()).strip("[]"), "line-up": ", ".join(self.run.labels),
                "time": f"{seconds:.1f} s ({number_text.number(speed)} hands/s)",
                **commands.versions()},
            command=self.command,
            rules=rules_table(self.run),
            summary=self.summary(),
            attrs=partial(attrs_of, self.run, self.command),
            totals=self.merged.content() if self.merged else totals(self.played))

    def _headline(self) -> str:
        """Return a line that says what was played."""
        lineup = ", ".join(self.run.labels)
        called = "games" if self.is_game else "sessions"
        sessions = number_text.counted(number_text.whole(self.run.sessions), called)
        # A game can be a single hand.
        single = self.is_game and self.hands == self.run.sessions
        hands = number_text.counted(number_text.whole(self.hands), "hands")
        played = sessions if single else f"{hands} in {sessions}"
        rules = [f"{name}={commands.rule_text(value)}"
                 for name, value in self.run.rules.given().items()]
        return ", ".join([f"{len(self.run.labels)} players ({lineup})", *rules, played])

    def __repr__(self) -> str:
        lines = [f"{self.game.title}: {self._headline()}", *self.game_report.answers(self)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        title, *answers = (html.escape(line) for line in repr(self).split("\n"))
        listed = "".join(f"<li>{answer}</li>" for answer in answers)
        return f"<h3>{title}</h3><ul>{listed}</ul>{self.strategies._repr_html_()}"
