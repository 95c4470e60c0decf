"""A fork is an ordinary hand in which one seat does something else."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from simulate.domino.tile_sets import count, nth
from simulate.domino.tiles import mask, parse
from simulate.domino.tricks import uniform_tile
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.views import FOR_POOL, LEAVE, PLAY
from simulate.machine.randomness import pick
from simulate.runs.replay import histories
from simulate.runs.run import Run
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import payoffs_at
from simulate.theory.loo.declarations import LOOED, OWN, left_by_end
from simulate.theory.loo.hands import coarse_class_of, kind_of_hand, name_of_kind, spared
from simulate.theory.loo.what_if import (
    MOVES,
    Forks,
    Question,
    fork_more,
    fork_some,
    situations,
)
from strategies.base import Parameter
from strategies.loo.base import LooStrategy

SEED = 11
TABLES = {
    "loo 4": ("loo", LooRules(penalty="cap:40"), 4),
    "loo 3": ("loo", LooRules(), 3),
    "loo 2": ("loo", LooRules(scoring="points"), 2),
    "rounce 4": ("rounce", RounceRules(), 4)}
#: Declarations in the order of the moves; "play" is followed by play with the turn-up.
NAMES = ["play", "", "miss", "drop", "for_pool"]


class Forced(LooStrategy):
    """Declares by lot, but at one position as it is told: what a fork does from outside."""

    name = "forced"
    games = ("loo", "rounce")
    parameters = {  # noqa: RUF012  # read only
        "position": Parameter(-1, -1, 3, "where it is told what to do"),
        "action": Parameter(0, 0, 4, "what it does there"),
        "takes": Parameter(0, 0, 1, "whether it takes the turn-up there")}

    @staticmethod
    def declare(view, p):
        action = int(p.action)
        if view.position == p.position and view.legal >> action & 1:
            return action
        return nth(view.legal, pick(view.word, count(view.legal)))

    @staticmethod
    def take_turn_up(view, p):
        tile = uniform_tile(view.hand, view.word)
        if view.position == p.position and p.action == PLAY:
            if p.takes == 0:
                return LEAVE
            return tile if view.word & 1 else spared(view.hand, view.trump)
        return tile if view.word & 1 else LEAVE


def table(game, rules, players, **told):
    return Run(game, rules, (Forced(**told).player(),) * players, 1, 1, SEED)


def forced_hands(game, rules, players, position, move, deals):
    """Return what the seat in a position got in ordinary hands with its move forced."""
    action, turn_up = (int(entry) for entry in MOVES[move])
    run = table(game, rules, players, position=position, action=action, takes=turn_up != LEAVE)
    for hand, _ in histories(run, deals):
        seat = (hand["dealer"] + 1 + position) % players
        yield hand["tricks_won"][seat], sum(hand["looed"]), hand["looed"][seat]


def question_of(run, **asked):
    """Ask about this hand alone."""
    payoffs = payoffs_at(run, None, [declared_at(run).stakes_of()])
    return Question(run, payoffs, **asked)


@pytest.fixture(scope="module", params=[
    pytest.param(name, marks=pytest.mark.slow if name == "loo 3" else ()) for name in TABLES])
def forked(request):
    """One book a deal."""
    game, rules, players = TABLES[request.param]
    question = question_of(table(game, rules, players))
    return (game, rules, players), [fork_some(question, i, 1) for i in range(60)]


def forks_at(forks: Forks, position: int, players: int):
    """Return the outcomes and the ends of the one fork of a position, or nothing."""
    here = [i for i, s in enumerate(situations(players)) if s.position == position]
    outcomes = forks.outcomes[:, here].sum((0, 1, 2, 3))
    return outcomes, forks.noted[:, here].sum((0, 1, 2, 3))


def test_a_forked_move_is_what_an_ordinary_hand_with_that_move_gives(forked):
    (game, rules, players), books = forked
    compared = 0
    for position in range(players):
        forks = [forks_at(book, position, players) for book in books]
        for move in range(len(MOVES)):
            deals = [i for i, (outcomes, _) in enumerate(forks) if outcomes[move].sum()]
            for i in deals:
                (told,) = forced_hands(game, rules, players, position, move, range(i, i + 1))
                outcomes, noted = forks[i]
                tricks, all_looed, looed = told
                assert outcomes[move, tricks] == 1
                paid = 0 if MOVES[move, 0] == FOR_POOL else tricks
                assert noted[move, LOOED if looed else paid] == 1
                # Chips left in a pool of 500 for a penalty of 1: they tell the end.
                ends = left_by_end(500, 1)[np.flatnonzero(noted[move, OWN:])]
                kept = tricks if MOVES[move, 0] == FOR_POOL else ends[0] // 100
                assert ends.tolist() == [100 * kept + all_looed]
                compared += 1
    assert compared > 60 * players


def test_every_fork_is_counted_once_under_every_move(forked):
    (_, _, players), books = forked
    for book in books:
        for position in range(players):
            outcomes, _ = forks_at(book, position, players)
            asked = outcomes.sum(-1).max()
            assert asked == 1 or (asked == 0 and position == players - 1)
            assert set(outcomes.sum(-1)) <= {0, asked}
            is_dealer = position == players - 1
            legal = outcomes.sum(-1) > 0
            assert legal[0] == legal[3] == asked or players == 2
            assert not (legal[1] or legal[4]) or is_dealer


def test_the_move_made_is_one_of_the_forks():
    run = table("loo", LooRules(), 4)
    forks = fork_some(question_of(run), 0, 2000)
    ordinary = np.zeros((5, 6), np.int64)
    for hand, _ in histories(run, range(2000)):
        for said in hand["declarations"]:
            takes = "takes_turn_up" in said and said["action"] == "play"
            move = NAMES.index(said["action"]) + takes
            ordinary[move, hand["tricks_won"][said["seat"]]] += 1
    made = np.array([forks.outcomes[:, :, :, k, k].sum((0, 1, 2)) for k in range(5)])
    assert np.array_equal(made, ordinary)


@pytest.mark.parametrize("jobs", [1, 2])
def test_forks_do_not_depend_on_workers_or_rounds(jobs):
    run = table("loo", LooRules(), 3)
    question = question_of(run)
    whole = fork_some(question, 0, 40_000)
    forks = question.blank()
    for deals in (7, 17_000, 40_000 - 17_007):
        fork_more(question, forks, deals, jobs)
    assert forks.deals == whole.deals
    assert np.array_equal(forks.noted, whole.noted)
    assert np.array_equal(forks.outcomes, whole.outcomes)
    np.testing.assert_allclose(forks.squares, whole.squares, rtol=1e-9)


@pytest.mark.parametrize("pools", [1, 4, 7])
def test_squares_are_those_of_each_deal_at_every_pool(pools):
    """The kernel handles pools by fours: some are no multiple of it."""
    run = table("loo", LooRules(penalty="cap:40"), 4)
    luck = np.random.default_rng(SEED)
    stakes = [declared_at(run).stakes_of(5 * k) for k in range(1, pools + 1)]
    payoffs = [replace(payoff, later=luck.normal(size=payoff.later.shape))
               for payoff in payoffs_at(run, None, stakes)]
    question = Question(run, payoffs)
    expected = np.zeros_like(question.blank().squares)
    positions = [s.position for s in situations(4)]
    for deal in range(60):
        noted = fork_some(question, deal, 1).noted
        for cell in np.argwhere(noted[..., :OWN].sum((-1, -2)) > 0):
            unit, situation, kind, made = cell
            here = noted[unit, situation, kind, made]
            moves = np.flatnonzero(here[:, :OWN].sum(-1))
            worth = {k: [payoff.taken[here[k, :OWN].argmax()]
                         + payoff.later[0, unit, positions[situation], here[k, OWN:].argmax()]
                         for payoff in payoffs] for k in moves}
            for k in moves:
                expected[unit, situation, kind, made, k, k] += np.square(worth[k])
                for j in moves[moves < k]:
                    apart = np.subtract(worth[k], worth[j])
                    expected[unit, situation, kind, made, j, k] += apart**2
    assert (expected > 0).any((0, 1, 2, 3, 4, 5)).all()
    found = fork_some(question, 0, 60).squares
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_moves_that_are_not_wanted_are_not_played_out():
    """The others come out as they do beside them."""
    question = replace(question_of(table("loo", LooRules(), 4)), apart=False)
    wanted = question.wanted()
    wanted[...] = 0b01101
    some = fork_some(replace(question, plays_out=wanted), 0, 2_000)
    everything = fork_some(question, 0, 2_000)
    moves = [0, 2, 3]
    assert np.array_equal(some.noted[..., moves, :], everything.noted[..., moves, :])
    assert np.array_equal(some.squares[..., 2, 3, :], everything.squares[..., 2, 3, :])
    assert not some.outcomes[..., [1, 4], :].any()
    assert everything.outcomes[..., [1, 4], :].any()


@pytest.mark.parametrize(("hand", "turn_up", "dealer", "kind"), [
    ("6-6 6-5 6-4 6-3 6-2", "6-1", 0, "4 or 5 trumps"),
    ("5-5 4-4 3-2 2-1 1-0", "6-1", 0, "no trump, 2+ doubles"),
    ("6-5 4-3 3-2 2-1 1-0", "6-6", 0, "1 trump: the best, no double"),
    ("6-5 4-4 3-2 2-1 1-0", "6-1", 0, "1 trump: second best, 1 double"),
    ("6-2 4-4 3-2 2-1 1-0", "6-1", 0, "1 trump: lower, 1 double"),
    ("6-6 6-0 3-2 2-1 1-0", "6-1", 0, "2 trumps with the best, no double"),
    ("6-6 4-4 3-2 2-1 1-0", "6-1", 1, "2 trumps with the best, 1 double"),
    ("5-5 4-4 3-2 2-1 1-0", "6-1", 1, "1 trump: lower, 2+ doubles"),
    ("6-0 5-0 3-2 2-1 1-1", "0-0", 0, "2 trumps with the best, 1 double")])
def test_kinds_of_hands(hand, turn_up, dealer, kind):
    tiles, exposed = mask(parse(t) for t in hand.split()), parse(turn_up)
    trump = int(turn_up[0])
    assert name_of_kind(kind_of_hand(tiles, trump, exposed, dealer)) == kind


def test_classes_tell_a_double_that_is_turned_up():
    double, other = (coarse_class_of(mask([0, 1, 3, 6, 10]), 6, turn_up, False)
                     for turn_up in (27, 26))
    assert double == other + 1 and double % 2 == 1
