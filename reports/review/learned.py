"""A table of people, learned from evenings that they played: who plays like which strategy, and
what an evening among them costs."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from reports.commands import rule_text
from reports.later import pd
from reports.review.likeness import (
    LEAST_SEEN,
    Candidates,
    Evidence,
    Seen,
    percent,
    resemblance,
)
from reports.review.notation import HandsOnce
from reports.stats.estimates import Estimate
from reports.stats.number_text import aligned, listed
from reports.studies.advise.history_input import Line, rules_of
from reports.studies.surface.laws import law_of
from simulate.books.tally import Floats
from simulate.errors import BoneyardError, names_arguments, output_path
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.games.rules import Rules
from simulate.games.spot import asking
from simulate.runs import safe_files
from simulate.runs.follow import Paths, follow, values_of
from simulate.runs.run import Progress, Run, silent
from simulate.theory.law import Agreement
from strategies.lineup import KeptTable
from strategies.naming import TUNED, distinguished

#: Line-ups that are drawn, the hands that the law of each is counted in, the evenings drawn from
#: it, and their hands; games that each plays where no chips are played for.
_DRAWN, _COUNTED, _EVENINGS, _HANDS, _GAMES = 20, 40_000, 1_000, 100, 1_000
#: By how much banks of real tables differ from those of candidates, on the scale of logarithms:
#: with so much 88 to 90.5% of 90% intervals hold (docs/coverage.md).
MISFIT = 0.165
#: Standard errors by which a player must drop more often than expected to be called careful.
_SURE = 3.0
#: Intervals are wide from this half width on, as a part of the number; so many actions of each
#: player are not few.
_WIDE, _ENOUGH = 0.2, 30


@names_arguments
@dataclass(repr=False, eq=False)
class Learned:
    """How the people at a table play.

    ``players``: their names, or seats. ``lineup``: the strategy that each plays most like, as
    ``--lineup`` takes it. ``hands`` were learned from; ``faults`` says which were not, and why.

    Examples
    --------
    >>> import boneyard
    >>> hands = boneyard.replay("loo", lineup="bold,book,bold,banker", session=0)
    >>> found = boneyard.learn([hand.history for hand in hands], jobs=1)
    >>> found.lineup
    ('bold', 'book', 'bold', 'banker')
    """

    run: Run
    players: tuple[str, ...]
    hands: int
    posterior: Floats  #: float64[seats, candidates]
    candidates: Candidates = field(repr=False)
    actions: list[Counter[str]] = field(repr=False)
    #: float64[drawn line-ups, seats]: the bank for a bad evening, or the share of games won.
    drawn: Floats = field(repr=False)
    careful: list[str] = field(default_factory=list)  #: who surely turns careful with the pool
    faults: list[str] = field(default_factory=list)

    @property
    def lineup(self) -> tuple[str, ...]:
        """The line-up as it is typed, seat by seat."""
        return tuple(self.run.entries)

    @property
    def kept_table(self) -> KeptTable:
        """The table as its file has it; a line-up may be this or the file."""
        rules = {name: rule_text(value) for name, value in self.run.rules.given().items()}
        return KeptTable(self.run.game, dict(zip(self.players, self.lineup, strict=True)), rules)

    @property
    def in_chips(self) -> bool:
        """Whether chips are played for, and not games."""
        return find_game(self.run.game).unit(self.run.rules) == "chips"

    def families(self, seat: int) -> dict[str, float]:
        """Return how likely a player is to play like each strategy, the likeliest first."""
        return self.candidates.by_family(self.posterior[seat])

    def estimate(self, seat: int) -> Estimate:
        """Return the bank for a bad evening, or the share of games won, with a 90% interval."""
        low, value, high = np.quantile(self.drawn[:, seat], (0.05, 0.5, 0.95))
        if self.in_chips:
            low = value / math.exp(math.hypot(math.log(value / low), MISFIT))
            high = value * math.exp(math.hypot(math.log(high / value), MISFIT))
        return Estimate(value, low=low, high=high)

    @property
    def frame(self) -> pd.DataFrame:
        """One row per player: what was declared, ``plays_like`` with its ``share``, the
        ``strategy`` of the line-up, and ``bank`` or ``wins`` (``estimate``) with its interval."""
        what, rows = "bank" if self.in_chips else "wins", []
        words = dict.fromkeys(word for actions in self.actions for word in actions)
        for seat, name in enumerate(self.players):
            seen = self.actions[seat].total() >= LEAST_SEEN
            likely = self.families(seat) if seen else {"": math.nan}
            (like, share), *_ = likely.items()
            found = self.estimate(seat)
            rows.append({
                "player": name, **{word: self.actions[seat][word] for word in words},
                "plays_like": like, "share": share, "strategy": self.run.labels[seat],
                what: found.value, f"{what}_low": found.low, f"{what}_high": found.high})
        return pd.DataFrame(rows).set_index("player")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Learned) and (
            self.kept_table, repr(self), self.posterior.tobytes(), self.drawn.tobytes()) == (
            other.kept_table, repr(other), other.posterior.tobytes(), other.drawn.tobytes())

    def __repr__(self) -> str:
        """Return what was learned as text."""
        lines = [f"{how_many(self.hands, 'hand')} of {find_game(self.run.game).title}, "
                 f"{how_many(len(self.players), 'player')}."]
        for seat, name in enumerate(self.players):
            actions = self.actions[seat]
            line = (resemblance(name, actions, self.families(seat)) if actions
                    else f"{name}: nothing seen.")
            lines.append(line if actions.total() >= LEAST_SEEN else
                         f"{line[:-1]}, so {self.run.labels[seat]} sits there.")
        found = [self.estimate(seat) for seat in range(len(self.players))]
        write = _chips if self.in_chips else percent
        lines += ["", *aligned([
            ["", "strategy", f"bank for {_HANDS} hands" if self.in_chips else "games won"],
            *([name, label, f"{write(own.value)} ({write(own.low)} to {write(own.high)})"]
              for name, label, own in zip(self.players, self.run.labels, found, strict=True))])]
        lines.append("Brackets hold 90% intervals." + (
            " One evening in twenty takes a larger bank." if self.in_chips else ""))
        width = np.median([(own.high - own.low) / 2 / max(own.value, 1e-9) for own in found])
        if width >= _WIDE or min(actions.total() for actions in self.actions) < _ENOUGH:
            lines.append("Few hands: more make the brackets narrower, and may show that somebody "
                         "plays otherwise.")
        return "\n".join([*lines, *self.careful, *self.faults])

    def save(self, path: str | Path, overwrite: bool = False) -> Path:
        """Write the line-up and its rules into a file, which a line-up may name.

        Parameters
        ----------
        path : str or Path
            Its name ends with ``.toml``.
        overwrite : bool
            Whether a file of that name is replaced.

        Raises
        ------
        BoneyardError
            If the file cannot be written, or is there already.
        """
        place = output_path(path, TUNED, overwrite)
        kept = self.kept_table
        lines = [*(f"# {line}".rstrip() for line in str(self).split("\n")),
                 f"game = {json.dumps(kept.game)}",
                 f"players = {json.dumps([*kept.seats])}",
                 f"lineup = {json.dumps([*kept.seats.values()])}", "", "[rules]",
                 *(f"{name} = {json.dumps(value)}" for name, value in kept.rules.items())]
        with safe_files.named(place) as file:
            file.write(("\n".join(lines) + "\n").encode())
        return place


def _chips(chips: float) -> str:
    return f"{float(f'{chips:.2g}'):,.0f}"


def learn(
    lines: Iterable[Line], rules: Rules | None = None, seed: int = 0, jobs: int | None = None,
    progress: Progress = silent,
) -> Learned:
    """Learn how each player plays, from hands that were played."""
    evidence, last = Evidence(seed), list[tuple[Candidates, list[Seen]]]()
    hands = HandsOnce(lines)
    for line, hand in hands:
        with hands.used(line, hand):
            if hands.is_again(hand):
                continue
            if last and hand["game"] != (first := last[-1][0].run.game):
                raise BoneyardError(f"it is a hand of {hand['game']}, the first is one of {first}; "
                                    "learn each game apart")
            own = rules_of(hand, rules)
            last.append(evidence.add(hand, asking(hand["game"]).events(hand, own), own))
    if not last:
        raise BoneyardError("no hand to learn from: "
                            f"{hands.faults[0] if hands.faults else 'the file is empty'}")
    at, each = last[-1]
    posterior = np.stack([at.posterior(one.logs[-1]) for one in each])
    unseen = at.families.index("solved")  # a good player, as for people whom a file does not know
    run = seated_by(at, [at.likely(own) if one.actions.total() >= LEAST_SEEN else unseen
                         for one, own in zip(each, posterior, strict=True)])
    careful = [sentence for one, likely in zip(each, posterior, strict=True)
               if (sentence := _careful(one, likely))]
    if gone := [one.name for one in evidence.players.values() if one.actions and one not in each]:
        careful.append(f"Not at the last table, and left out: {listed(gone)}.")
    return Learned(run, tuple(one.name for one in each), len(last), posterior, at,
                   [one.actions for one in each], _drawn(at, posterior, jobs, progress), careful,
                   hands.faults)


def _careful(one: Seen, likely: Floats) -> str:
    """Return that a player drops more often where a loo costs much, if that is sure."""
    dear = int(np.median([owed for owed, _, _ in one.drops] or [0]))
    some = [(dropped, math.fsum(likely * share)) for owed, dropped, share in one.drops
            if owed > dear]
    many, expected = sum(dropped for dropped, _ in some), math.fsum(e for _, e in some)
    if many - expected <= _SURE * math.sqrt(math.fsum(e * (1 - e) for _, e in some) + 1):
        return ""
    return (f"{one.name} turns careful where a loo costs more than {dear}: dropped {many} of "
            f"{len(some)}, where {expected:.0f} were to be expected.")


def seated_by(at: Candidates, numbers: Sequence[int]) -> Run:
    """Return the table with some candidates sitting there."""
    return replace(at.run, players=tuple(distinguished([at.players[int(k)] for k in numbers])))


def _drawn(at: Candidates, posterior: Floats, jobs: int | None, progress: Progress) -> Floats:
    """Return what evenings cost at line-ups that are drawn by how likely they are."""
    rng = np.random.default_rng(at.run.seed)
    in_chips = find_game(at.run.game).unit(at.run.rules) == "chips"
    found = []
    for done in range(_DRAWN):
        run = seated_by(at, [rng.choice(len(own), p=own) for own in posterior])
        found.append(_bank(run, rng, jobs) if in_chips else _wins(run, jobs))
        progress((done + 1) / _DRAWN, 0)
    return np.array(found)


def _wins(run: Run, jobs: int | None) -> Floats:
    """Return how often each seat wins; partners win together."""
    def read(games: Paths) -> Floats:
        total = np.add.reduceat(games["value"], games.starts[:-1], axis=0)
        return np.asarray(total == total.max(axis=1, keepdims=True))

    many = replace(run, sessions=_GAMES)
    return np.concatenate(follow(many, values_of(many), read, jobs).pieces).mean(axis=0)


def _bank(run: Run, rng: np.random.Generator, jobs: int | None) -> Floats:
    """Return the bank of each seat that one evening in twenty takes."""
    law = law_of(run, _COUNTED, jobs)
    found = law.evenings(Agreement.of(run), _EVENINGS, _HANDS, int(rng.integers(1 << 31)))
    return np.asarray(np.quantile(-found.lowest, 0.95, axis=0) + 1)
