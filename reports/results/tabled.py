"""What all results have in common: tables with where they come from, figures, a page, a folder."""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from reports import commands
from reports.carried import Carried
from reports.draw.style import in_axes
from reports.later import Axes, Figure, pd
from reports.page.document import with_categories
from reports.page.files import Report, check_folder
from reports.page.tidied import NUMBER, as_numbers, tidy
from reports.results.figure_tables import Meaning, meanings_in, units_of
from reports.results.game_report import report_of
from reports.stats import number_text
from simulate.errors import BoneyardError, unknown
from simulate.games.game import find_game
from simulate.runs.run import Run

#: The units of what a tidy frame adds to a table.
_UNITS_PLAYED = {"players": "seats", "seed": "number", "result": "number"}
#: Figures of a summary, the first ones; what a hand is worth, before all others.
_SUMMED, _VALUES = 6, ("chips", "points", "tiles")


class Tabled(Carried, ABC):
    """What has tables: a run or an answer, made or loaded."""

    command: str  #: gives the same numbers

    @property
    @abstractmethod
    def tables(self) -> Mapping[str, pd.DataFrame]:
        """All tables by name; their ``attrs`` record where they come from."""

    @abstractmethod
    def counts(self) -> dict[str, Any]:
        """Return the facts and the exact counts that ``summary.json`` has."""

    @property
    @abstractmethod
    def origin(self) -> dict[str, Any]:
        """What was played, by which version and by which command, as ``attrs`` have it."""

    @property
    @abstractmethod
    def meanings(self) -> Mapping[str, Meaning]:
        """Unit and meaning of the columns that have them, by ``table.column``."""

    @property
    def columns(self) -> pd.DataFrame:
        """The unit and the meaning of each column of each table."""
        known = {**report_of(str(self.origin["game"])).columns, **self.meanings}
        return pd.DataFrame([
            {"table": name, "column": column, "unit": frame.attrs["units"].get(column, ""),
             "meaning": meaning} for name, frame in self.tables.items()
            for column, (_, meaning) in meanings_in(name, frame, "", known).items()
        ]).set_index(["table", "column"])

    def summary(self) -> pd.DataFrame:
        """Return the first figures of the first table that has any with intervals, rounded by them.

        Returns
        -------
        DataFrame
            Indexed by ``measure`` and by what the rows of the table are, as ``strategy``:
            ``value``, ``low`` and ``high``, the ends of its 95% interval, and ``unit``.  There are
            six figures at most; ``tables`` has all, with all decimals.

        Examples
        --------
        >>> import boneyard
        >>> result = boneyard.simulate("casino", "random", players=3, sessions=100, jobs=1)
        >>> result.summary().loc[("tiles", "random"), "unit"]
        'tiles a game'
        """
        tables = self._some_tables()
        name = next((one for one in tables if any(tables[one].filter(regex="_low$"))),
                    next(iter(tables)))
        frame = tables[name]
        numbers = as_numbers(name, frame)
        measures = [str(one) for one in frame if f"{one}_low" in frame] or [
            *dict.fromkeys(numbers["measure"])]
        measures.sort(key=lambda one: one not in _VALUES)
        del measures[_SUMMED:]
        keys = [str(level) for level in frame.index.names if level is not None]
        keys += ["strategy"] * ("strategy" in frame)
        found = pd.concat([
            numbers.head(0), *(numbers[numbers["measure"] == one] for one in measures)])
        places = [number_text.decimals(*row) for row in found[NUMBER[1:]].to_numpy().tolist()]
        rounded = {end: [round(x, n) for x, n in zip(found[end], places, strict=True)]
                   for end in NUMBER[1:]}
        unit = found["measure"].map(frame.attrs["units"]).fillna("")
        summary = found.assign(**rounded, unit=unit).set_index(["measure", *keys])
        summary = summary[[*NUMBER[1:], "unit"]]
        summary.attrs = {**frame.attrs, "units": {
            "measure": "text", **{key: frame.attrs["units"].get(key, "text") for key in keys},
            **dict.fromkeys(NUMBER[1:], "as the measure"), "unit": "text"}}
        return summary

    def tidy(self, table: str | None = None, long: bool = False) -> pd.DataFrame:
        """Return a table with what was played as columns, so that runs and answers can be stacked.

        Parameters
        ----------
        table : str, optional
            A name of ``tables``; when not given the first one, ``"strategies"`` of a run, and all
            of them if ``long``.
        long : bool
            One row per number: ``table``, what identifies its rows, ``measure``, ``value``, ``low``
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
        tables = self._some_tables()
        if table is not None and table not in tables:
            raise unknown("table", table, tables)
        if not long:
            frame = tables[table or next(iter(tables))]
            return self._with_units(tidy(self.origin, frame), [frame])
        some = {table: tables[table]} if table else dict(tables)
        numbers = pd.concat([as_numbers(name, frame) for name, frame in some.items()])
        numbers = numbers[[*(name for name in numbers if name not in NUMBER), *NUMBER]]
        return self._with_units(tidy(self.origin, with_categories(numbers)), some.values())

    def _some_tables(self) -> Mapping[str, pd.DataFrame]:
        if not (tables := self.tables):
            raise BoneyardError("there is no table: nothing was counted")
        return tables

    def _with_units(
        self, found: pd.DataFrame, frames: Iterable[pd.DataFrame],
    ) -> pd.DataFrame:
        """Return a tidy frame with its origin and its units."""
        found.attrs.update(self.origin)
        units = {name: unit for frame in frames for name, unit in frame.attrs["units"].items()}
        if "measure" in found:
            units |= dict.fromkeys(NUMBER[1:], "as the measure")
        found.attrs["units"] = {**dict.fromkeys(map(str, found), "text"), **_UNITS_PLAYED, **{
            str(name): "as the rule" for name in found if str(name).startswith("rule_")}, **units}
        return found


class Made(Tabled):
    """What was made from a run: all that its report shows, as frames and figures; it can be read as
    a page and saved in a folder."""

    run: Run  #: what was played

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
        check_folder(folder, overwrite)  # before anything is worked out for its files
        return replace(self.report(), files=self._files()).save(folder, overwrite, figures)

    def _files(self) -> Mapping[str, bytes]:
        """Return what else the folder holds, by name."""
        return {}

    def counts(self) -> dict[str, Any]:
        """Return the facts and the exact counts that ``summary.json`` has."""
        return dict(self.report().summary)

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables by name; their ``attrs`` hold where they come from."""
        return self.report().tables

    @property
    def meanings(self) -> Mapping[str, Meaning]:
        """Unit and meaning of the columns that have them, by ``table.column``."""
        return self.report().meanings

    @property
    def origin(self) -> dict[str, Any]:
        """What was played, by which version and by which command, as ``attrs`` have it."""
        return origin_of(self.run, self.command)

    def _repr_html_(self) -> str:
        title, *answers = map(html.escape, repr(self).split("\n"))
        listed = "".join(f"<li>{answer}</li>" for answer in answers)
        return f"<h3>{title}</h3><ul>{listed}</ul>"

    @cached_property
    def plot(self) -> Plots:
        """The figures, each drawn anew: ``found.plot.duel_ranking(ax=left)``."""
        report = self.report()
        return Plots(f"{report.title!r}", {
            name: one.draw for name, one in report.pictures().items()})


