"""Learn the tables that ``solved`` plays its tiles by: ``python -m scripts.learn_tiles [--help]``.

All seats declare as ``solved`` and play by the same tables.  In every hand one seat's decisions at
the tiles are forked: each answer is played out on the same deal, all seats going on by the tables.
An answer's cells move, by a small step, towards what it made above the mean of the answers there.
The steps fall slowly, so that the tables come to be an average over rivals that change as well; the
first part is learnt among seats that play their tiles by rule of thumb.  Answers are worth their
share of the pool: the seat's chips above the table's mean, since every seat may expect its share of
the next pool.  Kinds of tables that are much like another begin with its cells,
and with their own where ``--on`` asks for that.

Deals are forked by threads in rounds, and learnt from in their order after each: the same seed
gives the same tables, whatever the workers.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from reports.request import set_up
from simulate.books.tally import Floats, Ints
from simulate.branch.forced import Entries, ForcedPlay
from simulate.domino.tile_sets import lowest
from simulate.games.game import find_game
from simulate.games.loo.events import play_on
from simulate.games.loo.rules import LOOED_POINTS
from simulate.games.loo.views import (
    AT,
    DECLARE,
    FOLLOW,
    KEEP_AFTER_MISS,
    LEAVE,
    TAKE_TURN_UP,
    TRICKS,
)
from simulate.games.scripts import forced
from simulate.machine.compiling import helper, kernel
from simulate.machine.table import (
    BASE,
    MAX_DECISIONS,
    SEAT_ENTRY,
    Table,
    ask,
    lay_out,
    room_for,
    step_address,
    whole_numbers,
)
from simulate.runs.chunk import set_table
from simulate.runs.run import Player, Run, in_order
from strategies.base import AtTable
from strategies.loo.base import LooStrategy
from strategies.loo.skills import learned_play
from strategies.loo.skills.learned_play import ANSWERS, CELLS_OF_FIVE, FIVES
from strategies.loo.skills.situations import (
    AFTER_MISS,
    CELLS,
    FOR_TURN_UP,
    AtFives,
    AtTiles,
    before_of,
    cells_of,
    table_of,
)
from strategies.loo.solved import Solved, carried, chart_of

#: Deals of a task, tasks of a round, and deals of a task that measures a gain.
_DEALS, _TASKS, _GATED = 512, 4, 4096
#: The most numbers that the decisions of a deal are written down with.
_MOST = 21 * 23 + 2 * TRICKS * TRICKS * 10 + 64
#: A cell that was met n times moves by ``_FIRST * (_SLOW + n) ** -_FALLS``. When seats begin to
#: play by what they have learnt, what was met before counts so much: rivals were others then.
_FIRST, _SLOW, _FALLS, _OLD = 0.2, 10.0, 0.75, 0.1
#: The kinds of tables in the order in which they are learnt, with the kind whose cells each begins
#: with; those count as if they had been met so often.
KINDS: dict[str, str | None] = {
    "loo-2": None, "loo-4": None, "loo-3": "loo-4",
    "rounce-2": "loo-2", "rounce-3": "loo-3", "rounce-4": "loo-4"}
_TAKEN_OVER = 1000.0
#: Deals that are learnt from among rules of thumb, in self-play, and in self-play that began with
#: the cells of another kind; the number of the first one of self-play.
_AMONG_THUMBS, _IN_SELF_PLAY, _AFTER_ANOTHER, _SELF_PLAY = 1 << 20, 1 << 22, 1 << 20, 1 << 32
#: By players: rules of penalties, and the pools that deals are for, by turns. The first pool of a
#: session is met most often.
_CHIPS = {
    2: {"unlimited": (15, 15, 45), "cap:10n": (15, 25, 35, 60), "cap:20n": (15, 25, 60, 100),
        "fixed:5n": (15, 20, 30, 60)},
    3: {"unlimited": (20, 20, 65), "cap:10n": (20, 40, 60, 110), "cap:20n": (20, 45, 90, 170),
        "fixed:5n": (20, 30, 50, 90)},
    4: {"unlimited": (25, 25, 85), "cap:10n": (25, 45, 70, 120), "cap:20n": (25, 55, 120, 220),
        "fixed:5n": (25, 40, 60, 110)}}

#: What a seat whose decisions are forked knows.
_SCRIPT = lay_out(
    0,
    parameters=1,  # address of the strategy's own, and of its decisions
    goes_on=MAX_DECISIONS,
    notes=1,  # address of what is written down, and how much of it there is
    found=1,
    head=1)  # where its latest decision begins
#: A decision as it is written down: behind it each answer with what it made, and its cells.
_NOTE = lay_out(0, many=1, width=1, chosen=1, number=1, scale=1, decision=1, deal=1)
_ANSWER, _MADE, _CELLS = range(3)


@helper
def _write(script: Any, answer: int, chosen: int, width: int) -> None:
    """Write down an answer whose cells are written already, so many."""
    notes, at, head = (
        whole_numbers(script[_SCRIPT.notes]), script[_SCRIPT.found], script[_SCRIPT.head])
    notes[at + _ANSWER] = answer
    if answer == chosen:
        notes[head + _NOTE.chosen] = at
    notes[head + _NOTE.many] += 1
    notes[head + _NOTE.width] = _CELLS + width
    script[_SCRIPT.found] = at + _CELLS + width


@helper
def _write_fives(table: Table, script: Any, tiles: int, start: int, chosen: int) -> None:
    """Write down all choices of five tiles; those for the turn-up are answered by what goes."""
    view = AtFives(
        table[AT.trump], table[AT.turn_up], table[AT.discarded], table[AT.seats],
        table[AT.players], table[AT.position], table[AT.stayed], table[AT.pool], table[AT.penalty])
    before, fives = before_of(view, tiles), room_for(FIVES)
    for k in range(learned_play.list_fives(tiles, fives)):
        five = answer = fives[k]
        if start == FOR_TURN_UP:
            thrown = lowest(tiles ^ five)
            answer = LEAVE if thrown == view.turn_up else thrown
        notes = whole_numbers(script[_SCRIPT.notes] + 8 * (script[_SCRIPT.found] + _CELLS))
        learned_play.list_cells(before, start, five, notes)
        _write(script, answer, chosen, CELLS_OF_FIVE)


@helper
def _write_tiles(table: Table, script: Any, decision: int, chosen: int) -> None:
    """Write down all leads or follows."""
    view = AtTiles(
        table[AT.hand], table[AT.legal], table[AT.trump], table[AT.turn_up],
        table[AT.turn_up_taken], table[AT.seats], table[AT.players], table[AT.position],
        table[AT.seats_in], table[AT.to_come], table[AT.trick], table[AT.led], table[AT.winning],
        table[AT.played], table[AT.discarded], table[AT.voids], table[AT.tricks],
        table[AT.for_pool])
    known, answers = table_of(view), room_for(ANSWERS)
    notes = whole_numbers(script[_SCRIPT.notes])
    for k in range(learned_play.list_answers(view, answers)):
        cells, at = cells_of(known, view, answers[k]), script[_SCRIPT.found] + _CELLS
        for cell in cells:
            notes[at] = cell
            at += 1
        _write(script, answers[k] >> 3 if decision == FOLLOW else answers[k], chosen, len(cells))


def note_and_answer(table: Table, script: Any) -> int:
    """Act as the strategy does, and write all answers down."""
    number, decision = table[BASE.asked], table[BASE.decision]
    chosen = ask(script[_SCRIPT.goes_on + decision], table, script[_SCRIPT.parameters])
    if decision != DECLARE:
        notes, head = whole_numbers(script[_SCRIPT.notes]), script[_SCRIPT.found]
        script[_SCRIPT.head] = head
        script[_SCRIPT.found] = head + _NOTE.size
        notes[head + _NOTE.many] = 0
        notes[head + _NOTE.number], notes[head + _NOTE.decision] = number, decision
        notes[head + _NOTE.deal] = table[BASE.session]
        notes[head + _NOTE.scale] = table[AT.pool] * table[AT.seats]
        if decision == KEEP_AFTER_MISS:
            _write_fives(table, script, table[AT.hand], AFTER_MISS, chosen)
        elif decision == TAKE_TURN_UP:
            tiles = table[AT.hand] | 1 << table[AT.turn_up]
            _write_fives(table, script, tiles, FOR_TURN_UP, chosen)
        else:
            _write_tiles(table, script, decision, chosen)
    return chosen


@kernel
def _list_answers(notes: Any, found: Any) -> int:
    """List the places of answers and of their decisions, int64[answers, 2]; return how many."""
    head, many = 0, 0
    while head < len(notes):
        at = head + _NOTE.size
        for _ in range(notes[head + _NOTE.many]):
            found[many, 0], found[many, 1] = at, head
            many += 1
            at += notes[head + _NOTE.width]
        head = at
    return many


class Learning(NamedTuple):
    """A table at which is learnt, and the pools that its deals are for."""

    run: Run
    pools: tuple[int, ...]

    def with_seats(self, player: Player) -> Learning:
        """Return the table with one player in all seats."""
        return self._replace(run=replace(self.run, players=(player,) * len(self.run.players)))

    def table(self, decisions: Sequence[str]) -> ForcedPlay:
        """Return it for one thread, with decisions that can be forced."""
        return ForcedPlay(self.run, decisions, {AT.dealer: len(self.run.players) - 1}, play_on)

    def deals(self, deal: Ints) -> Entries:
        """Return hands of some deals, with the pools that they are for."""
        turn = deal // len(self.run.players) % len(self.pools)
        return [(BASE.session, deal), (AT.pool, np.array(self.pools)[turn])]

    def made(self, table: ForcedPlay, hands: Entries, deal: Ints) -> Ints:
        """Return what the seat made above the table's mean, times the seats: int64[hands]."""
        seats = len(self.run.players)
        values = table.play(hands, [AT.value + seat for seat in range(seats)])
        return np.asarray(seats * values[np.arange(len(deal)), deal % seats] - values.sum(axis=1))


