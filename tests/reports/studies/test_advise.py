"""Advice for one hand: what cannot be wrong, what is conditioned on, what is refused."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from reports.studies.advise.advice import advise
from simulate.domino.tiles import TILE
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.views import LEAVE, MISS, PLAY
from simulate.solving.loo.what_if_counts import Question, fork_more
from strategies.lineup import seat_players
from strategies.loo.baseline import Random

HAND, TURN_UP = "6-6 6-2 4-4 3-1 2-0", "6-3"


def ask(hand=HAND, turn_up=TURN_UP, position=0, before="", players=4, rules=None, lineup="random",
        **options):
    game = "rounce" if isinstance(rules, RounceRules) else "loo"
    seated = seat_players(game, lineup if isinstance(lineup, list) else [lineup], players)
    options = {"precision": 0.02} | options
    return advise(game, rules or LooRules(), seated, hand, turn_up, position, before, **options)


@pytest.mark.parametrize(("players", "position", "before"), [
    (2, 0, ""), (2, 1, "play"), (3, 1, "miss"), (4, 0, ""), (4, 2, "drop,miss"),
    (4, 3, "play,play,play"),
])
@pytest.mark.parametrize("rules", [LooRules(), LooRules(scoring="points"), RounceRules()])
def test_five_top_trumps_are_played_and_never_missed(players, position, before, rules):
    advice = ask("6-6 6-5 6-4 6-3 6-2", "6-1", position, before, players, rules)
    best = advice.frame.iloc[0]
    assert advice.best.startswith("play")
    assert advice.clear
    assert best["tricks"] == 5 and best["looed"] == 0
    assert "miss" not in advice.answer.split(":")[0].lower()


def test_the_best_trump_is_never_looed():
    assert ask("6-6 5-2 4-4 3-1 2-0").frame.loc["play", "looed"] == 0


def test_the_dealers_options_are_all_there():
    frame = ask(position=3, before="drop,miss,drop").frame
    takes = {f"play, turn-up for {tile}" for tile in HAND.split()}
    assert set(frame.index) == takes | {"play, leave the turn-up", "drop", "play for the pool"}
    assert frame.loc["play for the pool", "chips"] == 0
    assert frame.loc["play for the pool", "with_later"] > 0


def test_numbers_hang_together():
    advice = ask(position=2, before="drop,play", pool=80, rules=LooRules(penalty="cap:40"))
    for _, row in advice.frame.iterrows():
        tricks = sum(t * row[f"tricks_{t}"] for t in range(6))
        assert row["tricks"] == pytest.approx(tricks)
        assert row["chips"] == pytest.approx(16 * row["tricks"] - 40 * row["looed"])
    assert advice.stakes.penalty == 40
    assert advice.frame["with_later"].is_monotonic_decreasing


def test_the_precision_is_reached_and_no_more_than_the_rounds_need():
    coarse, fine = ask(precision=0.05), ask(precision=0.005)
    assert coarse.frame["tricks_se"].max() <= 0.05
    assert fine.frame["tricks_se"].max() <= 0.005 < coarse.frame["tricks_se"].max()
    assert fine.forks.deals > coarse.forks.deals


def test_advice_depends_on_the_seed_and_not_on_workers():
    texts = [str(ask(position=1, before="miss", jobs=jobs)) for jobs in (1, 2)]
    assert texts[0] == texts[1]
    assert str(ask(position=1, before="miss", seed=1)) != texts[0]


class ShowsTheDouble(Random):
    """Plays its dealt hand if, and only if, it holds the double of trumps."""

    name = "shows"

    @staticmethod
    def declare(view, p):
        return PLAY if view.hand >> TILE[view.trump, view.trump] & 1 else MISS

    @staticmethod
    def take_turn_up(view, p):
        return LEAVE


def test_what_was_declared_before_tells_what_is_held():
    """Against the double five trumps take four tricks at most; without it out, all five."""
    told = {
        said: ask(
            "6-5 6-4 6-3 6-2 6-1", "6-0", 1, said, players=2, lineup=[ShowsTheDouble(), "random"]
        )
        for said in ("play", "miss")
    }
    leave = "play, leave the turn-up"
    assert told["play"].frame.loc[leave, "tricks_5"] == 0
    assert told["miss"].frame.loc[leave, "tricks_5"] > 0
    # A rival's five tiles of the 22 unseen hold the double in 5 / 22 of the deals.
    shares = {said: advice.forks.wanted / advice.forks.deals for said, advice in told.items()}
    assert shares["play"] == pytest.approx(5 / 22, abs=0.02)
    assert shares["play"] + shares["miss"] == pytest.approx(1, abs=0.02)


def test_too_close_to_call_is_said():
    """Two trumps next to each other are as good to throw as each other."""
    advice = ask("6-6 5-2 5-1 4-4 2-0", "5-3", 3, "drop,drop,play", precision=0.05)
    margins = advice.together
    sums, names = margins, advice.names
    a, b = names.index("play, turn-up for 5-2"), names.index("play, turn-up for 5-1")
    assert abs(sums.margin()[a, b]) <= 2 * sums.margin_se()[a, b] + 1e-9


def test_who_never_declares_so_is_taken_at_his_word():
    advice = ask(position=2, before="miss,drop", lineup=["stay", "banker", "random", "random"])
    assert advice.taken == (0,)
    assert "Position 0 (stay) never declares miss there" in advice.note
    # The other one is not: he is dealt tiles with which he drops.
    assert advice.forks.wanted < 0.9 * advice.forks.deals
    assert not ask(position=1, before="miss").taken


def test_a_word_that_is_taken_tells_nothing_of_the_tiles():
    # Nor does a seat that declares by lot: both must find the same.
    asked = ask(position=1, before="miss", precision=0.01)
    question = Question(asked.run, asked.payoffs, 1, asked.hand.tiles, asked.hand.turn_up,
                        asked.hand.before, asked.forks.moves, taken=(0,))
    forks = question.blank()
    fork_more(question, forks, 65_536)
    assert forks.wanted == forks.deals > 2 * asked.forks.wanted
    taken = replace(asked, forks=forks)
    for move in asked.legal:
        (mean, error), (other, far) = asked.tricks(move), taken.tricks(move)
        assert abs(mean - other) <= 4 * math.hypot(error, far)
    # Whoever holds good tiles when he plays leaves fewer tricks than one taken at his word.
    banker = ask(position=1, before="play", lineup=["banker", *["random"] * 3])
    question = Question(banker.run, banker.payoffs, 1, banker.hand.tiles, banker.hand.turn_up,
                        banker.hand.before, banker.forks.moves, taken=(0,))
    forks = question.blank()
    fork_more(question, forks, 65_536)
    (mean, error), (other, far) = banker.tricks(0), replace(banker, forks=forks).tricks(0)
    assert other - mean > 4 * math.hypot(error, far)


@pytest.mark.parametrize(("change", "message"), [
    ({"hand": "6-6 6-2 4-4 3-1"}, "does not have five tiles but 4"),
    ({"hand": "6-6 6-2 4-4 3-1 1-3"}, "3-1 is there more than once"),
    ({"hand": "6-6 6-2 4-4 3-1 7-0"}, "'7-0' is not a tile"),
    ({"turn_up": "6-6"}, "turn-up 6-6: that tile is in the hand"),
    ({"turn_up": "x"}, "'x' is not a tile"),
    ({"position": 4}, "position 4 is not a whole number from 0 to 3"),
    ({"position": 1}, "before names 0 declarations, not 1"),
    ({"position": 1, "before": "pass"}, "unknown declaration 'pass'"),
    ({"position": 2, "before": "drop,,drop"}, "before 'drop,,drop' has an empty declaration"),
    ({"position": 1, "before": "drop,"}, "before 'drop,' has an empty declaration"),
    ({"position": 2, "before": "miss,miss"}, "before: 2 misses; with 4 players there are 1"),
    ({"position": 3, "before": "drop,drop,drop"}, "the dealer takes the pool"),
    ({"players": 2, "position": 1, "before": "drop"}, "with 2 players nobody may drop"),
    ({"pool": -5}, "pool -5 is not a whole number from 1"),
    ({"pool": 5, "rules": RounceRules()}, "pool 5: there is none"),
    ({"precision": 0}, "precision 0 is not a number of tricks"),
    ({"precision": "fine"}, "precision 'fine' is not"),
])
def test_what_a_seat_cannot_see_is_refused(change, message):
    with pytest.raises(BoneyardError, match=message):
        ask(**change)


def test_a_game_of_other_decisions_is_pointed_to_ask():
    rules = find_game("euchre").rules_class()
    with pytest.raises(BoneyardError, match=r"decision of Domino Euchre use boneyard\.ask"):
        advise("euchre", rules, seat_players("euchre", "hoyle", 4), HAND, TURN_UP, 2)
