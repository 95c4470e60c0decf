"""Hands that are played decision by decision are those of plain runs, and tell nothing hidden."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import boneyard
from boneyard.proof.randomness import deck_of
from simulate.domino.deck import stack
from simulate.domino.tile_sets import lowest
from simulate.errors import BoneyardError
from simulate.games.game import game_names
from simulate.games.loo.views import ACTIONS
from simulate.games.spot import asking
from simulate.machine.table import BASE

GAMES = pytest.mark.parametrize("game", game_names())


def by_lot(state):
    """Return what ``random`` answers."""
    decision = asking(state.table.run.game).by_lot[state.decision()]
    return int(decision(state.view(), ()))


def one_of(state):
    """Return some action that depends on how far the hand is."""
    legal = state.legal_actions()
    return legal[(5 * len(state.log()) + 2) % len(legal)]


def play_on(state, choose=one_of):
    """Play a hand to its end; return what was done and what came of it."""
    while not state.is_terminal():
        state.apply(choose(state))
    return state.log(), state.returns(), state.history()


def begun(game):
    """Return a hand in which some decisions have been taken, the second of a session if it has one.
    """
    table = boneyard.table(game, [None, "random", None], players=3, seed=4)
    for session in range(50):
        state = table.new_hand(session)
        play_on(state)
        state = state.next_hand() or table.new_hand(session + 50)
        while not state.is_terminal() and len(state.log()) < 3:
            state.apply(one_of(state))
        if not state.is_terminal():
            return state
    raise AssertionError("no hand has more than three decisions")


@pytest.mark.parametrize("lineup", [[None] * 4, ["random", None, None, "random"]])
@GAMES
def test_the_answers_of_random_give_the_hands_of_random(game, lineup):
    hands = boneyard.replay(game, session=3, hand=range(3), lineup="random", players=4, seed=9)
    state, played = boneyard.table(game, lineup, hands=3, seed=9).new_hand(3), 0
    while state is not None:
        _, returns, history = play_on(state, by_lot)
        told = hands[played].history
        assert {**history, "lineup": told["lineup"]} == told
        brought = told.get("net") or told.get("points") or [len(tiles) for tiles in told["stash"]]
        # Points that the other side makes are lost in the books of Euchre, and 0 in its histories.
        assert returns == brought or (game == "euchre" and [max(x, 0) for x in returns] == brought)
        state, played = state.next_hand(), played + 1
    assert played == len(hands)


@GAMES
def test_what_is_done_stands_in_the_history(game):
    table = boneyard.table(game, [None, "random", None, None], seed=2)
    for session in range(5):
        log, returns, history = play_on(table.new_hand(session))
        events = iter([(event.seat, event.decision, event.answer)
                       for event in asking(game).events(history, table.run.rules)])
        assert all((one.seat, one.decision, one.action) in events for one in log)
        assert history["session"] == session and any(returns)


@GAMES
def test_copies_go_on_alike(game):
    state = begun(game)
    copies = [state.clone(), copy.copy(state), copy.deepcopy(state),
              pickle.loads(pickle.dumps(state))]
    assert copies[2].table is state.table
    expected, seats = play_on(state), state.table.seats
    for one in copies:
        assert not one.is_terminal()
        assert play_on(one) == expected
        assert [one.information_state(seat) for seat in seats] == [
            state.information_state(seat) for seat in seats]


def test_a_step_plays_one_hand_however_far_the_session_is():
    state = boneyard.table("loo", [None, "random"], seed=4).new_hand()
    while state.hand < 5:
        play_on(state)
        state = state.next_hand()
    hands = state.table.game.books.session.index("hands")
    assert state.table._rows.session[0, hands] == 6
    again = copy.copy(state)
    for one in (state, again):
        one.apply(one_of(one))
    assert state.table._rows.session[0, hands] == 1 and play_on(state) == play_on(again)


@pytest.mark.parametrize("otherwise", ["random", "banker"])
def test_other_decisions_are_those_of_a_player(otherwise):
    lineup = [otherwise, "stay", otherwise]
    hands = boneyard.replay("loo", session=0, hand=range(20), lineup=lineup, seed=3)
    table = boneyard.table("loo", [None, "stay", None], seed=3, decisions="declare",
                           otherwise=otherwise)
    state = table.new_hand()
    for hand in hands:
        said = {one["seat"]: one["action"] for one in hand.history["declarations"]}
        while not state.is_terminal():
            assert state.decision() == "declare"
            state.apply(next(action for action in state.legal_actions()
                             if ACTIONS[action] == said[state.current_player()]))
        history = state.history()
        assert {**history, "lineup": lineup} == hand.history
        assert [one[:2] for one in pickle.loads(pickle.dumps(state)).log()] == [
            (seat, "declare") for seat in [one.seat for one in state.log()]]
        state = state.next_hand()
    with pytest.raises(BoneyardError, match=r"^unknown decision of loo: 'declares'"):
        boneyard.table("loo", [None, "stay"], decisions=["declares"])


def stacked(table, order, key):
    """Let the hands of a table have a given deck."""
    stack.py_func(table._row, order, np.zeros(7), np.zeros(7))
    table._row[BASE.key] = key
    return table.new_hand()


def in_hands(state, x, y):
    """Tell whether somebody holds each of two tiles, which nobody has shown."""
    held = state.table.game.row.held
    every = np.bitwise_or.reduce(state._row[held : held + 4])
    return bool(every >> x & 1 and every >> y & 1)


@GAMES
def test_an_information_state_tells_no_hidden_tile(game):
    compared, others_differ = 0, 0
    for seed in range(8):
        tables = [boneyard.table(game, seed=seed) for _ in range(2)]
        one = tables[0].new_hand()
        me, held = one.current_player(), tables[0].game.row.held
        sets = [int(hand) for hand in one._row[held : held + 4]]
        x, y = (lowest(hand) for hand in [
            hand for hand in sets if hand and not hand & one.view().hand][:2])
        order, key = deck_of(one.left)
        swapped = np.where(order == x, y, np.where(order == y, x, order))
        one, other = (stacked(table, deck, key) for table, deck in zip(
            tables, (order, swapped), strict=True))
        while one.current_player() == other.current_player() and in_hands(one, x, y) and (
                common := sorted({*one.legal_actions()} & {*other.legal_actions()})):
            seat = one.current_player()
            alike = one.information_state(seat) == other.information_state(seat)
            if seat == me:
                assert alike
                compared += 1
            others_differ += not alike
            for state in (one, other):
                state.apply(common[len(common) // 2])
    assert compared > 8 and others_differ


def test_what_is_wrong_is_said_in_a_sentence():
    table = boneyard.table("loo", ["banker", None], seed=1)
    state = table.new_hand()
    with pytest.raises(BoneyardError, match=r"^action 9 is not legal: seat 1 is asked to declare, "
                                            r"one of \[1, 2(, 3)?\]$"):
        state.apply(9)
    for array in (np.array([0, 1]), np.array([1]), np.array([])):
        with pytest.raises(BoneyardError, match=r"^action array\(.*\) is not legal: seat 1"):
            state.apply(array)
    for scalar in (np.int64(1), np.array(1)):
        copy.deepcopy(state).apply(scalar)
    with pytest.raises(BoneyardError, match=r"^seat 0 is not open: open are 1$"):
        state.information_state(0)
    with pytest.raises(BoneyardError, match=r"^Session 0, hand 0 is not over$"):
        state.next_hand()
    play_on(state)
    assert state.legal_actions() == [] and state.current_player() is None
    for act in (lambda: state.apply(1), state.view):
        with pytest.raises(BoneyardError, match=r"^Session 0, hand 0 is over$"):
            act()
    with pytest.raises(BoneyardError, match=r"^lineup 'banker,book' has no open seat: put None"):
        boneyard.table("loo", "banker,book")
