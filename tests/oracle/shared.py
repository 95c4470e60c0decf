"""What our referees share beyond the installed proof: decks, purses, records played again."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from boneyard.proof.history import assert_same_hand
from boneyard.proof.table import Hand, IllegalChoice, Rules, clockwise
from boneyard.proof.tiles import ALL_TILES
from boneyard.proof.tricks import Lead


def next_on_left(seat: int, seats: Iterable[int], players: int) -> int:
    """Return the nearest of the seats to the left of `seat`, itself last.

    The turn skips empty chairs (Rules, option ``bankroll``).
    """
    return clockwise((seat + 1) % players, seats, players)[0]


def checked_seat(seat: int, players: int, name: str) -> int:
    """Return the seat after checking that the table has it."""
    if not 0 <= seat < players:
        raise ValueError(f"{name}: {seat} is no seat of a table of {players}")
    return seat


def check_table(
    game: str, players: int, seats: Iterable[int], rules: Rules, options: Iterable[str],
    for_chips: bool, **choices: tuple[str, ...],
) -> None:
    """Check that a table has so many seats, and that its options are those the rules know.

    ``bankroll`` is the one option that may be left out; it is for chips only (Rules, option
    ``bankroll``). ``choices``: what an option may be.
    """
    if players not in seats:
        raise ValueError(f"players: {players} cannot play {game}")
    if set(rules) - {"bankroll"} != set(options):
        raise ValueError(f"rules: {sorted(rules)} are not the options of {game}")
    for option, known in choices.items():
        if option in rules and rules[option] not in known:
            raise ValueError(f"rules: {option} {rules[option]!r} is none of {known}")
    bankroll = rules.get("bankroll")
    if bankroll is not None and (not for_chips or bankroll < 1):
        raise ValueError(f"rules: bankroll {bankroll} needs a game for chips and a chip each")


class Purses:
    """The chips in front of each seat, None where it can pay anything (option ``bankroll``)."""

    def __init__(self, players: int, bankroll: int | None) -> None:
        self.players = players
        self.chips = None if bankroll is None else [bankroll] * players

    def seats_in(self) -> list[int]:
        """Return the seats that have something left; a seat with nothing left is out."""
        return [seat for seat in range(self.players) if self.chips is None or self.chips[seat] > 0]

    def pay(self, seat: int, amount: int) -> int:
        """Take a payment from a seat; one larger than what it has takes all it has."""
        if self.chips is None:
            return amount
        payment = min(amount, self.chips[seat])
        self.chips[seat] -= payment
        return payment

    def receive(self, winnings: Sequence[int]) -> None:
        """Give every seat its winnings."""
        if self.chips is not None:
            self.chips = [own + won for own, won in zip(self.chips, winnings, strict=True)]


def checked_deck(deck: list[str]) -> list[str]:
    """Return a copy of the deck after checking that it is the whole set, each tile once."""
    if sorted(deck) != sorted(ALL_TILES):
        raise ValueError(f"deck: {deck} is not the double-six set")
    return list(deck)


def dealt(tiles: list[str], seats: list[int], size: int, players: int) -> list[list[str] | None]:
    """Take so many tiles for each of the seats, in their order, from the front of a deck.

    Returns them by seat, None for seats that are out.
    """
    hands: list[list[str] | None] = [None] * players
    for seat in seats:
        hands[seat] = tiles[:size]
        del tiles[:size]
    return hands


def recorded(hand: Hand, *path: str | int) -> Any:
    """Return what a hand history has under a path of keys and indices.

    An ``AssertionError`` names the hand and the path where there is nothing.
    """
    value: Any = hand
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            raise AssertionError(f"hand {hand.get('hand')}: {path}: not recorded") from None
    return value


def recorded_by(hand: Hand, seat: int, *path: str | int) -> Any:
    """Return the entry under the path, which must be the given seat's."""
    entry = recorded(hand, *path)
    owner = entry.get("seat") if isinstance(entry, dict) else recorded(hand, *path, 0)
    if owner != seat:
        raise AssertionError(
            f"hand {hand.get('hand')}: {path}: recorded {entry}, but it is seat {seat}'s turn")
    return entry


def dealt_deck(hand: Hand, first: int, *then: Iterable[str]) -> list[str]:
    """Return a deck that deals a hand as it is recorded, from seat `first` round the table.

    ``then``: the tiles that come after the hands; the rest of the set comes last.
    """
    dealt = recorded(hand, "dealt")
    order = clockwise(first, range(len(dealt)), len(dealt))
    return whole_deck(hand, [
        tile for some in (*(dealt[seat] or [] for seat in order), *then) for tile in some])


def whole_deck(hand: Hand, known: list[str]) -> list[str]:
    """Complete the tiles known in dealing order with the rest of the set."""
    strangers = [tile for tile in known if tile not in ALL_TILES]
    repeated = sorted({tile for tile in known if known.count(tile) > 1})
    if strangers or repeated:
        raise AssertionError(
            f"hand {hand.get('hand')}: tiles: unknown {strangers}, repeated {repeated}")
    return [*known, *(tile for tile in ALL_TILES if tile not in known)]


def assert_replays(history: list[Hand], replay: Callable[[], list[Hand]]) -> None:
    """Replay a session recorded from its first hand and assert that nothing differs.

    An ``AssertionError`` names the hand and the key of the first difference.
    """
    try:
        replayed = replay()
    except IllegalChoice as error:
        raise AssertionError(str(error)) from error
    except ValueError as error:
        raise AssertionError(f"hand 0: {error}") from error
    for index, hand in enumerate(history):
        if index == len(replayed):
            raise AssertionError(f"hand {index}: hand: recorded after the end of the session")
        assert_same_hand(index, hand, replayed[index])


class ScriptedTricks:
    """Leads and follows as the hand histories of a session say, from its first hand."""

    def __init__(self, history: list[Hand]) -> None:
        self.history = history

    def lead(self, state: Any, options: list[Lead]) -> Lead:
        """Answer with the first play of the next trick and its suit."""
        hand, trick = self.history[state.hand_index], len(state.tricks)
        return self._tile(state), recorded(hand, "tricks", trick, "suit")

    def follow(self, state: Any, legal: list[str]) -> str:
        """Answer with the next play of the trick."""
        return self._tile(state)

    def _tile(self, state: Any) -> str:
        turn = len(state.trick.plays) if state.trick else 0
        path = ("tricks", len(state.tricks), "plays", turn)
        recorded_by(self.history[state.hand_index], state.seat, *path)
        return recorded(self.history[state.hand_index], *path, 1)
