"""A decision as a person describes it, option by option, and what the games share in reading it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from simulate.domino.tiles import is_pair, members, name, parse, with_plain_tiles
from simulate.errors import BoneyardError
from simulate.games.spot import Event, called, tile_set

#: What has tiles in it.
_OF_TILES = ("hand", "turn_up", "seen", "drawn", "discarded")
#: What is one tile: (6, 4) is never two of them there.
_ONE_TILE = ("turn_up", "discarded")
#: Full-width signs, as keyboards of East Asia type them, and the plain ones that they stand for.
NARROW = str.maketrans("：，、；＃＝", ":,,;#=")  # noqa: RUF001
#: What only some decisions have, and why the others have it not.
_ONLY_SOME = {
    "seen": "no tile is played before this is decided",
    "drawn": "those are the tiles of a miss, given to ask which five to keep",
    "discarded": "that is what the dealer threw for the turn-up, given once it is taken"}


@dataclass(frozen=True)
class Query:
    """What a person wrote; each an option of ``boneyard advise``."""

    hand: str  #: tiles held now
    position: str
    turn_up: str = ""
    before: str = ""
    seen: str = ""
    drawn: str = ""
    discarded: str = ""
    score: str = ""
    pool: int | None = None
    decision: str | None = None  #: where the rest leaves it open

    def __post_init__(self) -> None:
        for part in (*_OF_TILES, "before", "score"):
            text = getattr(self, part).translate(NARROW)
            object.__setattr__(self, part, with_plain_tiles(text) if part in _OF_TILES else text)

    def check(self, needed: Collection[str] = ()) -> None:
        """Raise ``BoneyardError`` for what is given that the decision has not (``needed``)."""
        for part, why in _ONLY_SOME.items():
            if (text := getattr(self, part)).strip() and part not in needed:
                raise BoneyardError(f"{part} {text!r}: {why}; leave it out")

    def tiles(self, part: str) -> list[str]:
        """Return the tiles of ``hand``, ``drawn`` or ``discarded`` as a history writes them."""
        return _tiles(getattr(self, part), part)

    def own_tiles(self, tricks: Sequence[Mapping[str, Any]], me: int) -> list[str]:
        """Return the tiles held now and those played before."""
        played = [tile for trick in tricks for seat, tile in trick["plays"] if seat == me]
        return _tiles(" ".join([self.hand, *played]), "hand and tiles played")

    def check_goes_on(self, is_over: bool, wins: str) -> None:
        """Raise ``BoneyardError`` if the score ends the game; ``wins``: what wins it, in words."""
        if is_over:
            raise BoneyardError(f"score {self.score!r}: with that the game is over, for {wins}")


#: What may be given besides hand and position.
PARTS = tuple(one.name for one in fields(Query) if one.name not in ("hand", "position"))


def _tiles(text: str, what: str) -> list[str]:
    """Return the names of the tiles in a text, in their order."""
    return [name(tile) for tile in members(tile_set(text.replace(",", " ").split(), what))]


def tiles_text(given: Any, what: str) -> str:
    """Return tiles that are given in Python as the text that a person would type."""
    if given is None or isinstance(given, str) or what not in _OF_TILES or what == "seen":
        return "" if given is None else given
    if what in _ONE_TILE or not isinstance(given, Iterable):
        return name(parse(given))
    if not is_pair(given):
        return " ".join(name(parse(tile)) for tile in given)
    raise BoneyardError(f"{what} {given!r} is one tile with these ends, or two tiles with these "
                        f"numbers: write [{tuple(given)}], or texts as in ['6-4', '2-0']")


def as_typed(position: object, decision: object, pool: int | None, **parts: Any) -> Query:
    """Return a decision that is described in Python as a person would type it."""
    for part in ("before", "score"):
        if not isinstance(given := parts[part], str | None):
            parts[part] = ",".join(map(str, given))
    return Query(position=str(position), decision=None if decision is None else str(decision),
                 pool=pool, **{part: tiles_text(given, part) for part, given in parts.items()})


def place_in(hand: Mapping[str, Any], position: int) -> str:
    """Return what a position is called: a person who asks sees the seats as positions."""
    return called(hand, range(hand["players"]), position)


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
