"""Domino Loo as a game of the engine, and what Rounce has of it."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from simulate.books.books import Books, Figure
from simulate.books.tally import Ints, Tally
from simulate.games import game as games
from simulate.games.game import Antes, Columns, Game, HandEnds
from simulate.games.loo import kernel
from simulate.games.loo.events import begun, record
from simulate.games.loo.rules import GAME_POINTS, HOW_TO_PLAY, LOOED_POINTS, LooRules, RounceRules
from simulate.games.loo.views import ACTIONS, AT, FOR_POOL, SEATS, TRICKS, Declaring, Playing
from simulate.games.loo.words import LOO as WORDS
from simulate.games.loo.words import Words, refused, tell_end, tell_play
from simulate.games.rules import PENALTY_KINDS
from simulate.machine.table import view_entries

#: What must be known of a hand.
ENTRIES = {"tricks": (AT.tricks, 1), "seats_in": (AT.seats_in, 1), "action": (AT.action, SEATS)}


def _by_position(hands: Columns) -> tuple[Ints, Ints, Ints]:
    """Return tricks won, and who stayed in and who of them played for the pool."""
    position = np.arange(SEATS)
    won = hands["tricks"][:, None] >> 4 * position & 7
    stayed = hands["seats_in"][:, None] >> position & 1
    return won, stayed, stayed * (hands["action"] == FOR_POOL)


def _made(hands: Columns) -> Ints:
    """Return the fifths of the pool that positions made: tricks, less five for the looed."""
    won, stayed, for_pool = _by_position(hands)
    return (stayed - for_pool) * np.where(won > 0, won, -TRICKS)


def _whole(hands: Columns) -> Ints:
    """Return 1 for hands of a dealer whom everybody left alone."""
    _, stayed, _ = _by_position(hands)
    return (stayed * (hands["action"] == 0)).max(axis=1)


def ends_in_points(rules: LooRules | RounceRules) -> HandEnds:
    """Return how hands end in points: the looed lose as many as there are tricks."""
    return HandEnds(ENTRIES, _made, TRICKS, whole=_whole, points=LOOED_POINTS)


def ends(rules: LooRules) -> HandEnds:
    """Return how hands end."""
    if _in_points(rules):
        return ends_in_points(rules)
    emptied = (f"A pool of fewer than {rules.empty_below} chips, too few to pay a trick, counts as "
               "empty: everybody antes again." if rules.empty_below > 1 else
               "Only a pool of nothing is empty under these rules. Fewer chips than a trick takes "
               "stay, the dealer alone adds to them, and the cycle goes on.")
    return HandEnds(
        ENTRIES, _made, TRICKS, Antes(rules.ante, rules.dealer_ante, rules.dealer_top_up), _whole,
        rules.empty_below, rules.escalation_limit, pools=(AT.pool, AT.pool_next),
        of="one for every seat looed, a fifth for each trick of a dealer who plays for the pool",
        emptied=emptied)


_TRICKS = range(6)
_STAYED = ("play", "miss")


def _hands(actions: Iterable[str], tricks: Iterable[int] = _TRICKS) -> list[str]:
    """Return the counts of the hands with one of these declarations and tricks."""
    return [f"{action}_{t}" for action in actions for t in tricks]


def _forms() -> dict[str, list[str]]:
    """Return the numbers of a seat that reports are made of."""
    declared = tuple(ACTIONS.values())
    staying = ("none", "play", "miss", "for_pool")
    return {
        "hands": _hands(("none", *declared)),
        "declared": _hands(declared),
        **{key: _hands([action]) for key, action in _DECLARED.items()},
        "stayed": _hands(staying),
        "at_risk": _hands(_STAYED),
        "looed": _hands(_STAYED, [0]),
        "looed_play": _hands(["play"], [0]),
        "looed_miss": _hands(["miss"], [0]),
        "some_trick": _hands(staying, range(1, 6)),
        **{f"tricks_{t}": _hands(staying, [t]) for t in _TRICKS},
        "value": ["value"],
        "games_won": ["games_won"],
        "credited": ["credited"],
    }


_DECLARED = {"played": "play", "missed": "miss", "dropped": "drop", "for_pool": "for_pool"}


def _figures(words: Words) -> tuple[Figure, ...]:
    """Return the figures of a seat, in the order of their columns."""
    declared, tricks, looed = "declarations", "tricks", words.looed
    after_miss = f"{looed} after a {words.miss}"
    return (
        Figure("hands", "hands", title="hands", kind="count", section=declared),
        Figure("played", "played", "declared", "played", section=declared),
        Figure("missed", "missed", "declared", words.missed, section=declared),
        Figure("dropped", "dropped", "declared", "dropped", section=declared, rare=True),
        Figure("for_pool", "for_pool", "declared", "for pool", section=declared, rare=True),
        Figure("looed", "looed", "hands", f"{looed}, of all hands", section=declared),
        Figure("looed_play", "looed_play", "played", f"{looed} after playing", section=declared),
        Figure("looed_miss", "looed_miss", "missed", after_miss, section=declared),
        Figure("looed_staying", "looed", "at_risk", table=""),
        Figure("some_trick", "some_trick", "hands", "at least one trick", section="winnings"),
        Figure("all_tricks", "tricks_5", "hands", "all five tricks", section="winnings"),
        Figure("some_trick_staying", "some_trick", "stayed", table=""),
        Figure("{unit}", title="{unit} a hand", kind="value", section="winnings"),
        Figure("games_won", "games_won", title="games won", kind="won", section="winnings",
               only="games"),
        Figure("net", "value", "hands", "net a hand", "chips", section="winnings",
               only="sessions"),
        Figure("sd", title="standard deviation", kind="spread", section="winnings"),
        Figure("skew", title="skew", kind="skew", section="winnings"),
        Figure("hands_in", "stayed", title="hands in", kind="count", table=tricks, section=tricks),
        *(Figure(f"tricks_{t}", f"tricks_{t}", "stayed", "1 trick" if t == 1 else f"{t} tricks",
                 table=tricks, section=tricks) for t in _TRICKS),
    )


_OF_THE_TABLE = (
    Figure("walkovers", "walkovers", "hands", "share of hands"),
    Figure("escalated", "escalated", "sessions", "share of sessions", only="sessions"),
    Figure("unfinished", "unfinished", "sessions", "share of games", only="games"),
    Figure("length", "hands", "sessions", "a {session}", kind="mean"),
    Figure("pool", "pool_sum", "hands", kind="chips", table=""),
    Figure("left", "left", "sessions", "chips in the pool after a {session}", "chips", table=""),
)


def books(words: Words) -> Books:
    """Return the books, whose figures have titles in the game's own words."""
    actions = {0: "none", **ACTIONS}
    counted = [
        f"{actions[k // 8]}_{k % 8}" if k % 8 in _TRICKS else f"unused_{k}"
        for k in range(kernel.OUTCOMES)
    ]
    return Books(
        session=kernel.SESSION_FIELDS, seat=(*counted, "value", "games_won", "credited"),
        counts=kernel.COUNTS, forms=_forms(), figures=_figures(words),
        session_figures=_OF_THE_TABLE, value="value", hands="hands", credited="credited",
        pool="pool_sum", left="left", largest="max_pool",
    )


