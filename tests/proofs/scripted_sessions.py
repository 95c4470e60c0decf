"""Sessions in which one seat's answers are told, and the rest is played as ever."""

from typing import Any, NamedTuple

import numpy as np

from simulate.books.rows import Rows
from simulate.books.tally import Ints
from simulate.branch.forced import write_script
from simulate.games.game import find_game
from simulate.games.scripts import SCRIPT, SCRIPTS, SHARED, forced
from simulate.games.spot import Event, asking
from simulate.machine.table import BASE, SEAT_ENTRY, ask, step_address, whole_numbers
from simulate.runs.chunk import play_rows, set_table
from simulate.runs.follow import history_of
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


def play_on(table: Any, numbers: Any) -> int:
    """Play a hand with its scripts; behind those that count, deal from another seed."""
    way = whole_numbers(whole_numbers(table[BASE.scripts])[SHARED.entries])
    if table[BASE.number] <= way[1]:
        table[BASE.scripts] = way[3] + 8 * SCRIPTS * table[BASE.number]
    made: int = ask(way[0], table, 0)
    if table[BASE.number] >= way[1]:
        table[BASE.seed] = way[2]
    return made


class Scripted:
    """Sessions in which a seat answers as it is told, and else as its strategy.

    ``looked``: hands in which it can be told anything. ``unit``: in which its result is counted.
    """

    def __init__(self, run: Run, looked: int, unit: str) -> None:
        self.run, self._unit = run, unit
        self._game, self._ask = find_game(run.game), asking(run.game)
        self._row, self._parameters = set_table(run)
        #: The figure of games won where ties divide a game.
        self._won = next((figure for figure in self._game.books.figures
                          if figure.above == "win_shares"), None)
        self._rows = Rows.blank(self._game.books, 1, len(run.players), 1)
        self._blocks = np.zeros((looked, SCRIPTS), np.int64)
        self._scripts = self._blocks[:, SHARED.size + SEAT * SCRIPT.size :][:, : SCRIPT.size]
        #: What plays a hand, the last that counts, the seed behind it, and where scripts begin.
        self._way = np.array([step_address(self._game.hand) if self._game.hand else 0, looked - 1,
                              0, self._blocks.ctypes.data])
        asked = self._row[BASE.asks + SEAT * SEAT_ENTRY :][:SEAT_ENTRY]
        addresses = asked.copy()
        for number, script in enumerate(self._scripts):
            asked[:] = addresses
            write_script(script, asked, self._game, self._game.decisions)
            self._blocks[number, SHARED.number] = number
            self._blocks[number, SHARED.entries] = self._way.ctypes.data
        self._row[BASE.scripts] = self._blocks.ctypes.data
        self._row[BASE.play_hand] = step_address(play_on)

    def play(self, session: int, told: Told) -> Played:
        """Play a session with some answers told."""
        self._scripts[:, SCRIPT.forced :] = 0
        for (hand, number), (decision, answer) in told.items():
            self._scripts[hand, SCRIPT.forced + number] = forced(
                list(self._game.decisions).index(decision), answer)
        record = np.zeros((len(self._scripts), self._game.row_size), np.int64)
        made = self._result(session, 0, record)
        played = int(self._rows.session[0, self._game.books.session.index("hands")])
        hands = [history_of(self.run, left) for left in record[:played]]
        choices = [self._choices(k, hand, record[k]) for k, hand in enumerate(hands)]
        if played > len(hands):
            made = (made + sum(self._result(session, k) for k in range(1, _GO_ON))) / _GO_ON
        return Played(hands, choices, made)

    def _result(self, session: int, way: int, record: Ints | None = None) -> float:
        """Return what the seat makes of a session, one of several that begin alike."""
        self._rows.session[:], self._rows.seat[:] = 0, 0
        row = self._row.copy()
        self._way[2] = _GO_ON * self.run.seed + way
        play_rows(self.run, row, session, 1, self.run.hands, self._rows, record)
        fields = self._game.books.seat
        made = dict(zip(fields, self._rows.seat[0, SEAT].tolist(), strict=True))
        if self._unit == "chips":
            return made["credited"] / len(self.run.players)
        if self._won is None:
            return float(made["games_won"])
        return made[self._won.above] / self._won.parts

    def _choices(self, number: int, hand: dict[str, Any], row: Ints) -> list[tuple[int, Event]]:
        """Return the decisions of the seat in a hand where it had a choice, by their index."""
        script = self._scripts[number]
        events = enumerate(self._ask.events(hand, self.run.rules))
        return [(index, event) for index, event in events if event.seat == SEAT
                and len(self._ask.answers(event, int(script[SCRIPT.legal_then + event.number]),
                                          row)) > 1]
