"""Line-ups: from what a person writes to the players of a table; and files of tuned strategies.

Such a file holds a name and parameters, for a line-up to name:

    game = "loo"
    strategy = "threshold"

    [parameters]
    stay_1 = 1.42
"""

import hashlib
import importlib.util
import inspect
import json
import logging
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint
from importlib.resources import files
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, NamedTuple, Protocol

import cloudpickle

from simulate.errors import BoneyardError, StrategyError, brief, listed, read_place, unknown
from simulate.games.game import find_game
from simulate.games.rules import Rules, read_toml
from simulate.installed import installed, loaded
from simulate.machine.compiling import check_environment
from simulate.runs import safe_files
from simulate.runs.run import Player, Run
from strategies import naming
from strategies.acting import Acting, Acts, acting, is_agent
from strategies.base import AtTable, FromFile, Strategy

_WANTED = ("write strategy = \"NAME\" and, under [parameters], a number for each that differs from "
           "its default")


def read_tuned(path: str, game: str) -> tuple[str, dict[str, str]]:
    """Return the strategy that a file names, and its parameters as text."""
    found = read_toml(path, "strategy file", _WANTED)
    if _is_table(found):
        raise _alone(f"file {path!r}")
    _check_entries(found, f"strategy file {path!r}", "game", "strategy", "parameters")
    name, values = found.get("strategy"), found.get("parameters", {})
    if (not isinstance(name, str) or not isinstance(values, dict)
            or not all(isinstance(value, int | float) for value in values.values())):
        raise BoneyardError(f"strategy file {path!r} names no strategy: {_WANTED}")
    if found.get("game", game) != game:
        raise BoneyardError(f"strategy file {path!r} is for {found['game']}, not for {game}")
    return name, {key: repr(value) for key, value in values.items()}


def _is_table(found: Mapping[str, Any]) -> bool:
    """Return whether a file is one of ``boneyard learn``."""
    return not {"players", "lineup", "rules"}.isdisjoint(found)


def _check_entries(found: Mapping[str, Any], file: str, *known: str) -> None:
    for name in found:
        if name not in known:
            raise unknown(f"entry of {file}:", name, known)


def _alone(what: str) -> BoneyardError:
    """Return the error for a table that a line-up names among others."""
    return BoneyardError(f"line-up entry: {what} holds a whole table of boneyard learn, and fills "
                         "all seats: name it alone, or name strategies in its place")


def write_tuned(path: Path, game: str, strategy: str, values: Mapping[str, float],
                about: list[str]) -> None:
    """Write the file of a tuned strategy; ``about`` stands above it."""
    # A string written as JSON is also a string of TOML.
    lines = [*(f"# {line}" for line in about), f"game = {json.dumps(game)}",
             f"strategy = {json.dumps(strategy)}", "", "[parameters]",
             *(f"{key} = {value!r}" for key, value in values.items())]
    with safe_files.named(path) as file:
        file.write(("\n".join(lines) + "\n").encode())


ENTRY_POINTS = "boneyard.strategies"
#: The ending of files of ``boneyard solve`` (``simulate.theory.solution_file``).
_SOLUTION = ".npz"

#: Between parentheses the next one closes.
_COMMA = re.compile(r"(?<!\\),(?![^()]*\))")

log = logging.getLogger("boneyard")


class HoldsSolution(Protocol):
    """A solution of ``boneyard.solve``."""

    @property
    def solution(self) -> Any:
        """How it declares or calls."""


class Tuned(Protocol):
    """A strategy of ``boneyard.tune``."""

    @property
    def lineup(self) -> str:
        """The strategy as a line-up names it."""

    @property
    def strategy(self) -> Strategy:
        """The strategy itself, whose class may be in no file."""


#: An entry of a line-up: a name, a strategy, an agent, or what was solved or tuned.
Entry = (str | Strategy | type[Strategy] | Callable[[Any], int] | Acts | type[Acts]
         | HoldsSolution | Tuned)


