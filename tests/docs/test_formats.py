"""docs/formats.md says what is written: every key and every column is read back against it."""

import json
import re

import pandas as pd
import pytest

import boneyard
from reports.page.files import write_csv
from tests.sizes import solve_quickly
from tests.waiting import ROOT

PAGE = (ROOT / "docs" / "formats.md").read_text()
SMALL = {"sessions": 20, "hands": 10, "jobs": 1}
TABLES = {
    "loo": ("loo", {"rules": {"penalty": "cap:40"}}),
    "loo for points": ("loo", {"rules": {"scoring": "points"}}),
    "loo with a bankroll": ("loo", {"rules": {"bankroll": 60, "penalty": "cap:40"}}),
    "rounce": ("rounce", {}),
    "euchre": ("euchre", {}),
    "pool": ("pool", {}),
    "hundred-up": ("pool", {"rules": {"score": "hundred_up", "draw": "must", "star": "may"}}),
    "casino": ("casino", {})}
#: Words in backticks that are values, by the place where they stand.
_WORD = re.compile(r"`\"?([A-Za-z0-9_]+)\"?(?:: true)?`")


def section(title: str) -> str:
    """Return the part of the page under a heading."""
    _, found, rest = PAGE.partition(f"### {title}\n")
    assert found, title
    return re.split(r"^##", rest, maxsplit=1, flags=re.MULTILINE)[0]


def words(kind: str, game: str) -> set[str]:
    """Return what the page names for a game."""
    of = "loo and rounce" if game in ("loo", "rounce") else game
    return {word for title in (f"{kind} of every game", f"{kind} of {of}")
            for word in _WORD.findall(section(title))}


def keys(value: object) -> set[str]:
    """Return all keys of an object and of what is in it."""
    if isinstance(value, dict):
        return set(value).union(*map(keys, value.values()))
    if isinstance(value, list):
        return set().union(*map(keys, value))
    return set()


def columns(titles: tuple[str, ...]) -> dict[str, set[str]]:
    """Return the columns that some parts of the page give each table."""
    found: dict[str, set[str]] = {}
    for title in titles:
        for line in section(title).splitlines():
            tables, _, told = line.partition(": ")
            for table in _WORD.findall(tables):
                found.setdefault(table, set()).update(_WORD.findall(told))
    found["seats"] = found.get("seats", set()) | found.get("strategies", set())
    found["exploit_habits"] = found.get("exploit_habits", set()) | found.get("miss_habits", set())
    return found


def unexplained(table: str, frame, known: dict[str, set[str]], labels: list[str]) -> list[str]:
    """Return the columns of a table that the page does not explain."""
    assert table in known, f"the page has no table {table}"
    patterns = [
        re.compile(re.sub(r"K", r"\\d+", word.replace("MOVE", "[PMDT]"))) for word in known[table]]
    left = []
    for name in (*(name for name in frame.index.names if name), *map(str, frame.columns)):
        plain = re.sub(r"_(low|high|se)$", "", name)
        named = any(p.fullmatch(one) for p in patterns for one in (name, plain))
        if not named and not ("STRATEGY" in known[table] and plain in labels):
            left.append(name)
    return left


@pytest.mark.parametrize("table", TABLES)
def test_every_key_of_histories_is_explained(table):
    game, asked = TABLES[table]
    hands = boneyard.replay(game, session=range(12), hands=12, seed=2, **asked)
    found = keys([dict(hand.history) for hand in hands])
    assert found and not found - words("Histories", game)


@pytest.mark.parametrize("table", TABLES)
def test_every_key_of_summaries_and_tables_is_explained(table, tmp_path):
    game, asked = TABLES[table]
    result = boneyard.simulate(game, **SMALL, **asked)
    summary = dict(result.counts(), rules={}, versions={}, digests={})
    assert not keys(summary) - words("Summaries", game)
    of = "loo and rounce" if game in ("loo", "rounce") else game
    known = columns(("Tables of every game", f"Tables of {of}"))
    for name, frame in result.tables.items():
        assert not unexplained(name, frame, known, result.run.labels), name
    read_back(result.tables, tmp_path)
    told(result)


def test_every_key_of_reviews_is_explained():
    hands = [dict(hand.history) for hand in boneyard.replay("casino", players=2, session=range(2))]
    review = boneyard.review(hands, 0, deals=128, jobs=1)
    objects = map(json.loads, review.json_lines())
    found = {key for one in objects for key in one}
    assert found == set(_WORD.findall(section("Summaries of reviews")))


def told(result) -> None:
    """Check that the unit and the meaning of every column are told."""
    columns = {(name, column) for name, frame in result.tables.items()
               for column in (*(level for level in frame.index.names if level), *frame.columns)}
    assert {(table, str(column)) for table, column in columns} == set(result.columns.index)
    assert result.columns.map(bool).all(axis=None)
    assert not result.columns["unit"].str.contains("{", regex=False).any()


def read_back(tables, folder) -> None:
    """Check that CSV files have the columns of their tables and no other."""
    for name, frame in tables.items():
        write_csv(frame, folder / "table.csv")
        levels = [level for level in frame.index.names if level]
        read = pd.read_csv(folder / "table.csv")
        assert list(read.columns) == [*levels, *map(str, frame.columns)], name
        assert len(read) == len(frame)
        assert levels or isinstance(frame.index, pd.RangeIndex), name


#: Studies as they are asked for seldom; ``tests/reports/studies/test_every_study.py`` has the rest.
STUDIES = {
    "risk": {"bankroll": 60, "rules": {"penalty": "cap:40"}}}


def explained(report, labels) -> None:
    known = columns(("Tables of every game", "Tables of studies"))
    for name, frame in report.frames().items():
        assert not unexplained(name, frame, known, labels), name


@pytest.mark.parametrize("study", STUDIES)
def test_every_column_of_studies_is_explained(study, tmp_path):
    asked = {"lineup": "stay,random", **SMALL, **STUDIES[study]}
    held = boneyard.study(study, "loo", **asked)
    explained(held.report(), held.run.labels)
    read_back(held.tables, tmp_path)
    told(held)
    assert not keys({**held.report().summary, "rules": {}, "versions": {}}) - words(
        "Summaries", "loo")


@pytest.mark.parametrize(("game", "more"), [
    ("loo", {"this_hand": True}), ("rounce", {}), ("euchre", {})])
def test_every_column_of_solve_and_exploit_is_explained(game, more, monkeypatch):
    solve_quickly(monkeypatch)
    size = {"players": 2, "deals": 3000, "jobs": 1}
    for found in (boneyard.solve(game, rounds=1, **size, **more),
                  boneyard.exploit(game, "random", **size)):
        explained(found.report(), found.run.labels)
        told(found)
