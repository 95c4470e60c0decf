"""What the lines of a typed hand say, game by game, as a hand of the exchange format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.review.notation.words import Line, Word, tiles_of
from reports.studies.advise.decision_input import read_tricks, read_turn
from simulate.domino.tiles import HIGH, parse
from simulate.errors import BoneyardError
from simulate.games.euchre.rules import EuchreRules
from simulate.games.rules import Rules

_ALONE = "alone"


@dataclass
class Typed:
    """A hand that is being read.

    Attributes
    ----------
    names : list of str
        The players by seat.
    rules : Rules
    hand : dict
        The hand so far.
    first : int
        The seat that deals, leads or rolls first.
    lines : list of Line
        What is left to be read.
    """

    names: list[str]
    rules: Rules
    hand: dict[str, Any]
    first: int
    lines: list[Line]

    @property
    def seats(self) -> int:
        """How many sit at the table."""
        return len(self.names)

    def take(self, *keys: str) -> Line | None:
        """Take the line with one of some keys, if there is one.

        Raises
        ------
        BoneyardError
            If there are two.
        """
        found = self.take_all(*keys)
        if len(found) > 1:
            raise BoneyardError(f"line {found[1].number}: {found[1].key} is there twice, in line "
                                f"{found[0].number} as well")
        return found[0] if found else None

    def take_all(self, *keys: str) -> list[Line]:
        """Take all lines with one of some keys."""
        found = [line for line in self.lines if line.key in keys]
        self.lines = [line for line in self.lines if line.key not in keys]
        return found

    def seat(self, word: Word) -> int:
        """Return the seat of a player that is named.

        Raises
        ------
        BoneyardError
            If nobody is called so.
        """
        known = [name.lower() for name in self.names]
        if word.text.lower() not in known:
            raise word.wrong(f"{word.text!r} is none of the players {', '.join(self.names)}")
        return known.index(word.text.lower())

    def tiles_by_seat(self) -> list[list[str] | None]:
        """Take the lines that begin with a player's name: the tiles of each."""
        found: list[list[str] | None] = []
        for name in self.names:
            line = self.take(name.lower())
            found.append(line.tiles() if line else None)
        return found

    def chairs(self) -> list[int]:
        """Return the seats from the dealer's left round to the dealer."""
        return [(self.first + 1 + p) % self.seats for p in range(self.seats)]


def _tricks(typed: Typed, order: int, ring: Sequence[int], leader: int) -> list[dict[str, Any]]:
    """Take the lines ``4: 6-4 6-6 5-4``: the suit led, then tiles from the leader on."""
    lines = typed.take_all(*"0123456")
    written = "; ".join(f"{line.key}: {' '.join(line.tiles())}" for line in lines)
    try:
        return read_tricks(written, order, ring, leader)[0]
    except BoneyardError as error:
        trick = str(error).partition("trick ")[2].partition(":")[0]
        line = lines[int(trick) - 1] if trick.isdigit() else lines[0]
        raise BoneyardError(f"line {line.number}: {error}") from error


def _declaration(typed: Typed, phrase: Sequence[Word], seat: int) -> dict[str, Any]:
    """Read ``drop``, ``miss 6-6 4-4 ... throws 2-0``, ``take 2-0`` and the like."""
    word, rest = phrase[0].text.lower(), phrase[1:]
    meant = {"stay": "play", "pass": "drop", "take": "play", "pool": "for_pool"}.get(word, word)
    if meant not in ("play", "drop", "miss", "for_pool"):
        raise phrase[0].wrong(f"{phrase[0].text!r} is no declaration: write play, take, miss, drop "
                              "(or pass) or for_pool")
    said: dict[str, Any] = {"seat": seat, "action": meant}
    if meant == "miss":
        return said | _miss(rest)
    if rest and rest[0].text.lower() in ("take", "takes"):
        word, rest = "take", rest[1:]
    if word == "take":
        return said | {"takes_turn_up": True, "discarded": tiles_of(rest) or None}
    if rest:
        raise rest[0].wrong(f"{rest[0].text!r} is too much after {phrase[0].text}: put a comma "
                            "between declarations")
    return said


def _miss(words: Sequence[Word]) -> dict[str, Any]:
    """Read what a seat drew for its miss and threw away, or only what it kept."""
    parts: dict[str, list[Word]] = {"drawn": []}
    into = "drawn"
    for word in words:
        if word.text.lower() in ("throws", "keeps"):
            into = {"throws": "discarded", "keeps": "kept"}[word.text.lower()]
            parts[into] = []
        else:
            parts[into].append(word)
    tiles = {key: tiles_of(found) for key, found in parts.items() if found}
    if "kept" in tiles and "drawn" in tiles:
        kept = set(tiles.pop("kept"))
        tiles["discarded"] = [tile for tile in tiles["drawn"] if tile not in kept]
    return {"drawn": None, "discarded": None, **tiles}


