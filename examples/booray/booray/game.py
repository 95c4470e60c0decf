"""Boo-Ray as a game of the engine: its kernel, its books, and the game itself."""

import numpy as np

from booray.hand import AT, CHANGES, play_dealt
from booray.rules import HOW_TO_PLAY, BoorayRules
from simulate.books.books import Books, Figure
from simulate.books.rows import MAGNITUDES, add_powers, keep_row, magnitude, note_if_extreme
from simulate.domino.pool_kit import PASS, PLAY, Declaring, Playing
from simulate.domino.trick_kit import SEATS, won
from simulate.games import pooled
from simulate.games.game import Antes, Game, HandEnds
from simulate.games.rules import PENALTY_KINDS
from simulate.machine.compiling import kernel
from simulate.machine.table import BASE, ask, pointer, view_entries

SESSION = ("hands", "walkovers", "ties", "escalated", "pool_sum", "max_pool", "left")
SEAT = ("hands", "played", "looed", "pools", "changed", "value", "credited")
POSITIONS = np.arange(SEATS)
HANDS, PLAYED, LOOED, POOLS, CHANGED, VALUE, CREDITED = range(len(SEAT))


@kernel
def play_sessions(row, first, sessions, hands, books, record, record_from):
    """Play whole sessions at one table; see ``simulate.books.rows``."""
    table = pointer(row)
    session_rows, seat_rows, powers, counts, extremes = books
    for i in range(sessions):
        session, power = pointer(session_rows[i]), pointer(powers[i])
        books_of = pointer(seat_rows[i])
        seats, over = table[AT.seats], 0
        table[BASE.session] = first + i
        table[AT.dealer] = (first + i) % seats
        table[AT.pool_next] = 0
        for number in range(hands):
            table[BASE.number] = number
            pool = table[AT.pool] = table[AT.pool_next] + seats * table[AT.ante]
            ask(table[BASE.play_hand], table, 0)
            session[0] += 1
            session[1] += 1 - table[AT.played_out]
            session[4] += pool
            session[5] = max(session[5], pool)
            counts[magnitude(pool)] += 1
            nobody, worst, best = 1, 0, -table[AT.ante]
            for p in range(seats):
                seat = table[AT.chair + p]
                at, value = seat * len(SEAT), table[AT.value + seat]
                plays = table[AT.playing] >> p & 1
                books_of[at + HANDS] += 1
                books_of[at + PLAYED] += plays
                books_of[at + LOOED] += plays & int(won(table, p) == 0)
                books_of[at + POOLS] += table[AT.paid + seat] > 0
                books_of[at + CHANGED] += table[AT.changed] >> 4 * p & 7
                books_of[at + VALUE] += value
                nobody &= int(table[AT.paid + seat] == 0)
                worst, best = min(worst, value), max(best, value)
                add_powers(power, seat, value)
            session[2] += nobody
            note_if_extreme(table, AT.value, seats, worst, best, extremes)
            keep_row(row, record, number - record_from)
            table[AT.dealer] = (table[AT.dealer] + 1) % seats
            over = table[AT.pool_next] > table[AT.escalation_limit]
            if over:
                break
        session[3], session[6] = over, table[AT.pool_next]
        for seat in range(seats):
            at = seat * len(SEAT)
            books_of[at + CREDITED] = seats * books_of[at + VALUE] + table[AT.pool_next]


def lay_table(row, rules, players):
    """Write the rules into a table's row."""
    parts = rules.penalty_parts
    row[AT.seats], row[AT.ante], row[AT.head] = players, rules.ante, rules.head
    row[AT.top], row[AT.escalation_limit] = rules.top, rules.escalation_limit
    row[AT.penalty_kind] = PENALTY_KINDS.index(parts.kind)
    row[AT.penalty_limit] = parts.limit(players)


#: What must be known of a hand.
ENTRIES = {"tricks": (AT.tricks, 1), "playing": (AT.playing, 1)}


def won_by(hands):
    """Return the tricks of each position in several hands."""
    return hands["tricks"][:, None] >> 4 * POSITIONS & 7


def ends(rules):
    """Return how hands end: who took most tricks has the pool, unless several did; it grows by who
    was looed, and stays on a tie."""
    def made(hands):
        won = won_by(hands)
        most = won == won.max(axis=1, keepdims=True)
        return most * (most.sum(axis=1, keepdims=True) == 1) - (
            (hands["playing"][:, None] >> POSITIONS & 1) * (won == 0))

    return HandEnds(
        ENTRIES, made, 1, Antes(*[rules.ante] * 4), limit=rules.escalation_limit,
        pools=(AT.pool, AT.pool_next),
        of="one for every seat looed, and one more where most tricks are shared")


GAME = Game(
    name="booray", title="Domino Boo-Ray", seats=(3, SEATS), rules_class=BoorayRules,
    row=AT, plays_to_the_end=lambda rules: False,
    decisions={"declare": view_entries(Declaring, AT), "keep": view_entries(Declaring, AT),
               "lead": view_entries(Playing, AT), "follow": view_entries(Playing, AT)},
    kernel=play_sessions, hand=play_dealt,
    books=Books(
        session=SESSION, seat=SEAT, counts=MAGNITUDES, forms={name: [name] for name in SEAT},
        figures=(
            Figure("hands", "hands", title="hands", kind="count", section="declarations"),
            Figure("played", "played", "hands", "played", section="declarations"),
            Figure("changed", "changed", "played", "tiles changed", "mean", section="declarations"),
            Figure("looed", "looed", "played", "looed", section="declarations"),
            Figure("pools", "pools", "hands", "pools taken", section="winnings"),
            Figure("{unit}", title="{unit} a hand", kind="value", section="winnings"),
            Figure("sd", title="standard deviation", kind="spread", section="winnings"),
            Figure("skew", title="skew", kind="skew", section="winnings"),
        ),
        session_figures=(
            Figure("pool", "pool_sum", "hands", "chips in the pool", "chips"),
            Figure("median_pool", "hands", title="chips in the pool", kind="mean",
                   made=lambda measures: measures.pools(measures.tally.counts).quantile(0.5)),
            Figure("walkovers", "walkovers", "hands", "share of hands"),
            Figure("ties", "ties", "hands", "share of hands"),
            Figure("escalated", "escalated", "sessions", "share of sessions"),
            Figure("length", "hands", "sessions", "hands a session", "mean"),
            Figure("left", "left", "sessions", "chips in the pool after a session", "chips"),
        ),
        value="value", hands="hands", credited="credited", pool="pool_sum", left="left",
        largest="max_pool",
    ),
    lay_table=lay_table, record=pooled.record, begun=pooled.begun, tell_play=pooled.tell_play,
    tell_end=pooled.tell_end, refused=pooled.refused,
    begins=(AT.dealer, 1), first="eldest hand", last="dealer", unit=lambda rules: "chips",
    default_lineup=("thumb", "cautious", "bold", "thumb"), stake=lambda rules: rules.ante,
    ends=ends, actions={0: "none", PASS: "pass", PLAY: "play"}, how_to_play=HOW_TO_PLAY,
    strategies="booray.players", asks="booray.game", solves="booray.solving",
)
ASKING = pooled.PooledAsking(play_dealt, CHANGES)
