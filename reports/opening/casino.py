"""What a report of Casino opens with: which tile to bet, and when."""

from dataclasses import replace
from typing import Any

from reports.games.casino.decisions import bets
from reports.opening import asking
from reports.page.document import Card, Opening
from reports.results.game_report import ValuedTable
from reports.results.result import Result
from reports.studies.advise.decision_input import read_limits
from simulate.domino.tiles import TILES, name, parse
from simulate.games.casino.rules import HOLDS
from simulate.games.game import find_game
from simulate.runs.run import Progress, Run, silent
from strategies.casino.odds import PotChaser

# What is asked: which tile to bet first, and later.

#: The most deals of a bet: bets are close, and fewer leave most of them undecided.
MOST_DEALS = 1 << 20
#: What the later card opens with, by the number of players: the rounds told, as ``advise`` reads
#: them, and the tiles that the first roller holds; the pot is fat, and one tile is surely best.
OPENS_WITH = {
    2: ("2-0 3-0 / 2 5; 1-0 6-0 / 6 6; 5-0 2-2 / 1 6; 3-1 6-6 / 2 5; 4-3 2-1 / 1 3; 6-3 3-2 / 2 4; "
        "5-4 4-1 / 2 6; 6-4 5-2 / 6 1; 5-1 6-2 / 3 5; 5-3 3-3 / 2 1; 6-1 4-2 / 5 2",
        "6-5 5-5 1-1"),
    3: ("5-0 1-1 1-0 / 3 4; 6-2 4-4 3-1 / 3 5; 4-1 2-1 3-0 / 5 5; 6-3 3-2 5-3 / 4 2; "
        "6-5 4-3 5-4 / 1 4; 5-1 5-2 6-1 / 6 5", "6-4 2-0 0-0"),
    4: ("6-0 5-0 1-1 0-0 / 4 1; 2-0 6-1 4-2 2-2 / 4 4; 4-1 2-1 5-1 3-1 / 2 2", "6-6 3-3 3-0"),
    5: ("4-0 1-0 0-0 1-1 6-6 / 3 3; 2-1 3-0 4-3 3-3 4-2 / 6 5; 3-2 3-1 5-2 5-3 5-1 / 4 2",
        "6-0 5-5"),
}
_ANSWER = ("Click what was bet and what the dice showed, round by round, and what you hold. This "
           "page then deals the others the tiles that they can have. It plays every tile of yours "
           "out, and shows which wins most games.")

#: How many deals the page, and the command that it names, play out at most.
DEALS_OPTION = f" --deals {MOST_DEALS}"


def _data(table: Run, **own: Any) -> dict[str, Any]:
    """Return what the scripts read of a table."""
    return asking.data_of(
        table, "bet", "games of 100", MOST_DEALS, DEALS_OPTION, brings="wins",
        rounds=TILES // len(table.players), fat=PotChaser.parameters["fat"].default, **own)


def betting_card(table: Run) -> Card:
    """Return the card where a first hand is clicked, and practised."""
    valued = ValuedTable(table)
    drawn = asking.clear_hand(valued, HOLDS)
    # On as many deals as the page plays out.
    hand = asking.advised(valued, map(parse, drawn.tiles), limits=read_limits(MOST_DEALS))
    sentence = hand.sentence([name(tile) for tile in hand.prices.answers], " games of 100", "bet ")
    return asking.card("casino", "betting", "Which tile should I bet first?",
                       f"The first round, and an empty pot. {sentence}",
                       asking.at_tables(table, _data) | {"hand": hand.tiles, "tiles": HOLDS},
                       "tiles")


def later_card(table: Run) -> Card:
    """Return the card that answers in any round: of each the tiles bet, by place, and the dice."""
    def read(table: Run) -> dict[str, Any]:
        rounds, hand = OPENS_WITH[len(table.players)]
        history = [parse(word) if "-" in word else int(word)
                for word in rounds.replace(";", " ").replace("/", " ").split()]
        places = find_game(table.game).position_names(len(table.players))
        return _data(table, places=places, history=history, hand=hand.split())

    return asking.card("casino", "later", "Which tile should I bet now?", _ANSWER,
                       asking.at_tables(table, read), "pot")


#: Every bet of good players is tried in one game for so many of the run, at least and at most.
TRIED = 5, 2_000, 16_000


def chart_card(table: Run, games: int, jobs: int | None, progress: Progress) -> Card:
    """Return the chart of what good players' bets are worth, by the kind of tile and when."""
    decision = bets(table)
    return asking.wall_card(
        table, replace(decision, buckets={"when": decision.buckets["when"]}), "when", games, TRIED,
        lambda found: "On the left is when you bet: by pot, part of the game, lead, or tiles still "
        "out. Bet the tile with the largest number. k-0 is a tile with one blank.",
        "Games of 100 won more, or fewer",
        "Games of 100 that a bet wins more (blue) or fewer (orange) than the hand's other "
        "tiles, with half of the interval, among good players. Empty: too rare.",
        "tiles", "bet_when", jobs, progress)


def opening(result: Result, jobs: int | None = None, progress: Progress = silent) -> Opening:
    """Return what a report opens with: bets of good players are tried for it."""
    table = asking.good_table(result.run, hands=None, seed=0)  # as a command that names no seed
    return Opening(
        (betting_card(table), later_card(table),
         chart_card(table, result.hands, jobs, progress)),
        lead="Three tiles in hand and one secret bet a round: which tile, and when? Click your "
             "first hand, or practise. The chart shows when each kind of tile is bet best.")
