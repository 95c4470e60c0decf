"""What an evening says once holds until it changes; what cannot be read leaves nothing in force."""

from itertools import product

import pytest

from reports.review.notation import HandsOnce, LeftOut, hands_in, hands_of, seat_in, seat_named
from reports.review.review import review
from simulate.errors import BoneyardError

HAND = ("dealer: West\npool: 25\nturn-up: 5-2\nSouth: 5-5 5-4 4-4 2-1 2-0\n"
        "said: drop, miss, play, drop")
OF_TWO = "dealer: North\npool: 25\nturn-up: 5-2\nSouth: 5-5 5-4 4-4 2-1 2-0\nsaid: miss, play"
HANDS = {
    "loo": "pool: 25\nturn-up: 5-2\nSouth: 5-5 5-4 4-4 2-1 2-0\nsaid: drop, miss",
    "rounce": "turn-up: 5-2\nSouth: 5-5 5-4 4-4 2-1 2-0\nsaid: drop",
    "euchre": "turn-up: 5-2\nSouth: 5-5 5-4 4-4 2-1 2-0\nsaid: pass, pass"}
TABLE = "game: loo\nplayers: North East South West\nrules: penalty=cap:40"


def _read(text):
    return [hand for _, hand in hands_of(text)]


def _reasons(text):
    return [str(hand) if isinstance(hand, BoneyardError) else hand["hand"] for hand in _read(text)]


# A line of the table that cannot be read.

TABLE_LINES = {
    "game: loo": ["game: lo", "game loo", "gmae: loo", "game:", "game: loo euchre", "game: loo,,"],
    "players: North East South West": [
        "players North East South West", "plaers: North East South West", "players:",
        "players: North East South South", "players: North East South pool", "players: 9",
        "players: North,, East", "player North East South West"],
    "rules: penalty=cap:40": [
        "rules: penalty=cap40", "rules penalty=cap:40", "rulse: penalty=cap:40", "rules: cap:40",
        "penalty: cap:40", "penalty=cap:40", "rule: penalty=cap:40", "rules: penalty=cap:40,,",
        "rules: penalty=cap:40\nrules: ante=1", "limit: 40", "house rules: cap of 40"],
}


@pytest.mark.parametrize("right", TABLE_LINES)
def test_hands_under_a_table_that_could_not_be_read_are_not_read(right):
    """In a paragraph of its own or with the hand, in a first session or a later one."""
    for wrong, apart, before in product(
            TABLE_LINES[right], ("\n", "\n\n"), ("", f"{TABLE}\n\n{HAND}\n\n")):
        found = _read(f"{before}{TABLE.replace(right, wrong)}{apart}{HAND}\n\n{HAND}")
        if before:
            assert found.pop(0)["rules"]["penalty"] == "cap:40"
        fault, *hands = found
        assert isinstance(fault, BoneyardError) and not isinstance(fault, LeftOut), wrong
        assert [type(hand) for hand in hands] == [LeftOut] * 2
        line = 1 + [*TABLE.split("\n")].index(right) + (before.count("\n"))
        assert str(fault).startswith((f"line {line}", f"line {line + 1}")), fault


def test_a_table_that_could_not_be_read_holds_until_it_is_told_anew():
    unread = f"{TABLE.replace('cap:40', 'cap40')}\n\n{HAND}\n\n"
    for again in (TABLE, "rules: penalty=cap:40", "game: loo"):
        *_, hand = _read(f"{unread}{again}\n\n{HAND}")
        assert isinstance(hand, dict), again
    *_, hand = _read(f"{unread}players: South North East West\n\n{HAND}")
    assert isinstance(hand, LeftOut)


def test_the_lines_of_a_table_may_come_in_any_order_and_apart():
    for text in ("rules: penalty=cap:40\n\nplayers: North East South West\n\ngame: loo",
                 "players: North East South West\nrules: penalty=cap:40\ngame: loo"):
        hand, = _read(f"{text}\n\n{HAND}")
        assert hand["rules"]["penalty"] == "cap:40"
    *_, hand = _read(f"{TABLE}\n\n{HAND}\n\ngame: loo\n\n{HAND}")
    assert hand["rules"]["penalty"] != "cap:40", "another game has its own rules"