def _strategies_in(module: ModuleType) -> Iterator[type[Strategy]]:
    """Yield the strategies that a module defines (not those that it imports)."""
    for value in vars(module).values():
        defined_here = inspect.isclass(value) and value.__module__ == module.__name__
        if defined_here and issubclass(value, Strategy) and value.name:
            yield value


def _modules(name: str) -> Iterator[ModuleType]:
    """Yield a module, or the modules of a package without the packages inside it."""
    module = import_module(name)
    if not hasattr(module, "__path__"):
        yield module
        return
    for inside in iter_modules(module.__path__):
        if not inside.ispkg:
            yield import_module(f"{name}.{inside.name}")


@cache
def _loaded(entry: EntryPoint) -> type[Strategy] | None:
    """Return the strategy of an installed package; None, and a warning, if there is none."""
    try:
        found = loaded(entry)
    except Exception as error:  # whatever an installed package does must not stop others
        log.warning("strategy %r of an installed package cannot be loaded: %s: %s", entry.name,
                    type(error).__name__, error)
        return None
    if inspect.isclass(found) and issubclass(found, Strategy) and found.name:
        return found
    log.warning("strategy %r of an installed package is %.60r: let its entry point name a strategy "
                "class that has a name", entry.name, found)
    return None


@cache
def library(game: str) -> dict[str, type[Strategy]]:
    """Return the strategies for a game by name: the library's, then installed packages'."""
    found: dict[str, type[Strategy]] = {}
    try:
        modules = [*_modules(find_game(game).strategies or f"strategies.{game}")]
    except (Exception, SystemExit) as error:
        raise BoneyardError(f"the strategies of {game} cannot be loaded: "
                            f"{type(error).__name__}: {error}") from error
    for module in modules:
        for strategy in _strategies_in(module):
            found[strategy.name] = strategy
    for entry in installed(ENTRY_POINTS):
        added = _loaded(entry)
        if added is not None and game in added.games:
            found.setdefault(added.name, added)
    return found


@cache
def _written(game: str, name: str) -> type[Strategy] | None:
    """Return a strategy by searching the sources, so that no other module is imported."""
    package = find_game(game).strategies or f"strategies.{game}"
    with suppress(Exception, SystemExit):  # the library reports what is wrong
        for file in files(package).iterdir():
            if file.name.endswith(".py") and f'name = "{name}"' in file.read_text("utf-8"):
                for strategy in _strategies_in(import_module(f"{package}.{file.name[:-3]}")):
                    if strategy.name == name:
                        return strategy
    return None


def _read_file(path: Path) -> ModuleType:
    """Import a strategy file that a person named."""
    try:
        is_file = path.is_file()
    except (OSError, ValueError) as error:  # too long, or no path at all
        raise BoneyardError(
            f"strategy file {str(path)[:200]!r} cannot be read: {error.args[-1]}") from error
    if not is_file:
        raise BoneyardError(f"strategy file {str(path)!r} does not exist or is not a file")
    digest = hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:12]
    name = f"boneyard_file_{path.stem}_{digest}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BoneyardError(f"strategy file {str(path)!r} is not a Python file (.py)")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    writes, sys.dont_write_bytecode = sys.dont_write_bytecode, True  # nothing is left beside it
    try:
        with redirect_stdout(sys.stderr):  # what it prints is no answer of ours
            spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        del sys.modules[name]
        raise StrategyError(
            f"strategy file {str(path)!r} cannot be read: {type(error).__name__}: {error}"
        ) from error
    finally:
        sys.dont_write_bytecode = writes
    # Other processes cannot import a file by name, so we send them its code.
    cloudpickle.register_pickle_by_value(module)
    return module


