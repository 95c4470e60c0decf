"""Domino Euchre (Rules 3)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from boneyard.proof.table import Hand, Rules, checked, clockwise
from boneyard.proof.tiles import ends, is_double
from boneyard.proof.tricks import HAND_SIZE, Lead, Suits, TricksState, play_tricks

from .shared import dealt

_RIGHT_RANK, _LEFT_RANK = 8, 7
GAME_POINTS, MATCH_TRICKS, POINT_TRICKS = 5, 5, 3

#: ``("pass",)``, ``("accept", alone)`` or ``("name", suit, alone)``.
Call = tuple[Any, ...]
PASS: Call = ("pass",)


@dataclass(frozen=True)
class BowerSuits(Suits):
    """Suits in which the left bower belongs to trumps only (Rules 3, *Rank*)."""

    @property
    def right_bower(self) -> str:
        """The double of trumps."""
        return f"{self.trump}-{self.trump}"

    @property
    def left_bower(self) -> str:
        """The double of the next lower number; with blanks trump the double six."""
        lower = (self.trump - 1) % 7
        return f"{lower}-{lower}"

    def is_trump(self, tile: str) -> bool:
        """Tell whether the tile shows the trump number or is the left bower."""
        return super().is_trump(tile) or tile == self.left_bower

    def rank(self, tile: str, suit: int) -> int:
        """Rank trumps right bower, left bower, then the other end; plain suits as ever."""
        if suit == self.trump and is_double(tile):
            return _RIGHT_RANK if tile == self.right_bower else _LEFT_RANK
        return super().rank(tile, suit)


@dataclass
class EuchreState(TricksState):
    """Everything that has happened in a hand so far.

    A decider answers for every seat, in the order of the game, even where one option is legal:
    ``call(state, legal)``; as the dealer ``dealer_discard(state, six_tiles)``; and the tricks.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        #: The trump proposed in round 1, the round of the auction, and its calls as the hand
        #: history writes them.
        self.proposed, self.round = max(ends(self.turn_up)), 1
        self.auction: list[dict[str, Any]] = []
        #: None during the auction and in a void hand.
        self.trump: int | None = None
        self.maker: int | None = None
        self.alone = False
        #: What the dealer discarded for the turn-up.
        self.dealer_discard: str | None = None


def legal_calls(state: Any) -> list[Call]:
    """Return the calls of the seat to act.

    Round 1 accepts the turned trump, round 2 names any other suit; alone with four players only.
    """
    ways = (False, True) if state.players == 4 else (False,)
    if state.round == 1:
        return [PASS, *(("accept", alone) for alone in ways)]
    return [PASS, *(("name", suit, alone)
                    for suit in range(7) if suit != state.proposed for alone in ways)]


def hold_auction(state: EuchreState, decider: Any) -> None:
    """Ask every seat from the dealer's left, at most twice, until one makes trump.

    All pass twice: the hand is void and has no maker (Rules 3, *Auction*).
    """
    for number, seat in product((1, 2), state.seats):
        state.round, state.seat = number, seat
        legal = legal_calls(state)
        call = checked(decider.call(state, legal), legal, state, "auction")
        alone, named = call[-1] is True, call[0] == "name"
        state.auction.append(
            {"seat": seat, "round": number, "call": call[0],
             **({"suit": call[1]} if named else {}), **({"alone": True} if alone else {})})
        if call != PASS:
            state.maker, state.alone = seat, alone
            state.trump = call[1] if named else state.proposed
            _take_up(state, decider, seat, not named)
            return


def _take_up(state: EuchreState, decider: Any, maker: int, accepted: bool) -> None:
    """Let the partner of a maker who goes alone lay the hand down.

    Where the turned trump was accepted, let a dealer who plays take the turn-up and discard any of
    his six tiles.
    """
    if state.alone:
        partner = (maker + 2) % 4
        state.playing.remove(partner)
        state.hands[partner] = []
    if accepted and state.dealer in state.playing:
        state.seat = state.dealer
        six = [*state.hands[state.dealer], state.turn_up]
        state.dealer_discard = checked(
            decider.dealer_discard(state, six), six, state, "dealer_discard")
        state.hands[state.dealer] = [tile for tile in six if tile != state.dealer_discard]


