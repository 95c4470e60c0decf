"""The hands and the sessions of a run one by one, for an analysis or a bootstrap of one's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from io import BytesIO
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reports.later import pd
from reports.results.figure_tables import EVERYWHERE
from simulate.books.tally import Ints, Rows
from simulate.domino.trick_kit import HAND
from simulate.errors import BoneyardError
from simulate.games.game import Game, find_game
from simulate.machine.interrupting import interruptible
from simulate.runs.chunk import compile_all, play_sessions
from simulate.runs.follow import Paths, check_length, follow
from simulate.runs.play import chunk_size, chunks
from simulate.runs.run import Progress, Run, in_order

#: The file of a report's folder that holds them where it is asked for.
FILE = "hands.parquet"
#: The most rows, and about the bytes that one takes.
MOST_ROWS, BYTES_A_ROW = 20_000_000, 40
#: The same where a row is a session and seat; sessions whose books a worker holds at once.
MOST_SESSIONS, BYTES_A_SESSION, _AT_ONCE = 5_000_000, 100, 4_096
#: Actions of a seat that has to pay if it wins no trick.
_AT_RISK = ("play", "miss")
#: Units of the columns of hands that are no plain numbers.
UNITS = {"action": "text", "maker": "true or false", "tricks": "tricks", "looed": "true or false"}


def _entries(run: Run, game: Game) -> dict[str, tuple[int, int]]:
    """Return what is read of every hand: the entries that the game's row has."""
    row, seats = game.row, len(run.players)
    found = {"value": (game.values, seats), "begins": (game.begins[0], 1)}
    if {"chair", "players"} <= set(row.names):  # seats that are out of a session have no chair
        found |= {"chair": (row.chair, seats), "players": (row.players, 1)}
    if game.actions:
        found["action"] = (row.action, seats)
    if "tricks" in row.names and row.tricks == HAND.tricks:
        found["tricks"] = (row.tricks, 1)
    if game.maker is not None:
        found["maker"] = (game.maker, 1)
    growth = game.growth(run.rules)
    if growth is not None and growth.pools is not None:
        found |= {"pool": (growth.pools[0], 1), "pool_after": (growth.pools[1], 1)}
    return found


def _positions(hands: Paths, game: Game, seats: int) -> Ints:
    """Return the position of each seat, -1 where it is out: int64[hands, seats]."""
    count = len(hands["value"])
    if "chair" not in hands.entries:
        first = hands["begins"] + game.begins[1]
        return (np.arange(seats) - first[:, None]) % seats
    found = np.full((count, seats), -1)
    for position in range(seats):
        sits = np.flatnonzero(position < hands["players"])
        found[sits, hands.entries["chair"][sits, position]] = position
    return found


def _columns(hands: Paths, game: Game, seats: int) -> dict[str, Any]:
    """Return the columns of some sessions, one row per hand and seat."""
    position = _positions(hands, game, seats)
    out, at = position < 0, position.clip(0)
    begins = "dealer" if "dealer" in game.row.names else "first"
    columns: dict[str, Any] = {
        "session": np.repeat(hands.session + hands.first, seats),
        "hand": np.repeat(hands.number.astype(np.int32), seats),
        "seat": np.tile(np.arange(seats, dtype=np.int8), len(position)),
        begins: np.repeat(hands["begins"].astype(np.int8), seats),
        "position": position.astype(np.int8).ravel()}
    if "action" in hands.entries:
        made = np.where(out, 0, np.take_along_axis(hands.entries["action"], at, axis=1))
        columns["action"] = made.astype(np.int8).ravel()
    if "maker" in hands.entries:
        columns["maker"] = (position == hands["maker"][:, None]).ravel()
    if "tricks" in hands.entries:
        tricks = np.where(out, 0, hands["tricks"][:, None] >> 4 * at & 15)
        columns["tricks"] = tricks.astype(np.int8).ravel()
        if "action" in hands.entries:
            at_risk = [code for code, word in game.actions.items() if word in _AT_RISK]
            columns["looed"] = (np.isin(made, at_risk) & (tricks == 0)).ravel()
    for name in ("pool", "pool_after"):
        if name in hands.entries:
            columns[name] = np.repeat(hands[name], seats)
    columns["net"] = hands.entries["value"].ravel()
    return columns


