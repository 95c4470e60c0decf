"""A solved table by kinds of hands and situations: few enough for a wall."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from reports.draw.parts import Axes, Figure, patches
from reports.studies.miss import words as say
from reports.studies.miss.wall import FILLS, Part, ink, parts_of_cell, wall
from simulate.books.tally import Floats
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.games.loo.words import Words
from simulate.theory.best_response import how_often
from simulate.theory.declarations import Declarations
from simulate.theory.loo.hands import HAND_KINDS, TURNED_UP, name_of_kind, turned_kinds_of_classes
from simulate.theory.loo.what_if_counts import Situation, situations
from simulate.theory.tree import Deals

#: Declarations in the order of the chart.
ACTIONS = (PLAY, MISS, DROP, FOR_POOL)
#: Cells that come to fewer of the hands than this are left out.
RARE = 1e-4


class DeclarationChart:
    """How often each declaration is made, by situation and kind of hand, with another tile turned
    up and with a double. The chances given are float64[nodes, kinds, moves]; kinds behind the
    classes are forced moves, not hands."""

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
        often = how_often(declared.tree, chances, self._deals, self._jobs)
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
            for own in self._deals.classes[:, : self.players].T])
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


#: Of the moves of ``reports.studies.miss.words``, those of a solved table.
_MOVES = (say.PLAY, say.MISS, say.DROP, say.FOR_POOL)
#: A part of a cell that is narrower has no room for its letter.
_NARROW = 0.3
#: What a double turned up changes is told if it is so much or more.
_CHANGED = 0.1
_NOTE = (
    "A divided cell shows how often the table declares each. It does so by chance, or by more than "
    "the chart tells of the hand. Blank: too rare among such players. Above: what was declared "
    "before you, in any order. Below a white line: the same if a double is turned up, where that "
    "changes it. The dealer counts the turn-up as his own, in place of the tile he can best spare.")


def _draw_part(
    axes: Axes, x: int, y: int, part: Part, chances: np.ndarray, letters: Sequence[str],
) -> None:
    """Draw a cell or a part of it, divided as the chances are, with letters where there is room."""
    left, top, height = float(x), y + part.top, part.height
    for move, chance in zip(_MOVES, chances, strict=True):
        if chance <= 0:
            continue
        fill = tuple(int(FILLS[move][i : i + 2], 16) / 255 for i in (1, 3, 5))
        axes.add_patch(patches.Rectangle((left, top), chance, height, facecolor=fill, linewidth=0))
        if chance >= _NARROW:
            axes.text(left + chance / 2, top + 0.53 * height, letters[move], color=ink(fill),
                      ha="center", va="center", fontsize=part.letter_size, fontweight="bold")
        left += float(chance)
    axes.add_patch(patches.Rectangle((x, top), 1, height, fill=False, edgecolor="#ffffff",
                                     linewidth=1 if height == 1 else 0.6))


def wall_chart(chart: DeclarationChart, title: str, subtitle: str) -> Figure:
    """Draw a chart on one page: kinds of hands down, situations across; a cell in two parts if a
    double turned up changes it."""
    often, weights, chances = chart.often.sum(axis=0), chart.weights, chart.chances
    both, known = chart.both, weights.sum(axis=0) > 0
    rows = np.flatnonzero(known.any(axis=0)).tolist()
    columns = np.flatnonzero(known.any(axis=1)).tolist()
    names, letters = say.moves(chart.words), say.letters(chart.words)
    shown = [_MOVES[k] for k in range(len(ACTIONS)) if np.nansum(both[..., k]) > 0]

    def draw(axes: Axes) -> None:
        for (x, s), (y, kind) in product(enumerate(columns), enumerate(rows)):
            if not known[s, kind]:
                continue
            either = chances[:, s, kind]
            alike = bool(abs(either[1] - either[0]).sum() / 2 < _CHANGED)
            for part in parts_of_cell(weights[:, s, kind] > 0, chart.dealt[:, s, kind] > RARE,
                                      alike):
                share = both[s, kind] if part.turned_up is None else either[part.turned_up]
                _draw_part(axes, x, y, part, share, letters)

    return wall(
        draw, rows, [chart.situations[s] for s in columns],
        often[0] / max(often[0].sum(), 1e-9), often.sum(axis=1)[columns], chart.players,
        chart.words, title, subtitle, [(FILLS[m], f"{letters[m]}  {names[m]}") for m in shown],
        [_NOTE], least=0.5)