def legal_leads(
    suits: BowerSuits, lead_suit: str, hand: list[str], opening: bool = True
) -> list[Lead]:
    """Return every tile of the hand with the suits it may be led as (Rules 3, *Play*).

    Option ``lead_suit``: ``announced`` lets the leader of a plain tile name either number,
    ``high`` makes it the higher end always. A bower or another trump is led as trump.
    """
    if lead_suit == "announced":
        return [(tile, suit) for tile in hand for suit in suits.suits_of(tile)]
    return [(tile, suits.trump if suits.is_trump(tile) else max(ends(tile))) for tile in hand]


def legal_follows(suits: BowerSuits, hand: list[str], suit: int) -> list[str]:
    """Return the tiles that follow suit, or any tile; there is no duty to trump."""
    return suits.of_suit(hand, suit) or list(hand)


def side_of(seat: int, players: int) -> list[int]:
    """Return the seats that score together: with four players partners, else the seat alone."""
    return sorted({seat, (seat + 2) % 4}) if players == 4 else [seat]


def hand_points(state: Any) -> list[int]:
    """Return the points of the hand by seat (Rules 3, *Score*); partners carry the same number.

    The makers score 2 for all five tricks (alone 4) and 1 for three or four; with fewer they are
    euchred and every other seat scores 2. A void hand scores nothing.
    """
    if state.maker is None:
        return [0] * state.players
    makers = side_of(state.maker, state.players)
    tricks = sum(state.tricks_won[seat] for seat in makers)
    euchred = tricks < POINT_TRICKS
    worth = 2 if euchred else 1 if tricks < MATCH_TRICKS else 4 if state.alone else 2
    return [worth if (seat in makers) != euchred else 0 for seat in range(state.players)]


def game_winners(scores: list[int]) -> list[int]:
    """Return the seats at five points; two that reach it together share the win."""
    return [seat for seat, score in enumerate(scores) if score >= GAME_POINTS]


def play_session(
    players: int, rules: Rules, first_dealer: int, deck: Callable[[int], list[str]], decider: Any,
    hands: int,
) -> list[Hand]:
    """Play one game, the deal passing to the left, and return its hand histories.

    With four players partners 0 and 2 play against 1 and 3. ``deck`` gives the 28 tiles of a hand,
    by its number, in dealing order: five to each seat from the dealer's left, the dealer last, then
    the turn-up. ``decider``: see ``EuchreState``. ``hands``: the most; a game not over then is
    unfinished.
    """
    dealer = first_dealer
    scores = [0] * players
    history: list[Hand] = []
    while len(history) < hands and not game_winners(scores):
        tiles, seats = list(deck(len(history))), clockwise(dealer + 1, range(players), players)
        state = EuchreState(rules, players, len(history), dealer, seats, list(scores),
                            dealt(tiles, seats, HAND_SIZE, players), tiles[0])
        hold_auction(state, decider)
        if state.maker is not None and state.trump is not None:
            suits = BowerSuits(state.trump)
            play_tricks(state, decider, suits, state.maker,
                        partial(legal_leads, suits, rules["lead_suit"]),
                        partial(legal_follows, suits))
        history.append(_hand_history(state))
        scores = history[-1]["points_after"]
        dealer = (dealer + 1) % players
    return history


def _hand_history(state: EuchreState) -> Hand:
    """Score the hand and write it down."""
    points = hand_points(state)
    after = [before + gain for before, gain in zip(state.scores, points, strict=True)]
    winners = game_winners(after)
    return {
        "hand": state.hand_index, "players": state.players, "rules": dict(state.rules),
        "dealer": state.dealer, "dealt": state.dealt, "turn_up": state.turn_up,
        "auction": state.auction, "trump": state.trump, "maker": state.maker,
        "alone": state.alone, "dealer_discard": state.dealer_discard,
        "tricks": [trick.history() for trick in state.tricks], "tricks_won": state.tricks_won,
        "points_before": state.scores, "points": points, "points_after": after,
        "game_over": bool(winners), "winners": winners,
    }
