"""What was written comes back, and what belongs together is put together."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import numpy as np

from reports.draw import style
from reports.later import Figure, pd
from reports.options import Option, checked
from reports.page.document import Frames, with_categories
from reports.page.files import files_listed, written
from reports.page.html import FIRST
from reports.page.tidied import NUMBER
from reports.request import OutArg, OverwriteArg, set_up
from reports.results.figure_tables import Meaning
from reports.results.tabled import Plots, Tabled
from simulate.books.rows import BLOCK, NO_EXTREME
from simulate.books.tally import Ints
from simulate.errors import BoneyardError, brief, read_place
from simulate.runs.run import Played, Player, Run

if TYPE_CHECKING:
    from reports.results.result import Result
    from simulate.runs.adding import Totals

    Finished: TypeAlias = str | Path | Result
else:
    Finished = Any
#: How the command of several runs that were added up begins.
MERGED = "boneyard merge"
#: The options of a command that set what was played.
_TABLE = ("players", "lineup", "preset", "sessions", "hands", "seed")
#: What a summary has that its totals do not give.
_NOT_COUNTED = ("seconds", "versions", "command", "entries", "digests")


def summary_of(folder: str | Path, of_run: bool = True) -> dict[str, Any]:
    """Read the summary of what was finished, with its command and, ``of_run``, its digests."""
    path = Path(folder) / "summary.json"
    try:
        if not path.is_file():
            raise BoneyardError(f"folder {str(folder)!r} holds no finished run (summary.json)")
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found["command"], str) and (
                not of_run or isinstance(found["digests"], dict)):
            return dict(found)
    except BoneyardError:
        raise
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    wanted = "of a run with digests of its sessions" if of_run else "with a command"
    raise BoneyardError(f"{str(path)!r} is no summary {wanted}")


class Saved(Tabled):
    """A study, another answer or a review that was read from its folder.

    It has the tables, ``summary()`` and ``tidy()`` of what was saved. Its page and its figures are
    the files of the folder, which ``save()`` copies. What else the object had is not kept:
    ``command`` finds it anew.

    Attributes
    ----------
    folder : Path
    command : str
        What finds it anew.
    text : str
        The question and its answer; of a review, what it prints.

    Examples
    --------
    >>> import tempfile
    >>> import boneyard
    >>> held = boneyard.study("duel", "loo", "stay,book", sessions=50, hands=5, jobs=1)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found = boneyard.load(held.save(folder, figures=False))
    >>> found.answer == held.answer, list(found.tables) == list(held.tables)
    (True, True)
    >>> found.summary().equals(held.summary())
    True
    """

    def __init__(
        self, folder: Path, counts: dict[str, Any], tables: dict[str, pd.DataFrame], text: str,
    ) -> None:
        self.folder, self.text, self.command = folder, text, str(counts["command"])
        self._counts, self._tables = counts, Frames(tables)
        self._meanings = {key: meant for frame in tables.values()
                          for key, meant in frame.attrs.pop("meanings", {}).items()}

    @property
    def tables(self) -> dict[str, pd.DataFrame]:
        """All tables by name, with their ``attrs``, as they were saved."""
        return self._tables

    def counts(self) -> dict[str, Any]:
        """Return what ``summary.json`` has."""
        return dict(self._counts)

    @property
    def origin(self) -> dict[str, Any]:
        """What was played, by which version and by which command, as ``attrs`` have it."""
        kept, lineup = self._counts, self._counts["lineup"]
        if isinstance(lineup, str):  # what was tuned
            lineup = next(iter(self._tables.values())).attrs["lineup"]
        return {"game": kept["game"], "lineup": lineup, "rules": dict(kept["rules"]),
                "seed": kept["seed"], "boneyard": kept["versions"]["boneyard"],
                "command": self.command}

    @property
    def question(self) -> str:
        """The question."""
        return str(self._counts["question"])

    @property
    def answer(self) -> tuple[str, ...]:
        """Its answer in a few sentences with numbers and their uncertainty."""
        return tuple(self._counts["answer"])

    @property
    def meanings(self) -> dict[str, Meaning]:
        """Unit and meaning of the columns that have them, by ``table.column``."""
        return self._meanings

    def page(self) -> str:
        """Return the page that was saved."""
        with _there(self.folder / FIRST) as file:
            return file.read_text(encoding="utf-8")

    @property
    def plot(self) -> Plots:
        """The figures that were saved, as pictures; ``command`` draws them anew."""
        return Plots(f"{str(self.folder)!r}", {
            Path(name).stem: partial(_picture, self.folder / name)
            for name in self._counts["files"] if name.endswith(".png")})

    def save(self, folder: str | Path, overwrite: bool = False) -> Path:
        """Copy what was saved into another folder.

        Parameters
        ----------
        folder : str or Path
        overwrite : bool
            Whether a finished report in the folder is replaced.
        """
        def copy(into: Path) -> None:
            for name in (*files_listed(self.folder), FIRST, "summary.json"):
                (into / name).parent.mkdir(exist_ok=True)
                with _there(self.folder / name) as file:
                    content = file.read_bytes()
                (into / name).write_bytes(content)

        return written(folder, overwrite, copy)

    def __repr__(self) -> str:
        return self.text


@contextmanager
def _there(file: Path) -> Iterator[Path]:
    """Yield a file that was saved; raise ``BoneyardError`` if it cannot be read."""
    try:
        yield file
    except (OSError, SyntaxError, ValueError) as error:  # a picture may raise any
        raise BoneyardError(f"{str(file)!r} cannot be read ({error})") from error


def _picture(file: Path) -> Figure:
    """Return a figure that shows a picture."""
    from matplotlib.image import imread

    with _there(file), style.plot() as (figure, axes):
        axes.imshow(imread(file))
        axes.set_axis_off()
    return figure


def _saved(folder: Path, summary: dict[str, Any]) -> Saved:
    """Read what has no totals: its tables and its text."""
    try:
        names = [Path(str(name)).stem for name in summary["files"]
                 if str(name).startswith("tables/") and str(name).endswith(".parquet")]
        tables = {name: pd.read_parquet(folder / "tables" / f"{name}.parquet") for name in names}
        for name, frame in tables.items():
            check_summary(folder, summary, {"game": frame.attrs["game"]}, f"{name}.parquet")
        written = folder / "review.txt"
        text = written.read_text(encoding="utf-8").rstrip("\n") if written.is_file() else "\n".join(
            [str(summary["question"]), *map(str, summary["answer"])])
        found = Saved(folder, summary, tables, text)
        _ = found.origin  # all of it is there
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BoneyardError(f"folder {str(folder)!r} has not all that its summary.json lists "
                            f"({error})") from error
    return found


def _asked(command: str) -> dict[str, Any]:
    """Return what the command that a summary names asks for."""
    given: dict[str, Any] = dict.fromkeys(_TABLE)
    rules: dict[str, Any] = {}
    try:
        _, _, game, *words = shlex.split(command)
        for option, value in zip(words[::2], words[1::2], strict=True):
            if option == "--rule":
                name, _, rules[name] = value.partition("=")
            elif option.removeprefix("--") in given:
                given[option.removeprefix("--")] = value
        if None in (given["sessions"], given["hands"], given["seed"]):
            raise ValueError(command)
    except ValueError:
        raise BoneyardError(f"command {command!r} of the summary sets no table") from None
    return {"game": game, **given, "rules": rules}


def _where(name: str, folder: str | Path) -> str:
    """Return the place of a file that a run named: from this folder, or one above its results."""
    try:
        if Path(name).exists():
            return name
        places = (above / name for above in Path(folder).resolve().parents)
        return str(next((place for place in places if place.is_file()), name))
    except (OSError, ValueError):  # it cannot be a file name, as reading it will show
        return name


def _entries(folder: str | Path, asked: dict[str, Any]) -> tuple[list[str], list[int]]:
    """Return the line-up that was asked for, and the seats whose files have another name here."""
    from strategies.lineup import names_file, split

    entries, moved = split(asked["lineup"] or "random", asked["game"]), []
    for seat, entry in enumerate(entries):
        file, colon, name = entry.rpartition(":")
        place = _where(file, folder) + colon + name if colon else entry
        if not colon and names_file(asked["game"], entry):
            place = _where(entry, folder)
        if place != entry:
            entries[seat] = place
            moved.append(seat)
    return entries, moved


def run_of(folder: str | Path, summary: dict[str, Any]) -> Run:
    """Return the run of a summary, whose files may be named from another folder than this."""
    asked, called = _asked(summary["command"]), summary.get("lineup")
    entries, moved = _entries(folder, asked)
    preset = asked.pop("preset")
    rules = {"preset": preset and _where(preset, folder), **asked["rules"]}
    run = set_up(**{**asked, "lineup": entries, "rules": rules})
    if moved and isinstance(called, list) and len(called) == len(run.players):
        everybody = len(entries) == 1
        run = replace(run, players=tuple(
            replace(player, label=str(label)) if everybody or seat in moved else player
            for seat, (player, label) in enumerate(zip(run.players, called, strict=True))))
    if [run.labels, run.rules.as_dict()] != [called, summary.get("rules")]:
        raise BoneyardError(f"the summary in {str(folder)!r} contradicts itself: its command sets "
                            "another table")
    return run


@checked
def load(
    folder: Annotated[str | Path, Option(
        "A folder that ``save`` or --out wrote.", None, kind="str or Path")],
) -> Result | Saved:
    """Return what was written into a folder: a run, a study, another answer, or a review.

    The tables of a run, and of the run of a report, are made anew from its totals. If its
    strategies cannot be found any more, its sessions cannot be played again; the rest is there. Of
    all else tables and text come back, with the figures as saved. A summary that its totals
    contradict is refused; ``boneyard verify`` compares its digests with the sessions.

    Returns
    -------
    Result or Saved

    Raises
    ------
    BoneyardError
        If the folder holds nothing finished, or something damaged.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.load("nowhere")
    Traceback (most recent call last):
        ...
    simulate.errors.BoneyardError: folder 'nowhere' holds no finished run (summary.json)
    """
    from reports.results.result import Result
    from simulate.runs.adding import TOTALS
    from strategies.lineup import joined

    place = read_place(folder)
    if "digests" not in (summary := summary_of(place, of_run=False)) and not (
            place / TOTALS).exists():
        return _saved(place, summary)
    summary, total = run_in(place)
    played = total.played()
    if len(total.runs) > 1:
        return Result(_seated(total), summary["command"], total)
    played.tally.extremes = _extremes(place)
    _mark(played, place, summary["digests"])
    try:
        run = run_of(place, summary)
    except BoneyardError:
        run = played.run
        with suppress(BoneyardError):
            asked = _asked(summary["command"]) if summary["command"] else {
                "game": run.game, "lineup": joined(summary.get("entries", run.labels))}
            run = _partly(run, _entries(place, asked)[0])
    return Result(replace(played, run=run), summary["command"], total)


def run_in(folder: str | Path) -> tuple[dict[str, Any], Totals]:
    """Read the summary and the totals of a run; refuse a summary that they contradict."""
    from reports.results.result import Result
    from simulate.runs.adding import TOTALS, read_totals

    total = read_totals(folder)
    summary, counted = summary_of(folder), Result(total.played(), "", total).counts()
    check_summary(folder, summary, {
        name: one for name, one in counted.items() if name not in _NOT_COUNTED}, TOTALS)
    return summary, total


def check_summary(
    folder: str | Path, summary: Mapping[str, Any], known: Mapping[str, Any], file: str,
) -> None:
    """Raise ``BoneyardError`` if entries of a summary are not what a file beside it gives."""
    for name, right in json.loads(json.dumps(known)).items():
        for place, there, here in _differences(name, summary.get(name), right):
            raise BoneyardError(f"the summary in {str(folder)!r} was changed: its {place} is "
                                f"{there!r:.200}, but {file} beside it gives {here!r:.200}")


def _differences(place: str, there: Any, here: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the values of JSON that differ, each with its place."""
    if isinstance(here, dict) and isinstance(there, dict) and here.keys() == there.keys():
        for key, value in here.items():
            yield from _differences(f"{place}.{key}", there[key], value)
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for i, value in enumerate(here):
            yield from _differences(f"{place}[{i}]", there[i], value)
    elif here != there or type(here) is not type(there):
        yield place, there, here


