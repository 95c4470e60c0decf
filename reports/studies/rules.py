"""``study rules``: which rule matters? A line-up under several sets of rules, on the same deals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from reports import commands, compare, contests, headlines, request
from reports.page.document import STRATEGY, Column, Section
from reports.stats.comparisons import ranks, sessions_needed
from reports.studies.duel import PLACE, follow_places
from reports.studies.study import Study, entrants, in_parts
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.rules import Rules
from simulate.runs.follow import check_length
from simulate.runs.run import Progress, Run, silent

QUESTION = "Which rule matters?"
#: The name of the table's own rules.
OWN = "the table's rules"
#: The hands of each rotation from which places are judged, and their part of the work.
_PLACE_HANDS, _PLACES = 100_000, 0.3


def read_set(run: Run, text: str) -> Rules:
    """Read a set of rules: ``OPTION=VALUE,...`` changes the table's own rules. A word without ``=``
    is a preset or a file of house rules that replaces them; options after it change that one."""
    first, *others = parts = [part.strip() for part in str(text).split(",")]
    if not all(parts) or not all("=" in part for part in others):
        raise BoneyardError(
            f"against {text!r} is no set of rules: write OPTION=VALUE,... as in "
            "penalty=cap:40,remainder=stays, or a preset or NAME.toml first")
    changes = request.read_options(parts)
    if "=" not in first:
        return request.read_rules(run.game, changes)
    rules = run.rules.changed(**run.rules.known(changes))
    for name in changes:
        if name not in rules.in_force(len(run.players)):
            raise BoneyardError(f"against {text!r}: {name} matters only with "
                                f"{rules.condition(name)}; leave it out")
    return rules


def each_rule_alone(run: Run) -> dict[str, Rules]:
    """Return the table's rules with one option changed, to each value worth a look."""
    found, known = {}, [run.rules.in_force(len(run.players))]
    for entry, explained in run.rules.options():
        for value in explained.tried:
            rules = run.rules.changed(**{entry.name: value})
            if (same := rules.in_force(len(run.players))) not in known:
                known.append(same)
                found[f"{entry.name}={commands.rule_text(value)}"] = rules
    return found


def variants(run: Run, against: Sequence[str]) -> dict[str, Run]:
    """Return the run under the table's rules, and under each set to compare them with."""
    game = find_game(run.game)
    others = {text: read_set(run, text) for text in against} or each_rule_alone(run)
    if not others:
        raise BoneyardError(f"study rules: {game.title} has no rule options to compare")
    found = {OWN: run, **{name: replace(run, rules=rules) for name, rules in others.items()}}
    compare.check_comparable({f"against {name!r}": one for name, one in found.items()})
    return found


def check(run: Run, against: Sequence[str]) -> None:
    """Raise ``BoneyardError`` if the study does not fit a table or a set of rules."""
    entrants(run, "rules", ", or there is no rank that rules could change")
    variants(run, against)
    check_length(run)  # places are followed


def study_rules(
    run: Run, against: Sequence[str] = (), jobs: int | None = None,
    progress: Progress = silent,
) -> Study:
    """Answer which rule matters: a line-up in all rotations on the same deals under the sets
    ``against`` ("OPTION=VALUE,...", a preset, a file), or with every rule changed alone."""
    runs = variants(run, against)
    playing, *following = in_parts(progress, (1 - _PLACES, *[_PLACES / len(runs)] * len(runs)))
    tables = dict(zip(runs, compare.play_all(
        [*map(contests.rotated, runs.values())], jobs, playing), strict=True))
    made = {name: one.strategies() for name, one in tables.items()}
    changes = compare.compare({
        name: {**tables[name].table(), **made[name], **follow_places(one, _PLACE_HANDS, jobs, part)}
        for (name, one), part in zip(runs.items(), following, strict=True)})
    placed = {name: dict(zip(found, ranks([one.value for one in found.values()]), strict=True))
              for name, found in made.items()}
    order = [one.name for one in sorted(placed[OWN], key=placed[OWN].__getitem__)]
    of_ends = compare.Measure("skill", f"{order[0]} over {order[-1]}", "amount")
    skill = compare.compare({name: {of_ends: contests.Paired.edge(
        one.seat(order[0]) - one.seat(order[-1]))} for name, one in tables.items()})
    first, *others = _sections(run, [*changes, *skill], placed, order)
    warning = headlines.heavy_tails({
        f"of {one.name} under {name}": number.influence
        for name, numbers in made.items() for one, number in numbers.items()}, run)
    answer = (*first.answer, warning)
    return Study(QUESTION, (*answer, *(one for other in others for one in other.answer)),
                 (replace(first, answer=answer), *others), {"rules": changes, "skill": skill})


def _sections(
    run: Run, changes: Sequence[compare.Change],
    placed: Mapping[str, Mapping[compare.Measure, int]], order: Sequence[str],
) -> Iterator[Section]:
    """Yield a section a sort of measure. ``placed``: the ranks of strategies under each rule;
    ``order``: their order under the table's own."""
    unit, session = compare.unit_of(run), headlines.session_of(run)
    above = unit if contests.counts_games(run) else f"{unit} above the mean seat"
    rules = Column("rules", "rules", "text", "text", "the rules")
    pair = Column("pair", "pair", "text", "text", "the first and the last strategy")
    rank = Column("rank", "rank", "count", "number", "the place in the ranking")
    until = Column("sessions", f"{session}s until ahead with 95%", "amount", "sessions",
                   "until the better of two is ahead, 95 times of 100")
    parts: Sequence[tuple[str, str, str, Column, str, Sequence[compare.More]]] = (
        ("strategy", "strategies", QUESTION, STRATEGY, above,
         ((rank, lambda row: placed[row.variant][row.measure]),)),
        ("skill", "skill", "How much is skill?", pair,
         f"standard deviations of luck in a {session}",
         ((until, lambda row: sessions_needed(row.value)),)),
        ("table", "table", "What changes at the table?", Column("figure", "figure", "text"),
         "value", ()),
        ("place", "positions", "What changes for the places?", PLACE,
         f"{find_game(run.game).unit(run.rules)} a hand above the mean place", ()))
    for of, name, question, measure, unit, more in parts:
        rows = [one for one in changes if one.measure.of == of]
        if of == "strategy":
            rows.sort(key=lambda row: order.index(row.measure.name))
        yield compare.section(f"rules_{name}", question, rows, rules, measure, unit, run.sessions,
                              *more)
