"""Domino Euchre: what outcomes of a hand are worth."""

from __future__ import annotations

from collections.abc import Sequence

from reports.results.stakes import MATTERS, AtTable, Stakes, alone, worth_of_chances
from simulate.books.tally import Floats, Ints
from simulate.theory.euchre.win_chances import ScoreChances


def _made(outcomes: Ints) -> Floats:
    """Points made at Euchre; those made against a seat are not its own."""
    return alone(outcomes).clip(min=0)


def stakes(table: AtTable, seat: int, dealer: int, pool: int, score: Sequence[int]) -> Stakes:
    """Return the chance to win the game."""
    chances = table.once(ScoreChances)
    sides = chances.sides

    def later(scores: Ints) -> Floats:
        return chances.replicas(scores, dealer, seat % sides)

    worth, replicas = worth_of_chances(lambda outcomes: outcomes[:, :, 1 : 1 + sides], later)
    return Stakes("games", worth, MATTERS, True, replicas, "points", _made)
