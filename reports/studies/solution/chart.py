"""The chart of a solved table: its policy in the information sets that people distinguish."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from reports.page.document import Row
from simulate.books.tally import Floats, Ints

#: What a figure leaves to its caption.
MIXED = ("The wider the field of a letter, the more often that action is taken. Chance decides, or "
         "what the chart does not distinguish. Actions rarer than a quarter are not drawn.")


@dataclass(frozen=True)
class PolicyChart:
    """How often each action is taken in each information set."""

    histories: Sequence[Row]  #: in words, by column
    buckets: Sequence[Row]
    actions: Sequence[str]
    #: float64[histories, buckets, actions]: share of all hands that come there and go on so.
    taken: Floats
    least: float  #: sets with a smaller share of the hands are too rare

    @classmethod
    def of(
        cls, reach: Floats, policy: Floats, history: Ints, bucket: Ints, action: Ints,
        histories: Sequence[Row], buckets: Sequence[Row], actions: Sequence[str], least: float,
    ) -> PolicyChart:
        """Add the information sets up that people do not distinguish. ``reach``: float64[nodes,
        classes]. ``policy``: float64[nodes, classes, moves]. ``history`` (int64[nodes]), ``bucket``
        (int64[classes]) and ``action`` (int64[nodes, moves]): where each belongs."""
        taken = np.zeros((len(histories), len(buckets), len(actions)))
        np.add.at(taken, (history[:, None, None], bucket[:, None], action[:, None]),
                  reach[..., None] * policy)
        return cls(histories, buckets, actions, taken, least)

    @property
    def often(self) -> Floats:
        """Share of all hands that come to each set: float64[histories, buckets]."""
        often: Floats = self.taken.sum(axis=-1)
        return often

    @property
    def shown(self) -> Floats:
        """What is taken, but in sets that are too rare: float64[histories, buckets, actions]."""
        return np.where(self.often[..., None] > self.least, self.taken, 0)

    @property
    def chances(self) -> Floats:
        """How often each action is taken there: float64[histories, buckets, actions]."""
        with np.errstate(invalid="ignore", divide="ignore"):
            chances: Floats = self.taken / self.often[..., None]
        return chances

    def rows(self) -> Iterator[Row]:
        """Yield the sets that are not too rare."""
        often, chances = self.often, self.chances
        for history, bucket in np.argwhere(often > self.least).tolist():
            yield {**self.histories[history], **self.buckets[bucket],
                   "often": often[history, bucket],
                   **dict(zip(self.actions, chances[history, bucket].tolist(), strict=True))}
