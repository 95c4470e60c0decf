"""A hand of Loo or Rounce from the row that it left: in the exchange format, and as a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from simulate.books.tally import Ints
from simulate.domino.tiles import ALL_TILES, names
from simulate.domino.tricks import plain
from simulate.games.game import Hand
from simulate.games.loo.row import AT, TRICKS
from simulate.games.loo.rules import PENALTY_KINDS, RounceRules
from simulate.games.loo.settling import GAME_POINTS
from simulate.games.loo.views import ACTIONS, FOLLOW, FOR_POOL, LEAD, LEAVE, MISS, PLAY
from simulate.games.narrating import (
    address,
    by_seat,
    how_many,
    lead_said,
    named,
    places,
    refusal,
    tell_deal,
    tile_said,
    who,
)
from simulate.games.rules import Rules
from simulate.games.tricks import (
    chairs_in,
    deal_in,
    tell_tricks,
    tricks_begun,
    tricks_in,
    won_in,
)
from simulate.machine.table import BASE


def _said(row: Ints) -> list[dict[str, Any]]:
    said = []
    for p, seat in enumerate(chairs_in(row)):
        action, thrown = int(row[AT.action + p]), int(row[AT.thrown + p])
        if action == 0:
            continue
        entry: dict[str, Any] = {"seat": seat, "action": ACTIONS[action]}
        if action == MISS:
            entry["drawn"] = names(row[AT.drawn + p])
            entry["discarded"] = names(thrown)
        elif action in (PLAY, FOR_POOL) and thrown:
            entry["takes_turn_up"] = True
            entry["discarded"] = names(thrown)
        said.append(entry)
    return said


def _chips_of(row: Ints, seats: int) -> dict[str, Any]:
    return {
        "ante": by_seat(row, AT.ante_paid, seats),
        "pool": int(row[AT.pool]),
        "pool_next": int(row[AT.pool_next]),
        "paid": by_seat(row, AT.paid, seats),
        "penalties": by_seat(row, AT.penalties, seats),
        "net": by_seat(row, AT.value, seats),
    }


def _penalty(row: Ints) -> str:
    """Return the rule ``penalty`` in the chips that it came to in this hand."""
    kind = PENALTY_KINDS[row[AT.penalty_kind]]
    return f"{kind}:{row[AT.penalty_chips] + row[AT.penalty_a_seat] * row[AT.players]}"


def _points_of(row: Ints, seats: int, counts_down: bool) -> dict[str, Any]:
    """Return the scores; Rounce's run down from 15."""
    before, points = by_seat(row, AT.score, seats), by_seat(row, AT.value, seats)
    after = [b + p for b, p in zip(before, points, strict=True)]
    over = bool(row[AT.game_over])
    winners = [seat for seat in range(seats) if over and after[seat] == max(after)]
    if counts_down:
        before, after = ([GAME_POINTS - score for score in scores] for scores in (before, after))
    return {
        "points_before": before, "points": points, "points_after": after,
        "game_over": over, "winners": winners,
    }


def _dealt(row: Ints, seats: int) -> dict[str, Any]:
    by = chairs_in(row)[-2] if row[AT.rounce] else int(row[AT.dealer])
    return {**deal_in(row, seats), "turned_by": by, "trump": int(row[AT.trump])}


def record(row: Ints, seats: int) -> dict[str, Any]:
    """Return a hand of Loo or Rounce from the row that it left.

    ``row`` is ``int64[AT.size]``. ``seats``: at the table.
    """
    rounce = bool(row[AT.rounce])
    won, looed = won_in(row, seats), [False] * seats
    for p, seat in enumerate(chairs_in(row)):
        stayed_in = int(row[AT.seats_in]) >> p & 1
        looed[seat] = bool(stayed_in and won[seat] == 0 and row[AT.action + p] != FOR_POOL)
    n_to_chips = {"rules": {"penalty": _penalty(row)}} if row[AT.penalty_a_seat] else {}
    money = _points_of(row, seats, rounce) if row[AT.points_game] else _chips_of(row, seats)
    return {
        "hand": int(row[BASE.number]),
        "dealer": int(row[AT.dealer]),
        **money,
        **n_to_chips,
        **_dealt(row, seats),
        "declarations": _said(row),
        "tricks": tricks_in(row, TRICKS if row[AT.played_out] else 0),
        "tricks_won": won,
        "looed": looed,
    }


def begun(row: Ints, seats: int) -> dict[str, Any]:
    """Return what was played of a hand in which a strategy failed.

    ``row`` (``int64[AT.size]``): as the error left it. ``seats``: at the table.
    """
    at_tiles = row[BASE.decision] in (LEAD, FOLLOW)
    return {
        "dealer": int(row[AT.dealer]),
        **_dealt(row, seats),
        "declarations": _said(row),
        "tricks": tricks_begun(row) if at_tiles else [],
    }


