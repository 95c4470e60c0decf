"""A table is learned from evenings: who plays like whom, what an evening costs, and its file."""

import json
import re
import shlex
import tomllib
from collections import Counter
from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest

import boneyard
from reports.asking import _played
from reports.request import read_rules, set_up
from reports.results.game_report import ValuedTable
from reports.review.learned import learn
from reports.review.likeness import FAMILIES, LEAST_SEEN, Candidates, Seen, resemblance
from reports.review.notation import hands_of
from reports.review.review import _read_tasks, _tables, _with_likely_players, review
from reports.studies.advise.history_input import lineup_of
from reports.studies.tune.tuning import Tuning
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.views import ACTIONS, PLAY
from simulate.runs.follow import histories
from strategies.loo.base import Stay
from tests.reports.review.typed import NAMES, typed
from tests.sizes import in_pieces

LINEUP = "bold(risk=0.4),book,banker,two-trumps"
#: How lines of tricks begin.
_TRICKS = [f"{suit}:" for suit in range(7)]
#: Lines that a person may leave out.
_UNTOLD = ("pool", "left", "net", "points", *map(str.lower, NAMES))


def _evening(game="loo", lineup=LINEUP, rules=None, sessions=1, hands=40, seed=5, untold=_UNTOLD):
    """Return a typed evening, by default without pools and without tiles but those laid."""
    run = set_up(game, lineup, None, rules, sessions, hands, seed)
    head, told = None, []
    for hand, _ in histories(run, range(sessions)):
        lines = [line for line in typed(hand).split("\n")
                 if line.partition(":")[0].lower() not in untold]
        table = [line for line in lines if line.startswith(("game:", "players:", "rules:"))]
        told.append("\n".join([] if head == table else table) + "\n" * (head != table) + "\n".join(
            line for line in lines if line not in table))
        head = table
    return "\n\n".join(told)


@pytest.fixture(scope="module")
def friday():
    return learn(hands_of(_evening()), jobs=1)


def test_players_are_told_apart_by_a_typed_evening_without_pools(friday):
    assert (friday.players, friday.hands, friday.faults) == (tuple(NAMES[:4]), 40, [])
    assert friday.lineup[1:] == ("book", "banker", "two-trumps")
    assert next(iter(friday.families(0))) == "bold" and friday.families(0)["bold"] > 0.8
    frame, text = friday.frame, str(friday)
    assert (frame["bank_low"] < frame["bank"]).all() and (frame["bank"] < frame["bank_high"]).all()
    assert "Anna: " in text and "Plays most like bold (" in text and "90% intervals" in text
    assert "Few hands" not in text


def test_the_file_of_a_table_is_a_line_up_everywhere_and_finds_its_players(friday, tmp_path):
    file = str(friday.save(tmp_path / "friday.toml"))
    found = tomllib.loads((tmp_path / "friday.toml").read_text())
    assert found["players"] == NAMES[:4] and tuple(found["lineup"]) == friday.lineup
    assert tuple(set_up("loo", file).entries) == friday.lineup
    result = boneyard.simulate("loo", file, sessions=20, hands=5, jobs=1)
    assert tuple(result.run.entries) == friday.lineup
    hand = {"game": "loo", "players": 4, "names": ["cleo", "Anna", "Zoe", "Ben"]}
    by_name = dict(zip(friday.players, friday.lineup, strict=True))
    assert lineup_of(hand, file) == [by_name["Cleo"], by_name["Anna"], "solved", by_name["Ben"]]
    assert lineup_of({**hand, "names": None}, file) == [*friday.lineup]
    with pytest.raises(BoneyardError, match="is there already"):
        friday.save(file)
    for alone in ([file, "book"], f"{file},book", [friday, "book"]):
        with pytest.raises(BoneyardError, match="fills all seats: name it alone"):
            set_up("loo", alone)
    for tuned in (file, friday):
        found = Tuning.of("loo", "book", against=tuned, trials=2, sessions=8, hands=2)
        assert tuple(found.table.entries[1:]) == friday.lineup[1:]
        assert found.run.rules == friday.run.rules and "toml" not in found.command
    asked = {"hand": "6-6 6-2 4-4 3-1 2-0", "turn_up": "6-3", "before": "drop,miss", "deals": 512}
    assert str(boneyard.advise("loo", lineup=file, position=" cleo", **asked)) == str(
        boneyard.advise("loo", lineup=file, position=2, **asked))
    with pytest.raises(BoneyardError, match=r"dealer, Anna, Ben, Cleo, Dora$"):
        boneyard.advise("loo", lineup=file, position="", **asked)