def _mark(played: Played, folder: Path, digests: Mapping[str, str]) -> None:
    """Give a run the hashes of its blocks, by which it can be verified where it is saved again."""
    try:
        played.tally.marked = tuple(int(first) // BLOCK for first in digests)
        played.tally.marks = np.array([int(mark, 16) for mark in digests.values()], np.int64)
    except (ValueError, TypeError, OverflowError) as error:
        raise BoneyardError(f"digests of {str(folder / 'summary.json')!r} are damaged") from error


def _partly(run: Run, entries: list[str]) -> Run:
    """Return a run of names with players in the seats where they are found, if not in all."""
    from strategies.lineup import seat_players

    seats = list(run.players)
    for seat, entry in enumerate(entries * (len(seats) // len(entries))):
        with suppress(BoneyardError):
            player, = seat_players(run.game, [entry], 1, run.rules, len(seats))
            seats[seat] = replace(player, label=run.labels[seat])
    found = all(player.decisions for player in seats)
    return run if found else replace(run, players=tuple(seats))


def _extremes(folder: Path) -> Ints:
    """Read the most extreme hands of a run: int64[2, N, 4] (``simulate.books.rows``)."""
    place = folder / "tables" / "extremes.parquet"
    if not place.is_file():
        return np.full((2, 0, 4), NO_EXTREME)
    try:
        table = pd.read_parquet(place)
        value = table[table.columns[1]].where(table["side"] == "worst", -table[table.columns[1]])
        hands = table.assign(key=value)[["key", "session", "hand", "seat"]]
        own = [hands[table["side"] == side].to_numpy(np.int64) for side in ("worst", "best")]
    except (OSError, ValueError, KeyError, IndexError, TypeError) as error:
        raise BoneyardError(f"{str(place)!r} is damaged ({error})") from error
    extremes = np.full((2, max(map(len, own)), 4), NO_EXTREME)
    for side, found in zip(extremes, own, strict=True):
        side[: len(found)] = found
    return extremes


def _seated(total: Totals, players: tuple[Player, ...] = ()) -> Played:
    """Return totals as a run, with the players that it had, or those of their names if these play
    as they did."""
    from simulate.runs.resuming import identity
    from strategies.lineup import seat_players

    played = total.played()
    run = played.run
    with suppress(BoneyardError):
        seated = players or seat_players(run.game, run.labels, None, run.rules)
        seated_run = replace(run, players=seated)
        if total.identity.items() <= identity(seated_run).items():
            return replace(played, run=seated_run)
    return replace(played, run=_partly(run, run.labels))


@checked
def merge(
    folders: Annotated[Iterable[Finished], Option(
        "The folders of finished runs of one table, each with a seed of its own.", "A B...",
        is_argument=True, is_place=True, repeated=True, kind="sequence of str, Path or Result",
        python="Or the results; ``command`` is then empty.")],
    out: OutArg = None, overwrite: OverwriteArg = False,
) -> Result:
    """Add up finished runs with different seeds, as if they had been one.

    Raises
    ------
    BoneyardError
        If a folder holds no finished run, or they do not belong together.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.merge(["monday"])
    Traceback (most recent call last):
        ...
    simulate.errors.BoneyardError: merge adds up two runs or more, not 'monday' alone: ...
    """
    from reports.results.result import Result
    from simulate.runs.adding import merge as added_up
    from simulate.runs.resuming import folder_word, reserved

    is_one = isinstance(folders, str | Path | Result) or not isinstance(folders, Iterable)
    several = [folders] if is_one else [*folders]
    if len(several) < 2:
        alone = "none" if not several else "a result alone" if isinstance(
            several[0], Result) else f"{brief(several[0])} alone"
        raise BoneyardError(f"merge adds up two runs or more, not {alone}: give a list of folders "
                            "or results")
    runs, words = list[Any](), [MERGED]
    for one in several:
        if isinstance(one, Result):
            runs.append((f"<{one.command}>", one.totals))
        elif isinstance(one, str | Path):
            runs.append((str(one), run_in(one)[1]))
            words.append(folder_word(Path(one)))
        else:
            raise BoneyardError(f"folders has {brief(one)}: give a list of folders or results")
    total = added_up(runs)
    with reserved(out):
        # What is in no folder, a command cannot name.
        command = " ".join(words) if len(words) > len(several) else ""
        known = (one.run.players for one in several if isinstance(one, Result)
                 and all(player.decisions for player in one.run.players))
        result = Result(_seated(total, next(known, ())), command, total)
        if out is not None:
            result.save(out, overwrite)
    return result


#: Where a number comes from: columns of ``tidy`` that are left out where all agree.
_PLAYED = ("game", "players", "lineup", "seed")


@checked
def concat(
    results: Annotated[Iterable[Any], Option(
        "Runs, studies or other answers.", None,
        kind="sequence of Result, Answered or Saved")],
    table: Annotated[str | None, Option(
        "A name of their ``tables``; the first one when not given.", None, kind="str")] = None,
) -> pd.DataFrame:
    """Put a table of several results into one tidy frame, one row per number.

    Returns
    -------
    DataFrame
        ``result``, the place in the sequence, from 0; of ``game``, ``players``, ``lineup``,
        ``seed`` and ``rule_OPTION`` those that differ; what distinguishes rows of the table, as
        ``strategy`` and ``seat``; ``measure``, ``value``, ``low`` and ``high``.  The ``attrs``
        have the command of each result, and units: ``value`` is in that of its measure.

    Raises
    ------
    BoneyardError
        If there is none, or one has no such table.

    Examples
    --------
    >>> import boneyard
    >>> runs = [boneyard.simulate("loo", "stay,banker", rules={"penalty": cap}, sessions=50,
    ...                           hands=10, jobs=1) for cap in ("cap:20", "cap:40")]
    >>> both = boneyard.concat(runs)
    >>> list(both)
    ['result', 'rule_penalty', 'strategy', 'measure', 'value', 'low', 'high']
    >>> both[both["measure"] == "looed"]["rule_penalty"].unique().tolist()
    ['cap:20', 'cap:40']
    """
    if not isinstance(results, Iterable):
        raise BoneyardError(f"results is {brief(results)}: give a list of runs, studies or answers")
    for one in (several := list(results)):
        if not isinstance(one, Tabled):
            raise BoneyardError(f"results has {brief(one)}: give runs, studies or other answers")
    if not several:
        raise BoneyardError("results is empty: give one run or more")
    frames = [one.tidy(table or next(iter(one.tables)), long=True) for one in several]
    whole = with_categories(pd.concat([
        frame.drop(columns="table").assign(result=place)
        for place, frame in enumerate(frames)], ignore_index=True))
    if whole["seed"].dtype == object:  # several seeds are a text, and files keep one type a column
        whole["seed"] = whole["seed"].astype(str)
    about = [name for name in whole if name in _PLAYED or str(name).startswith("rule_")]
    differ = [name for name in about if whole[name].astype(str).nunique() > 1]
    keys = [name for name in whole if name not in (*about, *NUMBER, "result")]
    found = whole[["result", *differ, *keys, *NUMBER]]
    units = {name: unit for frame in frames for name, unit in frame.attrs["units"].items()}
    found.attrs = {"commands": [one.command for one in several],
                   "units": {**units, "result": "number"}}
    return found