class Words(NamedTuple):
    """What a game calls its own.

    ``miss``: what a seat takes that throws its hand away for another. ``misses``: several of them.
    ``taken``: the same with its article, after "takes" and "take". ``missed``: what a seat did that
    took one. ``looed``: what a seat is that stayed in and took no trick. ``letter``: what stands on
    a chart for a miss. ``counts_down``: whether points are taken off a score.
    """

    miss: str = "miss"
    misses: str = "misses"
    taken: str = "the miss"
    missed: str = "missed"
    looed: str = "looed"
    letter: str = "M"
    counts_down: bool = False

    @property
    def says(self) -> dict[str, str]:
        """What a person says to declare, by what a history writes."""
        return {"miss": f"take {self.taken}", "for_pool": "play for the pool"}

    @property
    def of_loo(self) -> dict[str, str]:
        """What this game calls things, by Loo's own words: those with more words first."""
        if self == LOO:
            return {}
        return {"the miss": self.taken, "a miss": self.taken, "misses": self.misses,
                "missed": self.missed, "miss": self.miss, "looed": self.looed}


LOO = Words()
ROUNCE = Words("dummy", "dummies", "a dummy", "took a dummy", "rounced", letter="Y",
               counts_down=True)


def words_of(rules: Rules) -> Words:
    """Return what the game of some rules calls its own."""
    return ROUNCE if isinstance(rules, RounceRules) else LOO


def _says(action: str, words: Words) -> str:
    return {
        "play": "plays the dealt hand", "miss": f"takes {words.taken}", "drop": "drops",
        "for_pool": "plays for the pool",
    }[action]


def _tiles(tiles: list[str] | None) -> str:
    return "  ".join(tiles or [])


def _deal(hand: Hand) -> list[str]:
    by = hand["turned_by"]
    turned = "" if by == hand["dealer"] else f", turned by {named(hand, [by])}"
    return [*tell_deal(hand), f"  turn-up {hand['turn_up']}{turned}: trumps are {hand['trump']}s"]


def _declarations(hand: Hand, words: Words) -> list[str]:
    lines = ["Declarations"]
    for said in hand["declarations"]:
        text = f"  {who(hand, said['seat']):<28} {_says(said['action'], words)}"
        if said["action"] == "miss":
            text += f": draws {_tiles(said['drawn'])}"
            if said["discarded"]:  # none while the choice is not made
                text += f", throws {_tiles(said['discarded'])}"
        elif said.get("takes_turn_up"):
            text += f", takes the turn-up for {_tiles(said['discarded'])}"
        lines.append(text)
    if not hand["tricks"] and "tricks_won" in hand:
        seat = hand["tricks_won"].index(max(hand["tricks_won"]))
        lines.append(f"  {who(hand, seat):<28} is left alone: no play")
    return lines


def _chips(hand: Hand) -> list[str]:
    lines = [
        f"Money: the pool was {hand['pool']:,}, a trick {how_many(hand['pool'] // 5, 'chip')}",
        f"  {'':<28} {'tricks':>6} {'ante':>10} {'takes':>12} {'penalty':>12} {'net':>13}",
    ]
    for seat in places(hand):
        mark = "  looed" if hand["looed"][seat] else ""
        lines.append(
            f"  {who(hand, seat):<28} {hand['tricks_won'][seat]:>6} "
            f"{hand['ante'][seat]:>10,} {hand['paid'][seat]:>12,} "
            f"{hand['penalties'][seat]:>12,} {hand['net'][seat]:>+13,}{mark}")
    lines.append(f"  the next pool starts from {hand['pool_next']:,}")
    return lines


def _points(hand: Hand, words: Words) -> list[str]:
    head = "change" if words.counts_down else "points"
    lines = ["Points", f"  {'':<28} {'tricks':>6} {head:>7} {'score':>12}"]
    for seat in places(hand):
        tricks = hand["tricks_won"][seat]
        score = f"{hand['points_before'][seat]} -> {hand['points_after'][seat]}"
        mark = f"  {words.looed}" if hand["looed"][seat] else ""
        points = -hand["points"][seat] if words.counts_down else hand["points"][seat]
        lines.append(f"  {who(hand, seat):<28} {tricks:>6} {points:>+7} {score:>12}{mark}")
    if hand["game_over"]:
        lines.append(f"  {who(hand, hand['winners'][0])} wins the game")
    return lines


def tell_play(hand: Hand, row: Ints, words: Words = LOO) -> list[str]:
    """Return what was played: deal, declarations, and tricks with the legal choices."""
    head = address(hand, f"{hand['lineup'][hand['dealer']]} deals")
    order = plain.py_func(hand["trump"])  # not compiled for one number
    return [head, *_deal(hand), *_declarations(hand, words), *tell_tricks(hand, row, order)]


def tell_end(hand: Hand, words: Words = LOO) -> list[str]:
    """Return what came of a hand: the money, or the points."""
    return _chips(hand) if "net" in hand else _points(hand, words)


def refused(decision: str, answer: int, seen: Mapping[str, int]) -> str:
    """Say what a strategy answered against the rules; ``seen`` is its view."""
    if decision == "declare":
        allowed = [word for action, word in ACTIONS.items() if seen["legal"] >> action & 1]
        return refusal(ACTIONS.get(answer, str(answer)), allowed)
    held = names(seen["hand"])
    if decision == "take_turn_up":
        return refusal(tile_said(answer), [*held, f"LEAVE ({LEAVE})"])
    if decision == "keep_after_miss":
        is_set = answer >= 0 and not answer & ~ALL_TILES
        said = f"the set {' '.join(names(answer))}" if is_set else f"{answer}, which is no set"
        return refusal(said, ["five", "of", *held])
    said = lead_said(answer) if decision == "lead" else tile_said(answer)
    return refusal(said, names(seen["legal"]))
