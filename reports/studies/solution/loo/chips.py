"""What a solved table of Loo or Rounce says: charts, the worth of every seat, how good it is.

Around locked seats it matters who deals: then there is a chart for every dealer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from reports.draw.parts import Axes, Figure, patches
from reports.games.loo import words as say
from reports.games.loo.wall import FILLS, Part, ink, parts_of_cell, wall
from reports.page.document import CELL, Column, Picture, Row, Section, Table
from reports.results.shared_sentences import amount, share
from reports.stats import number_text
from reports.stats.estimates import Estimate, share_of_trials
from reports.stats.tails import solve_root
from reports.studies.solution.declared import AROUND, GAIN, POOL, QUESTION, SolvedPool, around_locks
from reports.studies.solution.exploiting import gain_over_all, gains_said
from reports.studies.solution.solved_table import chair_of, columns_of_seats, who_sits
from reports.studies.study import Study
from simulate.books.tally import Floats
from simulate.games.game import find_game
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, TRICKS
from simulate.games.loo.words import Words, words_of
from simulate.runs.run import Run
from simulate.theory.cfr import Deals, Gain, reach_of
from simulate.theory.chips import Chips, Solved
from simulate.theory.declarations import Declarations
from simulate.theory.loo.declarations import LOOED, kept_tricks, plays_for_chips
from simulate.theory.loo.hands import HAND_KINDS, TURNED_UP, name_of_kind, turned_kinds_of_classes
from simulate.theory.loo.situations import Situation, situations

#: Declarations in the order of the chart.
ACTIONS = (PLAY, MISS, DROP, FOR_POOL)
#: Cells that come to fewer of the hands than this are left out.
RARE = 1e-4


class DeclarationChart:
    """How often each declaration is made, by situation and kind of hand, with another tile turned
    up and with a double. The chances given are float64[nodes, buckets, actions]; those behind
    the classes are of fixed players, not hands."""

    def __init__(
        self, declared: Declarations, chances: Floats, deals: Deals, words: Words, jobs: int = 1
    ) -> None:
        self._declared, self._by_class, self._deals, self._jobs = declared, chances, deals, jobs
        self.players, self.words = declared.tree.players, words
        self.situations = situations(self.players)

    @cached_property
    def _sums(self) -> Floats:
        """Hands by turn-up, situation, kind and declaration, as shares of all: [2, S, kinds, 4]."""
        declared, chances = self._declared, self._by_class
        often = reach_of(declared.tree, chances, self._deals, self._jobs)
        sums = np.zeros((TURNED_UP, len(self.situations), HAND_KINDS, len(ACTIONS)))
        kinds, turned_up = np.divmod(turned_kinds_of_classes(self.players), TURNED_UP)
        for node, said in enumerate(declared.heard):
            missed, stayed = said.count(MISS), said.count(PLAY)
            s = self.situations.index(Situation(len(said), stayed + missed, missed))
            for move, action in enumerate(declared.actions[node]):
                share = (often[node] * chances[node, :, move])[: len(kinds)]
                np.add.at(sums[:, s, :, ACTIONS.index(action)], (turned_up, kinds), share)
        return sums

    @property
    def often(self) -> Floats:
        """Share of all hands that come to each cell: float64[TURNED_UP, situations, HAND_KINDS]."""
        return self._sums.sum(axis=-1)

    @property
    def weights(self) -> Floats:
        """The same, without cells that are too rare to be drawn."""
        often = self.often
        return np.where(often > RARE, often, 0)

    @cached_property
    def dealt(self) -> Floats:
        """Share of the deals that give a seat such a hand: [TURNED_UP, situations, HAND_KINDS]."""
        kinds, turned_up = np.divmod(turned_kinds_of_classes(self.players), TURNED_UP)
        kinds += HAND_KINDS * turned_up
        share: Floats = np.array([
            np.bincount(kinds[own], minlength=TURNED_UP * HAND_KINDS) / len(own)
            for own in self._deals.buckets.of[:, : self.players].T])
        places = [situation.position for situation in self.situations]
        return share.reshape(-1, TURNED_UP, HAND_KINDS)[places].swapaxes(0, 1)

    @property
    def chances(self) -> Floats:
        """Shares of the declarations: float64[TURNED_UP, situations, HAND_KINDS, len(ACTIONS)]."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return self._sums / self.often[..., None]

    @property
    def both(self) -> Floats:
        """The same whatever is turned up: float64[situations, HAND_KINDS, len(ACTIONS)]."""
        weights = self.weights[..., None]
        return (weights * np.nan_to_num(self.chances)).sum(0) / weights.sum(0).clip(min=1e-9)

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield the cells that are not too rare, with what is turned up."""
        often, chances, players = self.often, self.chances, self.players
        for turned_up, s, kind in np.argwhere(often > RARE).tolist():
            situation = self.situations[s]
            yield {
                "place": say.place(situation.position, players),
                "before": say.heard(situation, self.words), "turned_up": say.TURN_UPS[turned_up],
                "hand": name_of_kind(kind), "often": often[turned_up, s, kind],
                **dict(zip(("play", "miss", "drop", "for_pool"), chances[turned_up, s, kind],
                           strict=True)),
            }


#: Of the moves of ``reports.games.loo.words``, those of a solved table.
_MOVES = (say.PLAY, say.MISS, say.DROP, say.FOR_POOL)
#: A part of a cell that is narrower has no room for its letter.
_NARROW = 0.3
#: What a double turned up changes is told if it is so much or more.
_CHANGED = 0.1
_NOTE = (
    "A divided cell shows how often the table declares each. It does so by chance, or by more than "
    "the chart tells of the hand. Blank: too rare among such players. Above: what was declared "
    "before you, in any order. Below a white line: the same if a double is turned up, where that "
    "changes it. The dealer counts the turn-up as his own, in place of the tile he can best spare.")


def _draw_part(
    axes: Axes, x: int, y: int, part: Part, chances: np.ndarray, letters: Sequence[str],
) -> None:
    """Draw a cell or a part of it, divided as the chances are, with letters where there is room."""
    left, top, height = float(x), y + part.top, part.height
    for move, chance in zip(_MOVES, chances, strict=True):
        if chance <= 0:
            continue
        fill = tuple(int(FILLS[move][i : i + 2], 16) / 255 for i in (1, 3, 5))
        axes.add_patch(patches.Rectangle((left, top), chance, height, facecolor=fill, linewidth=0))
        if chance >= _NARROW:
            axes.text(left + chance / 2, top + 0.53 * height, letters[move], color=ink(fill),
                      ha="center", va="center", fontsize=part.letter_size, fontweight="bold")
        left += float(chance)
    axes.add_patch(patches.Rectangle((x, top), 1, height, fill=False, edgecolor="#ffffff",
                                     linewidth=1 if height == 1 else 0.6))


def wall_chart(chart: DeclarationChart, title: str, subtitle: str) -> Figure:
    """Draw a chart on one page: kinds of hands down, situations across; a cell in two parts if a
    double turned up changes it."""
    often, weights, chances = chart.often.sum(axis=0), chart.weights, chart.chances
    both, known = chart.both, weights.sum(axis=0) > 0
    rows = np.flatnonzero(known.any(axis=0)).tolist()
    columns = np.flatnonzero(known.any(axis=1)).tolist()
    names, letters = say.actions(chart.words), say.letters(chart.words)
    shown = [_MOVES[k] for k in range(len(ACTIONS)) if np.nansum(both[..., k]) > 0]

    def draw(axes: Axes) -> None:
        for (x, s), (y, kind) in product(enumerate(columns), enumerate(rows)):
            if not known[s, kind]:
                continue
            either = chances[:, s, kind]
            alike = bool(abs(either[1] - either[0]).sum() / 2 < _CHANGED)
            for part in parts_of_cell(weights[:, s, kind] > 0, chart.dealt[:, s, kind] > RARE,
                                      alike):
                share = both[s, kind] if part.turned_up is None else either[part.turned_up]
                _draw_part(axes, x, y, part, share, letters)

    return wall(
        draw, rows, [chart.situations[s] for s in columns],
        often[0] / max(often[0].sum(), 1e-9), often.sum(axis=1)[columns], chart.players,
        chart.words, title, subtitle, [(FILLS[m], f"{letters[m]}  {names[m]}") for m in shown],
        [_NOTE], least=0.5)


_CELLS_SHOWN = 30
#: What a position may declare, by the names of columns.
DECLARED = {"plays": PLAY, "misses": MISS, "drops": DROP, "for_pool": FOR_POOL}


def declared_columns(run: Run) -> tuple[Column, ...]:
    """Return the columns of what seats declare."""
    return (
        Column("plays", "plays", "share", "share of hands", "played as dealt"),
        Column("misses", f"takes {words_of(run.rules).taken}", "share", "share of hands",
               "missed"),
        Column("drops", "drops", "share", "share of hands", "dropped"),
        Column("for_pool", "for the pool", "share", "share of hands",
               "played for the pool as dealer"),
    )


class _Pool(SolvedPool):
    """The hands of a dealer at a pool, as they were solved."""

    @cached_property
    def chart(self) -> DeclarationChart:
        """What is declared, by kinds of hands."""
        return DeclarationChart(
            self.part.declared, self.one.chances, self.part.deals([self.one.pool]),
            words_of(self.table.run.rules), self.table.jobs)

    @cached_property
    def looed(self) -> Floats:
        """How often each position is looed: float64[positions]."""
        looed = (self.part.at.endings.own == LOOED).astype(np.int64)
        return np.einsum("ls,lsp->p", self.ends, looed)

    @cached_property
    def growth(self) -> tuple[float, float]:
        """What a hand multiplies an unlimited pool by on average, M, and the root of E[M^a] = 1:
        the seats looed, and a fifth for every trick that nobody is paid
        (``simulate.games.loo.game``)."""
        endings = self.part.at.endings
        looed = (endings.own == LOOED).sum(axis=-1)
        fifths = TRICKS * looed + kept_tricks(endings.pool)
        chances = np.zeros(TRICKS * 4 + 1)
        np.add.at(chances, fifths.ravel(), self.ends.ravel())
        mean = float((chances * np.arange(len(chances))).sum() / TRICKS)
        return mean, float(solve_root(chances[None, :], TRICKS))

    def row(self, p: int) -> Row:
        """Return what a position does and gets, with intervals."""
        often = {name: self.declares[p, action]
                 for name, action in {**DECLARED, "silent": 0}.items()} | {"looed": self.looed[p]}
        worth = self.worth(p)
        return {**{name: share_of_trials(round(float(one) * self.deals), self.deals)
                   for name, one in often.items()},
                "worth": worth, "of_pool": worth.scaled(1 / self.one.pool),
                "gain": self.gain(p)}


def study_chips(table: Chips, solved: Sequence[Sequence[Solved]], pool: int | None) -> Study:
    """Return what a solved table says; ``solved`` is by dealer, then by pool. The pool asked for
    comes first, that of a session's first hand when not given; around locked seats no other is
    told."""
    shown = _Pool.shown(table, solved, pool)
    first = shown if table.locks else shown[:1]
    pictures = tuple(_picture(
        of, f"solution_dealer_{of.part.dealer}" if table.locks else "solution") for of in first)
    tables = (_seats_table(table, shown),) if table.locks else (
        _seats_table(table, shown), _pools_table(table, shown))
    sections = [
        Section("solution", "The charts" if table.locks else "The chart", (), pictures,
                (_cells_table(first),)),
        Section("solution_seats", "What every seat does, and what it is worth", (), (), tables)]
    if len(shown) > len(first):
        sections.append(Section("solution_pools", "Larger pools", (), tuple(
            _picture(of, f"solution_{of.one.pool}") for of in shown[1:])))
    return Study(AROUND if table.locks else QUESTION, (
        *(around_locks(table, shown) if table.locks else _among_good_players(table, shown[0])),
        *gains_said("declarations", table.parts[0].train.stop,
                    _gain(table, first, "gain"), _gain(table, first, "fine_gain")),
    ), tuple(sections))


def _gain(table: Chips, of: Sequence[_Pool], which: str) -> tuple[Estimate, str]:
    """Return what best responses gain, as a share of the pool; and in words, or as points."""
    pool = of[0].one.pool
    gains: list[Gain] = [getattr(each.one, which) for each in of]
    own = gain_over_all(gains, of[0].judged, pool)
    if plays_for_chips(table.run):
        return own, f"{share(own)} of the pool a hand"
    return own, f"{amount(own.scaled(pool), signed=True)} points a hand"


def _among_good_players(table: Chips, first: _Pool) -> Iterator[str]:
    """Say what seats declare, what they may expect, and what becomes of the pool."""
    words, often, players = words_of(table.run.rules), first.declares, table.seats
    eldest = (f"Against good players the eldest hand plays {often[0, PLAY]:.0%} of its hands and "
              f"takes {words.taken} with {often[0, MISS]:.0%}")
    if players > 2:
        asked = often[-1, PLAY:].sum()
        drops = float(often[-1, DROP] / asked) if asked else 0.0
        eldest += f"; the dealer, when anybody is in, drops {drops:.0%}"
    yield f"{eldest}."
    has_pool = plays_for_chips(table.run)
    worth = " ".join(
        f"The {say.place(p, players)} may expect "
        + (f"{share(first.worth(p).scaled(1 / first.one.pool))} of the pool." if has_pool
           else f"{amount(first.worth(p), signed=True)} points a hand.") for p in range(players))
    yield f"{worth}{' What later pools are worth is counted.' if table.counts_later else ''}"
    yield (f"{first.looed.sum():.3f} seats are {words.looed} a hand"
           f"{_fate(*first.growth) if table.counts_later else ''}.")


def _fate(mean: float, root: float) -> str:
    """Say what becomes of unlimited pools."""
    grows = f". A hand multiplies an unlimited pool by {mean:.2f} on average"
    if np.isinf(root):
        return f"{grows}, and alone never makes it grow"
    fate = "finite" if root > 1 else "infinite"
    return (f"{grows}. A large pool of twice the size is {2**root:.3g} times as rare, so the mean "
            f"pool is {fate}")


def _seats_table(table: Chips, shown: Sequence[_Pool]) -> Table:
    run, locked = table.run, bool(table.locks)
    unit = find_game(run.game).unit(run.rules)
    hidden = {"drops", "for_pool", "silent"} if table.seats == 2 else set()
    if not plays_for_chips(run):
        hidden |= {"pool", "of_pool", "for_pool", "gain"}
    if locked:
        hidden |= {"pool", "of_pool", "for_pool", "silent"}
    note = (" A locked seat is not asked to respond. Worth: what a hand brings, and what it leaves "
            "in the pool above an emptied one. The solution values pools. Antes are not "
            "subtracted." if locked else "")
    return Table.of("solution_seats", "Seat by seat", (
        POOL, *columns_of_seats(), *declared_columns(run),
        Column("silent", "left alone", "share", "share of hands",
               "in which the dealer never had to declare"),
        Column("looed", words_of(run.rules).looed),
        Column("worth", f"worth, {unit}", "signed" if locked else "amount", "{value} a hand",
               "what the seat may expect", with_error=True),
        Column("of_pool", "of the pool", "share", "share of the pool",
               "the same, or the worth, for the pool that is played for"), GAIN,
    ), ({"pool": of.one.pool, **seat, **of.row(p)}
        for of in shown for p, seat in enumerate(who_sits(table, of.part.dealer))),
        f"Shares of all hands.{note} Under each number stands its 95% interval, for the deals that "
        "it was counted on.", index=0, hidden=hidden)


def _pools_table(table: Chips, shown: Sequence[_Pool]) -> Table:
    rows: list[Row] = []
    for of in shown:
        (mean, root), (gain, _), (fine, _) = (
            of.growth, _gain(table, [of], "gain"), _gain(table, [of], "fine_gain"))
        rows.append({
            "pool": of.one.pool, "penalty": of.one.penalty, "looed": of.looed.sum(), "mean": mean,
            "root": root, "dealer": of.one.worth[-1] / of.one.pool, "gain": gain, "fine": fine})
    return Table.of("solution_pools", "Pool by pool", (
        POOL, Column("penalty", "penalty", "count", "chips", "what a looed seat pays"),
        Column("looed", f"seats {words_of(table.run.rules).looed} a hand", "amount",
               "seats a hand", "looed"),
        Column("mean", "pool multiplied by", "amount", "none",
               "what a hand multiplies an unlimited pool by, on average"),
        Column("root", "tail exponent", "amount", "none",
               "the tail exponent: pools twice as large are 2 to this power times as rare"),
        Column("dealer", "the dealer's worth", "share", "share of the pool",
               "what the dealer may expect"), GAIN,
        Column("fine", "in finer classes", "share", "share of the pool",
               "the same in finer classes of hands"),
    ), rows,
        "Pools are shares of themselves. What best responses gain is measured on other deals than "
        "those of the solution and the response. A best response gains at least this. Multiplied "
        "by and the tail exponent are those of an unlimited penalty. With the exponent a, pools "
        "twice as large are 2^a times as rare.",
        index=0, hidden=() if table.counts_later else ("mean", "root"))


def _cells_table(charts: Sequence[_Pool]) -> Table:
    table, of_these = charts[0].table, "share of these hands"
    rows = [
        row | seats[row["place"]]
        for of in charts for seats in [{seat["place"]: seat for p, seat in enumerate(
            who_sits(table, of.part.dealer)) if p not in of.part.locked}]
        for row in of.chart.rows() if row["place"] in seats]
    which = ", of the seats that were solved" if table.locks else ""
    return Table.of("solution", "The chart, with its numbers", (
        *columns_of_seats("you are"), *CELL,
        Column("play", "play", "share", of_these, "how often to play is right"),
        Column("miss", charts[0].chart.words.miss, "share", of_these,
               "how often the miss is right"),
        Column("drop", "drop", "share", of_these, "how often to drop is right"),
        Column("for_pool", "for the pool", "share", of_these,
               "how often to play for the pool is right"),
    ), sorted(rows, key=lambda row: -row["often"]),
        f"The {_CELLS_SHOWN} cells that come most often{which}; solution.csv has all.", index=0,
        most=_CELLS_SHOWN)


def _picture(of: _Pool, name: str) -> Picture:
    table, one, dealer = of.table, of.one, of.part.dealer
    run, taken = table.run, words_of(table.run.rules).taken
    title, where, keeps = "What to declare among good players", "", ""
    about = "later pools counted" if table.counts_later else "this hand alone"
    if table.locks:
        title, where = "What to declare", f" where {chair_of(table.locks, dealer)} deals"
        keeps = " A locked seat declares as it does."
        about = "; ".join(f"{seat['place']}: {chair_of(table.locks, seat['seat'])}"
                          for seat in who_sits(table, dealer))
    subtitle = (f"{find_game(run.game).title}, {table.seats} players; pool {one.pool:,}, "
                f"penalty {one.penalty:,}; {about}")
    return Picture(
        name, lambda: wall_chart(of.chart, title, subtitle),
        f"How often to play, take {taken} and drop{where} at a pool of "
        f"{number_text.number(one.pool)}.{keeps} Hands stand down. Who sits there and what was "
        "declared before stand across. "
        "A divided cell shows how often the table declares each. A letter alone means always. "
        "The lower part of a cell is for a double turned up, where that changes it.", wide=True)
