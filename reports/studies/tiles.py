"""``study bet`` and ``study line``: which tile to bet at Casino, and which to play at Pool."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports import contests
from reports.games.casino.decisions import bets
from reports.games.pool.decisions import draws, plays, single_hands
from reports.headlines import lower_bound, share
from reports.moves import measure, sections_of
from reports.page.document import Column, Section, Table
from reports.stats.estimates import Estimate, mean_of_trials
from reports.studies.study import Study, each_once, in_parts, tried
from simulate.books.tally import Floats
from simulate.games.casino.kernel import SHARES, WIN_SHARES
from simulate.runs.run import Player, Progress, Run, silent
from simulate.theory.casino.best_response import best_response

#: The first sessions to fit on, to choose on and to measure on: no session is used twice.
_FIT, _CHOOSE, _MEASURE = 1 << 40, 1 << 41, 1 << 42
#: The part of the work that the fit is.
_FITTING = 0.8


@dataclass(frozen=True)
class Ceiling:
    """What the best player that was found wins at a table of others."""

    rival: str  #: who sits in all other seats
    chosen: str  #: the best player that was found, chosen on other deals than those that measure it
    best_known: str  #: the best of the known strategies
    wins: Estimate  #: the share of games that the chosen one wins
    gain: Estimate  #: what it wins more than one of the others would in its seat, on the same deals


def _won(run: Run, player: Player, first: int, jobs: int | None) -> Floats:
    """Return the share of each game that a player wins in seat 0: float64[sessions]."""
    table = replace(run, players=(player, *run.players[1:]), hands=1)
    ((won,),) = contests.in_chunks([(table, lambda rows: (rows.seat[:, 0, WIN_SHARES] / SHARES,))],
                          range(first, first + run.sessions), jobs)
    return np.asarray(won, np.float64)


def find_ceiling(
    run: Run, rival: Player, known: Sequence[Player], jobs: int | None = None,
    progress: Progress = silent,
) -> Ceiling:
    """Look for the best answer to a table of one strategy (``rival``), from the best of the known
    ones on, and measure it on other deals; each round plays the sessions of the run."""
    table = replace(run, players=(rival,) * len(run.players))
    wins = [_won(table, player, _CHOOSE, jobs).mean() for player in known]
    best_known = known[int(np.argmax(wins))]

    fitting, _ = in_parts(progress, (_FITTING, 1 - _FITTING))
    found = [best_known, *best_response(table, best_known, jobs, fitting, _FIT)]
    wins = [max(wins), *(_won(table, player, _CHOOSE, jobs).mean() for player in found[1:])]
    best = found[int(np.argmax(wins))]
    won, others = (_won(table, player, _MEASURE, jobs) for player in (best, rival))
    progress(1.0, (len(known) + len(found) + 2) * run.sessions)
    return Ceiling(rival.label, best.label, best_known.label, mean_of_trials(won),
                   mean_of_trials(won - others))


QUESTION = "Is there skill in betting, and when is a tile bet best?"
#: Parts of the work: the tiles, and each of the two ceilings.
_BY_TILE, _CEILING = 0.2, 0.4


def study_bet(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer whether there is skill in betting, and when each kind of tile is bet best."""
    by_tile, *fits = in_parts(progress, (_BY_TILE, _CEILING, _CEILING))
    decision = bets(run)
    found = measure(run, decision, jobs, by_tile)
    known = each_once(*tried(run).values(), *run.players)
    by_name = {player.label: player for player in known}
    first = find_ceiling(run, by_name["random"], known, jobs, fits[0])
    second = find_ceiling(run, by_name[first.best_known], known, jobs, fits[1])
    ceilings = (first, second) if first.best_known != "random" else (first,)
    shown = (_skill(run, ceilings), *sections_of("bet", decision.buckets, found))
    return Study(QUESTION, tuple(one for section in shown[:3] for one in section.answer), shown,
                 {"bets": found, "ceilings": ceilings})


def _skill(run: Run, found: Sequence[Ceiling]) -> Section:
    luck = 1 / len(run.players)
    answer = lower_bound(f"bets against {found[0].rival}", found[0].wins, "of the games",
                         luck=luck, written=share)
    table = Table.of("bet_ceiling", "How much skill there is", (
        Column("rival", "all others play", "text", "text", "the strategy in all other seats"),
        Column("best", "best found", "text", "text", "the best player that was found"),
        Column("known", "best strategy of the library or line-up", "text", "text",
               "the best of the strategies that there were"),
        Column("wins", "games won", "share", "share of games", "won; ties are shared"),
        Column("gain", "more than one of the others", "share", "share of games",
               "won more than the rival in the same seat"),
    ), ({"rival": one.rival, "best": one.chosen, "known": one.best_known, "wins": one.wins,
         "gain": one.gain} for one in found),
        f"Luck alone wins {luck:.1%}. Found, chosen and measured on other deals each.")
    return Section("bet_ceiling", "How much skill is there?", (answer,), (), (table,))


#: Parts of the work: turns, and draws.
_PARTS = (0.8, 0.2)


def study_line(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer which tiles are played first, and what a tile drawn costs, in hands for their own
    pools."""
    tables = single_hands(run), single_hands(run, draw="may")
    decisions = plays(run), draws(run)
    found = {name: halves for table, decision, part in zip(
        tables, decisions, in_parts(progress, _PARTS), strict=True)
        for name, halves in measure(table, decision, jobs, part).items()}
    buckets = {name: one for decision in decisions for name, one in decision.buckets.items()}
    shown = sections_of("line", buckets, found)
    return Study("How is a line played best?", tuple(
        sentence for k in (0, 3) for sentence in shown[k].answer), shown, {"turns": found})
