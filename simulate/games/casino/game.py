"""Domino Casino as a game of the engine."""

from simulate.books.books import Books, Figure
from simulate.books.tally import Ints
from simulate.domino.tiles import TILES
from simulate.games.casino import kernel
from simulate.games.casino.events import begun, record, refused, tell_end, tell_play
from simulate.games.casino.kernel import COUNTS
from simulate.games.casino.rules import AT, HOW_TO_PLAY, REMOVED, Betting, CasinoRules
from simulate.games.game import Game, summed
from simulate.machine.table import view_entries

_BOOKS = Books(
    session=kernel.SESSION_FIELDS,
    seat=kernel.SEAT_FIELDS,
    counts=COUNTS,
    forms={name: [name] for name in kernel.SEAT_FIELDS},
    figures=(
        Figure("games", "hands", kind="count"),
        Figure("{unit}", title="{unit}", kind="value", section="winnings", written="amount"),
        Figure("stash", "stash", "hands", kind="mean", table=""),
        Figure("odds", "win_shares", "hands", "win odds", "mean", section="winnings",
               parts=kernel.SHARES, written="share"),
        Figure("games_won", "games_won", "hands", "games won", section="winnings"),
        Figure("double_wins", "double_wins", "bets", "doubles, a bet", section="winnings"),
        Figure("blank_wins", "blank_wins", "bets", "blanks, a bet", section="winnings"),
        Figure("basic_wins", "basic_wins", "bets", "basic, a bet", section="winnings"),
        Figure("sd", title="standard deviation", kind="spread", section="winnings"),
        Figure("skew", kind="skew"),
    ),
    session_figures=(
        Figure("tied_games", "tied_games", "hands", "share of games"),
        Figure("pot_left", "pot_left", "hands", "tiles a game", "mean"),
        Figure("double_doubles", "double_doubles", "hands", "rounds a game", "mean"),
        Figure("double_blanks", "double_blanks", "hands", "rounds a game", "mean"),
    ),
    value="stash",
    hands="hands",
)


def _lay_table(row: Ints, rules: CasinoRules, players: int) -> None:
    """Write the rules into a table's row."""
    row[AT.seats] = players
    row[AT.tiles_removed] = REMOVED[players]
    row[AT.rounds] = TILES // players


# A hand is a game, and a game a session; its value to a seat is the tiles in its stash.
GAME = Game(
    name="casino", title="Domino Casino", seats=(2, 5), rules_class=CasinoRules, row=AT,
    decisions={"bet": view_entries(Betting, AT)}, kernel=kernel.play_sessions, books=_BOOKS,
    lay_table=_lay_table, record=record, begun=begun, tell_play=tell_play, tell_end=tell_end,
    summary=lambda tally, rules: summed(tally, ("pot_left", "tied_games"), (
        "stash", "double_wins", "blank_wins", "basic_wins", "games_won")),
    unit=lambda rules: "tiles", plays_to_the_end=lambda rules: True,
    begins=(AT.first_roller, 0), first="first roller",
    default_lineup=("pot-chaser", "blank-hunter", "save-doubles", "best-odds"), hands_a_game=1,
    can_lose=False,
    how_to_play=HOW_TO_PLAY, refused=refused,
)