def _from_file(text: str, game: str) -> type[Strategy]:
    """Return the strategy that ``path.py:Name`` names, a class or an agent."""
    path, _, name = text.rpartition(":")
    module = _read_file(read_place(path))
    found = getattr(module, name, None)
    if inspect.isclass(found) and issubclass(found, Strategy):
        return found
    if is_agent(found):
        return acting(game, found)
    names = [strategy.__name__ for strategy in _strategies_in(module)]
    names += [key for key, own in vars(module).items()
              if is_agent(own) and getattr(own, "__module__", None) == module.__name__]
    if not names:
        raise BoneyardError(f"strategy file {path!r} defines no strategy (a class with a name) and "
                            "no agent (a function of a view, or a class with act)")
    raise unknown(f"strategy in {path!r}:", name, names)


def _held_in_files(game: str) -> Mapping[str, Callable[[str, str], Strategy]]:
    """Return what reads strategies of a game from files, by the ending of those files."""
    own = {strategy.file_ending: strategy.of_file for strategy in library(game).values()
           if strategy.file_ending}
    if not own and find_game(game).solves:
        from strategies.charts import from_solution

        own = {_SOLUTION: from_solution(game, strategy_of).of_file}
    return own


def _of_solution(game: str, solution: Any) -> Strategy:
    """Return the strategy that decides by a solution in memory (``boneyard.solve``)."""
    from strategies.charts import from_solution

    if (meant := solution.about.get("game", game)) != game:
        raise BoneyardError(f"line-up entry: this table was solved for {meant}, not for {game}")
    own = next((one for one in library(game).values()
                if issubclass(one, FromFile) and one.file_ending), from_solution(game, strategy_of))
    return own.holding(solution)


def names_file(game: str, entry: str) -> bool:
    """Return whether an entry of a line-up names a file."""
    return ":" in entry or ("." in entry and entry.endswith((*_held_in_files(game), naming.TUNED)))


def _from_text(game: str, text: str) -> Strategy:
    text = text.strip()
    # Without a point it names no file: then no other strategies are imported.
    held = _held_in_files(game) if "." in (
        text.rpartition("(")[0] if text.endswith(")") else text) else {}
    found = naming.parts(text, tuple(held))
    if found is None:
        held = _held_in_files(game)
        forms = ["name", "name(param=value,...)", "path.py:Name", *(f"path{end}" for end in held)]
        raise BoneyardError(
            f"line-up entry {text!r} is not {', '.join(forms)} or path{naming.TUNED}")
    name, values = found
    of_file = next((held[ending] for ending in held if name.endswith(ending)), None)
    if of_file and values:
        raise BoneyardError(f"file {name!r} has no parameters, not {values!r}")
    if of_file:
        return of_file(name, game)
    tuned: dict[str, str] = {}
    if name.endswith(naming.TUNED):
        name, tuned = read_tuned(name, game)
    settings = {**tuned, **naming.read_values(values, text)}
    return strategy_class(game, name)(**settings)  # type: ignore[arg-type]  # checked


def strategy_class(game: str, name: str) -> type[Strategy]:
    """Return the strategy of the library, or of a file, that has this name in a line-up."""
    if naming.is_nameless(name):
        raise BoneyardError(f"line-up entry {name!r} is of a Python program, and no command can "
                            "play it: put it into a file, and name it path.py:Name")
    if ":" in name:
        return _from_file(name, game)
    found = _written(game, name) or library(game).get(name)
    if found is not None:
        return found
    if name.endswith(".py"):
        raise BoneyardError(f"line-up entry {name!r} names a file but no strategy in it: write "
                            f"{name}:Name, with the name of the class")
    if name.endswith(_SOLUTION):
        raise BoneyardError(f"{name!r} is named like a table of boneyard solve, and no table of "
                            f"{find_game(game).title} is solved")
    raise unknown("strategy", name, library(game))


