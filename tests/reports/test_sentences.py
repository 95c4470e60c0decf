"""Sentences, figures and the terminal say what the tables say, for every page and every study.

Small runs: what is wrong with a number's name or place is as wrong in a short run as in a long one.
"""

import io
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import cleandoc
from typing import Any

import numpy as np
import pytest
import typer
from rich.console import Console

from boneyard import replay, review, simulate, solve, tune
from boneyard.cli.main import app
from boneyard.cli.terminal import show
from reports.page.document import Section
from reports.page.files import Report
from reports.request import set_up
from reports.studies.answered import hold_study
from reports.studies.library import studies
from simulate.games.game import find_game, game_names
from strategies.lineup import library
from tests.golden.test_golden import seated
from tests.reports.said import (
    Cell,
    Number,
    cells_of,
    clause_around,
    crowded_sentences,
    long_sentences,
    nearest,
    numbers_in,
)

#: By game: rules beside its own.
RULES = {"loo": {"penalty": "cap:30"}}
#: Studies that take seconds, or ask for another table than that of the others.
_SLOW = {"exploit", "race", "call", "bet", "line", "miss", "surface"}
_ONE_STRATEGY = {"race"}


@dataclass(frozen=True)
class Told:
    """What was said of a table, and the sections that show it."""

    strategies: tuple[str, ...]
    answer: tuple[str, ...]
    sections: tuple[Section, ...]
    report: Report


def _pages() -> Iterator[object]:
    for game in game_names():
        yield pytest.param(game, "report", id=f"{game}-report")
        for name, kind in studies().items():
            if kind.is_for(game) and (game, name) not in _NOT_HELD:
                slow = name in _SLOW or (game != "loo" and name != "duel")
                yield pytest.param(game, name, id=f"{game}-{name}",
                                   marks=[pytest.mark.slow] if slow else [])
    for name in ("tune", "review"):
        yield pytest.param("loo", name, id=f"loo-{name}")
    yield pytest.param("loo", "solve", id="loo-solve", marks=pytest.mark.slow)


#: What a game has nothing to lose, to change or to race for; and what takes minutes.
_NOT_HELD = {("euchre", "risk"), ("casino", "risk"), ("casino", "rules"), ("loo", "race"),
             ("rounce", "exploit")}


@cache
def told(game: str, name: str) -> Told:
    """Return what a page or a study says of a short run."""
    lineup, rules = ",".join(seated(game, 3)), RULES.get(game, {})
    hands = None if game == "casino" else 20
    if name == "report":
        found = simulate(game, lineup, rules=rules, sessions=400, hands=hands, seed=7, jobs=1)
        report = found.report()
        return Told(tuple(library(game)), report.answers, report.sections, report)
    if name in ("tune", "review", "solve"):
        report = _MADE[name]().report()
        return Told(tuple(library(game)), report.answers, report.sections, report)
    sessions = {"miss": 24_000, "call": 20_000}.get(name, 2_000 if studies()[name].single else 200)
    lineup = lineup.split(",")[0] if name in _ONE_STRATEGY else lineup
    run = set_up(game, lineup, 3, rules, sessions, hands, 7)
    held = hold_study(name, run, {}, jobs=1)
    return Told(tuple(library(game)), held.study.answer, held.study.sections, held.report())


_MADE: dict[str, Callable[[], object]] = {
    "tune": lambda: tune("loo", "book(first=29,later=29)", ["first", "later"], "stay", players=2,
                         trials=8, sessions=40, hands=20, jobs=1),
    "review": lambda: review([one.history for one in replay(
        "loo", lineup="random,book,book", session=0, hands=6, seed=3)], 0, deals=512, jobs=1),
    "solve": lambda: solve("loo", 2, deals=3_000, rounds=1, jobs=1)}

PAGES = pytest.mark.parametrize(("game", "name"), list(_pages()))
#: Sentences whose numbers stand in no table of their section, and why.  What follows from one is
#: worked out from it.
_ELSEWHERE = {
    r"^Of those who stay in, \S+ took a trick": "of hands stayed in, where columns are of all",
    r" wins most games, ": "games of the run and tiles of rounds, for one strategy after another",
    r"ever to do so would cost": "a sum over the chart, on other deals where luck chose",
    r"departs from its chart it": "the sum of its habits, those that are not sure among them",
    r"^Rating: ": "of all decisions together: the table has each kind",
    r"^Result: ": "of all hands together: the tables have decisions"}


