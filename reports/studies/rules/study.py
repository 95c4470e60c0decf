"""``study rules``: which rule matters?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reports.draw import style
from reports.draw.shapes import dots
from reports.page.document import Picture, Section
from reports.results.commands import rule_text
from reports.results.figure_tables import figures_of
from reports.results.shared_sentences import amount
from reports.stats import number_text
from reports.stats.estimates import Estimate
from reports.studies.contests import counts_games, rotations
from reports.studies.duel.positions import follow_positions
from reports.studies.rules import shown
from reports.studies.rules.comparison import (
    Comparison,
    PlayedSet,
    RuleSet,
    digest,
    play_sets,
    sets_to_compare,
)
from reports.studies.study import Study
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.follow import check_length
from simulate.runs.progress import FirstPart, Progress
from simulate.runs.run import Run

QUESTION = "Which rule matters?"
#: The hands of each rotation from which positions are judged, under every set of rules.
_POSITION_HANDS = 100_000
#: The part of the work that is spent on positions.
_POSITIONS = 0.3


def check(run: Run, against: Sequence[str]) -> None:
    """Raise ``BoneyardError`` if the study does not fit a table or a set of rules."""
    if len(set(run.labels)) < 2:
        raise BoneyardError(
            f"study rules: all seats play {run.labels[0]!r}; name two strategies or more, or "
            "there is no rank that rules could change")
    sets_to_compare(run, against)
    check_length(run)  # positions are followed


def study_rules(
    run: Run, against: Sequence[str] = (), jobs: int | None = None,
    progress: Progress | None = None,
) -> Study:
    """Answer which rule matters: a table under several sets of rules, on the same deals.

    ``run``: its line-up is played in all rotations under every set of rules. ``against``: sets of
    rules: ``"OPTION=VALUE,..."`` changes the table's own, a preset or a file of house rules
    replaces them. When empty, every rule is changed alone.
    """
    check(run, against)
    sets = sets_to_compare(run, against)
    found = Comparison(tuple(one.name for one in sets), tuple(_play(run, sets, jobs, progress)))
    answer = (_most(run, found), _order(found), _skill(run, found), *_caution(run, sets))
    return Study(QUESTION, answer, _sections(run, found, answer), {"rules": found})


def _play(
    run: Run, sets: Sequence[RuleSet], jobs: int | None, progress: Progress | None
) -> list[PlayedSet]:
    """Play the line-up under every set of rules."""
    runs = [replace(run, rules=one.rules) for one in sets]
    tell = FirstPart(progress, 1 - _POSITIONS)
    played = play_sets(runs, jobs, tell)
    game, found = find_game(run.game), []
    for at, (one, rows) in enumerate(zip(runs, played, strict=True)):
        # Some sessions are followed hand by hand, for what positions are worth.
        length = game.hands_a_game if game.plays_to_the_end(one.rules) else one.hands
        sessions = min(one.sessions, max(2, _POSITION_HANDS // min(length, one.hands)))
        found.append(digest(one, *rows, follow_positions(one, sessions, jobs)))
        if progress:
            progress(1 - _POSITIONS + _POSITIONS * (at + 1) / len(runs), tell.hands)
    return found


def _words(run: Run) -> tuple[str, str, float]:
    """Return what results are counted in, what a session is called, and the scale of results."""
    game = find_game(run.game)
    session = "game" if game.plays_to_the_end(run.rules) else "session"
    if counts_games(run):
        return "games of 100", session, 100.0
    return f"{game.unit(run.rules)} a hand above the mean seat", session, 1.0


def _most(run: Run, found: Comparison) -> str:
    """Say which set changes the strategies' results most, and how many change anything."""
    unit, scale = find_game(run.game).unit(run.rules) + " a hand", _words(run)[2]
    shifts = {at: found.shift(at) for at in range(1, len(found.names))}
    at = max(shifts, key=lambda i: abs(shifts[i][1].value))
    name, shift = shifts[at]
    idle = [found.names[i] for i in shifts if not any(found.decided[i].values())]
    sure = found.decided[at].get(("strategy", name))
    most = (f"{found.names[at]} changes results most"
            f"{'' if sure else ' as far as was measured, but not surely'}")
    text = (f"{most}: what {name} makes above the mean seat "
            f"changes by {amount(shift.scaled(scale), signed=True)} {unit}. Under the table's "
            f"rules {found.ends[0]} leads {found.ends[1]} by "
            f"{number_text.amount(scale * found.spread())[0]}.")
    if counts_games(run):
        text = (f"{most}: {name} wins "
                f"{_more_or_fewer(shift.scaled(scale))} of 100 games. Under the table's rules "
                f"{found.ends[0]} wins "
                f"{number_text.amount(scale * found.spread())[0]} more than {found.ends[1]}.")
    if idle:
        text += f" Nothing of all that was measured surely changes with {number_text.listed(idle)}."
    return text


