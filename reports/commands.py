"""Where a result comes from: the commands that make it again, and the versions used."""

from __future__ import annotations

import platform
import shlex
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from simulate.errors import listed
from simulate.games.game import Game, find_game

if TYPE_CHECKING:
    from simulate.games.rules import Rules
    from simulate.runs.run import Run

_PACKAGES = ("boneyard", "numpy", "numba", "joblib", "scipy", "pandas", "matplotlib")


def versions() -> dict[str, str]:
    """Return the versions of Python and of the packages that a result rests on."""
    return {"python": platform.python_version()} | {
        package: _version(package) for package in _PACKAGES}


@cache
def _version(package: str) -> str:
    """Return the version of a package; it is read from its files, which takes a while."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def rule_text(value: object) -> str:
    """Return a rule's value as the command line reads it."""
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def without_effect(rules: Rules) -> str:
    """Return which rules that were chosen change nothing; empty if all do."""
    return " ".join(
        f"{name}={rule_text(getattr(rules, name))} changes nothing here: it matters only "
        f"with {condition}." for name, condition in rules.idle().items())


def notes(run: Run) -> str:
    """Return which rules change nothing, and who plays by a table that was solved for others."""
    return " ".join(filter(None, (without_effect(run.rules), solved_elsewhere(run))))


def solved_elsewhere(run: Run) -> str:
    """Return who plays by a table that was solved for other rules, or around others; empty if
    nobody does."""
    own, idle, found = run.rules.as_dict(), run.rules.idle(), []
    for label, player in {player.label: player for player in run.players}.items():
        rules = player.solved_for.as_dict() if player.solved_for else own
        changed = [f"{name}={rule_text(value)}" for name, value in rules.items()
                   if value != own[name] and name not in idle]
        missed = [f"{other} in seat {seat}" for seat, other in player.solved_around.items()
                  if run.players[seat].label != other]
        for how, what in (("for", changed), ("around", missed)):
            if what:
                found.append(f"{label} was solved {how} {listed(what)}, and plays so here.")
    return " ".join(found)


def in_python(run: Run) -> str:
    """Return who decides in plain Python, and how slow that is; empty if nobody."""
    agents = dict.fromkeys(player.label for player in run.players if player.agent is not None)
    return (f"{listed([*agents])} {'decides' if len(agents) == 1 else 'decide'} in plain Python, "
            "some 150,000 times a second and core: expect fifty times the time of the library's "
            "strategies.") if agents else ""


def flag(name: str) -> str:
    """Return an option's name as the command line has it."""
    return f"--{name.replace('_', '-')}"


def written(options: Mapping[str, Any]) -> str:
    """Return options with their values as the command line has them; those without one are left
    out, several values repeat the option."""
    words = []
    for name, value in options.items():
        if isinstance(value, bool):
            words += [flag(name)] * value
            continue
        for one in value if isinstance(value, tuple) else () if value in (None, "") else (value,):
            words += [flag(name), str(one)]
    return shlex.join(words)


def command(*words: str, **options: Any) -> str:
    """Return a command; empty if it seats what is in no file, and so only a program can play."""
    from strategies.naming import NAMELESS

    found = f"boneyard {shlex.join(words)} {written(options)}".rstrip()
    return "" if NAMELESS in found else found


def rule_options(run: Run) -> dict[str, Any]:
    """Return the options that set the rules of a table."""
    given = run.rules.given().items()
    return {"rule": tuple(f"{name}={rule_text(value)}" for name, value in given)}


def table_options(run: Run, lineup: Sequence[str] | None = None) -> dict[str, Any]:
    """Return the options that set a table like this one; ``lineup``: with others in its seats."""
    return {"players": len(run.players), "lineup": lineup_text(lineup or run.entries),
            **rule_options(run)}


def lineup_text(entries: Sequence[str]) -> str:
    """Return a line-up as one text: once if all its entries are alike."""
    from strategies.lineup import joined  # heavy, where commands only answer

    return joined(entries[:1] if len(set(entries)) == 1 else entries)


def run_command(run: Run, name: str = "simulate", **options: Any) -> str:
    """Return the command that plays a run again."""
    return command(name, run.game, **table_options(run), sessions=run.sessions, hands=run.hands,
                   seed=run.seed, **options)


def default_hands(game: Game, rules: Rules) -> int:
    """Return the most hands of a session: 10,000 where it is one game, otherwise 100."""
    return 10_000 if game.plays_to_the_end(rules) else 100


def replay_command(run: Run, session: int, hand: int | None = None) -> str:
    """Return the command that shows a hand of a run, or a session. It has the hands agreed, which
    strategies may look at, if they are not the usual ones."""
    usual = default_hands(find_game(run.game), run.rules)
    return command("replay", run.game, **table_options(run),
                   hands=None if run.hands == usual else run.hands, seed=run.seed,
                   session=session, hand=hand)