_BEFORE, _AT_TILES = view_entries(Declaring, AT), view_entries(Playing, AT)
#: Views of the five decisions of a seat.
DECISIONS = {
    "declare": _BEFORE, "take_turn_up": _BEFORE, "keep_after_miss": _BEFORE,
    "lead": _AT_TILES, "follow": _AT_TILES,
}


def lay_tricks(row: Ints, rules: LooRules | RounceRules, players: int) -> None:
    """Write into a table's row what Loo and Rounce have in common."""
    row[AT.seats] = players
    row[AT.lead_trump_min] = rules.lead_trump_min
    row[AT.must_trump] = rules.must_trump


def lay_points(row: Ints) -> None:
    """Write into a table's row that points are played for; the pool is five tricks in views."""
    row[AT.points_game] = 1
    row[AT.pool] = row[AT.penalty] = LOOED_POINTS


def _lay_table(row: Ints, rules: LooRules, players: int) -> None:
    """Write the rules of Loo into a table's row."""
    lay_tricks(row, rules, players)
    penalty = rules.penalty_parts
    row[AT.penalty_kind] = PENALTY_KINDS.index(penalty.kind)
    row[AT.penalty_chips], row[AT.penalty_a_seat] = penalty.chips, penalty.a_seat
    for option in ("ante", "dealer_ante", "dealer_top_up", "empty_below", "escalation_limit"):
        row[getattr(AT, option)] = getattr(rules, option)
    row[AT.bankroll] = rules.bankroll or 0
    if _in_points(rules):
        lay_points(row)
    else:
        row[AT.penalty_limit] = penalty.limit(players)


def _in_points(rules: LooRules) -> bool:
    return rules.scoring == "points"


def _by_seat(tally: Tally, value: str, *more: str) -> list[dict[str, Any]]:
    """Return the exact counts of each seat; ``value`` is what its chips or points are called."""
    return [
        {
            **{name: tally.form(name, [seat]) for name in (*_DECLARED, "looed")},
            "tricks": [tally.form(f"tricks_{t}", [seat]) for t in _TRICKS],
            value: tally.form("value", [seat]),
            **{name: tally.form(name, [seat]) for name in more},
        }
        for seat in range(len(tally.labels))
    ]


def summary_in_points(tally: Tally, rules: LooRules | RounceRules) -> games.Summary:
    """Return the exact counts of a run in points."""
    table = {name: tally.session_total(name) for name in ("walkovers", "unfinished")}
    return table, _by_seat(tally, "points", "games_won")


def _summary(tally: Tally, rules: LooRules) -> games.Summary:
    """Return the exact counts of a run of Loo."""
    if _in_points(rules):
        return summary_in_points(tally, rules)
    table: dict[str, Any] = {name: tally.session_total(name) for name in ("walkovers", "escalated")}
    table["pool"] = {
        "mean": tally.session_total("pool_sum") / tally.session_total("hands"),
        "max": tally.session_total("max_pool"),
        "left": tally.session_total("left"),
    }
    return table, _by_seat(tally, "net")


GAME = Game(
    name="loo", title="Domino Loo", seats=(2, 4), rules_class=LooRules, row=AT,
    decisions=DECISIONS, kernel=kernel.play_sessions, books=books(WORDS),
    lay_table=_lay_table, hand=kernel.play_dealt,
    record=record, begun=begun, tell_play=tell_play, tell_end=tell_end, summary=_summary,
    unit=lambda rules: str(rules.scoring), plays_to_the_end=_in_points,
    begins=(AT.dealer, 1), first="eldest hand", last="dealer",
    default_lineup=("banker", "cautious", "bold", "book"), points=lambda rules: GAME_POINTS,
    stake=lambda rules: 1 if _in_points(rules) else int(rules.ante or rules.dealer_ante),
    ends=ends, how_to_play=HOW_TO_PLAY, refused=refused, action_words=WORDS.action_words,
    actions={0: "none", **ACTIONS},
)
