"""Hands played with some of their actions forced: most that compares actions stands on them.

Its list names for each hand the entries of the row it begins with (the number of a deal, or its
tiles) and which actions are forced.  What is forced where is worked out in NumPy, before, so the
kernel is compiled once and knows no game.

All hands of a deal share its tiles and the luck of its seats, so the difference between two of them
is that of the forced actions alone, and far sharper than from separate deals.

A decision is forked if it is taken in every way on its own deal: a hand is played as it is, and
then once more for every other action that the rules allow there. After the action all seats go on
as their strategies, the seat itself included.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from simulate.books.tally import Ints
from simulate.games.game import Game, find_game
from simulate.games.scripts import (
    ALL,
    MOST_NOTED,
    SCRIPT,
    SCRIPTS,
    SHARED,
    WHOLE,
    follow_script,
    forced,
)
from simulate.games.spot import asking
from simulate.machine.compiling import kernel
from simulate.machine.table import (
    BASE,
    SEAT_ENTRY,
    ask,
    copy_into,
    decision_address,
    pointer,
    step_address,
)
from simulate.runs.chunk import fail, set_table
from simulate.runs.run import Progress, Run, in_pieces

#: Entries of the row with what they are in each hand: whole numbers, or arrays of them, which are
#: broadcast; the hands are played in the order of the array that this makes.
Entries = Sequence[tuple[Any, Any]]


@kernel
def _play(
    laid: Any, play: int, go_on: int, scratch: int, entries: Any, values: Any, cleared: Any,
    kept: Any, out: Any,
) -> None:
    """Play hands that begin with ``values``, int64[K, hands], in ``entries`` of the row, int64[K,
    hands] or the same in all, int64[K, 1]; read what is kept of each."""
    # Taken out once: every access to a bundle within the loop would count references anew.
    row, start = laid
    table, scripts = pointer(row), len(start)
    for i in range(values.shape[1]):
        copy_into(row, start)
        for k in range(len(cleared)):
            table[cleared[k]] = 0
        at = min(i, entries.shape[1] - 1)
        for k in range(len(entries)):
            table[entries[k, at]] = values[k, i]
        table[scripts + SHARED.hand] = i
        ask(play, table, scratch)
        if go_on:
            ask(go_on, table, scratch)
        for k in range(len(kept)):
            out[k, i] = table[kept[k]]
        for k in range(len(entries)):
            if entries[k, at] >= scripts:
                table[entries[k, at]] = 0


def write_script(script: Ints, entries: Ints, game: Game, decisions: Collection[str]) -> None:
    """Write a seat's strategy, by its addresses, into the script that is asked in its place."""
    about = asking(game.name)
    for k, (name, view) in enumerate(game.decisions.items()):
        if name in decisions:
            script[SCRIPT.by_lot + k] = entries[k] == 0
            script[SCRIPT.goes_on + k] = entries[k] or decision_address(
                about.by_lot[name], tuple(view.items()), ())
            script[SCRIPT.legal + k], script[SCRIPT.shift + k] = about.legal[name]
            entries[k] = step_address(follow_script)


class ForcedPlay:
    """A table of a run at which one thread plays hands with forced actions.

    Only some ``decisions`` can be forced or observed; all others are asked as ever. ``state``:
    entries of the row before each hand. ``play``: the step that plays a hand; the game's own when
    not given. The seats' scripts stand behind the row, so that what they hold is entries of it too.
    """

    def __init__(
        self, run: Run, decisions: Collection[str], state: Mapping[int, int] | None = None,
        play: Callable[[Any, Any], int] | None = None,
    ) -> None:
        game, about = find_game(run.game), asking(run.game)
        self.run, self.decisions = run, list(game.decisions)
        self.start, self._parameters = set_table(run)
        for entry, value in (state or {}).items():
            self.start[entry] = value
        self.size = len(self.start)
        self.row = np.zeros(self.size + SCRIPTS, np.int64)
        self._shared = self.row[self.size :][: SHARED.size]
        self._shared[SHARED.number] = self.start[BASE.number]
        self.start[BASE.scripts] = self._shared.ctypes.data
        self._play, self._scratch = step_address(play or about.play), np.zeros(
            max(1, about.scratch), np.int64)
        self._notes = np.zeros((0, 2), np.int64)
        for seat in range(len(run.players)):
            entries = self.start[BASE.asks + seat * SEAT_ENTRY :][:SEAT_ENTRY]
            write_script(self.row[self.script(seat) :], entries, game, decisions)

    def script(self, seat: Any) -> Any:
        """Return the entry where the script of a seat begins."""
        return self.size + SHARED.size + SCRIPT.size * seat

    def forced(self, seat: Any, number: Any) -> Any:
        """Return the entry that holds what is forced at a decision of a seat, by its number."""
        return self.script(seat) + SCRIPT.forced + number

    def note(self, entries: Sequence[int], most: int) -> None:
        """Note entries of the row at each decision that is observed, at most so often a hand."""
        assert len(entries) + 2 <= MOST_NOTED
        self._shared[SHARED.entries + 2 : SHARED.entries + 2 + len(entries)] = entries
        self._shared[SHARED.width], self._most = len(entries) + 2, most

    def play(
        self, hands: Entries, kept: Sequence[int], go_on: Callable[[Any, Any], int] | None = None
    ) -> Ints:
        """Play hands, each behind by ``go_on``; return what they leave: int64[hands, kept]."""
        where, what = zip(*hands, strict=True)
        shape = np.broadcast_shapes(*map(np.shape, (*where, *what)))
        entries, values = (
            np.stack([np.broadcast_to(one, size) for one in some]).reshape(len(hands), -1)
            for some, size in ((where, shape if any(map(np.ndim, where)) else ()), (what, shape)))
        read = np.array(kept, np.int64)
        out = np.zeros((len(kept), values.shape[1]), np.int64)
        if self._shared[SHARED.width]:
            self._notes = np.zeros(
                (self._most * values.shape[1], self._shared[SHARED.width]), np.int64)
            self._shared[SHARED.rows] = self._notes.ctypes.data
            self._shared[SHARED.found], self._shared[SHARED.room] = 0, len(self._notes)
        try:
            _play((self.row, self.start), self._play, step_address(go_on) if go_on else 0,
                  self._scratch.ctypes.data, entries, values, read[read >= self.size], read, out)
        except Exception as error:
            fail(self.run, self.row[: self.size], error)
        return out.T

    @property
    def notes(self) -> Ints:
        """What was noted of the last hands: place of the hand, action, entries; int64[notes, K]."""
        return self._notes[: self._shared[SHARED.found]]


