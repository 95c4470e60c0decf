"""Whom players play most like, by what they declared, or at Euchre called.

A candidate is a strategy with one of its numbers shifted. It explains an action by its chance to
take it (``simulate.branch.asked``), but for a share of slips, actions that are taken by lot. The
prior is drawn towards the strategies as they stand.

A player is known by name, in any seat. Even hands and odd ones are added up apart, so that a review
can value either by what the others show.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from reports.studies.advise.decision_input import in_words
from reports.studies.advise.history_input import run_of, seats_of
from reports.typed.hand import plain
from simulate.books.tally import Floats
from simulate.branch.asked import Panel
from simulate.errors import BoneyardError, listed
from simulate.games.loo.views import DROP
from simulate.games.rules import PaysPenalties, Rules
from simulate.games.spot import Event, Events, asking
from simulate.runs.run import Player, Run
from strategies.lineup import seat_players, strategy_class, table_of

#: Shares of actions that are slips, and how likely they are.
SLIPS, _OFTEN = np.array([0.02, 0.1, 0.2]), np.array([0.7, 0.2, 0.1])

#: After fewer actions nobody is called most like a strategy.
LEAST_SEEN = 5


class Family(NamedTuple):
    """Candidates that one strategy makes, some of its numbers shifted together."""

    strategy: str
    keys: tuple[str, ...] = ()
    low: float = 0.0
    high: float = 0.0
    step: float = 1.0
    usual: tuple[float, ...] = (0.0,)  #: shifts that half of the family's prior is drawn to
    weight: float = 1.0

    @property
    def shifts(self) -> list[float]:
        """All shifts."""
        many = round((self.high - self.low) / self.step) + 1
        return [round(self.low + self.step * k, 6) for k in range(many)]


_POINTS = ("first", "later", "dealer", "turned")
_LOO = (
    Family("bold", ("risk",), -0.5, 0.4, 0.05, (0.0, -0.3)),  # cautious is bold with less
    Family("banker", ("sting",), -1.0, 1.2, 0.2),
    Family("threshold", tuple(f"stay_{p}" for p in range(1, 5)), -0.9, 0.9, 0.15),
    Family("book", _POINTS, -7, 7),
    Family("never-miss", ("stay",), -0.75, 1.0, 0.25),
    Family("miss-lover", ("fine",), -1.5, 1.0, 0.25),
    Family("two-trumps", weight=0.25), Family("stay", weight=0.25), Family("solved", weight=0.5))
#: By game.
FAMILIES = {"loo": _LOO, "rounce": _LOO, "euchre": (
    Family("bold", ("risk", "alone"), -0.35, 0.35, 0.05, (0.0, -0.3)),
    Family("hoyle", ("order", "assist", "take", "take_of_two", "name"), -4, 4),
    Family("threshold", (*(f"accept_{p}" for p in range(1, 5)), "name"), -0.9, 0.9, 0.15),
    Family("loner", ("accept", "take", "name"), -0.9, 0.9, 0.15), Family("solved", weight=0.5))}


class Candidates:
    """The candidates at a table."""

    def __init__(self, run: Run) -> None:
        if run.game not in FAMILIES:
            known = listed([*FAMILIES])
            raise BoneyardError(f"learn reads hands of {known}, and not of {run.game}")
        self.run = run
        every = [(family, shift) for family in FAMILIES[run.game] for shift in family.shifts]
        self.families = [family.strategy for family, _ in every]
        self.players = [self._player(*one) for one in every]
        weights = np.array([f.weight * (0.5 / len(f.shifts) + 0.5 * (shift in f.usual)
                                        / len(f.usual)) for f, shift in every])
        self.prior = np.log(weights / weights.sum())[:, None] + np.log(_OFTEN)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "panel"}

    def _player(self, family: Family, shift: float) -> Player:
        kind, values = strategy_class(self.run.game, family.strategy), dict[str, float]()
        defaults = kind.defaults_at(table_of(self.run))
        for key in family.keys:
            allowed = kind.parameters[key]
            value = round(min(max(defaults[key] + shift, allowed.low), allowed.high), 6)
            values |= {key: value} if value != defaults[key] else {}
        (player,) = seat_players(self.run.game, [kind(**values)], 1, self.run.rules,
                                 len(self.run.players))
        return player

    @cached_property
    def panel(self) -> Panel:
        """The candidates, compiled."""
        return Panel(self.run, self.players)

    def chances(self, hand: Mapping[str, Any], events: Events) -> Iterator[tuple[Event, Floats]]:
        """Yield the decisions before the tricks, and how likely each candidate is to take each
        action, by its share of slips: float64[actions, candidates, slips]."""
        for index, event in enumerate(events):
            if event.decision == asking(self.run.game).opens_with and event.answer is not None:
                chance, legal = self.panel.chances(hand, events, index)
                yield event, chance.T[:, :, None] * (1 - SLIPS) + SLIPS / legal.bit_count()

    def posterior(self, logs: Floats) -> Floats:
        """Return how likely each candidate is, from the sums of the logarithms of ``chances``."""
        raised = np.exp(logs + self.prior - (logs + self.prior).max())
        return np.asarray(raised.sum(axis=-1) / raised.sum())

    def by_family(self, posterior: Floats) -> dict[str, float]:
        """Return how likely a player is to play like each strategy, the likeliest first."""
        found: dict[str, float] = {}
        for name, share in zip(self.families, posterior, strict=True):
            found[name] = found.get(name, 0.0) + float(share)
        return dict(sorted(found.items(), key=lambda one: -one[1]))

    def likely(self, posterior: Floats) -> int:
        """Return the likeliest candidate of the likeliest family."""
        best, *_ = self.by_family(posterior)
        return int(np.where([own == best for own in self.families], posterior, -1).argmax())


@dataclass(eq=False)
class Seen:
    """What was seen of a player."""

    name: str
    logs: Floats  #: float64[3, candidates, slips]: log-likelihoods in even hands, odd ones and all
    #: How often each action was taken, by its number in the game (at Euchre whether it is a pass)
    #: and in words.
    taken: Counter[tuple[int, str]] = field(default_factory=Counter)
    #: Where a loo costs chips and the player may drop: what it costs, whether the player dropped,
    #: and how likely each candidate is to, float64[candidates].
    drops: list[tuple[int, bool, Floats]] = field(default_factory=list)

    @property
    def actions(self) -> Counter[str]:
        """The actions in words, in the order in which the game lists them."""
        found = Counter[str]()
        for key in sorted(self.taken):
            found[key[1]] += self.taken[key]
        return found

    def add(
        self, at: Candidates, hand: Mapping[str, Any], event: Event, chances: Floats, half: int,
    ) -> None:
        """Add an action of an even (0) or an odd hand."""
        assert event.answer is not None
        self.logs[[half, -1]] += np.log(chances[event.answer])
        number = event.answer if event.decision == "declare" else event.answer > 0  # of any suit
        self.taken[number, _word(at.run.game, event, hand)] += 1
        if isinstance(at.run.rules, PaysPenalties) and hand.get("pool") and len(at.run.players) > 2:
            owed = at.run.rules.penalty_at(int(hand["pool"]), len(at.run.players))
            self.drops.append((owed, event.answer == DROP, chances[DROP, :, 0]))


@dataclass
class Evidence:
    """What was seen of the players of some hands, by name."""

    seed: int
    hands: int = 0
    players: dict[str, Seen] = field(default_factory=dict)
    _tables: dict[object, Candidates] = field(default_factory=dict)

    def add(
        self, hand: Mapping[str, Any], events: Events, rules: Rules
    ) -> tuple[Candidates, list[Seen]]:
        """Add a hand; return the candidates at its table, and who sits there."""
        key = seats_of(hand), json.dumps(rules.as_dict(), default=str)
        if key not in self._tables:
            self._tables[key] = Candidates(run_of({**hand, "lineup": None}, None, rules, self.seed))
        at = self._tables[key]
        here = [self.players.setdefault(plain(str(name)), Seen(
            str(name), np.zeros((3, *at.prior.shape)))) for name in hand.get("names") or [
                f"seat {seat}" for seat in range(len(at.run.players))]]
        for event, chances in at.chances(hand, events):
            here[event.seat].add(at, hand, event, chances, self.hands % 2)
        self.hands += 1
        return at, here


def percent(share: float) -> str:
    """Return a share as a whole number of hundredths."""
    return f"{100 * share:.0f}%"


def resemblance(name: str, actions: Counter[str], families: Mapping[str, float]) -> str:
    """Return what a player did, and whom the player plays like, as a line of text."""
    done = ", ".join(f"{many} {word}" for word, many in actions.items())
    if actions.total() < LEAST_SEEN:
        return f"{name}: {done}; too few to name a kind of player."
    (first, most), *others = families.items()
    rest = ", ".join(f"{other} {percent(share)}" for other, share in others[:2] if share >= 0.005)
    how = "over 99%" if most >= 0.995 else percent(most)
    return f"{name}: {done}. Plays most like {first} ({how}{rest and f'; {rest}'})."


def _word(game: str, event: Event, hand: Mapping[str, Any]) -> str:
    """Return what a player did, in the game's words, whichever suit was named."""
    assert event.answer is not None
    return re.sub(r"\ds", "a suit", in_words(game, event, event.answer, hand))
