"""Solved tables and their files: a policy for every state, read without running any code.

A *state* is what hands are solved for: a pool, a class of scores, a score. Where seats were locked
all states come again for every seat that deals.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from simulate.books.rows import Floats, Ints
from simulate.errors import BoneyardError, read_place, span
from simulate.games.game import find_game
from simulate.games.rules import Rules
from simulate.runs import safe_files
from simulate.runs.run import Player, Run
from simulate.theory.cfr import NO_ACTION, WHOLE
from simulate.theory.declared import Declared, declared_at

#: The ending of a solved table's file name.
SOLUTION = ".npz"
#: What states are: pools, classes of scores in a game for points, scores in an auction of Euchre.
POOLS, RACE, CALLS = "pools", "race", "calls"
_FORMAT = 3
#: What states were by the format of files before this one.
_OLDER = {"2": POOLS, "declared 2": POOLS, "race 2": RACE, "1": CALLS}
_ABOUT, _CHANCES = "about", "chances"
#: The most bytes that we unpack: far more than the largest table takes, and safe anywhere.
_MOST_BYTES = 1 << 26


@dataclass(frozen=True)
class Solution:
    """A solved table, as its file keeps it.

    ``about``: game, players, rules, tiles (the strategy that played them), seed, deals, what
    ``states`` are, what was measured, and ``locks`` (strategy by seat) if there are. ``arrays``: by
    name; of pools ``pools`` (int64[entries]: chips, or points); of a race ``cuts``
    (``ScoreClasses``) and ``shares`` (float64[entries, K]: how often hands end in which way); of
    calls ``order`` (float64[KINDS]: the suit named in the second round is the one of the highest
    number).
    """

    about: Mapping[str, Any]
    #: float64[dealers * states, nodes, buckets, actions]: the policy, in 255ths
    chances: Floats
    arrays: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        """Return an array by its name."""
        return self.arrays[name]

    @property
    def states(self) -> str:
        """What its states are."""
        return str(self.about["states"])

    @property
    def dealers(self) -> int:
        """The seats whose deals are kept apart: 1 where it does not matter who deals."""
        return self.about["players"] if "locks" in self.about else 1

    @property
    def pools(self) -> Ints:
        """The pool of each entry: int64[dealers * states]."""
        pools: Ints = self["pools"]
        return pools

    @property
    def rules(self) -> Rules:
        """The rules that it was solved for."""
        return find_game(self.about["game"]).rules_class(**self.about["rules"])

    @cached_property
    def at(self) -> Declared:
        """What can be declared at its table."""
        players = (Player(self.about.get("tiles", ""), {}),) * self.about["players"]
        return declared_at(Run(self.about["game"], self.rules, players, 1, 1))

    def only_at_its_table(self, player: Player) -> Player:
        """Return a player who plays for the unit and with the seats that this was solved for."""
        game = find_game(self.about["game"])
        locks = {int(seat): label for seat, label in self.about.get("locks", {}).items()}
        return replace(player, solved_for=self.rules, solved_around=locks,
                       only_at=(game.name, game.unit(self.rules), self.about["players"]))

    def wrong_table(self, states: int, follows: Ints, buckets: int) -> str:
        """Return what is wrong with its chances for a table; nothing if all is well."""
        shape = self.dealers * states, len(follows), buckets, follows.shape[1]
        if states == 0 or self.chances.shape != shape:
            return f"its table is {self.chances.shape}, not {shape}"
        if self.chances.swapaxes(-3, -2)[..., follows == NO_ACTION].any():
            return "it has chances for moves that the rules do not allow"
        if not (np.abs(self.chances.sum(axis=-1) - 1) < 1e-6).all():
            return "the chances of some moves do not add up to 1"
        return ""

    def wrong_pools(self) -> str:
        """Return what is wrong with a table of pools; nothing if all is well."""
        pools = self["pools"]
        if pools.ndim != 1 or not (pools > 0).all() or len(pools) % self.dealers:
            return "its pools are no chips"
        return self.wrong_table(
            len(pools) // self.dealers, self.at.declared.tree.follows, self.at.kinds)

    def save(self, path: str | Path) -> None:
        """Write the file: the same bytes for the same solution."""
        about = np.array(json.dumps({**self.about, "format": _FORMAT}))
        kept = {name: array.astype(np.float32 if array.dtype.kind == "f" else np.int64)
                for name, array in self.arrays.items()}
        with safe_files.named(path) as file:
            write_arrays(file, {
                _ABOUT: about, _CHANCES: np.rint(self.chances * WHOLE).astype(np.uint8), **kept})

    @classmethod
    def load(
        cls, path: str | Path, games: Collection[str],
        damage: Mapping[str, Callable[[Solution], str]],
    ) -> Solution:
        """Read a file of some games. ``damage``: by what states may be, returns what is wrong with
        one. Raises ``BoneyardError`` if it is none of such a table."""
        about, arrays = _read(path, games)
        try:
            solution = cls(about, arrays.pop(_CHANCES) / WHOLE, {
                name: array.astype(np.float64 if array.dtype.kind == "f" else np.int64)
                for name, array in arrays.items()})
            wrong = _wrong(solution, damage)
        except (BoneyardError, KeyError, TypeError, ValueError) as error:
            wrong = f"it lacks something, or its rules are none of the game ({error})"
        if wrong:
            raise BoneyardError(f"{_refusal(path)}: {wrong}; boneyard solve {about['game']} makes "
                                "a new one")
        return solution


def _wrong(solution: Solution, damage: Mapping[str, Callable[[Solution], str]]) -> str:
    """Return what is wrong with a solution that was read; nothing if all is well."""
    about, states = solution.about, str(solution.about.get("states"))
    least, most = find_game(about["game"]).seats
    if about.get("format") != _FORMAT or states not in damage:
        return f"its format is {about.get('format')!r}, and its states are {states!r}"
    if about.get("players") not in range(least, most + 1):
        return f"it is for {about.get('players')!r} players, not for {span(least, most)}"
    _ = solution.rules
    return damage[states](solution)


def write_arrays(file: Any, arrays: Mapping[str, Any]) -> None:
    """Write arrays, to a path or an open file, a third smaller than ``savez_compressed`` does."""
    with zipfile.ZipFile(file, "w") as packed:
        for name, array in arrays.items():
            entry = zipfile.ZipInfo(f"{name}.npy")  # of 1980: the same arrays give the same bytes
            entry.compress_type = zipfile.ZIP_LZMA
            with packed.open(entry, "w") as member:
                np.lib.format.write_array(member, np.asarray(array), allow_pickle=False)


def _refusal(path: str | Path) -> str:
    """Return how an error begins that refuses a file."""
    return f"solved table {str(path)!r} cannot be read"


def _read(path: str | Path, games: Collection[str]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what a file is about, in the words of today, and its arrays."""
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
            arrays = dict(found)
        about = json.loads(str(arrays.pop(_ABOUT)))
        if not isinstance(about, dict):
            raise BoneyardError(f"{_refusal(path)}: it does not say what it is")
        if about.get("game") not in games:
            raise BoneyardError(f"{_refusal(path)}: it is for the game {about.get('game')!r}, "
                                f"not for {' or '.join(games)}")
        form = str(about.get("format"))
        if form in _OLDER:
            about |= {"format": _FORMAT, "states": _OLDER[form]}
        if form == "declared 2" and about.get("locks"):
            arrays["pools"] = np.tile(arrays["pools"], about["players"])
        return about, arrays
    except BoneyardError:
        raise
    except Exception as error:  # numpy and zlib raise many kinds for damaged files
        raise BoneyardError(f"{_refusal(path)}: it is damaged, or another kind of file") from error