def _strategies(run: Run, seats: NDArray[Any]) -> Any:
    """Return the strategies of some seats."""
    labels = [*dict.fromkeys(run.labels)]
    seated = np.array([labels.index(label) for label in run.labels], np.int8)
    return pd.Categorical.from_codes(seated[seats], pd.Index(labels))


def check_hands(run: Run) -> None:
    """Raise ``BoneyardError`` if a run has too many hands for a frame."""
    seats = len(run.players)
    rows = run.sessions * run.hands_a_session * seats
    check_length(run)
    if rows > MOST_ROWS:
        raise BoneyardError(
            f"{run.sessions:,} sessions of {seats} seats are about {rows:,} rows, some "
            f"{rows * BYTES_A_ROW / 1e6:,.0f} MB: at most {MOST_ROWS:,} are given, so ask for "
            f"{max(1, MOST_ROWS // (run.hands_a_session * seats)):,} sessions at most")


def hands_file(hands: pd.DataFrame) -> dict[str, bytes]:
    """Return the hands of a run as a file, by its name."""
    held = BytesIO()
    hands.to_parquet(held)
    return {FILE: held.getvalue()}


def units_of(
    frame: pd.DataFrame, unit: str, own: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """Return the unit of each column. ``unit``: what a hand is worth in; ``own``: those known."""
    keys = {name: EVERYWHERE[name][0]
            for name in ("seed", "session", "hand", "seat", "strategy", "hands")}
    in_unit = ("net", "pool", "pool_after", unit, f"{unit}_without_pool", "largest_pool")
    known = keys | dict(own) | dict.fromkeys(in_unit, unit)
    return {name: known.get(name, "number") for name in map(str, frame)}


@interruptible()
def hands_of(
    run: Run, sessions: int | None = None, jobs: int | None = None,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Return one row per hand and seat of the first sessions of a run, which are played again."""
    game, seats = find_game(run.game), len(run.players)
    run = replace(run, sessions=min(run.sessions, sessions or run.sessions))
    check_hands(run)
    pieces = follow(run, _entries(run, game), lambda hands: _columns(hands, game, seats), jobs,
                    progress=progress).pieces
    columns: dict[str, Any] = {
        name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
    columns["strategy"] = _strategies(run, columns["seat"])
    if "action" in columns:
        words = list(game.actions.values())
        code_of = np.zeros(max(game.actions) + 1, np.int8)
        code_of[list(game.actions)] = range(len(words))
        columns["action"] = pd.Categorical.from_codes(code_of[columns["action"]], pd.Index(words))
    order = ["session", "hand", "seat", "strategy"]
    return pd.DataFrame({name: columns[name] for name in (*order, *(
        name for name in columns if name not in order))})


@interruptible()
def sessions_of(run: Run, credits_pool: bool) -> pd.DataFrame:
    """Return one row per session and seat; the sessions are played again, on all cores.
    ``credits_pool``: what is left in the pool belongs to the seats in equal shares."""
    game, players = find_game(run.game), len(run.players)
    books, unit = game.books, game.unit(run.rules)
    count = run.sessions * players
    if count > MOST_SESSIONS:
        raise BoneyardError(
            f"{run.sessions:,} sessions of {players} seats are {count:,} rows, some "
            f"{count * BYTES_A_SESSION / 1e6:,.0f} MB: at most {MOST_SESSIONS:,} are given, so "
            f"play {MOST_SESSIONS // players:,} sessions at most")
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
        for field in (*of_table, *filter(None, [books.largest])):
            found_of = rows.session[:, books.session.index(field), None]
            columns.append(np.broadcast_to(found_of, columns[0].shape))
        return [one.ravel() for one in columns]

    compile_all(run)
    pieces = zip(*in_order(read, chunks(run, chunk_size(run, most=_AT_ONCE))), strict=True)
    names = [*forms, *of_table, *(["largest_pool"] if books.largest else [])]
    seat = np.tile(np.arange(players, dtype=np.int8), run.sessions)
    found = pd.DataFrame({
        "session": np.repeat(np.arange(run.sessions), players), "seat": seat,
        "strategy": _strategies(run, seat),
        **{name: np.concatenate(some) for name, some in zip(names, pieces, strict=True)}})
    if credits_pool:
        found[unit] = found[unit] / players
    return found
