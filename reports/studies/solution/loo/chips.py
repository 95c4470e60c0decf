"""What a solved table of Loo or Rounce shows beside what all games show.

Its chart for the wall, who is looed, and how pools grow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from reports.draw.parts import Figure, colors
from reports.games.loo import words as say
from reports.games.loo.wall import FILLS, Painted, parts_of_cell, wall
from reports.page.document import Column, Picture, Row
from reports.stats.tails import solve_root
from reports.studies.solution.declared import RARE, SolvedPool
from reports.studies.solution.solved_table import chair_of, who_sits
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game
from simulate.games.loo.views import MISS, PLAY, TRICKS
from simulate.games.loo.words import words_of
from simulate.theory.loo.declarations import LOOED, kept_tricks
from simulate.theory.loo.hands import TURNED_UP
from simulate.theory.loo.situations import situation_numbers, situations

#: Of the moves of ``reports.games.loo.words``, those of a solved table, in its order.
_MOVES = (say.PLAY, say.MISS, say.DROP, say.FOR_POOL)
#: A double turned up divides a cell where it changes so much or more.
_CHANGED = 0.1
_NOTE = (
    "A divided cell shows how often the table declares each. It does so by chance, or by more than "
    "the chart tells of the hand. Blank: too rare among such players. Above: what was declared "
    "before you, in any order. Below a white line: the same if a double is turned up, where that "
    "changes it. The dealer counts the turn-up as his own, in place of the tile he can best spare.")


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
        players, words = self.table.seats, words_of(self.table.run.rules)
        return np.array([
            situation_numbers(players)[len(one), one.count(PLAY), one.count(MISS)]
            for one in self.part.declared.histories]), [
            {"place": say.place(one.position, players), "before": say.heard(one, words)}
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
        return Picture(name, lambda: self._wall(title, subtitle), wide=True)

    def _wall(self, title: str, subtitle: str) -> Figure:
        """Draw the chart on one page; a cell in two parts if a double turned up changes it."""
        players, words = self.table.seats, words_of(self.table.run.rules)
        kinds = len(self.chart.buckets)
        shape = len(self.chart.histories), kinds // TURNED_UP, TURNED_UP
        often = self.chart.often.reshape(shape)
        weights, chances = np.where(often > RARE, often, 0), self.chart.chances.reshape(*shape, -1)
        both = ((weights[..., None] * np.nan_to_num(chances)).sum(2)
                / weights.sum(2)[..., None].clip(min=1e-9))
        places = [one.position for one in situations(players)]
        counted, coarse = self.part.at.counted, self.part.rolled.coarse
        dealt = np.array([np.bincount(counted[own], minlength=kinds) / len(own)
                          for own in coarse.T])[places].reshape(shape) > RARE
        letters, fills = say.letters(words), [colors.to_rgb(FILLS[move]) for move in _MOVES]

        def cell(s: int, kind: int) -> Iterator[Painted]:
            either = chances[s, kind]
            alike = bool(abs(either[1] - either[0]).sum() / 2 < _CHANGED)
            for part in parts_of_cell(weights[s, kind] > 0, dealt[s, kind], alike):
                shares = both[s, kind] if part.turned_up is None else either[part.turned_up]
                yield part, [(float(share), fills[k], letters[move]) for k, (move, share)
                             in enumerate(zip(_MOVES, shares, strict=True)) if share > 0], ""

        hands = often.sum(2)
        return wall(
            weights.sum(2) > 0, cell, hands[0] / max(hands[0].sum(), 1e-9), hands.sum(1), players,
            words, title, subtitle,
            [move for k, move in enumerate(_MOVES) if np.nansum(both[..., k]) > 0], [_NOTE],
            least=0.5)
