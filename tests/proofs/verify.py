"""``make verify``: slow statistical checks of the engine, apart from the unit tests.

Each check prints one line with what was found and whether it is what theory says; the exit
status is 1 if any is not.  Seeds are fixed, so a failure is a bug and no accident.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from boneyard import exploit
from reports.request import set_up
from reports.results.game_report import ValuedTable
from reports.results.result import Result
from simulate.domino.tiles import TILES
from simulate.games.loo.views import AT
from simulate.runs.chunk import record_sessions
from simulate.runs.play import play
from simulate.runs.run import Run
from tests.proofs.as_advised import TABLES, added
from tests.proofs.evenings import Held, play_evenings, table_of_four, truth_of
from tests.proofs.margins import compare
from tests.proofs.ratings import SESSIONS, play_bank, rank
from tests.sizes import stats

#: A p-value below this is no accident.
_ALARM = 1e-4
#: None of thirty-five differences is this many standard errors large, except once in 500 times.
_MARGINS_APART = 4
#: Prices and evenings are looked at in so many times fewer sessions than for the docs.
_FEWER = 5
#: What the rating of 300 players must reach, with the true order and in how many it must hold.
_IN_ORDER, _HELD = 0.9, 0.95
#: Rows of the table of how strong our players are: a command, what it finds in per cent, and the
#: standard error.
STRATEGIES = Path(__file__).parents[2] / "docs" / "strategies.md"
STRENGTH = re.compile(r"\| `(exploit [^`]*)` \| (-?[\d.]+) ± ([\d.]+)")
#: Hands of each row that are played here.
_HANDS_ADVISED = 400
#: Of two hundred 95% intervals fewer hold only once in 2,000 times.
_LEAST_HELD = 0.89

Check = tuple[str, bool]


def _table(sessions: int, hands: int, seed: int, lineup: str = "random", **rules: str) -> Run:
    return set_up("loo", lineup, 4, {"penalty": "cap:40", **rules}, sessions, hands, seed)


def deals_are_uniform() -> Iterator[Check]:
    """Every tile is as likely in every place of the deal, and so is every trump."""
    run = _table(1, 200_000, 11)
    places = np.zeros((5, TILES))
    trumps = np.zeros(7)
    for row in record_sessions(run, (0,), 0, run.hands):
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
    """Charts say what whole sessions show, spot by spot."""
    for row in compare():
        yield str(row), abs(row.apart) < _MARGINS_APART


def prices_add_up() -> Iterator[Check]:
    """Who is put right makes what a review said was lost, in all games but Rounce."""
    for sat in TABLES:
        for row in added(replace(sat, sessions=sat.sessions // _FEWER)):
            apart = max(abs(row.apart), abs(row.apart_everywhere))
            yield str(row), apart < _MARGINS_APART


def advice_wins_what_the_docs_say() -> Iterator[Check]:
    """Who asks advice at every decision wins from the best strategy of a game what a table says.

    The hands are others than those of the table. Prices and hands as dealt agree on them.
    """
    for command, value, error in STRENGTH.findall(STRATEGIES.read_text()):
        _, game, strategy, *options = command.split()
        given = dict(zip(options[::2], options[1::2], strict=True))
        rules = dict([given["--rule"].split("=")]) if "--rule" in given else None
        found = exploit(game, strategy, players=int(given["--players"]), rules=rules,
                        deals=_HANDS_ADVISED, seed=1, whole=True).study.found["won"][0]
        gap = found.won.value - float(value) / 100
        apart = gap / np.hypot(found.won.se, float(error) / 100)
        agree = found.apart.value / found.apart.se
        yield (f"{command}: {found.won.value:.2%}, the docs say {value}% ({apart:+.1f} standard "
               f"errors); prices and hands are {agree:+.1f} apart",
               abs(apart) < _MARGINS_APART and abs(agree) < _MARGINS_APART)


def evenings_hold() -> Iterator[Check]:
    """Results without luck are unbiased, and their intervals hold the truth."""
    run = table_of_four()
    held = Held(play_evenings(run, ValuedTable(run), 0, run.sessions // _FEWER), *truth_of(run))
    bias, error = held.bias
    yield str(held), abs(bias) < _MARGINS_APART * error and held.share > _LEAST_HELD


def ratings_hold() -> Iterator[Check]:
    """Ratings of 300 players order them by skill, and their intervals hold after every hand."""
    found = rank(play_bank(SESSIONS // _FEWER), 300)
    yield str(found), found.correlation > _IN_ORDER and found.held.mean() >= _HELD


CHECKS = (
    deals_are_uniform, seats_are_alike, a_wrong_rule_shows, margins_agree, prices_add_up,
    advice_wins_what_the_docs_say, evenings_hold, ratings_hold,
)


def main(names: list[str]) -> None:
    """Run the checks of these names, or all."""
    checks, failed = {check.__name__: check for check in CHECKS}, 0
    for name in names or checks:
        for line, good in checks[name]():
            failed += not good
            print("ok   " if good else "WRONG", line, flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