class ByRuleOfThumb(Solved):
    """Declares as ``solved``, and plays its tiles as every strategy that learnt nothing does."""

    name = "by-rule-of-thumb"
    take_turn_up = staticmethod(LooStrategy.take_turn_up)
    keep_after_miss = staticmethod(LooStrategy.keep_after_miss)
    lead = staticmethod(LooStrategy.lead)
    follow = staticmethod(LooStrategy.follow)


def tables_of(game: str, players: int, seed: int) -> list[Learning]:
    """Return the tables of a kind; all seats play their tiles by rule of thumb."""
    run = set_up(game, "solved", players, {}, 1, 1, seed)
    player = ByRuleOfThumb().player(AtTable(game, "", players))
    if game == "rounce":
        return [Learning(run, (LOOED_POINTS,)).with_seats(player)]
    return [
        Learning(set_up(game, "solved", players, {"penalty": penalty}, 1, 1, seed), pools
                 ).with_seats(player)
        for penalty, pools in _CHIPS[players].items()]


def _seated(seat: Ints, entry: Any) -> Entries:
    """Return the entries of the row by which a seat's decisions are asked, and what they are."""
    return [(BASE.asks + seat * SEAT_ENTRY + k, one) for k, one in enumerate(entry)]


def fork(learning: Learning, first: int, deals: int) -> Ints:
    """Return the decisions of some deals with what each answer has made."""
    seats, deal = len(learning.run.players), first + np.arange(deals)
    names = list(find_game(learning.run.game).decisions)
    plain, table = learning.table([]), learning.table(names)
    script, notes = np.zeros(_SCRIPT.size, np.int64), np.zeros(deals * _MOST, np.int64)
    script[_SCRIPT.goes_on :][:MAX_DECISIONS] = plain.start[BASE.asks :][:MAX_DECISIONS]
    script[_SCRIPT.parameters] = plain.start[BASE.asks + MAX_DECISIONS]
    script[_SCRIPT.notes] = notes.ctypes.data
    observed = [step_address(note_and_answer)] * MAX_DECISIONS + [script.ctypes.data]
    as_it_is = learning.made(
        plain, [*learning.deals(deal), *_seated(deal % seats, observed)], deal)
    notes = notes[: script[_SCRIPT.found]].copy()
    answers = np.zeros((len(notes), 2), np.int64)
    at, head = answers[: _list_answers(notes, answers)].T
    deal = notes[head + _NOTE.deal]
    notes[at + _MADE] = as_it_is[deal - first]
    others = at != notes[head + _NOTE.chosen]
    at, head, deal = at[others], head[others], deal[others]
    notes[at + _MADE] = learning.made(table, [*learning.deals(deal), (
        table.forced(deal % seats, notes[head + _NOTE.number]),
        forced(notes[head + _NOTE.decision], notes[at + _ANSWER]))], deal)
    return notes


