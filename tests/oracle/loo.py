"""Domino Loo and Domino Rounce (Rules 1 and 2)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from boneyard.proof.table import (
    Hand,
    IllegalChoice,
    Rules,
    checked,
    clockwise,
    penalty_at_stake,
    with_penalty_in_chips,
)
from boneyard.proof.tiles import ends
from boneyard.proof.tricks import HAND_SIZE, TRICKS_IN_A_HAND, Lead, Suits, TricksState, play_tricks

from .shared import Purses, dealt, next_on_left

PAGAT: Rules = {
    "ante": 5, "dealer_ante": 10, "dealer_top_up": 5, "remainder": "ante", "penalty": "unlimited",
    "escalation_limit": 10**12, "lead_trump_min": 2, "must_trump": True, "scoring": "chips",
}
GAMERULES: Rules = {**PAGAT, "ante": 1, "dealer_ante": 5, "lead_trump_min": 3}
ROUNCE: Rules = {"lead_trump_min": 2, "must_trump": False}

LOOED_POINTS = 5


def plays_for_chips(game: str, rules: Rules) -> bool:
    """Tell whether the hands are played for a pool of chips; Rounce never is."""
    return game == "loo" and rules["scoring"] == "chips"


@dataclass
class LooState(TricksState):
    """Everything that has happened in a hand so far.

    A decider answers for every seat, in the order of the game, even where one option is legal:
    ``declare(state, legal)``; as a dealer who plays the dealt hand ``take_turn_up(state)`` and
    ``discard_for_turn_up(state, hand)``; ``discard_after_miss(state, drawn)`` with the tiles thrown
    away; and the tricks.
    """

    game: str  #: ``loo`` or ``rounce``
    chips: list[int] | None  #: what each seat has left after the ante; None without a bankroll
    ante: list[int]  #: chips paid by each seat before the deal
    pool: int  #: the pool at the start of play; 0 when played for points
    penalty: int  #: what a looed (rounced) seat will owe, in chips or points

    def __post_init__(self) -> None:
        super().__post_init__()
        self.trump = max(ends(self.turn_up))
        #: Misses that may still be taken: two with 2-3 seats, one with 4.
        self.misses_left = 1 if len(self.seats) == 4 else 2
        #: As the hand history writes them; the last may be in progress.
        self.declarations: list[dict[str, Any]] = []

    @property
    def for_pool(self) -> bool:
        """Whether the dealer plays for the pool."""
        return any(entry["action"] == "for_pool" for entry in self.declarations)

    def took_miss(self, seat: int) -> bool:
        """Tell whether the seat has taken the miss."""
        return any(entry["seat"] == seat and entry["action"] == "miss"
                   for entry in self.declarations)


def legal_declarations(state: LooState) -> list[str]:
    """Return what the seat to act may declare (Rules 1, *Declarations*).

    A hand may be dropped with 3-4 seats only. The dealer may play for the pool with four players,
    if exactly one other seat is still in and it took the miss; Rounce has no such option (Rules 2,
    *Choices*).
    """
    others = [seat for seat in state.playing if seat != state.dealer]
    may_play_for_pool = (state.game == "loo" and len(state.seats) == 4
                         and state.seat == state.dealer
                         and len(others) == 1 and state.took_miss(others[0]))
    return ["play", *["miss"] * (state.misses_left > 0), *["drop"] * (len(state.seats) >= 3),
            *["for_pool"] * may_play_for_pool]


def declare(state: LooState, boneyard: list[str], decider: Any) -> None:
    """Let the seat to act declare, and draw or exchange as it said."""
    seat, legal = state.seat, legal_declarations(state)
    action = checked(decider.declare(state, legal), legal, state, "declarations")
    declaration: dict[str, Any] = {"seat": seat, "action": action}
    state.declarations.append(declaration)
    if action == "miss":
        # Discard the hand, draw six tiles (seven with four seats) and discard back to five.
        size = 7 if len(state.seats) == 4 else 6
        drawn = declaration["drawn"] = boneyard[:size]
        del boneyard[:size]
        state.misses_left -= 1
        state.hands[seat] = list(drawn)
        thrown = _thrown(decider.discard_after_miss(state, drawn), size - HAND_SIZE, drawn, state)
        declaration["discarded"] = thrown
        state.hands[seat] = [tile for tile in drawn if tile not in thrown]
    elif action == "drop":
        state.playing.remove(seat)
        state.hands[seat] = []
    elif seat == state.dealer and checked(
            decider.take_turn_up(state), [False, True], state, "declarations"):
        # A dealer who plays the dealt hand may take the turn-up for one of its five tiles.
        hand = state.hands[seat]
        tile = checked(
            decider.discard_for_turn_up(state, list(hand)), hand, state, "declarations")
        declaration |= {"takes_turn_up": True, "discarded": [tile]}
        state.hands[seat] = [*(held for held in hand if held != tile), state.turn_up]


def _thrown(answer: object, count: int, held: list[str], state: LooState) -> list[str]:
    """Return the answer after checking that it is so many different tiles of those held."""
    tiles = list(answer) if isinstance(answer, (list, tuple)) else []
    if len(tiles) != count or len(set(tiles)) != count or not set(tiles) <= set(held):
        raise IllegalChoice(
            f"hand {state.hand_index}: declarations: seat {state.seat} chose {answer!r}, "
            f"legal are {count} of {held}")
    return tiles


def legal_leads(suits: Suits, rules: Rules, hand: list[str], opening: bool) -> list[Lead]:
    """Return the tiles that may be led, each with every suit it may be led as.

    Rules 1, *Play*: (1) on the opening lead, ``lead_trump_min`` trumps or more bind the leader to
    a trump; (2) every later leader has just won a trick and must lead a trump if holding one.
    """
    trumps = suits.trumps(hand)
    bound = trumps and (not opening or len(trumps) >= rules["lead_trump_min"])
    return [(tile, suit) for tile in (trumps if bound else hand) for suit in suits.suits_of(tile)]


def legal_follows(suits: Suits, rules: Rules, hand: list[str], suit: int) -> list[str]:
    """Return the tiles that may be played to a lead of the suit.

    Rules 1, *Play*: (3) follow suit if able; (4) else, with ``must_trump``, trump if able;
    (5) otherwise any tile.
    """
    return (suits.of_suit(hand, suit) or (rules["must_trump"] and suits.trumps(hand))
            or list(hand))


def looed_seats(state: LooState) -> list[bool]:
    """Return by seat who is looed: stayed in, played the hand out and took no trick.

    A dealer who plays for the pool cannot be looed (Rules 1, *For the pool*), nor can anyone in a
    walkover.
    """
    safe = state.dealer if state.for_pool else None
    return [len(state.playing) > 1 and seat in state.playing and seat != safe
            and state.tricks_won[seat] == 0 for seat in range(state.players)]


def _rewarded_tricks(state: LooState) -> list[int]:
    """Return the tricks each seat is paid for: none for a dealer who plays for the pool."""
    return [0 if state.for_pool and seat == state.dealer else tricks
            for seat, tricks in enumerate(state.tricks_won)]


class ChipAccount:
    """Pool scoring (Rules 1, *Pool scoring*, and option ``bankroll``)."""

    def __init__(self, players: int, rules: Rules) -> None:
        self.players = players
        self.rules = rules
        self.purses = Purses(players, rules.get("bankroll"))
        self.pool = 0
        self.scores = [0] * players
        self._escalated = False

    @property
    def over(self) -> bool:
        """Whether the pool has escalated or fewer than two seats have chips."""
        return self._escalated or len(self.purses.seats_in()) < 2

    def collect_ante(self, dealer: int, seats: list[int]) -> list[int]:
        """Fill an empty pool from every seat, else take the dealer's top-up only, before the deal.

        With ``remainder=ante`` fewer than five chips are too few to pay a trick and count as an
        empty pool, and stay in it; with ``stays`` only a pool of nothing is empty.
        """
        ante = [0] * self.players
        if self.pool < (1 if self.rules["remainder"] == "stays" else 5):
            for seat in seats:
                owed = self.rules["dealer_ante" if seat == dealer else "ante"]
                ante[seat] = self.purses.pay(seat, owed)
        else:
            ante[dealer] = self.purses.pay(dealer, self.rules["dealer_top_up"])
        self.pool += sum(ante)
        return ante

    def penalty(self, seats: int) -> int:
        """Return what a looed seat owes for the hand about to be played, so many dealt in."""
        return penalty_at_stake(self.rules, self.pool, seats)

    def settle(self, state: LooState) -> dict[str, Any]:
        """Pay the tricks, then take the penalties into the next pool.

        A trick pays pool // 5 and the remainder stays, but a dealer alone in the hand takes the
        whole pool (*Walkover*). A next pool above ``escalation_limit`` ends the session.
        """
        paid = [self.pool // 5 * tricks for tricks in _rewarded_tricks(state)]
        if state.playing == [state.dealer]:
            paid[state.dealer] = self.pool
        self.purses.receive(paid)
        penalties = [self.purses.pay(seat, state.penalty) if looed else 0
                     for seat, looed in enumerate(looed_seats(state))]
        self.pool += sum(penalties) - sum(paid)
        self._escalated = self.pool > self.rules["escalation_limit"]
        return {
            "ante": state.ante, "pool": state.pool, "pool_next": self.pool, "paid": paid,
            "penalties": penalties,
            "net": [won - lost - stake
                    for won, lost, stake in zip(paid, penalties, state.ante, strict=True)],
        }


class LooPoints:
    """Points scoring (Rules 1, *Points scoring*): up from 0, 15 wins."""

    start, goal, direction = 0, 15, 1

    def __init__(self, players: int) -> None:
        self.purses = Purses(players, None)
        self.pool = 0
        self.scores = [self.start] * players
        self.over = False

    def collect_ante(self, dealer: int, seats: list[int]) -> list[int]:
        """Take nothing: points have no stakes."""
        return [0] * len(self.scores)

    def penalty(self, seats: int) -> int:
        """Return the points a looed seat loses."""
        return LOOED_POINTS

    def settle(self, state: LooState) -> dict[str, Any]:
        """Score one for a trick, five against a looed seat, and see who has won.

        The seat that leads at or past the goal wins; a tie at the top plays on.
        """
        before = self.scores
        points = [-LOOED_POINTS if looed else tricks
                  for looed, tricks in zip(looed_seats(state), _rewarded_tricks(state),
                                           strict=True)]
        self.scores = [score + self.direction * gain
                       for score, gain in zip(before, points, strict=True)]
        progress = [self.direction * score for score in self.scores]
        leaders = [seat for seat, score in enumerate(progress) if score == max(progress)]
        self.over = max(progress) >= self.direction * self.goal and len(leaders) == 1
        return {"points_before": list(before), "points": points,
                "points_after": list(self.scores), "game_over": self.over,
                "winners": leaders if self.over else []}


class RouncePoints(LooPoints):
    """Rounce (Rules 2): everyone starts at 15 and counts down; first to 0 or below wins."""

    start, goal, direction = 15, 0, -1


Account = ChipAccount | LooPoints


def play_session(
    game: str, players: int, rules: Rules, first_dealer: int, deck: Callable[[int], list[str]],
    decider: Any, hands: int,
) -> list[Hand]:
    """Play a session, hand after hand, the deal passing to the left; return its hand histories.

    ``rules``: every option; ``bankroll`` may be left out. ``deck`` gives the 28 tiles of a hand, by
    its number, in dealing order: five to each seat from the dealer's left, the dealer last, then
    the turn-up, then the boneyard. ``decider``: see ``LooState``. ``hands``: the most.
    """
    dealer = first_dealer
    account: Account = (ChipAccount(players, rules) if plays_for_chips(game, rules)
                        else LooPoints(players) if game == "loo" else RouncePoints(players))
    history: list[Hand] = []
    while len(history) < hands and not account.over:
        tiles = list(deck(len(history)))
        state = _deal(game, players, rules, len(history), dealer, tiles, account)
        _play_hand(state, tiles, decider)
        history.append(_hand_history(state, account))
        if not account.over:
            dealer = next_on_left(dealer, account.purses.seats_in(), players)
    return history


def _deal(
    game: str, players: int, rules: Rules, hand_index: int, dealer: int, tiles: list[str],
    account: Account,
) -> LooState:
    """Collect the ante, deal five tiles each and expose the turn-up (Rules 1, *Deal*)."""
    seats = clockwise((dealer + 1) % players, account.purses.seats_in(), players)
    ante = account.collect_ante(dealer, seats)
    chips = account.purses.chips
    return LooState(
        rules, players, hand_index, dealer, seats, list(account.scores),
        dealt(tiles, seats, HAND_SIZE, players), tiles.pop(0), game=game,
        chips=None if chips is None else list(chips), ante=ante, pool=account.pool,
        penalty=account.penalty(len(seats)))


def _play_hand(state: LooState, boneyard: list[str], decider: Any) -> None:
    """Let every seat declare once, from the dealer's left round to the dealer, then play.

    A dealer whom all others left alone does not declare. Where one seat is left, the walkover
    counts five tricks; else the eldest hand leads.
    """
    for seat in state.seats:
        state.seat = seat
        if state.playing != [state.dealer]:
            declare(state, boneyard, decider)
    if len(state.playing) == 1:
        state.tricks_won[state.playing[0]] = TRICKS_IN_A_HAND
        return
    suits = Suits(state.trump)
    play_tricks(state, decider, suits, state.playing[0], partial(legal_leads, suits, state.rules),
                partial(legal_follows, suits, state.rules))


def _hand_history(state: LooState, account: Account) -> Hand:
    """Settle the hand and write it down.

    The dealer turns the trump, at Rounce the seat to his right (Rules 2).
    """
    return {
        "hand": state.hand_index, "players": state.players,
        "rules": with_penalty_in_chips(state.rules, len(state.seats)),
        "dealer": state.dealer, "dealt": state.dealt, "turn_up": state.turn_up,
        "turned_by": state.dealer if state.game == "loo" else (state.dealer - 1) % state.players,
        "trump": state.trump, "declarations": state.declarations,
        "tricks": [trick.history() for trick in state.tricks], "tricks_won": state.tricks_won,
        "looed": looed_seats(state), **account.settle(state),
    }
