"""Sessions of Domino Pool: hand after hand, or one game hundred up."""

from collections.abc import Callable
from typing import Any

from ..choices import IllegalChoice
from ..seats import checked_seat, clockwise, next_on_left
from ..tiles import checked_deck
from .playing import play_out
from .rules import Rules, check_rules, hand_size
from .scoring import Account, open_account
from .state import PoolDecider, PoolState

LeaderByHand = Callable[[int, list[int]], int]


def play_session(
    players: int,
    rules: Rules,
    leader_by_hand: LeaderByHand | None,
    deck: Callable[[int], list[str]],
    decider: PoolDecider,
    hands: int,
    first_leader: int = 0,
) -> list[dict[str, Any]]:
    """Play a session and return its hand histories.

    Parameters
    ----------
    players : int
        Seats at the start, 3 to 6.
    rules : dict
        Every rule option; ``bankroll`` may be left out.
    leader_by_hand : callable or None
        With ``leader=draw``, gives the leader drawn for a hand from its number and the seats in.
        Not used with ``leader=rotate``.
    deck : callable
        Gives the 28 tiles of a hand, by its number, in dealing order: the leader's hand, then
        clockwise the other seats still in, then the stock in drawing order.
    decider : PoolDecider
        Answers for every seat.
    hands : int
        The most hands that are played.
    first_leader : int
        With ``leader=rotate``, the leader of the first hand.

    Raises
    ------
    IllegalChoice
        If the decider breaks a rule.
    """
    check_rules(players, rules)
    drawn = rules["leader"] == "draw"
    leader = checked_seat(first_leader, players, "leader")
    account = open_account(players, rules)
    history: list[dict[str, Any]] = []
    while len(history) < hands and not account.over:
        seats = account.seats_in()
        if drawn:
            leader = _drawn_leader(leader_by_hand, len(history), seats)
        elif history:
            leader = next_on_left(leader, seats, players)
        tiles = checked_deck(deck(len(history)))
        state = _deal(players, rules, len(history), leader, tiles, account)
        ended = play_out(state, decider)
        history.append(_hand_history(state, ended, account, decider))
    return history


def _drawn_leader(leader_by_hand: LeaderByHand | None, hand_index: int, seats: list[int]) -> int:
    if leader_by_hand is None:
        raise ValueError("leader: nobody draws the leader of the hands")
    leader = leader_by_hand(hand_index, seats)
    if leader not in seats:
        raise IllegalChoice(f"hand {hand_index}: leader: {leader} is not in, {seats} are")
    return leader


def _deal(
    players: int,
    rules: Rules,
    hand_index: int,
    leader: int,
    tiles: list[str],
    account: Account,
) -> PoolState:
    """Collect the contributions and deal the tiles to the seats still in."""
    seats = clockwise(leader, account.seats_in(), players)
    contribution = account.collect()
    dealt: list[list[str] | None] = [None] * players
    size = hand_size(len(seats))
    for seat in seats:
        dealt[seat] = tiles[:size]
        del tiles[:size]
    return PoolState(
        rules=rules,
        players=players,
        hand_index=hand_index,
        leader=leader,
        seats=seats,
        chips=None if account.chips is None else list(account.chips),
        contribution=contribution,
        pool=account.pool,
        scores=None if account.scores is None else list(account.scores),
        dealt=dealt,
        stock=tiles,
        hands=[list(hand or []) for hand in dealt],
        stock_left=len(tiles),
        seat=leader,
    )


def _hand_history(
    state: PoolState, ended: str, account: Account, decider: PoolDecider
) -> dict[str, Any]:
    """Settle the hand and write it down."""
    return {
        "hand": state.hand_index,
        "players": state.players,
        "rules": dict(state.rules),
        "leader": state.leader,
        "contribution": state.contribution,
        "pool": state.pool,
        "dealt": state.dealt,
        "stock": state.stock,
        "plays": state.plays,
        "line": state.line.written(),
        "ended": ended,
        **account.settle(state, decider),
    }
