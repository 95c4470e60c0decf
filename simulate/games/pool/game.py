"""Domino Pool as a game of the engine."""

import numpy as np

from simulate.books.books import Books, Figure
from simulate.books.tally import Ints, Tally
from simulate.games.game import Antes, Game, HandEnds, Summary
from simulate.games.pool import kernel
from simulate.games.pool.course import refused, tell_end, tell_play
from simulate.games.pool.events import begun, record
from simulate.games.pool.kernel import COUNTS
from simulate.games.pool.rules import HOW_OFTEN, HOW_TO_PLAY, PoolRules
from simulate.games.pool.views import AT, SEATS, Starring, Turn
from simulate.machine.table import view_entries

_OUTCOMES = ("lost", "won_blocked", "domino")
_WINS = ("won_blocked", "domino")
_POSITIONS = range(SEATS)


def _at(positions: range, *names: str) -> list[str]:
    """Return the counts of these names at some positions."""
    return [f"{name}_{p}" for name in names for p in positions]


def _forms() -> dict[str, list[str]]:
    """Return the numbers of a seat that reports are made of: in all, and by position."""
    made_of = {
        "hands": _OUTCOMES, "hands_won": _WINS, "dominoes": ("domino",),
        "blocked_won": ("won_blocked",), "value": ("value",), "pips": ("pips",),
    }
    forms = {form: _at(_POSITIONS, *names) for form, names in made_of.items()}
    for p in _POSITIONS:
        for form in ("hands", "hands_won", "value"):
            forms[f"{form}_at_{p}"] = _at(range(p, p + 1), *made_of[form])
    return forms | {name: [name] for name in ("games", "games_won", "credited")}


_BOOKS = Books(
    session=kernel.SESSION_FIELDS,
    seat=(*(f"{outcome}_{p}" for p in _POSITIONS for outcome in (*_OUTCOMES, "unused")),
          *_at(_POSITIONS, "value", "pips"), "games", "games_won", "credited"),
    counts=COUNTS,
    forms=_forms(),
    figures=(
        Figure("hands", "hands", title="hands", kind="count", section="hands"),
        Figure("hands_won", "hands_won", "hands", "hands won", section="hands"),
        Figure("dominoes", "dominoes", "hands", "by domino", section="hands"),
        Figure("blocked_won", "blocked_won", "hands", "when blocked", section="hands"),
        Figure("pips", "pips", "hands", "pips left", "mean", section="hands", large=True),
        Figure("{unit}", title="{unit} a hand", kind="value", section="winnings"),
        Figure("games_won", "games_won", "games", "games won", section="winnings", only="games"),
        Figure("chips_a_game", "value", "games", "chips a game", "chips", section="winnings",
               only="games"),
        Figure("sd", title="standard deviation", kind="spread", section="winnings"),
        Figure("skew", title="skew", kind="skew", section="winnings"),
        *(Figure(f"hands_won_at_{p}", f"hands_won_at_{p}", f"hands_at_{p}", table="")
          for p in _POSITIONS),
        *(Figure(f"value_at_{p}", f"value_at_{p}", f"hands_at_{p}", kind="chips", table="")
          for p in _POSITIONS),
    ),
    session_figures=(
        Figure("blocked", "blocked", "hands", "share of hands"),
        Figure("turns", "turns", "hands", "turns a hand", "mean", large=True),
        Figure("length", "hands", "sessions", "hands a {session}", "mean"),
        Figure("left", "left", "sessions", "chips in the pool after a {session}", "chips"),
        Figure("unfinished", "unfinished", "sessions", "share of games", only="games"),
    ),
    value="value",
    hands="hands",
    credited="credited",
    left="left",
)

#: Views of the decisions of a seat.
_DECISIONS = {
    **dict.fromkeys(("play", "draw"), view_entries(Turn, AT)), "star": view_entries(Starring, AT),
}


def _lay_table(row: Ints, rules: PoolRules, players: int) -> None:
    """Write the rules into a table's row."""
    row[AT.seats] = players
    row[AT.contribution] = rules.contribution
    row[AT.rotate] = rules.leader == "rotate"
    row[AT.draw] = HOW_OFTEN.index(rules.draw)
    row[AT.star] = HOW_OFTEN.index(rules.star)
    row[AT.bankroll] = rules.bankroll or 0
    if _is_game(rules):
        row[AT.hundred_up] = 1
        row[AT.target] = rules.target


def _is_game(rules: PoolRules) -> bool:
    return rules.score == "hundred_up"


def _summary(tally: Tally, rules: PoolRules) -> Summary:
    """Return the exact counts of a run: those of the table, and those of each seat."""
    shown = {"hands_won": "hands_won", "dominoes": "dominoes", "pips": "pips", "net": "value"}
    table = {"blocked": tally.session_total("blocked")}
    if _is_game(rules):
        shown["games_won"] = "games_won"
        table["unfinished"] = tally.session_total("unfinished")
    by_seat = [
        {name: tally.form(form, [seat]) for name, form in shown.items()}
        for seat in range(len(tally.labels))
    ]
    return table, by_seat


def _ends(rules: PoolRules) -> HandEnds | None:
    """Return who wins a hand that is played for its own pool, which several share."""
    if _is_game(rules):
        return None
    won, due = "winners" if rules.leader == "draw" else "winning", rules.contribution
    return HandEnds({won: (getattr(AT, won), 1)},
                    lambda hands: hands[won][:, None] >> np.arange(SEATS) & 1, 0,
                    Antes(due, due, due, due), by_seat=rules.leader == "draw")


GAME = Game(
    name="pool", title="Domino Pool", seats=(3, 6), rules_class=PoolRules, row=AT,
    decisions=_DECISIONS, kernel=kernel.play_sessions, books=_BOOKS,
    hand=kernel.play_dealt,
    lay_table=_lay_table, record=record, begun=begun, tell_play=tell_play, tell_end=tell_end,
    summary=_summary, unit=lambda rules: "chips", plays_to_the_end=_is_game,
    begins=(AT.leader, 0), first="leader",
    default_lineup=("counter", "block-when-light", "keep-options", "doubles-first"),
    stake=lambda rules: max(1, rules.contribution), ends=_ends,
    how_to_play=HOW_TO_PLAY, refused=refused,
)
