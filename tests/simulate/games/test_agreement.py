"""The library's games have the proof of every game: the oracle plays the same hands, and counts,
questions, forced decisions and solvers say what these were."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from boneyard.proof.game import Proof
from boneyard.proof.randomness import philox
from simulate.games.casino.kernel import SHARES
from simulate.games.euchre.rules import EuchreRules
from simulate.games.game import find_game, own_games
from simulate.games.loo.rules import LOOED_POINTS, LooRules
from simulate.games.spot import no_extra
from simulate.machine.table import BASE
from simulate.runs.follow import histories
from simulate.runs.play import play
from tests.oracle import casino, euchre, loo, pool
from tests.simulate.games.casino import at_the_oracle as at_casino
from tests.simulate.games.casino.at_the_oracle import rule_of
from tests.simulate.games.euchre import at_the_oracle as at_euchre
from tests.simulate.games.euchre.forced import forced
from tests.simulate.games.loo import at_the_oracle as at_loo
from tests.simulate.games.pool import at_the_oracle as at_pool
from tests.sizes import in_pieces
from tests.tools.soak import check, random_table

SEED = 20240229
GAMERULES = LooRules.presets["gamerules"]


class Ours(Proof):
    """What commands say of every game is golden; damaged hands are the reviews' (test_mutated)."""

    sessions, most_hands = 2, 25
    test_the_commands_of_every_game = test_a_damaged_hand_is_told_in_a_sentence = None
    test_a_false_outcome_is_refused = test_a_pool_grows_as_the_game_says = None
    test_hands_pay_what_the_solver_says = None
    #: Who plays how many games to their end: so many that the best scores are level in some.
    careful, games = "never-miss", 30
    #: Those who look ahead agree with themselves or not, however few deals they imagine.
    quick = {}
    #: Fields of the books that a summary calls otherwise.
    fields = {"void_hands": "voids"}

    def names(self):
        return [self.quick.get(name, name) for name in super().names()]

    @pytest.mark.slow
    def test_they_agree_in_10_000_hands(self):
        tables = [*product((*self.rules, *self.unasked), self.seats)]
        for rules, players in tables:
            agreed, session = 0, 20
            while agreed < 10_000 / len(tables):
                agreed += self.agrees(self.run(rules, players, session), session=session)
                session += 1

    def test_they_agree_to_the_end_of_games(self):
        game = find_game(self.game)
        for rules, players in self.tables:
            run = replace(self.run(rules, players, lineup=[self.careful] * players), hands=400)
            for session in range(self.games if game.plays_to_the_end(run.rules) else 0):
                self.agrees(run, session=session)

    def test_histories_add_up_to_summaries(self):
        for shift, rules in enumerate(self.rules):
            run = self.run(rules, 4, shift, 4)
            sessions = [self.hands(run, session) for session in range(run.sessions)]
            hands = [hand for session in sessions for hand in session]
            table, seats = find_game(self.game).summary(play(run, jobs=1).tally, run.rules)
            for seat, entry in enumerate(seats):
                for name, found in entry.items():
                    one = not isinstance(found, list)
                    names = [name] if one else [f"{name}_{k}" for k in range(len(found))]
                    assert [sum(self.counts(name, hands, seat)) for name in names] == (
                        [found] if one else found), name
            if pool := table.pop("pool", None):
                pools = [hand["pool"] for hand in hands]
                assert pool == {"mean": sum(pools) / len(pools), "max": max(pools),
                                "left": sum(session[-1]["pool_next"] for session in sessions)}
            for name, found in table.items():
                assert found == sum(self.counts(self.fields.get(name, name), hands)), name

    def test_a_session_is_found_again_by_its_address(self):
        run = self.run({}, 4, 1)
        whole = [hand for hand, _ in histories(run, range(3, 5))]
        last = [hand for hand in whole if hand["session"] == 4]
        assert [hand for hand, _ in histories(run, range(4, 5), 1, 9)] == last[1:9]
        assert self.hands(run, 4) == last


def said(hand, seat):
    """Return what a seat declared; nothing of one that was not asked, or is out of the session."""
    own = [one["action"] for one in hand["declarations"] if one["seat"] == seat]
    return own[0] if own else "none" if hand["dealt"][seat] else ""


def took(hand, seat):
    """Return the tricks of a seat that stayed in; none of one that dropped."""
    return None if said(hand, seat) in ("", "drop") else hand["tricks_won"][seat]


