"""The report of Domino Pool: its tables, sentences about them, and the sections of its page.

Every hand is dealt afresh and counts once, so hands are the independent trials.  Positions are
compared over the hands with all seats dealt in.
"""

from collections.abc import Sequence
from functools import partial
from typing import cast

import numpy as np

from reports.draw.shapes import Lines, Series
from reports.headlines import largest, share
from reports.page.document import HANDS, STRATEGY, Column, Picture, Row, Section, Table
from reports.results import game_report, shared_sections
from reports.results.game_report import MATTERS, Stakes, ValuedTable, alone
from reports.results.result import Result
from reports.results.shared_sections import section, who_wins
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


def _lead(result: Result) -> Section:
    """Return the section of what each position is worth, and how each strategy fares there."""
    measures, places = result.measures, result.game.position_names(result.measures.seats)
    found = {name: position(result, place) for place, name in enumerate(places)}
    won = {unit: [measures.rate(f"hands_won_at_{place}", unit) for place in range(len(places))]
           for unit in measures.strategies}
    # The pool of a game hundred up goes to its winner; a hand that is won keeps pips off the score.
    takes = "wins {} of the hands" if result.is_game else "takes {} of a pool"
    first = found[places[0]]
    answer = (f"The leader {takes.format(share(first['share']))} on average, ties divided."
              if first["hands"] else "No hand was dealt to all seats.")
    plot = Lines({measures.label(unit): own for unit, own in won.items()}, places, 0.12, scale=100,
                 height=3.4 + 0.16 * len(won), neutral=100 / len(places),
                 xlabel="place, from the leader on", ylabel="hands won, %",
                 title="Hands won, by position")
    return Section("positions", "What the lead is worth", (answer,), (Picture(
        "positions", plot, "A hand that several seats win counts for each."),), (
        Table.of("positions", "By position", (
            _POSITION, HANDS, _HANDS_WON,
            Column("share", "share of the hand", "share", "share of a hand's pool",
                   "what the place gets of what a hand pays"),
            Column("worth", "above an equal share", "share", "share of a hand's pool",
                   "what the place gets above an equal share", with_error=True),
            Column("pips", "pips left", "amount"),
        ), ({"position": name, **own} for name, own in found.items()),
            "Hands with all seats dealt in; the share of a hand divides ties."),
        Table.of("placed", "By strategy and position", (
            STRATEGY, _POSITION, HANDS, _HANDS_WON,
            Column("chips", "chips a hand", "signed", with_error=True),
        ), ({"strategy": measures.label(unit), "position": name,
             "hands": measures.tally.form(f"hands_at_{place}", measures.tally.units[unit]),
             "hands_won": own[place], "chips": measures.amount(f"value_at_{place}", unit)}
            for unit, own in won.items() for place, name in enumerate(places)))))


def _endings(result: Result) -> Section:
    """Return the section of how hands end, by domino or blocked, and after how many turns."""
    counts, shown = counts_of(result), dict[str, Series]()
    hands = int(counts.hands.sum())
    for blocked, name in enumerate(ENDINGS):
        ended = counts.turns[:, blocked].sum(axis=0)
        if len(at := np.flatnonzero(ended)):
            shown[name] = Series([share_of_trials(int(ended[turn]), hands) for turn in at], at)
    plot = Lines(shown, look={"markersize": 3.5, "capsize": 2, "linewidth": 0.8, "elinewidth": 1.2},
                 bottom=0, scale=100, height=3.6, xlabel="turns in a hand, passes included",
                 ylabel="hands, %", title="How long hands are")
    table = Table.of("endings", "How hands end", (
        Column("ending", "ending", "text", "text", "how hands end"), HANDS,
        Column("share", "of all hands", "share", "share of hands", "that end so"),
        Column("turns", "turns", "amount", "turns a hand", "how many"),
        Column("tied", "tied", "share", "share of hands", "that several seats win"),
    ), ({"ending": name, **ending(result, blocked)} for blocked, name in enumerate(ENDINGS)))
    often = share(result.measures.session_rate("blocked"))
    return Section("endings", "Domino or blocked, and how long it takes",
                   (f"{often} of the hands end blocked, the others by domino.",),
                   (Picture("turns", plot),), (table,))


def _sections(result: Result) -> tuple[Section, ...]:
    rules, measures = cast("PoolRules", result.run.rules), result.measures
    chips = "With an equal share of what a session leaves in the pool."
    if result.is_game:
        chips = "What games leave in the pool is nobody's."
        if rules.star != "no":
            chips += (f" A star costs {how_many(rules.contribution, 'chip')}, which is taken off "
                      "the chips here.")
    return (
        # A game hundred up is what is played for: its pool goes to who wins it.
        shared_sections.winnings(result, (who_wins(measures, games=result.is_game),), chips),
        section(result, "hands", "Hands won, and pips left", largest(
            measures.by_strategy(partial(measures.rate, "hands_won")), measures.tally.sessions,
            "{who} won most hands, {found} of {its} own.", "Nobody won a hand.",
            alone="A seat wins {found} of its hands."),
                (Picture("hands_won", shared_sections.rates(
                    result, {"hands_won": "all", "dominoes": "by domino",
                             "blocked_won": "when blocked"},
                    "Hands won by a seat", "% of the seat's hands")),
                 Picture("pips", shared_sections.ranking(
                     result, partial(measures.amount, "pips"), "Pips left", "pips a hand",
                     fewest_first=True))), "How each ends its hands",
                "All are shares of the seat's hands; a hand that several seats win counts for "
                "each."),
        _lead(result), _endings(result),
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
