"""A person at a table: hands are played from their beginning up to what has not been answered.

The person's seat reads its answers from a script, one for each hand. Its strategy answers whatever
the person has not answered yet, so that every hand ends; what comes before the first such decision
does not depend on the strategy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simulate.books.tally import Ints, Rows
from simulate.branch.rolling import write_script
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.scripts import GIVEN, SCRIPT, follow_script
from simulate.games.spot import Event, asking
from simulate.machine.table import BASE, MAX_DECISIONS, SEAT_ENTRY, Table, ask, step_address
from simulate.runs.chunk import play_rows, set_table
from simulate.runs.replay import history_of
from simulate.runs.run import Run

#: The most hands of an evening.
MOST_HANDS = 10_000


def follow_evening(table: Table, evening: Any) -> int:
    """Answer a decision from its hand's script; the first entry says what reads scripts."""
    return ask(evening[0], table, evening[1 + table[BASE.number]])


class Sitting:
    """A session with a person in one seat."""

    def __init__(self, run: Run, seat: int, session: int = 0) -> None:
        if run.hands > MOST_HANDS:
            raise BoneyardError(f"hands {run.hands}: an evening has at most {MOST_HANDS}")
        self.run, self.seat, self.session = run, seat, session
        self._game, self._ask = find_game(run.game), asking(run.game)
        self._row, self._parameters = set_table(run)
        at = BASE.asks + seat * SEAT_ENTRY
        self._own = self._row[at : at + SEAT_ENTRY].copy()
        self._scripts: list[Ints] = []
        self._evening = np.zeros(1 + run.hands, np.int64)
        self._evening[0] = step_address(follow_script)
        for i in range(len(self._game.decisions)):
            self._row[at + i] = step_address(follow_evening)
        self._row[at + MAX_DECISIONS] = self._evening.ctypes.data

    def _script(self, number: int) -> Ints:
        """Return the script of a hand; the scripts of all hands before it exist already."""
        while len(self._scripts) <= number:
            script = np.zeros(SCRIPT.size, np.int64)
            write_script(script, self._own, self._game, self._ask)
            script[SCRIPT.hand] = len(self._scripts)
            self._evening[1 + len(self._scripts)] = script.ctypes.data
            self._scripts.append(script)
        return self._scripts[number]

    def play(self, number: int) -> dict[str, Any] | None:
        """Play the session up to a hand and return that hand; None if it ended before."""
        script = self._script(number)
        script[SCRIPT.legal_then : SCRIPT.otherwise] = 0
        rows = Rows.blank(self._game.books, 1, len(self.run.players), 1)
        record = np.zeros((1, self._game.row_size), np.int64)
        start = self._row.copy()
        play_rows(self.run, start, self.session, 1, number + 1, rows, record, number)
        if int(rows.session[0, self._game.books.session.index("hands")]) <= number:
            return None
        self.left = record[0]
        return history_of(self.run, record[0])

    def question(self, number: int, events: list[Event]) -> tuple[int, list[int]] | None:
        """Return the person's first decision without an answer, and what is allowed."""
        script = self._script(number)
        for index, event in enumerate(events):
            if event.seat != self.seat or script[SCRIPT.mode + event.number] == GIVEN:
                continue
            legal = int(script[SCRIPT.legal_then + event.number])
            answers = self._ask.answers(event, legal, self.left) if legal else []
            if len(answers) > 1:
                return index, answers
        return None

    def answer(self, number: int, event: Event, answer: int) -> None:
        """Write down what the person answers."""
        script = self._script(number)
        script[SCRIPT.mode + event.number] = GIVEN
        script[SCRIPT.decision + event.number] = list(self._game.decisions).index(event.decision)
        script[SCRIPT.answer + event.number] = answer
