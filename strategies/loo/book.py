"""Rules of thumb that can be added up in the head, and their words."""

from collections.abc import Mapping
from typing import Any

from simulate.domino.tile_sets import count, places_in
from simulate.domino.tiles import DOUBLES
from simulate.domino.tricks import TRUMPS, by_rank
from simulate.games.loo.views import MISS, PLAY, Declaring
from simulate.games.loo.words import LOO, ROUNCE, Words
from simulate.machine.compiling import helper, inlined
from strategies.base import Parameter, whole_points
from strategies.loo.base import LooStrategy
from strategies.loo.skills.prospects import fears_turn_up, misses_against, stay_out


def sum_in_words(words: Words = LOO) -> str:
    """Return the sum of ``pocket-rule`` in words for four players."""
    miss = words.miss if words is LOO else f"take {words.taken}"
    out = "drop" if words.counts_down else "drop, or play for the pool"
    return ("Trumps count {highest:g} (highest), {second:g} (second), {third:g} (third) or 1; each "
            "after the first, {more:g} more. Only dealers count the turn-up. Play with {later:g} "
            "(dealer {dealer:g}; nobody in, {first:g}; against a turned-up double, {turned:g}). "
            ).format(**POCKET) + (
        f"Else {miss} if nobody plays a dealt hand (dealer: at most one; first two: never "
        f"against a double). If not, {out}.")


def sum_in_sentences(
    points: Mapping[str, float], players: int = 4, words: Words = LOO
) -> tuple[str, str, str]:
    """Return a sum in sentences: how to count, when to play, and what to do otherwise."""
    counts = (f"Count points for your trumps: the highest {points['highest']:g}, the second "
              f"{points['second']:g}, the third {points['third']:g}, any lower one 1. "
              f"Each trump after the first counts {points['more']:g} more. The "
              "turned-up tile counts for the dealer alone. All others leave it out when they rank "
              "their trumps.")
    who = f"{points['first']:g} points or more" if players == 2 else (
        f"{points['later']:g} points or more if somebody before you is in, with "
        f"{points['first']:g} if nobody is")
    only = " only" if points["dealer"] < points["later"] else ""
    plays = (f"Play your hand with {who}. If a double is turned up it takes {points['turned']:g} "
             f"instead. A dealer needs{only} {points['dealer']:g} in any case.")
    return counts, plays, _otherwise(players, words)


def _otherwise(players: int, words: Words) -> str:
    """Return in words what to do with too few points."""
    if players == 2:
        return f"With fewer points take {words.taken}."
    out = "drop, or play for the pool where you may" if (
        players == 4 and not words.counts_down) else "drop"
    never = "the eldest hand does not" if players == 3 else "the first two seats do not"
    return (f"With fewer points take {words.taken} if nobody plays the hand that was dealt. A "
            f"dealer takes {words.taken} against one dealt hand, too. If a double is turned up, "
            f"{never}. Otherwise {out}.")


@helper
def points_of(
    hand: int, trump: int, turn_up: int, is_dealer: bool, highest: float, second: float,
    third: float, more: float, double: float,
) -> float:
    """Add up a hand: trumps by rank, ``more`` for each after the first, ``double`` for a double
    that is no trump. The dealer counts the turn-up as held; for the others it is out of the game,
    so that the next trump is the highest where the best one is turned up."""
    turned = 1 << turn_up
    held = hand | turned if is_dealer else hand
    trumps = held & TRUMPS[trump]
    ranked = TRUMPS[trump] if is_dealer else TRUMPS[trump] & ~turned
    places, lower = places_in(by_rank(trumps), by_rank(ranked)), count(ranked) - 3
    points = highest * (places >> lower + 2 & 1) + second * (places >> lower + 1 & 1)
    points += third * (places >> lower & 1) + count(places & (1 << lower) - 1)
    points += more * max(count(trumps) - 1, 0)
    return points + double * count(held & ~trumps & DOUBLES)


