"""What the texts of all games' hands have in common."""

from collections.abc import Iterable, Mapping

from simulate.books.tally import Ints
from simulate.domino.tiles import ALL_TILES, name
from simulate.errors import listed
from simulate.games.game import Hand, find_game
from simulate.games.spot import chairs_of


def how_many(number: int, what: str) -> str:
    """Return a number with its noun, as in ``1 chip`` and ``2 chips``.

    Examples
    --------
    >>> from simulate.games.narrating import how_many
    >>> how_many(1, "chip"), how_many(-1, "point"), how_many(1200, "tile")
    ('1 chip', '-1 point', '1,200 tiles')
    """
    return f"{number:,} {what}{'' if abs(number) == 1 else 's'}"


#: Ordinal numbers that are written as words.
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
             "tenth")


def ordinal(number: int) -> str:
    """Return a number from 1 as it counts things.

    Examples
    --------
    >>> from simulate.games.narrating import ordinal
    >>> ordinal(2), ordinal(11), ordinal(22)
    ('second', '11th', '22nd')
    """
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    is_teen = number // 10 % 10 == 1
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def by_seat(row: Ints, entry: int, seats: int) -> list[int]:
    """Return an entry of a table's row for every seat."""
    return [int(value) for value in row[entry : entry + seats]]


def places(hand: Hand) -> dict[int, str]:
    """Return the name of each seat's place in this hand, in the order of play."""
    game, dealt = find_game(hand["game"]), hand.get("dealt")
    if game.beginner not in hand:
        return {seat: f"seat {seat}" for seat in range(len(hand["lineup"]))}
    seated = [seat for seat in chairs_of(hand) if dealt is None or dealt[seat]]
    return dict(zip(seated, game.position_names(len(seated)), strict=True))


def who(hand: Hand, seat: int) -> str:
    """Return a seat's place in the hand, with its strategy."""
    return f"{places(hand)[seat]} ({hand['lineup'][seat]})"


def named(hand: Hand, seats: Iterable[int]) -> str:
    """Return some seats by their places: ``the dealer``, ``the eldest hand and the third``."""
    return listed([f"the {place}" for seat, place in places(hand).items() if seat in set(seats)])


def tell_deal(hand: Hand) -> list[str]:
    """Return the deal: in the order of play, with the seat that each keeps in its session."""
    widest = max(len(tiles or ()) for tiles in hand["dealt"])
    return ["Deal", *(
        f"  {who(hand, seat):<28} {'  '.join(hand['dealt'][seat]):<{5 * widest - 2}}  seat {seat}"
        for seat in places(hand))]


def tell_points(
    hand: Hand, marks: Mapping[int, str], width: int = 8, head: str = "points", sign: int = 1
) -> list[str]:
    """Return the points by seat, with tricks and scores; ``marks`` stand behind some seats, and
    ``sign`` -1 is for a score that is counted down (``head``)."""
    lines = ["Points", f"  {'':<28} {'tricks':>6} {head:>7} {'score':>{width}}"]
    for seat in places(hand):
        score = f"{hand['points_before'][seat]} -> {hand['points_after'][seat]}"
        lines.append(f"  {who(hand, seat):<28} {hand['tricks_won'][seat]:>6} "
                     f"{sign * hand['points'][seat]:>+7} {score:>{width}}{marks.get(seat, '')}")
    return lines


def tell_winners(hand: Hand) -> list[str]:
    """Return who wins the game, if it is over."""
    return [f"  the game goes to {named(hand, hand['winners'])}"] if hand["game_over"] else []


def address(hand: Hand, begins: str, called: str = "hand") -> str:
    """Return the first line: where the hand is found, and who ``begins``, as in "banker deals"."""
    return f"Session {hand['session']}, {called} {hand['hand']} of seed {hand['seed']}: {begins}"


def tile_text(answer: int) -> str:
    """Return in words an action that should be a tile."""
    is_tile = answer >= 0 and ALL_TILES >> answer & 1
    return name(answer) if is_tile else f"{answer}, which is not the number of a tile"


def refusal(answer: str, legal: list[str]) -> str:
    """Return in words a strategy's action, and the legal ones."""
    return f"answered {answer}; legal were {' '.join(legal)}"
