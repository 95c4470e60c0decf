"""``study duel``: which strategy is better? All pairs head to head, and what places are worth."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, pairwise

import numpy as np

from reports import contests, headlines, request
from reports.compare import Measure, compare, first, scale_of, section, unit_of
from reports.contests import Paired, Scores, rotated, total
from reports.draw import shapes, style
from reports.page.document import STRATEGY, Column, Picture, Section, Table
from reports.stats import number_text
from reports.stats.comparisons import always_valid, always_valid_p, p_value, ranks, rivals, signs
from reports.stats.estimates import NOTHING, Estimate
from reports.studies.study import Study, entrants, in_parts
from simulate.books.tally import Ints
from simulate.errors import BoneyardError, brief
from simulate.games.game import find_game
from simulate.runs.follow import Entries, Paths, check_length, follow, values_of
from simulate.runs.run import Progress, Run, silent

_MADE = "{value} a hand, or games of 100"


@dataclass(frozen=True)
class Pairs:
    """The duels of every pair."""

    #: Scores of the first less the second, for each pair of strategies in order.
    scores: Mapping[tuple[str, str], Scores]
    unit: str  #: what a seat makes
    scale: float = 1.0  #: 100 where games are won
    tables: int = 1  #: those of a pair
    #: With ``--decide``: the intervals hold at every look, and are narrowest after so many
    #: sessions.
    sharpest: float | None = None

    @property
    def labels(self) -> list[str]:
        """The strategies."""
        return list(dict.fromkeys(label for pair in self.scores for label in pair))

    @property
    def sessions(self) -> int:
        """Sessions of each table."""
        return next(iter(self.scores.values())).sessions

    @cached_property
    def _paired(self) -> dict[tuple[str, str], Paired]:
        found = {pair: scores.paired * self.scale for pair, scores in self.scores.items()}
        return found | {(other, one): lead * -1.0 for (one, other), lead in found.items()}

    def _held(self, found: Paired) -> Estimate:
        """Return an estimate with the interval that holds for the way the duels were stopped."""
        plain = found.estimate
        return plain if self.sharpest is None else always_valid(plain, self.sessions, self.sharpest)

    def p_value(self, found: Estimate) -> float:
        """Return the p-value that holds for the way the duels were stopped."""
        if self.sharpest is None:
            return p_value(found, self.sessions)
        return always_valid_p(found, self.sessions, self.sharpest)

    def value(self, one: str, other: str) -> Estimate:
        """Return by how much a seat of the one makes more than a seat of the other."""
        return NOTHING if one == other else self._held(self._paired[one, other])

    def _mean(self, one: str) -> Paired:
        others = [other for other in self.labels if other != one]
        return total(self._paired[one, other] for other in others) * (1 / len(others))

    def mean(self, one: str) -> Estimate:
        """Return what a strategy makes more than its opponents, on average over them."""
        return self._held(self._mean(one))

    def lead(self, one: str, other: str) -> Estimate:
        """Return by how much one strategy makes more than another, each on average against all,
        itself included; of two strategies, the difference of their duel."""
        many = len(self.labels)
        return self._held((self._mean(one) - self._mean(other)) * ((many - 1) / many))

    @cached_property
    def ranked(self) -> list[str]:
        """The strategies, the best first."""
        return sorted(self.labels, key=lambda one: -self._mean(one).value)

    @cached_property
    def decided(self) -> dict[tuple[str, str], str]:
        """Which of each pair is surely better, or nothing (Holm)."""
        values = [self.value(*pair) for pair in self.scores]
        better = signs(values, [*map(self.p_value, values)])
        return {(one, other): {1: one, -1: other, 0: ""}[sign]
                for (one, other), sign in zip(self.scores, better, strict=True)}

    @cached_property
    def doubtful(self) -> list[str]:
        """The strategies that the best one does not surely lead, all leads judged together."""
        return rivals(self.ranked, self.lead, self.p_value)

    def reach(self) -> float:
        """Return how far the widest interval of a pair reaches to either side, unscaled."""
        return max((s.value.high - s.value.low) / 2 for s in self.scores.values())

    @property
    def are_alike(self) -> bool:
        """Whether all that may be best made the same in every session, of as many as asked for."""
        leads = [self._paired[self.ranked[0], one] for one in self.doubtful]
        return bool(leads) and self.sessions >= (self.sharpest or 0) and not any(
            lead.value or lead.influence.any() for lead in leads)

    def times_to_decide(self) -> float:
        """Return how many times the sessions held so far are needed until the best is known, or
        known to play as those do that may be best, too."""
        if not self.doubtful or self.are_alike:
            return 1.0
        leads = [self.lead(self.ranked[0], one) for one in self.doubtful]
        ratios = [(lead.high - lead.value) / abs(lead.value) if lead.value else math.inf
                  for lead in leads]
        return max(1.01, max(ratios) ** 2)


def headline(pairs: Pairs) -> str:
    """Return which strategy is best, and whom it loses to head to head."""
    best, *others = pairs.ranked
    text = headlines.first(
        {one: pairs.mean(one) for one in pairs.labels}, pairs.lead, pairs.sessions,
        f"{pairs.unit} more than {'the others' if len(others) > 1 else others[0]}",
        p_of=pairs.p_value)
    lost = [better for pair, better in pairs.decided.items() if best in pair and better not in (
        best, "")]
    return text + f" Head to head it loses to {headlines.close_to(lost)}." * bool(text and lost)


def how_sure(pairs: Pairs, until: float | None, run: Run) -> Iterator[str]:
    """Yield when the duels stopped, and a warning of heavy tails."""
    if pairs.sharpest is not None:
        after = f"Stopped after {pairs.sessions:,} sessions"
        yield (f"{after}, when the best was known." if not pairs.doubtful else
               f"{after}, in which those that may be best played alike." if pairs.are_alike else
               f"After {pairs.sessions:,} sessions it is still not known which is best.")
    if until is not None:
        yield (f"Stopped after {pairs.sessions:,} sessions, when every interval was as narrow as "
               "asked." if pairs.reach() <= until else
               f"After {pairs.sessions:,} sessions the widest interval still reaches "
               f"{number_text.number(pairs.scale * pairs.reach(), 3)} to either side.")
    yield headlines.heavy_tails(
        {f"between {one} and {other}": scores.paired.influence
         for (one, other), scores in pairs.scores.items()}, run)


def ranking(pairs: Pairs, answer: tuple[str, ...]) -> Section:
    """Return the strategies by what they make against all others."""
    order, more = pairs.ranked, f"{pairs.unit} more than the others"
    means = {one: pairs.mean(one) for one in order}
    table = Table.of("duel_ranking", "Ranking", (
        Column("rank", "rank", "count", "number", "the place in the ranking"), STRATEGY,
        Column("mean", more, "signed", _MADE, "made more than the others", with_error=True),
        Column("lead", "lead on the next", "signed", _MADE, "made more than the next",
               with_error=True),
    ), ({"rank": rank, "strategy": one, "mean": means[one], "lead": lead}
        for rank, one, lead in zip(
            ranks([mean.value for mean in means.values()]), order,
            [*(pairs.lead(one, after) for one, after in pairwise(order)), NOTHING], strict=True)),
        "Intervals are wider than usual: they hold at every look." * (pairs.sharpest is not None))
    plot = shapes.Dots.of(means, more, title="Ranking over all pairs")
    return Section("duel", "Which strategy is better?", answer, (Picture("duel_ranking", plot),),
                   (table,))


def head_to_head(pairs: Pairs) -> Section:
    """Return each pair: its difference, and whether it is decided."""
    names = [style.wrapped(one, 14) for one in pairs.ranked]
    plot = shapes.Cells(
        [[pairs.value(one, other) for other in pairs.ranked] for one in pairs.ranked], names,
        names, size=9, height=1.4 + 0.62 * len(names), xlabel="against",
        title=headlines.capital(f"{pairs.unit} more than the other"))
    found = {pair: pairs.value(*pair) for pair in pairs.scores}
    table = Table.of("duel_precision", "How sure the pairs are", (
        Column("pair", "pair", "text", "text", "the two strategies"),
        Column("difference", pairs.unit, "signed", _MADE,
               "made by the first more than by the second"),
        Column("better", "better", "text", "text", "the one that is surely better (Holm)"),
        Column("se", unit="as the difference", meaning="its standard error"),
    ), ({"pair": " - ".join(pair), "difference": one, "better": pairs.decided[pair], "se": one.se}
        for pair, one in found.items()), f"{pairs.tables} tables, {pairs.sessions:,} sessions of "
        "each.")
    return Section("duel_pairs", "Which is better head to head?", (),
                   (Picture("duel_matrix", plot),), (table,))


#: A duel that is played until something is known begins with batches of a sixteenth of the
#: sessions, and ends after this many times the sessions at the latest.
_BATCHES_A_RUN, _MOST_RUNS = 16, 50
#: The hands of each rotation from which the worth of places is taken, and its part of the work.
_PLACE_HANDS, _PLACES = 400_000, 0.15
#: A narrower interval than this would take some 10**14 hands.
_NARROWEST = 1e-6


def _reach(until: float | str | None) -> float | None:
    """Read how narrow an interval is asked for."""
    if until is None:
        return None
    try:
        reach = float(until)
    except (TypeError, ValueError):
        reach = 0.0
    if not 0 < reach < math.inf:
        raise BoneyardError(f"until {brief(until)} is not a number above 0, as in 0.05")
    if reach < _NARROWEST:
        raise BoneyardError(f"until {until!r}: no run is long enough for an interval narrower than "
                            f"{_NARROWEST:g}")
    return reach


def check(run: Run, until: float | str | None = None, decide: bool = False) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table or the options."""
    _reach(until)
    if decide and until is not None:
        raise BoneyardError(
            "decide: the duel stops when the best is known, until: when intervals are narrow; "
            "ask for one of them")
    entrants(run, "duel")
    check_length(run)  # places are followed


