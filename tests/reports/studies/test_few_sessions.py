"""Every study of every game at one, two, three and five sessions: nothing is said that so few
cannot show, no number is none, and none lies outside its interval, in any answer, table or page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from reports.headlines import too_few
from reports.request import set_up
from reports.stats.estimates import FEW
from reports.stats.number_text import PHRASE
from reports.studies.answered import HeldStudy, hold_study
from reports.studies.kind import studies
from simulate.errors import BoneyardError
from simulate.games.game import game_names

#: By game: strategies of different strength, and rules of which no study of the game is without.
TABLES = {
    "loo": [("book,banker,random", {"penalty": "cap:30"}), ("bold,random", {}), ("stay,stay", {}),
            ("banker,random", {"scoring": "points"})],
    "pool": [("counter,heaviest,random", {}), ("counter,random", {"score": "hundred_up"})],
    "rounce": [("book,random", {})], "euchre": [("hoyle,random", {})],
    "casino": [("best-odds,random", {})]}
#: What a number is written as that is none: a word by itself.
_NONE = re.compile(r"(?<![\w.-])(nan|NaN|inf)\b")


def _value(text: str) -> float:
    return float(text.replace(",", "").replace("∞", "inf").rstrip("%"))


def outside(text: str) -> list[str]:
    """Return the numbers of a text that lie outside the interval beside them."""
    found = []
    for one in PHRASE.finditer(text):
        ends = [_value(end) for end in re.findall(r"[-+]?[\d∞][\d,.]*(?:e-?\d+)?", one["interval"])]
        value = 0.0 if one["number"] == "none" else _value(one["number"])
        low, high = ((*ends, float("inf")) if "or more" in one["interval"] else
                     (-float("inf"), *ends))[-2:]
        if not low <= value <= high:
            found.append(one[0])
    return found


def checked(held: HeldStudy, page: bool) -> None:
    """Look at all that is said and shown of a study."""
    texts = [*held.answer, *(one for section in held.study.sections for one in section.answer)]
    if page:
        written = re.sub(r"(?s)<(script|style|svg).*?</\1>|<[^>]+>", " ", held.report().page())
        texts.append(re.sub(r"\s+", " ", written))
    for text in texts:
        assert not _NONE.search(text), text[max(0, _NONE.search(text).start() - 60):][:120]
        assert not outside(text)
    for name, frame in held.tables.items():
        for column in frame.columns:
            if f"{column}_low" in frame:
                low, high = frame[f"{column}_low"], frame[f"{column}_high"]
                wrong = (low > frame[column] + 1e-9) | (high < frame[column] - 1e-9)
                # No interval without its number.
                wrong |= frame[column].isna() & (low.notna() | high.notna())
                assert not wrong.any(), (name, column, frame[wrong])


def _cases() -> Iterator[object]:
    for game in game_names():
        for lineup, rules in TABLES[game]:
            for name, kind in studies().items():
                try:
                    kind.check_table(set_up(game, lineup, None, rules, 5, 20, 7), kind.read({}))
                except BoneyardError:
                    continue
                yield pytest.param(
                    game, lineup, rules, name, id="-".join((game, *rules, name)),
                    marks=pytest.mark.slow if name == "surface" else ())


CASES = pytest.mark.parametrize(("game", "lineup", "rules", "name"), list(_cases()))


def held_in(game: str, lineup: str, rules: dict[str, str], name: str, sessions: int) -> HeldStudy:
    run = set_up(game, lineup, None, rules, sessions, 8, 7)
    return hold_study(name, run, jobs=1)


@CASES
def test_what_so_few_cannot_show_is_not_said(game, lineup, rules, name):
    for sessions in (1, 2):
        if sessions < studies()[name].least:
            with pytest.raises(BoneyardError, match=f"{sessions} is not a .* or more"):
                held_in(game, lineup, rules, name, sessions)
            continue
        found = held_in(game, lineup, rules, name, sessions)
        assert len(found.answer) == 1 and f"play {FEW} or more" in found.answer[0]
        checked(found, page=False)


@pytest.mark.slow
@CASES
def test_nor_on_a_page(game, lineup, rules, name):
    """From enough sessions on there is an answer, whose numbers hold as well."""
    for sessions in (1, 2, 3, 5, FEW - 1, FEW, FEW + 1):
        if sessions >= studies()[name].least:
            found = held_in(game, lineup, rules, name, sessions)
            rests_on = found.study.sessions or sessions
            assert (f"play {FEW} or more" in found.answer[0]) == (rests_on < FEW)
            checked(found, page=True)


def test_a_number_outside_its_interval_is_found():
    assert outside("It is 3 (4 to 5), or 2 (1 to 3).") == ["3 (4 to 5)"]
    assert outside("At most 7 (10 or more), none (at most 3%).") == ["7 (10 or more)"]


def test_how_many_sessions_it_takes_is_said():
    assert too_few(FEW) == ""
    assert too_few(1).startswith("1 session is too few") and f"{FEW - 1} games are" in too_few(
        FEW - 1, "game")
