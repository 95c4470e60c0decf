"""A table of good players, whatever line-up a report is about: readers can learn from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from reports.request import set_up
from reports.results import commands
from reports.studies.miss.chart import Chart
from reports.studies.miss.study import draw_charts
from reports.studies.risk.ruin import TableRisks
from reports.studies.risk.study import study_risk
from reports.studies.solution.loo.chart import DeclarationChart
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.runs.progress import Progress
from simulate.runs.run import Run, count_jobs
from simulate.solving.loo.declaration_tree import Declarations, declarations
from simulate.solving.loo.hand_classes import COARSE
from simulate.solving.loo.roll_out import SHARES
from simulate.solving.loo.solver import roll
from simulate.solving.loo.what_if_counts import Stakes, stakes_of
from simulate.solving.tree import NO_MOVE, Deals
from strategies.loo.solved import chart_of, nearest_chances, shipped

#: Who sits at it: the strategy that declares as the solved tables say.
GOOD = "solved"
#: Deals that weigh the classes of hands.
WEIGHED = 20_000
#: The least and the most deals that are played out under every declaration, and sessions (games,
#: for points) that show what it costs to sit down.
DEALS, SESSIONS = (16_384, 131_072), (200, 2_000)
#: The most hands of an evening that does not end by itself.
_EVENING = 200
#: The parts of the work, as shares of its time.
_FORKING = 0.7


def good_run(run: Run) -> Run:
    """Return a run of the same table with good players in all seats and without a bankroll."""
    game = find_game(run.game)
    bankroll = game.bankroll_of(run.rules)
    rules = run.rules if bankroll is None else run.rules.changed(bankroll=None)
    sessions = min(max(run.sessions, SESSIONS[0]), SESSIONS[1])
    hands = run.hands if game.plays_to_the_end(run.rules) else min(run.hands, _EVENING)
    return set_up(run.game, GOOD, len(run.players), rules, sessions, hands, run.seed)


@dataclass(frozen=True)
class GoodTable:
    """How good players declare at a table, what each declaration is worth, what it costs to sit.

    Parameters
    ----------
    run : Run
    forked : Chart
        What each declaration is worth, by situation and kind of hand.
    risks : TableRisks
    jobs : int
    """

    run: Run
    forked: Chart
    risks: TableRisks
    jobs: int

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.run.players)

    @property
    def stakes(self) -> Stakes:
        """What the first hand of a session is played for."""
        return stakes_of(self.run)

    @property
    def declared(self) -> Declarations:
        """All that can be declared."""
        return declarations(self.players, isinstance(self.run.rules, RounceRules))

    def _penalty_limit(self) -> int:
        """The most chips that a looed seat pays; 0 where there is no limit."""
        rules = self.run.rules
        if not self.forked.in_chips or not isinstance(rules, LooRules):
            return 0
        return rules.penalty_parts.limit(self.players)

    @cached_property
    def chances(self) -> Floats:
        """The solved table's chances, those of the nearest stakes: float64[nodes, COARSE, moves].

        A strategy's chart leaves the chance of the last move out.
        """
        chart, stakes, rules = chart_of((), shipped()), self.stakes, self.run.rules
        assert isinstance(rules, LooRules | RounceRules)
        start = nearest_chances(
            chart, self.players, int(isinstance(rules, RounceRules)),
            int(not self.forked.in_chips), int(rules.must_trump), stakes.penalty,
            self._penalty_limit(), stakes.pool,
        )
        follows = self.declared.tree.follows
        nodes, moves = follows.shape
        first = chart[start : start + nodes * COARSE * (moves - 1)].reshape(nodes, COARSE, -1)
        chances: Floats = np.concatenate([first, 1 - first.sum(-1, keepdims=True)], axis=-1)
        return np.where(follows[:, None, :] == NO_MOVE, 0, chances.clip(0, 1))

    @cached_property
    def chart(self) -> DeclarationChart:
        """How often good players declare what, by situation and kind of hand."""
        rolled = roll(self.run, WEIGHED, self.jobs)
        nothing = np.zeros((len(self.declared.ends), len(SHARES), self.players))
        deals = Deals(rolled.coarse, rolled.outcomes, nothing, COARSE)
        return DeclarationChart(self.declared, self.chances, deals, self.jobs)

    @property
    def command(self) -> str:
        """The command that finds what declarations are worth at this table."""
        return (f"boneyard study miss {self.run.game} {commands.table_options(self.run)} "
                f"--sessions {self.forked.forks.deals} --seed {self.run.seed}")


def play_good_table(
    run: Run, hands: int, jobs: int | None = None, progress: Progress | None = None
) -> GoodTable:
    """Return the table of good players with the rules and seats of a run.

    Parameters
    ----------
    run : Run
    hands : int
        How many hands the run had: after a small run few hands are played here too.
    jobs : int, optional
    progress : callable, optional
        Called with the share of the work done and the hands played so far.
    """
    own, deals = good_run(run), min(max(hands, DEALS[0]), DEALS[1])
    (forked,) = draw_charts(
        replace(own, sessions=1), progress and (lambda done, n: progress(_FORKING * done, n)),
        deals=deals, resolved=1.0, jobs=jobs,
    )
    risks = study_risk(own, jobs=jobs, options=commands.table_options(own)).risks
    if progress:
        progress(1.0, forked.forks.deals)
    return GoodTable(own, forked, risks, count_jobs(jobs))
