"""Sessions of Loo and Rounce: hand after hand, the deal passing to the left."""

from collections.abc import Callable
from typing import Any

from ..seats import checked_seat, clockwise, next_on_left
from ..tiles import checked_deck, ends
from .declaring import declare_round
from .playing import play_out
from .rules import HAND_SIZE, Rules, check_rules, misses_in, with_penalty_in_chips
from .scoring import Account, looed_seats, open_account
from .state import LooDecider, LooState

WALKOVER_TRICKS = 5


def play_session(
    game: str,
    players: int,
    rules: Rules,
    first_dealer: int,
    deck: Callable[[int], list[str]],
    decider: LooDecider,
    hands: int,
) -> list[dict[str, Any]]:
    """Play a session and return its hand histories.

    Parameters
    ----------
    game : str
        ``loo`` or ``rounce``.
    players : int
        Seats at the table, 2 to 4.
    rules : dict
        Every rule option; ``bankroll`` may be left out.
    first_dealer : int
        The seat that deals the first hand.
    deck : callable
        Gives the 28 tiles of a hand, by its number, in dealing order: five to each seat from the
        dealer's left, the dealer last, then the turn-up, then the boneyard.
    decider : LooDecider
        Answers for every seat.
    hands : int
        The most hands that are played.

    Raises
    ------
    IllegalChoice
        If the decider breaks a rule.
    """
    check_rules(game, players, rules)
    dealer = checked_seat(first_dealer, players, "dealer")
    account = open_account(game, players, rules)
    history: list[dict[str, Any]] = []
    while len(history) < hands and not account.over:
        tiles = checked_deck(deck(len(history)))
        state, boneyard = _deal(game, players, rules, len(history), dealer, tiles, account)
        _play_hand(state, boneyard, decider)
        history.append(_hand_history(state, account))
        if not account.over:
            dealer = next_on_left(dealer, account.purses.seats_in(), players)
    return history


def _deal(
    game: str,
    players: int,
    rules: Rules,
    hand_index: int,
    dealer: int,
    tiles: list[str],
    account: Account,
) -> tuple[LooState, list[str]]:
    """Collect the ante, deal five tiles each and expose the turn-up (Rules 1, *Deal*)."""
    seats = clockwise((dealer + 1) % players, account.purses.seats_in(), players)
    ante = account.collect_ante(dealer, seats)
    dealt: list[list[str] | None] = [None] * players
    for seat in seats:
        dealt[seat] = tiles[:HAND_SIZE]
        del tiles[:HAND_SIZE]
    turn_up = tiles.pop(0)
    chips = account.purses.chips
    state = LooState(
        game=game,
        rules=rules,
        players=players,
        hand_index=hand_index,
        dealer=dealer,
        seats=seats,
        chips=None if chips is None else list(chips),
        scores=list(account.scores),
        ante=ante,
        pool=account.pool,
        penalty=account.penalty(len(seats)),
        dealt=dealt,
        turn_up=turn_up,
        trump=max(ends(turn_up)),
        misses_left=misses_in(len(seats)),
        hands=[list(hand or []) for hand in dealt],
        playing=list(seats),
        seat=seats[0],
        tricks_won=[0] * players,
    )
    return state, tiles


def _play_hand(state: LooState, boneyard: list[str], decider: LooDecider) -> None:
    """Take the declarations, then play, unless one seat is left: a walkover counts five tricks."""
    declare_round(state, boneyard, decider)
    if len(state.playing) == 1:
        state.tricks_won[state.playing[0]] = WALKOVER_TRICKS
    else:
        play_out(state, decider)


def _turned_by(state: LooState) -> int:
    """Return who turns the trump: the dealer, at Rounce the seat to his right (Rules 2)."""
    return state.dealer if state.game == "loo" else (state.dealer - 1) % state.players


def _hand_history(state: LooState, account: Account) -> dict[str, Any]:
    """Settle the hand and write it down."""
    return {
        "hand": state.hand_index,
        "players": state.players,
        "rules": with_penalty_in_chips(state.rules, len(state.seats)),
        "dealer": state.dealer,
        "dealt": state.dealt,
        "turn_up": state.turn_up,
        "turned_by": _turned_by(state),
        "trump": state.trump,
        "declarations": state.declarations,
        "tricks": [trick.history() for trick in state.tricks],
        "tricks_won": state.tricks_won,
        "looed": looed_seats(state),
        **account.settle(state),
    }
