"""Every study of every game at one, two, three and five sessions: nothing is said that so few
cannot show, no number is none, and none lies outside its interval, in any answer, table or page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from reports.headlines import amount
from reports.request import set_up
from reports.stats.estimates import FEW
from reports.stats.number_text import PHRASE
from reports.studies.answered import HeldStudy, hold_study
from reports.studies.escalation.pools import follow_pools, growth_of
from reports.studies.library import studies
from reports.studies.risk.study import CHANCES, study_risk
from simulate.errors import BoneyardError
from simulate.games.game import find_game, game_names
from simulate.runs.follow import follow, values_of
from simulate.runs.run import Run

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


HANDS = 20


def table(game: str, lineup: str, rules: dict[str, str], sessions: int = 150) -> Run:
    return set_up(game, lineup, None, rules, sessions, HANDS, 4)


def tables_of(study: str) -> list[object]:
    """Return the tables of all games at which a study can be held."""
    found = []
    for game in game_names():
        for lineup, rules in TABLES[game]:
            try:
                studies()[study].check_table(table(game, lineup, rules), studies()[study].read({}))
            except BoneyardError:
                continue
            found.append(pytest.param(table(game, lineup, rules), id="-".join((game, *rules))))
    return found


def hands_of(run: Run, entry: tuple[int, int] | None = None) -> list[np.ndarray]:
    """Return what the seats made of each hand, or an entry of its row, session by session."""
    entries = values_of(run) if entry is None else {"value": entry}
    pieces = follow(run, entries, lambda paths: [
        paths.entries["value"][first:last] for first, last in pairwise(paths.starts)], 1).pieces
    return [session for piece in pieces for session in piece]


@pytest.mark.parametrize("run", tables_of("risk"))
def test_a_bank_that_is_said_to_do_does_and_one_chip_less_does_not(run):
    study = study_risk(run, jobs=1)
    risks, sessions = study.found["risks"], hands_of(run)
    walks = [np.vstack([np.zeros_like(one[:1]), one]).cumsum(axis=0) for one in sessions]
    lowest, end = (np.array([how(walk) for walk in walks]) for how in (
        lambda walk: walk.min(axis=0), lambda walk: walk[-1]))
    fall = np.array([(np.maximum.accumulate(walk) - walk).max(axis=0) for walk in walks])
    for unit in risks.measures.strategies:
        own = list(risks.units[unit])
        for chance in CHANCES:
            bank = risks.bank_needed(unit, chance, risks.marks[-1]).value
            gone = lowest[:, own]
            assert (gone <= -bank).mean() <= chance < (gone <= 1 - bank).mean()
            loss = risks.value_at_risk(unit, chance).value
            assert (-end[:, own] > loss).mean() <= chance < (-end[:, own] > loss - 1).mean()
            most = risks.quantile(risks.walks.drawdown, unit, 1 - chance).value
            assert (fall[:, own] > most).mean() <= chance < (fall[:, own] > most - 1).mean()
    said = amount(risks.bank_needed(risks.measures.strategies[0], 0.05, risks.marks[-1]))
    assert said in study.answer[0] or len(risks.measures.strategies) > 1


@pytest.mark.parametrize("run", [one for one in tables_of("escalation") if growth_of(
    one.values[0]).pools is not None])
def test_pools_of_just_a_level_are_not_above_it(run):
    found, growth = follow_pools(run, 1), growth_of(run)
    pools = np.concatenate(hands_of(run, (growth.pools[0], 1)))[:, 0]
    for q in (0.5, 0.95, 0.99):
        most = found.sizes.quantile(q).value
        assert (pools <= most).mean() >= q
        assert most >= 64 or (pools <= most - 1).mean() < q  # counted exactly below 64


@pytest.mark.parametrize("game", [
    game for game in game_names() if "escalation_limit" in find_game(game).rules_class().as_dict()
    and find_game(game).has_pool(find_game(game).rules_class())])
def test_a_pool_of_just_the_limit_does_not_end_a_session(game):
    run = replace(set_up(game, "stay", 4, {"penalty": "unlimited"}, 1, 200, 3), seed=5)
    _, after = growth_of(run).pools
    (pools,) = hands_of(run, (after, 1))
    record = next(hand for hand, pool in enumerate(pools[:, 0])
                  if pool >= 1_000 and pool > pools[:hand, 0].max(initial=0))
    most = int(pools[record, 0])
    assert record + 1 < len(pools)
    for limit, goes_on in ((most, True), (most - 1, False)):
        limited = replace(run, rules=run.rules.changed(escalation_limit=limit))
        (played,) = hands_of(limited, (after, 1))
        assert (len(played) > record + 1) == goes_on
        assert len(played) >= record + 1
