"""The report of Domino Euchre: its tables, sentences about them, and the sections of its page.

Every hand is dealt afresh and counts once, or once for each seat that was asked, so hands are the
independent trials. Where games are counted, games are the independent trials.
"""

from functools import partial
from itertools import product

import numpy as np

from reports.draw import style
from reports.draw.shapes import Cells, Dots
from reports.headlines import largest
from reports.page.document import GAMES, SEAT, Column, Picture, Row, Section, Table
from reports.results import game_report, shared_sections
from reports.results.game_report import SHARED_WIN
from reports.results.result import Result
from reports.results.shared_sections import section, who_wins
from reports.stats.estimates import Estimate, mean_of_trials, share_of_trials
from simulate.books.tally import Ints
from simulate.errors import listed
from simulate.games.euchre import rules
from simulate.games.euchre.kernel import unpack
from simulate.games.euchre.views import TRICKS
from simulate.games.game import chair, find_game

#: Where trump comes from: turned up and ordered, or named in the second round.
SOURCES = ("turned", "named")
SCORES = range(rules.GAME_POINTS)
#: What a hand is worth to those who made it: [alone, tricks].
WORTH = np.array([
    [-rules.EUCHRE_POINTS] * rules.POINT_TRICKS + [1] * (TRICKS - rules.POINT_TRICKS) + [match]
    for match in (rules.MATCH_POINTS, rules.LONE_MATCH_POINTS)])


def counts_of(result: Result) -> dict[str, Ints]:
    """Return the counts of a run by name."""
    return unpack(result.played.tally.counts, result.measures.seats)


def position_name(position: int, players: int) -> str:
    """Return what a position is called, counted from the dealer's left: eldest hand, second, ..."""
    return find_game("euchre").position_names(players)[position]


def made(hands: Ints) -> Row:
    """Return what came of hands counted by alone or not, and tricks: int64[2, 6]."""
    total, tricks = int(hands.sum()), hands.sum(axis=0)
    return {
        "hands": total, "points": mean_of_trials(WORTH, hands),
        "euchred": share_of_trials(int(tricks[:rules.POINT_TRICKS].sum()), total),
        "marched": share_of_trials(int(tricks[TRICKS]), total),
        "alone": share_of_trials(int(hands[1].sum()), total)}


def sides(result: Result) -> list[tuple[int, ...]]:
    """Return the seats of each side."""
    seats = result.measures.seats
    return [(0, 2), (1, 3)] if seats == 4 else [(seat,) for seat in range(seats)]


def side_named(result: Result, side: int) -> str:
    """Return a side by its players: ``hoyle (seat 0) and threshold (seat 2)``."""
    return listed([chair(result.measures.label(seat), seat) for seat in sides(result)[side]])


def first_side(result: Result) -> str:
    """Return what the first side is called: by its strategies, where these distinguish it."""
    own, *others = ({result.measures.label(seat) for seat in side} for side in sides(result))
    seats = sides(result)[0]
    if any(own & other for other in others):
        return side_named(result, 0)
    return f"{'the side of ' if len(seats) > 1 else ''}{listed(sorted(own))}"


def odds(result: Result, side: int, own: int, other: int) -> tuple[int, Estimate]:
    """Return the games that came through a score, and the share that the side won of them."""
    lost, won = (int(games) for games in counts_of(result)["scores"][side, own, other])
    return lost + won, share_of_trials(won, lost + won)


def _trump(result: Result) -> Section:
    """Return the section of the hands that each seat made, by turned or named trump."""
    measures = result.measures
    found = [[made(hands) for hands in of_seat]
             for of_seat in counts_of(result)["makers"][:measures.seats].sum(axis=1)]
    plot = Dots([measures.label_of_seat(seat) for seat in range(measures.seats)], {
        f"trump {source}": [of_seat[named]["points"] for of_seat in found]
        for named, source in enumerate(SOURCES)}, spread=0.14, neutral=0,
        height=style.height_for(measures.seats) + 0.3, xlabel="points to the maker, a hand made",
        title="What making trump is worth")
    table = Table.of("makers", "Hands made, by seat", (
        SEAT, Column("strategy"), Column("trump", "trump", "text", "text", "the trump suit"),
        Column("hands", "hands", "count", "hands", "made by this seat in this suit"),
        Column("points", "points", "signed", "points a hand made",
               "points made, less those of the others"),
        Column("euchred", "euchred"), Column("marched", "all five tricks"),
        Column("alone", "alone"),
    ), ({"seat": seat, "strategy": measures.label(seat), "trump": source, **own}
        for seat, of_seat in enumerate(found)
        for source, own in zip(SOURCES, of_seat, strict=True)))
    return Section("trump", "Turned and named trump", (), (Picture("trump", plot),), (table,))


def _scores(result: Result, note: str) -> Section:
    """Return the section of how often each side wins a game from every score."""
    found = {at: odds(result, *at) for at in product(range(len(sides(result))), SCORES, SCORES)}
    plot = Cells([[found[0, own, other][1] for other in SCORES] for own in SCORES], SCORES, SCORES,
                 1, height=4.0, scale=100, ylabel=f"points of {first_side(result)}",
                 xlabel="points of the others (the best of them)",
                 title="Games won from every score, %")
    table = Table.of("scores", "Games won from every score", (
        Column("seats", "side", "text", "text", "the seats that share a score"),
        Column("own", "own points", "count", "points", "their points"),
        Column("other", "others' points", "count", "points", "most points of another side"),
        GAMES, Column("won", "won", "share", "share of games", "of those games, won"),
    ), ({"seats": side_named(result, side), "own": own, "other": other, "games": games, "won": won}
        for (side, own, other), (games, won) in found.items()),
        "Each score that a finished game came through counts once.")
    return Section("scores", "The odds of winning, by score", (),
                   (Picture("scores", plot, note),), (table,))


def _sections(result: Result) -> tuple[Section, ...]:
    measures, both = result.measures, SHARED_WIN if len(sides(result)) > 2 else ""
    return (
        shared_sections.winnings(
            result, (who_wins(measures),), "Points a hand are less those made against the seat; "
            f"points made are not. {both}".strip(), len(sides(result)), both,
            ", less those made against it"),
        section(result, "making", "Making trump, and what comes of it", largest(
            measures.by_strategy(partial(measures.rate, "euchred")), measures.tally.sessions,
            "{who} {was} euchred most often, in {found} of {its} hands as maker.",
            "Nobody was euchred.",
            alone="A seat that makes trump is euchred in {found} of those hands.",
            nobody="Nobody made trump."),
                (Picture("making", shared_sections.rates(
                    result,
                    {"euchred": "euchred", "marched": "all five tricks", "alone": "alone"},
                    "What becomes of those who make trump",
                    "% of the hands that the seat made")),), "What each makes",
                "Euchred, all five tricks and alone are shares of the hands made."),
        _trump(result), _scores(result, both), shared_sections.table_section(result))


GAME = game_report.GameReport(
    sections=_sections, words="reports.games.euchre.typed",
    columns={
        "made": ("share of hands", "made trump"),
        "euchred": ("share of hands made", "made trump and won fewer than three tricks"),
        "marched": ("share of hands made", "made trump and won all five tricks"),
        "alone": ("share of hands made", "made trump and went alone"),
        "scored": ("points a hand", "points made, those of the others not taken off")})