def _loo(typed: Typed) -> None:
    hand, chairs = typed.hand, typed.chairs()
    turned = typed.take("turn-up", "turn up")
    if turned is None:
        raise BoneyardError("the hand has no turn-up: write a line turn-up: 6-3")
    hand["turn_up"] = turned.one().tile()
    said = typed.take("said")
    phrases = said.phrases if said else []
    if len(phrases) > typed.seats:
        raise phrases[typed.seats][0].wrong(f"{len(phrases)} declarations for {typed.seats} "
                                            "players")
    hand["declarations"] = [_declaration(typed, phrase, chairs[p])
                            for p, phrase in enumerate(phrases)]
    hand["dealt"] = typed.tiles_by_seat()
    inside = [entry["seat"] for entry in hand["declarations"] if entry["action"] != "drop"]
    trump = int(HIGH[parse(hand["turn_up"])])
    hand["tricks"] = _tricks(typed, trump, inside, inside[0]) if inside else []
    if typed.lines and typed.lines[0].key in set("0123456"):
        raise BoneyardError(f"line {typed.lines[0].number}: nobody plays for that trick")


def _call(phrase: Sequence[Word], seat: int, number: int) -> dict[str, Any]:
    """Read ``pass``, ``accept``, ``accept alone``, ``3`` or ``3 alone``."""
    words = [word.text.lower() for word in phrase if word.text.lower() != "name"]
    call: dict[str, Any] = {"seat": seat, "round": number}
    if words[-1] == _ALONE and len(words) > 1 and words[0] != "pass":
        call["alone"] = True
        words = words[:-1]
    if len(words) != 1 or words[0] not in {"pass", "accept", *"0123456"}:
        raise phrase[0].wrong(f"{' '.join(word.text for word in phrase)!r} is no call: write pass, "
                              "accept, accept alone, 3 or 3 alone, with commas between them")
    if words[0].isdigit():
        return call | {"call": "name", "suit": int(words[0])}
    return call | {"call": words[0]}


def _euchre(typed: Typed) -> None:
    hand, chairs, seats = typed.hand, typed.chairs(), typed.seats
    turned = typed.take("turn-up", "turn up")
    if turned is None:
        raise BoneyardError("the hand has no turn-up: write a line turn-up: 6-3")
    hand["turn_up"] = turned.one().tile()
    said = typed.take("said")
    phrases = said.phrases if said else []
    if len(phrases) > 2 * seats:
        raise phrases[2 * seats][0].wrong(f"{len(phrases)} calls for {seats} players: there are "
                                          "two rounds at most")
    calls = [_call(phrase, chairs[p % seats], p // seats + 1) for p, phrase in enumerate(phrases)]
    thrown = typed.take("thrown")
    hand |= {"auction": calls, "dealt": typed.tiles_by_seat(),
             "dealer_discard": thrown.one().tile() if thrown else None, "tricks": []}
    made = next((call for call in calls if call["call"] != "pass"), None)
    if made is None:
        return
    trump = made.get("suit", int(HIGH[parse(hand["turn_up"])]))
    partner = (made["seat"] + 2) % 4 if made.get("alone") else -1
    high = isinstance(typed.rules, EuchreRules) and typed.rules.lead_suit == "high"
    ring = [seat for seat in chairs if seat != partner]
    hand["tricks"] = _tricks(typed, trump + 7 * (1 + high), ring, made["seat"])


def _pool(typed: Typed) -> None:
    hand = typed.hand
    hand["dealt"] = typed.tiles_by_seat()
    score = hand.get("score_before") or [0] * typed.seats
    chairs = [(typed.first + p) % typed.seats for p in range(typed.seats)]
    chairs = [seat for seat in chairs if score[seat] is not None]
    plays: list[dict[str, Any]] = []
    turn = 0
    for line in typed.take_all("line"):
        for phrase in line.phrases:
            if phrase[0].text.lower() not in ("pass", "draw", "drew"):
                phrase[0].tile()
            words = " ".join(word.text.lower().replace("drew", "draw") for word in phrase)
            try:
                turn += read_turn(plays, words, chairs[turn % len(chairs)], turn == 0)
            except BoneyardError as error:
                raise phrase[-1].wrong(error) from error
    hand["plays"] = plays


def _casino(typed: Typed) -> None:
    hand, seats = typed.hand, typed.seats
    drawn = [tiles or [] for tiles in typed.tiles_by_seat()]
    rounds: list[dict[str, Any]] = []
    for line in typed.take_all("bets"):
        words = line.words
        slash = next((k for k, word in enumerate(words) if word.text == "/"), len(words))
        if slash != seats or len(words) != seats + 3:
            raise BoneyardError(
                f"line {line.number}: a round is a bet of each of the {seats} players in the order "
                "in which they were named, a slash and the dice, as in bets: 6-4 2-1 5-5 / 3 4")
        first, stop = (0, 3) if not rounds else (len(rounds) + 2, len(rounds) + 3)
        rounds.append({
            "bets": tiles_of(words[:seats]), "dice": [word.whole(1, 6) for word in words[-2:]],
            "drawn": [tiles[first:stop] for tiles in drawn]})
    if not rounds:
        raise BoneyardError("the game has no bets: write a line for each round, "
                            "bets: 6-4 2-1 5-5 / 3 4")
    hand["rounds"] = rounds
    won = typed.take("winners")
    if won is not None:
        hand["winners"] = [typed.seat(word) for word in won.words]


READ: Mapping[str, Callable[[Typed], None]] = {
    "loo": _loo, "rounce": _loo, "euchre": _euchre, "pool": _pool, "casino": _casino,
}
