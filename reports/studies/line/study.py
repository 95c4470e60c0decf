"""``study line``: how is a line of dominoes played best, and what are draws and stars worth?"""

from __future__ import annotations

from dataclasses import replace

from reports.defaults import good_lineup
from reports.page.document import Card, Picture, Section
from reports.studies.line import shown
from reports.studies.line.hands import (
    mean_gain,
    single_hands,
    study_draws,
    study_stars,
    study_styles,
)
from reports.studies.line.plots import wall_chart
from reports.studies.line.turns import study_turns
from reports.studies.study import Study, part_of, ways_of_playing
from simulate.games.game import find_game
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from strategies.lineup import seat_players

QUESTION = "How is a line played best, and what are draws and stars worth?"
#: Parts of the work: turns at a table of one size, of the line-up and of good players, then
#: styles; the rest goes to draws and stars.
_TURNS, _STYLES = 0.08, 0.2


def study_line(
    run: Run, jobs: int | None = None, progress: Progress | None = None
) -> Study:
    """Answer how a line is played best, by players, and what lead, draws and stars are worth.

    Raises ``StrategyError`` if a strategy fails.
    """
    fewest, most = find_game(run.game).seats
    sizes, good = range(fewest, most + 1), _of_good_players(run)
    halves, good_halves = (
        {seats: study_turns(single_hands(played, seats), jobs,
                            part_of(progress, _TURNS * (at * len(sizes) + k), _TURNS))
         for k, seats in enumerate(sizes)} for at, played in enumerate((run, good)))
    turns, good_turns = ({seats: some + others for seats, (some, others) in found.items()}
                         for found in (halves, good_halves))
    known = [player for player in ways_of_playing(run) if player.label != "random"]
    (random,) = seat_players(run.game, "random", 1)
    done = 2 * _TURNS * len(turns)
    styles = study_styles(run, known, random, jobs, part_of(progress, done, _STYLES))
    best = max(known, key=lambda player: mean_gain(styles, player.label))
    draws = tuple(study_draws(run, many, player, jobs)
                  for player in (best, random) for many in turns)
    stars = study_stars(run, jobs)
    if progress:
        progress(1.0, run.sessions)
    seats = len(run.players)
    sections = shown.sections(run, halves, turns, styles, draws, stars)
    answer = (sections[0].answer[0], sections[1].answer[0], sections[3].answer[0],
              sections[4].answer[0])
    player = good.labels[0]
    table = f"Turns of {player} in every seat; {run.sessions:,} hands a table, {best.label} draws."
    picture = Picture(
        "line_wall", lambda: wall_chart(good_turns, styles, draws, stars, seats, table),
        f"Blue gains and orange loses. Turns are those of good players: {player} in every seat.",
        wide=True)
    wall = Section("line_wall", "The chart for the wall", (), (picture,))
    rule = shown.best_option(shown.means_of(good_turns[seats]), f"{seats} good players")
    picture = replace(picture, name=f"opening_{picture.name}")
    card = Card("wall", "The chart for the wall", (rule,), picture, link="study_line", wide=True)
    return Study(QUESTION, answer, (wall, *sections), {
        "turns": turns, "rule": rule, "styles": styles, "draws": draws, "stars": stars}, card)


def _of_good_players(run: Run) -> Run:
    """Return a run of single hands at the same table, good players in all seats."""
    own = single_hands(run)
    seats = len(own.players)
    lineup = good_lineup(find_game(own.game), own.rules, seats)
    return replace(own, players=seat_players(own.game, lineup, seats, own.rules))
