"""The file of a solved table of any game that says what can be declared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from simulate.books.exact_sums import Floats, Ints
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.run import Player, Run
from simulate.theory.declared import Declared, declared_at
from simulate.theory.solution_file import SOLUTION, SolutionFile, wrong_chances


@dataclass(frozen=True)
class DeclaredSolution(SolutionFile):
    """A solved table. ``chances`` is ``float64[dealers * pools, nodes, kinds, moves]``."""

    pools: Ints  #: int64[pools]: chips

    form = "declared 2"
    arrays = {"pools": np.int64, "chances": np.uint8}  # noqa: RUF012  # read only

    @cached_property
    def at(self) -> Declared:
        """What can be declared at its table."""
        game, players = find_game(self.about["game"]), self.about["players"]
        return declared_at(Run(game.name, game.rules_class(**self.about["rules"]),
                               (Player(self.about["tiles"], {}),) * players, 1, 1))

    def damage(self) -> str:
        """Return what is wrong with it; nothing if all is well."""
        tiles = self.about.get("tiles")
        if not isinstance(tiles, str) or tiles.endswith(SOLUTION):
            return "it does not say which strategy plays the tiles"
        try:
            tree, kinds = self.at.declared.tree, self.at.kinds
        except (BoneyardError, KeyError, TypeError) as error:
            return f"its rules are none of the game ({error})"
        shape = (self.dealers * self.pools.size, len(tree.follows), kinds, tree.follows.shape[1])
        if self.pools.ndim != 1 or not self.pools.size or self.chances.shape != shape:
            return f"its table is {self.chances.shape}, not {shape}"
        if not (self.pools > 0).all():
            return "its pools are no chips"
        return wrong_chances(self.chances, tree.follows)

    def chart(self) -> Floats:
        """Return what ``strategies.declares`` reads: pools, nodes, chances added up."""
        declared = self.at.declared
        follows = np.full((len(declared.heard), self.at.actions), -1)
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
