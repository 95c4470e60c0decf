"""Boo-Ray as a game of the engine: its kernel, its books, its histories, and the game itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from booray.hand import AT, DOES, FOLLOW, LEAD, SAYS, Declaring, Playing, play_dealt
from booray.rules import HOW_TO_PLAY, BoorayRules
from simulate.books.books import Books, Figure
from simulate.books.kernel_books import add_powers, keep_row, note_extremes
from simulate.domino.tiles import names
from simulate.domino.trick_kit import SEATS, TRICKS, won
from simulate.domino.tricks import plain
from simulate.games.game import Carried, Game, PoolGrowth
from simulate.games.loo.rules import PENALTY_KINDS, Penalty
from simulate.games.narrating import (
    address,
    by_seat,
    how_many,
    lead_said,
    places,
    refusal,
    tell_deal,
    tile_said,
    who,
)
from simulate.games.tricks import chairs_in, deal_in, tell_tricks, tricks_begun, tricks_in, won_in
from simulate.machine.compiling import kernel
from simulate.machine.pointers import pointer
from simulate.machine.table import BASE, view_entries

SESSION = ("hands", "walkovers", "ties", "escalated", "pool_sum", "max_pool", "left")
SEAT = ("hands", "played", "looed", "pools", "changed", "value", "credited")
POSITIONS = np.arange(SEATS)
HANDS, PLAYED, LOOED, POOLS, CHANGED, VALUE, CREDITED = range(len(SEAT))


@kernel
def play_sessions(row, first, sessions, hands, books, record, record_from):
    """Play whole sessions at one table; see ``simulate.books.rows``."""
    table = pointer(row)
    session_rows, seat_rows, powers, _, extremes = books
    for i in range(sessions):
        session, power = pointer(session_rows[i]), pointer(powers[i])
        books_of = pointer(seat_rows[i])
        seats, begin = table[AT.seats], table[BASE.begin]
        if begin == 0:
            table[BASE.session] = first + i
            table[AT.dealer] = (first + i) % seats
            table[AT.pool_next] = 0
        over = 0
        for number in range(begin, hands):
            table[BASE.number] = number
            pool = table[AT.pool] = table[AT.pool_next] + seats * table[AT.ante]
            play_dealt(table)
            session[0] += 1
            session[1] += 1 - table[AT.played_out]
            session[4] += pool
            session[5] = max(session[5], pool)
            nobody = 1
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
                add_powers(power, seat, value)
            session[2] += nobody
            note_extremes(table, AT.value, seats, extremes)
            keep_row(row, record, number - record_from)
            table[AT.dealer] = (table[AT.dealer] + 1) % seats
            over = table[AT.pool_next] > table[AT.escalation_limit]
            if over:
                break
        table[BASE.over] = over
        session[3], session[6] = over, table[AT.pool_next]
        for seat in range(seats):
            at = seat * len(SEAT)
            books_of[at + CREDITED] = seats * books_of[at + VALUE] + table[AT.pool_next]


def lay_table(row, rules, players):
    """Write the rules into a table's row."""
    parts = Penalty.of(rules.penalty)
    row[AT.seats], row[AT.ante], row[AT.head] = players, rules.ante, rules.head
    row[AT.top], row[AT.escalation_limit] = rules.top, rules.escalation_limit
    row[AT.penalty_kind] = PENALTY_KINDS.index(parts.kind)
    row[AT.penalty_limit] = parts.limit(players)


def said_in(row) -> list[dict[str, Any]]:
    """Return the declarations, each with what its seat threw and drew."""
    return [{"seat": seat, "action": SAYS[int(row[AT.said + p])],
             "discarded": names(row[AT.gone + p]), "drawn": names(row[AT.drawn + p])}
            for p, seat in enumerate(chairs_in(row)) if row[AT.said + p]]


def begun(row, players):
    """Return a hand that a failing strategy stopped."""
    at_tiles = row[BASE.decision] in (LEAD, FOLLOW)
    return {"dealer": int(row[AT.dealer]), **deal_in(row, players), "trump": int(row[AT.trump]),
            "declarations": said_in(row), "tricks": tricks_begun(row) if at_tiles else []}


def record(row, players):
    """Return a hand of the exchange format from the row that it left."""
    won, playing = won_in(row, players), int(row[AT.playing])
    looed = [bool(playing >> chairs_in(row).index(seat) & 1 and not won[seat])
             for seat in range(players)]
    return {
        "hand": int(row[BASE.number]), **begun(row, players), "pool": int(row[AT.pool]),
        "pool_next": int(row[AT.pool_next]), "ante": [int(row[AT.ante])] * players,
        "paid": by_seat(row, AT.paid, players), "penalties": by_seat(row, AT.penalties, players),
        "net": by_seat(row, AT.value, players),
        "tricks": tricks_in(row, TRICKS if row[AT.played_out] else 0), "tricks_won": won,
        "looed": looed}


