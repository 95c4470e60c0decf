"""Sessions in which one seat's answers are told, and the rest is played as ever."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from simulate.books.rows import Rows
from simulate.books.tally import Ints
from simulate.branch.rolling import write_script
from simulate.branch.sitting import follow_evening
from simulate.games.game import find_game
from simulate.games.scripts import FREE, GIVEN, SCRIPT, follow_script
from simulate.games.spot import Event, asking
from simulate.machine.table import BASE, MAX_DECISIONS, SEAT_ENTRY, step_address
from simulate.runs.chunk import play_rows, set_table
from simulate.runs.replay import history_of
from simulate.runs.run import Run

#: Whose answers are told.
SEAT = 0
#: Each session goes on in so many ways behind the hands that count: their mean is the result.
_GO_ON = 16


class Played(NamedTuple):
    """A session: its first hands, the choices that the seat had there, and what it made of all."""

    hands: list[dict[str, Any]]
    choices: list[list[tuple[int, Event]]]
    made: float


#: Answers by hand and number of the decision, with the decision.
Told = dict[tuple[int, int], tuple[str, int]]


class Scripted:
    """Sessions in which a seat answers as it is told, and else as its strategy.

    ``looked``: hands in which it can be told anything. ``unit``: in which its result is counted.
    """

    def __init__(self, run: Run, looked: int, unit: str) -> None:
        self.run, self._unit = run, unit
        self._game, self._ask = find_game(run.game), asking(run.game)
        self._row, self._parameters = set_table(run, watched=True)
        #: The figure of games won where ties divide a game.
        self._won = next((figure for figure in self._game.books.figures
                          if figure.above == "win_shares"), None)
        at = BASE.asks + SEAT * SEAT_ENTRY
        self._rows = Rows.blank(self._game.books, 1, len(run.players), 1)
        self._scripts = np.zeros((looked, SCRIPT.size), np.int64)
        # What follows has no script of its own: that of the first hand does not speak of it.
        self._evening = np.full(1 + run.hands, self._scripts[0].ctypes.data)
        self._evening[0] = step_address(follow_script)
        for number, script in enumerate(self._scripts):
            write_script(script, self._row[at : at + SEAT_ENTRY].copy(), self._game, self._ask)
            script[SCRIPT.hand] = number
            self._evening[1 + number] = script.ctypes.data
        self._row[at : at + len(self._game.decisions)] = step_address(follow_evening)
        self._row[at + MAX_DECISIONS] = self._evening.ctypes.data

    def play(self, session: int, told: Told) -> Played:
        """Play a session with some answers told."""
        self._scripts[:, SCRIPT.mode : SCRIPT.decision] = FREE
        self._scripts[:, SCRIPT.legal_then : SCRIPT.held] = 0
        for (hand, number), (decision, answer) in told.items():
            script = self._scripts[hand]
            script[SCRIPT.mode + number], script[SCRIPT.answer + number] = GIVEN, answer
            script[SCRIPT.decision + number] = list(self._game.decisions).index(decision)
        row, looked = self._row.copy(), len(self._scripts)
        record = np.zeros((looked, self._game.row_size), np.int64)
        made = self._play_on(row, session, looked, record)
        hands = [history_of(self.run, left) for left in record[: self._hands_played()]]
        return Played(hands, [self._choices(k, hand, record[k]) for k, hand in enumerate(hands)],
                       self._in_all(row, session, made))

    def _play_on(self, row: Ints, session: int, stop: int, record: Ints | None = None
                 ) -> dict[str, int]:
        """Play a session up to so many hands; return what the seat's books say of these."""
        self._rows.session[:], self._rows.seat[:] = 0, 0
        play_rows(self.run, row, session, 1, stop, self._rows, record)
        fields = self._game.books.seat
        return dict(zip(fields, self._rows.seat[0, SEAT].tolist(), strict=True))

    def _hands_played(self) -> int:
        return int(self._rows.session[0, self._game.books.session.index("hands")])

    def _in_all(self, row: Ints, session: int, made: Mapping[str, int]) -> float:
        """Return what the seat makes of a session, on average over several that go on so."""
        looked, hands = len(self._scripts), self.run.hands
        if row[BASE.over] or looked == hands:
            return self._result(made)
        results = []
        for k in range(_GO_ON):
            again = row.copy()
            again[BASE.begin], again[BASE.seed] = looked, _GO_ON * self.run.seed + k
            results.append(self._result(self._play_on(again, session, hands)))
        before = made["value"] if self._unit == "chips" else 0
        return before + sum(results) / _GO_ON

    def _choices(self, number: int, hand: dict[str, Any], row: Ints) -> list[tuple[int, Event]]:
        """Return the decisions of the seat in a hand where it had a choice, by their index."""
        script = self._scripts[number]
        events = enumerate(self._ask.events(hand, self.run.rules))
        return [(index, event) for index, event in events if event.seat == SEAT
                and len(self._ask.answers(event, int(script[SCRIPT.legal_then + event.number]),
                                          row)) > 1]

    def _result(self, made: Mapping[str, int]) -> float:
        """Return what the seat made of a session."""
        if self._unit == "chips":
            return made["credited"] / len(self.run.players)
        if self._won is None:
            return float(made["games_won"])
        return made[self._won.above] / self._won.parts