#: The most decisions of a seat in one hand, and the most actions at one of them.
_MOST_ASKED, MOST_ANSWERS = 80, 16
_HANDS_A_CHUNK = 4096

T = TypeVar("T")


@dataclass(frozen=True)
class Forks:
    """Decisions and what came of each of their actions, in the order of the sessions."""

    session: Ints  #: int64[decisions]
    seat: Ints  #: int64[decisions]
    number: Ints  #: int64[decisions]: of the decision within its seat's hand
    taken: Ints  #: int64[decisions]: which of the actions the strategy takes
    count: Ints  #: int64[decisions]: actions allowed, two or more
    answers: Ints  #: int64[decisions, MOST_ANSWERS]
    noted: Mapping[str, Ints]  #: int64[decisions] by name: entries of the row when it was asked
    outcomes: Ints  #: int64[decisions, MOST_ANSWERS, kept]: entries of the row after the hand
    sessions: int  #: those that were played


def actions_of(legal: Ints, shift: int = 0) -> Ints:
    """Return the actions of sets of them, ascending: int64[sets, MOST_ANSWERS], -1 behind them."""
    actions = np.full((len(legal), MOST_ANSWERS), -1)
    given = (legal[:, None] >> np.arange(WHOLE) & 1).astype(bool)
    place = np.cumsum(given, axis=1) - 1
    which, bit = np.nonzero(given & (place < MOST_ANSWERS))
    actions[which, place[which, bit]] = bit << shift
    return actions


def fork_hands(
    table: ForcedPlay, hands: Entries, observed: Entries, decision: str,
    noted: Mapping[str, int], kept: Sequence[int],
) -> tuple[Ints, Ints, Forks]:
    """Play hands as they are, and fork the decisions of a kind whose seats are ``observed``.

    Return what is kept of the hands, int64[hands, kept]; by decision its hand; and the forks.
    """
    legal_at, shift = asking(table.run.game).legal[decision]
    assert shift != WHOLE, "an action is one thing"
    table.note([BASE.session, BASE.seat, BASE.asked, legal_at, *noted.values()], _MOST_ASKED)
    came = table.play([*hands, *observed], kept)
    notes = table.notes
    answers = actions_of(notes[:, 5], shift)
    several = (answers >= 0).sum(1) > 1
    answers = answers[several]
    hand, action, session, seat, number, _, *rest = notes[several].T.copy()
    given = answers >= 0
    taken = (given & (answers == action[:, None])).argmax(1)
    outcomes = np.zeros((*answers.shape, len(kept)), np.int64)
    which, k = np.nonzero(given & (np.arange(MOST_ANSWERS) != taken[:, None]))
    again = [(entry, value[hand[which]] if np.ndim(value) else value) for entry, value in hands]
    outcomes[which, k] = table.play([*again, (
        table.forced(seat[which], number[which]),
        forced(table.decisions.index(decision), answers[which, k]))], kept)
    # What the strategy does has been played in the hand as it is.
    outcomes[np.arange(len(taken)), taken] = came[hand]
    return came, hand, Forks(
        session, seat, number, taken, given.sum(1), answers,
        dict(zip(noted, rest, strict=True)), outcomes, len(came))


def fork(
    run: Run, decision: str, noted: Mapping[str, int], kept: Sequence[int],
    read: Callable[[Forks], T], state: Mapping[int, int] | None = None,
    seats: Sequence[int] | None = None, jobs: int | None = None,
    progress: Progress | None = None, first: int = 0,
) -> list[T]:
    """Fork the decisions of one seat in each session's first hand, the seats taking turns.

    ``decision``: its action must be one thing of a set. ``noted``, ``kept``: entries of the row to
    be noted when a decision is asked, and to be read after the hand. ``read(forks)`` condenses some
    sessions in a thread; results come in their order. ``state``: entries of the row before a hand,
    where the deal does not set them. ``first``: session from which those of the run are counted.
    """
    turns, about = np.arange(len(run.players)) if seats is None else np.array(seats), asking(
        run.game)

    def work(at: int, sessions: int) -> T:
        table, session = ForcedPlay(run, [decision], state, about.opens()), at + np.arange(sessions)
        observed = table.script(turns[session % len(turns)]) + SCRIPT.observed
        return read(fork_hands(table, [(BASE.session, session)], [(observed, ALL)], decision, noted,
                               kept)[2])

    work(first, 1)  # compile before fanning out
    return list(in_pieces(work, first, run.sessions, _HANDS_A_CHUNK, jobs, progress and (
        lambda played: progress(played / run.sessions, played))))