def strategy_of(game: str, entry: Entry) -> Strategy:
    """Return the strategy that an entry of a line-up names or is."""
    if isinstance(entry, str):
        return _from_text(game, entry)
    if isinstance(entry, Strategy):
        return entry
    if inspect.isclass(entry) and issubclass(entry, Strategy):
        return entry()
    if is_agent(entry):
        return acting(game, entry)()
    if (solution := getattr(entry, "solution", None)) is not None:
        return _of_solution(game, solution)
    if isinstance(tuned := getattr(entry, "lineup", None), str):
        own: Strategy = entry.strategy  # type: ignore[union-attr]  # it was tuned
        return own if naming.is_nameless(tuned) else _from_text(game, tuned)
    if kept := getattr(entry, "kept_table", None):
        raise _alone(f"that of {listed([*kept.seats])}")
    raise BoneyardError(f"line-up entry {brief(entry)} is no name, strategy class or instance, no "
                        "function of a view, nothing that was solved or tuned, and has no "
                        "act(view)")


def _seated(game: str, entry: Entry, table: AtTable) -> Player:
    """Return the player that an entry of a line-up names, at a table."""
    strategy = strategy_of(game, entry)
    if not strategy.name:
        raise BoneyardError(f"strategy class {type(strategy).__name__} has no name: set one")
    if game not in strategy.games:
        raise BoneyardError(
            f"strategy {strategy.label!r} plays {', '.join(strategy.games)}, not {game}"
        )
    player = strategy.player(table)
    # The library's player plays by its tables, one of a solution at hand does not.
    in_memory = getattr(strategy, "is_at_hand", False)
    ours = not in_memory and (
        _written(game, strategy.name) is type(strategy)
        or library(game).get(strategy.name) is type(strategy))
    held = ours or (  # names its own file
        isinstance(strategy, FromFile) and strategy.label != strategy.name)
    player = replace(player, entry=entry if isinstance(entry, str) else (
        strategy.named() if isinstance(strategy, Acting)
        else strategy.label if held else naming.entry_of(type(strategy), strategy.label)))
    player.check_table(*table)
    lacking = set(find_game(game).decisions) - set(player.decisions)
    if not isinstance(player.label, str) or lacking:
        raise StrategyError(
            f"strategy {strategy.name!r} has no text for its label, or not all decisions of "
            f"{game}: leave its label and its decisions as its base class has them")
    if not player.label.isprintable():
        raise BoneyardError(f"line-up entry {player.label!r} has characters that cannot be "
                            "printed: rename the file")
    if not ours and strategy.name in library(game):
        # The library's name is the library's.
        return naming.called(player, "in memory" if in_memory else naming.origins(player.entry)[0])
    return player


def _player(game: str, entry: Entry, table: AtTable) -> Player:
    """Return a player; an error of a person's own class becomes a ``StrategyError``."""
    try:
        return _seated(game, entry, table)
    except BoneyardError:
        raise
    except (Exception, SystemExit) as error:
        raise StrategyError(
            f"strategy of line-up entry {brief(entry)} cannot sit down: {type(error).__name__}: "
            f"{error}") from error


class KeptTable(NamedTuple):
    """A table of people, as ``boneyard learn`` finds it."""

    game: str
    seats: dict[str, str]  #: the strategy that each plays, by name, in the order of the seats
    rules: dict[str, Any]  #: options that differ from their defaults


class KeepsTable(Protocol):
    """What ``boneyard.learn`` returns."""

    @property
    def kept_table(self) -> KeptTable:
        """Who sits there, and the rules."""


def kept_table(lineup: object, game: str) -> KeptTable | None:
    """Return the table that a line-up names by its file, or is; None for any other line-up."""
    found = getattr(lineup, "kept_table", None)
    if isinstance(lineup, str):
        path, *others = _at_commas(lineup)
        found = _read_table(path, game) if path.endswith(naming.TUNED) and not others else None
    if not isinstance(found, KeptTable):
        return None
    if found.game != game:
        whose = f"file {lineup!r}" if isinstance(lineup, str) else f"of {', '.join(found.seats)}"
        raise BoneyardError(f"line-up {whose} is for {found.game}, not for {game}")
    return found


