"""The hands of a run one by one, for an analysis of one's own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from io import BytesIO
from typing import Any

import numpy as np

from reports.later import pd
from reports.results.figure_tables import EVERYWHERE
from simulate.books.tally import Ints
from simulate.domino.trick_kit import HAND
from simulate.errors import BoneyardError
from simulate.games.game import Game, find_game
from simulate.runs.follow import Paths, check_length, follow
from simulate.runs.interrupting import interruptible
from simulate.runs.progress import Progress
from simulate.runs.run import Run

#: The file of a report's folder that holds them where it is asked for.
FILE = "hands.parquet"
#: The most rows, and about the bytes that one takes.
MOST_ROWS, BYTES_A_ROW = 20_000_000, 40
#: Actions of a seat that has to pay if it wins no trick.
_AT_RISK = ("play", "miss")
#: Units of the columns that no other frame has.
_UNITS = {"dealer": "number", "first": "number", "position": "number", "action": "text",
          "maker": "true or false", "tricks": "tricks", "looed": "true or false"}


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
    """Return the columns of some sessions, a row a hand and seat."""
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


def units_of_hands(names: Iterable[str], unit: str) -> dict[str, str]:
    """Return the unit of each column. ``unit``: what a hand is worth in."""
    own = {**_UNITS, **dict.fromkeys(("net", "pool", "pool_after"), unit)}
    return {name: own.get(name) or EVERYWHERE[name][0] for name in names}


@interruptible()
def hands_of(
    run: Run, sessions: int | None = None, jobs: int | None = None,
    progress: Progress | None = None,
) -> pd.DataFrame:
    """Return a row a hand and seat of the first sessions of a run, which are played again."""
    game, seats = find_game(run.game), len(run.players)
    run = replace(run, sessions=min(run.sessions, sessions or run.sessions))
    check_hands(run)
    pieces = follow(run, _entries(run, game), lambda hands: _columns(hands, game, seats), jobs,
                    progress=progress).pieces
    columns: dict[str, Any] = {
        name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
    labels = list(dict.fromkeys(run.labels))
    seated = np.array([labels.index(label) for label in run.labels], np.int8)
    columns["strategy"] = pd.Categorical.from_codes(seated[columns["seat"]], pd.Index(labels))
    if "action" in columns:
        words = list(game.actions.values())
        code_of = np.zeros(max(game.actions) + 1, np.int8)
        code_of[list(game.actions)] = range(len(words))
        columns["action"] = pd.Categorical.from_codes(code_of[columns["action"]], pd.Index(words))
    order = ["session", "hand", "seat", "strategy"]
    return pd.DataFrame({name: columns[name] for name in (*order, *(
        name for name in columns if name not in order))})