@kernel
def learn(notes: Any, cells: Any, met: Any) -> None:
    """Move the cells of all answers towards what these made above the mean of their decision.
    ``met`` is how often each cell was met, float64[CELLS]: its step falls with that."""
    head = 0
    while head < len(notes):
        many, width = notes[head + _NOTE.many], notes[head + _NOTE.width]
        first, scale = head + _NOTE.size, float(notes[head + _NOTE.scale])
        mean = 0.0
        for pass_ in range(2):
            for k in range(many):
                at = first + k * width
                ahead = notes[at + _MADE] / scale
                for c in range(at + _CELLS, at + width):
                    ahead -= cells[notes[c]]
                if pass_ == 0:
                    mean += ahead / many
                else:
                    for c in range(at + _CELLS, at + width):
                        met[notes[c]] += 1.0
                        step = _FIRST * (_SLOW + met[notes[c]]) ** -_FALLS
                        cells[notes[c]] += step * (ahead - mean)
        cells[0] = 0.0
        head = first + many * width


class _Learning(Solved):
    """The player with cells that are given."""

    cells, game = np.zeros(0), ""

    def chart_at(self, table: AtTable | None) -> Floats:
        declared = chart_of((), carried(self.game, False))
        return learned_play.with_cells(declared, [self.cells] * len(learned_play.SIZES))


