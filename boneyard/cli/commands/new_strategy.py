"""The command ``new-strategy``: a strategy file and its test, to begin with."""

import importlib.util
import keyword
import shlex
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Annotated

from reports.options import Option
from reports.request import GAMES
from simulate.errors import BoneyardError
from simulate.games.game import Game, find_game

#: In the package of a game's strategies.
_STRATEGY, _TEST = "new/strategy.py.txt", "new/test.py.txt"


def new_strategy(
    name: Annotated[str, Option(
        "Its name in tables, as in own-idea.", "NAME", is_argument=True)],
    game: Annotated[str, Option(GAMES, "GAME")] = "loo",
    folder: Annotated[str, Option(
        "Where the two files are written.", "DIR", is_place=True)] = ".",
) -> None:
    """Write a strategy to begin your own with, full of comments, and its test.

    [b]Example[/b]

    boneyard new-strategy own-idea --game euchre
    """
    from simulate.runs.resuming import folder_word

    strategy, test = write_new_strategy(name, game, folder)
    print(f"Written: {strategy} and its test, {test}\n"
          f"Play it: {play_command(find_game(game), strategy)}\n"
          f"Test it: python -m pytest {folder_word(test)}")


def _module(name: str, game: Game, home: Path) -> str:
    """Return the name of the file's module; refuse what a file and a line-up cannot have."""
    from strategies.lineup import library

    module = name.replace("-", "_")
    plain = module.isidentifier() and module.isascii() and module == module.lower()
    if keyword.iskeyword(module):
        raise BoneyardError(f"name {name!r} is a word of Python's own: choose another")
    if not plain or module.startswith("_"):
        raise BoneyardError(f"name {name!r} cannot be a strategy's: give lower-case letters, "
                            "digits and dashes, a letter first, as in own-idea")
    if not home.is_dir():
        raise BoneyardError(f"folder {str(home)!r} is not there: make it first, or name another")
    for path in (home / f"{module}.py", home / f"test_{module}.py"):
        if path.exists():
            raise BoneyardError(f"file {str(path)!r} is there already: choose another name")
    if name in library(game.name):
        raise BoneyardError(f"name {name!r} is that of a strategy of the library: choose another")
    for taken in (module, f"test_{module}"):
        if importlib.util.find_spec(taken) is not None:
            raise BoneyardError(f"name {name!r}: a file {taken}.py would hide the Python package "
                                f"of that name: choose another")
    return module


def _class(module: str) -> str:
    """Return the name of the class: OwnIdea of own_idea."""
    return module.title().replace("_", "")


def play_command(game: Game, strategy: Path) -> str:
    """Return the command that seats a strategy's file at the game's usual table."""
    from strategies.lineup import joined

    lineup = joined((f"{strategy}:{_class(strategy.stem)}", *game.default_lineup[1:]))
    return f"boneyard simulate {game.name} --lineup {shlex.quote(lineup)}"


def write_new_strategy(name: str, game_name: str, folder: str) -> tuple[Path, Path]:
    """Write a strategy file and its test, and return both, or raise ``BoneyardError``."""
    game, home = find_game(game_name), Path(folder)
    module = _module(name, game, home)
    strategy, test = home / f"{module}.py", home / f"test_{module}.py"
    words = {
        "name": name, "module": module, "Class": _class(module),
        "game": game.name, "title": game.title, "test_file": str(test),
        "play": play_command(game, strategy)}
    try:
        begin = files(game.strategies or f"strategies.{game.name}")
        texts = [Template(begin.joinpath(*part.split("/")).read_text(encoding="utf-8"))
                 for part in (_STRATEGY, _TEST)]
    except (OSError, TypeError) as error:  # there is none, or its players are no package
        raise BoneyardError(f"{game.title} has no file that a strategy could begin with") from error
    from simulate.runs.safe_files import write_together  # imports NumPy

    write_together(home, {path.name: text.substitute(words).encode()
                          for path, text in zip((strategy, test), texts, strict=True)})
    return strategy, test
