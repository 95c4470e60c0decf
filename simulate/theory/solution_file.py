"""Files of solved tables: arrays with what they are about, read without running any code."""

from __future__ import annotations

import json
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any, ClassVar, Self

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.rules import Rules
from simulate.places import read_place
from simulate.runs import safe_files
from simulate.runs.run import Player, Run
from simulate.theory.cfr import NO_ACTION
from simulate.theory.declarations import Declarations
from simulate.theory.declared import Declared, declared_at
from simulate.whole_numbers import span

#: The ending of a solved table's file name.
SOLUTION = ".npz"
_ABOUT, _CHANCES = "about", "chances"
#: Chances are kept as multiples of a 255th.
_WHOLE = 255
#: The most bytes that we unpack: far more than the largest table takes, and safe anywhere.
_MOST_BYTES = 1 << 26


@dataclass(frozen=True)
class SolutionFile(ABC):
    """A solved table, as its file keeps it; ``about`` has game, players, rules, tiles (the strategy
    that played them), seed, deals, what was measured, and ``locks`` (strategy by seat) if there
    are."""

    about: Mapping[str, Any]
    chances: Floats  #: float64[..., nodes, kinds, moves]: multiples of 1/255

    #: The ``format`` of its files, the games that they may be for, and their arrays in order, as
    #: they are kept.
    form: ClassVar[int | str]
    games: ClassVar[tuple[str, ...]]
    arrays: ClassVar[Mapping[str, Any]]

    @property
    def dealers(self) -> int:
        """The seats whose deals are kept apart: 1 where it does not matter who deals."""
        return self.about["players"] if "locks" in self.about else 1

    def only_at_its_table(self, player: Player) -> Player:
        """Return a player who plays for the unit and with the seats that this was solved for."""
        game = find_game(self.about["game"])
        return replace(player, solved_for=self.rules,
                       only_at=(game.name, game.unit(self.rules), self.about["players"]))

    @property
    def rules(self) -> Rules:
        """The rules that it was solved for."""
        return find_game(self.about["game"]).rules_class(**self.about["rules"])

    @cached_property
    def at(self) -> Declared:
        """What can be declared at its table."""
        players = (Player(self.about.get("tiles", ""), {}),) * self.about["players"]
        return declared_at(Run(self.about["game"], self.rules, players, 1, 1))

    @property
    def declared(self) -> Declarations:
        """All that can be declared at its table."""
        return self.at.declared

    @abstractmethod
    def damage(self) -> str:
        """Return what is wrong with it, once its head is right; nothing if all is well."""

    def wrong_table(self, entries: int, *kinds: int) -> str:
        """Return what is wrong with chances of so many entries, by so many kinds of hands or so
        many; nothing if all is well."""
        follows = self.declared.tree.follows
        shapes = [(entries, len(follows), own, follows.shape[1]) for own in kinds]
        if entries == 0 or self.chances.shape not in shapes:
            return f"its table is {self.chances.shape}, not {shapes[0]}"
        return wrong_chances(self.chances, follows)

    def save(self, path: str | Path) -> None:
        """Write the file: the same bytes for the same solution."""
        whole = {_CHANCES: np.rint(self.chances * _WHOLE)}
        kept: dict[str, Any] = {name: whole.get(name, getattr(self, name)).astype(kind)
                                for name, kind in self.arrays.items()}
        about = np.array(json.dumps({**self.about, "format": self.form}))
        with safe_files.named(path) as file:
            write_arrays(file, {_ABOUT: about, **kept})

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Read a file; raise ``BoneyardError`` if it is none of such a table."""
        about, found = _read(path, tuple(cls.arrays), cls.games)
        wide = {name: array.astype(np.float64 if array.dtype.kind == "f" else np.int64)
                for name, array in found.items() if name != _CHANCES}
        solution = cls(about=about, chances=found[_CHANCES] / _WHOLE, **wide)
        least, most = find_game(about["game"]).seats
        if about.get("format") != cls.form:
            wrong = f"its format is {about.get('format')!r}, not {cls.form!r}"
        elif about.get("players") not in range(least, most + 1):
            wrong = f"it is for {about.get('players')!r} players, not for {span(least, most)}"
        else:
            try:
                _ = solution.rules
                wrong = solution.damage()
            except (BoneyardError, KeyError, TypeError) as error:
                wrong = f"its rules are none of the game ({error})"
        if wrong:
            raise BoneyardError(f"{_refusal(path)}: {wrong}")
        return solution


def write_arrays(file: Any, arrays: Mapping[str, Any]) -> None:
    """Write arrays, to a path or an open file, a third smaller than ``savez_compressed`` does."""
    with zipfile.ZipFile(file, "w") as packed:
        for name, array in arrays.items():
            entry = zipfile.ZipInfo(f"{name}.npy")  # of 1980: the same arrays give the same bytes
            entry.compress_type = zipfile.ZIP_LZMA
            with packed.open(entry, "w") as member:
                np.lib.format.write_array(member, np.asarray(array), allow_pickle=False)


def form_of(path: str | Path, games: Sequence[str]) -> Any:
    """Return the ``format`` of a file; refuse it if it is for another game."""
    about, _ = _read(path, (), games)
    return about.get("format")


def _refusal(path: str | Path) -> str:
    """Return how an error begins that refuses a file."""
    return f"solved table {str(path)!r} cannot be read"


def _read(
    path: str | Path, names: Sequence[str], games: Sequence[str]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a file is about, and arrays that it must have, after a look at their sizes."""
    try:
        place = read_place(path)
        if not place.exists():
            raise BoneyardError(f"solved table {str(path)!r} does not exist")
        if not place.is_file():  # a pipe would be waited for
            raise BoneyardError(f"{_refusal(path)}: it is no file")
        with zipfile.ZipFile(place) as packed:
            if sum(entry.file_size for entry in packed.infolist()) > _MOST_BYTES:
                raise ValueError("it is too large for a solved table")
        with np.load(place, allow_pickle=False) as found:
            about = json.loads(str(found[_ABOUT]))
            if not isinstance(about, dict):
                raise BoneyardError(f"{_refusal(path)}: it does not say what it is")
            if about.get("game") not in games:
                raise BoneyardError(f"{_refusal(path)}: it is for the game {about.get('game')!r}, "
                                    f"not for {' or '.join(games)}")
            return about, {name: found[name] for name in names}
    except BoneyardError:
        raise
    except Exception as error:  # numpy and zlib raise many kinds for damaged files
        raise BoneyardError(f"{_refusal(path)}: it is damaged, or another kind of file") from error