def test_hands_that_are_not_priced_are_counted():
    text = f"{TABLE}\n\n{HAND}\n\n{TABLE.replace('cap:40', 'cap40')}\n\n{HAND}\n\n{HAND}"
    found = review(hands_of(text), "South", jobs=1, most=512)
    assert (len(found.hands), found.unread, found.last()["unread"]) == (1, 2, 2)
    assert found.faults[-1] == ("2 hands are left out: line 13, which names the table, could not "
                                "be read")
    assert found.faults[-1] in str(found)
    text = text.partition("\n\n")[2].partition("\n\n")[2]
    with pytest.raises(BoneyardError, match=r"line 3: .*'cap40'.*; 2 hands are left out"):
        review(hands_of(text), seat_named(list(hands_of(text)), "South"), jobs=1, most=512)


@pytest.mark.parametrize("number", [1, 2])
def test_hands_after_an_unnamed_pool_are_left_out_with_the_line_that_needs_it(number):
    """The hand before is in order: it is only not told to its end."""
    hands = [HAND, *[HANDS["loo"].replace("pool: 25\n", "")] * (1 + number)]
    found = HandsOnce(hands_of(f"{TABLE}\n\n" + "\n\n".join(hands)))
    assert len([*found]) == 1
    many = "one hand is" if number == 1 else "2 hands are"
    asks, left_out = found.faults
    assert asks.startswith("line 11: the hand does not name its pool, which does not follow")
    assert left_out == (f"{many} left out: line 11 begins a hand whose pool is not known: write a "
                        "line pool: 25 there, with the chips that it was played for")
    assert "could not be read" not in left_out
    hands[1] += "\npool: 40"
    again = HandsOnce(hands_of(f"{TABLE}\n\n" + "\n\n".join(hands)))
    assert [hand["pool"] for _, hand in again] == [25, 40]


# A hand that cannot be read.

#: Of each kind, a line of the second hand, and whether the deal surely passes on from it.
HAND_LINES = [
    ("turn-up: 5-2", "turn-up 5-2", True), ("turn-up: 5-2", "turn-up: 5-9", True),
    ("turn-up: 5-2", "trun-up: 5-2", True), ("South: 5-5", "South: 5-9", True),
    ("South: 5-5", "Soth: 5-5", True), ("South: 5-5", "South 5-5", True),
    ("said:", "siad:", True), ("said:", "said", True), ("said: ", "said: fold, ", True),
    ("turn-up: 5-2", "up: 5-2", False), ("turn-up: 5-2\n", "", False),
    ("turn-up: 5-2", "turn-up: 5-2\ngiver: West", False),
    ("turn-up: 5-2", "turn-up: 5-2\nWest deals", False),
    ("turn-up: 5-2", "turn-up: 5-2\nWest: deals", False),
    ("turn-up: 5-2", "turn-up: 5-2\ndeeler: West", False),
    ("turn-up: 5-2", "turn-up: 5-2\ndealer West", False),
    ("turn-up: 5-2", "turn-up: 5-2\ndealer: Wset", False),
    ("turn-up: 5-2", "turn-up: 5-2\ndealer: West\ndealer: East", False),
]


@pytest.mark.parametrize(("right", "wrong", "passes"), HAND_LINES)
@pytest.mark.parametrize("game", HANDS)
def test_after_a_hand_that_cannot_be_read_the_deal_passes_on_or_a_dealer_is_asked_for(
        game, right, wrong, passes):
    hand, table = HANDS[game], f"game: {game}\nplayers: North East South West"
    text = f"{table}\n\ndealer: West\n{hand}\n\n{hand.replace(right, wrong)}\n\n{hand}"
    first, *unread, third = _read(text)
    assert first["dealer"] == 3
    assert unread and all(isinstance(one, BoneyardError) for one in unread)
    if passes:
        assert (third["dealer"], third["hand"]) == (1, 2)
    else:
        assert "does not name its dealer, nor does the one before" in str(third)
        *_, third, fourth = _read(f"{text}\n\ndealer: East\n{hand}\n\n{hand}")
        assert (third["dealer"], fourth["dealer"]) == (1, 2)


