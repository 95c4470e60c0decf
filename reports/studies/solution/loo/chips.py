"""What a solved table of Loo or Rounce shows beside what all games show.

Its chart for the wall, and who is looed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from reports.games.loo import words
from reports.games.loo.decisions import READ, action_chart
from reports.page.document import Column, Picture, Row
from reports.studies.solution.chart import MIXED, chair_of, who_sits
from reports.studies.solution.declared import SolvedPool
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game
from simulate.games.loo.views import MISS, PLAY
from simulate.games.loo.words import words_of
from simulate.theory.loo.declared import LOOED
from simulate.theory.loo.hands import situation_numbers, situations


class LooPool(SolvedPool):
    """The hands of a dealer at a pool of Loo or Rounce, and who is looed."""

    more = (Column("looed", "looed"),)

    def more_of_seat(self, p: int) -> Row:
        """Return how often a position is looed."""
        return {"looed": self.share(self._looed[p])}

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

    def pictures(self, name: str) -> Iterator[Picture]:
        """Yield the chart for the wall."""
        table, one, dealer = self.table, self.one, self.part.dealer
        title = "What to declare" if table.locks else "What to declare among good players"
        about = "later pools counted" if table.counts_later else "this hand alone"
        if table.locks:
            about = "; ".join(f"{seat['place']}: {chair_of(table.locks, seat['seat'])}"
                              for seat in who_sits(table, dealer))
        subtitle = (f"{find_game(table.run.game).title}, {table.seats} players; pool "
                    f"{one.pool:,}, penalty {one.penalty:,}; {about}")
        yield Picture(name, action_chart(
            table.run, self.chart.shown, title=title, subtitle=subtitle), f"{MIXED} {READ}",
            wide=True)
