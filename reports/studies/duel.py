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

    labels: tuple[str, ...]  #: the strategies
    #: Scores of the first less the second, for each pair in order.
    scores: Mapping[tuple[int, int], Scores]
    unit: str  #: what a seat makes
    scale: float = 1.0  #: 100 where games are won
    tables: int = 1  #: those of a pair
    #: With ``--decide``: the intervals hold at every look, and are narrowest after so many
    #: sessions.
    sharpest: float | None = None

    @property
    def sessions(self) -> int:
        """Sessions of each table."""
        return next(iter(self.scores.values())).sessions

    @cached_property
    def _paired(self) -> dict[tuple[int, int], Paired]:
        found = {pair: scores.paired * self.scale for pair, scores in self.scores.items()}
        return found | {(j, i): one * -1.0 for (i, j), one in found.items()}

    def _held(self, found: Paired) -> Estimate:
        """Return an estimate with the interval that holds for the way the duels were stopped."""
        plain = found.estimate
        return plain if self.sharpest is None else always_valid(plain, self.sessions, self.sharpest)

    def p_value(self, found: Estimate) -> float:
        """Return the p-value that holds for the way the duels were stopped."""
        if self.sharpest is None:
            return p_value(found, self.sessions)
        return always_valid_p(found, self.sessions, self.sharpest)

    def value(self, one: int, other: int) -> Estimate:
        """Return by how much a seat of the one makes more than a seat of the other."""
        return NOTHING if one == other else self._held(self._paired[one, other])

    def _mean(self, one: int) -> Paired:
        others = [i for i in range(len(self.labels)) if i != one]
        return total(self._paired[one, i] for i in others) * (1 / len(others))

    def mean(self, one: int) -> Estimate:
        """Return what a strategy makes more than its opponents, on average over them."""
        return self._held(self._mean(one))

    def lead(self, one: int, other: int) -> Estimate:
        """Return by how much one strategy makes more than another, each on average against all,
        itself included; of two strategies, the difference of their duel."""
        many = len(self.labels)
        return self._held((self._mean(one) - self._mean(other)) * ((many - 1) / many))

    def ranked(self) -> list[int]:
        """Return the strategies, the best first."""
        return sorted(range(len(self.labels)), key=lambda i: -self._mean(i).value)

    @cached_property
    def decided(self) -> dict[tuple[int, int], int]:
        """Which of each pair is surely better: 1 the first, -1 the second, else 0 (Holm)."""
        values = [self.value(i, j) for i, j in self.scores]
        return dict(zip(self.scores, signs(values, [*map(self.p_value, values)]), strict=True))

    @cached_property
    def doubtful(self) -> list[int]:
        """The strategies that the best one does not surely lead, all leads judged together."""
        return rivals(self.ranked(), self.lead, self.p_value)

    def reach(self) -> float:
        """Return how far the widest interval of a pair reaches to either side, unscaled."""
        return max((s.value.high - s.value.low) / 2 for s in self.scores.values())

    @property
    def are_alike(self) -> bool:
        """Whether all that may be best made the same in every session, of as many as asked for."""
        best = self.ranked()[0]
        return bool(self.doubtful) and self.sessions >= (self.sharpest or 0) and all(
            not self.scores[min(best, i), max(best, i)].above.any() for i in self.doubtful)

    def times_to_decide(self) -> float:
        """Return how many times the sessions held so far are needed until the best is known, or
        known to play as those do that may be best, too."""
        if not self.doubtful or self.are_alike:
            return 1.0
        leads = [self.lead(self.ranked()[0], i) for i in self.doubtful]
        ratios = [(lead.high - lead.value) / abs(lead.value) if lead.value else math.inf
                  for lead in leads]
        return max(1.01, max(ratios) ** 2)


def headline(pairs: Pairs) -> str:
    """Return which strategy is best, and whom it loses to head to head."""
    others = "the others" if len(pairs.labels) > 2 else pairs.labels[pairs.ranked()[-1]]
    text = headlines.first(
        {i: pairs.mean(i) for i in range(len(pairs.labels))}, pairs.lead, pairs.sessions,
        f"{pairs.unit} more than {others}", name=pairs.labels.__getitem__, p_of=pairs.p_value)
    best = pairs.ranked()[0]
    lost = [i if j == best else j for (i, j), sign in pairs.decided.items()
            if best in (i, j) and sign == (1 if j == best else -1)]
    if text and lost:
        text += (f" Head to head it loses to "
                 f"{headlines.close_to([pairs.labels[i] for i in lost])}.")
    return text


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
        {f"between {pairs.labels[i]} and {pairs.labels[j]}": one.paired.influence
         for (i, j), one in pairs.scores.items()}, run)


