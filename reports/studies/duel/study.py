"""``study duel``: which strategy is better?"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeVar

from reports.draw.shapes import dots
from reports.headlines import too_few
from reports.page.document import Picture, Section
from reports.results.shared_sentences import (
    amount,
    came_out,
    caution_of_few,
    level,
    too_close,
)
from reports.stats import number_text
from reports.stats.comparisons import carried, p_value, rivals
from reports.studies import contests
from reports.studies.contests import Scores
from reports.studies.duel import sweep as sweeps
from reports.studies.duel import tables
from reports.studies.duel.tables import Curve, Measure, Pairs, Positions, follow_positions
from reports.studies.study import Study, entrants, in_parts
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.follow import check_length
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run


def who(pairs: Pairs) -> str:
    """Say which strategy is best, or came out ahead, and by how much."""
    order = pairs.ranked()
    best, means = order[0], {i: pairs.mean(i) for i in order}
    first, last = ([i for i in order if means[i].value == means[end].value]
                   for end in (best, order[-1]))
    if len(first) == len(order):
        return level(pairs.labels, all(one.is_level for one in pairs.scores.values()))
    ahead = came_out(pairs.labels[best], [pairs.labels[i] for i in pairs.doubtful])
    if len(first) > 1:
        ahead = f"{_named(pairs, first)} came out ahead, level with each other"
    text = (f"{ahead}. A seat of {'each' if len(first) > 1 else 'it'} {pairs.measure.verb} "
            f"{amount(means[best], signed=True)} {pairs.measure.unit} more than ")
    if len(order) == 2:
        return f"{text}a seat of {pairs.labels[order[-1]]}."
    return (f"{text}one of the others. Last came {_named(pairs, last)} with "
            f"{amount(means[last[0]], signed=True)}. {_head_to_head(pairs, best)}")


def _named(pairs: Pairs, strategies: Sequence[int]) -> str:
    return number_text.listed([pairs.labels[i] for i in strategies])


def _head_to_head(pairs: Pairs, best: int) -> str:
    """Say whom the strategy that is best overall loses to at a table of the two."""
    name, others = pairs.labels[best], [i for i in pairs.ranked() if i != best]
    lost = [i for i in others if pairs.beats(best, i) < 0]
    open_ = [i for i in others if not pairs.beats(best, i)]
    doubt = f". Against {_named(pairs, open_)} it is too close to call" if open_ else ""
    if lost:
        said = [f"{pairs.labels[i]} by {amount(pairs.value(i, best))}" for i in lost]
        return f"Yet head to head {name} loses to {number_text.listed(said)}{doubt}."
    beaten = len(others) - len(open_)
    if not beaten:
        return f"Head to head {name} is too close to call against every one of them."
    return f"Head to head {name} beats {'every other' if not open_ else 'the others'}{doubt}."


def _named_pairs(pairs: Pairs, alike: bool) -> dict[str, Scores]:
    """Return the scores of the pairs that played alike, or of all others, by their names."""
    return {f"{pairs.labels[i]} and {pairs.labels[j]}": scores
            for (i, j), scores in pairs.scores.items() if scores.is_level == alike}


def saved(scores: Iterable[Scores]) -> str:
    """Say what playing the same deals saved, where that is known."""
    factors = [one.variance_reduction for one in scores]
    if not (known := [one for one in factors if not math.isnan(one)]):
        return ""
    low, high = (f"{x:.1f}" for x in (min(known), max(known)))
    return (" Every deal is played from all seats. That is worth as much as "
            f"{low if low == high else f'{low} to {high}'} times as many deals played once.")


def caution(run: Run, pairs: Pairs) -> tuple[str, ...]:
    """Say where a few sessions carry the intervals."""
    return caution_of_few({f"between {name}": one.influence
                           for name, one in _named_pairs(pairs, False).items()}, run)


def how_sure(pairs: Pairs, until: float | None) -> str:
    """Say how many pairs are decided, and what playing the same deals saved. Those that played
    alike are named and left out."""
    others, alike = (_named_pairs(pairs, alike) for alike in (False, True))
    narrow = any(carried(one.influence).is_heavy for one in others.values())
    decided = sum(map(bool, pairs.decided.values()))
    if not others:
        text = ""
    elif len(pairs.scores) == 1:
        at = "as far as its interval holds (see below)" if narrow else "at 95%"
        text = f"The pair is {'' if decided else 'not '}decided {at}."
    else:
        text = f"{_how_many_decided(decided, len(others), narrow)}{_by_themselves(pairs)}"
        text += "".join(f" {name} played alike." for name in alike)
    text += saved(others.values())
    known = list[str]()
    if pairs.sharpest is not None:  # it was to be decided
        surely = "" if narrow else (
            ". However often one looks, the chance to name another is 5% at most")
        known.append(
            f"Stopped after {pairs.sessions:,} sessions, when the best was known{surely}."
            if not pairs.doubtful else
            f"Stopped after {pairs.sessions:,} sessions, in which those that may be best played "
            "alike." if pairs.are_alike else
            f"After {pairs.sessions:,} sessions it is still not known which is best.")
    return " ".join(filter(None, (text, *known, *stopped(pairs, until))))


def _how_many_decided(decided: int, pairs: int, narrow: bool) -> str:
    """Say how many pairs are decided when all are judged together. Where large pools carry the
    intervals (``narrow``) the chance to be wrong has no such bound."""
    if not decided:
        return f"None of {pairs} pairs is decided, all judged together (by Holm's rule)."
    which = (f"All {pairs} pairs are" if decided == pairs > 1
             else f"Of {pairs} pairs {decided} {'is' if decided == 1 else 'are'}")
    if narrow:
        return (f"{which} decided as far as the intervals hold. They may be too narrow here (see "
                "below).")
    those = "it" if decided == 1 else "any of those"
    return (f"{which} decided. The chance that {those} is called wrongly is 5% at most (by "
            "Holm's rule).")


def _by_themselves(pairs: Pairs) -> str:
    """Say how many pairs are left open whose own interval leaves out zero."""
    own = [pairs.value(*pair) for pair, sign in pairs.decided.items() if not sign]
    count = sum(value.low > 0 or value.high < 0 for value in own)
    if not count:
        return ""
    return (f" Of the others {count} {'has an interval' if count == 1 else 'have intervals'} "
            "without zero, as one in twenty has by luck alone.")


def stopped(found: Pairs | Curve, until: float | None) -> tuple[str, ...]:
    """Say when duels that were to have narrow intervals were stopped."""
    if until is None:
        return ()
    sessions = next(iter(
        found.scores.values() if isinstance(found, Pairs) else found.scores)).sessions
    if found.reach() > until:
        reach = number_text.number(found.measure.scale * found.reach(), 3)
        return (f"After {sessions:,} sessions the widest interval still reaches {reach} to "
                "either side. That is further than asked for.",)
    return (f"Stopped after {sessions:,} sessions, when every interval was as narrow as asked "
            "for.",)


def where(run: Run, found: Positions) -> str:
    """Say which position is best and which is worst."""
    names = find_game(run.game).position_names(len(run.players))
    edges = {name: found.edge(p) for p, name in enumerate(names)}
    order = sorted(range(len(names)), key=lambda p: -found.edge(p).value)
    best, worst = names[order[0]], names[order[-1]]
    near = rivals(order, found.lead, lambda lead: p_value(lead, len(found.above)))
    doubt = f" The {best} is too close to {too_close([names[p] for p in near])}." if near else ""
    game = find_game(run.game)
    unit, deal = game.unit(run.rules), "game" if game.hands_a_game == 1 else "hand"
    return (f"By place, the {best} makes {amount(edges[best], signed=True)} {unit} a "
            f"{deal} more than the mean.{doubt} The {worst} makes "
            f"{amount(edges[worst], signed=True)}.")


def best_value(curve: Curve) -> tuple[str, ...]:
    """Say which value is best, and how much it gains on the line-up's own."""
    best, close = curve.best, curve.as_good
    gain = curve.difference(best, curve.values.index(curve.current))
    others = [f"{value:g}" for value in close if value != curve.values[best]]
    name = f"{curve.parameter} = {curve.values[best]:g}"
    text = (f"{came_out(name, others)}. It makes {amount(curve.made_by_best, signed=True)} "
            f"{curve.measure.unit}. It was chosen on one half of the deals and measured on the "
            "other. ")
    text += ("All values are judged together (by Holm's rule)." if others else
             "Every other value tried is surely worse.")
    own = f"That is the line-up's value, {curve.current:g}."
    if curve.values[best] != curve.current:
        own = (f"On the line-up's {curve.current:g} it gains {amount(gain, signed=True)}, on the "
               "same deals.")
    return text, own + saved(curve.scores)