@pytest.mark.parametrize("table", ["file", "text"])
def test_advice_at_a_table_is_turned_so_that_whoever_is_named_deals(friday, table, tmp_path):
    file = str(friday.save(tmp_path / "friday.toml"))
    asked = {"hand": "6-6 6-2 4-4 3-1 2-0", "turn_up": "6-3", "deals": 512}
    own = [*friday.lineup]
    given = {"lineup": file} if table == "file" else {"lineup": own, "rules": friday.run.rules}
    for seat, name in [*enumerate(friday.players)][1::2]:
        turned = [*own[seat + 1:], *own[:seat + 1]]
        plain = boneyard.advise("loo", position=2, before="drop,miss", lineup=turned,
                                rules=friday.run.rules, **asked)
        who = {"position": friday.players[(seat + 3) % 4]} if table == "file" else {"position": 2}
        for dealer in (seat, f" {name.lower()}")[:1 + (table == "file")]:
            found = boneyard.advise("loo", before="drop,miss", dealer=dealer, **who, **given,
                                    **asked)
            assert str(found) == str(plain), (seat, dealer)
            assert [*found.run.entries] == turned


#: By game: a line-up, the rules of the table, and another rule.
TABLES = {
    "loo": ("bold,book,bold,banker", {"penalty": "cap:40", "must_trump": "false"},
            {"penalty": "cap:20"}),
    "rounce": ("bold,book,banker", {"must_trump": "true"}, {}),
    "euchre": ("hoyle,bold,hoyle,loner", {"lead_suit": "high"}, {})}


@pytest.mark.parametrize("game", FAMILIES)
def test_a_table_that_was_learned_keeps_its_rules_as_a_file_and_in_memory(game, tmp_path):
    lineup, rules, other = TABLES[game]
    own = read_rules(game, rules)
    assert own.given(), "the rules of the table are to be others than usual"
    found = learn(hands_of(_evening(game, lineup, rules, 1, 6)), jobs=1)
    file = str(found.save(tmp_path / "table.toml"))
    for table in (found, file):
        ran = boneyard.simulate(game, table, sessions=4, hands=2, jobs=1).run
        assert (ran.rules, tuple(ran.entries), ran.names) == (own, found.lineup, found.players)
        assert set_up(game, table, rules=other).rules == own.changed(**other)
        assert set_up(game, table, rules=type(own)()).rules == type(own)()
        # What it prints needs no file.
        again = shlex.split(boneyard.simulate(game, table, sessions=4, jobs=1).command)
        assert again.count("--rule") == len(rules)
        hand = boneyard.replay(game, lineup=table, session=0, hand=0)[0].history
        assert hand["rules"] == own.as_dict()
        for untold in (hand, {key: one for key, one in hand.items() if key != "rules"}):
            seen = boneyard.review([untold], 0, table, deals=128, jobs=1)
            assert seen.run.rules == own and tuple(seen.run.entries) == found.lineup
    sentence = "line-up of Anna, .* is for|line-up file .* is for"
    for table in (found, file):
        with pytest.raises(BoneyardError, match=sentence):
            boneyard.simulate("casino", table)


def test_an_evening_without_rules_is_read_by_those_of_the_table(friday, tmp_path):
    rules = {"penalty": "cap:30"}
    found = learn(hands_of(_evening(rules=rules, hands=12)), jobs=1)
    file = tmp_path / "evening.txt"
    file.write_text(re.sub("(?m)^rules:.*\n", "", _evening(rules=rules, hands=12)))
    told = [hand["pool"] for hand, _ in histories(
        set_up("loo", LINEUP, None, rules, 1, 12, 5), range(1))]
    kept = found.save(tmp_path / "table.toml")
    for given in ({"lineup": found}, {"lineup": str(kept)}, {"rules": rules}):
        lines, _ = _played(str(file), given.get("rules"), given.get("lineup"))
        assert [hand["pool"] for _, hand in lines] == told


