"""``study line``: how is a line of dominoes played best, by players?"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from reports.compare import Measure, compare, play_all, section
from reports.contests import Paired
from reports.games.pool.decisions import STAKE, draws, plays, single_hands
from reports.headlines import first, signed
from reports.moves import measure, sections_of
from reports.page.document import STRATEGY, Column, Section
from reports.request import good_lineup
from reports.studies.duel.places import PLACE, follow_places
from reports.studies.study import Study, each_once, in_parts, tried
from simulate.games.game import find_game
from simulate.runs.run import Progress, Run, silent
from strategies.lineup import seat_players

#: Title and note of each section, by its buckets.
_SECTIONS = {
    "habits": ("Which tiles are played first?",
               "Turns with options of both sorts, on the same deals; the first tile is left out."),
    "closing": ("When is the line closed?",
                "All but closed: at most two tiles that fit are out and you keep none."),
    "openings": ("Which tile is led?", "Beyond the hand's other tiles."),
    "draws": ("What does drawing cost?",
              "Under draw=may: the part of the pool that drawing brings more than to pass.")}
#: Parts of the work: turns, draws, ways of playing; the rest goes to the lead.
_PARTS = (0.4, 0.1, 0.3, 0.2)
_PLAYERS = Column("players", "players", "text", "text", "how many play")
_UNIT = "% of the pool"


def study_line(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer which tiles are played first, what a tile drawn costs, and by players what ways of
    playing and the lead are worth; all in hands for their own pools."""
    tables = single_hands(run), single_hands(run, draw="may")
    decisions = plays(run), draws(run)
    *turning, playing, leading = in_parts(progress, _PARTS)
    found = {name: halves for table, decision, part in zip(
        tables, decisions, turning, strict=True)
        for name, halves in measure(table, decision, jobs, part).items()}
    buckets = {name: one for decision in decisions for name, one in decision.buckets.items()}
    shown = (*sections_of("line", buckets, found, _SECTIONS),
             _styles(tables[0], jobs, playing), _lead(tables[0], jobs, leading))
    return Study("How is a line played best?", tuple(
        sentence for k in (0, 3, 4, 5) for sentence in shown[k].answer), shown, {"turns": found})


def _sizes(run: Run) -> list[int]:
    """Return the numbers of players, the table's own first."""
    own, (fewest, most) = len(run.players), find_game(run.game).seats
    return [own, *(many for many in range(fewest, most + 1) if many != own)]


def _styles(run: Run, jobs: int | None, progress: Progress) -> Section:
    """Return what one seat of each strategy takes among ``random`` more than ``random`` in it."""
    random, *known = each_once(tried(run)["random"], *tried(run).values(), *run.players)
    played = iter(play_all([[replace(run, players=(one, *[random] * (many - 1)))]
                            for many in _sizes(run) for one in (random, *known)], jobs, progress))
    made = {f"{many} players": {one.label: next(played).seats[0, :, 0] / (STAKE * many / 100)
                                for one in (random, *known)} for many in _sizes(run)}
    numbers = {size: {Measure("strategy", one.label): Paired.mean(
        taken[one.label] - taken[random.label], np.ones(run.sessions)) for one in known}
        for size, taken in made.items()}
    own = {measure.name: number for measure, number in next(iter(numbers.values())).items()}
    best = first({name: one.estimate for name, one in own.items()},
                 lambda one, other: (own[one] - own[other]).estimate, run.sessions,
                 f"{_UNIT} more than random among {len(run.players)} players")
    return replace(section("line_styles", "What are ways of playing worth?", compare(numbers),
                           _PLAYERS, STRATEGY, _UNIT, run.sessions),
                   answer=(best,) if best else ())


def _lead(run: Run, jobs: int | None, progress: Progress) -> Section:
    """Return what each place makes more than the mean place, where all seats play alike well."""
    sizes = _sizes(run)
    numbers = {}
    for many, part in zip(sizes, in_parts(progress, [1] * len(sizes)), strict=True):
        lineup = good_lineup(find_game(run.game), run.rules, many)
        table = replace(run, players=seat_players(run.game, lineup, many, run.rules))
        (leads, lead), *_ = follow_places(table, run.sessions, jobs, part).items()
        numbers[f"{many} players"] = {leads: lead * (100 / (STAKE * many))}
    (own,) = numbers[f"{sizes[0]} players"].values()
    return replace(section(
        "line_leads", "What is the lead worth?", compare(numbers), _PLAYERS, PLACE, _UNIT,
        run.sessions), answer=(
            f"Among {sizes[0]} good players the lead brings {signed(own.estimate)} {_UNIT} more "
            "than the mean place.",))
