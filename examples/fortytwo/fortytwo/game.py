"""Forty-two as a game of the engine: its kernel, its books, and the game itself."""

from fortytwo import words
from fortytwo.hand import AT, SEATS, Bidding, Playing, play_dealt
from fortytwo.rules import HOW_TO_PLAY, FortytwoRules
from simulate.books.books import Books, Figure
from simulate.books.rows import add_powers, keep_row, note_extremes
from simulate.games.game import Game
from simulate.machine.compiling import kernel
from simulate.machine.table import BASE, ask, pointer, view_entries

SEAT = ("hands", "bids_won", "bids_made", "value", "games", "games_won")
HANDS, BIDS_WON, BIDS_MADE, VALUE, GAMES, GAMES_WON = range(len(SEAT))


@kernel
def play_sessions(row, first, sessions, hands, books, record, record_from):
    """Play whole games at one table; see ``simulate.books.rows``."""
    table = pointer(row)
    for i in range(sessions):
        table[BASE.session], table[AT.dealer] = first + i, (first + i) % SEATS
        table[AT.game_over] = table[AT.winners] = 0
        for seat in range(SEATS):
            table[AT.score + seat] = 0
        for number in range(hands):
            table[BASE.number] = number
            ask(table[BASE.play_hand], table, 0)
            bidder = table[AT.chair + table[AT.bidder]]
            books.seat[i, bidder, BIDS_WON] += 1
            books.seat[i, bidder, BIDS_MADE] += table[AT.value + bidder] > 0
            for seat in range(SEATS):
                books.seat[i, seat, VALUE] += table[AT.value + seat]
                add_powers(pointer(books.powers[i]), seat, table[AT.value + seat])
            note_extremes(table, AT.value, SEATS, books.extremes)
            keep_row(row, record, number - record_from)
            table[AT.dealer] = table[AT.chair]
            if table[AT.game_over]:
                break
        books.session[i, 0], books.session[i, 1] = number + 1, 1 - table[AT.game_over]
        for seat in range(SEATS):
            books.seat[i, seat, HANDS] = number + 1
            books.seat[i, seat, GAMES] = table[AT.game_over]
            books.seat[i, seat, GAMES_WON] = table[AT.winners] >> seat & 1


def lay_table(row, rules, players):
    """Write the rules into a table's row."""
    row[AT.target] = rules.target


_BEFORE, _AT_TILES = view_entries(Bidding, AT), view_entries(Playing, AT)
GAME = Game(
    name="fortytwo", title="Forty-two", seats=(SEATS, SEATS), rules_class=FortytwoRules,
    row=AT, lay_table=lay_table, kernel=play_sessions, hand=play_dealt,
    decisions={"bid": _BEFORE, "trump": _BEFORE, "lead": _AT_TILES, "follow": _AT_TILES},
    books=Books(
        session=("hands", "unfinished"), seat=SEAT, counts=0,
        forms={name: [name] for name in SEAT},
        figures=(
            Figure("hands", "hands", title="hands", kind="count", section="bids"),
            Figure("bids_won", "bids_won", "hands", "bids won", section="bids"),
            Figure("bids_made", "bids_made", "bids_won", "bids made", section="bids"),
            Figure("{unit}", title="{unit} a hand", kind="value", section="winnings"),
            Figure("games_won", "games_won", "games", "games won", section="winnings"),
            Figure("sd", title="standard deviation", kind="spread", section="winnings"),
            Figure("skew", title="skew", kind="skew", section="winnings")),
        session_figures=(Figure("unfinished", "unfinished", "sessions", "share of games"),
                         Figure("length", "hands", "sessions", "hands a game", "mean")),
        value="value", hands="hands"),
    record=words.record, begun=words.begun, tell_play=words.tell_play, tell_end=words.tell_end,
    refused=words.refused, unit=lambda rules: "points",
    plays_to_the_end=lambda rules: True, points=lambda rules: rules.target, hands_a_game=8,
    can_lose=False, partners=lambda players: True, maker=AT.bidder, maker_wins=True,
    actions={0: "none", **words.CALLED["bid"]}, begins=(AT.dealer, 1), first="eldest hand",
    last="dealer", default_lineup=("thumb", "bold") * 2, how_to_play=HOW_TO_PLAY,
    action_words={f"{number}s": f"name {number}s" for number in range(7)},
    strategies="fortytwo.players", asks="fortytwo.words", solves="fortytwo.words")
