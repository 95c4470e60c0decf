"""Domino Euchre: what outcomes of a hand are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from reports.results.stakes import MATTERS, AtTable, Stakes, alone
from simulate.books.tally import Floats, Ints
from simulate.games.euchre.counts import unpack
from simulate.games.euchre.settling import GAME_POINTS
from simulate.runs.play import play
from simulate.runs.run import Run

#: Games from which the worth of a score is measured.
_GAMES = 20_000


def _made(outcomes: Ints) -> Floats:
    """Return the points that a seat makes at Euchre; points made against it count as none."""
    return alone(outcomes).clip(min=0)


def _chances(run: Run) -> Floats:
    """Return the chance to win a game of Euchre by side, own points and most points against."""
    played = play(replace(run, sessions=_GAMES, hands=1000), jobs=1)
    counts = unpack(played.tally.counts, len(run.players))["scores"]
    scores = counts.astype(np.float64)
    # Two games more, one of them won, steady the chance at a score that few games came through.
    shares: Floats = (scores[..., 1] + 1) / (scores.sum(-1) + 2)
    return shares


def stakes(table: AtTable, seat: int, dealer: int, pool: int, score: Sequence[int]) -> Stakes:
    """Return the chance to win the game."""
    chances, players = table.once(_chances), len(table.run.players)
    side = seat % 2 if players == 4 else seat
    rivals = [s for s in range(players) if s != seat and (players < 4 or (s - seat) % 2)]

    def worth(outcomes: Ints) -> Floats:
        scores = outcomes[:, :, 1 : 1 + players]
        own, against = scores[..., seat], scores[..., rivals].max(-1)
        won = chances[side, own.clip(max=GAME_POINTS - 1), against.clip(max=GAME_POINTS - 1)]
        ended = np.where(against >= GAME_POINTS, 0.0, won)
        decided: Floats = np.where(own >= GAME_POINTS, 1.0, ended)
        return decided

    return Stakes("games", worth, MATTERS, True, result="points", of_result=_made)
