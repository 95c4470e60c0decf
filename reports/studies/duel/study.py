"""``study duel``: which strategy is better?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from reports.page.document import Picture, Section
from reports.results.shared_sentences import amount, too_close
from reports.stats import number_text
from reports.stats.comparisons import p_value, rivals
from reports.studies.contests import (
    Contest,
    Scores,
    Stopping,
    hold_until,
    pair,
    rotations,
    seat_of,
)
from reports.studies.duel import plots as figures
from reports.studies.duel import tables as tables
from reports.studies.duel.positions import Positions, follow_positions
from reports.studies.duel.sweep import (
    check_range,
    read_sweep,
    said_of_range,
    swept_seats,
    tuned,
)
from reports.studies.duel.tables import Curve, Measure, Pairs
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.follow import check_length
from simulate.runs.player import Player
from simulate.runs.progress import FirstPart, Progress
from simulate.runs.run import Run

QUESTION = "Which strategy is better?"
#: A duel that is played until something is known begins with batches of a sixteenth of the
#: sessions, and ends after this many times the sessions at the latest.
_BATCHES_A_RUN, _MOST_RUNS = 16, 50
#: The hands of each rotation from which the worth of positions is taken.
_POSITION_HANDS = 400_000
_HANDS_A_GAME = 20
#: A tail is looked for in this share of the sessions, those with the largest differences.
_LARGEST = 0.01
#: With normal errors they make 8% of the squares; from this share on there is a tail.
_HEAVY = 0.15
#: The part of the work that is spent on positions.
_POSITIONS = 0.15


@dataclass(frozen=True)
class DuelStudy(Study):
    """The study with what it found.

    Parameters
    ----------
    pairs : Pairs
    positions : Positions
    """

    pairs: Pairs
    positions: Positions


@dataclass(frozen=True)
class SweepStudy(Study):
    """The study of a parameter, with its curve."""

    curve: Curve


#: A narrower interval than this would take some 10**14 hands.
_NARROWEST = 1e-6


def _reach(until: float | str | None) -> float | None:
    """Read how narrow an interval is asked for."""
    if until is None:
        return None
    try:
        reach = float(until)
    except ValueError:
        reach = 0.0
    if not 0 < reach < float("inf"):
        raise BoneyardError(f"until {until!r} is not a number above 0, as in 0.05")
    if reach < _NARROWEST:
        raise BoneyardError(f"until {until!r}: no run is long enough for an interval narrower than "
                            f"{_NARROWEST:g}")
    return reach


def _wins(run: Run) -> bool:
    """Tell whether games won are compared: a session is one game."""
    game = find_game(run.game)
    return game.plays_to_the_end(run.rules) and "games_won" in game.books.forms


def _measure(run: Run) -> Measure:
    """Return what is compared."""
    if _wins(run):
        return Measure("wins", "% of games", 100.0)
    return Measure("makes", f"{_value_unit(run)} a hand", 1.0)


def _value_unit(run: Run) -> str:
    return find_game(run.game).unit(run.rules)


def _stopping(
    run: Run, more: Callable[[list[Scores]], float] | None
) -> Stopping:
    """Return the rule that ends contests; without one, they end after the sessions asked for."""
    if more is None:
        return Stopping(run.sessions, run.sessions, lambda scores: 0.0)
    return Stopping(max(1, run.sessions // _BATCHES_A_RUN), _MOST_RUNS * run.sessions, more)


def check(
    run: Run, until: float | str | None = None, sweep: str | None = None, decide: bool = False
) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table or the options."""
    _reach(until)
    _check_together(until, sweep, decide)
    if sweep is None:
        _entrants(run.players)
        check_length(run)  # positions are followed
        return
    asked = read_sweep(sweep)
    check_range(run.game, asked)
    swept_seats(run.players, asked)


def _check_together(until: float | str | None, sweep: str | None, decide: bool) -> None:
    """Raise ``BoneyardError`` if two options are given that each decide when to stop."""
    if decide and until is not None:
        raise BoneyardError(
            "decide: the duel stops when the best is known, until: when intervals are narrow; "
            "ask for one of them")
    if decide and sweep is not None:
        raise BoneyardError(
            "decide: it stops when the best of some strategies is known; the values of a sweep "
            "may differ by next to nothing, so ask for --until with it")


def _entrants(entries: Sequence[Player]) -> list[Player]:
    """Return the strategies to compare, each once.

    Raises
    ------
    BoneyardError
        If there is only one.
    """
    players = list({player.label: player for player in entries}.values())
    if len(players) < 2:
        raise BoneyardError(
            f"study duel: all seats play {players[0].label!r}; name two strategies or more")
    return players


