"""What a solved table of Loo or Rounce shows beside what all games show.

Its chart for the wall, who is looed, and how pools grow."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from reports.games.loo import words
from reports.games.loo.decisions import READ, action_chart
from reports.page.document import Column, Picture, Row
from reports.stats.tails import solve_root
from reports.studies.solution.chart import MIXED
from reports.studies.solution.declared import SolvedPool
from reports.studies.solution.solved_table import chair_of, who_sits
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game
from simulate.games.loo.views import MISS, PLAY, TRICKS
from simulate.games.loo.words import words_of
from simulate.theory.loo.declarations import LOOED, kept_tricks
from simulate.theory.loo.situations import situation_numbers, situations


class LooPool(SolvedPool):
    """The hands of a dealer at a pool of Loo or Rounce: who is looed, and how pools grow."""

    more_of_seats = (
        Column("silent", "left alone", "share", "share of hands",
               "in which the dealer never had to declare"),
        Column("looed", "looed"))
    more_of_pools = (
        Column("looed", "seats looed a hand", "amount", "seats a hand", "looed"),
        Column("mean", "pool multiplied by", "amount", "none",
               "what a hand multiplies an unlimited pool by, on average"),
        Column("root", "tail exponent", "amount", "none",
               "the tail exponent: pools twice as large are 2 to this power times as rare"),
        Column("dealer", "the dealer's worth", "share", "share of the pool",
               "what the dealer may expect"))

    def more_of_seat(self, p: int) -> Row:
        """Return how often a position is left alone, and looed."""
        return {"silent": self.share(self.declares[p, 0]), "looed": self.share(self._looed[p])}

    def more_of_pool(self) -> Row:
        """Return who is looed, what the dealer has of the pool, and how it grows: the mean factor M
        of a hand without a limit, and the root of E[M^a] = 1."""
        row = {"looed": self._looed.sum(), "dealer": self.one.worth[-1] / self.one.pool}
        if not self.table.counts_later:
            return row
        # The seats looed, and a fifth for every trick that nobody is paid
        # (``simulate.games.loo.game``).
        endings, chances = self.part.at.endings, np.zeros(TRICKS * 4 + 1)
        looed = (endings.own == LOOED).sum(axis=-1)
        fifths = TRICKS * looed + kept_tricks(endings.pool)
        np.add.at(chances, fifths.ravel(), self.ends.ravel())
        mean = float((chances * np.arange(len(chances))).sum() / TRICKS)
        return row | {"mean": mean, "root": float(solve_root(chances[None, :], TRICKS))}

    @cached_property
    def _looed(self) -> Floats:
        """How often each position is looed: float64[positions]."""
        looed = (self.part.at.endings.own == LOOED).astype(np.int64)
        return np.einsum("ls,lsp->p", self.ends, looed)

    def histories(self) -> tuple[Ints, list[Row]]:
        """Return what was declared before, in any order."""
        players, own = self.table.seats, words_of(self.table.run.rules)
        return np.array([
            situation_numbers(players)[len(one), one.count(PLAY), one.count(MISS)]
            for one in self.part.declared.histories]), [
            {"place": words.place(one.position, players), "before": words.heard(one, own)}
            for one in situations(players)]

    def picture(self, name: str) -> Picture:
        """Return the chart for the wall."""
        table, one, dealer = self.table, self.one, self.part.dealer
        title = "What to declare" if table.locks else "What to declare among good players"
        about = "later pools counted" if table.counts_later else "this hand alone"
        if table.locks:
            about = "; ".join(f"{seat['place']}: {chair_of(table.locks, seat['seat'])}"
                              for seat in who_sits(table, dealer))
        subtitle = (f"{find_game(table.run.game).title}, {table.seats} players; pool "
                    f"{one.pool:,}, penalty {one.penalty:,}; {about}")
        return Picture(name, action_chart(
            table.run, self.chart.shown, title=title, subtitle=subtitle), f"{MIXED} {READ}",
            wide=True)