def attrs_of(
    run: Run, command: str, name: str, frame: pd.DataFrame, meanings: Mapping[str, Meaning],
) -> dict[str, Any]:
    """Return where a frame comes from, and the units of its columns; ``meanings``: its own."""
    attrs, rules = origin_of(run, command), run.rules.as_dict()
    # A frame of several tables names each.
    if own := [level for level in frame.index.names if level in ("players", *rules)]:
        each = frame.index.to_frame(index=False)[own].drop_duplicates()
        attrs["tables"] = each.to_dict("records")
        attrs["lineup"] = list(dict.fromkeys(run.labels))
        attrs["rules"] = {name: value for name, value in rules.items() if name not in own}
    if name:
        attrs["units"] = units_of(name, frame, find_game(run.game).unit(run.rules),
                                  {**report_of(run.game).columns, **meanings})
    return attrs


def origin_of(run: Run, command: str) -> dict[str, Any]:
    """Return where the numbers of a run come from."""
    return {"game": run.game, "lineup": list(run.labels), "rules": run.rules.as_dict(),
            "seed": run.seed, "boneyard": commands.versions()["boneyard"], "command": command}


class Plots(Carried):
    """The figures of a result: ``result.plot.tricks()`` draws one, ``dir`` lists them.

    Each takes ``ax``, axes of a figure of one's own, ``figsize`` in inches, and keywords of
    matplotlib's ``Axes.set``, as ``title``. It returns its ``Axes``, the first where a figure has
    several, which a notebook shows by itself; ``.figure`` is the whole figure.
    """

    def __init__(self, whose: str, builders: Mapping[str, Callable[[], Figure]]) -> None:
        self._whose, self._builders = whose, builders

    def __dir__(self) -> Sequence[str]:
        return list(self._builders)

    def __repr__(self) -> str:
        return f"Figures: {', '.join(self._builders)}"

    def __getattr__(self, name: str) -> Callable[..., Axes]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._builders:
            raise AttributeError(str(unknown(f"figure of {self._whose}:", name, self._builders)))
        build = self._builders[name]

        def draw(
            ax: Axes | None = None, figsize: tuple[float, float] | None = None, **words: Any
        ) -> Axes:
            return in_axes(build, ax, figsize, **words)

        draw.__name__ = name
        draw.__doc__ = f"Draw {name!r} and return its axes: in ``ax``, or in a new figure."
        return draw
