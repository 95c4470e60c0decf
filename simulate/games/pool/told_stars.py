"""The stars of a game of Domino Pool, as a hand history tells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simulate.games.narrating import how_many
from simulate.games.pool.rules import PoolRules, most_stars
from simulate.games.pool.views import STAR_NUMBER
from simulate.games.spot import Event, called, entry


def stars_decided(hand: Mapping[str, Any], rules: PoolRules, chairs: Sequence[int]) -> list[Event]:
    """Return the decisions to star, the lowest score first, equals from the leader's left."""
    out, stars = hand.get("out") or [], hand.get("starred") or []
    if rules.star != "may" or not out or len(out) == len(chairs):
        return []
    already = starred_before(hand, rules)
    places = most_stars(int(hand["players"])) - len(already)
    pips, score = entry(hand, "pips"), entry(hand, "score_before")
    order = [*chairs[1:], chairs[0]]
    events: list[Event] = []
    for seat in sorted(out, key=lambda seat: (score[seat] + pips[seat], order.index(seat))):
        if places > 0 and seat not in already:
            does = "stars" if seat in stars else "goes out"
            events.append(
                Event(seat, "star", STAR_NUMBER, int(seat in stars),
                      f"{called(hand, chairs, seat)} {does}"))
            places -= seat in stars
    return events


def star_in_words(hand: Mapping[str, Any], seat: int, chairs: Sequence[int]) -> str:
    """Say what a seat has reached, what it pays to star, and with what it comes back."""
    rules = entry(hand, "rules")
    totals = {one: hand["score_before"][one] + hand["pips"][one] for one in chairs}
    highest = max(total for one, total in totals.items() if one not in hand["out"])
    return (f"you have {totals[seat]} of {rules['target']}: to star costs "
            f"{how_many(rules['contribution'], 'chip')} more, and you come back with {highest}; "
            f"the pool is {how_many(hand['pool'], 'chip')}")


def starred_before(hand: Mapping[str, Any], rules: PoolRules) -> list[int]:
    """Return the seats that had starred before a hand.

    A hand may name them (``stars_before``). If it does not, the pool tells how many they were.
    Where every seat stars that may (``star=must``) and not all stars are taken, a seat that is out
    has starred before; of the seats still in, those with most pips that do not go out in this hand
    are taken to be they. Once all stars are taken it does not matter who took them.
    """
    if hand.get("stars_before") is not None:
        return [int(seat) for seat in hand["stars_before"]]
    score, out = hand.get("score_before") or [], hand.get("out") or []
    gone = [seat for seat, pips in enumerate(score) if pips is None] if rules.star == "must" else []
    inside = [seat for seat, pips in enumerate(score) if pips is not None and seat not in out]
    first = [*gone, *sorted(inside, key=lambda seat: -score[seat])]
    return first[:_stars_paid(hand, rules, bool(gone))]


def _stars_paid(hand: Mapping[str, Any], rules: PoolRules, some_are_gone: bool) -> int:
    """Return how many stars were paid before a hand; without a pool, all if a seat is out."""
    if hand.get("pool") is None:
        return most_stars(int(hand["players"])) if some_are_gone else 0
    return max(int(hand["pool"]) // max(rules.contribution, 1) - int(hand["players"]), 0)