def _more_or_fewer(change: Estimate) -> str:
    """Say a change in games without a sign."""
    return f"{amount(change)} more" if change.value >= 0 else f"{amount(change.negative)} fewer"


def _order(found: Comparison) -> str:
    """Say under which rules the order of the strategies turns round."""
    said = []
    for at in range(1, len(found.names)):
        swaps = [f"{one} passes {other}" for one, other in found.swaps(at)]
        if swaps:
            said.append(f"under {found.names[at]} {number_text.listed(swaps)}")
    order = ", ".join(found.ranked(0))
    if not said:
        return f"No rule surely turns two strategies round: the order stays {order}."
    return f"Under the table's rules the order is {order}; {'; '.join(said)}."


def _skill(run: Run, found: Comparison) -> str:
    """Say under which rules skill shows soonest and latest."""
    _, session, _ = _words(run)
    edges = [found.edge(at) for at in range(len(found.names))]
    order = sorted(range(len(edges)), key=lambda at: edges[at].value)
    low, high = order[0], order[-1]
    first, last = found.ends
    changes = [found.edge_change(at) for at in range(1, len(found.names))]
    if not any(one.low > 0 or one.high < 0 for one in changes):
        return (f"No rule surely changes how much is skill: under the table's rules, in a "
                f"{session}, {first} is ahead of {last} by {amount(edges[0])} standard deviations "
                "of luck.")
    return (f"Skill shows most under {found.names[high]} and least under {found.names[low]}: in a "
            f"{session}, {first} is ahead of {last} by {amount(edges[high])} and "
            f"{amount(edges[low])} standard deviations of luck.")


def _caution(run: Run, sets: Sequence[RuleSet]) -> tuple[str, ...]:
    """Say that intervals are too narrow where pools grow without bound."""
    game = find_game(run.game)
    wild = [one.name for one in sets if game.is_unlimited(one.rules)]
    if not wild:
        return ()
    return (f"Penalties are unlimited under {number_text.listed(wild)}: a few large pools carry "
            "amounts in chips there, and their intervals may be too narrow.",)


def _sections(run: Run, found: Comparison, answer: tuple[str, ...]) -> tuple[Section, ...]:
    unit, session, scale = _words(run)
    game = find_game(run.game)
    value = game.unit(run.rules)
    tables_of_all = len(list(rotations(run.players)))
    pictures = (
        Picture("rules_strategies", lambda: shown.draw_strategies(found, unit, scale),
                f"By how much each strategy's result changes, in {unit}, from the table's rules to "
                f"each other set, on the same deals in {tables_of_all} rotations of the line-up; "
                "with 95% intervals."),
        Picture("rules_skill", lambda: dots(
                    found.names, [found.edge(at) for at in range(len(found.names))],
                    f"edge a {session}, in standard deviations of luck",
                    style.wrapped("{} over {}".format(*found.ends), 60)),
                f"How much better {found.ends[0]} is than {found.ends[1]} in a {session}, measured "
                "in standard deviations of the difference of the two: further right, less of a "
                f"{session} is luck. With 95% intervals."),
    )
    tables = (
        shown.strategies(found, unit, scale), shown.skill(found, session),
        shown.figures(found, figures_of(run), value, session),
        shown.positions(found, f"{value} a hand"),
    )
    own = ", ".join(f"{name}={rule_text(one)}" for name, one in run.rules.given().items())
    table = (f"{len(run.labels)} players: {', '.join(run.labels)}; from the table's rules "
             f"({own or 'the usual ones'}) to each other set, {run.sessions:,} {session}s in "
             f"{tables_of_all} rotations.")
    wall = Picture(
        "rules_wall", lambda: shown.wall_chart(
            found, f"{game.title}: which rule matters?", table, unit, scale, f"{value} a hand"),
        "The rules that change most stand at the top; blue is more, orange less.", wide=True)
    return (Section("rules", QUESTION, answer, (wall, *pictures), tables),)
