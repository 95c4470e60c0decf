"""Kernels and players against plain C.

The yardstick is a C program for each game (``scripts/baseline``), compiled here if there is a C
compiler.  It plays the same game with every seat ``random``, tallies included; ``loo_book`` plays
with that strategy in every seat, ``NAME_default`` with the default line-up.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from scripts.bench import measured
from scripts.bench.measured import HANDS, Goal, Sheet, ours, ratio, run_of
from simulate.games.game import find_game, game_names
from simulate.games.loo.rules import LooRules
from simulate.runs.run import Run

_BASELINES = Path(__file__).parents[1] / "baseline"
#: Of C: with every seat random, and with a strategy that the C program has too.
_GOAL, _GOAL_OF_STRATEGIES = 1.0, 0.8
#: Hands a second of strategies at Loo with four players, of those of C with every seat random. The
#: goal of ``book`` is twice what was measured at commit 0286d82 (0.331); those of ``solved`` and
#: ``master`` are 1 M and 20,000 hands a second where C plays 3.7 M. The hands of one measurement
#: stand beside them.
_OF_CHANCE = {"book": (0.66, HANDS), "solved": (0.27, HANDS), "master": (0.0054, 1_600)}
#: The line-ups that the C programs ``NAME_default`` have inlined: seats take turns.
IN_TURN = {
    "casino": ("pot-chaser", "blank-hunter", "save-doubles", "best-odds"),
    "euchre": ("hoyle", "threshold"),
    "loo": ("banker", "cautious", "bold", "book"),
    "pool": ("counter", "block-when-light", "keep-options", "doubles-first"),
    "rounce": ("banker", "cautious", "bold", "book"),
}


def compiled_baselines(
    folder: Path, game: str = "", same_deals: bool = False
) -> dict[str, Path]:
    """Compile the C programs of a game, or all, into a folder, by name; none without a compiler.
    With ``same_deals`` they deal as boneyard does, slower than by their own generator: players who
    leave nothing to chance then come to the same totals."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    programs: dict[str, Path] = {}
    if compiler is None:
        return programs
    for source in sorted(_BASELINES.glob(f"{game}*.c")):
        program = folder / source.stem
        subprocess.run(
            [compiler, "-O3", "-march=native", "-std=c11", "-D_POSIX_C_SOURCE=200809L",
             *(["-DSAME_DEALS"] if same_deals else []), "-o", program, source, "-lm"], check=True)
        programs[source.stem] = program
    return programs


def theirs(program: Path, run: Run) -> float:
    """Return hands a second of processor time of the C program."""
    result = totals_of(program, run)
    return float(result["hands"]) / float(result["seconds"])


def totals_of(program: Path, run: Run) -> dict[str, Any]:
    """Play a run in C; return what the program prints."""
    words = [str(program), str(len(run.players)), str(run.sessions)]
    if not find_game(run.game).plays_to_the_end(run.rules):
        words.append(str(run.hands))
    words.append(str(run.seed))
    if isinstance(run.rules, LooRules):
        words.append(str(run.rules.penalty_parts.limit(len(run.players))))
    printed = subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout
    return json.loads(printed)


def lineup_of(game: str, players: int) -> str:
    """Return the line-up that the C program of a game's default line-up has inlined."""
    return ",".join(IN_TURN[game][seat % len(IN_TURN[game])] for seat in range(players))


@contextmanager
def _programs() -> Iterator[dict[str, Path]]:
    with tempfile.TemporaryDirectory() as folder:
        programs = compiled_baselines(Path(folder))
        if not programs:
            measured.console.print("No C compiler here: the comparison with C is left out.")
        yield programs


def _seats_of(game: str) -> range:
    least, most = find_game(game).seats
    return range(least, most + 1)


def _add(sheet: Sheet, what: str, program: Path, run: Run, in_c: Run, goal: float | None) -> None:
    measured.add_row(sheet, what, *ratio(lambda: ours(run), lambda: theirs(program, in_c)), goal)


def by_chance() -> list[Goal]:
    """Compare every game with its C program, every seat random."""
    with _programs() as programs:
        sheet = measured.sheet_of_ratios(
            "One thread against C, every seat random, M hands a second of processor time",
            "boneyard", "C")
        for game in [name for name in game_names() if name in programs]:
            for players in _seats_of(game):
                run = run_of(game, players, HANDS)
                _add(sheet, f"{game}, {players} players", programs[game], run, run, _GOAL)
    return sheet.show() if programs else []


def good_players() -> list[Goal]:
    """Compare strategies with C: those that a program has too, then others with chance in C."""
    with _programs() as programs:
        sheet = measured.sheet_of_ratios(
            "Good players, one thread against C (the same players, or random), M hands a second",
            "boneyard", "C")
        for name, program in programs.items():
            game, _, strategy = name.partition("_")
            for players in _seats_of(game) if strategy else ():
                is_default = strategy == "default"
                run = run_of(
                    game, players, HANDS // 2 if is_default else HANDS,
                    lineup_of(game, players) if is_default else strategy)
                who = "its default line-up" if is_default else f"all {strategy}"
                _add(sheet, f"{game}, {players} players, {who}", program, run, run,
                     _GOAL_OF_STRATEGIES)
        for strategy, (goal, hands) in _OF_CHANCE.items() if programs else ():
            _add(sheet, f"loo, 4 players, all {strategy} : random", programs["loo"],
                 run_of("loo", 4, hands, strategy), run_of("loo", 4, HANDS), goal)
    return sheet.show() if programs else []
