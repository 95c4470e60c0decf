"""A decision as a person describes it, option by option, and what the games share in reading it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from simulate.domino.tiles import is_pair, members, name, parse, with_plain_tiles
from simulate.domino.tricks import LED_AS, STRENGTH
from simulate.errors import BoneyardError
from simulate.games.narrating import how_many
from simulate.games.spot import Event, asking, called, tile_set
from simulate.runs.run import Run
from simulate.whole_numbers import whole

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
class Told:
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
        """Raise ``BoneyardError`` if ``seen``, ``drawn`` or ``discarded`` is given that
        the decision has not (``needed``)."""
        for part, why in _ONLY_SOME.items():
            if (text := getattr(self, part)).strip() and part not in needed:
                raise BoneyardError(f"{part} {text!r}: {why}; leave it out")

    def turned_up(self) -> str:
        """Return the tile that was turned up."""
        if not self.turn_up:
            raise BoneyardError("turn-up is missing: name the tile that was turned up")
        return name(parse(self.turn_up))

    def tiles(self, part: str) -> list[str]:
        """Return the tiles of ``hand``, ``drawn`` or ``discarded`` as a history writes them."""
        return _tiles(getattr(self, part), part)

    def own_tiles(self, tricks: Sequence[Mapping[str, Any]], me: int) -> list[str]:
        """Return the tiles held now and those played before."""
        played = [tile for trick in tricks for seat, tile in trick["plays"] if seat == me]
        return _tiles(" ".join([self.hand, *played]), "hand and tiles played")

    def points_before(
        self, run: Run, is_over: Callable[[Sequence[int]], bool], wins: str, least: int = -10_000,
    ) -> dict[str, Any]:
        """Return the score by position, if it was given. ``wins``: what wins the game, in words.
        ``least``: the fewest points that a seat can have."""
        if not self.score:
            return {}
        points = [whole(word, "score", least, 10_000)
                  for word in split_phrases(self.score, (), "score", "number")]
        if len(points) != len(run.players):
            raise BoneyardError(f"score {self.score!r} has {how_many(len(points), 'number')} for "
                                f"{len(run.players)} seats: name one each")
        if is_over(points):
            raise BoneyardError(f"score {self.score!r}: with that the game is over, for {wins}")
        return {"points_before": points}


#: What may be given besides hand and position.
PARTS = tuple(one.name for one in fields(Told) if one.name not in ("hand", "position"))
#: A hand as far as it is known, its decisions and the one that is asked about.
Asked = tuple[dict[str, Any], list[Event], int]


def _tiles(text: str, what: str) -> list[str]:
    return [name(tile) for tile in members(tile_set(text.replace(",", " ").split(), what))]


def tiles_text(given: Any, what: str) -> str:
    """Return what is given in Python as the text that a person would type: tiles may be a sequence,
    or one tile alone."""
    if given is None or isinstance(given, str) or what not in _OF_TILES or what == "seen":
        return "" if given is None else given
    if not isinstance(given, Iterable):
        return name(parse(given))
    if not is_pair(given):
        return " ".join(name(parse(tile)) for tile in given)
    if what in _ONE_TILE:
        return name(parse(given))
    raise BoneyardError(f"{what} {given!r} is one tile with these ends, or two tiles with these "
                        f"numbers: write [{tuple(given)}], or texts as in ['6-4', '2-0']")


def as_typed(position: object, decision: object, pool: int | None, **parts: Any) -> Told:
    """Return a decision that is described in Python as a person would type it."""
    if not isinstance(before := parts["before"], str):
        parts["before"] = ",".join(map(str, before))
    return Told(position=str(position), decision=None if decision is None else str(decision),
                pool=pool, **{part: tiles_text(given, part) for part, given in parts.items()})


def phrase_length(words: Sequence[str], phrases: Collection[str]) -> int:
    """Return how many words the longest phrase has with which some words begin; 1 if it is none."""
    lengths = range(len(words), 1, -1)
    return next((many for many in lengths if " ".join(words[:many]).lower() in phrases), 1)


def split_phrases(
    text: str, phrases: Collection[str] = (), part: str = "before", phrase: str = "declaration",
) -> list[str]:
    """Split declarations at commas, or into the longest ``phrases`` and single words where there
    are none. ``part``, ``phrase``: what the text and one of its phrases are called in messages."""
    if not isinstance(text, str):
        raise BoneyardError(f"{part} is {text!r}: give a text or a list")
    parts, words = text.split(",") if "," in text else [], text.split()
    while "," not in text and words:
        many = phrase_length(words, phrases)
        parts.append(" ".join(words[:many]))
        words = words[many:]
    said = [" ".join(part.lower().split()) for part in parts]
    if "" in said and text.strip():
        raise BoneyardError(f"{part} {text!r} has an empty {phrase}: name one a position")
    return [part for part in said if part]


def read_tricks(
    text: str, order: int, seats_in: Sequence[int], leader: int
) -> tuple[list[dict[str, Any]], int]:
    """Return the tricks of ``4: 6-4 6-6 5-4; 2: 2-2``, and who is to play now."""
    tricks: list[dict[str, Any]] = []
    now, ring = leader, list(seats_in)
    for number, part in enumerate(filter(None, (p.strip() for p in text.split(";")))):
        suit, colon, words = part.partition(":")
        if not colon or suit.strip() not in "0123456":
            raise BoneyardError(
                f"seen, trick {number + 1}: {part!r} does not name the suit led: write the "
                "number, a colon and the tiles from the leader on, as in 4: 6-4 6-6 5-4")
        tiles = [parse(word) for word in words.replace(",", " ").split()]
        if not 0 < len(tiles) <= len(ring):
            raise BoneyardError(f"seen, trick {number + 1}: {len(tiles)} tiles for {len(ring)} "
                                "seats that play")
        if not LED_AS[order, tiles[0]] >> int(suit) & 1:
            raise BoneyardError(f"seen, trick {number + 1}: {name(tiles[0])} cannot be led as a "
                                f"{suit.strip()}")
        at = ring.index(now)
        chairs = (ring[at:] + ring[:at])[: len(tiles)]
        strength = [int(STRENGTH[order, int(suit), tile]) for tile in tiles]
        winner = chairs[strength.index(max(strength))] if len(tiles) == len(ring) else None
        tricks.append({"leader": now, "suit": int(suit), "winner": winner,
                       "plays": [[seat, name(tile)] for seat, tile in zip(chairs, tiles,
                                                                          strict=True)]})
        now = ring[(at + len(tiles)) % len(ring)] if winner is None else winner
    return tricks, now


def place_in(hand: Mapping[str, Any], position: int) -> str:
    """Return what a position is called: a person who asks sees the seats as positions."""
    return called(hand, range(hand["players"]), position)


def to_play(hand: Mapping[str, Any], now: int, me: int, first: int) -> Event:
    """Return the decision at the tiles. ``now``, ``me``: the seat that is to play now, and the one
    that asks: ``BoneyardError`` if they differ. ``first``: the number of the decision at the first
    trick."""
    if now != me:
        raise BoneyardError(f"seen: now {place_in(hand, now)} is to play, not "
                            f"{place_in(hand, me)}")
    tricks = hand["tricks"]
    follows = bool(tricks) and tricks[-1]["winner"] is None
    number = len(tricks) - follows
    what = "follow" if follows else "lead"
    return Event(me, what, first + number, None,
                 f"trick {number + 1}: {place_in(hand, me)} is to {what}")


def asked_at(run: Run, hand: dict[str, Any], asked: Event) -> Asked:
    """Return a hand and its decisions, the last of them the one that is asked about."""
    events = [event for event in asking(run.game).events(hand, run.rules)
              if (event.seat, event.number, event.answer) != (asked.seat, asked.number, None)]
    return hand, [*events, asked], len(events)
