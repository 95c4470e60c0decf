"""``study escalation``: how does the pool grow, and which rule tames it?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from reports.draw.shapes import dots
from reports.page.document import Picture, Section
from reports.results.shared_sentences import amount, share_or_none, too_close
from reports.stats.estimates import Estimate
from reports.studies.escalation import pools, shown
from reports.studies.study import Study, in_parts
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.narrating import how_many
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
    sections = (_growing(rules[0]), _taming(rules)) if rules else (_in_points(played[0]),)
    answer = tuple(sentence for section in sections for sentence in section.answer)
    return Study(QUESTION, answer, (*sections, *_comparing(strategies)), {
        "table": played[0], "rules": tuple(rules), "strategies": strategies})


def _mean_factor(table: pools.Factors) -> str:
    """Say by how much a hand multiplies the pool."""
    factor, does = table.factor, "would multiply an unlimited pool"
    if isinstance(table, pools.Pools) and table.multiplies:
        does = "multiplies the pool"
    game = table.result.game
    bank = game.bankroll_of(table.result.run.rules)
    if bank is not None:
        does = f"would, if nobody's {bank:,} chips could run out, multiply an unlimited pool"
    text = (f"{amount(table.looed)} seats are {game.in_own_words('looed')} a hand on average. "
            f"A hand {does} by {amount(factor)} on average.")
    if factor.low > 1:
        return f"{text} That is above one, so the mean pool explodes: it grows by that factor."
    if factor.high < 1:
        return f"{text} That is below one, so the mean pool does not explode."
    return f"{text} That is too close to one to say whether the mean pool explodes."


def _side(table: pools.Factors) -> str:
    """Say on which side of a = 1 the table stands, and what follows from it."""
    root = table.root
    if math.isinf(root.value):
        return ("No pool grows for long: very large ones are rarer than any power of their size. "
                "An unlimited pool has a mean and a standard deviation.")
    if root.value < _NEVER:
        return ("No hand makes the pool smaller: it only grows, and in the long run there is no "
                "mean pool.")
    if (root.value if math.isnan(root.low) else root.low) > 1:
        follows = "That is more than 2, so the mean pool is finite" + (
            "" if root.low > 2 else ", but its standard deviation is not" if root.high < 2
            else ", and perhaps its standard deviation")
    elif (root.value if math.isnan(root.high) else root.high) < 1:
        follows = ("That is less than 2, so in the long run there is no mean pool. No average of a "
                   "simulation settles")
    else:
        follows = "That is too close to 2 to say whether there is a mean pool in the long run"
    rarer = Estimate(2**root.value, math.nan, 2**root.low, 2**root.high)
    return (f"A very large unlimited pool of twice the size is {amount(rarer)} times as rare. "
            f"{follows}. The tail exponent, from all hands, is {amount(root)}.")


def _fitted(table: pools.Pools, heed: bool) -> str:
    """Say what the pools simulated show of their tail, and where what is foretold holds; nothing of
    the latter where seats heed large pools: ``_minds`` says what that does."""
    law = table.tail
    if law is None:
        return ""
    exponent = law.exponent
    rarer = Estimate(2**exponent.value, low=2**exponent.low, high=2**exponent.high)
    largest = min(int(table.early_cycles.largest.max()), table.limit)
    text = (f" Among the pools of {law.threshold:,.0f} to {largest:,} chips played, one "
            f"twice as large was {amount(rarer)} times as rare")
    if heed or not (exponent.low > table.root.high or table.root.low > exponent.high):
        return f"{text}."
    return f"{text}. That is surely another number than all hands foretell for larger pools still."


def _minds(table: pools.Pools) -> str:
    """Say so if the seats play large pools in another way than small ones."""
    large, all_hands = table.factor_of_large, table.factor
    apart = large.minus(all_hands)
    if not table.multiplies or not abs(apart.value) > max(_APART, 3 * apart.se):
        return ""
    above = pools.LARGE * table.stake
    return (f" A hand multiplies pools above {above:,} chips by {amount(large)} in the mean. The "
            "seats play large pools in another way. So large pools grow rare as those hands let "
            "them, not as all hands say.")


def _how_long(table: pools.Pools) -> str:
    """Say how long cycles are and how large they grow."""
    length, largest = (table.cycle_quantile(name, 0.99) for name in ("length", "largest"))
    hands = table.result.run.hands
    passed = share_or_none(table.passed(1, hands))
    cycles = (f"Of 100 cycles from an empty pool to the next, 99 take at most {amount(length)} "
              f"hands. In 99 of 100 the pool stays at {amount(largest)} chips or fewer. It")
    if math.isinf(length.value):
        cycles = ("So many cycles from an empty pool were not seen to end that these sessions do "
                  "not tell how long one takes, nor how large its pool grows. The pool")
    return (f"{cycles} passes {pools.RUINOUS[1] * table.stake:,} chips in {passed} of the "
            f"sessions of {how_many(hands, 'hand')}.")


def _in_points(table: pools.Factors) -> Section:
    measures = table.result.measures
    answer = (
        "Points cannot escalate: every hand is worth as many, and costs as many, whatever "
        f"happened before. A game takes {amount(measures.session_mean('length'))} hands. "
        f"After {how_many(table.result.run.hands, 'hand')} the share of games that are unfinished "
        f"is {share_or_none(measures.session_rate('unfinished'))}.",
        _mean_factor(table), _side(table))
    return Section("escalation", QUESTION, answer, (_factor_picture(table),),
                   (shown.growth(table), shown.factor(table)))


def _which_rule(played: Sequence[pools.Pools]) -> str:
    """Say which rule tames the game, and at what price in excitement."""
    stake = played[0].stake
    at99 = {table.label: table.sizes.quantile(0.99) for table in played}
    tame = [table for table in played if at99[table.label].value <= _TAME * stake]
    free = next(table for table in played if table.unlimited)
    if free in tame:
        return (f"The game needs no taming. With unlimited penalties 99 hands of 100 are played "
                f"for at most {amount(at99[free.label])} chips. More than "
                f"{pools.EXCITING[_EXCITED] * stake:,} chips are played for in "
                f"{share_or_none(free.exciting(_EXCITED))} of hands.")
    if not tame:
        return (f"None of the rules tames the game. Under each more than one hand in 100 is "
                f"played for more than {_TAME * stake:,} chips.")
    best, *others = sorted(tame, key=lambda table: -table.exciting(_EXCITED).value)
    near = [table.label for table in others
            if not table.exciting(_EXCITED).high < best.exciting(_EXCITED).low]
    least = "tames the game at the least price in excitement."
    if near:
        least = (f"tames the game, and of all that do it came out ahead in excitement, but it is "
                 f"too close to {too_close(near)}.")
    return (f"{best.label} {least} 99 hands of 100 are "
            f"played for at most {amount(at99[best.label])} chips (unlimited: "
            f"{amount(at99[free.label])}). For more than "
            f"{pools.EXCITING[_EXCITED] * stake:,} chips are played "
            f"{share_or_none(best.exciting(_EXCITED))} of hands (unlimited: "
            f"{share_or_none(free.exciting(_EXCITED))}).")


def _factor_picture(table: pools.Factors) -> Picture:
    return Picture(
        "escalation_factor", lambda: shown.draw_factor(table),
        f"What a hand does to an unlimited pool. M is {table.growth.of}. The bars' whiskers are "
        "95% intervals.")


def _growing(table: pools.Pools) -> Section:
    pictures: tuple[Picture, ...] = (
        Picture("escalation_pool", lambda: shown.fan(table),
                "The pool at the start of play, by number of the hand: median, half of the "
                "sessions, nine of ten. The mean, where the pool has one, has its 95% interval. "
                "Both axes are logarithmic."),
        _factor_picture(table),
        Picture("escalation_tail", lambda: shown.tail(table),
                "The share of hands with a larger pool and, without limit, of cycles whose "
                "largest pool was larger. A power law is a straight line: the one fitted, and "
                "the one that the factors foretell. Hands bend down where the limit ends "
                "sessions."))
    if table.sessions.passed.any():
        pictures += (Picture(
            "escalation_passed", lambda: shown.passed(table),
            "The share of sessions whose pool has been above a level, by number of the hand. "
            "Levels that no session passed are left out."),)
    found = (shown.growth(table), shown.factor(table), shown.by_hand(table),
             shown.cycles(table), shown.escalated(table))
    heed = _minds(table)
    answer = (_mean_factor(table), _side(table) + _fitted(table, bool(heed)) + heed,
              _how_long(table))
    return Section("escalation", QUESTION, answer, pictures, found)


def _taming(played: Sequence[pools.Pools]) -> Section:
    pictures = (
        Picture("escalation_rules", lambda: shown.draw_rules(played),
                "The pool that one session in twenty exceeds, by number of the hand, under each "
                "rule on the same deals."),
        Picture("escalation_excitement", lambda: shown.excitement(played),
                "The share of hands that are played for more than so many chips, under each "
                "rule. What is cut off at the right is tamed, what is lost at the left is "
                "excitement."))
    return Section("escalation_rules", "Which rule tames the game, and at what price?",
                   (_which_rule(played),), pictures, (shown.rules(played),))


def _comparing(alike: Sequence[pools.Factors]) -> tuple[Section, ...]:
    if not alike:
        return ()
    ordered = sorted(alike, key=lambda table: table.factor.value)
    calm, wild = ordered[0], ordered[-1]
    answer = (f"Where all seats play {calm.label}, a hand multiplies an unlimited pool by "
              f"{amount(calm.factor)} on average. Where all play {wild.label}, it does so by "
              f"{amount(wild.factor)}.")
    picture = Picture(
        "escalation_strategies", lambda: dots(
            [table.label for table in ordered], [table.factor for table in ordered],
            "mean factor M; above one the mean pool explodes", "All seats play alike", neutral=1),
        "The mean factor from one pool to the next when every seat plays the strategy, with 95% "
        "intervals. Right of the line the mean pool explodes.")
    return (Section("escalation_strategies", "Which strategies make the pool grow?", (answer,),
                    (picture,), (shown.strategies(alike),)),)
