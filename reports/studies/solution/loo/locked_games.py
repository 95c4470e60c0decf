"""The answer of a game for points that was solved around seats that keep to a strategy."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from reports.page.document import SEAT, Column, Picture, Row, Section, Table
from reports.results.shared_sentences import share
from reports.stats.estimates import Estimate, around, share_of_trials
from reports.studies.miss import words as say
from reports.studies.solution.locked import DEALER, DEALS, chair_of, said, strategy_of
from reports.studies.solution.loo.race_chances import (
    NEEDED,
    RARE,
    chances,
    declared,
    draw_chances,
    span,
)
from reports.studies.study import Study
from simulate.games.loo.rules import GAME_POINTS
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.theory.loo.race import Race

QUESTION = "What should the other seats declare, to win the game, around a player who is known?"


_DECLARED = {"plays": PLAY, "misses": MISS, "drops": DROP, "for_pool": FOR_POOL}


def study_locked_race(race: Race) -> Study:
    """Return what a game for points says that was solved around locked seats."""
    sections = (
        Section("solution_race", "The chance to win from every score", (),
                tuple(_pictures(race)), (_chances_table(race),)),
        Section("solution_race_scores", "What every seat declares, by the score", (), (),
                (_scores_table(race),)),
    )
    return Study(QUESTION, (_answer(race),), sections)


def _answer(race: Race) -> str:
    seats = ", ".join(
        f"{chair_of(race.locks, seat)} {share(_with_error(race, float(chance)))}"
        for seat, chance in enumerate(race.at_the_start))
    return (f"Where {said(race.locks)}, the seats win by the solution: {seats}; a game takes "
            f"{race.hands:.1f} hands.")


def _with_error(race: Race, chance: float) -> Estimate:
    """Return a chance with the largest interval that it can have."""
    return around(chance, race.largest_error(chance), race.ending_deals)


def _at_needs(race: Race, dealer: int, seat: int, own: int, rivals: int) -> Estimate:
    """Return a seat's chance: it needs so many points, and each rival so many."""
    scores = [GAME_POINTS - rivals] * race.seats
    scores[seat] = GAME_POINTS - own
    return _with_error(race, float(race.chances_from(dealer, scores)[seat]))


def _pictures(race: Race) -> Iterator[Picture]:
    """Yield a picture for each dealer: the first of the seats that were solved."""
    seat = next(seat for seat in range(race.seats) if seat not in race.locks)
    for dealer in range(race.seats):
        deals = f"{chair_of(race.locks, dealer)} deals"
        grid = [[_at_needs(race, dealer, seat, own, rivals) for rivals in NEEDED]
                for own in NEEDED]
        yield Picture(
            f"solution_race_{dealer}",
            partial(draw_chances, grid, chair_of(race.locks, seat), race.run, deals),
            f"The chance of {chair_of(race.locks, seat)} to win the game where {deals} next and "
            f"{said(race.locks)}, in per cent, by the points that it needs (down) and that "
            f"{'the rival needs' if race.seats == 2 else 'each rival needs'} (across).", wide=True)


def _chances_table(race: Race) -> Table:
    return chances("The chance to win", (SEAT, DEALS, DEALER, Column("strategy")), "it", (
        {"dealer": dealer, "deals": chair_of(race.locks, dealer), "seat": seat,
         "strategy": strategy_of(race.locks, seat), "own": own, "rivals": rivals,
         "wins": _at_needs(race, dealer, seat, own, rivals)}
        for dealer in range(race.seats) for seat in range(race.seats)
        for own in NEEDED for rivals in NEEDED),
        "Worked out for every score there is, from how hands end on deals that nothing was solved "
        "with. Under each number stands the largest 95% interval that it can have.")


def _scores_table(race: Race) -> Table:
    rows: list[Row] = []
    for dealer, (part, wins) in enumerate(zip(race.parts, race.wins, strict=True)):
        often = wins.class_visits()
        for c in np.flatnonzero(often > RARE / race.seats).tolist():
            needs = " ".join(span(race.classes.cuts, cut) for cut in race.classes.needs()[c])
            for p in range(race.seats):
                seat = (dealer + 1 + p) % race.seats
                told = {name: share_of_trials(
                            round(part.declares[c, p, action] * race.ending_deals),
                            race.ending_deals)
                        for name, action in _DECLARED.items()}
                rows.append({"needs": needs, "dealer": dealer, "seat": seat,
                             "strategy": strategy_of(race.locks, seat),
                             "place": say.place(p, race.seats), "visits": often[c], **told})
    rows.sort(key=lambda row: -row["visits"])
    return declared(
        race.run, (Column("place", "place", "text"), SEAT, DEALER, Column("strategy")), rows,
        "Shares of the hands dealt at such a score, on deals that nothing was solved with, with "
        "95% intervals. ", ("needs", "dealer", "seat"))