class TestLoo(Ours):
    game, seated, oracle, quick = "loo", at_loo, loo, {"master": "master(worlds=2)"}
    rules = (
        {}, {"penalty": "cap:40"},
        {"penalty": "fixed:13", "ante": 2, "dealer_ante": 7, "dealer_top_up": 0},
        GAMERULES | {"penalty": "cap:20"},
        GAMERULES | {"penalty": "cap:12", "remainder": "stays"},
        {"must_trump": False, "lead_trump_min": 4, "penalty": "cap:40"}, {"escalation_limit": 300},
        {"scoring": "points"}, {"penalty": "fixed:5n"})
    unasked = ({"penalty": "cap:13", "bankroll": 70}, {"bankroll": 70},
               {"penalty": "cap:10n", "bankroll": 70})
    before = ("ante", "net")
    wrong = (({"penalty": "cap:40"}, {"penalty": "cap:39"}),
             ({"penalty": "cap:40"}, {"must_trump": False}))
    broken = {"LooState.for_pool": False}
    counted = {
        "hands": lambda hand, seat: bool(hand["dealt"][seat]),
        "declared": lambda hand, seat: said(hand, seat) not in ("", "none"),
        **{name: lambda hand, seat, action=action: said(hand, seat) == action
           for name, action in {"played": "play", "missed": "miss", "dropped": "drop",
                                "for_pool": "for_pool"}.items()},
        "stayed": lambda hand, seat: took(hand, seat) is not None,
        "at_risk": lambda hand, seat: said(hand, seat) in ("play", "miss"),
        **{f"looed_{action}": lambda hand, seat, action=action: (
            hand["looed"][seat] and said(hand, seat) == action) for action in ("play", "miss")},
        "some_trick": lambda hand, seat: bool(took(hand, seat)),
        **{f"tricks_{t}": lambda hand, seat, t=t: took(hand, seat) == t for t in range(6)},
        "games_won": lambda hand, seat: seat in hand.get("winners", ()),
        "value": lambda hand, seat: hand.get("net", hand.get("points"))[seat],
        "walkovers": lambda hand: not hand["tricks"],
        "escalated": lambda hand: "pool" in hand and (
            hand["pool_next"] > hand["rules"]["escalation_limit"]),
        "unfinished": lambda hand: hand["hand"] == Ours.most_hands - 1 and (
            not hand.get("game_over", True)),
        **dict.fromkeys(("pool_sum", "max_pool"), lambda hand: hand.get("pool", LOOED_POINTS))}

    test_a_pool_grows_as_the_game_says = Proof.test_a_pool_grows_as_the_game_says
    test_hands_pay_what_the_solver_says = Proof.test_hands_pay_what_the_solver_says

    def test_a_pool_follows_from_what_the_hand_before_left(self):
        for rules in self.rules:
            run, left = self.run(rules, 4, 1), 0
            for hand in self.hands(run) if "pool" in self.hands(run)[0] else ():
                assert hand["pool"] == run.rules.next_pool(left, 4)
                left = hand["pool_next"]


class TestRounce(Ours):
    game, seated, oracle, quick = "rounce", at_loo, loo, TestLoo.quick
    rules = ({}, {"must_trump": True, "lead_trump_min": 3})
    wrong = (({}, {"lead_trump_min": 3}),)
    broken, counted = {"LOOED_POINTS": 4}, TestLoo.counted


def made(hand, seat):
    """Return the tricks of the maker and its partner; none of another."""
    if hand["maker"] != seat:
        return None
    won = hand["tricks_won"]
    return won[seat] + (won[(seat + 2) % 4] if hand["players"] == 4 else 0)


class TestEuchre(Ours):
    game, seated, oracle, careful = "euchre", at_euchre, euchre, "hoyle"
    games = 10
    rules = ({}, {"lead_suit": "high"})
    wrong = (({}, {"lead_suit": "high"}),)
    broken = {
        "BowerSuits.left_bower": property(
            lambda suits: f"{(suits.trump + 1) % 7}-{(suits.trump + 1) % 7}"),
        "hand_points": lambda state: [1] * state.players}

    counted = {
        "made": lambda hand, seat: seat == hand["maker"],
        "alone": lambda hand, seat: seat == hand["maker"] and hand["alone"],
        "marched": lambda hand, seat: made(hand, seat) == 5,
        "euchred": lambda hand, seat: made(hand, seat) in range(3),
        "games": lambda hand, *seat: hand["game_over"],
        "games_won": lambda hand, seat: seat in hand["winners"],
        # Points that others make are lost.
        "value": lambda hand, seat: hand["points"][seat] or -max(hand["points"]),
        "voids": lambda hand: hand["maker"] is None,
        "unfinished": lambda hand: hand["hand"] == Ours.most_hands - 1 and not hand["game_over"]}

    def test_they_agree_whoever_makes_trump(self):
        """In either round, alone or not; and where nobody does, which is rare."""
        for players, number, alone in product(self.seats, (1, 2), (0, 1)):
            for maker in range(players + 1 if players == 4 or not alone else 0):
                run = forced(maker, number, number - 1, alone, players, EuchreRules())
                for session in range(4):
                    self.agrees(run, session=session)


def place_of(hand, seat):
    """Return the position of a seat, counted from the leader; None of one that is out."""
    seats = [one for one in range(hand["players"]) if hand["dealt"][one]]
    seats.sort(key=lambda one: (one - hand["leader"]) % hand["players"])
    return seats.index(seat) if seat in seats else None


def at_places(name, count):
    """Return a count by position, and in all."""
    return {name: count, **{f"{name}_at_{p}": lambda hand, seat, p=p: (
        count(hand, seat) if place_of(hand, seat) == p else 0) for p in range(6)}}


