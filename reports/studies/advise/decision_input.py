"""A decision read from what a person writes: tiles, what was said, what was played.

Everything is told from the seats' positions: 0 or ``eldest`` is the first on the dealer's left,
``dealer`` the last; at Domino Pool 0 is the leader, at Casino the one who rolls first.  It becomes
a hand of the exchange format, with the seats numbered by position, as far as it is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simulate.domino.tiles import HIGH, members, name, parse
from simulate.domino.tricks import STRENGTH
from simulate.errors import BoneyardError, unknown
from simulate.games.euchre.rules import EuchreRules
from simulate.games.euchre.views import DISCARD_NUMBER
from simulate.games.euchre.views import FIRST_TRICK as FIRST_OF_EUCHRE
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import DECLARE, FIRST_TRICK, KEEP_AFTER_MISS, TAKE_TURN_UP
from simulate.games.pool.views import DRAWS_FROM
from simulate.games.spot import Event, asking, tile_set
from simulate.runs.run import Run
from simulate.whole_numbers import whole

_DECLARED = {"play": "play", "stay": "play", "miss": "miss", "drop": "drop", "pass": "drop",
             "take": "take", "for_pool": "for_pool", "pool": "for_pool"}
_HAND = 5


@dataclass(frozen=True)
class Told:
    """What a person wrote; each an option of ``boneyard advise``.

    Parameters
    ----------
    hand : str
        Tiles held now.
    position : str
    turn_up, before, seen, drawn, discarded, score : str
    pool : int, optional
    decision : str, optional
        Where the rest does not tell which.
    """

    hand: str
    position: str
    turn_up: str = ""
    before: str = ""
    seen: str = ""
    drawn: str = ""
    discarded: str = ""
    score: str = ""
    pool: int | None = None
    decision: str | None = None


#: A hand as far as it is known, its decisions and the one that is asked about.
Asked = tuple[dict[str, Any], list[Event], int]


def _tiles(text: str, what: str) -> list[str]:
    """Return tiles as a history writes them."""
    return [name(tile) for tile in members(tile_set(text.replace(",", " ").split(), what))]


def read_position(run: Run, text: str) -> int:
    """Return a position from a number or its name.

    Raises
    ------
    BoneyardError
        If it is neither.
    """
    seats = len(run.players)
    names = [word.split()[0].lower() for word in find_game(run.game).position_names(seats)]
    word = text.strip().lower()
    words = {**{n: p for p, n in enumerate(names)}, "eldest": 0, "first": 0, "leader": 0,
             "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": seats - 1,
             "dealer": seats - 1}
    if word in words and words[word] < seats:
        return words[word]
    if not word.isdigit():
        raise unknown("position", text, [*map(str, range(seats)), *names])
    return whole(word, "position", 0, seats - 1)


def _phrases(text: str) -> list[str]:
    """Split what was said at commas, or at blanks where there are none."""
    parts = text.split(",") if "," in text else text.split()
    said = [part.strip().lower() for part in parts]
    if "" in said and text.strip():
        raise BoneyardError(f"before {text!r} has an empty declaration: name one a position")
    return [part for part in said if part]


def read_tricks(
    text: str, order: int, seats_in: Sequence[int], leader: int
) -> tuple[list[dict[str, Any]], int]:
    """Return the tricks of ``4: 6-4 6-6 5-4; 2: 2-2``, and who is to play now.

    Raises
    ------
    BoneyardError
        If a trick cannot be read, or has more tiles than there are seats.
    """
    tricks: list[dict[str, Any]] = []
    now, ring = leader, list(seats_in)
    for number, part in enumerate(filter(None, (p.strip() for p in text.split(";")))):
        suit, colon, words = part.partition(":")
        if not colon or suit.strip() not in "0123456":
            raise BoneyardError(
                f"seen, trick {number + 1}: {part!r} does not say which suit was led: write the "
                "number, a colon and the tiles from the leader on, as in 4: 6-4 6-6 5-4")
        tiles = [parse(word) for word in words.replace(",", " ").split()]
        if not 0 < len(tiles) <= len(ring):
            raise BoneyardError(f"seen, trick {number + 1}: {len(tiles)} tiles for {len(ring)} "
                                "seats that play")
        at = ring.index(now)
        chairs = (ring[at:] + ring[:at])[: len(tiles)]
        strength = [int(STRENGTH[order, int(suit), tile]) for tile in tiles]
        winner = chairs[strength.index(max(strength))] if len(tiles) == len(ring) else None
        tricks.append({"leader": now, "suit": int(suit), "winner": winner,
                       "plays": [[seat, name(tile)] for seat, tile in zip(chairs, tiles,
                                                                          strict=True)]})
        now = ring[(at + len(tiles)) % len(ring)] if winner is None else winner
    return tricks, now


def _to_play(tricks: Sequence[Mapping[str, Any]], now: int, me: int, first: int) -> Event:
    """Return the decision at the tiles, if it is this seat's."""
    if now != me:
        raise BoneyardError(f"seen: now position {now} is to play, not position {me}")
    follows = bool(tricks) and tricks[-1]["winner"] is None
    number = len(tricks) - follows
    what = "follow" if follows else "lead"
    return Event(me, what, first + number, None, f"trick {number + 1}: position {me} is to {what}")


