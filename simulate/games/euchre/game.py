"""Domino Euchre as a game of the engine."""

import numpy as np

from simulate.books.books import Books, Figure
from simulate.books.tally import Ints, Tally
from simulate.domino.tiles import NUMBERS
from simulate.games.euchre import kernel, views
from simulate.games.euchre.events import begun, record, refused, tell_end, tell_play
from simulate.games.euchre.kernel import COUNTS
from simulate.games.euchre.rules import GAME_POINTS, HOW_TO_PLAY, EuchreRules
from simulate.games.euchre.views import AT, SEATS
from simulate.games.game import Columns, Game, HandEnds, Summary, summed
from simulate.machine.table import view_entries

_BOOKS = Books(
    session=kernel.SESSION_FIELDS,
    seat=kernel.SEAT_FIELDS,
    counts=COUNTS,
    forms={name: [name] for name in kernel.SEAT_FIELDS},
    figures=(
        Figure("hands", "hands", title="hands", kind="count", section="making"),
        Figure("made", "made", "hands", "made trump", section="making"),
        Figure("euchred", "euchred", "made", "euchred", section="making"),
        Figure("marched", "marched", "made", "all five tricks", section="making"),
        Figure("alone", "alone", "made", "alone", section="making"),
        Figure("{unit}", title="{unit} a hand", kind="value", section="winnings"),
        Figure("scored", "points", "hands", "points made", "mean", section="winnings"),
        Figure("games_won", "games_won", "games", "games won", section="winnings"),
        Figure("sd", title="standard deviation", kind="spread", section="winnings"),
        Figure("skew", title="skew", kind="skew", section="winnings"),
    ),
    session_figures=(
        Figure("voids", "voids", "hands", "share of hands"),
        Figure("unfinished", "unfinished", "sessions", "share of games"),
        Figure("length", "hands", "sessions", "hands a game", "mean"),
    ),
    value="value",
    hands="hands",
)


def _lay_table(row: Ints, rules: EuchreRules, players: int) -> None:
    """Write the rules into a table's row."""
    row[AT.players] = players
    row[AT.high] = rules.lead_suit == "high"


def _summary(tally: Tally, rules: EuchreRules) -> Summary:
    """Return the exact counts of a run: those of the table, and those of each seat."""
    table, by_seat = summed(tally, ("voids", "games", "unfinished"), (
        "made", "alone", "marched", "euchred", "points", "games_won"))
    return {"void_hands": table.pop("voids"), **table}, by_seat


def _made(hands: Columns) -> Ints:
    """Return the points of each position. There is a turn-up, so a hand has a dealer."""
    seat = (hands["dealer"][:, None] + 1 + np.arange(SEATS)) % hands["players"][:, None]
    points: Ints = hands["worth"][:, None] * (hands["scorers"][:, None] >> seat & 1)
    return points


#: Sides that reach the end together have both won.
_ENDS = HandEnds(
    {name: (getattr(AT, name), 1) for name in ("dealer", "players", "worth", "scorers")},
    _made, 1, points=1, shared=True)


#: Calls in words; the first one is that of a seat that was not asked.
_CALLS = {views.NOT_ASKED: "none", views.PASS: "pass", **{
    views.make.py_func(suit, alone): f"{suit}s{' alone' * alone}"
    for suit in range(NUMBERS) for alone in (0, 1)}}

# A hand's value to a seat is the points it makes, or with a minus those made against it.
GAME = Game(
    name="euchre", title="Domino Euchre", seats=(2, 4), rules_class=EuchreRules, row=AT,
    decisions={
        **dict.fromkeys(("call", "discard"), view_entries(views.Calling, AT)),
        **dict.fromkeys(("lead", "follow"), view_entries(views.Playing, AT)),
    },
    kernel=kernel.play_sessions, hand=kernel.play_dealt, books=_BOOKS,
    lay_table=_lay_table, record=record, begun=begun,
    tell_play=tell_play, tell_end=tell_end, summary=_summary, unit=lambda rules: "points",
    plays_to_the_end=lambda rules: True, begins=(AT.dealer, 1), first="eldest hand", last="dealer",
    default_lineup=("hoyle", "threshold") * 2, points=lambda rules: GAME_POINTS, hands_a_game=5,
    can_lose=False, partners=lambda players: players == SEATS, ends=lambda rules: _ENDS,
    how_to_play=HOW_TO_PLAY, refused=refused, actions=_CALLS, maker=AT.maker,
)
