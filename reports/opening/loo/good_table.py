"""A table of good players, whatever line-up a report is about: readers can learn from them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from reports.defaults import good_lineup
from reports.request import set_up
from reports.results import commands
from reports.studies.risk.ruin import TableRisks
from reports.studies.risk.study import study_risk
from reports.studies.solution.loo.chart import DeclarationChart
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.words import Words, words_of
from simulate.runs.progress import Progress
from simulate.runs.run import Run, count_jobs
from simulate.theory.loo.declaration_tree import Declarations, declarations
from simulate.theory.loo.endings import SHARES
from simulate.theory.loo.hands import COARSE
from simulate.theory.loo.rolled import roll
from simulate.theory.loo.what_if_counts import Stakes, plays_for_chips, stakes_of
from simulate.theory.tree import NO_MOVE, Deals
from strategies.loo.racer import shipped_race
from strategies.loo.solved import chart_of, nearest_chances, shipped

#: Deals that weigh the classes of hands.
WEIGHED = 20_000
#: Sessions (games, for points) that show what it costs to sit down.
SESSIONS = (200, 2_000)
#: The pools that a person may choose from, in first pools of a session.
POOLS = (1, 2, 4, 8)
#: The most hands of an evening that does not end by itself.
_EVENING = 200


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
    """How good players declare at a table, and what it costs to sit."""

    run: Run
    risks: TableRisks
    jobs: int

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.run.players)

    @cached_property
    def pools(self) -> tuple[int | None, ...]:
        """The pools that a person may choose from; none where points are played for."""
        first = stakes_of(self.run).pool
        return tuple(times * first for times in POOLS) if self.in_chips else (None,)

    def stakes_at(self, at: int) -> Stakes:
        """Return what a hand is played for at one of the pools; the first is that of a session."""
        return stakes_of(self.run, self.pools[at])

    @cached_property
    def asked(self) -> Run:
        """The table as ``boneyard advise`` sets it, whatever the seed of the report."""
        return set_up(self.run.game, list(self.run.labels), self.players, self.run.rules, 1)

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

        Returns float64[nodes, COARSE, moves].
        """
        if (score := level_score(self.run)) is not None:
            race = shipped_race(self.run.game, self.players)
            at_start: Floats = race.chances[race.classes.number(score)]
            return at_start
        stakes = self.stakes_at(at)
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
    def risk_command(self) -> str:
        """The command that finds what it costs to sit down at this table."""
        run = self.risks.table.run
        return (f"boneyard study risk {run.game} {commands.table_options(run)} "
                f"--sessions {run.sessions} --hands {run.hands} --seed {run.seed}")


def play_good_table(
    run: Run, jobs: int | None = None, progress: Progress | None = None
) -> GoodTable:
    """Return the table of good players with the rules and seats of a run."""
    own = good_run(run)
    risks = study_risk(
        own, jobs=jobs, progress=progress, table_options=commands.table_options(own)).found["risks"]
    return GoodTable(own, risks, count_jobs(jobs))