class TestPool(Ours):
    game, seated, oracle, careful = "pool", at_pool, pool, "counter"
    games, quick = 10, {"expert": "expert(deals=4)"}
    rules = (
        {}, {"draw": "must"}, {"draw": "may"},
        {"draw": "must", "leader": "rotate", "contribution": 7},
        {"score": "hundred_up", "contribution": 10},
        {"score": "hundred_up", "star": "no", "leader": "rotate"},
        {"score": "hundred_up", "target": 35, "draw": "must"},
        {"score": "hundred_up", "target": 30, "star": "may", "draw": "may"},
        {"score": "hundred_up", "target": 1023, "star": "may"})
    unasked = ({"draw": "may", "bankroll": 25, "contribution": 4},
               {"bankroll": 25, "contribution": 4})
    before = ("contribution", "net")
    wrong = (
        ({}, {"draw": "must"}), ({"draw": "must"}, {"draw": "no"}),
        ({"draw": "must"}, {"draw": "may"}), ({"draw": "must"}, {"leader": "rotate"}),
        ({"score": "hundred_up", "target": 60, "star": "may", "draw": "may"}, {"star": "must"}),
        ({"bankroll": 25, "contribution": 4}, {"bankroll": 24}),
        ({"score": "hundred_up", "contribution": 10}, {"target": 80}),
        ({"score": "hundred_up", "contribution": 10}, {"star": "no"}))
    broken = {"Line.left": 0}
    test_false_tricks_are_refused = None
    counted = {
        **at_places("hands", lambda hand, seat: bool(hand["dealt"][seat])),
        **at_places("hands_won", lambda hand, seat: seat in hand["winners"]),
        **at_places("value", lambda hand, seat: hand["net"][seat]),
        "dominoes": lambda hand, seat: seat in hand["winners"] and hand["ended"] == "domino",
        "blocked_won": lambda hand, seat: seat in hand["winners"] and hand["ended"] == "blocked",
        "games": lambda hand, seat: hand["hand"] == 0 and "game_over" in hand,
        "games_won": lambda hand, seat: seat in hand.get("game_winners", ()),
        "blocked": lambda hand: hand["ended"] == "blocked",
        "turns": lambda hand: sum("draw" not in play for play in hand["plays"]),
        "unfinished": lambda hand: hand["hand"] == Ours.most_hands - 1 and (
            not hand.get("game_over", True))}


def bets_won(hand, seat, *rules):
    """Count the bets of a seat that won by some rules."""
    return sum(rule_of(entry, entry["bets"][seat]) in rules
               for entry in hand["rounds"] if entry["won"][seat])


class TestCasino(Ours):
    game, seated, oracle, careful = "casino", at_casino, casino, "best-odds"
    sessions = 25  # of one hand
    wrong = ()
    test_false_tricks_are_refused = None
    broken = {"DOUBLE_BLANK": "1-0", "is_double": lambda tile: tile in ("6-6", "6-5")}
    counted = {
        "bets": lambda hand, seat: len(hand["rounds"]),
        "stash": lambda hand, seat: len(hand["stash"][seat]),
        "double_wins": lambda hand, seat: bets_won(hand, seat, "double", "double_double"),
        "blank_wins": lambda hand, seat: bets_won(hand, seat, "blank"),
        "basic_wins": lambda hand, seat: bets_won(hand, seat, "basic"),
        "games_won": lambda hand, seat: seat in hand["winners"],
        "win_shares": lambda hand, seat: seat in hand["winners"] and (
            SHARES // len(hand["winners"])),
        "pot_left": lambda hand: len(hand["rounds"][-1]["pot"]),
        "tied_games": lambda hand: len(hand["winners"]) > 1,
        **{f"{name}s": lambda hand, name=name: sum(
            entry["rule"] == name for entry in hand["rounds"])
           for name in ("double_blank", "double_double")}}

    @staticmethod
    def luck(row, seats):
        """Return the first roller and the rolls of a game, as a spot has them."""
        seed, session, number = (int(row[at]) for at in (BASE.seed, BASE.session, BASE.number))
        extra = no_extra()
        for k, word in enumerate(philox((session, number, 1, 0), (seed, 0))[1:]):
            for j, choices in enumerate([seats, *[36] * 5] if k == 0 else [36] * 5):
                extra[k, j] = choices, word * choices >> 64
                word = word * choices & (1 << 64) - 1
        return extra

    def test_a_wrong_view_is_found_out(self, monkeypatch):
        monkeypatch.setattr(at_casino.Seated, "view", lambda *of, view=at_casino.Seated.view: (
            view(*of)._replace(undrawn=0)))
        with pytest.raises(AssertionError):
            self.all_agree([(self.run({}, 4, 0), None) for _ in range(40)])


def test_every_game_is_proved():
    assert {one.game for one in Ours.__subclasses__()} == {*own_games()}


@in_pieces("numbers", range(10), range(10, 250))
@pytest.mark.parametrize("game", own_games())
def test_they_agree_at_tables_drawn_at_random(game, numbers):
    for number in numbers:
        run, first = random_table(random.Random(f"{SEED} {number}"), game)
        # Who looks ahead takes its time.
        if not any(label.startswith(("expert", "master")) for label in run.labels):
            check(run, first)
