"""The sessions of a run one by one, for a histogram or a bootstrap of one's own."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from reports.later import pd
from reports.results.figure_tables import EVERYWHERE
from simulate.books.tally import Ints, Rows
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.chunk import compile_all, play_sessions
from simulate.runs.in_order import in_order
from simulate.runs.interrupting import interruptible
from simulate.runs.play import chunk_size, chunks
from simulate.runs.run import Run

#: The most rows, and the bytes that one takes.
MOST_ROWS, BYTES_A_ROW = 5_000_000, 100
#: Sessions whose books a worker holds at once.
_AT_ONCE = 4_096


def units_of_sessions(names: Iterable[str], unit: str) -> dict[str, str]:
    """Return the unit of each column. ``unit``: what a hand is worth in."""
    own = dict.fromkeys((unit, f"{unit}_without_pool", "largest_pool"), unit)
    own |= {name: EVERYWHERE[name][0] for name in ("seed", "session", "seat", "strategy", "hands")}
    return {name: own.get(name, "number") for name in names}


@interruptible()
def sessions_of(run: Run, credits_pool: bool) -> pd.DataFrame:
    """Return a row a session and seat; the sessions are played again, on all cores.
    ``credits_pool``: what is left in the pool belongs to the seats in equal shares, and what they
    made without it has a column of its own."""
    game, players = find_game(run.game), len(run.players)
    books, unit = game.books, game.unit(run.rules)
    count = run.sessions * players
    if count > MOST_ROWS:
        raise BoneyardError(
            f"{run.sessions:,} sessions of {players} seats are {count:,} rows, some "
            f"{count * BYTES_A_ROW / 1e6:,.0f} MB: at most {MOST_ROWS:,} are given, so play "
            f"{MOST_ROWS // players:,} sessions at most")
    forms = {"hands": books.hands, unit: books.credited if credits_pool else books.value}
    if credits_pool:
        forms[f"{unit}_without_pool"] = books.value
    if game.plays_to_the_end(run.rules):
        forms["games_won"] = "games_won"
    apart = {*forms, *forms.values(), books.value, books.credited}
    # Of forms by the number of something, figures have the sums.
    forms |= {form: form for form in books.forms
              if form not in apart and not form.rpartition("_")[2].isdigit()}
    of_table = [field for field in books.session
                if field not in ("hands", books.pool, books.left, books.largest)]

    def read(first: int, sessions: int) -> list[Ints]:
        rows: Rows = play_sessions(run, first, sessions, run.hands)
        columns = [rows.seat[:, :, [books.seat.index(field) for field in books.forms[form]]].sum(2)
                for form in forms.values()]
        for field in of_table:
            found_of = rows.session[:, books.session.index(field), None]
            columns.append(np.broadcast_to(found_of, columns[0].shape))
        if books.largest:
            pools = rows.session[:, books.session.index(books.largest), None]
            columns.append(np.broadcast_to(pools, columns[0].shape))
        return [one.ravel() for one in columns]

    compile_all(run)
    pieces = zip(*in_order(read, chunks(run, chunk_size(run, most=_AT_ONCE))), strict=True)
    names = [*forms, *of_table, *(["largest_pool"] if books.largest else [])]
    labels = [*dict.fromkeys(run.labels)]
    seated = np.array([labels.index(label) for label in run.labels], np.int64)
    found = pd.DataFrame({
        "session": np.repeat(np.arange(run.sessions), players),
        "seat": np.tile(np.arange(players, dtype=np.int8), run.sessions),
        "strategy": pd.Categorical.from_codes(np.tile(seated, run.sessions),
                                               pd.Index(labels)),
        **{name: np.concatenate(some) for name, some in zip(names, pieces, strict=True)}})
    if credits_pool:
        found[unit] = found[unit] / players
    return found
