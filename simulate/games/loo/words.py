"""A hand of Loo or Rounce as a text that a person reads, from its history."""

from collections.abc import Mapping
from typing import NamedTuple

from simulate.books.tally import Ints
from simulate.domino.tiles import ALL_TILES, names
from simulate.domino.tricks import plain
from simulate.games import narrating, tricks
from simulate.games.game import Hand
from simulate.games.loo.rules import RounceRules
from simulate.games.loo.views import ACTIONS, LEAVE
from simulate.games.narrating import how_many, who
from simulate.games.rules import Rules


class Words(NamedTuple):
    """A game's own words: a miss, several, one after "takes", what its taker did, a seat without a
    trick; a miss on charts; and whether points are taken off a score."""

    miss: str = "miss"
    misses: str = "misses"
    taken: str = "the miss"
    missed: str = "missed"
    looed: str = "looed"
    letter: str = "M"
    counts_down: bool = False

    @property
    def action_words(self) -> dict[str, str]:
        """How people phrase declarations, by the words of histories."""
        return {"miss": f"take {self.taken}", "for_pool": "play for the pool"}

    @property
    def does(self) -> dict[str, str]:
        """What a seat that declares does, by the words of histories."""
        return {"play": "plays", "miss": f"takes {self.taken}", "drop": "drops",
                "for_pool": "plays for the pool"}

    @property
    def of_loo(self) -> dict[str, str]:
        """This game's words by those of Loo, the longest first."""
        if self == LOO:
            return {}
        return {"the miss": self.taken, "a miss": self.taken, "misses": self.misses,
                "missed": self.missed, "miss": self.miss, "looed": self.looed}


LOO = Words()

ROUNCE = Words("dummy", "dummies", "a dummy", "took a dummy", "rounced", letter="Y",
               counts_down=True)


def words_of(rules: Rules) -> Words:
    """Return the words of the game of some rules."""
    return ROUNCE if isinstance(rules, RounceRules) else LOO


def _declarations(hand: Hand, words: Words) -> list[str]:
    lines = ["Declarations"]
    does = words.does | {"play": "plays the dealt hand"}
    for one in hand["declarations"]:
        text = f"  {who(hand, one['seat']):<28} {does[one['action']]}"
        thrown = "  ".join(one.get("discarded", []))
        if one["action"] == "miss":
            text += f": draws {'  '.join(one['drawn'])}"
            if thrown:  # none while the choice is not made
                text += f", throws {thrown}"
        elif one.get("takes_turn_up"):
            text += f", takes the turn-up for {thrown}"
        lines.append(text)
    if not hand["tricks"] and "tricks_won" in hand:
        seat = hand["tricks_won"].index(max(hand["tricks_won"]))
        lines.append(f"  {who(hand, seat):<28} is left alone: no play")
    return lines


def _chips(hand: Hand) -> list[str]:
    lines = [
        f"Money: the pool was {hand['pool']:,}, a trick {how_many(hand['pool'] // 5, 'chip')}",
        f"  {'':<28} {'tricks':>6} {'ante':>5} {'takes':>8} {'penalty':>8} {'net':>9}",
    ]
    for seat in narrating.places(hand):
        mark = "  looed" if hand["looed"][seat] else ""
        lines.append(
            f"  {who(hand, seat):<28} {hand['tricks_won'][seat]:>6} "
            f"{hand['ante'][seat]:>5,} {hand['paid'][seat]:>8,} "
            f"{hand['penalties'][seat]:>8,} {hand['net'][seat]:>+9,}{mark}")
    lines.append(f"  the next pool starts from {hand['pool_next']:,}")
    return lines


def _points(hand: Hand, words: Words) -> list[str]:
    marks = {seat: f"  {words.looed}" for seat, looed in enumerate(hand["looed"]) if looed}
    head, sign = ("change", -1) if words.counts_down else ("points", 1)
    lines = narrating.tell_points(hand, marks, 12, head, sign)
    if hand["game_over"]:
        lines.append(f"  {who(hand, hand['winners'][0])} wins the game")
    return lines


def tell_play(hand: Hand, row: Ints, words: Words = LOO) -> list[str]:
    """Return what was played: deal, declarations, and tricks with the legal choices."""
    by, order = hand["turned_by"], plain.py_func(hand["trump"])  # not compiled for one number
    turned = "" if by == hand["dealer"] else f", turned by {narrating.named(hand, [by])}"
    return tricks.tell_hand(hand, row, [
        f"  turn-up {hand['turn_up']}{turned}: trumps are {hand['trump']}s",
        *_declarations(hand, words)], order)


def tell_end(hand: Hand, words: Words = LOO) -> list[str]:
    """Return what came of a hand: the money, or the points."""
    return _chips(hand) if "net" in hand else _points(hand, words)


def refused(decision: str, answer: int, seen: Mapping[str, int]) -> str:
    """Return the sentence about an action against the rules; ``seen``: the strategy's view."""
    held = names(seen["hand"])
    if decision == "take_turn_up":
        return narrating.refusal(narrating.tile_text(answer), [*held, f"LEAVE ({LEAVE})"])
    if decision == "keep_after_miss":
        is_set = answer >= 0 and not answer & ~ALL_TILES
        answered = f"the set {' '.join(names(answer))}" if is_set else f"{answer}, which is no set"
        return narrating.refusal(answered, ["five", "of", *held])
    return tricks.refused({"declare": ACTIONS}, decision, answer, seen)
