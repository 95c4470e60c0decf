"""The game: rules, row, view, kernel, books and histories."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from reports.stats.estimates import jackknife
from simulate.books.books import Books, Figure
from simulate.books.rows import keep_row, note_extremes
from simulate.domino.deck import draw_tiles, shuffle
from simulate.domino.tile_sets import count, nth
from simulate.domino.tiles import HIGH, LOW, name, names
from simulate.games.game import Game
from simulate.games.narrating import address, who
from simulate.games.rules import Rules, number_from, option
from simulate.machine.compiling import helper, kernel
from simulate.machine.layouts import lay_out, pointer
from simulate.machine.randomness import pick
from simulate.machine.table import BASE, chance, consult_among, is_uniform, view_entries

BID, TILES, SEATS = 0, 3, 6


@dataclass(frozen=True)
class HighRules(Rules):
    stake: int = option(1, "chips every seat pays", "1 or more", "Choice: a test", number_from(1))


AT = lay_out(
    BASE.size, seats=1, stake=1, leader=1, winner=1, hand=1, dealt=SEATS, bid=SEATS, value=SEATS)


class Bidding(NamedTuple):
    hand: int  #: tiles held
    seat: int  #: the seat asked
    seats: int  #: at the table


@helper
def play_hand(table):
    seats, most = table[AT.seats], -1
    shuffle(table)
    table[AT.leader] = (table[BASE.session] + table[BASE.number]) % seats
    for k in range(seats):
        seat = (table[AT.leader] + k) % seats
        hand = table[AT.dealt + seat] = table[AT.hand] = draw_tiles(table, TILES * k, TILES)
        if is_uniform(table, seat, BID):
            tile = nth(hand, pick(chance(table, seat, BID), count(hand)))
        else:
            tile = consult_among(table, seat, BID, BID, hand)
        table[AT.bid + seat] = tile
        table[AT.value + seat] = -table[AT.stake]
        if HIGH[tile] + LOW[tile] > most:
            most, table[AT.winner] = HIGH[tile] + LOW[tile], seat
    table[AT.value + table[AT.winner]] += seats * table[AT.stake]


@kernel
def play_sessions(row, first, sessions, hands, books, record, record_from):
    table = pointer(row)
    for i in range(sessions):
        table[BASE.session] = first + i
        for number in range(hands):
            table[BASE.number] = number
            play_hand(table)
            for seat in range(table[AT.seats]):
                tile, value = table[AT.bid + seat], table[AT.value + seat]
                books.seat[i, seat, 0] += 1
                books.seat[i, seat, 1] += seat == table[AT.winner]
                books.seat[i, seat, 2] += HIGH[tile] + LOW[tile]
                books.seat[i, seat, 3] += value
                for power in range(3):
                    books.powers[i, seat, power] += np.float64(value) ** (power + 2)
            note_extremes(table, AT.value, table[AT.seats], books.extremes)
            keep_row(row, record, number - record_from)
        books.session[i, 0] = hands


def lay_table(row, rules, players):
    row[AT.seats], row[AT.stake] = players, rules.stake


def begun(row, players):
    return {"leader": int(row[AT.leader])}


def record(row, players):
    return {
        "hand": int(row[BASE.number]), **begun(row, players),
        "dealt": [names(row[AT.dealt + seat]) for seat in range(players)],
        "bids": [name(row[AT.bid + seat]) for seat in range(players)],
        "winner": int(row[AT.winner]), "net": row[AT.value : AT.value + players].tolist()}


def tell_play(hand, row):
    bids = [f"  {who(hand, seat):<28} bids {tile} of {'  '.join(hand['dealt'][seat])}"
            for seat, tile in enumerate(hand.get("bids", []))]
    return [address(hand, f"{hand['lineup'][hand['leader']]} leads"), *bids]


def kurtosis(measures, unit):
    def statistic(sums):
        hands, *powers = (sums[..., k] for k in range(5))
        m, m2, m3, m4 = (power / hands for power in powers)
        return (m4 - 4 * m * m3 + 6 * m**2 * m2 - 3 * m**4) / (m2 - m**2) ** 2 - 3

    return jackknife(measures.powers(unit), statistic)


FORMS = ("hands", "won", "pips", "net")
GAME = Game(
    name="high", title="Highest Bid", seats=(2, SEATS), rules_class=HighRules,
    tiles=TILES * SEATS, row=AT,
    decisions={"bid": view_entries(Bidding, AT)}, kernel=play_sessions,
    books=Books(
        session=("hands",), seat=FORMS, counts=0, forms={form: [form] for form in FORMS},
        figures=(
            Figure("hands", "hands", title="hands", kind="count", section="bids"),
            Figure("won", "won", "hands", "hands won", section="bids"),
            Figure("pips", "pips", "hands", "pips bid", "mean", section="bids"),
            Figure("{unit}", title="{unit} a hand", kind="value", section="winnings"),
            Figure("sd", title="standard deviation", kind="spread", section="winnings"),
            Figure("kurtosis", title="tails", kind="mean", section="winnings", made=kurtosis)),
        session_figures=(Figure("length", "hands", "sessions", "hands a {session}", "mean"),),
        value="net", hands="hands"),
    lay_table=lay_table, record=record, begun=begun, tell_play=tell_play,
    tell_end=lambda hand: [f"  {who(hand, hand['winner'])} takes the stakes"],
    unit=lambda rules: "chips", plays_to_the_end=lambda rules: False, begins=(AT.leader, 0),
    first="leader", default_lineup=("highest", "lowest") * 2,
    stake=lambda rules: rules.stake, strategies="tests.high.players")
