"""Solved policies as numbers of a chart, for compiled decisions to draw actions from.

Chances of actions are added up in 255ths, a byte each but for the last action's.  A policy by score
begins with the seats whose deals are kept apart (1: it does not matter who deals), its nodes, the
classes of one side's scores, the lowest score that is distinguished, how many are, and the class of
each.

By such a chart a player declares at any game whose declarations can be solved (``declares_by``);
its tiles are played by the strategy that played them when the table was solved.
"""

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, ClassVar

import numpy as np

from simulate.books.tally import Floats, Ints
from simulate.errors import BoneyardError
from simulate.machine.compiling import inlined
from simulate.machine.table import pointer
from simulate.runs.run import Player
from simulate.theory.cfr import WHOLE
from simulate.theory.solution_file import POOLS, SOLUTION, Solution
from strategies.base import AtTable, FromFile, Strategy
from strategies.skills import chance_in

_DEALERS, _NODES, _CLASSES, _FLOOR, _SIZES, _HEAD = range(6)
#: Chances that stand in one number.
BYTES = 8


def in_bytes(chances: Floats) -> Floats:
    """Return the chances of actions, float64[..., actions], as numbers of a chart."""
    added = np.rint(WHOLE * chances[..., :-1].cumsum(axis=-1)).astype(np.uint8).ravel()
    return np.pad(added, (0, -added.size % BYTES)).view(np.float64)


def by_score(solution: Solution, floor: int, of_score: Ints) -> Floats:
    """Return a policy by score: ``of_score`` has the class of each from the lowest score on."""
    return np.concatenate([
        [solution.dealers, solution.chances.shape[1], of_score.max() + 1, floor, len(of_score)],
        of_score, in_bytes(solution.chances)])


@inlined
def action_by(chart: Any, at: int, actions: int, word: int) -> int:
    """Return which of so many actions a word draws: their chances begin at a byte of the chart."""
    added, chance, action = pointer(chart.view(np.uint8)), WHOLE * chance_in(word), 0
    while action < actions - 1 and chance >= added[at + action]:
        action += 1
    return action


@inlined
def dealing_seat(view: Any) -> int:
    """Return the seat that deals, from that and the position of the one who is asked."""
    return (view.seat - view.position - 1) % view.players


@inlined
def first_state(view: Any, chart: Any, place: int) -> int:
    """Return the first part of the number of a state, before the scores: who deals."""
    return dealing_seat(view) if chart[place + _DEALERS] > 1 else 0


@inlined
def with_score(chart: Any, place: int, state: int, score: int) -> int:
    """Return the number of a state with the class of one more side's score."""
    own = min(max(score - int(chart[place + _FLOOR]), 0), int(chart[place + _SIZES]) - 1)
    return state * int(chart[place + _CLASSES]) + int(chart[place + _HEAD + own])


@inlined
def action_at_score(
    chart: Any, place: int, state: int, node: int, bucket: int, buckets: int, actions: int,
    word: int,
) -> int:
    """Return which of so many actions a word draws by the policy that begins at a place."""
    row = (state * int(chart[place + _NODES]) + node) * buckets + bucket
    chances = BYTES * (place + _HEAD + int(chart[place + _SIZES]))
    return action_by(chart, chances + row * (actions - 1), actions, word)


#: Before the pools of a chart: how many dealing seats it distinguishes, pools, nodes, kinds, and
#: declarations.
_POOLS = 5


def _chart_of(solution: Solution) -> Floats:
    """Return what ``_declaring`` reads: pools, nodes, what follows, and chances by declaration."""
    at, declared = solution.at, solution.at.declared
    follows = np.full((len(declared.histories), at.actions), -1)
    chances = np.zeros((*solution.chances.shape[:3], at.actions))
    for node, actions in enumerate(declared.actions):
        follows[node, list(actions)] = declared.tree.follows[node, : len(actions)]
        chances[:, node, :, list(actions)] = np.moveaxis(
            solution.chances[:, node, :, : len(actions)], -1, 0)
    pools = solution.pools[: len(solution.pools) // solution.dealers]
    head = solution.dealers, len(pools), *chances.shape[1:]
    return np.concatenate(
        [head, np.log(pools), declared.tree.player, follows.ravel(), in_bytes(chances)])


@cache
def _declaring(kind: Any, action_in: Any, read: Any) -> Callable[[Any, Any], int]:
    """Return the decision of a game: ``kind``, ``action_in`` and ``read`` of its ``Declared``."""

    def declare(view: Any, p: Any) -> int:
        held, chips = read(view, kind)
        chart, pool, entry = p.chart, math.log(max(chips, 1)), 0
        pools, nodes, kinds, actions = int(chart[1]), int(chart[2]), int(chart[3]), int(chart[4])
        for g in range(1, pools):
            if abs(pool - chart[_POOLS + g]) < abs(pool - chart[_POOLS + entry]):
                entry = g
        if chart[0] > 1:
            entry += pools * dealing_seat(view)
        positions = _POOLS + pools
        follows, node = positions + nodes, 0
        while int(chart[positions + node]) < view.position:
            action = action_in(view, int(chart[positions + node]))
            node = int(chart[follows + node * actions + action])
        row = (entry * nodes + node) * kinds + held
        at = BYTES * (follows + nodes * actions) + row * (actions - 1)
        return action_by(chart, at, actions, view.word)

    return declare


def check_plays_tiles(player: Player) -> None:
    """Raise ``BoneyardError`` if a player cannot play the tiles of a solved table."""
    if player.chart is not None:
        raise BoneyardError(f"strategy {player.label!r} has a chart of its own: it cannot play the "
                            "tiles of a solved table")


def declares_by(solution: Solution, tiles: Player, label: str) -> Player:
    """Return a player who declares by a solution and plays the tiles like another."""
    check_plays_tiles(tiles)
    at, kind = solution.at, type(solution.at)
    return replace(
        tiles, label=label, chart=_chart_of(solution), decisions={
            **tiles.decisions, at.decision: _declaring(kind.kind, kind.action_in, kind.read)})


def _wrong(solution: Solution) -> str:
    """Return what is wrong with a solution; nothing if all is well."""
    tiles = solution.about.get("tiles")
    if not isinstance(tiles, str) or tiles.endswith(SOLUTION):
        return "it does not say which strategy plays the tiles"
    return solution.wrong_pools()


class FromSolution(FromFile):
    """Declares by a solved table; the strategy that played its tiles plays them."""

    name, file_ending = "solved", SOLUTION
    #: Returns the strategy of a game that an entry of a line-up names.
    named: ClassVar[Any]

    def player(self, table: AtTable | None = None) -> Player:
        """Return this strategy as the engine sees it."""
        (solution,) = self._own
        tiles = self.named(self.games[0], solution.about["tiles"]).player(table)
        return solution.only_at_its_table(declares_by(solution, tiles, self.label))


@cache
def from_solution(game: str, named: Callable[[str, Any], Strategy]) -> type[FromSolution]:
    """Return the strategy that plays the solved tables of a game without one of its own."""
    return type("FromSolution", (FromSolution,), {
        "games": (game,), "named": staticmethod(named), "load": staticmethod(
            lambda path: Solution.load(path, (game,), {POOLS: _wrong}))})