def study_duel(
    run: Run, entries: Sequence[Player] | None = None, jobs: int | None = None,
    until: float | str | None = None, sweep: str | None = None, progress: Progress | None = None,
    decide: bool = False,
) -> DuelStudy | SweepStudy:
    """Answer which strategy is better, or which value of a parameter.

    Parameters
    ----------
    run : Run
        A table of any game.  Its line-up has the strategies to compare, and is played as it
        is to see what positions are worth.
    entries : sequence of Player, optional
        Strategies to compare instead of those of the line-up.
    jobs : int, optional
        Workers; the result does not depend on it.
    until : float, optional
        Play until every interval reaches no further than this to either side: chips a
        hand, or a share of games (0.01 is one game in a hundred).
    sweep : str, optional
        ``NAME.param=a:b:step``: vary a parameter instead, at the line-up's own table.
    progress : callable, optional
        Called with the share of the work done and the hands played so far.
    decide : bool
        Play until the best strategy is known, with a chance of 5% at most that it is another.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.
    """
    reach = _reach(until)
    _check_together(until, sweep, decide)
    if sweep is not None:
        return _study_sweep(run, sweep, jobs, reach, progress)
    return _study_pairs(run, entries or run.players, jobs, reach, decide, progress)


def _study_pairs(
    run: Run, entries: Sequence[Player], jobs: int | None, until: float | None,
    decide: bool, progress: Progress | None,
) -> DuelStudy:
    """Hold every pair's duel, and look at the positions."""
    players = _entrants(entries)
    numbers = list(combinations(range(len(players)), 2))
    contests = [pair(run, players[i], players[j]) for i, j in numbers]
    measure = _measure(run)
    labels = tuple(player.label for player in players)

    # With --decide the intervals hold at every look, and are narrowest after the sessions asked
    # for.
    sharpest = float(run.sessions) if decide else None

    def made(scores: Sequence[Scores]) -> Pairs:
        return Pairs(labels, dict(zip(numbers, scores, strict=True)), measure, sharpest)

    def narrower(scores: Sequence[Scores]) -> float:
        return (made(scores).reach() / (until or 1.0)) ** 2

    def until_known(scores: Sequence[Scores]) -> float:
        return made(scores).times_to_decide()

    more = until_known if decide else narrower if until is not None else None
    tell = FirstPart(progress, 1 - _POSITIONS)
    pairs = made(hold_until(contests, _wins(run), _stopping(run, more), jobs, tell))
    positions = _positions(run, jobs, progress, tell.hands)
    about = (_who(pairs), _how_sure(pairs, until), *_caution(run, pairs))
    where = _where(run, positions)
    answer = (*about, where)
    sections = (_section(pairs, about), _section_of_positions(run, positions, (where,)))
    return DuelStudy(QUESTION, answer, sections, pairs, positions)


