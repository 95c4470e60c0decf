"""Sessions and games of Loo that one line-up begins and another one plays on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import numpy as np

from simulate.books.tally import Ints
from simulate.games.game import find_game
from simulate.games.loo.hand import (
    collect_antes,
    deal,
    declare_all,
    game_winner,
    play_tricks,
    settle_chips,
)
from simulate.games.loo.kernel import pass_deal, play_dealt, play_hand, sit_down, take_chairs
from simulate.games.loo.rules import GAME_POINTS
from simulate.games.loo.views import AT, SEATS
from simulate.machine.compiling import kernel
from simulate.machine.table import BASE, pointer, step_address
from simulate.runs.chunk import record_sessions, set_table
from simulate.runs.run import Player, Run


@kernel
def play_sessions_from(
    first_row: Any, later_row: Any, sessions: Any, hands: int, position: int, told: Any, made: Any,
) -> None:
    """Play sessions whose first hand one line-up plays, and the others another one.

    ``first_row``, ``later_row`` (int64[AT.size]). ``sessions`` (int64[N]). ``told`` (int64[N,
    SEATS + 3]): filled with the declarations of the first hand, and the tiles, trump and turn-up.
    ``made`` (float64[N]): filled with what the seat in that position makes of the session, its
    share of what is left included.
    """
    first, later = pointer(first_row), pointer(later_row)
    for i in range(len(sessions)):
        sit_down(first, sessions[i])
        first[BASE.number] = 0
        players = take_chairs(first)
        collect_antes(first)
        deal(first)
        declare_all(first)
        play_tricks(first)
        settle_chips(first)
        seat = first[AT.chair + position]
        told[i, :SEATS] = 0
        for p in range(players):
            told[i, p] = first[AT.action + p]
        told[i, SEATS] = first[AT.dealt + position]
        told[i, SEATS + 1], told[i, SEATS + 2] = first[AT.trump], first[AT.turn_up]
        made[i] = first[AT.value + seat]
        sit_down(later, sessions[i])
        later[AT.pool_next] = first[AT.pool_next]
        for number in range(1, hands):
            pass_deal(later)
            later[BASE.number] = number
            play_hand(later)
            made[i] += later[AT.value + seat]
        if hands > 1:
            first[AT.pool_next] = later[AT.pool_next]
        made[i] += first[AT.pool_next] / players


@kernel
def play_games_from(
    first_row: Any, later_row: Any, sessions: Any, score: Any, told: Any, winners: Any,
) -> None:
    """Play games on from a score; their first hand is played by one line-up, the others by another.

    ``first_row``, ``later_row`` (int64[AT.size]). ``sessions`` (int64[N]). ``score`` (int64[n]):
    points won so far by seat. ``told`` (int64[N, n + 3]): filled with the declarations of the first
    hand by position, and with the eldest hand's tiles, the trump and the turn-up. ``winners``
    (int64[N]): filled with the seats that win.
    """
    first, later = pointer(first_row), pointer(later_row)
    for i in range(len(sessions)):
        sit_down(first, sessions[i])
        for seat in range(len(score)):
            first[AT.score + seat] = score[seat]
        first[BASE.number] = 0
        play_hand(first)
        for p in range(len(score)):
            told[i, p] = first[AT.action + p]
        told[i, len(score)] = first[AT.dealt]
        told[i, len(score) + 1], told[i, len(score) + 2] = first[AT.trump], first[AT.turn_up]
        over, winners[i] = first[AT.game_over], game_winner(first)
        pass_deal(first)
        sit_down(later, sessions[i])
        later[AT.dealer] = first[AT.dealer]
        for seat in range(len(score)):
            later[AT.score + seat] = first[AT.score + seat]
        number = 0
        while not over:
            number += 1
            later[BASE.number] = number
            play_hand(later)
            over, winners[i] = later[AT.game_over], game_winner(later)
            pass_deal(later)


def seated(run: Run, seat: int, player: Player) -> Run:
    """Return a table with another player in a seat."""
    return replace(run, players=(*run.players[:seat], player, *run.players[seat + 1 :]))


def row_of(run: Run, left: int) -> tuple[Ints, Any]:
    """Return a table with chips left in its pool, and what has to be kept while it plays."""
    row, kept = set_table(run)
    row[BASE.play_hand] = step_address(play_dealt)
    row[AT.opening_pool] = left
    return row, kept


@dataclass(frozen=True)
class Games:
    """Every hand of some games."""

    game: Ints  #: int64[hands]: the number of its game
    dealer: Ints  #: int64[hands]
    before: Ints  #: int64[hands, seats]: the points of all seats before it, counted up from 0
    winner: Ints  #: int64[hands]: the winner of its game; -1 for nobody


def play_games(run: Run, sessions: range) -> Games:
    """Play some sessions of a run."""
    rows, row, own = list[list[int]](), find_game(run.game).row, len(run.players)
    played = record_sessions(run, sessions)
    for session, hands in groupby(played, lambda hand: int(hand[BASE.session])):
        made = [(int(hand[row.dealer]), hand[row.value : row.value + own].copy()) for hand in hands]
        ends = np.cumsum([gained for _, gained in made], axis=0)
        leaders = np.flatnonzero(ends[-1] == ends[-1].max())
        ended = ends[-1].max() >= GAME_POINTS and len(leaders) == 1
        winner = int(leaders[0]) if ended else -1
        rows += [[session, dealer, winner, *(end - gained)]
                 for (dealer, gained), end in zip(made, ends, strict=True)]
    table = np.array(rows, np.int64)
    return Games(table[:, 0], table[:, 1], table[:, 3:], table[:, 2])