def _powers_of_two(cell: Cell) -> Cell:
    low, high = cell.ends
    return Cell(cell.table, cell.column, 2**cell.value, (2**low, 2**high), cell.words)


#: Numbers that follow from those of a table, by what stands before them or after.
_FOLLOWS = {
    r"pools twice as large are $": _powers_of_two}


def _cells(before: str, cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells that a number may be told of, as it is told after these words."""
    for words, follows in _FOLLOWS.items():
        if re.search(words, before):
            return [follows(cell) for cell in cells if np.isfinite(cell.value)]
    return list(cells)


def _told_in(page: Told) -> Iterator[tuple[str, str, Sequence[Cell]]]:
    """Yield every sentence with the cells of the tables that it speaks of."""
    everywhere = cells_of(table for section in page.sections for table in section.tables)
    for sentence in page.answer:
        yield "answer", sentence, everywhere
    for section in page.sections:
        cells = cells_of(section.tables)
        for sentence in section.answer:
            yield section.name, sentence, cells


def _says(page: Told) -> Iterator[tuple[str, str, str, str, Number, list[Cell]]]:
    """Yield each number with where it stands, and the cells that are the same number."""
    for where, sentence, cells in _told_in(page):
        if any(re.search(words, sentence) for words in _ELSEWHERE):
            continue
        for found, number in numbers_in(sentence):
            before, after = clause_around(sentence, found.start(), found.end())
            same = [cell for cell in _cells(sentence[: found.start()], cells)
                    if number.is_told_of(cell)]
            yield where, sentence, before, after, number, same


@PAGES
def test_a_sentence_has_twenty_words_at_most(game, name):
    page = told(game, name)
    notes = [table.note for section in page.sections for table in section.tables]
    captions = [one.caption for section in page.sections for one in section.pictures]
    said = [sentence for _, sentence, _ in _told_in(page)]
    assert long_sentences(*said, *notes, *captions) == []


@PAGES
def test_a_sentence_tells_one_number_with_its_interval(game, name):
    assert crowded_sentences(*(sentence for _, sentence, _ in _told_in(told(game, name)))) == []


def _help(command: Any) -> Iterator[str]:
    """Yield the help of a command and of all below it, without its tables."""
    yield "\n\n".join(part for part in (command.help or "").split("\n\n") if "  " not in part)
    for parameter in command.params:
        yield re.sub(r"(?m)^\w+: ", "", getattr(parameter, "help", None) or "")
    for one in getattr(command, "commands", {}).values():
        yield from _help(one)


def test_help_has_sentences_of_twenty_words_at_most():
    assert long_sentences(*_help(typer.main.get_command(app))) == []


@pytest.mark.parametrize("game", game_names())
def test_rules_and_strategies_are_told_in_sentences_of_twenty_words_at_most(game):
    found, texts = find_game(game), [find_game(game).how_to_play]
    for _, option in found.rules_class.options():
        texts += [option.meaning, option.allowed, cleandoc(option.source)]
    for one in library(game).values():
        texts += [one.summary, f"Looks at {one.looks_at}.", one.rule_at(game) or ""]
        texts += [parameter.meaning for parameter in one.parameters.values()]
    assert long_sentences(*map(found.in_own_words, texts)) == []


@PAGES
def test_every_number_with_an_interval_stands_in_a_table(game, name):
    wrong = [f"{where}: {number.text} in {sentence!r}"
             for where, sentence, _before, _after, number, same in _says(told(game, name))
             if not same]
    assert not wrong, "\n".join(wrong)


@PAGES
def test_every_number_is_told_of_whom_it_is(game, name):
    """The strategy or place that is named next to a number is the row's, where rows have one."""
    page, wrong = told(game, name), []
    for names in (page.strategies, find_game(game).position_names(3)):
        for where, sentence, before, after, number, same in _says(page):
            doubt = re.sub(r"\([^()]*to call\)", "", before)
            named = nearest(names, doubt, after)
            of = [set(cell.words) & set(names) or {
                one for one in names if any(nearest([one], word, "") for word in cell.words)}
                for cell in same]
            if named and same and not any(not who or who & named for who in of):
                wrong.append(f"{where}: {number.text} is of {of}, not of {named}: {sentence!r}")
    assert not wrong, "\n".join(wrong)


@PAGES
def test_ranks_fall(game, name):
    for section in told(game, name).sections:
        for table in section.tables:
            frame = table.frame.reset_index()
            if "rank" not in frame:
                continue
            value = next(name for name in ("mean", "value") if name in frame)
            by = [key for key in ("rules",) if key in frame]
            for _, group in (frame.groupby(by) if by else [("", frame)]):
                values = group.sort_values("rank")[value].tolist()
                assert values == sorted(values, reverse=True), table.name


def _rows(axes: Any) -> list[tuple[str, list[float]]]:
    """Return the rows of a plot that have a name, from the top down, with the dots of each."""
    rows = []
    for at, text in zip(axes.get_yticks(), axes.get_yticklabels(), strict=False):
        dots = [float(x) for line in axes.lines if line.get_marker() in tuple("os^Dv*")
                for x, y in zip(line.get_xdata(), line.get_ydata(), strict=True)
                if np.isfinite(x) and round(float(y) - 0.01) == round(at)]
        rows.append((float(at), text.get_text().replace("\n", " "), dots))
    top_down = sorted(rows, key=lambda row: row[0], reverse=not axes.yaxis_inverted())
    return [(label, dots) for _, label, dots in top_down if re.search("[A-Za-z]", label)]


def _is_of(cell: Cell, label: str) -> bool:
    """Tell whether a cell is of the row of a plot."""
    return all(any(part.strip() in word for word in cell.words) for part in label.split(", "))


#: Figures whose rows do not fall by their first dots: by a column of the table (-1: falling), or
#: in the order of a table's rows.
_ORDERS = {
    **dict.fromkeys(("loo_rates", "making", "trump", "hands_won"), ("strategies", 0)),
    "pips": ("pips", 1),
    "exploitability": ("gain", 1), "exploit_race": ("gain", 1), "exploit_calls": ("gain", 1),
    "rules_strategies": ("rules_strategies", 0), "rules_skill": ("rules_skill", 0),
    "rules_positions": ("rules_positions", 0),
    **{name: (name, 0) for name in ("duel_positions", "bet_holdings", "line_habits", "line_closing",
                                    "line_draws")}}


def _is_in_order(name: str, rows: list[tuple[str, list[float]]], cells: Sequence[Cell]) -> bool:
    by, sign = _ORDERS.get(name, ("", -1))
    if sign == 0:
        at = [next((k for k, cell in enumerate(cells) if cell.table == by and _is_of(cell, label)),
                   -1) for label, _ in rows]
        return at == sorted(at)
    values = [next((cell.value for cell in cells if cell.column == by and _is_of(cell, label)),
                   None) if by else dots[0] for label, dots in rows if dots]
    return values == sorted(values, key=lambda value: sign * value)


@PAGES
def test_figures_have_their_tables_numbers_in_their_order(game, name):
    page, wrong = told(game, name), []
    for section in page.sections:
        cells = cells_of(section.tables)
        for picture in section.pictures:
            for axes in picture.figure.axes:
                rows = [(label, dots) for label, dots in _rows(axes)
                        if any(_is_of(cell, label) for cell in cells)]
                for label, dots in rows:
                    own = [cell.value for cell in cells if _is_of(cell, label)]
                    wrong += [f"{picture.name}: {dot} of {label}" for dot in dots if not any(
                        abs(dot - scale * value) <= 1e-9 * max(1.0, abs(dot))
                        for value in own for scale in (1, 100, -1, -100))]
                if not _is_in_order(picture.name, rows, cells):
                    wrong.append(f"{picture.name}: {rows}")
    assert not wrong, "\n".join(wrong)


def _printed(report: Report) -> str:
    """Return what the terminal shows of a report, in one line."""
    console = Console(file=io.StringIO(), width=400)
    show(report, console)
    return " ".join(console.file.getvalue().split())


@PAGES
def test_the_terminal_shows_the_answers_and_the_tables_of_a_page(game, name):
    """All that the page shows, but for those that are too long for a terminal."""
    report = told(game, name).report
    printed = _printed(report)
    at = 0
    for text in (*report.answers, *(
        table.title for section in report.sections for table in section.tables
        if table.on_page and len(table.frame) and table.name not in ("extremes", "pool_by_hand"))
    ):
        assert (at := printed.find(" ".join(text.split()), at)) > 0, text
