"""What a solved table of Loo or Rounce shows beside what all games show.

Its chart for the wall, who is looed, and how pools grow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np

from reports.draw.parts import Figure, colors
from reports.games.loo import words as say
from reports.games.loo.wall import FILLS, Painted, parts_of_cell, wall
from reports.page.document import Column, Picture, Row
from reports.stats.tails import solve_root
from reports.studies.solution.declared import SolvedPool
from reports.studies.solution.solved_table import chair_of, who_sits
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, TRICKS
from simulate.games.loo.words import Words, words_of
from simulate.theory.cfr import Deals, reach_of
from simulate.theory.declarations import Declarations
from simulate.theory.loo.declarations import LOOED, kept_tricks
from simulate.theory.loo.hands import HAND_KINDS, TURNED_UP, name_of_kind, turned_kinds_of_classes
from simulate.theory.loo.situations import Situation, situations

#: Declarations in the order of the chart.
ACTIONS = (PLAY, MISS, DROP, FOR_POOL)
#: Cells that come to fewer of the hands than this are left out.
RARE = 1e-4


class DeclarationChart:
    """How often each declaration is made, by situation and kind of hand, with another tile turned
    up and with a double. The chances given are float64[nodes, buckets, actions]; those behind
    the classes are of fixed players, not hands."""

    def __init__(
        self, declared: Declarations, chances: Floats, deals: Deals, words: Words, jobs: int = 1
    ) -> None:
        self._declared, self._by_class, self._deals, self._jobs = declared, chances, deals, jobs
        self.players, self.words = declared.tree.players, words
        self.situations = situations(self.players)

    @cached_property
    def _sums(self) -> Floats:
        """Hands by turn-up, situation, kind and declaration, as shares of all: [2, S, kinds, 4]."""
        declared, chances = self._declared, self._by_class
        often = reach_of(declared.tree, chances, self._deals, self._jobs)
        sums = np.zeros((TURNED_UP, len(self.situations), HAND_KINDS, len(ACTIONS)))
        kinds, turned_up = np.divmod(turned_kinds_of_classes(self.players), TURNED_UP)
        for node, said in enumerate(declared.heard):
            missed, stayed = said.count(MISS), said.count(PLAY)
            s = self.situations.index(Situation(len(said), stayed + missed, missed))
            for move, action in enumerate(declared.actions[node]):
                share = (often[node] * chances[node, :, move])[: len(kinds)]
                np.add.at(sums[:, s, :, ACTIONS.index(action)], (turned_up, kinds), share)
        return sums

    @property
    def often(self) -> Floats:
        """Share of all hands that come to each cell: float64[TURNED_UP, situations, HAND_KINDS]."""
        return self._sums.sum(axis=-1)

    @property
    def weights(self) -> Floats:
        """The same, without cells that are too rare to be drawn."""
        often = self.often
        return np.where(often > RARE, often, 0)

    @cached_property
    def dealt(self) -> Floats:
        """Share of the deals that give a seat such a hand: [TURNED_UP, situations, HAND_KINDS]."""
        kinds, turned_up = np.divmod(turned_kinds_of_classes(self.players), TURNED_UP)
        kinds += HAND_KINDS * turned_up
        share: Floats = np.array([
            np.bincount(kinds[own], minlength=TURNED_UP * HAND_KINDS) / len(own)
            for own in self._deals.buckets.of[:, : self.players].T])
        places = [situation.position for situation in self.situations]
        return share.reshape(-1, TURNED_UP, HAND_KINDS)[places].swapaxes(0, 1)

    @property
    def chances(self) -> Floats:
        """Shares of the declarations: float64[TURNED_UP, situations, HAND_KINDS, len(ACTIONS)]."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return self._sums / self.often[..., None]

    @property
    def both(self) -> Floats:
        """The same whatever is turned up: float64[situations, HAND_KINDS, len(ACTIONS)]."""
        weights = self.weights[..., None]
        return (weights * np.nan_to_num(self.chances)).sum(0) / weights.sum(0).clip(min=1e-9)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the cells that are not too rare, with what is turned up."""
        often, chances, players = self.often, self.chances, self.players
        for turned_up, s, kind in np.argwhere(often > RARE).tolist():
            situation = self.situations[s]
            yield {
                "place": say.place(situation.position, players),
                "before": say.heard(situation, self.words), "turned_up": say.TURN_UPS[turned_up],
                "hand": name_of_kind(kind), "often": often[turned_up, s, kind],
                **dict(zip(("play", "miss", "drop", "for_pool"), chances[turned_up, s, kind],
                           strict=True)),
            }


#: Of the moves of ``reports.games.loo.words``, those of a solved table.
_MOVES = (say.PLAY, say.MISS, say.DROP, say.FOR_POOL)
#: What a double turned up changes is told if it is so much or more.
_CHANGED = 0.1
_NOTE = (
    "A divided cell shows how often the table declares each. It does so by chance, or by more than "
    "the chart tells of the hand. Blank: too rare among such players. Above: what was declared "
    "before you, in any order. Below a white line: the same if a double is turned up, where that "
    "changes it. The dealer counts the turn-up as his own, in place of the tile he can best spare.")


def wall_chart(chart: DeclarationChart, title: str, subtitle: str) -> Figure:
    """Draw a chart on one page; a cell in two parts if a double turned up changes it."""
    often, weights, chances, both = (
        chart.often.sum(axis=0), chart.weights, chart.chances, chart.both)
    letters = say.letters(chart.words)
    fills = [colors.to_rgb(FILLS[move]) for move in _MOVES]

    def cell(s: int, kind: int) -> Iterator[Painted]:
        either = chances[:, s, kind]
        alike = bool(abs(either[1] - either[0]).sum() / 2 < _CHANGED)
        for part in parts_of_cell(weights[:, s, kind] > 0, chart.dealt[:, s, kind] > RARE, alike):
            shares = both[s, kind] if part.turned_up is None else either[part.turned_up]
            yield part, [(float(share), fills[k], letters[move]) for k, (move, share) in enumerate(
                zip(_MOVES, shares, strict=True)) if share > 0], ""

    return wall(
        weights.sum(axis=0) > 0, cell, often[0] / max(often[0].sum(), 1e-9), often.sum(axis=1),
        chart.players, chart.words, title, subtitle,
        [_MOVES[k] for k in range(len(ACTIONS)) if np.nansum(both[..., k]) > 0], [_NOTE], least=0.5)


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
        return {"silent": self.share(self.declares[p, 0]), "looed": self.share(self.looed[p])}

    def more_of_pool(self) -> Row:
        """Return who is looed, how the pool grows, and what the dealer has of it."""
        mean, root = self.growth
        return {"looed": self.looed.sum(), "dealer": self.one.worth[-1] / self.one.pool,
                **({"mean": mean, "root": root} if self.table.counts_later else {})}

    @cached_property
    def declarations(self) -> DeclarationChart:
        """What is declared, by kinds of hands."""
        return DeclarationChart(
            self.part.declared, self.one.chances, self.part.deals([self.one.pool]),
            words_of(self.table.run.rules), self.table.jobs)

    def chart(self) -> Iterator[Row]:
        """Yield the chart by situation and kind of hand."""
        return self.declarations.rows()

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
        return Picture(name, lambda: wall_chart(self.declarations, title, subtitle), wide=True)

    @cached_property
    def looed(self) -> Floats:
        """How often each position is looed: float64[positions]."""
        looed = (self.part.at.endings.own == LOOED).astype(np.int64)
        return np.einsum("ls,lsp->p", self.ends, looed)

    @cached_property
    def growth(self) -> tuple[float, float]:
        """What a hand multiplies an unlimited pool by on average, M, and the root of E[M^a] = 1:
        the seats looed, and a fifth for every trick that nobody is paid
        (``simulate.games.loo.game``)."""
        endings = self.part.at.endings
        looed = (endings.own == LOOED).sum(axis=-1)
        fifths = TRICKS * looed + kept_tricks(endings.pool)
        chances = np.zeros(TRICKS * 4 + 1)
        np.add.at(chances, fifths.ravel(), self.ends.ravel())
        mean = float((chances * np.arange(len(chances))).sum() / TRICKS)
        return mean, float(solve_root(chances[None, :], TRICKS))