@pytest.mark.parametrize("game", FAMILIES)
def test_of_whom_nothing_was_seen_no_kind_is_named_and_few_hands_are_called_few(game):
    text = _evening(game, TABLES[game][0], None, 1, 3)
    first = [line for line in text.partition("\n\n")[0].split("\n") if line[:2] not in _TRICKS]
    few = learn(hands_of("\n".join(line.partition(",")[0] if line.startswith("said:") else line
                                   for line in first)), jobs=1)
    unseen = [seat for seat, actions in enumerate(few.actions) if not actions]
    assert 0 < len(unseen) < len(few.players)
    for seat in unseen:
        name = few.players[seat]
        assert few.lineup[seat] == "solved" and few.frame.loc[name, "plays_like"] == ""
        assert f"{name}: nothing seen, so solved sits there.\n" in str(few)
    assert few.lineup == ("solved",) * len(few.players) and "Plays most like" not in str(few)
    plain = " ".join(str(few).split())
    assert plain.count("; too few to name a kind of player, so solved sits there.") == (
        len(few.players) - len(unseen))
    assert not few.frame["plays_like"].any() and few.frame["share"].isna().all()
    found = learn(hands_of(text), jobs=1)
    assert all(found.actions) and "Few hands" in str(found)


def test_warnings_name_no_number_that_the_brackets_beside_them_do_not_hold(friday):
    for spread in (1.5, 3, 10):
        rough = replace(friday, drawn=friday.drawn * np.geomspace(
            1 / spread, spread, len(friday.drawn))[:, None])
        assert rough.estimate(0).high > 1.2 * rough.estimate(0).value
        (line,) = re.findall("Few hands: [^.]*[.]", " ".join(str(rough).split()))
        assert line == ("Few hands: more make the brackets narrower, and may show that somebody "
                        "plays otherwise.")


@pytest.mark.parametrize("share", [0.5, 0.994, 0.996, 0.99999, 1.0])
def test_no_likelihood_is_a_hundred_percent_and_nobody_is_named_after_a_single_action(share):
    likely = {"bold": share, "book": 1 - share}
    told = resemblance("Anna", Counter({"play": LEAST_SEEN}), likely)
    assert "100%" not in told and ("over 99%" in told) == (share > 0.995)
    for many in range(1, LEAST_SEEN):
        told = resemblance("Anna", Counter({"play": many}), likely)
        assert "bold" not in told and told.startswith(f"Anna: {many} play; too few to name")


def test_actions_are_named_in_the_order_of_the_game_whichever_came_first(friday):
    order = [find_game("loo").action_words.get(word, word) for word in ACTIONS.values()]
    assert len({*order}) == 4
    for actions in friday.actions:
        assert [*actions] == [word for word in order if word in actions]
    for keys in permutations(enumerate(order)):
        seen = Seen("Anna", np.zeros(1), Counter(keys))
        assert [*seen.actions] == order


def test_the_evening_that_is_shipped_can_be_reviewed():
    lines, _ = _played("examples/friday.txt", None)
    found = review([*lines[:3], *lines[-2:]], "Anna", jobs=1, most=128)
    assert not found.faults and len(found.hands) == 5


@pytest.mark.parametrize(("game", "lineup", "sessions"), [
    ("rounce", "bold,book,banker", 4), ("euchre", "hoyle,bold,hoyle,loner", 8)])
def test_games_for_points_tell_how_often_each_wins(game, lineup, sessions):
    found = learn(hands_of(_evening(game, lineup, None, sessions, 40)), jobs=1)
    assert not found.faults and not found.in_chips
    assert next(iter(found.families(1))) == lineup.split(",")[1]
    partners = 2 if game == "euchre" else 1
    assert found.drawn.mean(axis=0).sum() == pytest.approx(partners, abs=0.03)
    assert "games won" in str(found)