def wrong_chances(chances: Any, follows: Any = None) -> str:
    """Return what is wrong with chances, ``float64[..., nodes, kinds, moves]``, of a tree."""
    if follows is not None and chances.swapaxes(-3, -2)[..., follows == NO_ACTION].any():
        return "it has chances for moves that the rules do not allow"
    if not (np.abs(chances.sum(axis=-1) - 1) < 1e-6).all():
        return "the chances of some moves do not add up to 1"
    return ""


@dataclass(frozen=True)
class DeclaredSolution(SolutionFile):
    """A solved table of any game with declarations. ``chances`` is ``float64[dealers *
    pools, nodes, kinds, moves]``."""

    pools: Ints  #: int64[pools]: chips

    form = "declared 2"
    arrays = {"pools": np.int64, "chances": np.uint8}  # noqa: RUF012  # read only

    def damage(self) -> str:
        """Return what is wrong with it; nothing if all is well."""
        tiles = self.about.get("tiles")
        if not isinstance(tiles, str) or tiles.endswith(SOLUTION):
            return "it does not say which strategy plays the tiles"
        if self.pools.ndim != 1 or not (self.pools > 0).all():
            return "its pools are no chips"
        return self.wrong_table(self.dealers * self.pools.size, self.at.kinds)

    def chart(self) -> Floats:
        """Return what ``strategies.declares`` reads: pools, nodes, chances added up."""
        declared = self.at.declared
        follows = np.full((len(declared.histories), self.at.actions), -1)
        chances = np.zeros((*self.chances.shape[:3], self.at.actions))
        for node, actions in enumerate(declared.actions):
            follows[node, list(actions)] = declared.tree.follows[node, : len(actions)]
            chances[:, node, :, list(actions)] = np.moveaxis(
                self.chances[:, node, :, : len(actions)], -1, 0)
        head = self.dealers, self.pools.size, *chances.shape[1:]
        return np.concatenate([head, np.log(self.pools), declared.tree.player, follows.ravel(),
                               chances.cumsum(axis=-1).ravel()]).astype(np.float64)


@cache
def solution_of(game: str) -> type[DeclaredSolution]:
    """Return the kind of file that a game has."""
    return type("Solution", (DeclaredSolution,), {"games": (game,)})
