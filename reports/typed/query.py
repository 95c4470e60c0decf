"""A decision as a person describes it, option by option, and what the games share in reading it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.typed.hand import NARROW, Line, Typed
from simulate.domino.tiles import is_pair, members, name, parse, with_plain_tiles
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.words import words_of
from simulate.games.narrating import how_many
from simulate.games.spot import Event, called, tile_set

#: What has tiles in it.
_OF_TILES = ("hand", "turn_up", "seen", "drawn", "discarded")
#: What is one tile: (6, 4) is never two of them there.
_ONE_TILE = ("turn_up", "discarded")
#: What has lines of its own, and how those begin.
_LINES = {"hand": "hand", "turn_up": "turn-up", "before": "said", "score": "score",
          "drawn": "drawn", "discarded": "discarded", "pool": "pool", "decision": "decision"}


@dataclass(frozen=True)
class Query:
    """What a person wrote, or gave in Python; each an option of ``boneyard advise``."""

    hand: Any  #: tiles held now
    position: Any
    turn_up: Any = ""
    before: Any = ""
    seen: Any = ""
    drawn: Any = ""
    discarded: Any = ""
    score: Any = ""
    pool: int | None = None
    decision: Any = ""  #: where the rest leaves it open

    def __post_init__(self) -> None:
        for part, given in vars(self).items():
            if part != "pool":
                object.__setattr__(self, part, typed_text(given, part))

    def lines(self, seen: str) -> Iterator[Line]:
        """Yield the options as the lines of a hand; ``seen`` as in ``GameWords``."""
        for part, key in _LINES.items():
            if text := getattr(self, part):
                yield Line.of_option(part.replace("_", "-"), key, str(text))
        parts = [part for text in self.seen.split(";") if (part := text.strip())]
        for number, part in enumerate(parts, 1):
            suit, colon, words = ("", "", part) if seen else part.partition(":")
            if not seen and (not colon or suit.strip() not in {*"0123456"}):
                raise BoneyardError(
                    f"seen, trick {number}: {part!r} does not name the suit led: write the "
                    "number, a colon and the tiles from the leader on, as in 4: 6-4 6-6 5-4")
            yield Line.of_option("seen", seen or suit.strip(), words)


def typed_text(given: Any, part: str) -> str:
    """Return what is given of a part of a question as the text that a person would type."""
    is_text = given is None or isinstance(given, str)
    if not is_text and part in ("before", "score"):
        given = ",".join(map(str, given))
    elif not is_text and part in _OF_TILES and part != "seen":
        if part in _ONE_TILE or not isinstance(given, Iterable):
            given = [given]
        elif is_pair(given):
            raise BoneyardError(
                f"{part} {given!r} is one tile with these ends, or two tiles with these numbers: "
                f"write [{tuple(given)}], or texts as in ['6-4', '2-0']")
        given = " ".join(name(parse(tile)) for tile in given)
    text = "" if given is None else str(given).translate(NARROW).strip()
    return with_plain_tiles(text) if part in _OF_TILES else text


def place_in(hand: Mapping[str, Any], position: int) -> str:
    """Return what a position is called: a person who asks sees the seats as positions."""
    return called(hand, range(hand["players"]), position)


def own_tiles(hand: Mapping[str, Any], me: int, thrown: Sequence[str] = ()) -> list[str]:
    """Return the tiles held now, those played before, and those ``thrown``."""
    played = [tile for trick in hand["tricks"] for seat, tile in trick["plays"] if seat == me]
    own = tile_set([*hand["holds"], *played, *thrown], "with the tiles played and thrown, the hand")
    return [name(tile) for tile in members(own)]


def check_goes_on(typed: Typed) -> None:
    """Raise ``BoneyardError`` if the score ends the game: a tie at the top plays on where points
    can be lost."""
    game, down = find_game(typed.hand["game"]), words_of(typed.rules).counts_down
    target, score = game.points(typed.rules), typed.hand.get("points_before")
    if target is None or not score:
        return
    won = [target - points if down else points for points in score]
    if max(won) >= target and not (game.can_lose and won.count(max(won)) > 1):
        raise BoneyardError(f"score {' '.join(map(str, score))!r}: with that the game is over, for "
                            f"{'who is down to 0 wins' if down else f'{target} points win'}")


def not_asked(
    hand: Mapping[str, Any], me: int, done: Sequence[object], what: str, instead: str
) -> BoneyardError:
    """Return the error about a position that is not asked after what was ``done``."""
    return BoneyardError(f"--before names {how_many(len(done), what)}: then it is not "
                         f"{place_in(hand, me)} that is asked; {instead}")


def to_play(
    hand: Mapping[str, Any], ring: Sequence[int], leader: int, me: int, first: int
) -> Event:
    """Return the decision at the tiles of ``me``, who must be to play, by the seats of the
    ``ring``. ``first``: the number of the decision at the first trick."""
    tricks, now = hand["tricks"], leader
    follows = bool(tricks) and tricks[-1]["winner"] is None
    if tricks:
        last = tricks[-1]
        now = last["winner"] if not follows else ring[
            (ring.index(last["leader"]) + len(last["plays"])) % len(ring)]
    if now != me:
        raise BoneyardError(f"seen: now {place_in(hand, now)} is to play, not "
                            f"{place_in(hand, me)}")
    number, what = len(tricks) - follows, "follow" if follows else "lead"
    return Event(me, what, first + number, None,
                 f"trick {number + 1}: {place_in(hand, me)} is to {what}")
