"""Decisions of a run, each taken in every way on its own deal.

A hand is played as it is; then, for each decision that is observed, once more for every other
action that the rules allow there, all else being equal: deals, dice, and what everybody does
before.  After the action all seats go on as their strategies, the seat itself included.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from simulate.books.tally import Ints
from simulate.branch.forced import Entries, ForcedPlay
from simulate.games.scripts import ALL, SCRIPT, WHOLE, forced
from simulate.games.spot import asking
from simulate.machine.table import BASE
from simulate.runs.in_order import in_pieces
from simulate.runs.progress import Progress
from simulate.runs.run import Run

#: The most decisions of a seat in one hand, and the most actions at one of them.
_MOST_ASKED, MOST_ANSWERS = 80, 16
_HANDS_A_CHUNK = 1024

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

    Return what is kept of the hands as they are, int64[hands, kept]; by decision the place of its
    hand; and the forks.
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