#: Faults of the second hand, and whether the pool surely passes on from it.
POOL_LINES = [
    ("South: 5-5", "South: 5-9", True), ("South: 5-5", "Soth: 5-5", True),
    ("turn-up: 5-2", "turn-up: 5-2\nnet: 1 2", True),
    ("turn-up: 5-2", "turn-up: 5-2\nnet: x", True),
    ("said: drop,", "said: fold,", False), ("5: 5-1 5-5", "5: 5-1 5-9", False),
    ("turn-up: 5-2", "turn-up: 5-9", False),
]
ENDED = ("turn-up: 5-2\nSouth: 5-5 5-4 4-4 2-1 2-0\nsaid: drop, play, play, drop\n5: 5-1 5-5\n"
         "5: 5-4 5-3\n4: 4-4 4-1\n2: 2-2 2-1\n6: 6-6 2-0")


@pytest.mark.parametrize(("right", "wrong", "follows"), POOL_LINES)
def test_after_a_hand_that_cannot_be_read_its_pool_follows_or_is_asked_for_once(
        right, wrong, follows):
    hands = [ENDED] * 6
    pools = [hand["pool"] for hand in _read(f"{TABLE}\ndealer: West\n" + "\n\n".join(hands))]
    assert len({*pools}) > 3
    hands[1] = hands[1].replace(right, wrong)
    hands[4] += f"\npool: {pools[4]}"
    first, fault, *others = _read(f"{TABLE}\ndealer: West\n" + "\n\n".join(hands))
    assert first["pool"] == pools[0] and isinstance(fault, BoneyardError)
    if not follows:
        asks, left_out, *others = others
        assert "does not follow from the hand before" in str(asks) and type(asks) is BoneyardError
        assert isinstance(left_out, LeftOut)
    assert [hand["pool"] for hand in others] == pools[-len(others):]


def test_prose_without_a_mark_is_refused_and_leaves_the_table():
    *_, last = _read(f"{TABLE}\n\n{HAND}\n\nthen we had supper\n\n{HAND}")
    assert last["rules"]["penalty"] == "cap:40"
    *_, last = _read(f"{TABLE}\n\n{HAND}\n\ndate: 2026-10-02\n\ndate: Friday\n{HAND}")
    assert (last["dealer"], last["session"]) == (3, 0)
    reason = _reasons(f"{TABLE}\n\n{HAND}\nweather: fine")[0]
    assert "'weather'" in reason and reason.endswith("what is for people stands behind a #")


# Names.


def test_a_player_is_found_in_every_session_whatever_the_seat():
    text = f"{TABLE}\n\n{HAND}\n\nplayers: South North East West\n\n{HAND}"
    found = review(hands_of(text), seat_named(list(hands_of(text)), "south"), jobs=1, most=512)
    assert (found.who, found.faults, len(found.hands)) == ("South", [], 2)
    assert [task.seat for task in found.tasks] == [2, 0]


def test_a_session_without_the_player_is_named_and_left_out(tmp_path):
    files = []
    for name, who in (("a", "South"), ("b", "Sue"), ("c", "South")):
        text = f"{TABLE}\n\n{HAND}\n\n{HAND}".replace("South", who)
        (tmp_path / f"{name}.txt").write_text(text.replace("5-4", "5-3") if name == "c" else text)
        files.append(str(tmp_path / f"{name}.txt"))
    lines = list(hands_in(files))
    found = review(lines, seat_named(lines, "South"), jobs=1, most=512)
    assert {task.hand["file"] for task in found.tasks} == {files[0], files[2]}
    fault, = found.faults
    assert fault == (f"{files[1]}, line 5: South is none of the players North, East, Sue, West: "
                     "that session is left out")


