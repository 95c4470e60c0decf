"""What was said and done, as people type it: the same phrases for a decision and for an evening."""

import re
from itertools import permutations

import pytest

from reports.games.euchre.typed import CALLED
from reports.games.loo.typed import declared
from reports.request import set_up
from reports.review.notation import hands_of
from reports.studies.advise.decision import answers_to
from reports.studies.advise.decision_input import read_decision, write_answer
from reports.typed.hand import Line, Typed
from reports.typed.kits import _PHRASES
from reports.typed.query import Query
from simulate.branch.limits import Limits
from simulate.errors import BoneyardError
from simulate.games.spot import asking

CALLS = ["pass", "accept", {"call": "accept", "alone": True},
         *({"call": "name", "suit": suit, "alone": alone} for suit in (0, 3) for alone in (0, 1))]
PHRASES = {"loo": declared(set_up("loo", "random").rules),
           "rounce": declared(set_up("rounce", "random").rules),
           "euchre": CALLED, "pooled": _PHRASES}


def phrases(text, game):
    """Return the phrases of a text, in the one way of writing that we compare."""
    line = Line.of_option("before", "said", text)
    found = Typed([], None, {}, 0, [line]).actions(PHRASES[game], "call", 9)
    return [phrase for phrase, _ in found]


@pytest.mark.parametrize("game", ["loo", "rounce", "euchre"])
def test_every_action_that_we_print_is_read_as_one_phrase(game):
    printed = [write_answer(game, "call", call, deals) for call in CALLS for deals in (True, False)]
    if game != "euchre":
        printed = [write_answer(game, "declare", action)
                   for action in ("play", "miss", "drop", "for_pool")]
    for text in printed:
        assert phrases(text, game) == [text]
        assert text in PHRASES[game]


@pytest.mark.parametrize("game", PHRASES)
def test_phrases_are_told_apart_with_and_without_commas(game):
    longer_ones = [phrase for phrase in PHRASES[game] if len(phrase.split()) > 1][:12]
    for first, second in permutations([*longer_ones, "pass"], 2):
        if not any(f"{first} {second}".startswith(longer) for longer in PHRASES[game]
                   if longer.startswith(f"{first} ")):
            assert phrases(f"{first}, {second.upper()}", game) == [first, second]
            assert phrases(f"{first}  {second}", game) == [first, second]


@pytest.mark.parametrize("game", ["loo", "rounce", "euchre"])
def test_a_phrase_is_the_same_before_a_decision_and_in_an_evening(game):
    players = 4 if game == "euchre" else 3
    names = " ".join("ABCD"[:players])
    key, run = ("auction" if game == "euchre" else "declarations"), set_up(game, "random", players)
    table = f"game: {game}\nplayers: {names}\ndealer: {names[-1]}\npool: 20\nturn-up: 3-1\n"
    taken = 0
    for phrase in PHRASES[game]:
        (_, hand), = hands_of(f"{table}said: {phrase.title()}")
        try:
            told, _, _ = read_decision(run, Query("6-6 6-5 4-4 2-0 0-0", "1", "3-1", phrase))
        except BoneyardError as refused:  # a phrase of the dealer alone, or of the second round
            told, reason = None, str(refused)
        if told is None:
            assert re.search("takes the turn-up|allowed are|is to play|only the trump", reason)
            continue
        taken += 1
        plain = {"seat": 0, "drawn": None, "discarded": None}
        assert {**plain, **hand[key][0]} == {**plain, **told[key][0]}
    assert taken > 4 or game == "euchre"


@pytest.mark.parametrize("before", ["order it up alone", "accept alone", "Order Up Alone",
                                    "order it up alone, "[:-2]])
def test_the_eldest_hands_lone_call_can_be_asked_about(before):
    run = set_up("euchre", "random")
    told = Query("6-6 6-5 4-4 2-0 0-0", "1", "3-1", before, seen="3: 3-3")
    hand, events, index = read_decision(run, told)
    assert hand["auction"] == [{"seat": 0, "round": 1, "call": "accept", "alone": True}]
    assert (events[index].seat, events[index].decision) == (1, "follow")


# Pool: a turn with a draw in it.

def _asked(draw, hand, seen, decision=None):
    run = set_up("pool", "random", 5, {"draw": draw})
    asked = read_decision(run, Query(hand, "2", seen=seen, decision=decision))
    return answers_to(run, *asked, limits=Limits(512))


@pytest.mark.parametrize("draw", ["must", "may"])
def test_the_end_for_a_tile_just_drawn_is_asked_however_it_was_drawn(draw):
    found = _asked(draw, "6-6 5-5 4-4 0-0 3-1", "2-1, 3-2 left, draw 3-1")
    assert [found.stakes.unit, *sorted(answer["end"] for answer in (
        asking("pool").write(found.asked, answer) for answer in found.prices.answers))] == [
            "chips", "left", "right"]
    assert [event.decision for event in found.events[:found.index]].count("draw") == (draw == "may")
    assert asking("pool").lies(found.hand, found.events, found.index).endswith(
        "you hold 0-0 4-4 5-5 6-6 3-1")