def _positions(run: Run, jobs: int | None, progress: Progress | None, before: int) -> Positions:
    """Follow the line-up in all rotations."""
    long = _HANDS_A_GAME if find_game(run.game).plays_to_the_end(run.rules) else run.hands
    sessions = max(1, min(run.sessions, _POSITION_HANDS // min(long, run.hands)))
    total = sessions * len(list(rotations(run.players)))

    def pass_on(done: float, played: int) -> None:
        if progress:
            progress(1 - _POSITIONS + _POSITIONS * done / total, before + played)

    return follow_positions(run, sessions, jobs, pass_on)


def _who(pairs: Pairs) -> str:
    """Say which strategy is best, and by how much."""
    order = pairs.ranked()
    best, last, near = order[0], order[-1], pairs.doubtful
    doubt = f" (too close to {_named(pairs, near)} to call)" if near else ""
    text = (f"{pairs.labels[best]} is best{doubt}: a seat of it {pairs.measure.verb} "
            f"{amount(pairs.mean(best), signed=True)} {pairs.measure.unit} more than a seat of ")
    if len(order) == 2:
        return f"{text}{pairs.labels[last]}."
    return (f"{text}the others on average; {pairs.labels[last]} is last with "
            f"{amount(pairs.mean(last), signed=True)}. {_head_to_head(pairs, best)}")


def _named(pairs: Pairs, strategies: Sequence[int]) -> str:
    return number_text.listed([pairs.labels[i] for i in strategies])


def _head_to_head(pairs: Pairs, best: int) -> str:
    """Say whom the strategy that is best overall loses to at a table of the two."""
    others = [i for i in pairs.ranked() if i != best]
    lost = [i for i in others if pairs.beats(best, i) < 0]
    open_ = [i for i in others if not pairs.beats(best, i)]
    doubt = f"; against {_named(pairs, open_)} it is too close to call" if open_ else ""
    if lost:
        said = [f"{pairs.labels[i]} by {amount(pairs.value(i, best))}" for i in lost]
        return f"Yet head to head it loses to {number_text.listed(said)}{doubt}."
    beaten = len(others) - len(open_)
    if not beaten:
        return "Head to head it is too close to call against every one of them."
    return f"Head to head it beats {'every other' if not open_ else 'the others'}{doubt}."


def _caution(run: Run, pairs: Pairs) -> tuple[str, ...]:
    """Say what the tail of unlimited pools does to the intervals."""
    if not find_game(run.game).is_unlimited(run.rules):
        return ()
    shares = {pair: scores.share_of_squares(_LARGEST) for pair, scores in pairs.scores.items()}
    (one, other), most = max(shares.items(), key=lambda item: item[1])
    squares = (f"{_LARGEST:.0%} of the sessions make {most:.0%} of the squares that the interval "
               f"of {pairs.labels[one]} - {pairs.labels[other]} rests on")
    if not most > _HEAVY:
        return (f"Penalties are unlimited, but large pools do not carry the intervals: {squares}.",)
    return (
        f"Penalties are unlimited, and large pools carry the intervals: {squares} (of normal "
        "errors it would be 8%). Such an interval may well be too narrow: of those counted in "
        "docs/coverage.md the worst held 89 times in 100. A few pools decide the pair, and a cap "
        "on penalties ranks strategies more firmly.",
    )


def _how_sure(pairs: Pairs, until: float | None) -> str:
    """Say how many pairs are decided, and what playing the same deals saved."""
    decided = sum(map(bool, pairs.decided.values()))
    factors = [scores.variance_reduction for scores in pairs.scores.values()]
    low, high = (f"{x:.1f}" for x in (min(factors), max(factors)))
    times = low if low == high else f"{low} to {high}"
    saved = ("Playing every deal from all seats divides the variance that deals of their own "
             f"would have by {times}.")
    if len(pairs.scores) == 1:
        text = f"The pair is {'' if decided else 'not '}decided at 95%. {saved}"
    else:
        text = (f"Of {len(pairs.scores)} pairs {decided} are decided: by Holm's rule the chance "
                f"that any of those is called wrongly is 5% at most.{_by_themselves(pairs)} "
                f"{saved}")
    return " ".join((text, *_known(pairs), *_stopped(pairs, until)))


def _by_themselves(pairs: Pairs) -> str:
    """Say how many pairs are left open whose own interval leaves out zero."""
    own = [pairs.value(*pair) for pair, sign in pairs.decided.items() if not sign]
    count = sum(value.low > 0 or value.high < 0 for value in own)
    if not count:
        return ""
    return (f" Of the others {count} {'has an interval' if count == 1 else 'have intervals'} "
            "without zero, as one in twenty has by luck alone.")


def _known(pairs: Pairs) -> tuple[str, ...]:
    """Say when a duel that was to be decided was stopped."""
    if pairs.sharpest is None:
        return ()
    if pairs.doubtful:
        return (f"After {pairs.sessions:,} sessions it is still not known which is best.",)
    return (f"Stopped after {pairs.sessions:,} sessions, when the best was known: however often "
            "one looks, the chance to name another is 5% at most.",)


def _stopped(found: Pairs | Curve, until: float | None) -> tuple[str, ...]:
    """Say when duels that were to have narrow intervals were stopped."""
    if until is None:
        return ()
    sessions = next(iter(
        found.scores.values() if isinstance(found, Pairs) else found.scores)).sessions
    if found.reach() > until:
        reach = number_text.number(found.measure.scale * found.reach(), 3)
        return (f"After {sessions:,} sessions the widest interval still reaches {reach} to "
                "either side, further than asked for.",)
    return (f"Stopped after {sessions:,} sessions, when every interval was as narrow as asked "
            "for.",)


def _where(run: Run, found: Positions) -> str:
    """Say which position is best and which is worst."""
    names = find_game(run.game).position_names(len(run.players))
    edges = {name: found.edge(p) for p, name in enumerate(names)}
    order = sorted(range(len(names)), key=lambda p: -found.edge(p).value)
    best, worst = names[order[0]], names[order[-1]]
    near = rivals(order, found.lead, lambda lead: p_value(lead, len(found.above)))
    doubt = f" (too close to {too_close([names[p] for p in near])})" if near else ""
    unit = _value_unit(run)
    return (f"By position: {best} makes {amount(edges[best], signed=True)} {unit} a hand more than "
            f"the mean position{doubt}, {worst} {amount(edges[worst], signed=True)}.")


def _section(pairs: Pairs, answer: tuple[str, ...]) -> Section:
    pictures = (
        Picture("duel_matrix", lambda: figures.matrix(pairs),
                f"What a seat of the row's strategy makes more than one of the column's, in "
                f"{pairs.measure.unit}: blue is a gain, orange a loss. Under each number is how "
                "far its 95% interval reaches to either side."),
        Picture("duel_ranking", lambda: figures.ranking(pairs),
                "What a seat makes more than those of its opponents, on average over all pairs, "
                "with 95% intervals."),
    )
    found = (tables.ranking(pairs), tables.matrix(pairs), tables.precision(pairs))
    return Section("duel", QUESTION, answer, pictures, found)


def _section_of_positions(run: Run, found: Positions, answer: tuple[str, ...]) -> Section:
    names = find_game(run.game).position_names(len(run.players))
    unit = f"{_value_unit(run)} a hand"
    picture = Picture(
        "duel_positions", lambda: figures.positions(found, names, unit),
        "What each strategy of the line-up makes by position in the hand, the line-up played in "
        "all rotations on the same deals, with 95% intervals.",
    )
    return Section("duel_positions", "What is a position worth?", answer, (picture,),
                   (tables.positions(found, names, unit),))


def _study_sweep(
    run: Run, text: str, jobs: int | None, until: float | None, progress: Progress | None
) -> SweepStudy:
    """Hold the contests of a strategy at every value of a parameter."""
    sweep = read_sweep(text)
    check_range(run.game, sweep)
    seats = swept_seats(run.players, sweep)
    current = float(run.players[seats[0]].parameters[sweep.parameter])
    values = tuple(sorted({*sweep.values, current}))
    contests: list[Contest] = []
    for value in values:
        table, label = tuned(run, sweep, value)
        contests.append(seat_of(table, label))
    measure = _measure(run)
    name = f"{sweep.strategy}.{sweep.parameter}"

    def made(scores: Sequence[Scores]) -> Curve:
        return Curve(name, values, tuple(scores), current, measure)

    def narrower(scores: Sequence[Scores]) -> float:
        return (made(scores).reach() / (until or 1.0)) ** 2

    more = None if until is None else narrower
    curve = made(hold_until(contests, _wins(run), _stopping(run, more), jobs, progress))
    of_range = said_of_range(
        run.game, replace(sweep, values=values), curve.values[curve.best], curve.as_good)
    answer = (*_best_value(curve), *filter(None, (of_range,)), *_stopped(curve, until))
    section = Section(
        "duel_sweep", f"Which value of {name} is best?", answer,
        (Picture("duel_sweep", lambda: figures.curve(curve),
                 f"What {sweep.strategy} makes by the value of {sweep.parameter}, in all "
                 "rotations of the line-up on the same deals; the band is the 95% interval."),),
        (tables.curve(curve),),
    )
    return SweepStudy(f"Which value of {name} is best?", answer, (section,), curve)


def _best_value(curve: Curve) -> tuple[str, ...]:
    """Say which value is best, and how much it gains on the line-up's own."""
    best, close = curve.best, curve.as_good
    gain = curve.difference(best, curve.values.index(curve.current))
    factors = [scores.variance_reduction for scores in curve.scores]
    text = (f"{curve.parameter} = {curve.values[best]:g} is best with "
            f"{amount(curve.made_by_best, signed=True)} {curve.measure.unit}, chosen on one half "
            "of the deals and measured on the other; ")
    if len(close) == 1:
        text += "every other value tried is surely worse."
    else:
        text += (f"{len(close)} values from {close[0]:g} to {close[-1]:g} cannot be told apart "
                 "(by Holm's rule, all values together).")
    own = f"That is the line-up's value, {curve.current:g}."
    if curve.values[best] != curve.current:
        own = (f"On the line-up's {curve.current:g} it gains {amount(gain, signed=True)}, paired "
               "on the same deals.")
    return (text, f"{own} Playing every deal from all seats divides the variance that "
                  f"deals of their own would have by {min(factors):.1f} to {max(factors):.1f}.")