def _own(told: Told, tricks: Sequence[Mapping[str, Any]], me: int) -> list[str]:
    """Return the tiles held now and those played before."""
    played = [tile for trick in tricks for seat, tile in trick["plays"] if seat == me]
    return _tiles(" ".join([told.hand.replace(",", " "), *played]), "hand and tiles played")


def _score(told: Told, run: Run) -> dict[str, Any]:
    """Return the score by position, if it was told."""
    if not told.score:
        return {}
    points = [whole(word, "score", -10_000, 10_000) for word in _phrases(told.score)]
    if len(points) != len(run.players):
        raise BoneyardError(f"score {told.score!r} has {len(points)} numbers for "
                            f"{len(run.players)} seats")
    return {"points_before": points}


def declarations(text: str, players: int) -> list[dict[str, Any]]:
    """Return what was declared from the eldest hand on, as a history has it.

    Raises
    ------
    BoneyardError
        If a word is no declaration, or there are more than seats.
    """
    said: list[dict[str, Any]] = []
    for p, word in enumerate(_phrases(text)):
        if word not in _DECLARED:
            raise unknown("declaration", word, _DECLARED)
        if p >= players:
            raise BoneyardError(f"before: {p + 1} declarations for {players} seats")
        action = _DECLARED[word]
        said.append({"seat": p, "action": "play" if action == "take" else action})
        if action == "take":
            said[-1]["takes_turn_up"] = True
    return said


def _loo(run: Run, told: Told, me: int) -> Asked:
    players, turn_up = len(run.players), name(parse(told.turn_up))
    said = declarations(told.before, players)
    hand: dict[str, Any] = {
        "players": players, "dealer": players - 1, "turn_up": turn_up, "declarations": said,
        "tricks": [], **_score(told, run)}
    if isinstance(run.rules, LooRules) and run.rules.scoring == "chips":
        hand["pool"] = run.rules.first_pool(players) if told.pool is None else told.pool
    dealt: list[list[str] | None] = [None] * players
    hand["dealt"] = dealt
    decision = told.decision or _decision_of_loo(told, said, me, players)
    if decision == "declare":
        if len(said) != me:
            raise BoneyardError(f"before names {len(said)} declarations, not {me}: as many as "
                                f"declare before position {me} (the eldest hand is position 0)")
        dealt[me] = _tiles(told.hand, "hand")
        asked = Event(me, "declare", DECLARE, None, f"position {me} declares")
    elif decision == "keep_after_miss":
        said[-1] |= {"drawn": _tiles(told.drawn or told.hand, "drawn")}
        asked = Event(me, "keep_after_miss", KEEP_AFTER_MISS, None, f"position {me} keeps five")
    elif decision == "take_turn_up":
        dealt[me] = _tiles(told.hand, "hand")
        asked = Event(me, "take_turn_up", TAKE_TURN_UP, None, f"position {me}: the turn-up")
    elif decision in ("lead", "follow"):
        asked = _loo_at_tiles(hand, told, me)
    else:
        raise unknown("decision", decision, asking(run.game).legal)
    events = [event for event in asking(run.game).events(hand, run.rules)
              if (event.seat, event.number) != (me, asked.number) or event.answer is not None]
    return hand, [*events, asked], len(events)


def _decision_of_loo(told: Told, said: Sequence[Mapping[str, Any]], me: int, players: int) -> str:
    """Return what a seat at Loo is asked, from all that was said."""
    if told.drawn:
        return "keep_after_miss"
    return "declare" if len(said) <= me else "lead"