def player_of(cells: Floats, game: str) -> Player:
    """Return the player of a game with some cells."""
    seat = _Learning()
    seat.cells, seat.game = cells, game
    return seat.player(None)


def learn_in_rounds(
    tables: Sequence[Learning], cells: Floats, met: Floats, first: int, deals: int,
    jobs: int | None, itself: bool = False,
) -> None:
    """Learn from some deals, by turns at several tables, whose seats play by that if ``itself``."""
    for done in range(0, deals, _DEALS * _TASKS):
        if itself:
            player = player_of(cells, tables[0].run.game)
            tables = [table.with_seats(player) for table in tables]
        turn = done // _DEALS
        tasks = [(tables[(turn + k) % len(tables)], first + done + k * _DEALS, _DEALS)
                 for k in range(_TASKS)]
        for notes in in_order(fork, tasks, jobs):
            learn(notes, cells, met)


def gain(
    learning: Learning, challenger: Player, first: int, deals: int, jobs: int | None
) -> tuple[float, float]:
    """Return what a challenger wins in one seat that others gave up, in % of the pool, and its
    standard error: the same deals and luck with and without it."""
    run, pools = learning
    seats = len(run.players)
    asks, kept = set_table(replace(run, players=(challenger,) * seats))

    def play(at: int) -> Floats:
        table, deal = learning.table([]), at + np.arange(_GATED)
        own = table.start[BASE.asks :].copy()[: seats * SEAT_ENTRY].reshape(seats, -1)
        hands, there = learning.deals(deal), asks[BASE.asks :][:SEAT_ENTRY]
        without, changed = (
            learning.made(table, [*hands, *_seated(deal % seats, entry)], deal)
            for entry in (own[deal % seats].T, there))
        scale = seats * np.array(pools)[deal // seats % len(pools)]
        return np.asarray((changed - without) / scale)

    tasks = [(first + k * _GATED,) for k in range(deals // _GATED)]
    play(first)
    found = 100.0 * np.concatenate(list(in_order(play, tasks, jobs)))
    del kept
    return float(found.mean()), float(found.std() / len(found) ** 0.5)


def learn_kind(
    kind: str, begin: Floats | None, seed: int, part: float, jobs: int | None
) -> Floats:
    """Learn the cells of a kind, float64[CELLS], from nothing or from cells that are known."""
    game, players = kind.split("-")
    tables, cells, met = tables_of(game, int(players), seed), np.zeros(CELLS), np.zeros(CELLS)
    deals = _IN_SELF_PLAY if begin is None else _AFTER_ANOTHER
    if begin is None:
        learn_in_rounds(tables, cells, met, 0, int(part * _AMONG_THUMBS), jobs)
        met *= _OLD
    else:
        cells, met = begin.copy(), np.full(CELLS, _TAKEN_OVER)
    learn_in_rounds(tables, cells, met, _SELF_PLAY, int(part * deals), jobs, itself=True)
    return cells


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn some kinds of tables, all when none is named, and write them into the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kinds", nargs="*", default=KINDS, help=f"of {', '.join(KINDS)}")
    parser.add_argument("--seed", type=int, default=1, help="of the deals")
    parser.add_argument("--jobs", type=int, default=None, help="threads")
    parser.add_argument("--part", type=float, default=1.0, help="of the deals to learn from")
    parser.add_argument("--on", action="store_true", help="go on from the cells in the file")
    parser.add_argument("--file", type=Path, default=learned_play.SHIPPED)
    asked = parser.parse_args(arguments)
    for kind in asked.kinds:
        print(f"{kind}:", flush=True)
        begins = kind if asked.on else KINDS[kind]
        begin = learned_play.read(asked.file, begins) if begins else None
        cells = learn_kind(kind, begin, asked.seed, asked.part, asked.jobs)
        learned_play.write(asked.file, kind, cells)


if __name__ == "__main__":
    main()
