"""``study escalation``: how does the pool grow, and which rule tames it?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from reports.draw.shapes import Dots
from reports.headlines import close_to
from reports.page.document import Picture, Section
from reports.results.shared_sentences import amount
from reports.stats.estimates import Estimate
from reports.studies.escalation import pools, shown
from reports.studies.study import Study, in_parts
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.rules import PaysPenalties, Penalty, Rules
from simulate.runs.follow import check_length
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run

QUESTION = "How does the pool grow?"
#: A rule tames the game when 99 hands of 100 are played for no more stakes than this.
_TAME = 100
#: Seats heed a large pool when it surely changes the mean factor, and by more than this.
_APART = 0.02
#: A smaller root is none: it is sought by halving.
_NEVER = 1e-6
#: Which of ``EXCITING`` stands for excitement.
_EXCITED = pools.EXCITING.index(20)


def _side_by_side(run: Run, wanted: Sequence[Rules | str] | None) -> dict[str, PaysPenalties]:
    """Return the rules to be compared by how they differ from the table's own, which stand
    first."""
    base, players = run.rules, len(run.players)
    assert isinstance(base, PaysPenalties)
    named = [rules if isinstance(rules, PaysPenalties) else base.changed(penalty=rules)
             for rules in wanted or ()]
    suggested = next(found.tried for entry, found in base.options() if entry.name == "penalty")
    usual = [base.changed(penalty=str(Penalty.of(str(one)).at(players))) for one in suggested]
    banks = find_game(run.game).bankroll_of
    found: dict[str, PaysPenalties] = {}
    for rules in (base, *usual, *named):
        # cap:10n is cap:40 while four seats play, which banks may change.
        if not any(rules == other or (
                banks(rules) is banks(other) is None
                and rules.in_force(players) == other.in_force(players))
                for other in found.values()):
            others = [f"{name}={value}" for name, value in rules.as_dict().items()
                      if name != "penalty" and value != getattr(base, name)]
            found[", ".join([rules.penalty, *others])] = rules
    return found


def check(run: Run, against: Sequence[Rules | str] | None = None) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table or a penalty to compare."""
    pools.growth_of(run)
    check_length(run)
    if pools.growth_of(run).pools is not None:
        _side_by_side(run, against)
    elif against:
        raise BoneyardError(
            f"against {against[0]}: points are played for, and no penalties paid; "
            "leave it out")


def study_escalation(
    run: Run, against: Sequence[Rules | str] | None = None,
    jobs: int | None = None, progress: Progress = silent,
) -> Study:
    """Answer how the pool of a table grows. ``against``: rules, or penalties as ``"cap:60"``, to be
    compared beside the table's own and those that the sources suggest."""
    check(run, against)
    in_points = pools.growth_of(run).pools is None
    compared: Mapping[str, PaysPenalties] = {} if in_points else _side_by_side(run, against)
    runs = {label: replace(run, rules=rules) for label, rules in compared.items()} or {
        run.rules.as_dict().get("scoring", "points"): run}
    # Tables at which all seats play one strategy of the line-up, where it has several.
    players = {player.label: player for player in run.players}
    alike = {label: replace(run, players=(player,) * len(run.players))
             for label, player in players.items()} if len(players) > 1 else {}
    parts = iter(in_parts(progress, [1] * (len(runs) + len(alike)), run.sessions))
    play = pools.follow_factors if in_points else pools.follow_pools
    played = [play(one, label, jobs, next(parts)) for label, one in runs.items()]
    strategies = tuple(play(one, label, jobs, next(parts)) for label, one in alike.items())
    rules = [table for table in played if isinstance(table, pools.Pools)]
    growing = _growing(played[0])
    sections = (*growing, _taming(rules)) if rules else growing
    answer = tuple(sentence for section in sections for sentence in section.answer)
    return Study(QUESTION, answer, (*sections, *_comparing(strategies)), {
        "table": played[0], "rules": tuple(rules), "strategies": strategies})


def _growth(table: pools.Factors) -> str:
    """Return by how much a hand multiplies the pool, and whether the mean pool explodes."""
    factor, bank = table.factor, table.result.game.bankroll_of(table.result.run.rules)
    does = "multiplies the pool" if isinstance(table, pools.Pools) and table.multiplies else (
        "would multiply an unlimited pool" if bank is None else
        f"would, if nobody's {bank:,} chips could run out, multiply an unlimited pool")
    follows = ("the mean pool explodes" if factor.low > 1 else "the mean pool does not explode"
               if factor.high < 1 else "too close to one to tell whether the mean pool explodes")
    return f"A hand {does} by {amount(factor)} on average: {follows}."