def _loo_at_tiles(hand: dict[str, Any], told: Told, me: int) -> Event:
    """Write the tricks into a hand of Loo; return the decision."""
    players, said = hand["players"], hand["declarations"]
    inside = [entry["seat"] for entry in said if entry["action"] != "drop"]
    if len(said) < players and not (len(said) == players - 1 and not inside):
        raise BoneyardError(f"before names {len(said)} declarations, not {players}: at the tiles "
                            "everybody has declared")
    if me not in inside:
        raise BoneyardError(f"position {me} has dropped out and plays no tile")
    trump = int(HIGH[parse(hand["turn_up"])])
    hand["tricks"], now = read_tricks(told.seen, trump, inside, inside[0])
    own, mine = _own(told, hand["tricks"], me), said[me]
    if mine["action"] == "miss":
        mine |= {"drawn": None, "discarded": None, "kept": own}
    elif mine.get("takes_turn_up"):
        thrown = _tiles(told.discarded, "discarded")
        if hand["turn_up"] not in own or len(thrown) != 1:
            raise BoneyardError("a dealer who takes the turn-up holds or has played it: name the "
                                "tile that you threw for it with --discarded")
        mine["discarded"] = thrown
        hand["dealt"][me] = _tiles(" ".join([*own, *thrown]).replace(hand["turn_up"], ""), "hand")
    else:
        hand["dealt"][me] = own
    return _to_play(hand["tricks"], now, me, FIRST_TRICK)


def _euchre(run: Run, told: Told, me: int) -> Asked:
    players, turn_up = len(run.players), name(parse(told.turn_up))
    calls = [_call(word, p, players) for p, word in enumerate(_phrases(told.before))]
    made = next((call for call in calls if call["call"] != "pass"), None)
    hand: dict[str, Any] = {
        "players": players, "dealer": players - 1, "turn_up": turn_up, "auction": calls,
        "tricks": [], "dealer_discard": None, "dealt": [None] * players, **_score(told, run)}
    if made is None:
        number = len(calls) // players
        if len(calls) % players != me or number > 1:
            raise BoneyardError(f"before names {len(calls)} calls: then it is not position {me} "
                                "that is asked")
        hand["dealt"][me] = _tiles(told.hand, "hand")
        asked = Event(me, "call", number, None, f"round {number + 1}: position {me} calls")
    else:
        asked = _euchre_made(run, hand, told, me, made)
    events = [event for event in asking("euchre").events(hand, run.rules)
              if (event.decision, event.answer) != (asked.decision, None)]
    return hand, [*events, asked], len(events)


