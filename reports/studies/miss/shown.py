"""What ``study miss`` says and shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.habits import HANDS, worst
from reports.page.document import CELL, Column, Picture, Row, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats import number_text
from reports.stats.estimates import Estimate, of_deals
from reports.stats.move_values import SURE, Flags
from reports.studies.miss import words as say
from reports.studies.miss.chart import SCALES, Chart, share_with
from reports.studies.miss.habits import Habits, departures_of, habits_of
from reports.studies.miss.wall import moves_by_pool, wall_chart, worst_habits
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.games.loo.views import TRICKS
from simulate.games.loo.words import words_of
from simulate.games.narrating import how_many
from simulate.theory.loo.hands import DOUBLE_KINDS, TRUMP_KINDS, TURNED_UP, name_of_kind

#: Kinds of hands whatever is turned up, with another tile, and with a double.
_ALL, _OTHER, _DOUBLE = slice(None), slice(0, None, TURNED_UP), slice(1, None, TURNED_UP)
#: Hands with trumps that are nearly always played, or never, get a sentence: from this share on.
_NEARLY_ALWAYS = 0.97
#: Where the kinds with three trumps begin.
_THREE = next(k for k, name in enumerate(TRUMP_KINDS) if name.startswith("3"))
#: Cells with many deals are those of common hands: where they hold fewer of a position's decisions
#: than this, shares of them would be taken for shares of all.
_ENOUGH = 0.8


def _covered(chart: Chart, positions: Sequence[int], kinds: slice = _ALL) -> bool:
    """Return whether cells with enough deals hold most decisions of each of some positions."""
    for position in positions:
        here = [s for s, at in enumerate(chart.positions) if at == position]
        known = chart.seen[here][:, kinds].sum()
        if not known or known < _ENOUGH * chart.cells.count[here][:, kinds].sum():
            return False
    return True


def _said_of(chart: Chart, position: int, kinds: slice = _ALL) -> str:
    """Say with how many hands of a hundred a position does what, where that is covered."""
    does = {"plays": (say.PLAY, say.TAKE),
            f"takes {words_of(chart.run.rules).taken} with": (say.MISS,), "drops": (say.DROP,),
            "plays for the pool": (say.FOR_POOL,)}
    said = [(name, 100 * share_with(chart, chart.best, position, moves, kinds))
            for name, moves in does.items()]
    return number_text.listed([f"{name} {share:.0f}" for name, share in said if share >= 0.5])


def what_is_best(chart: Chart) -> str:
    """Say how often each move is best, position by position."""
    players = len(chart.run.players)
    known = [position for position in range(players) if _covered(chart, (position,))]
    rare = number_text.listed([f"the {say.place(position, players)}" for position in range(players)
                               if position not in known])
    where = f" {say.at_score(chart.run, chart.scores)}, to win the game" if chart.scores else ""
    if not known:
        return f"There were too few deals to tell what is best{where}."
    parts = " ".join(f"The {say.place(position, players)} {_said_of(chart, position)}."
                     for position in known)
    others = [label for label in dict.fromkeys(chart.run.labels) if label != chart.strategy]
    table = (f"for {chart.strategy} at a table with {number_text.listed(others)}" if others
             else say.against(chart.run.labels[1:]))
    said = (f"Of a hundred hands{where}, the best is this {table}. "
            f"All hands of a kind count with the one best move. {parts}")
    return f"{said} There were too few deals to tell of {rare}." if rare else said


def with_a_double(chart: Chart) -> str:
    """Say what a double turned up changes: for the eldest hand, and in how many decisions."""
    other, double = ((chart.best[:, kinds], chart.clear[:, kinds]) for kinds in (_OTHER, _DOUBLE))
    changed = (other[0] != double[0]) & other[1] & double[1]
    seen = chart.seen[:, _DOUBLE]
    share = 100 * seen[changed].sum() / max(seen.sum(), 1)
    if not (_covered(chart, (0,), _DOUBLE) and _covered(chart, (0,), _OTHER)):
        return "There were too few deals to tell what a double turned up changes."
    return (
        f"With a double turned up the eldest hand {_said_of(chart, 0, _DOUBLE)}."
        f" With another tile it {_said_of(chart, 0, _OTHER)}. A double turned up clearly changes "
        f"the best move in {share:.0f}% of all seats' decisions.")


def value_of_the_miss(chart: Chart, judged: Chart) -> str:
    """Say what a seat that never took the miss would lose. Where a miss may be best by luck, other
    deals than those that chose it tell. Positions share deals, so standard errors are added."""
    lost, error, taken = 0.0, 0.0, words_of(chart.run.rules).taken
    own, others = ((told.cells.count, told.cells.margins, told.cells.errors)
                   for told in (chart, judged))
    for s, kind in zip(*np.nonzero(chart.misses), strict=True):
        both = say.MISS, chart.order[s, kind, 1]
        count, margin, errors = own if chart.sure[s, kind] else others
        if count[s, kind] > 1:
            lost += margin[s, kind][both] * chart.cells.count[s, kind]
            error += errors[s, kind][both] * chart.cells.count[s, kind]
    if not lost:
        return f"{taken.capitalize()} is never the best choice here."
    players = len(chart.run.players)
    hands = chart.hands * players
    value = lost / hands
    cost = of_deals(value, error / hands)
    pools = ""
    if chart.in_chips:
        whole = hands * chart.stakes.pool
        pools = f" That is {share(of_deals(lost / whole, error / whole))} of the pool."
    never = f"Never to do so would cost {amount(cost)} {chart.unit} a hand.{pools}"
    if not _covered(chart, range(players)):
        return f"There were too few deals to tell how often to take {taken}. {never}"
    return (
        f"To take {taken} is best in {share(_how_often(chart, say.MISS))} of a seat's decisions, "
        f"on average over the positions. {never}")


def _how_often(chart: Chart, move: int) -> Estimate:
    """Estimate in which share of a seat's decisions a move is best. Which is best is uncertain too:
    the interval reaches from where it surely is to where no other surely is. The positions of a
    deal are no independent draws, so their standard errors are added."""
    places, best = range(len(chart.run.players)), chart.best == move
    seen = [chart.seen[np.equal(chart.positions, place)].sum() for place in places]

    def told(where: Flags) -> Estimate:
        shares = np.array([share_with(chart, where, place, (True,)) for place in places])
        return of_deals(float(shares.mean()), float(np.sqrt(shares * (1 - shares) / seen).mean()))

    beaten = chart.ahead[..., move] > SURE * chart.ahead_se[..., move]
    may_be = chart.legal[:, None, move] & ~beaten
    least, found, most = map(told, (best & chart.sure, best, may_be))
    return Estimate(found.value, found.se, max(0.0, least.low), min(1.0, most.high))


def rules_of_thumb(chart: Chart) -> str:
    """Say which trumps are played whatever is heard, and which never."""
    stays = np.isin(chart.best, (say.PLAY, say.TAKE)) * chart.seen
    shares = _by_trumps(stays) / _by_trumps(chart.seen).clip(min=1)
    known = _by_trumps(chart.seen) > 0
    parts = []
    for chosen, text in (
        (shares >= _NEARLY_ALWAYS, "Nearly always played, whatever was declared"),
        (shares <= 1 - _NEARLY_ALWAYS, "Nearly never played"),
    ):
        kinds = chosen & known
        names = [name.replace(":", ",") for name, yes in zip(TRUMP_KINDS, kinds, strict=True)
                 if yes]
        # What holds for all hands with so many trumps, or more, has one name.
        if all(kinds[_THREE:]):
            names[-len(kinds[_THREE:]):] = ["3 trumps or more"]
        if names:
            parts.append(f"{text}: {'; '.join(names)}.")
    return " ".join(parts) or "Whether trumps are played always depends on what was declared."


def _by_trumps(counts: Floats) -> Floats:
    """Add up kinds of hands with the same trumps, in all situations and with all turn-ups."""
    return counts.reshape(len(counts), -1, len(DOUBLE_KINDS) * TURNED_UP).sum((0, 2))


def how_sure(chart: Chart) -> str:
    """Say how many deals there were and how much they made clear."""
    return (
        f"{number_text.whole(chart.forks.deals)} deals were made. Each decision was played out "
        "under every move. The best move is clear in "
        f" {100 * chart.resolved:.1f}% of the decisions (by two standard errors).")


def with_larger_pools(chart: Chart) -> str:
    """Say how the moves change as the pool grows."""
    players, parts = len(chart.run.players), []
    if not _covered(chart, range(players)):
        return "There were too few deals to tell how the moves change as the pool grows."
    for scale in (1, 2, 5):
        pool = scale * chart.stakes.pool
        best, seen = chart.best_at(pool)
        stays, misses = (
            100 * np.mean([share_with(chart, best, p, moves, seen=seen) for p in range(players)])
            for moves in ((say.PLAY, say.TAKE), (say.MISS,)))
        parts.append(f"With a pool of {pool:,} a seat should play {stays:.0f} hands of a hundred "
                     f"and miss {misses:.0f}.")
    return f"{' '.join(parts)} The others declare as they do at each of these pools."


def mistakes(habits: Habits) -> str:
    """Say how often a strategy departs from its chart, what it costs it, and where."""
    chart, cost = habits.chart, habits.cost
    made, decisions = habits.counted
    if made == 0 and not _covered(chart, sorted(set(chart.positions))):
        return (f"There were too few deals to tell where {chart.strategy} departs from its chart, "
                "and what that costs it.")
    costs = "That costs it" if cost.low > 0 else "That may cost it nothing:"
    why = ""
    if cost.high < 0:  # a strategy that looks at more than the kind of a hand
        cost, costs = cost.negative, "That brings it"
        why = ": it sees more of a hand than the chart"
    return (
        f"{chart.strategy} departs from its chart in {made:,} of {decisions:,} decisions. "
        f"{costs} {amount(cost)} {chart.unit} over {HANDS} hands{why}. "
        f"{worst(habits.habits(), 'the chart')}")


#: Rows of the chart that a page shows.
_CELLS_SHOWN = 30
#: Moves after which a seat may be looed.
_LOOED = ("P", "T", "M")
#: How a pool moves: on which side another move is best, what the pool then is, and which is told.
_SIDES = {"falls": ("below", "small", "largest"), "grows": ("above", "large", "smallest")}


def _subtitle(chart: Chart) -> str:
    """Return what was played, in a line."""
    others = ", ".join(label for label in dict.fromkeys(chart.run.labels)
                       if label != chart.strategy)
    who = f"{chart.strategy} with {others}" if others else chart.strategy
    played = f"{find_game(chart.run.game).title}, {len(chart.run.players)} players ({who})"
    if chart.in_chips:
        return (f"{played}; pool {chart.stakes.pool:,}, penalty {chart.stakes.penalty:,}; chips of "
                "later pools counted")
    if chart.scores:
        return f"{played}; {say.at_score(chart.run, chart.scores)}, played to win the game"
    return f"{played}; a trick 1 point, none -5"


def _row(chart: Chart, s: int, kind: int) -> Row:
    """Return a cell as a row: its best move, what the moves bring, and where another is best."""
    situation, words, count = chart.situations[s], words_of(chart.run.rules), chart.cells.count
    moves, (best, second) = say.moves(words), chart.order[s, kind, :2]
    margin, error = chart.ahead[s, kind, second], chart.ahead_se[s, kind, second]
    row: Row = {
        "position": situation.position,
        "place": say.place(situation.position, len(chart.run.players)),
        "before": say.heard(situation, words), "turned_up": say.TURN_UPS[kind % TURNED_UP],
        "hand": name_of_kind(kind // TURNED_UP), "deals": int(count[s, kind]),
        "share": chart.share[s, kind], "best": moves[best], "clear": bool(chart.clear[s, kind]),
        "second": moves[second],
        "margin": of_deals(margin, error)}
    changes = []
    for (side, (word, *_)), switch in zip(_SIDES.items(), chart.switches(s, kind), strict=True):
        row[f"if_pool_{side}"] = moves[switch.move] if switch else ""
        row[f"pool_{side}"] = switch.pool if switch else np.nan
        row[f"pool_{side}_se"] = switch.se if switch else np.nan
        if switch:
            changes.append(f"{moves[switch.move]} {word} {switch.pool:,.0f} ± "
                           f"{2 * switch.se:,.0f}")
    outcomes = chart.forks.outcomes[:, s, kind].sum((0, 1))
    tricks, looed = [], []
    for move in np.flatnonzero(chart.legal[s]).tolist():
        letter, shares = say.LETTERS[move], outcomes[move] / outcomes[move].sum()
        row[f"tricks_{letter}"] = float((shares * np.arange(TRICKS + 1)).sum())
        row |= {f"{letter}_{t}": share for t, share in enumerate(shares)}
        if letter in say.STAYING:
            tricks.append(f"{letter} {row[f'tricks_{letter}']:.2f}")
        if letter in _LOOED:
            looed.append(f"{letter} {shares[0]:.0%}")
    return row | {
        "often": count[s, kind] / chart.hands,
        "move": row["best"] if row["clear"] else f"{row['best']}?", "tricks": ", ".join(tricks),
        "looed": ", ".join(looed), "changes": "; ".join(changes)}


def cells_table(chart: Chart) -> Table:
    """Return the chart as a table, the most frequent cells first."""
    rows = [_row(chart, s, kind) for s, kind in np.argwhere(chart.covered).tolist()]
    note = (
        f"The {_CELLS_SHOWN} cells that come most often. miss_chart.csv has all, with the whole "
        "distribution of tricks by move. A question mark: too close to call. ")
    if chart.in_chips:
        note += (
            "In the last column, with two standard errors, the others declare as they do at the "
            f"pool that is told. It looks at pools from {min(SCALES):g} to {max(SCALES):g} times "
            "this one. It tells no pool that it knows no better than to a third.")
    return Table.of(
        "miss_chart", "The chart, with its numbers", (
            Column("place", "you are", "text"), *CELL,
            Column("move", "best", "text", "text", "the best move, in words"),
            Column("margin", f"ahead by, {chart.unit}", "amount", "{value}",
                   "what the best move is worth above the next best", with_error=True),
            Column("second", "next best", "text", "text", "the next best move"),
            Column("tricks", "tricks by move", "text", "text", "mean tricks by move"),
            Column("looed", f"{words_of(chart.run.rules).looed} by move", "text", "text",
                   "share of hands looed, by move"),
            Column("changes", "best instead, by pool", "text", "text",
                   "the best moves at other pools"),
            Column("position", "", "count", "number", "the position, 0 for the eldest hand"),
            Column("deals", "", "count", "deals", "played of this kind"), Column("share"),
            Column("best", "", "text", "text", "the best move, by its letter"),
            Column("clear", "", "text", "true or false",
                   "whether two standard errors tell them apart"),
            *(Column(f"if_pool_{side}", "", "text", "text",
                     f"the best move where the pool is {size} enough")
              for side, (_, size, _) in _SIDES.items()),
            *(Column(f"pool_{side}", "", "amount", "chips",
                     f"the {which} pool for which that holds")
              for side, (*_, which) in _SIDES.items()),
            *(Column(f"tricks_{letter}", "", "amount", "tricks a hand",
                     "won after that move, on average") for letter in say.LETTERS),
            *(Column(f"{letter}_{many}", "", "share", "share of hands",
                     f"with {how_many(many, 'trick')} after that move")
              for letter in say.LETTERS for many in range(TRICKS + 1)),
        ), sorted(rows, key=lambda row: -row["deals"]), note,
        index=("place", "before", "turned_up", "hand"),
        hidden=() if chart.in_chips else ("changes",), most=_CELLS_SHOWN)


def _chart_section(chart: Chart, judged: Chart) -> Section:
    caption = (
        "The move that is worth most, by the hand (down), the seat and what was declared before "
        "(across). White cells are too close to call. "
        + ("It is right where all play like this." if len(set(chart.run.labels)) == 1 else
           "It is right at this table only: against other players another chart is."))
    subtitle = _subtitle(chart)
    words = words_of(chart.run.rules)
    title = (f"Play or {words.miss}?" if len(chart.run.players) == 2  # nobody may drop
             else f"Play, {words.miss} or drop?")
    return Section(
        "miss", f"When to take {words.taken}",
        (what_is_best(chart), with_a_double(chart), value_of_the_miss(chart, judged),
         rules_of_thumb(chart), how_sure(chart)),
        (Picture("miss_chart", lambda: wall_chart(chart, title, subtitle), caption, wide=True),),
        (cells_table(chart),))


def _habit_section(habits: Sequence[Habits]) -> Section:
    pictures: tuple[Picture, ...] = ()
    words, worst = words_of(habits[0].chart.run.rules), habits_of(habits)
    if len(worst.frame):
        pictures = (Picture(
            "miss_habits", lambda: worst_habits(worst.frame, habits[0].chart.unit),
            f"What the costliest habits lose in {HANDS} hands, with 95% intervals. Letters say "
            f"what was declared before: P play, {words.letter} {words.miss}, D drop.", wide=True),)
    return Section(
        "miss_habits", "What the strategies do wrong",
        tuple(map(mistakes, habits)), pictures, (departures_of(habits), worst))


def sections(habits: Sequence[Habits]) -> tuple[Section, ...]:
    """Return what a page shows of the study."""
    chart = habits[0].chart
    always = _chart_section(chart, habits[0].judged), _habit_section(habits)
    if not chart.in_chips:
        return always
    by_pool = Section(
        "miss_pool", "How the chart moves with the pool", (with_larger_pools(chart),),
        (Picture("miss_pool", lambda: moves_by_pool(chart),
                 "Share of the hands with which each move is best, by the pool; the dashed line is "
                 f"this table, {chart.stakes.pool:,}."),))
    return (*always, by_pool)
