"""A table of good players, whatever line-up a report is about: readers can learn from them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from reports.defaults import good_lineup
from reports.opening.loo.by_class import ByClass
from reports.request import set_up
from reports.results import commands
from reports.studies.miss.study import draw_charts
from reports.studies.risk.ruin import TableRisks
from reports.studies.risk.study import study_risk
from reports.studies.solution.loo.chart import DeclarationChart
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.games.loo.narrate import Words, words_of
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.runs.progress import Progress
from simulate.runs.run import Run, count_jobs
from simulate.solving.loo.declaration_tree import Declarations, declarations
from simulate.solving.loo.hand_classes import COARSE
from simulate.solving.loo.rolled import roll
from simulate.solving.loo.trick_shares import SHARES
from simulate.solving.loo.what_if_counts import Stakes, plays_for_chips, stakes_of
from simulate.solving.tree import NO_MOVE, Deals
from strategies.loo.racer import shipped_race
from strategies.loo.solved import shipped
from strategies.loo.solved_chart import chart_of, nearest_chances

#: Deals that weigh the classes of hands.
WEIGHED = 20_000
#: The least and the most deals that are played out under every declaration, and sessions (games,
#: for points) that show what it costs to sit down.
DEALS, SESSIONS = (16_384, 262_144), (200, 2_000)
#: The pools that a person may choose from, in first pools of a session.
POOLS = (1, 2, 4, 8)
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
    good = good_lineup(game, rules, len(run.players))
    return set_up(run.game, good, len(run.players), rules, sessions, hands, run.seed)


def level_score(run: Run) -> tuple[int, ...] | None:
    """Return the score at which declarations are told: nobody has points; None for chips."""
    return None if plays_for_chips(run) else (0,) * len(run.players)


@dataclass(frozen=True)
class GoodTable:
    """How good players declare at a table, what each declaration is worth, what it costs to sit.

    Parameters
    ----------
    run : Run
    forked : tuple of ByClass
        What each declaration is worth, by situation and class of hand: at every one of ``POOLS``,
        or once where points are played for.
    risks : TableRisks
    jobs : int
    """

    run: Run
    forked: tuple[ByClass, ...]
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
    def words(self) -> Words:
        """What the game calls its own."""
        return words_of(self.run.rules)

    @property
    def declared(self) -> Declarations:
        """All that can be declared."""
        return declarations(self.players, isinstance(self.run.rules, RounceRules))

    def _penalty_limit(self) -> int:
        """The most chips that a looed seat pays; 0 where there is no limit."""
        rules = self.run.rules
        if not self.in_chips or not isinstance(rules, LooRules):
            return 0
        return rules.penalty_parts.limit(self.players)

    @property
    def in_chips(self) -> bool:
        """Whether there is a pool."""
        return plays_for_chips(self.run)

    def chances_at(self, at: int) -> Floats:
        """Return the solved table's chances at one of the pools, those of the nearest stakes.

        Where points win the game, they are those of the solved race at the start of a game.

        Returns
        -------
        float64[nodes, COARSE, moves]
        """
        if (score := level_score(self.run)) is not None:
            race = shipped_race(self.run.game, self.players)
            at_start: Floats = race.chances[race.classes.number(score)]
            return at_start
        stakes = self.forked[at].finest.stakes
        chart, rules = chart_of((), shipped()), self.run.rules
        assert isinstance(rules, LooRules)
        start = nearest_chances(
            chart, self.players, 0, 0, int(rules.must_trump), stakes.penalty,
            self._penalty_limit(), stakes.pool,
        )
        # A strategy's chart leaves the chance of the last move out.
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
        return DeclarationChart(self.declared, self.chances_at(0), deals, self.words, self.jobs)

    @property
    def command(self) -> str:
        """The command that finds what declarations are worth at this table."""
        return (f"boneyard study miss {self.run.game} {commands.table_options(self.run)} "
                f"--sessions {self.forked[0].finest.forks.deals} --seed {self.run.seed}")


    @property
    def risk_command(self) -> str:
        """The command that finds what it costs to sit down at this table."""
        run = self.risks.table.run
        return (f"boneyard study risk {run.game} {commands.table_options(run)} "
                f"--sessions {run.sessions} --hands {run.hands} --seed {run.seed}")


def _part(progress: Progress | None, at: int, of: int) -> Progress | None:
    """Return what is told of one pool's deals, as a share of all the work."""
    if progress is None:
        return None
    return lambda done, deals: progress(_FORKING * (at + done) / of, deals)


def _fork(
    run: Run, pool: int | None, deals: int, jobs: int | None, progress: Progress | None
) -> ByClass:
    """Return what declarations are worth at a pool, or at the start of a game for points."""
    (chart,) = draw_charts(
        replace(run, sessions=1), progress, pool, deals, resolved=1.0, jobs=jobs, classes=COARSE,
        score=level_score(run))
    return ByClass(chart)


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
    first = stakes_of(own).pool
    pools = [times * first for times in POOLS] if plays_for_chips(own) else [None]
    forked = tuple(
        _fork(own, pool, deals, jobs, _part(progress, at, len(pools)))
        for at, pool in enumerate(pools))
    risks = study_risk(own, jobs=jobs, options=commands.table_options(own)).risks
    if progress:
        progress(1.0, deals)
    return GoodTable(own, forked, risks, count_jobs(jobs))
