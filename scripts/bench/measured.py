"""What all parts of the benchmark share: runs, ratios of pairs, and tables with goals.

We measure processor time, so that other work on the machine disturbs as little as possible.  Runs
alternate, and the median of the ratios is what counts.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from reports.defaults import default_hands
from simulate.games.game import find_game
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players

#: Measurements of one thing.
TIMES = 5
#: Hands that one measurement plays, about.
HANDS = 2_000_000
#: Hands of a session that is not one game. The C program then takes sessions and hands; else it
#: takes games.
_HANDS_A_SESSION = 100
#: Hands of a session that is one game, at least: as many as the game says, where they are more.
_HANDS_OF_A_GAME = 5
#: The rules that a C program plays by, where they are not the defaults.
_RULES = {"loo": {"penalty": "cap:40"}}

console = Console()


@dataclass(frozen=True)
class Goal:
    """A figure that has a goal."""

    what: str  #: that was measured
    found: float
    goal: float
    at_least: bool  #: whether the figure should be the goal or more; else it should be no more

    @property
    def is_reached(self) -> bool:
        """Whether the figure is as good as its goal."""
        return self.found >= self.goal if self.at_least else self.found <= self.goal

    def __str__(self) -> str:
        return f"{self.what}: {shown(self.found)}, goal {self.goal:g}"


class Sheet:
    """A table of figures, some beside their goals."""

    def __init__(self, title: str, *columns: str) -> None:
        self.goals = list[Goal]()
        self.table = Table(title=title, title_justify="left")
        for column in columns:
            self.table.add_column(column, justify="right" if column else "left")

    def show(self) -> list[Goal]:
        """Print the table, and return its goals."""
        console.print(self.table)
        return self.goals


def run_of(
    game: str, players: int, hands: int, lineup: str = "random",
    rules: Mapping[str, object] | None = None,
) -> Run:
    """Return about ``hands`` hands of a game, by the rules of its C program but for those named."""
    found = find_game(game)
    asked = found.rules_class.of(None, **{**_RULES.get(game, {}), **(rules or {})})
    one_game = found.plays_to_the_end(asked)
    of_a_game = max(_HANDS_OF_A_GAME, found.hands_a_game or 0)
    a_session = of_a_game if one_game else _HANDS_A_SESSION
    return Run(
        game, asked, seat_players(game, lineup, players, asked), max(1, hands // a_session),
        default_hands(found, asked) if one_game else _HANDS_A_SESSION, 1)


def ours(run: Run) -> float:
    """Return hands a second of processor time of the simulator, tallies included."""
    began = time.process_time()
    played = play(run, jobs=1)
    return played.tally.session_total("hands") / (time.process_time() - began)


def ratio(a: Callable[[], float], b: Callable[[], float]) -> tuple[float, float, list[float]]:
    """Measure a and b in turn; return both medians and the ratios a / b, sorted. What is measured
    first compiles, so a is tried once before."""
    a()
    pairs = [(a(), b()) for _ in range(TIMES)]
    return (
        statistics.median(x for x, _ in pairs), statistics.median(y for _, y in pairs),
        sorted(x / y for x, y in pairs))


def sheet_of_ratios(title: str, a: str, b: str) -> Sheet:
    """Return an empty sheet for what is measured in pairs."""
    return Sheet(title, "", a, b, "ratio", "of five pairs", "goal")


def shown(number: float) -> str:
    """Write a number with two digits after the point, or two that count where it is small."""
    return f"{number:.2f}" if number >= 0.1 else f"{number:.2g}"


def add_row(
    sheet: Sheet, what: str, a: float, b: float, ratios: list[float], goal: float | None = None
) -> None:
    """Add what was measured in pairs, in millions a second, beside its goal if it has one."""
    spread, found = f"{shown(ratios[0])} to {shown(ratios[-1])}", statistics.median(ratios)
    sheet.table.add_row(what, f"{a / 1e6:.3g}", f"{b / 1e6:.3g}", shown(found), spread,
                        "" if goal is None else f"{goal:g}")
    if goal is not None:
        sheet.goals.append(Goal(what, found, goal, at_least=True))
