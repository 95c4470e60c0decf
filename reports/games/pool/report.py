"""The report of Domino Pool: its tables, sentences about them, and the sections of its page.

Every hand is dealt afresh and counts once, so hands are the independent trials.  Positions are
compared over the hands with all seats dealt in.
"""

from collections.abc import Sequence
from functools import partial
from typing import cast

import numpy as np

from reports.draw.shapes import Lines, Series
from reports.headlines import most_often, share, who_wins
from reports.page.document import HANDS, STRATEGY, Column, Picture, Row, Section, Table
from reports.results import game_report, shared_sections
from reports.results.game_report import MATTERS, Stakes, ValuedTable, alone
from reports.results.result import Result
from reports.results.shared_sections import section
from reports.stats.estimates import mean_of_trials, share_of_trials
from simulate.books.tally import Floats, Ints
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.games.pool.kernel import MOST_PIPS, SETS, TURNS, WINNERS, Counts, decode
from simulate.games.pool.rules import PoolRules
from simulate.games.pool.views import MOST_TURNS, SEATS

ENDINGS = ("domino", "blocked")
_POSITION, _HANDS_WON = Column("position", "position", "text"), Column("hands_won", "hands won")


def counts_of(result: Result) -> Counts:
    """Return the counts of a run by name."""
    return decode(result.played.tally.counts)


def position(result: Result, place: int) -> Row:
    """Return what a position is worth, counted from the leader."""
    seats, counts = result.measures.seats, counts_of(result)
    hands = int(counts.hands[seats].sum())
    by_set = result.played.tally.counts[WINNERS:TURNS].reshape(-1, 2, SETS)[seats].sum(axis=0)
    winners = np.arange(SETS)[:, None] >> np.arange(SEATS) & 1
    shares = winners[:, place] / np.maximum(winners.sum(axis=1), 1)
    return {
        "hands": hands,
        "hands_won": share_of_trials(int(counts.won[seats, :, place].sum()), hands),
        "share": mean_of_trials(shares, by_set),
        "worth": mean_of_trials(shares - 1 / seats, by_set),
        "pips": mean_of_trials(np.arange(MOST_PIPS), counts.pips[seats, place])}


def ending(result: Result, blocked: int) -> Row:
    """Return the hands that ended by domino (0) or blocked (1)."""
    counts = counts_of(result)
    hands = int(counts.hands[:, blocked].sum())
    return {
        "hands": hands, "share": share_of_trials(hands, int(counts.hands.sum())),
        "turns": mean_of_trials(np.arange(MOST_TURNS), counts.turns[:, blocked].sum(axis=0)),
        "tied": share_of_trials(int(counts.winners[:, blocked, 2:].sum()), hands)}


def _positions(result: Result) -> Table:
    """Return what each position is worth, whoever sits there."""
    return Table.of("positions", "By position", (
        _POSITION, HANDS, _HANDS_WON,
        Column("share", "share of the hand", "share", "share of a hand's pool",
               "what the place gets of what a hand pays"),
        Column("worth", "above an equal share", "share", "share of a hand's pool",
               "what the place gets above an equal share", with_error=True),
        Column("pips", "pips left", "amount"),
    ), ({"position": name, **position(result, place)}
        for place, name in enumerate(result.game.position_names(result.measures.seats))),
        "Hands with all seats dealt in; the share of a hand divides ties.")


def _placed(result: Result) -> Table:
    """Return how each strategy fares in each position."""
    measures = result.measures
    return Table.of("placed", "By strategy and position", (
        STRATEGY, _POSITION, HANDS, _HANDS_WON,
        Column("chips", "chips a hand", "signed", with_error=True),
    ), ({"strategy": measures.label(unit), "position": name,
         "hands": measures.tally.form(f"hands_at_{place}", measures.tally.units[unit]),
         "hands_won": measures.rate(f"hands_won_at_{place}", unit),
         "chips": measures.amount(f"value_at_{place}", unit)}
        for unit in measures.strategies
        for place, name in enumerate(result.game.position_names(measures.seats))))


def _endings(result: Result) -> Table:
    return Table.of("endings", "How hands end", (
        Column("ending", "ending", "text", "text", "how hands end"), HANDS,
        Column("share", "of all hands", "share", "share of hands", "that end so"),
        Column("turns", "turns", "amount", "turns a hand", "how many"),
        Column("tied", "tied", "share", "share of hands", "that several seats win"),
    ), ({"ending": name, **ending(result, blocked)} for blocked, name in enumerate(ENDINGS)))