def study_duel(
    run: Run, jobs: int | None = None, until: float | str | None = None,
    progress: Progress = silent, decide: bool = False,
) -> Study:
    """Answer which strategy is better. ``until``: play until no interval reaches further than this
    (chips a hand, a share of games); ``decide``: until the best is known, at a level of 5%."""
    players, game, width = entrants(run, "duel"), find_game(run.game), _reach(until)
    duels = {(one.label, other.label): contests.pair(run, one, other)
             for one, other in combinations(players, 2)}

    def made(scores: Sequence[Scores]) -> Pairs:
        (first, *_), sharpest = duels.values(), float(run.sessions) if decide else None
        return Pairs(dict(zip(duels, scores, strict=True)), unit_of(run), scale_of(run),
                     len(first.tables), sharpest)

    def more(scores: Sequence[Scores]) -> float:
        found = made(scores)
        return found.times_to_decide() if width is None else (found.reach() / width) ** 2

    stopping = contests.Stopping(*(
        (max(1, run.sessions // _BATCHES_A_RUN), _MOST_RUNS * run.sessions, more)
        if decide or width is not None else (run.sessions, run.sessions, lambda scores: 0.0)))
    holding, following = in_parts(progress, (1 - _PLACES, _PLACES))
    found = made(contests.hold_until([*duels.values()], stopping, jobs, holding))
    by_place = follow_places(run, _PLACE_HANDS, jobs, following)
    answer = (headline(found), *how_sure(found, width, run))
    at_places = places_section(by_place, game.unit(run.rules),
                               "game" if game.hands_a_game == 1 else "hand")
    return Study("Which strategy is better?", (*answer, *at_places.answer),
                 (ranking(found, answer), head_to_head(found), at_places),
                 {"pairs": found, "positions": by_place}, sessions=found.sessions)


PLACE = Column("position", "place", "text")
#: What a place makes a hand more than the mean place.
Places = dict[Measure, Paired]


def follow_places(
    run: Run, hands: int, jobs: int | None = None, progress: Progress = silent
) -> Places:
    """Return what each place brings: the line-up in all rotations, for about so many hands."""
    game, seats = find_game(run.game), len(run.players)
    sessions = min(run.sessions, max(2, request.sessions_of(game, run.rules, hands, run.hands)))
    entries: Entries = {**values_of(run), "begins": (game.begins[0], 1)}
    tables = rotated(replace(run, sessions=sessions))
    total = np.zeros((sessions, seats + 1), np.int64)

    def read(paths: Paths) -> Ints:
        """Add up what each place made, and the hands: int64[sessions, places + 1]."""
        seat = (paths["begins"][:, None] + game.begins[1] + np.arange(seats)) % seats
        made = np.take_along_axis(paths.entries["value"], seat, axis=1)
        return np.column_stack([paths.total(made), paths.lengths])

    for table, part in zip(tables, in_parts(progress, [1] * len(tables), sessions), strict=True):
        total += np.concatenate(follow(table, entries, read, jobs, progress=part).pieces)
    made, below = total[:, :seats], total[:, seats].astype(float)
    return {Measure("place", name): Paired.mean(made[:, p] - made.mean(axis=1), below)
            for p, name in enumerate(game.position_names(seats))}


def places_section(found: Places, unit: str, deal: str) -> Section:
    """Return what each place is worth. ``unit``: chips or points; ``deal``: a hand, or a game."""
    per = f"{unit} a {deal}"
    answer = headlines.capital(first(
        {f"the {one.name}": made for one, made in found.items()},
        min(one.sessions for one in found.values()), f"{per} more than the mean place",
        is_first="is worth most"))
    return replace(section(
        "duel_positions", "What is a place at the table worth?", compare({"": found}),
        Column("variant"), PLACE, f"{per} above the mean place", 0),
        answer=(answer,))
