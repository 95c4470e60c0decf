"""Sets of rules, the table under each of them, and what changes from one to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, islice

import numpy as np

from reports.request import read_rules
from reports.results.commands import rule_text
from reports.results.figure_tables import figures_of
from reports.stats.comparisons import edge, edge_totals, p_value, signs
from reports.stats.estimates import Estimate
from reports.studies import contests
from reports.studies.contests import Scores, combined, rotations
from reports.studies.duel.tables import Positions
from simulate.books.tally import Floats
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.rules import Rules
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run

#: The name of the table's own rules.
OWN = "the table's rules"


@dataclass(frozen=True)
class RuleSet:
    """Some rules and their name."""

    name: str
    rules: Rules


def read_set(run: Run, text: str) -> RuleSet:
    """Read a set of rules: ``OPTION=VALUE,...`` changes the table's own rules. A word without ``=``
    is a preset or a file of house rules that replaces them; options after it change that one."""
    changes: dict[str, str] = {}
    base = ""
    for part in (part.strip() for part in str(text).split(",")):
        name, equals, value = part.partition("=")
        if not part or (not equals and (base or changes)):
            raise BoneyardError(
                f"against {text!r} is no set of rules: write OPTION=VALUE,... as in "
                "penalty=cap:40,remainder=stays, or a preset or NAME.toml first")
        if equals:
            changes[name.strip()] = value.strip()
        else:
            base = part
    if base:
        return RuleSet(text, read_rules(run.game, {"preset": base, **changes}))
    rules = run.rules.changed(**run.rules.known(changes))
    for name in changes:
        if name not in rules.in_force(len(run.players)):
            raise BoneyardError(f"against {text!r}: {name} matters only with "
                                f"{rules.condition(name)}; leave it out")
    return RuleSet(text, rules)


def each_rule_alone(run: Run) -> list[RuleSet]:
    """Return the table's rules with one option changed, for all values worth a look. A value that
    comes to the same at the table is left out."""
    found, known = [], [run.rules.in_force(len(run.players))]
    for entry, explained in run.rules.options():
        for value in explained.tried:
            rules = run.rules.changed(**{entry.name: value})
            if (same := rules.in_force(len(run.players))) not in known:
                known.append(same)
                found.append(RuleSet(f"{entry.name}={rule_text(value)}", rules))
    return found


def sets_to_compare(run: Run, against: Sequence[str]) -> list[RuleSet]:
    """Return the table's rules first, then the sets to compare them with."""
    others = [read_set(run, text) for text in against] or each_rule_alone(run)
    if not others:
        raise BoneyardError(
            f"study rules: {find_game(run.game).title} has no rule options to compare")
    game = find_game(run.game)

    def kind(rules: Rules) -> str:
        ends = game.plays_to_the_end(rules)
        return f"{game.unit(rules)} of {'whole games' if ends else 'sessions of so many hands'}"

    for one in others:
        replace(run, rules=one.rules)  # checks that they fit the seats and the hands
        if kind(one.rules) != kind(run.rules):
            raise BoneyardError(f"against {one.name!r}: results in {kind(one.rules)} cannot be "
                                f"compared with {kind(run.rules)}")
    return [RuleSet(OWN, run.rules), *others]


@dataclass(frozen=True)
class PlayedSet:
    """What a line-up did under a set of rules, in all rotations; session s has the same deals in
    all."""

    figures: dict[str, Scores]  #: of the table: the figures that the game declares for it
    #: By how much a seat of each strategy makes more a hand than the mean of its table; where games
    #: are won, its share of them.
    strategies: dict[str, Scores]
    seats: dict[str, Floats]  #: what a seat of each makes in a session, in chips, points or games
    positions: dict[str, Scores]  #: by how much a position makes more a hand than the mean position

    def lead_totals(self, one: str, other: str) -> Floats:
        """Return what the edge of one strategy over another is computed from."""
        return edge_totals(self.seats[one] - self.seats[other])


def play_sets(
    runs: list[Run], jobs: int | None = None, tell: Progress = silent
) -> list[tuple[Floats, Floats]]:
    """Play the line-up of each run in all rotations: its sessions' fields, and what the seats
    made."""
    tables = [[replace(run, players=players) for players in rotations(run.players)] for run in runs]
    played = iter(contests.in_chunks([(table, contests.made_by(table, contests.counts_games(table)))
                             for group in tables for table in group],
                            range(runs[0].sessions), jobs, tell))
    found = []
    for group in tables:
        fields, seats = zip(*islice(played, len(group)), strict=True)
        found.append((np.array(fields, np.float64), np.array(seats, np.float64)))
    return found