def what_the_lead_is_worth(result: Result) -> str:
    """Return what the lead is worth: a part of the pool, or of the hands of a game hundred up."""
    found = position(result, 0)
    if not found["hands"]:
        return "No hand was dealt to all seats."
    # The pool of a game hundred up goes to its winner; a hand that is won keeps pips off the score.
    won = "wins" if result.is_game else "takes"
    what = "the hands" if result.is_game else "a pool"
    return f"The leader {won} {share(found['share'])} of {what} on average, ties divided."


def positions_plot(result: Result) -> Lines:
    """Return how often each strategy wins in each position."""
    measures = result.measures
    won = {measures.label(unit): [measures.rate(f"hands_won_at_{place}", unit)
                                  for place in range(measures.seats)]
           for unit in measures.strategies}
    return Lines(won, find_game("pool").position_names(measures.seats), 0.12, scale=100,
                 height=3.4 + 0.16 * len(won), neutral=100 / measures.seats,
                 xlabel="place, from the leader on", ylabel="hands won, %",
                 title="Hands won, by position")


def turns_plot(result: Result) -> Lines:
    """Return after how many turns hands end, by domino and blocked."""
    counts, shown = counts_of(result), dict[str, Series]()
    hands = int(counts.hands.sum())
    for blocked, name in enumerate(ENDINGS):
        ended = counts.turns[:, blocked].sum(axis=0)
        if len(at := np.flatnonzero(ended)):
            shown[name] = Series([share_of_trials(int(ended[turn]), hands) for turn in at], at)
    return Lines(shown, look={"markersize": 3.5, "capsize": 2, "linewidth": 0.8, "elinewidth": 1.2},
                 bottom=0, scale=100, height=3.6, xlabel="turns in a hand, passes included",
                 ylabel="hands, %", title="How long hands are")


def _sections(result: Result) -> tuple[Section, ...]:
    rules = cast("PoolRules", result.run.rules)
    chips = "With an equal share of what a session leaves in the pool."
    if result.is_game:
        chips = "What games leave in the pool is nobody's."
        if rules.star != "no":
            chips += (f" A star costs {how_many(rules.contribution, 'chip')}, which is taken off "
                      "the chips here.")
    return (
        # A game hundred up is what is played for: its pool goes to who wins it.
        shared_sections.winnings(result, (who_wins(result, games=result.is_game),), chips),
        section(result, "hands", "Hands won, and pips left", most_often(
            result, "hands_won", "A seat wins {share} of its hands.",
            "{who} won most hands, {share} of its own."),
                (Picture("hands_won", shared_sections.rates(
                    result, {"hands_won": "all", "dominoes": "by domino",
                             "blocked_won": "when blocked"},
                    "Hands won by a seat", "% of the seat's hands")),
                 Picture("pips", shared_sections.ranking(
                     result, partial(result.measures.amount, "pips"), "Pips left", "pips a hand",
                     fewest_first=True))), "How each ends its hands",
                "All are shares of the seat's hands; a hand that several seats win counts for "
                "each."),
        section(result, "positions", "What the lead is worth", what_the_lead_is_worth(result),
                (Picture("positions", positions_plot(result),
                         "A hand that several seats win counts for each."),),
                tables=(_positions(result), _placed(result))),
        section(result, "endings", "Domino or blocked, and how long it takes",
                f"{share(result.measures.session_rate('blocked'))} of the hands end blocked, the "
                "others by domino.", (Picture("turns", turns_plot(result)),),
                tables=(_endings(result),)),
        shared_sections.table_section(result))


def stakes(table: ValuedTable, seat: int, dealer: int, pool: int, score: Sequence[int]) -> Stakes:
    """Return chips, or the chance to win the game where a score is played for."""
    is_game = find_game(table.run.game).plays_to_the_end(table.run.rules)
    if not is_game or getattr(table.run.rules, "star", "no") == "may":
        # A seat that may star weighs a stake against the pool: it counts chips, to the end of the
        # game.
        pool = pool or len(table.run.players) * int(getattr(table.run.rules, "contribution", 0))
        return Stakes("chips", alone, MATTERS * pool, False)

    def worth(outcomes: Ints) -> Floats:
        winners = outcomes[:, :, 2]
        many = sum(winners >> other & 1 for other in range(len(table.run.players)))
        return (winners >> seat & 1) / np.maximum(many, 1)

    return Stakes("games", worth, MATTERS, True, of_result=alone)


GAME = game_report.GameReport(
    sections=_sections, words="reports.games.pool.typed", stakes=stakes,
    columns={
        "hands_won": ("share of hands", "won, a tie for each"),
        "dominoes": ("share of hands", "ended by playing the last tile"),
        "blocked_won": ("share of hands", "won when the line was blocked"),
        "pips": ("pips a hand", "left in hand at the end"),
        "chips_a_game": ("chips a game", "what is made")})