def test_who_turns_careful_with_the_pool_is_named_and_nobody_else(friday):
    from tests.proofs.learned import Outsider

    run = set_up("loo", [Outsider(risk=0.5, shy=0.8), "book", "bold", "two-trumps"], 4, None, 1,
                 120, 4)
    hands = [(k, {**hand, "lineup": None}) for k, (hand, _) in enumerate(histories(run, range(1)))]
    found = learn(hands, jobs=1)
    assert len(found.careful) == 1
    assert found.careful[0].startswith("seat 0 turns careful where a loo costs more than ")
    assert not friday.careful


def test_the_pool_follows_from_what_was_typed_before_or_is_asked_for():
    run = set_up("loo", "random,book,solved,banker", 4, {"penalty": "cap:37"}, 1, 40, 3)
    told = [hand["pool"] for hand, _ in histories(run, range(1))]
    text = _evening("loo", "random,book,solved,banker", {"penalty": "cap:37"}, 1, 40, 3)
    assert [hand["pool"] for _, hand in hands_of(text)] == told
    paragraphs = text.split("\n\n")
    at = next(k for k, own in enumerate(paragraphs) if own.count("\n") > 6 and k > 3)
    paragraphs[at] = paragraphs[at].rpartition("\n")[0]  # its last trick is not told
    read = [hand for _, hand in hands_of("\n\n".join(paragraphs))]
    assert all(isinstance(hand, dict) for hand in read[: at + 1])
    assert "does not follow from the hand before" in str(read[at + 1])
    again = json.loads(json.dumps(paragraphs))
    again[at + 1] += f"\npool: {told[at + 1]}"
    assert [hand["pool"] for _, hand in hands_of("\n\n".join(again))] == told


def test_a_hand_that_comes_again_counts_once_and_who_has_left_is_named(friday):
    evening = _evening()
    again = learn([*hands_of(evening), *hands_of(evening)], jobs=1)
    assert again == friday != "Anna"
    later = _evening(hands=4, seed=6).replace(NAMES[2], "Eva")
    other = learn([*hands_of(_evening(hands=4)), *hands_of(later)], jobs=1)
    assert other != friday and "Eva: " in str(other)
    assert f"Not at the last table, and left out: {NAMES[2]}." in str(other)


ALIKE = "bold,never-miss,banker"


@pytest.fixture(scope="module")
def played_hands():
    run = set_up("loo", ALIKE, None, None, 4, 20, 3)
    return [hand for hand, _ in histories(run, range(4))]


def _valued(hands, lineup=None, named=(None,) * 3):
    """Return the labels at the table by which each hand is valued, and those tables."""
    lines = [(k, {**hand, "lineup": [*named]}) for k, hand in enumerate(hands, 1)]
    tasks, _ = _read_tasks(lines, 0, _tables(lineup, None, 9), None, lineup, 128)
    tables = [task.valued for task in _with_likely_players(tasks, 9)[0]]
    return [[*table.run.labels] for table in tables], tables


@pytest.mark.parametrize(("named", "labels"), [
    # Who sits in seat 1 is known.
    ((None, "solved", None), ["bold", "solved", "banker"]),
    pytest.param((None,) * 3, ALIKE.split(","), marks=pytest.mark.slow),
])
def test_players_are_recognised_by_what_they_declare(played_hands, named, labels):
    assert _valued(played_hands, None, named)[0] == [labels] * len(played_hands)