def _read_table(path: str, game: str) -> KeptTable | None:
    """Read a file of ``boneyard learn``; None if it holds one strategy."""
    found = read_toml(path, "line-up file", _WANTED)
    names, lineup, rules = found.get("players"), found.get("lineup"), found.get("rules", {})
    if not _is_table(found):
        return None
    _check_entries(found, f"line-up file {path!r}", "game", "players", "lineup", "rules")
    if not (isinstance(names, list) and isinstance(lineup, list) and len(names) == len(lineup) > 0
            and all(isinstance(one, str) for one in (*names, *lineup))):
        raise BoneyardError(f"line-up file {path!r} does not name a strategy for each of its "
                            "players: let boneyard learn write it")
    if twice := [one for one in names if names.count(one) > 1]:
        raise BoneyardError(f"line-up file {path!r} names {twice[0]!r} twice: a name is one "
                            "player's")
    if not isinstance(rules, dict):
        raise BoneyardError(f"line-up file {path!r}: rules is {brief(rules)}, not a section "
                            "[rules] with a line an option")
    return KeptTable(str(found.get("game", game)), dict(zip(names, lineup, strict=True)), rules)


def split(lineup: object, game: str) -> list[Any]:
    """Return the entries of a line-up: those of a text, of a table that was kept, or as given."""
    if (kept := kept_table(lineup, game)) is not None:
        return list(kept.seats.values())
    if isinstance(lineup, str):
        return _at_commas(lineup)
    return list(lineup) if isinstance(lineup, Sequence) else [lineup]


def _at_commas(text: str) -> list[str]:
    """Split a line-up at its commas that have no backslash, and are not between parentheses."""
    return [entry.strip().replace("\\,", ",") for entry in _COMMA.split(text)]


def joined(entries: Sequence[str]) -> str:
    """Return the entries of a line-up as one text, which ``split`` splits into the same."""
    return ",".join(entry if len(_at_commas(entry)) == 1 else entry.replace(",", "\\,")
                    for entry in entries)


def table_of(run: Run) -> AtTable:
    """Return what the defaults of the strategies of a run may depend on."""
    return AtTable(run.game, find_game(run.game).unit(run.rules), len(run.players))


def seat_players(
    game: str, lineup: str | Entry | Sequence[Entry], players: int | None = None,
    rules: Rules | None = None, table: int | None = None,
) -> tuple[Player, ...]:
    """Return the players of a table, or some of them.

    ``lineup``: ``"a,b(x=1),file.py:C"``, or names, classes and instances in a sequence: one entry
    for all seats, or one for each. Defaults may depend on ``rules`` and ``table``.
    """
    check_environment()
    entries: list[Entry] = split(lineup, game)
    if not entries:
        raise BoneyardError("the line-up is empty: name a strategy for each seat, or one for all")
    if empty := [seat for seat, one in enumerate(entries, 1) if isinstance(one, str) and not one]:
        raise BoneyardError(f"line-up entry {empty[0]} of {len(entries)} is empty: "
                            "name a strategy for each seat, or one for all")
    seats = len(entries) if players is None else players
    if len(entries) not in (1, seats):
        raise BoneyardError(
            f"line-up of {len(entries)} strategies for {seats} players: name one for all, "
            f"or {seats}"
        )
    own_rules = find_game(game).rules_class() if rules is None else rules
    where = AtTable(game, find_game(game).unit(own_rules), table or seats)
    # Entries with the same words are one player, so that its seats share one chart in memory.
    named = {entry: _player(game, entry, where)
             for entry in dict.fromkeys(entry for entry in entries if isinstance(entry, str))}
    built = [named[entry] if isinstance(entry, str) else _player(game, entry, where)
             for entry in entries]
    return tuple(built * seats if len(built) == 1 else naming.distinguished(built))