def _tail(table: pools.Factors) -> str:
    """Return how rare large unlimited pools are, and whether they have a mean."""
    root = table.root
    if math.isinf(root.value):
        return "No pool grows for long: large ones are rarer than any power of their size."
    if root.value < _NEVER:
        return "No hand makes the pool smaller: in the long run there is no mean pool."
    low, high = ((root.value if math.isnan(end) else end) for end in (root.low, root.high))
    follows = ("there is a mean pool" if low > 1 else "there is no mean pool" if high < 1
               else "too close to 2 to tell whether there is a mean pool")
    rarer = Estimate(2**root.value, math.nan, 2**root.low, 2**root.high)
    return (f"Unlimited pools twice as large are {amount(rarer)} times as rare: in the long run "
            f"{follows}.")


def _heeds(table: pools.Pools) -> str:
    """Return a warning where the seats play large pools in another way than small ones."""
    large, all_hands = table.factor_of_large, table.factor
    apart = large.minus(all_hands)
    if not table.multiplies or not abs(apart.value) > max(_APART, 3 * apart.se):
        return ""
    return (f"The seats play large pools in another way: a hand multiplies pools above "
            f"{pools.LARGE * table.stake:,} chips by {amount(large)}.")


def _growing(table: pools.Factors) -> tuple[Section, ...]:
    factor = Picture("escalation_factor", shown.factor_plot(table))
    if not isinstance(table, pools.Pools):
        return (Section("escalation", QUESTION, (
            "Points cannot escalate: a hand costs as much, whatever happened before.",
            _growth(table)), (factor,), (
                shown.growth(table), shown.factor(table), shown.tail_exponents(table))),)
    passed = (Picture("escalation_passed", shown.passed(table)),) * bool(
        table.sessions.passed.any())
    tail = Picture("escalation_tail", lambda: shown.tail(table), "Hands bend down where the limit "
                   "ends sessions.")
    return (
        Section("escalation", QUESTION, (_growth(table),), (
            Picture("escalation_pool", shown.fan(table)), factor),
            (shown.growth(table), shown.factor(table), shown.by_hand(table))),
        Section("escalation_tail", "How rare are large pools?", tuple(filter(None, (
            _tail(table), _heeds(table)))), (tail, *passed),
            (shown.tail_exponents(table), shown.cycles(table), shown.escalated(table))))


def _tamest(played: Sequence[pools.Pools]) -> str:
    """Return which rule tames the game at the least price in excitement."""
    most = _TAME * played[0].stake
    at99 = {table.label: table.sizes.quantile(0.99) for table in played}
    tame = [table for table in played if at99[table.label].value <= most]
    free = next(table for table in played if table.unlimited)
    if free in tame:
        return ("The game needs no taming: with unlimited penalties 99 hands of 100 are played "
                f"for at most {amount(at99[free.label])} chips.")
    if not tame:
        return (f"No rule tames the game: more than one hand in 100 is played for more than "
                f"{most:,} chips.")
    best, *others = sorted(tame, key=lambda table: -table.exciting(_EXCITED).value)
    near = [table.label for table in others
            if not table.exciting(_EXCITED).high < best.exciting(_EXCITED).low]
    tells = f", but it is too close to call against {close_to(near)}" if near else (
        f": 99 hands of 100 are played for at most {amount(at99[best.label])} chips")
    return f"{best.label} tames the game at the least price in excitement{tells}."


def _taming(played: Sequence[pools.Pools]) -> Section:
    return Section("escalation_rules", "Which rule tames the game, and at what price?",
                   (_tamest(played),), (
                       Picture("escalation_rules", shown.rules_plot(played)),
                       Picture("escalation_excitement", lambda: shown.excitement(played))),
                   (shown.rules(played),))


def _comparing(alike: Sequence[pools.Factors]) -> tuple[Section, ...]:
    if not alike:
        return ()
    ordered = sorted(alike, key=lambda table: table.factor.value)
    picture = Picture("escalation_strategies", Dots.of(
        {table.label: table.factor for table in ordered},
        "mean factor M; above one the mean pool explodes", title="All seats play alike", neutral=1))
    return (Section("escalation_strategies", "Which strategies make the pool grow?", (
        f"The pool grows most where all play {ordered[-1].label}: a hand multiplies it by "
        f"{amount(ordered[-1].factor)}.",), (picture,), (shown.strategies(alike),)),)
