"""The ladder of every game: random, the best rule of thumb, and the solution where there is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from reports.request import set_up
from reports.studies.skill.pairs import matched
from simulate.games.game import find_game, game_names
from simulate.runs.player import Player
from simulate.runs.run import Run
from strategies.lineup import library

#: What stands on each rung over what.
STEPS = ("rule of thumb over random", "solution over rule of thumb")
_RANDOM = "random"
#: The part of the sessions by which the best of several strategies is chosen, and the fewest.
_CHOICE, _FEWEST = 8, 32


@dataclass(frozen=True)
class Step:
    """Two neighbours on the ladder of a game, at a table of some size.

    Parameters
    ----------
    run : Run
        Its rules and number of seats.
    step : int
        Index into ``STEPS``.
    one, other : Player
        The higher and the lower.
    """

    run: Run
    step: int
    one: Player
    other: Player

    @property
    def table(self) -> str:
        """The game and the number of players."""
        return f"{find_game(self.run.game).title}, {len(self.run.players)} players"

    @property
    def label(self) -> str:
        """The table and the step."""
        return f"{self.table}: {STEPS[self.step]}"


def ladders(run: Run, every_size: bool, jobs: int | None = None) -> Iterator[Step]:
    """Yield the steps of all games, each with its usual number of players or with every number.

    Parameters
    ----------
    run : Run
        How many sessions, and the seed; its game is played by its own rules, every other game by
        its default ones. Sessions that are no games have as many hands as its own.
    every_size : bool
    jobs : int, optional
    """
    for game in game_names():
        rules = run.rules if game == run.game else None
        table = set_up(game, _RANDOM, None, rules, run.sessions, None, run.seed)
        if not any(_to_the_end(one) for one in (table, run)):
            table = replace(table, hands=run.hands)
        rungs = list(_rungs(table, jobs))
        fewest, most = find_game(game).seats
        sizes = range(fewest, most + 1) if every_size else (len(table.players),)
        for seats in sizes:
            for step, (lower, higher) in enumerate(pairwise(rungs)):
                yield Step(replace(table, players=(higher,) * seats), step, higher, lower)


def _to_the_end(run: Run) -> bool:
    return find_game(run.game).plays_to_the_end(run.rules)


def _rungs(table: Run, jobs: int | None) -> Iterator[Player]:
    """Yield the players of a ladder, the lowest first.

    Solved tables and slow strategies are no rules of thumb.
    """
    unit = find_game(table.game).unit(table.rules)
    known = {name: strategy().player() for name, strategy in library(table.game).items()
             if strategy.is_tried(unit)}
    random = known.pop(_RANDOM)
    yield random
    yield _best(table, [one for one in known.values() if one.chart is None], random, jobs)
    if solved := [one for one in known.values() if one.chart is not None]:
        yield _best(table, solved, random, jobs)


def _best(
    table: Run, players: Sequence[Player], random: Player, jobs: int | None
) -> Player:
    """Return the player with the largest edge over random.

    It is chosen on deals of its own, so that luck in the choice is not counted as skill.
    """
    if len(players) == 1:
        return players[0]
    trial = replace(table, seed=(table.seed + 1) % 2**63,
                    sessions=max(_FEWEST, table.sessions // _CHOICE))

    def edge(player: Player) -> float:
        found = matched(trial, player, random, jobs)
        return found.edge.value if found.one == player.label else -found.edge.value

    return max(players, key=edge)