def test_a_seat_that_is_somebody_else_later_is_not_counted_as_one_player():
    text = f"{TABLE}\n\n{HAND}\n\nplayers: South North East West\n\n{HAND}"
    found = review(hands_of(text), 2, jobs=1, most=512)
    fault, = found.faults
    assert "seat 2 is East here, in the first hand South: name the player" in fault


def test_a_first_hand_that_cannot_be_read_says_nothing_of_the_others():
    other, broken = TABLE.replace("South", "Sue"), HAND.replace("South", "Sue")
    broken = broken.replace("5-4", "5-2")  # the turn-up
    found = review(hands_of(f"{other}\n\n{broken}\n\n{TABLE}\n\n{HAND}"), 2, jobs=1, most=512)
    fault, = found.faults
    assert "Sue is dealt 5-2" in fault and found.who == "South" and len(found.hands) == 1


@pytest.mark.parametrize(("called", "others"), [
    ("C.J.", ("CJ", "c.j.", "C.J")), ("Dora.", ("Dora", "dora")), ("Jean-Luc", ("jean luc",)),
    ("\u5927\u80c6", ("\u5927\u80c6",))])
def test_a_name_keeps_its_full_stops_and_is_found_without(called, others):
    text = f"{TABLE}\n\n{HAND}".replace("South", called)
    for other in (called, *others):
        (_, hand), = hands_of(text.replace(f"{called}: 5-5", f"{other}: 5-5").replace(
            "dealer: West", f"dealer: {other.replace(' ', '-')}"))
        assert hand["names"][2] == called
        assert (hand["dealer"], seat_in(hand, other), len(hand["dealt"][2])) == (2, 2, 5)
        assert seat_named([(1, hand)], other) == called


def test_a_file_of_house_rules_is_named_as_files_are(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "house.toml").write_bytes(b'\xef\xbb\xbfpenalty = "cap:17"\n')
    hand, = _read(f"{TABLE.replace('penalty=cap:40', './house.toml')}\n\n{HAND}")
    assert hand["rules"]["penalty"] == "cap:17"


# Units.

PLAYED_FOR = {
    "chips and points": (  # of two: what a score of four is worth takes long to measure
        f"game: loo\nplayers: North South\n\n{OF_TWO}",
        f"game: loo\nplayers: North South\nrules: scoring=points\n\n"
        f"{OF_TWO.replace('pool: 25', 'score: 1 2')}"),
    "antes": tuple(f"{TABLE} ante={ante}\n\n{HAND}" for ante in (5, 1)),
    "ways to score": tuple(
        f"game: pool\nplayers: North East South\nrules: score={score}\n\nleader: North\npool: 3\n"
        "South: 6-6 6-1 4-3 2-2 1-0 0-0\nline: 6-4, 4-2 right, 2-2 right"
        for score in ("hand", "hundred_up")),
    "contributions": tuple(
        f"game: pool\nplayers: North East South\nrules: contribution={chips}\n\nleader: North\n"
        f"pool: {3 * chips}\nSouth: 6-6 6-1 4-3 2-2 1-0 0-0\nline: 6-4, 4-2 right, 2-2 right"
        for chips in (1, 2)),
}


@pytest.mark.parametrize("pair", PLAYED_FOR)
def test_hands_that_are_played_for_other_things_are_not_added_up(pair):
    first, second = PLAYED_FOR[pair]
    found = review(hands_of(f"{first}\n\n{second}"), "South", jobs=1, most=512)
    assert len(found.hands) == 1
    fault, = found.faults
    assert "it is played for" in fault and fault.endswith("review each apart")
    for alone in (first, second):
        assert not review(hands_of(f"{alone}\n\n{alone}"), "South", jobs=1, most=512).faults