def tell_play(hand, row):
    """Return what was played, as lines."""
    lines = [address(hand, f"{hand['lineup'][hand['dealer']]} deals"), *tell_deal(hand),
             f"  turn-up {hand['turn_up']}: trumps are {hand['trump']}s", "Who plays"]
    for said in hand["declarations"]:
        changes = f", changes {'  '.join(said['discarded'])} for {'  '.join(said['drawn'])}"
        lines.append(f"  {who(hand, said['seat']):<28} {DOES[said['action']]}"
                     f"{changes if said['drawn'] else ''}")
    return [*lines, *tell_tricks(hand, row, plain.py_func(hand["trump"]))]


def tell_end(hand):
    """Return what came of it, as lines."""
    lines = [f"Money: the pool was {how_many(hand['pool'], 'chip')}"]
    for seat in places(hand):
        mark = "  looed" if hand["looed"][seat] else ""
        lines.append(f"  {who(hand, seat):<28} {how_many(hand['tricks_won'][seat], 'trick'):>8} "
                     f"{hand['net'][seat]:>+13,}{mark}")
    return [*lines, f"  the next pool starts from {hand['pool_next']:,}"]


def refused(decision, answer, seen):
    """Say what a strategy answered against the rules; ``seen`` is its view."""
    if decision == "declare":
        return refusal(SAYS.get(answer, str(answer)), list(SAYS.values()))
    if decision == "keep":
        return refusal(f"the set {answer}", [f"all but {seen['most']} of", *names(seen["hand"])])
    said = lead_said(answer) if decision == "lead" else tile_said(answer)
    return refusal(said, names(seen["legal"]))


def summary(tally, rules):
    """Return the exact counts of a run."""
    table = {name: tally.session_total(name) for name in ("walkovers", "ties", "escalated")}
    forms = ("hands", "played", "looed", "pools", "changed", "value")
    return table, [{form: tally.form(form, [seat]) for form in forms}
                   for seat in range(len(tally.labels))]


def factors(hands):
    """Return by how much each hand multiplies an unlimited pool: who was looed, and a tie."""
    won = hands["tricks"][:, None] >> 4 * POSITIONS & 7
    looed = (hands["playing"][:, None] >> POSITIONS & 1) * (won == 0)
    most = won.max(axis=1, keepdims=True)
    return looed.sum(axis=1) + ((won == most).sum(axis=1) > 1)


GAME = Game(
    name="booray", title="Domino Boo-Ray", seats=(3, SEATS), rules_class=BoorayRules,
    tiles=28, row=AT,
    decisions={"declare": view_entries(Declaring, AT), "keep": view_entries(Declaring, AT),
               "lead": view_entries(Playing, AT), "follow": view_entries(Playing, AT)},
    kernel=play_sessions,
    books=Books(
        session=SESSION, seat=SEAT, counts=0, forms={name: [name] for name in SEAT},
        figures=(
            Figure("hands", "hands", title="hands", kind="count", section="declarations"),
            Figure("played", "played", "hands", "played", section="declarations"),
            Figure("changed", "changed", "played", "tiles changed", "mean", section="declarations"),
            Figure("looed", "looed", "played", "looed", section="declarations"),
            Figure("pools", "pools", "hands", "pools taken", section="winnings"),
            Figure("{unit}", title="{unit} a hand", kind="value", section="winnings"),
            Figure("net", "value", "hands", kind="chips", table=""),
            Figure("sd", title="standard deviation", kind="spread", section="winnings"),
            Figure("skew", title="skew", kind="skew", section="winnings"),
        ),
        session_figures=(
            Figure("pool", "pool_sum", "hands", "chips in the pool", "chips"),
            Figure("walkovers", "walkovers", "hands", "share of hands"),
            Figure("ties", "ties", "hands", "share of hands"),
            Figure("escalated", "escalated", "sessions", "share of sessions"),
            Figure("length", "hands", "sessions", "hands a session", "mean"),
        ),
        value="value", hands="hands",
    ),
    lay_table=lay_table, record=record, begun=begun, tell_play=tell_play, tell_end=tell_end,
    summary=summary, unit=lambda rules: "chips", plays_to_the_end=lambda rules: False,
    begins=(AT.dealer, 1), first="eldest hand", last="dealer",
    default_lineup=("thumb", "cautious", "bold"), stake=lambda rules: rules.ante,
    pool_growth=lambda rules: PoolGrowth(
        {"tricks": (AT.tricks, 1), "playing": (AT.playing, 1)}, factors, 1),
    is_unlimited=lambda rules: rules.penalty == "unlimited", how_to_play=HOW_TO_PLAY,
    refused=refused, strategies="booray.players", report="booray.report",
    carries=lambda players: [Carried(AT.dealer, 1, 0, players - 1),
                             Carried(AT.pool_next, 1, 0)],
    asks="booray.spots", solves="booray.solving",
)