def digest(run: Run, fields: Floats, seats: Floats, positions: Positions) -> PlayedSet:
    """Return what was played under a set of rules in the form that is compared."""
    game, wins = find_game(run.game), contests.counts_games(run)
    hands = fields[:, :, contests.hands_of(run)]
    below = np.ones_like(hands) if wins else hands
    strategies, own = {}, {}
    for label in dict.fromkeys(run.labels):
        weights = contests.seat_of(run, label).weights
        # Added seat by seat, because a product of matrices may round differently on other machines.
        above = sum(weights[:, None, seat] * seats[:, :, seat] for seat in range(seats.shape[2]))
        strategies[label] = Scores(np.asarray(above), below)
        own[label] = seats_of(run, label, seats)
    total, played = positions.totals
    edges = {name: Scores((total[:, p] - total.mean(axis=1))[None], played[None])
             for p, name in enumerate(game.position_names(len(run.players)))}
    columns = {name: fields[:, :, i] for i, name in enumerate(game.books.session)}
    columns["sessions"] = np.ones(fields.shape[:2])
    figures = {figure.name: Scores(columns[figure.above], columns[figure.of])
               for figure in figures_of(run)}
    return PlayedSet(figures, strategies, own, edges)


def seats_of(run: Run, label: str, seats: Floats) -> Floats:
    """Return what one seat of a strategy made in each rotation."""
    tables = rotations(run.players)
    return np.array([
        made[:, [player.label for player in players].index(label)]
        for players, made in zip(tables, seats, strict=True)])


def change(before: Scores, after: Scores) -> Estimate:
    """Estimate by how much a value rises, paired session by session."""
    return combined([after, before], [1.0, -1.0])


@dataclass(frozen=True)
class Comparison:
    """Sets of rules at one table, the first of them the table's own."""

    names: tuple[str, ...]
    played: tuple[PlayedSet, ...]

    @property
    def own(self) -> PlayedSet:
        """The table's own rules."""
        return self.played[0]

    @property
    def sessions(self) -> int:
        """Sessions of each table."""
        return next(iter(self.own.strategies.values())).sessions

    def ranked(self, at: int) -> list[str]:
        """Return the strategies under a set of rules, the best first."""
        found = self.played[at].strategies
        return sorted(found, key=lambda label: -found[label].value.value)

    @cached_property
    def ends(self) -> tuple[str, str]:
        """The strategies that are first and last under the table's own rules."""
        order = self.ranked(0)
        return order[0], order[-1]

    def edge(self, at: int) -> Estimate:
        """Estimate the edge in a session of the first over the last: skill against luck."""
        return edge(self.played[at].lead_totals(*self.ends))

    def edge_change(self, at: int) -> Estimate:
        """Estimate by how much that edge rises under other rules."""
        return edge(*(one.lead_totals(*self.ends) for one in (self.played[at], self.own)))

    def changes(self, at: int) -> dict[tuple[str, str], Estimate]:
        """Return every change from the table's rules, by what changes and its name."""
        parts: Mapping[str, tuple[Mapping[str, Scores], Mapping[str, Scores]]] = {
            "figure": (self.own.figures, self.played[at].figures),
            "strategy": (self.own.strategies, self.played[at].strategies),
            "position": (self.own.positions, self.played[at].positions)}
        return {(part, name): change(before[name], after[name])
                for part, (before, after) in parts.items() for name in before}

    @cached_property
    def decided(self) -> list[dict[tuple[str, str], int]]:
        """Which changes of each set are surely not luck: 1 up, -1 down, 0 not known. All changes of
        all sets are judged together, by Holm's rule."""
        found = [self.changes(at) for at in range(len(self.names))]
        flat = [(at, key, one) for at, group in enumerate(found) if at
                for key, one in group.items()]
        estimates = [one for _, _, one in flat]
        sure = signs(estimates, [p_value(one, self.sessions) for one in estimates])
        result: list[dict[tuple[str, str], int]] = [{} for _ in self.names]
        for (at, key, _), sign in zip(flat, sure, strict=True):
            result[at][key] = sign
        return result

    def spread(self) -> Estimate:
        """Estimate the lead of the first strategy over the last under the table's rules."""
        return combined([self.own.strategies[label] for label in self.ends], [1.0, -1.0])

    def shift(self, at: int) -> tuple[str, Estimate]:
        """Return the strategy whose result changes most, and the change."""
        return max(((name, one) for (part, name), one in self.changes(at).items()
                    if part == "strategy"), key=lambda change: abs(change[1].value))

    def swaps(self, at: int) -> list[tuple[str, str]]:
        """Return the pairs of strategies whose order surely turns round, the new leader first. The
        leads under the table's rules and under the others are judged together."""
        pairs = list(combinations(self.own.strategies, 2))
        leads = [combined([self.played[i].strategies[label] for label in pair], [1.0, -1.0])
                 for i in (0, at) for pair in pairs]
        sure = signs(leads, [p_value(lead, self.sessions) for lead in leads])
        before, after = sure[: len(pairs)], sure[len(pairs):]
        return [pair if after[i] > 0 else (pair[1], pair[0]) for i, pair in enumerate(pairs)
                if before[i] * after[i] < 0]