def test_how_a_hand_is_valued_does_not_depend_on_that_hand(played_hands):
    """Chance has no part in by what it is weighed: even hands go by the odd ones."""
    others = [hand for hand, _ in histories(set_up("loo", "book", 3, None, 4, 20, 8), range(4))]
    mixed = [own if k % 2 else other for k, (own, other) in enumerate(
        zip(played_hands, others, strict=False))]
    labels, _ = _valued(mixed)
    assert labels == [ALIKE.split(","), ["book"] * 3] * (len(mixed) // 2)


@pytest.mark.parametrize("game", FAMILIES)
def test_candidates_are_strategies_with_their_numbers_shifted(game):
    found = Candidates(set_up(game, "random", 3))
    assert np.exp(found.prior).sum() == pytest.approx(1)
    # Those that are drawn to are the strategies as they stand.
    labels = [player.label for player in found.players]
    assert {family.strategy for family in FAMILIES[game]} <= {*labels}
    assert len({*labels}) > 0.9 * len(labels)


def test_hands_of_one_table_share_what_is_worked_out(played_hands):
    _, tables = _valued(played_hands, "solved")
    assert len(tables) == len(played_hands) and len({*map(id, tables)}) <= 2
    for same in (_valued(played_hands, None, ("book",) * 3),  # all are known
                 _valued(played_hands[:19]),  # too few
                 _valued([{**hand, "net": None} for hand in played_hands])):  # no result
        assert all(len({*labels}) == 1 for labels in same[0]) and len({*map(id, same[1])}) == 1


#: What may be said, in the order of the game.
_SAID = ["play", "take the miss", "take a dummy", "drop", "play for the pool", "pass",
         *(f"{call}{alone}" for call in ("name a suit", "order it up", "pick it up")
           for alone in ("", " alone"))]


def _resembled(hands, who, seed=0, lineup=None):
    tasks, _ = _read_tasks(hands, who, _tables(lineup, None, seed), None, lineup, 128)
    return _with_likely_players(tasks, seed)[1]


@in_pieces("told", ("Anna", "Cleo"), ("Anna",), tuple(NAMES[:4]))
@pytest.mark.parametrize("results", [True, False])
@pytest.mark.parametrize("game", FAMILIES)
def test_a_review_names_whom_players_resemble_as_learn_does(game, told, results):
    """Whatever tiles are told, with results or without them, of few hands as of many."""
    untold = {*map(str.lower, NAMES)} - {*map(str.lower, told)} | (
        {"net", "points"} if not results else set())
    text = _evening(game, TABLES[game][0], None, 6 if game == "euchre" else 1, 8,
                    untold=untold)
    found = _resembled(hands_of(text), "Anna")
    assert found == [line.replace(", so solved sits there", "") for line in str(
        learn(hands_of(text), jobs=1)).split("\n") if re.search("Plays most|too few", line)]
    assert "Plays most like" in str(found)
    for line in found:
        said = re.findall(r"\d+ ([a-z ]+)[,.;]", line.partition("Plays")[0])
        assert said and said == sorted(said, key=_SAID.index)
    assert len(found) == len(TABLES[game][0].split(","))


def test_a_review_names_only_people_who_acted_and_whose_strategy_is_unknown(played_hands):
    hands = [{**hand, "names": NAMES[:3], "lineup": [None, "banker", None]}
             for hand in played_hands[:3]]
    assert [line.partition(":")[0] for line in _resembled([*enumerate(hands)], 0)] == [
        "Anna", "Cleo"]
    moved = [{**hand, "names": [*NAMES[2::-1]], "session": 7} for hand in hands]
    found = _resembled([*enumerate([*hands, *moved])], "Ben")
    assert len(found) == 2 and all(f"{name}: " in "".join(found) for name in ("Anna", "Cleo"))
    pool = [hand for hand, _ in histories(set_up("pool", "counter", 3, None, 1, 1, 8), range(1))]
    assert _resembled([(1, {**pool[0], "lineup": None})], 0) == []


def test_the_review_of_an_evening_with_one_players_tiles_prints_whom_they_resemble():
    lines, _ = _played("examples/friday.txt", None)
    found = review(lines[:3], "Anna", jobs=1, most=128)
    heading, *people = str(found).split("\n")[-len(found.alike) - 1:]
    assert heading == "Whom the players resemble" and len(people) == 4
    assert [line.strip() for line in people] == found.alike
    page = found.report().page()
    assert all(line in page for line in found.alike)
    assert "How the hands went" not in page  # of hands without a result there is nothing to draw


def test_tables_that_are_alike_share_it_and_others_do_not():
    class Own(Stay):
        name = "own"

        @staticmethod
        def declare(view, p):
            return PLAY

    def make(run):
        return object()

    def made(lineup="book", rules=None, seed=3, sessions=1):
        return ValuedTable(set_up("loo", lineup, 2, rules, sessions, 20, seed)).once(make)

    assert made() is made(sessions=9)
    others = [made(), made(seed=4), made("stay,book"), made("book,stay"), made("book(first=9)"),
              made(rules={"penalty": "cap:20"}), made([Own, "book"]), made([Own, "book"])]
    assert len({*map(id, others)}) == len(others)
