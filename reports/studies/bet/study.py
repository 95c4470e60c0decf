"""``study bet``: is there skill at Casino, and when is a tile bet best?"""

from __future__ import annotations

from collections.abc import Sequence

from reports.draw.shapes import Dots
from reports.games.casino.decisions import bets
from reports.headlines import lower_bound, share
from reports.moves import measure, sections_of
from reports.page.document import Column, Picture, Section, Table
from reports.studies.bet.ceiling import Ceiling, find_ceiling
from reports.studies.study import Study, each_once, in_parts, tried
from simulate.runs.run import Progress, Run, silent

QUESTION = "Is there skill in betting, and when is a tile bet best?"
#: Parts of the work: the tiles, and each of the two ceilings.
_BY_TILE, _CEILING = 0.2, 0.4
_MORE = "Than the hand's other tiles, on the same deal and dice."
#: Title and note of each section, by its buckets.
_SECTIONS = {
    "when": ("When is a tile bet best?", _MORE),
    "tiles": ("What does a bet of each tile bring?", _MORE),
    "rounds": ("Which strategy wins its tiles when?",
               "The last two rounds are one, their mean."),
    "holdings": ("What are the first tiles worth?",
                 "Of a seat whose first three tiles hold so many of a kind."),
    "endings": ("How are the last rounds bet best?",
                "What a bet gives away, where both hands are known and the ending is solved.")}


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
    shown = (_skill(run, ceilings), *sections_of("bet", decision.buckets, found, _SECTIONS))
    return Study(QUESTION, tuple(section.answer[0] for section in shown[:3]), shown,
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
    plot = Dots.of({f"against {one.rival}": one.wins for one in found},
                   "games won of 100 by the best bets found", scale=100, neutral=100 * luck)
    return Section("bet_ceiling", "How much skill is there?", (answer,), (
        Picture("bet_ceiling", plot),), (table,))
