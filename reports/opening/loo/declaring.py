"""What the page of Loo and Rounce asks its reader to declare, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from reports.opening.loo.good_table import GoodTable
from reports.opening.shared import SIGNS, hands_looked_at, packed_parts
from reports.results import commands
from reports.studies.advise.decision import Answers, answers_to
from reports.studies.advise.decision_input import ENOUGH, read_decision
from reports.studies.advise.stakes import Table
from reports.studies.miss import words as say
from reports.typed.told import Told
from simulate.books.tally import Ints
from simulate.branch.limits import CLEAR, Limits
from simulate.domino.tiles import HIGH, mask, name
from simulate.games.loo.rules import LooRules, RounceRules, miss_tiles, misses_in
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, TRICKS
from simulate.theory.loo.at_score import GAMES
from simulate.theory.loo.endings import gains_of, in_digits, left_by_end, taken_by_end
from simulate.theory.loo.hands import coarse_class_of
from simulate.theory.loo.what_if_counts import unit_of

#: What trumps are called, by ``simulate.theory.loo.hands.trump_class``.
_TRUMPS = (
    "no trump", "the best trump", "the second best trump", "the third best trump",
    "one trump, the fourth", "one low trump",
    "2 trumps, the two best", "2 trumps, the best and the third", "2 trumps with the best",
    "2 trumps, the second and the third", "2 trumps with the second", "2 trumps with the third",
    "2 low trumps",
    "3 trumps with the two best", "3 trumps with the best and the third", "3 trumps with the best",
    "3 trumps with the second", "3 lower trumps",
    "4 or 5 trumps with the best", "4 or 5 trumps without the best",
)
_DOUBLES = ("no double", "one double", "2 or more doubles")
_HIGH = ("no high tile", "one high tile")


def names_of_classes() -> list[str]:
    """Return what a hand holds, in words: for every coarse class, whatever is turned up."""
    return [f"{trumps}, {doubles}, {high}"
            for trumps in _TRUMPS for doubles in _DOUBLES for high in _HIGH]


#: Hands that are priced to find one that leaves no doubt, and how often good players take the miss
#: with such a hand.
_PRICED, _NEARLY_ALWAYS = 20, 0.9


@dataclass(frozen=True)
class DrawnHand:
    """The eldest hand's tiles, the turn-up, and what each declaration is worth."""

    tiles: tuple[str, ...]
    turn_up: str
    answers: Answers


def _priced(table: GoodTable, tiles: tuple[str, ...], turn_up: str) -> DrawnHand:
    """Return a hand as ``boneyard advise`` prices it, on as many deals whatever they say."""
    run = table.asked
    asked = read_decision(run, Told(" ".join(tiles), "0", turn_up=turn_up))
    return DrawnHand(tiles, turn_up, answers_to(run, *asked, limits=Limits(ENOUGH, ENOUGH)))


def draw_hand(table: GoodTable) -> DrawnHand:
    """Return a hand that leaves no doubt; one that should take the miss, if any."""
    often, priced = table.chances_at(0)[0], []
    miss = table.declared.actions[0].index(MISS)
    for hand, turn_up in hands_looked_at(TRICKS):
        of_class = coarse_class_of(mask(hand), int(HIGH[turn_up]), turn_up, False)
        if often[of_class, miss] > _NEARLY_ALWAYS:
            priced.append(_priced(table, tuple(map(name, hand)), name(turn_up)))
            prices = priced[-1].answers.prices
            if prices.clear and prices.answers[prices.order[0]] == MISS:
                return priced[-1]
        if len(priced) == _PRICED:
            break
    return priced[0]


#: Letters of declarations, as the page has them.
LETTER = {PLAY: "P", MISS: "M", DROP: "D", FOR_POOL: "F"}
_FIGURES = 6


def letters(said: tuple[int, ...]) -> str:
    """Return what was declared as the page writes it."""
    return "".join(LETTER[action] for action in said)


def _nodes(table: GoodTable) -> dict[str, str]:
    """Return what may be declared, by what was declared before."""
    declared = table.declared
    return {letters(said): letters(declared.actions[node])
            for node, said in enumerate(declared.heard)}


def _often(table: GoodTable, at: int) -> dict[str, str]:
    """Return how often good players declare what at a pool: by what was declared, and class.

    As ``packed_parts``: all declarations of a class but the last, then those of the next.
    """
    declared, chances = table.declared, table.chances_at(at)
    return {letters(said): packed_parts(
                chances[node, :, : len(declared.actions[node]) - 1].ravel().tolist())
            for node, said in enumerate(declared.heard)}


def _later(
    priced: Table, pool: int, kept: Ints, many: float = 1
) -> list[list[list[float]]]:
    """Return what ends of hands leave to each position, and what it is by every replica.

    ``kept`` (int64[ends, entries]): what is kept of a hand that ends so
    (``simulate.games.loo.events``). ``many``: so many times as much is told.
    """
    last = len(priced.run.players) - 1
    later = np.array([replicas(np.ones(1), kept[None]) for replicas in (
        priced.stakes(position, last, pool).replicas for position in range(last + 1))
        if replicas is not None])
    if (later == later[..., :1]).all():
        later = later[..., :1]
    return [[[float(f"{many * one:.{_FIGURES}g}") for one in end] for end in ends]
            for ends in later]


def _worth(table: GoodTable, priced: Table, at: int) -> dict[str, Any]:
    """Return what ends of hands bring and leave at a pool, or games of a hundred for points."""
    stakes = table.stakes_at(at)
    if not table.in_chips:
        gains = gains_of(table.players)
        kept = np.concatenate([np.zeros((len(gains), 2), np.int64), gains], axis=1)
        return {"pool": None, "later": _later(priced, 0, kept, GAMES)}
    left = left_by_end(stakes.pool, stakes.penalty)
    return {"pool": stakes.pool, "penalty": stakes.penalty,
            "taken": taken_by_end(stakes.pool, stakes.penalty).tolist(),
            "later": _later(priced, stakes.pool, np.stack([0 * left, left], axis=-1))}


def declaring_data(table: GoodTable) -> dict[str, Any]:
    """Return what a page needs to say what to declare with any hand."""
    run, rules = table.run, table.run.rules
    priced, points = Table(table.asked), not table.in_chips
    assert isinstance(rules, LooRules | RounceRules)
    return {
        "players": table.players,
        "places": [say.place(p, table.players) for p in range(table.players)],
        "unit": f"games of {GAMES}" if points else unit_of(run),
        "move": "declaration",
        "good": run.labels[0],
        "taken": table.words.taken,
        "miss": table.words.miss,
        "clear": CLEAR,
        "classes": names_of_classes(),
        "nodes": _nodes(table),
        "signs": SIGNS,
        "rules": {"mustTrump": rules.must_trump, "leadTrumps": rules.lead_trump_min},
        "misses": misses_in(table.players), "missTiles": miss_tiles(table.players),
        "gains": {str(key): at for at, key in enumerate(in_digits(gains_of(table.players)))}
        if points else {},
        "tables": [_worth(table, priced, at) | {"often": _often(table, at)}
                   for at in range(len(table.pools))],
        "advise": f"boneyard advise {run.game} {commands.table_options(run)}",
    }
