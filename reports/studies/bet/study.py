"""``study bet``: is there skill at Casino, and when is a tile bet best?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.draw import shapes
from reports.draw.parts import Figure
from reports.draw.shapes import Dots, Plot
from reports.games.casino.decisions import bets, labels_of
from reports.headlines import lower_bound
from reports.moves import Buckets, measure, plot_of, section_of
from reports.page.document import Column, Picture, Section, Table
from reports.results.shared_sentences import share
from reports.stats.move_values import Halves
from reports.studies.bet.ceiling import Ceiling, find_ceiling
from reports.studies.study import Study, each_once, in_parts, tried
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run

_NOTE = ("Games of 100 that a bet of the tile wins more (blue) or fewer (orange) than the hand's "
         "other tiles, with half of the interval. Empty: too rare. Dashed: what luck alone gives.")


def _ceilings(found: Sequence[Ceiling], run: Run, **words: Any) -> Dots:
    return Dots.of({f"against {one.rival}": one.wins for one in found},
                   "games won of 100 by the best bets found", scale=100,
                   neutral=100 / len(run.players), **words)


def wall_chart(
    buckets: Mapping[str, Buckets], found: Mapping[str, Halves], ceilings: Sequence[Ceiling],
    run: Run,
) -> Figure:
    """Draw the study on one sheet."""
    def panel(name: str, title: str, height: float) -> Plot:
        return plot_of(buckets[name], found[name].both, title=title, height=height)

    return shapes.wall(
        f"Domino Casino with {len(run.players)} players: when to bet which tile",
        f"Bets of {', '.join(labels_of(run))}; {run.sessions:,} games.", (_NOTE,), 6.4, (
            (panel("when", "When is each kind of tile bet best?", 1),),
            (panel("tiles", "Each tile, whenever it is bet", 7),
             _ceilings(ceilings, run, title="What do the best bets win?", height=3))))


def _skill(run: Run, found: Sequence[Ceiling]) -> Section:
    answer = lower_bound(f"bets against {found[0].rival}", found[0].wins, "of the games",
                         luck=1 / len(run.players), written=share)
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
        f"Luck alone wins {1 / len(run.players):.1%}. Found, chosen and measured on other deals "
        "each.")
    return Section("bet_ceiling", "How much skill is there?", (answer,), (
        Picture("bet_ceiling", _ceilings(found, run)),), (table,))


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
    found, buckets = measure(run, decision, jobs, by_tile), decision.buckets
    known = each_once(*tried(run).values(), *run.players)
    by_name = {player.label: player for player in known}
    first = find_ceiling(run, by_name["random"], known, jobs, fits[0])
    best = by_name[first.best_known]
    second = find_ceiling(run, best, known, jobs, fits[1])
    ceilings = (first, second) if best.label != "random" else (first,)
    wall = Picture("bet_wall", lambda: wall_chart(buckets, found, ceilings, run),
                   wide=True)
    shown = (_skill(run, ceilings), Section("bet_wall", "The chart for the wall", (), (wall,)), *(
        section_of(f"bet_{name}", title, buckets[name], found[name], note,
                   name not in ("when", "tiles"))
        for name, (title, note) in _SECTIONS.items() if name in found))
    answer = tuple(section.answer[0] for section in (shown[0], *shown[2:4]))
    return Study(QUESTION, answer, shown, {"bets": found, "ceilings": ceilings})
