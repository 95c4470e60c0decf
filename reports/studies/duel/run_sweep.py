"""What a parameter of a strategy is worth: its values compared on the same deals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from reports.door import checked
from reports.headlines import too_few
from reports.later import pd
from reports.page.document import Column, plain
from reports.request import Lineup, Number, RulesGiven, Wish, entries_of, set_up
from reports.results.figure_tables import value_column
from reports.results.result import Result
from reports.stats.comparisons import p_value, rivals
from reports.stats.measures import gain
from reports.studies.duel import sweep as sweeps
from reports.studies.duel.sweep import Counted, Own, Sweep
from reports.studies.study import in_parts
from simulate.books.tally import Floats
from simulate.errors import BoneyardError, listed
from simulate.games.game import find_game
from simulate.runs.interrupting import interruptible
from simulate.runs.play import play
from simulate.runs.progress import Progress
from simulate.runs.run import Run

if TYPE_CHECKING:
    from reports.results.short_table import SweptTable


#: A gain is judged on sessions in groups; what a strategy makes in each of them, by value.
_Groups = Mapping[Any, Floats]


@dataclass(frozen=True)
class _Swept:
    """What was varied, and the run at every value."""

    what: str  #: the parameter, or the rule
    runs: Mapping[Any, Run]
    asked: Sweep | None = None  #: the parameter of a strategy; none if a rule is varied


def _swept_parameter(base: Run, parameter: str, values: Sequence[object], own: Own) -> _Swept:
    strategy, _, name = parameter.rpartition(".")
    asked = Sweep(strategy, name, tuple(sweeps.read_number(value, parameter) for value in values))
    sweeps.swept_seats(base.players, asked)
    sweeps.check_range(base.game, asked, own)
    runs: dict[Any, Run] = {}
    for value in asked.values:
        sweeps.check_new(parameter, f"{value:g}", value in runs)
        runs[value] = sweeps.tuned(base, asked, value)[0]
    return _Swept(parameter, runs, asked)


def _judged(groups: _Groups, counted: int) -> tuple[Any, list[Any]]:
    """Return the value at which a strategy makes most, and all that are not surely worse."""
    first = groups[next(iter(groups))]
    order = sorted(groups, key=lambda value: -gain(groups[value], first).value)
    return order[0], [order[0], *rivals(
        order, lambda one, other: gain(groups[one], groups[other]),
        lambda lead: p_value(lead, counted))]


def _text(value: object) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)


def _best(what: str, best: object, good: Sequence[object], strategy: str = "") -> str:
    """Say which value is best, and which others may be as good."""
    said = f"{what} = {_text(best)} makes most{strategy}"
    others = [value for value in good if value != best]
    if not others:
        return f"{said}; every other value tried is surely worse (95%, all judged together)."
    if all(isinstance(value, float) for value in others):
        others.sort(key=lambda value: float(str(value)))
    many = "is" if len(others) == 1 else "are"
    return (f"{said}; {listed([*map(_text, others)])} {many} not surely worse (95%, all values "
            "judged together).")


def _answer(
    game: str, swept: _Swept, groups: Mapping[str, dict[Any, Floats]], counted: int, own: Own,
    at_table: Mapping[str, Mapping[str, Counted]],
) -> tuple[str, ...]:
    """Say which value is best and which may be as good; of a rule, what it changes and for whom."""
    of, first = len(swept.runs), next(iter(swept.runs.values()))
    is_game = find_game(game).plays_to_the_end(first.rules)
    if few := too_few(first.sessions, "game" if is_game else "session"):
        return (few,)
    if of == 1:
        (value,) = swept.runs
        return (f"{swept.what} = {_text(value)} alone was tried: name another value to compare it "
                "with.",)
    seen = [{name: one.value.value for name, one in at.items()} for at in at_table.values()]
    alike = all((made == first).all() for first, *others in map(dict.values, groups.values())
                for made in others)
    if alike and seen.count(seen[0]) == of:
        return (f"{swept.what} changes nothing here: with every value tried all of them make "
                "exactly the same.",)
    judged = {name: _judged(made, counted) for name, made in groups.items()}
    if swept.asked is not None:
        ((best, good),) = judged.values()
        of_range = sweeps.said_of_range(game, swept.asked, best, good, own)
        return (_best(swept.what, best, good), *filter(None, (of_range,)))
    said = sweeps.what_changes(swept.what, at_table, counted)
    if len(judged) == 1:
        (name,) = judged
        return (*said, f"All seats play {name}, so nobody wins or loses by it.")
    said += [_best(swept.what, best, good, f" for {name}") for name, (best, good) in judged.items()]
    if all(len(good) == of for _, good in judged.values()):
        said.append(f"No value of {swept.what} tried is surely worse than another for anybody. It "
                    "hardly matters to these players, or more sessions are needed to see it.")
    return tuple(said)


@checked
@interruptible()
def sweep(
    game: str, parameter: str, values: Iterable[object], lineup: Lineup | None = None,
    players: Number | None = None, rules: RulesGiven = None, sessions: Number | None = None,
    hands: Number | None = None, seed: Number = 0, jobs: int | None = None,
    backend: str = "threads", progress: Wish = None,
) -> SweptTable:
    """Play a line-up with one parameter at several values.

    Parameters are numbers in memory, so nothing is compiled again for another value.

    Parameters
    ----------
    game : str
    parameter : str
        Strategy and parameter, ``"threshold.stay_1"``, and every seat of that strategy takes
        the value; or a rule, ``"penalty"``.
    values : iterable, or one text
        Numbers; of a rule as for ``simulate``, ``["cap:20", "cap:40"]``.  A text has them as
        the command line does: ``"cap:20,cap:40"``, ``"0.1:0.5:0.1"`` (from, to, step).
    lineup : optional
        Must have the strategy; when not given, the game's own line-up with the strategy in
        its first seat.
    players, rules, sessions, hands, seed, jobs, backend
        As for ``simulate``.
    progress : bool or callable, optional
        A bar is shown where a person watches, but not if this is False; a function is called
        with the share of the work done and the hands of the value that is played.

    Returns
    -------
    DataFrame
        A row a value, the index named like the parameter: the columns of
        ``Result.strategies``, and ``gain``: chips or points a hand more than at the first
        value, paired on the same deals, with its interval; for a rule also the figures of the
        table as a whole.  Its ``answer`` says which value is best, whether that is the last value
        that was tried, and whether the values differ at all; of a rule, what it changes.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.

    Examples
    --------
    >>> import boneyard
    >>> curve = boneyard.sweep("loo", "threshold.stay_1", [1.0, 2.0], "threshold,stay",
    ...                        sessions=50, hands=20, jobs=1)
    >>> curve.index.tolist(), len(curve["gain"])
    ([1.0, 2.0], 2)
    """
    seats = None if players is None else find_game(game).check_players(players)
    entries = entries_of(game, lineup, seats)
    strategy, of_a_strategy, _ = parameter.rpartition(".")
    if lineup is None and of_a_strategy:
        entries[0] = strategy
    tried = [*(sweeps.read_vary(f"{parameter}={values}")[1] if isinstance(values, str) else values)]
    if not tried:
        raise BoneyardError(f"no values to try for parameter {parameter!r}: give one or more")
    base = set_up(game, entries, seats, rules, sessions, hands, seed)
    own = {**sweeps.in_files(base),
           **{entry.name: entry for entry in entries if not isinstance(entry, str)}}
    swept = (_swept_parameter(base, parameter, tried, own) if of_a_strategy
             else _Swept(parameter, sweeps.runs_of_rule(base, parameter, tried)))
    from reports.progress import watched

    with watched(progress, f"Sweeping {parameter}") as tell:
        return _play_all(swept, own, jobs, backend, tell)


def _play_all(
    swept: _Swept, own: Own, jobs: int | None, backend: str, tell: Progress
) -> SweptTable:
    """Play the run at every value."""
    from reports.results.short_table import SweptTable  # its base is a class of pandas

    rows: list[dict[Any, Any]] = []
    groups: dict[str, dict[Any, Floats]] = {}
    at_table: dict[str, dict[str, Counted]] = {}
    index = [swept.what] if swept.asked is not None else [swept.what, "strategy"]
    sessions = next(iter(swept.runs.values())).sessions
    parts = in_parts(tell, [1] * len(swept.runs), sessions)
    for (value, run), part in zip(swept.runs.items(), parts, strict=True):
        result = Result(play(run, jobs, backend, progress=part))
        shown, measures = result.strategies.to_dict("index"), result.measures
        at_table[value] = sweeps.counted_at(result) if swept.asked is None else {}
        whole = plain({name: one.value for name, one in at_table[value].items()
                       if name not in next(iter(shown.values()))})
        units = {measures.label(unit): unit for unit in measures.strategies}
        # The strategy whose parameter varies, or all.
        names = {label: label for label in run.labels} if swept.asked is None else {
            run.labels[sweeps.swept_seats(run.players, swept.asked)[0]]: swept.asked.strategy}
        for label, name in names.items():
            made = groups.setdefault(name, {})
            made[value] = measures.credited(units[label])
            found = gain(made[value], next(iter(made.values())))
            rows.append({swept.what: value, "strategy": label, **shown[label], **whole,
                         **plain({"gain": found}, ("gain",))})
    table = pd.DataFrame(rows).set_index(index)
    if swept.asked is not None:
        table = table.drop(columns="strategy")
    answer = _answer(run.game, swept, groups, measures.groups, own, at_table)
    alike = swept.asked is None and len(groups) == 1
    swept_table = SweptTable(table, answer, value_column(result), tuple(
        Column(name, one.title, "share" if one.is_share else "amount")
        for name, one in at_table[value].items()), alike)
    told = result.strategies.attrs
    swept_table.attrs.update(  # what all values share
        game=told["game"], seed=told["seed"], boneyard=told["boneyard"],
        rules={name: value for name, value in told["rules"].items() if name != swept.what})
    return swept_table
