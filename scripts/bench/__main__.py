"""``make bench``: how fast it is, in ratios and processor time, each beside its goal.

``make bench PARTS="start questions"`` measures some parts; all of them take about ten minutes.
At the end it says how many goals are reached, and which are not.
How long the tests take is not among them: ``make test`` says it itself, and its goal is 3 minutes
on two idle cores.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence

from scripts.bench import against_c, against_openspiel, commands, growing
from scripts.bench.measured import Goal, console

#: The parts by name, in the order in which they are measured.
PARTS: dict[str, Callable[[], list[Goal]]] = {
    "random": against_c.by_chance, "players": against_c.good_players,
    "openspiel": against_openspiel.measure, "threads": growing.by_threads,
    "start": commands.start, "questions": commands.questions, "report": commands.report,
    "growing": growing.measure}


def _tell(goals: Sequence[tuple[str, Goal]]) -> None:
    """Say how many goals are reached, and which are not, by part."""
    missed = [f"{part}: {goal}" for part, goal in goals if not goal.is_reached]
    console.print(f"{len(goals) - len(missed)} of {len(goals)} goals are reached"
                  + (". Not reached:" if missed else "."))
    for line in missed:
        console.print(f"  {line}", markup=False, highlight=False, soft_wrap=True)


def main(words: Sequence[str] | None = None) -> None:
    """Measure the parts that are named, by the command line if not given, or all."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.bench", description="Measure how fast boneyard is.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; or all")
    asked = parser.parse_args(words).parts
    for name in asked:
        if name not in PARTS:
            parser.error(f"no part is called {name!r}: the parts are {', '.join(PARTS)}")
    _tell([(name, goal) for name in asked or PARTS for goal in PARTS[name]()])


if __name__ == "__main__":
    main()