QUESTION = "Which strategy is better?"
#: A duel that is played until something is known begins with batches of a sixteenth of the
#: sessions, and ends after this many times the sessions at the latest.
_BATCHES_A_RUN, _MOST_RUNS = 16, 50
#: The hands of each rotation from which the worth of positions is taken.
_POSITION_HANDS = 400_000
_HANDS_A_GAME = 20
#: The part of the work that is spent on positions.
_POSITIONS = 0.15
#: A narrower interval than this would take some 10**14 hands.
_NARROWEST = 1e-6
Found = TypeVar("Found", Pairs, Curve)


def _reach(until: float | str | None) -> float | None:
    """Read how narrow an interval is asked for."""
    if until is None:
        return None
    try:
        reach = float(until)
    except (TypeError, ValueError):
        reach = 0.0
    if not 0 < reach < float("inf"):
        raise BoneyardError(f"until {until!r} is not a number above 0, as in 0.05")
    if reach < _NARROWEST:
        raise BoneyardError(f"until {until!r}: no run is long enough for an interval narrower than "
                            f"{_NARROWEST:g}")
    return reach


def _unit(run: Run) -> str:
    return f"{find_game(run.game).unit(run.rules)} a hand"


def _hold(
    run: Run, held: Sequence[contests.Contest], made: Callable[[Sequence[Scores]], Found],
    until: float | None, jobs: int | None, tell: Progress,
    to_decide: Callable[[Sequence[Scores]], float] | None = None,
) -> Found:
    """Hold contests for the sessions asked for, or until intervals are narrow or enough is
    known."""
    def narrower(scores: Sequence[Scores]) -> float:
        return (made(scores).reach() / (until or 1.0)) ** 2

    more = to_decide or (narrower if until is not None else None)
    stopping = contests.Stopping(*(
        (run.sessions, run.sessions, lambda scores: 0.0) if more is None else
        (max(1, run.sessions // _BATCHES_A_RUN), _MOST_RUNS * run.sessions, more)))
    return made(contests.hold_until(held, contests.counts_games(run), stopping, jobs, tell))


def check(
    run: Run, until: float | str | None = None, sweep: str | None = None, decide: bool = False
) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table or the options."""
    _reach(until)
    if decide and until is not None:
        raise BoneyardError(
            "decide: the duel stops when the best is known, until: when intervals are narrow; "
            "ask for one of them")
    if decide and sweep is not None:
        raise BoneyardError(
            "decide: it stops when the best of some strategies is known; the values of a sweep "
            "may differ by next to nothing, so ask for --until with it")
    if sweep is None:
        entrants(run, "duel")
        check_length(run)  # positions are followed
        return
    asked = sweeps.read_sweep(sweep)
    sweeps.swept_seats(run.players, asked)
    sweeps.check_range(run.game, asked, sweeps.in_files(run))


def study_duel(
    run: Run, jobs: int | None = None, until: float | str | None = None, sweep: str | None = None,
    progress: Progress = silent, decide: bool = False,
) -> Study:
    """Answer which strategy is better, or which value of a parameter. ``until``: play until every
    interval reaches no further than this: chips a hand, or a share of games. ``sweep``: vary
    ``NAME.param=a:b:step`` instead, at the line-up's own table. ``decide``: play until the best is
    known, with a chance of 5% at most that it is another."""
    reach = _reach(until)
    measure = (Measure("wins", "games of 100", 100.0) if contests.counts_games(run)
               else Measure("makes", _unit(run), 1.0))
    if sweep is not None:
        return _study_sweep(run, sweep, measure, jobs, reach, progress)
    return _study_pairs(run, measure, jobs, reach, decide, progress)


def _study_pairs(
    run: Run, measure: Measure, jobs: int | None, until: float | None, decide: bool,
    progress: Progress,
) -> Study:
    """Hold every pair's duel, and look at the positions."""
    players = entrants(run, "duel")
    numbers = list(combinations(range(len(players)), 2))
    held = [contests.pair(run, players[i], players[j]) for i, j in numbers]
    labels = tuple(player.label for player in players)
    # With --decide the intervals hold at every look, and are narrowest after the sessions asked
    # for.
    sharpest = float(run.sessions) if decide else None

    def made(scores: Sequence[Scores]) -> Pairs:
        return Pairs(labels, dict(zip(numbers, scores, strict=True)), measure, sharpest)

    holding, following = in_parts(progress, (1 - _POSITIONS, _POSITIONS))
    pairs = _hold(run, held, made, until, jobs, holding,
                  (lambda scores: made(scores).times_to_decide()) if decide else None)
    # The line-up is followed in all rotations.
    long = _HANDS_A_GAME if find_game(run.game).plays_to_the_end(run.rules) else run.hands
    sessions = max(1, min(run.sessions, _POSITION_HANDS // min(long, run.hands)))
    positions = follow_positions(run, sessions, jobs, following)
    about = (who(pairs), *filter(None, (how_sure(pairs, until),)), *caution(run, pairs))
    by_place = () if too_few(sessions) else (where(run, positions),)
    sections = (_section(pairs, about), _section_of_positions(run, positions, by_place))
    return Study(QUESTION, (*about, *by_place), sections, {"pairs": pairs, "positions": positions},
                 sessions=pairs.sessions)


def _section(pairs: Pairs, answer: tuple[str, ...]) -> Section:
    order = pairs.ranked()
    pictures = (
        Picture("duel_matrix", lambda: tables.draw_matrix(pairs),
                "The same as a chart: blue is a gain, orange a loss. Under each number is how far "
                "its 95% interval reaches to either side."),
        Picture("duel_ranking", lambda: dots(
                    [pairs.labels[i] for i in order], [pairs.mean(i) for i in order],
                    f"{pairs.measure.unit} more than the others", "Ranking over all pairs"),
                "What a seat makes more than those of its opponents, on average over all pairs, "
                "with 95% intervals."))
    found = (tables.ranking(pairs), tables.matrix(pairs), tables.precision(pairs))
    return Section("duel", QUESTION, answer, pictures, found)


def _section_of_positions(run: Run, found: Positions, answer: tuple[str, ...]) -> Section:
    names = find_game(run.game).position_names(len(run.players))
    picture = Picture(
        "duel_positions", lambda: tables.draw_positions(found, names, _unit(run)),
        "What each strategy makes by place in the hand, with 95% intervals. The line-up is played "
        "in all rotations on the same deals.")
    return Section("duel_positions", "What is a place at the table worth?", answer, (picture,),
                   (tables.positions(found, names, _unit(run)),))


def _study_sweep(
    run: Run, text: str, measure: Measure, jobs: int | None, until: float | None,
    progress: Progress,
) -> Study:
    """Hold the contests of a strategy at every value of a parameter."""
    sweep = sweeps.read_sweep(text)
    seats = sweeps.swept_seats(run.players, sweep)
    current = float(run.players[seats[0]].parameters[sweep.parameter])
    values = tuple(sorted({*sweep.values, current}))
    held = [contests.seat_of(*sweeps.tuned(run, sweep, value)) for value in values]
    name = f"{sweep.strategy}.{sweep.parameter}"
    curve = _hold(run, held, lambda scores: Curve(
        name, values, tuple(scores), current, measure), until, jobs, progress)
    of_range = sweeps.said_of_range(
        run.game, replace(sweep, values=values), curve.values[curve.best], curve.as_good)
    answer = (*best_value(curve), *filter(None, (of_range,)), *stopped(curve, until),
              *caution_of_few({f"of {name} = {value:g}": one.influence
                               for value, one in zip(values, curve.scores, strict=True)}, run))
    question = f"Which value of {name} is best?"
    section = Section(
        "duel_sweep", question, answer,
        (Picture("duel_sweep", lambda: tables.draw_curve(curve),
                 f"What {sweep.strategy} makes by the value of {sweep.parameter}, with its 95% "
                 "interval. All rotations of the line-up meet the same deals."),),
        (tables.curve(curve),))
    return Study(question, answer, (section,), {"curve": curve},
                 sessions=curve.scores[0].sessions)