def ranking(pairs: Pairs) -> Table:
    """Return the strategies by what they make against all others."""
    order = pairs.ranked()
    leads = [pairs.lead(i, after) for i, after in pairwise(order)]
    return Table.of("duel_ranking", "Ranking", (
        Column("rank", "rank", "count", "number", "the place in the ranking"), STRATEGY,
        Column("mean", f"{pairs.unit} more than the others", "signed", _MADE,
               "made more than the others", with_error=True),
        Column("lead", "lead on the next", "signed", _MADE, "made more than the next",
               with_error=True),
    ), ({"rank": rank, "strategy": pairs.labels[i], "mean": pairs.mean(i), "lead": lead}
        for rank, i, lead in zip(ranks([pairs.mean(i).value for i in order]), order,
                                 [*leads, NOTHING], strict=True)),
        "Intervals are wider than usual: they hold at every look." * (pairs.sharpest is not None))


def precision(pairs: Pairs) -> Table:
    """Return each pair: its difference, and whether it is decided."""
    found = {pair: pairs.value(*pair) for pair in pairs.scores}
    return Table.of("duel_precision", "How sure the pairs are", (
        Column("pair", "pair", "text", "text", "the two strategies"),
        Column("difference", pairs.unit, "signed", _MADE,
               "made by the first more than by the second"),
        Column("better", "better", "text", "text", "the one that is surely better (Holm)"),
        Column("se", unit="as the difference", meaning="its standard error"),
    ), ({"pair": f"{pairs.labels[i]} - {pairs.labels[j]}", "difference": found[i, j],
         "better": {1: pairs.labels[i], -1: pairs.labels[j], 0: ""}[pairs.decided[i, j]],
         "se": found[i, j].se} for i, j in pairs.scores),
        f"{pairs.tables} tables, {pairs.sessions:,} sessions of each.")


def sections(pairs: Pairs, answer: tuple[str, ...]) -> tuple[Section, Section]:
    """Return the ranking, and every pair."""
    order = pairs.ranked()
    names = [style.wrapped(pairs.labels[i], 14) for i in order]
    more = f"{pairs.unit} more than the other"
    ranked = Picture("duel_ranking", shapes.Dots.of(
        {pairs.labels[i]: pairs.mean(i) for i in order}, f"{pairs.unit} more than the others",
        title="Ranking over all pairs"))
    payoffs = Picture("duel_matrix", shapes.Cells(
        [[pairs.value(i, j) for j in order] for i in order], names, names, size=9,
        height=1.4 + 0.62 * len(order), xlabel="against", title=more[0].upper() + more[1:]))
    return (Section("duel", "Which strategy is better?", answer, (ranked,), (ranking(pairs),)),
            Section("duel_pairs", "Which is better head to head?", (), (payoffs,),
                    (precision(pairs),)))


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
    numbers = list(combinations(range(len(players)), 2))
    labels = tuple(player.label for player in players)

    duels = [contests.pair(run, players[i], players[j]) for i, j in numbers]

    def made(scores: Sequence[Scores]) -> Pairs:
        return Pairs(labels, dict(zip(numbers, scores, strict=True)), unit_of(run), scale_of(run),
                     len(duels[0].tables), float(run.sessions) if decide else None)

    def more(scores: Sequence[Scores]) -> float:
        found = made(scores)
        return found.times_to_decide() if width is None else (found.reach() / width) ** 2

    stopping = contests.Stopping(*(
        (max(1, run.sessions // _BATCHES_A_RUN), _MOST_RUNS * run.sessions, more)
        if decide or width is not None else (run.sessions, run.sessions, lambda scores: 0.0)))
    holding, following = in_parts(progress, (1 - _PLACES, _PLACES))
    found = made(contests.hold_until(duels, contests.counts_games(run), stopping, jobs, holding))
    by_place = follow_places(run, _PLACE_HANDS, jobs, following)
    answer = (headline(found), *filter(None, how_sure(found, width, run)))
    at_places = places_section(by_place, game.unit(run.rules),
                               "game" if game.hands_a_game == 1 else "hand")
    return Study("Which strategy is better?", (*answer, *at_places.answer),
                 (*sections(found, answer), at_places),
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
        found, min(one.sessions for one in found.values()), f"{per} more than the mean place",
        name=lambda one: f"the {one.name}", is_first="is worth most"))
    return replace(section(
        "duel_positions", "What is a place at the table worth?", compare({"": found}),
        Column("variant"), PLACE, f"{per} above the mean place", 0),
        answer=(answer,) if answer else ())