def _call(word: str, p: int, players: int) -> dict[str, Any]:
    """Read ``pass``, ``accept``, ``accept alone``, ``3`` or ``3 alone``."""
    found = re.fullmatch(r"(pass|accept|(?:name )?[0-6])( alone)?", word)
    if not found or word == "pass alone":
        raise BoneyardError(f"before: {word!r} is no call: write pass, accept, accept alone, 3 or "
                            "3 alone, with commas between them")
    call: dict[str, Any] = {"seat": p % players, "round": p // players + 1, "call": found[1]}
    if found[1][-1].isdigit():
        call |= {"call": "name", "suit": int(found[1][-1])}
    return call | ({"alone": True} if found[2] else {})


def _euchre_made(
    run: Run, hand: dict[str, Any], told: Told, me: int, made: Mapping[str, Any]
) -> Event:
    """Return what is asked once trump is made: the discard, or a tile."""
    players, maker = hand["players"], made["seat"]
    trump = made.get("suit", int(HIGH[parse(hand["turn_up"])]))
    lies_down = maker ^ 2 if made.get("alone") else -1
    exchanged = made["call"] == "accept" and lies_down != players - 1
    inside = [seat for seat in range(players) if seat != lies_down]
    if me not in inside:
        raise BoneyardError(f"position {me} lays the hand down: the partner goes alone")
    high = isinstance(run.rules, EuchreRules) and run.rules.lead_suit == "high"
    hand["tricks"], now = read_tricks(told.seen, trump + 7 * (1 + high), inside, maker)
    own = _own(told, hand["tricks"], me)
    takes = exchanged and me == players - 1
    if takes and not hand["tricks"] and len(own) == _HAND + 1:
        hand["dealt"][me] = [tile for tile in own if tile != hand["turn_up"]]
        return Event(me, "discard", DISCARD_NUMBER, None, f"position {me} discards")
    if takes:
        thrown = _tiles(told.discarded, "discarded")
        if len(thrown) != 1:
            raise BoneyardError("the dealer took the turn-up: name the tile that was discarded "
                                "for it with --discarded, or give all six tiles to be asked which")
        hand["dealer_discard"] = thrown[0]
        hand["dealt"][me] = [tile for tile in [*own, *thrown] if tile != hand["turn_up"]]
    else:
        hand["dealt"][me] = own
    return _to_play(hand["tricks"], now, me, FIRST_OF_EUCHRE)


def _pool(run: Run, told: Told, me: int) -> Asked:
    players = len(run.players)
    hand: dict[str, Any] = {"players": players, "leader": 0, "dealt": [None] * players, "plays": []}
    if told.pool is not None:
        hand["pool"] = told.pool
    own, turn = _tiles(told.hand, "hand"), 0
    for phrase in filter(None, (part.strip().lower() for part in told.seen.split(","))):
        turn += read_turn(hand["plays"], phrase, turn % players, turn == 0)
    if turn % players != me:
        raise BoneyardError(f"seen: now position {turn % players} is to play, not position {me}")
    own += [play["tile"] for play in hand["plays"] if play["seat"] == me and "tile" in play]
    for play in hand["plays"]:
        if play["seat"] == me and play.get("draw"):
            own.remove(play["draw"])
    hand["dealt"][me] = own
    draws = told.decision == "draw"
    asked = Event(me, "draw" if draws else "play", turn // players + DRAWS_FROM * draws, None,
                  f"turn {turn + 1}: position {me} is to play", turn == 0)
    events = asking("pool").events(hand, run.rules)
    return hand, [*events, asked], len(events)


def read_turn(plays: list[dict[str, Any]], phrase: str, seat: int, is_first: bool) -> bool:
    """Read ``6-4 right``, ``pass``, ``draw`` or ``draw 4-2``; tell whether the turn is over."""
    words = phrase.split()
    if words == ["pass"]:
        plays.append({"seat": seat, "pass": True})
        return True
    if words[0] == "draw" and len(words) <= 2:
        plays.append({"seat": seat, "draw": name(parse(words[1])) if words[1:] else None})
        return False
    end = {"l": "left", "r": "right"}.get("".join(words[1:])[:1], "left")
    if len(words) > 2 or (len(words) == 1 and not is_first):
        raise BoneyardError(
            f"seen: {phrase!r} is no turn: write 6-4 left, 6-4 right, pass, or draw before the "
            "play or pass that follows, with commas between turns")
    plays.append({"seat": seat, "tile": name(parse(words[0])), "end": None if is_first else end})
    return True


def _casino(run: Run, told: Told, me: int) -> Asked:
    seats = len(run.players)
    rounds: list[dict[str, Any]] = []
    own_bets: list[str] = []
    for number, part in enumerate(filter(None, (p.strip() for p in told.seen.split(";")))):
        bets, slash, dice = part.partition("/")
        tiles, rolled = [name(parse(word)) for word in bets.split()], dice.split()
        if not slash or len(tiles) != seats or len(rolled) != 2:
            raise BoneyardError(
                f"seen, round {number + 1}: {part!r} is no round: write a bet a seat, from the "
                "first roller on, a slash and the dice, as in 6-4 2-1 5-5 3-0 / 3 4")
        rounds.append({"bets": tiles, "dice": [whole(die, "dice", 1, 6) for die in rolled],
                       "drawn": [[] for _ in range(seats)]})
        own_bets.append(tiles[me])
    held = _tiles(told.hand, "hand")
    rounds.append({"bets": [None] * seats, "drawn": [[] for _ in range(seats)]})
    # Any order in which the seat can have drawn its tiles does.
    mine = [*own_bets, *held]
    for number, entry in enumerate(rounds):
        size = 3 if number == 0 else 1
        entry["drawn"][me], mine = mine[:size], mine[size:]
    if mine:
        raise BoneyardError(f"hand {told.hand!r}: too many tiles for round {len(rounds)}")
    hand = {"players": seats, "first_roller": 0, "rounds": rounds}
    events = asking("casino").events(hand, run.rules)
    return hand, events, seats * (len(rounds) - 1) + me


_READ: Mapping[str, Callable[[Run, Told, int], Asked]] = {
    "loo": _loo, "rounce": _loo, "euchre": _euchre, "pool": _pool, "casino": _casino,
}


def read_decision(run: Run, told: Told) -> Asked:
    """Return the hand and the decision that a person means.

    Parameters
    ----------
    run : Run
        Its players sit by position.
    told : Told

    Raises
    ------
    BoneyardError
        If it cannot be read, or cannot be.
    """
    if run.game not in _READ:
        raise unknown("game to ask about", run.game, _READ)
    if not told.hand.strip():
        raise BoneyardError("hand is empty: name the tiles that are held")
    if run.game in ("loo", "rounce", "euchre") and not told.turn_up:
        raise BoneyardError("turn-up is missing: name the tile that was turned up")
    hand, events, index = _READ[run.game](run, told, read_position(run, told.position))
    return {**hand, "holds": _tiles(told.hand, "hand")}, events, index