@inlined
def _declare(view: Declaring, p: Any, double: float) -> int:
    """Declare by points. With too few a seat takes the miss as long as nobody is in with a dealt
    hand (the dealer also against one), and drops otherwise. Against a double turned up, which the
    dealer may take, the others need more points, and do not take the miss while more than the
    dealer are still to declare."""
    is_dealer = view.position == view.players - 1
    points = points_of(view.hand, view.trump, view.turn_up, is_dealer,
                       p.highest, p.second, p.third, p.more, double)
    needed = p.later
    if is_dealer:
        needed = p.dealer
    elif fears_turn_up(view):
        needed = p.turned
    elif view.stayed | view.missed == 0:
        needed = p.first
    if points >= needed:
        return PLAY
    shuns_miss = fears_turn_up(view) and view.position < view.players - 2
    if not shuns_miss and misses_against(view.legal, view.stayed, is_dealer):
        return MISS
    return stay_out(view.legal)


def _numbers(
    highest: float, second: float, third: float, more: float, first: float, later: float,
    dealer: float, turned: float,
) -> dict[str, Parameter]:
    """Return the parameters of a sum: what trumps count, and the points needed to play."""
    return {
        "highest": whole_points(highest, "for the highest trump"),
        "second": whole_points(second, "for the second"),
        "third": whole_points(third, "for the third; any lower one counts 1"),
        "more": whole_points(more, "more for each trump after the first"),
        "first": whole_points(first, "to play with when nobody is in"),
        "later": whole_points(later, "to play with when somebody is"),
        "dealer": whole_points(dealer, "for the dealer, the turn-up counted"),
        "turned": whole_points(turned, "for the others where a double is turned up"),
    }


class Book(LooStrategy):
    """Adds up points for trumps and doubles and goes by four numbers.

    Ten for the highest trump, five for the second, three for the third, one for any lower one; four
    more for each trump after the first; one for each double that is no trump.  With fewer points
    than it needs it takes the miss as long as nobody is in with a dealt hand (the dealer also
    against one), and drops otherwise; against a double that is turned up only the seat before the
    dealer takes it.

    The numbers were found by search: a best response wins at least 0.40% of the pool a hand from
    it (0.39 to 0.42, four players, a million deals, seed 7).  At Rounce with three or four players
    the second trump counts seven, each after the first six more, and seats before the dealer need
    fifteen against a double turned up (docs/solution.md).
    """

    name = "book"
    looks_at = "its trumps and doubles, who is in, whether it deals, a double turned up"
    parameters = {  # noqa: RUF012  # read only
        **_numbers(10, 5, 3, 4, 11, 10, 9, 13),
        "double": whole_points(1, "for a double that is no trump"),
    }
    defaults_by_table = {  # noqa: RUF012  # read only
        ("rounce", "points", players): {"second": 7, "more": 6, "turned": 15}
        for players in (3, 4)}

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        return _declare(view, p, p.double)


#: The numbers of ``pocket-rule``.
_POCKET = _numbers(9, 3, 2, 4, 9, 8, 7, 10)
POCKET = {name: one.default for name, one in _POCKET.items()}


class PocketRule(LooStrategy):
    """Adds up points for trumps only, and fears a double turned up.

    A best response wins at least 0.28% of the pool a hand from it (0.26 to 0.29, four players, a
    million deals, seed 7), less than from any other sum that was tried (docs/solution.md).
    """

    name = "pocket-rule"
    looks_at = "its trumps, who is in, whether it deals, a double turned up"
    rule = sum_in_words()
    parameters = _POCKET

    @classmethod
    def rule_at(cls, game: str) -> str:
        return sum_in_words(ROUNCE if game == "rounce" else LOO)

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        return _declare(view, p, 0.0)


class TwoTrumps(LooStrategy):
    """Plays on two trumps or the top one; else the miss if nobody plays."""

    name = "two-trumps"
    looks_at = "its trumps, whether anybody is in"

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        is_dealer = view.position == view.players - 1
        held = view.hand | 1 << view.turn_up if is_dealer else view.hand
        trumps = held & TRUMPS[view.trump]
        out = TRUMPS[view.trump] & ~(trumps | 1 << view.turn_up)
        if count(trumps) >= 2 or by_rank(trumps) > by_rank(out):
            return PLAY
        return MISS if misses_against(view.legal, view.stayed, 0) else stay_out(view.legal)
