"""Sessions of Euchre: one game, the deal passing to the left."""

from collections.abc import Callable
from typing import Any

from ..seats import checked_seat, clockwise
from ..tiles import checked_deck, ends
from .auction import hold_auction
from .bowers import BowerSuits
from .playing import play_out
from .scoring import game_winners, hand_points
from .state import EuchreDecider, EuchreState, Rules

HAND_SIZE = 5


def play_session(
    players: int,
    rules: Rules,
    first_dealer: int,
    deck: Callable[[int], list[str]],
    decider: EuchreDecider,
    hands: int,
) -> list[dict[str, Any]]:
    """Play a game and return its hand histories.

    Parameters
    ----------
    players : int
        Seats at the table, 2 to 4; with four, partners 0 and 2 against 1 and 3.
    rules : dict
        The option ``lead_suit``: ``announced`` or ``high``.
    first_dealer : int
        The seat that deals the first hand.
    deck : callable
        Gives the 28 tiles of a hand, by its number, in dealing order: five to each seat from the
        dealer's left, the dealer last, then the turn-up.
    decider : EuchreDecider
        Answers for every seat.
    hands : int
        The most hands that are played; a game not over then is unfinished.

    Raises
    ------
    IllegalChoice
        If the decider breaks a rule.
    """
    _check_rules(players, rules)
    dealer = checked_seat(first_dealer, players, "dealer")
    scores = [0] * players
    history: list[dict[str, Any]] = []
    while len(history) < hands and not game_winners(scores):
        tiles = checked_deck(deck(len(history)))
        state = _deal(players, rules, len(history), dealer, tiles, scores)
        hold_auction(state, decider)
        if state.maker is not None and state.trump is not None:
            play_out(state, decider, state.maker, BowerSuits(state.trump))
        history.append(_hand_history(state))
        scores = history[-1]["points_after"]
        dealer = (dealer + 1) % players
    return history


def _check_rules(players: int, rules: Rules) -> None:
    if players not in (2, 3, 4):
        raise ValueError(f"players: {players} cannot play euchre")
    if set(rules) != {"lead_suit"} or rules["lead_suit"] not in ("announced", "high"):
        raise ValueError(f"rules: {rules} are not the options of euchre")


def _deal(
    players: int,
    rules: Rules,
    hand_index: int,
    dealer: int,
    tiles: list[str],
    scores: list[int],
) -> EuchreState:
    """Deal five tiles each and expose the turn-up (Rules 3, *Deal*)."""
    seats = clockwise(dealer + 1, range(players), players)
    dealt: list[list[str]] = [[] for _ in seats]
    for seat in seats:
        dealt[seat] = tiles[:HAND_SIZE]
        del tiles[:HAND_SIZE]
    turn_up = tiles[0]
    return EuchreState(
        rules=rules,
        players=players,
        hand_index=hand_index,
        dealer=dealer,
        seats=seats,
        scores=list(scores),
        dealt=dealt,
        turn_up=turn_up,
        proposed=max(ends(turn_up)),
        hands=[list(hand) for hand in dealt],
        playing=list(seats),
        seat=seats[0],
        tricks_won=[0] * players,
    )


def _hand_history(state: EuchreState) -> dict[str, Any]:
    """Score the hand and write it down."""
    points = hand_points(state)
    after = [before + gain for before, gain in zip(state.scores, points, strict=True)]
    winners = game_winners(after)
    return {
        "hand": state.hand_index,
        "players": state.players,
        "rules": dict(state.rules),
        "dealer": state.dealer,
        "dealt": state.dealt,
        "turn_up": state.turn_up,
        "auction": state.auction,
        "trump": state.trump,
        "maker": state.maker,
        "alone": state.alone,
        "dealer_discard": state.dealer_discard,
        "tricks": [trick.history() for trick in state.tricks],
        "tricks_won": state.tricks_won,
        "points_before": state.scores,
        "points": points,
        "points_after": after,
        "game_over": bool(winners),
        "winners": winners,
    }
