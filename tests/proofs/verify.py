"""``make verify``: slow statistical checks of the engine, apart from the unit tests.

Each check prints one line with what was found and whether it is what theory says; the exit
status is 1 if any is not.  Seeds are fixed, so a failure is a bug and no accident.
"""

import sys
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from scipy import stats

from reports.results.result import Result
from reports.studies.advise.stakes import Table
from simulate.domino.tiles import TILES
from simulate.games.loo.rules import LooRules
from simulate.games.loo.views import AT
from simulate.runs.chunk import record_hands
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players
from tests.proofs.as_advised import SOLVED, TABLES, added, whole_hand
from tests.proofs.by_the_chart import obeyed
from tests.proofs.evenings import Held, play_evenings, table_of_four, truth_of
from tests.proofs.margins import compare

#: A p-value below this is no accident.
_ALARM = 1e-4
#: None of thirty-five differences is this many standard errors large, except once in 500 times.
_MARGINS_APART = 4
#: Prices and evenings are looked at in so many times fewer sessions than for the docs.
_FEWER = 5
#: Of two hundred 95% intervals fewer hold only once in 2,000 times.
_LEAST_HELD = 0.89

Check = tuple[str, bool]


def _table(sessions: int, hands: int, seed: int, lineup: str = "random", **rules: str) -> Run:
    settings = LooRules.of(None, **{"penalty": "cap:40", **rules})
    return Run("loo", settings, seat_players("loo", lineup, 4), sessions, hands, seed)


def deals_are_uniform() -> Iterator[Check]:
    """Every tile is as likely in every place of the deal, and so is every trump."""
    run = _table(1, 200_000, 11)
    places = np.zeros((5, TILES))
    trumps = np.zeros(7)
    for row in record_hands(run, 0, 0, run.hands):
        for p in range(4):
            held = int(row[AT.dealt + p])
            places[p] += [held >> tile & 1 for tile in range(TILES)]
        places[4, row[AT.turn_up]] += 1
        trumps[row[AT.trump]] += 1
    for place, counts in zip(("eldest", "second", "third", "dealer", "turn-up"), places,
                             strict=True):
        p = stats.chisquare(counts).pvalue
        yield f"tiles of the {place}: chi-square p = {p:.3f}", p > _ALARM
    p = stats.chisquare(trumps, np.arange(1, 8) / 28 * trumps.sum()).pvalue
    yield f"P(trump = k) = (k + 1) / 28: chi-square p = {p:.3f}", p > _ALARM


def seats_are_alike() -> Iterator[Check]:
    """Four equal strategies lose and win alike, whoever sits where."""
    result = Result(play(_table(20_000, 100, 12)))
    measures = result.measures
    for seat in range(1, measures.seats):
        lead = measures.lead(0, seat)
        z = lead.value / lead.se
        yield f"seats 0 and {seat} differ by {z:+.2f} standard errors", abs(z) < 4


def a_wrong_rule_shows() -> Iterator[Check]:
    """The loo rate tells a table without the duty to trump from one with it."""
    with_duty = Result(play(_table(20_000, 50, 14))).measures
    without = Result(play(_table(20_000, 50, 14, must_trump="false"))).measures
    a, b = (m.rate("looed", m.strategies[0]) for m in (with_duty, without))
    z = (a.value - b.value) / np.hypot(a.se, b.se)
    yield f"must_trump changes the loo rate by {z:+.0f} standard errors", abs(z) > 5


def margins_agree() -> Iterator[Check]:
    """Charts and advice say what whole sessions show, spot by spot."""
    for row in compare():
        yield str(row), abs(row.apart) < _MARGINS_APART


def obeying_the_chart_pays() -> Iterator[Check]:
    """A strategy that obeys its chart gains what the study says, in whole sessions too."""
    for row in obeyed():
        pays = row.every > 2 * row.every_se
        yield str(row), abs(row.apart) < _MARGINS_APART and pays


def prices_add_up() -> Iterator[Check]:
    """Who is put right makes what a review said was lost, in all games but Rounce."""
    for sat in TABLES:
        for row in added(replace(sat, sessions=sat.sessions // _FEWER)):
            apart = max(abs(row.apart), abs(row.apart_everywhere))
            yield str(row), apart < _MARGINS_APART


def advice_wins_from_solved() -> Iterator[Check]:
    """Who asks advice at every decision wins from a solved table, which is no bound on that."""
    for sat in SOLVED:
        won = whole_hand(replace(sat, sessions=sat.sessions // _FEWER))
        yield f"{sat}: advice wins {won.value:.3%} of the pool (from {won.low:.3%})", won.low > 0


def evenings_hold() -> Iterator[Check]:
    """Results without luck are unbiased, and their intervals hold the truth."""
    run = table_of_four()
    held = Held(play_evenings(run, Table(run), 0, run.sessions // _FEWER), *truth_of(run))
    bias, error = held.bias
    yield str(held), abs(bias) < _MARGINS_APART * error and held.share > _LEAST_HELD


CHECKS = (
    deals_are_uniform, seats_are_alike, a_wrong_rule_shows, margins_agree, obeying_the_chart_pays,
    prices_add_up, advice_wins_from_solved, evenings_hold,
)


def main() -> None:
    """Run all checks."""
    failed = 0
    for check in CHECKS:
        for line, good in check():
            failed += not good
            print("ok   " if good else "WRONG", line, flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
