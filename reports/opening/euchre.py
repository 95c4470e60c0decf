"""What a report of Euchre opens with: what to call, and the chart for the wall.

The chart goes by trumps, bowers, doubles besides, and a double turned up. A hand that is clicked is
played out as it is."""

from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from reports.games.euchre import decisions
from reports.games.euchre.report import position_name
from reports.opening import asking
from reports.page.document import Card, Opening
from reports.results.game_report import ValuedTable, race_of
from reports.results.result import Result
from simulate.books.tally import CLEAR, Floats
from simulate.branch.limits import MOST_DEALS
from simulate.domino.tiles import HIGH, LOW, mask
from simulate.games.euchre.rules import EUCHRE_POINTS, LONE_MATCH_POINTS, MATCH_POINTS
from simulate.games.euchre.views import SEATS, TRICKS
from simulate.runs.run import Progress, Run, silent
from simulate.theory.euchre import forked_deals
from simulate.theory.euchre.auctions import Node, gains_of, nodes
from simulate.theory.solution_file import Solution
from strategies.euchre.solved import shipped

#: Letters of the moves, as the page has them: pass, call, alone.
LETTERS = "PCA"


def solved_table(players: int) -> Solution:
    """Return the library's table: that of good players."""
    return next(one for one in shipped() if one.about["players"] == players)


def moves_of(players: int, position: int, hand: int, turn_up: int) -> Floats:
    """Return the chance of each move of good players with a hand (float64[moves]) in a game's first
    round, after passes. A dealer counts the turn-up."""
    is_dealer = position == players - 1
    double = HIGH[turn_up] == LOW[turn_up] and not is_dealer
    kind = forked_deals.kind_of(hand | 1 << turn_up if is_dealer else hand, int(HIGH[turn_up]))
    chances: Floats = solved_table(players).chances[0, position, 2 * kind + int(double)]
    return chances


# What is asked: pass, call, or go alone.

#: Hands that are priced to find one of a call, and how many times surer than others it has to be.
_TRIED, _SURER = 8, 2
#: Doubles that are no trumps, without a bower in the hand and with one, which is a double, too.
_DOUBLES = (("no double", "one double", "2 or more doubles"),
            ("no other double", "one other double", "2 or more other doubles"))
#: A score as ``advise`` takes it, from the eldest hand on: partners have the same points.
_EXAMPLE_SCORES = {2: "4,1", 3: "4,1,0", 4: "4,1,4,1"}
_HEARD = ("", ", after a pass", ", after two passes", ", after three passes")
#: How a hand can end: points to the maker, or with a minus to the others.
_POINTS = (-EUCHRE_POINTS, 0, 1, MATCH_POINTS, LONE_MATCH_POINTS)
#: Chances in the file of a solved table are so many parts of one.
_WHOLE = 255


def drawn_hand(table: ValuedTable) -> asking.DrawnHand:
    """Return a hand with which the eldest surely goes alone, else calls, else passes."""
    players, looked = len(table.run.players), list(asking.hands_looked_at(TRICKS))
    likely = [moves_of(players, 0, mask(tiles), up).argmax() for tiles, up in looked]
    tried = (asking.advised(table, *hand) for wanted in reversed(range(len(LETTERS)))
             for hand in islice((one for one, move in zip(looked, likely, strict=True)
                                 if move == wanted), _TRIED))
    return asking.draw_hand(tried, lambda prices: all(
        gap > _SURER * CLEAR * se for gap, se in map(prices.behind, prices.order[1:])))


def names_of(node: Node) -> dict[str, str]:
    """Return what the moves at a node are called, by letter."""
    make = "pick it up" if node.position == node.players - 1 else "order it up"
    return dict(zip(LETTERS, ("pass", make, f"{make} alone"), strict=True))


def calling_data(run: Run) -> dict[str, Any]:
    """Return what a page needs to answer what to call with any hand at a table of good players."""
    players = len(run.players)
    places = [position_name(p, players) for p in range(players)]
    asked = {"P" * node.index: node for node in nodes(players)[:players]}
    # Of the library's table at the start of a game: the order of the suits to name, and the
    # chances of all calls but the last, by node and cell.
    solved, chances = solved_table(players), ValuedTable(run).once(race_of)
    many = forked_deals.sides(players)
    # What endings of the first hand are worth, as ``advise`` has it: by side and replica, a side's
    # chance to win by the maker's side and the points to it. The first replica is the chance, the
    # others leave out a part of the games that it was measured in.
    after = gains_of(many).reshape(many, -1, many)[
        :, np.add(_POINTS, forked_deals.MOST_POINTS)].reshape(-1, many)
    return asking.data_of(
        run, "call", "games of 100", MOST_DEALS, score=_EXAMPLE_SCORES[players],
        asked={passes: f"{places[node.position]}{_HEARD[node.position]}"
               for passes, node in asked.items()},
        names={passes: names_of(node) for passes, node in asked.items()},
        places=places,
        trumps=[decisions.suit_hand(kind) for kind in range(
            0, forked_deals.KINDS, len(forked_deals.PLAIN_DOUBLES))],
        doubles=_DOUBLES, letters=LETTERS if players == SEATS else LETTERS[:-1],
        lead_suit=getattr(run.rules, "lead_suit", ""),
        order=np.unique(solved["order"], return_inverse=True)[1].tolist(),
        chances=np.rint(_WHOLE * solved.chances[0, :, :, :-1]).astype(int).tolist(),
        worth=[chances.replicas(after, 0, side).round(5).tolist() for side in range(many)])


def _hand(table: ValuedTable) -> Card:
    hand = drawn_hand(table)
    text = hand.sentence([*names_of(nodes(len(table.run.players))[0]).values()], " games of 100")
    data = asking.at_tables(table.run, calling_data, "lead_suit") | {
        "hand": hand.tiles, "turnUp": hand.turn_up, "opened": {"behind": hand.behind}}
    card = asking.card("euchre", "calling", "What should I call?",
                       f"You are the eldest hand. {text}", data, "making",
                       ("tricks.js", "chart.js"))
    return replace(card, closer="study_call")


_CHART = (
    "Your trumps are on the left, your other doubles at the top. A divided cell shows how often "
    "good players make each call when a game begins. Its lower part is for a double turned up. A "
    "dealer counts the turn-up. A cell is empty where such hands are hardly ever dealt. The left "
    "bower is the double of the next lower number, of blank trumps the double six.")


def opening(result: Result, jobs: int | None = None, progress: Progress = silent) -> Opening:
    """Return what a report opens with: one hand is priced, so quickly that one worker does it."""
    table = ValuedTable(asking.good_table(result.run, seed=0))
    return Opening(
        (_hand(table), asking.chart_card(_CHART, "making", closer="study_call")),
        lead="Five tiles and a turn-up: order it up, pass, or go alone? Click your own hand to see "
             "what good players do, practise until you know it, and look at the chart.")
