"""What a report of Euchre opens with: what to call, the chart for the wall, going alone, the score.

The chart goes by cells, which are what ``study call`` tells apart: trumps, bowers, doubles besides,
a double turned up. A hand that is clicked is played out as it is."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations, islice
from typing import Any, NamedTuple

import numpy as np

from reports.charts import LEAST
from reports.draw.heatmaps import tint
from reports.draw.parts import Axes
from reports.games.euchre import decisions, report
from reports.games.euchre.charts import FILLS, by_place, paint
from reports.games.euchre.report import position_name
from reports.opening import asking
from reports.page.document import Card, Opening, Picture
from reports.results.plots import drawn
from reports.results.result import Result
from reports.results.shared_sentences import share
from reports.stats.estimates import share_of_trials
from reports.stats.move_values import MoveValues
from reports.studies.advise.decision_input import Table
from simulate.books.tally import Floats
from simulate.branch.limits import CLEAR, MOST_DEALS, Limits
from simulate.branch.pricing import Prices
from simulate.domino.tiles import HIGH, LOW, TILES, mask, members
from simulate.games.euchre.rules import EUCHRE_POINTS, LONE_MATCH_POINTS, MATCH_POINTS
from simulate.games.euchre.views import SEATS, TRICKS
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.euchre import forked_deals
from simulate.theory.euchre.auctions import Auctions, CallSolution, Node, nodes
from simulate.theory.euchre.win_chances import ScoreChances, ends_of, gain_of, win_chances
from strategies.euchre.solved import shipped

#: Letters of the moves, as the page has them: pass, call, alone.
LETTERS = "PCA"
#: How far each move is behind the best one, by its letter, with the standard error.
Margins = dict[str, tuple[float, float]]

# Good players, and their hands.


def solved_table(players: int) -> CallSolution:
    """Return the library's table: that of good players."""
    return next(one for one in shipped() if one.about["players"] == players)


def place(node: Node) -> str:
    """Return what the place of a node is called."""
    return position_name(node.position, node.players)


def cell_of(hand: int, turn_up: int, is_dealer: bool) -> int:
    """Return the cell of a hand (a set of five tiles) in the first round: below ``CELLS``. A dealer
    counts the turn-up, which would be taken up."""
    held = hand | 1 << turn_up if is_dealer else hand
    double = HIGH[turn_up] == LOW[turn_up] and not is_dealer
    return 2 * forked_deals.kind_of(held, int(HIGH[turn_up])) + int(double)


def moves_of(players: int, position: int, hand: int, turn_up: int) -> Floats:
    """Return with what chance good players make each move with a hand (float64[moves]) in the first
    round of a game, all before having passed."""
    cell = cell_of(hand, turn_up, position == players - 1)
    chances: Floats = solved_table(players).chances[0, position, cell]
    return chances


#: A hand is strong with so many trumps, counted as its cell counts them.
_STRONG_HAND = 3


def is_strong(cell: int) -> bool:
    """Tell whether the hands of a cell are strong."""
    return forked_deals.parts_of(cell // 2)[0] >= _STRONG_HAND


def dealt_hands(node: Node, strong: bool, seed: int) -> Iterator[tuple[int, int]]:
    """Yield hands (sets) and turn-ups at random: strong ones, or the others."""
    chance = np.random.default_rng(seed)
    while True:
        *tiles, turn_up = chance.permutation(TILES)[: TRICKS + 1].tolist()
        hand = mask(tiles)
        if is_strong(cell_of(hand, turn_up, node.position == node.players - 1)) == strong:
            yield hand, turn_up


def prices_of(table: Table, hand: int, turn_up: int, node: Node, limits: Limits) -> Prices:
    """Return what the calls of a hand are worth as ``advise`` prices them, all before passing."""
    return asking.advised(table, members(hand), turn_up, limits, node.position,
                          before=",".join(["pass"] * node.index)).prices


# What calls are worth by the cell of a hand.

#: The least and the most deals that are played out under every call.
DEALS = 4_000, 60_000
#: Hands that tell how far those of a cell differ, weak ones and as many strong ones, the deals for
#: each of them, and their seed.
HANDS, _OF_A_HAND, _SEED = 40, Limits(512, 512), 17


@dataclass(frozen=True)
class AtNode:
    """What moves are worth where a seat is asked, by the cell of its hand."""

    node: Node
    cells: MoveValues
    spread: Floats  #: how far hands of a cell differ: see ``spread_within_cells``

    def margins(self, cell: int, of_a_hand: bool = False) -> Margins:
        """Return how far each move is behind the best one on average, with the errors for one hand
        where they are those ``of_a_hand``; nothing if that is unknown."""
        if self.cells.count[cell] < LEAST:
            return {}
        best = int(self.cells.best[cell])
        found = {move: self.cells.margin(cell, best, move)
                 for move in range(self.cells.totals.shape[1]) if move != best}
        # Deals that all end alike do not tell how others scatter.
        if any(not one.se > 0 for one in found.values()):
            return {}
        apart = of_a_hand * self.spread[int(is_strong(cell)), best]
        return {LETTERS[best]: (0.0, float(apart[best]))} | {
            LETTERS[move]: (one.value, math.hypot(one.se, apart[move]))
            for move, one in found.items()}


@dataclass(frozen=True)
class GoodCalls:
    """How good players call at a table, and what each call is worth in games of a hundred."""

    run: Run
    table: Table  #: the same players, as ``advise`` prices their decisions where no seed is told
    deals: int  #: that were played out under every call
    nodes: tuple[AtNode, ...]  #: where a seat may be asked in the first round, in order

    @property
    def players(self) -> int:
        """Seats at the table; of four two are partners, and one of them may go alone."""
        return len(self.run.players)


def find_good_calls(
    run: Run, hands: int, jobs: int | None = None, progress: Progress = silent
) -> GoodCalls:
    """Play deals out under every call at a table of good players; after a run of few ``hands`` few
    deals are played here too."""
    own, deals = asking.good_table(run), min(max(hands // 40, DEALS[0]), DEALS[1])
    forked = forked_deals.fork_deals(
        own, deals, jobs=jobs, progress=lambda done: progress(done / deals, done))
    of, players = forked_deals.sides(len(own.players)), len(own.players)
    chances = win_chances(of, lambda score: ends_of(
        forked, forked_deals.calls_at(forked, score, jobs=jobs)))
    start, table, found = (0,) * of, Table(replace(own, seed=0)), []
    auctions = Auctions(forked, forked_deals.calls_at(forked, start, jobs=jobs),
                        asking.HUNDRED * chances.after([start])[0])
    for node in nodes(players)[:players]:
        # In the first round the order of the suits to name does not matter.
        asked = auctions.asked(node, forked_deals.thumb_order())
        cells = MoveValues.of(asked.cells, asked.worth, forked_deals.CELLS)
        found.append(AtNode(node, cells, spread_within_cells(table, node, cells)))
    return GoodCalls(own, table, deals, tuple(found))


def spread_within_cells(table: Table, node: Node, cells: MoveValues) -> Floats:
    """Return how far hands of one cell differ in what one move brings above another: float64[2,
    moves, moves], standard deviations in games of a hundred, of weak hands and of strong ones.
    That the numbers of the cells and of the hands have errors is taken away."""
    moves, is_dealer = cells.totals.shape[1], node.position == node.players - 1
    squares, hands = np.zeros((2, moves, moves)), np.zeros((2, 1, 1))
    for strong in range(2):
        for hand, turn_up in islice(dealt_hands(node, bool(strong), _SEED), HANDS):
            cell = cell_of(hand, turn_up, is_dealer)
            if cells.count[cell] < LEAST:
                continue
            hands[strong] += 1
            sums = prices_of(table, hand, turn_up, node, _OF_A_HAND).sums
            for i, j in combinations(range(moves), 2):
                of_cell = cells.margin(cell, i, j)
                apart = asking.HUNDRED * (sums.mean[i] - sums.mean[j]) - of_cell.value
                luck = of_cell.se**2 + (asking.HUNDRED * sums.error_of_deals(i, j))**2
                squares[strong, i, j] += apart**2 - luck
    squares += squares.transpose(0, 2, 1)
    spread: Floats = np.sqrt(np.maximum(squares, 0.0) / np.maximum(hands, 1))
    return spread


# The chart for the wall.

#: A call that is ahead by so many games of 100 has the full colour.
_STRONG, _FAINTEST = 12.0, 0.3


class CellCall(NamedTuple):
    """What the chart says of a cell."""

    calls: str  #: the letters of those that may be best on average, the nearest first
    clear: bool  #: whether the first is best with nearly every hand
    ahead: float  #: by how many games of 100 it beats the next on average


def may_be_best(said: Margins) -> list[str]:
    """Return the moves that are not surely behind another, the nearest first."""
    in_order = sorted(said, key=lambda letter: said[letter][0])
    return [letter for letter in in_order if said[letter][0] <= 0
            or said[letter][0] < CLEAR * said[letter][1]]


def cell_call(at: AtNode, cell: int) -> CellCall | None:
    """Return what the chart says of a cell, nothing where its hands are too rare."""
    said = at.margins(cell)
    if not said:
        return None
    of_a_hand = may_be_best(at.margins(cell, of_a_hand=True))
    return CellCall("".join(may_be_best(said)), len(of_a_hand) == 1,
                    sorted(behind for behind, _ in said.values())[1])


def _draw(axes: Axes, at: AtNode, rows: list[int], up: int) -> None:
    """Draw the cells of a place where a double is turned up, or none."""
    for y, row in enumerate(rows):
        for x in range(len(forked_deals.PLAIN_DOUBLES)):
            told = cell_call(at, 2 * (row * len(forked_deals.PLAIN_DOUBLES) + x) + up)
            if told is None:
                continue
            first = told.calls[0]
            ahead = f"{told.ahead:.0f}" if told.ahead >= 1 else "<1"
            if told.clear:
                strength = _FAINTEST + (1 - _FAINTEST) * min(1.0, told.ahead / _STRONG)
                paint(axes, x, y, tint(FILLS[LETTERS.index(first)], strength), first, ahead)
            elif len(told.calls) > 1:
                paint(axes, x, y, tint(FILLS[0], 0.0), "/".join(told.calls))
            else:
                paint(axes, x, y, tint(FILLS[0], 0.0), first.lower(), ahead)


def _wall(calls: GoodCalls) -> Card:
    """Return the chart of what good players call in the first round with every kind of hand."""
    alone = ", A order it up and go alone" if calls.players == SEATS else ""
    places = {at.node: at for at in calls.nodes}
    rows = sorted({cell // 2 // len(forked_deals.PLAIN_DOUBLES) for at in calls.nodes
                   for cell in range(forked_deals.CELLS) if at.margins(cell)})
    return Card(
        "order_up", "The chart for the wall",
        ("Find your seat and your trumps: the letter says what wins most among good players.",),
        Picture("opening_calls", lambda: by_place(
                    list(places), rows, (0, 1),
                    lambda axes, node, up: _draw(axes, places[node], rows, up),
                    "Order up or pass, among good players?",
                    "ahead by so many games of 100; small letter: as a rule; several: too close to "
                    "call"),
                "Among good players: find your seat, your trumps with bowers, and your other "
                "doubles. As dealer count the turn-up. P pass, C order it up"
                f"{alone}. The number: the games of 100 by which that beats the next best. A "
                "large letter: best with nearly every such hand. A small one: best as a rule, so "
                "click your tiles above. Several: too close to call, since zero is in the 95% "
                "interval; the best on average first. Empty: too rare. The left bower is the "
                "double of the next lower number (of blank trumps the double six).", wide=True),
        link="making", closer="study_call", wide=True, good=True)


# What is asked: pass, call, or go alone.

#: Hands that are priced to find one of a call, and how many times surer than others it has to be.
_TRIED, _SURER = 8, 2
#: Doubles that are no trumps, without a bower in the hand and with one, which is a double, too.
_DOUBLES = (("no double", "one double", "2 or more doubles"),
            ("no other double", "one other double", "2 or more other doubles"))
#: A score as ``advise`` is told it, from the eldest hand on: partners have the same points.
_EXAMPLE_SCORES = {2: "4,1", 3: "4,1,0", 4: "4,1,4,1"}
_HEARD = ("", ", after a pass", ", after two passes", ", after three passes")
#: How a hand can end: points to the maker, or with a minus to the others.
_POINTS = (-EUCHRE_POINTS, 0, 1, MATCH_POINTS, LONE_MATCH_POINTS)
#: Chances in the file of a solved table are so many parts of one.
_WHOLE = 255


def drawn_hand(table: Table) -> asking.DrawnHand:
    """Return a hand with which the eldest surely goes alone, if any, else one that calls or passes:
    of those that good players call so with."""
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
    """Return what a page needs to say what to call with any hand at a table of good players."""
    players = len(run.players)
    asked = {"P" * node.index: node for node in nodes(players)[:players]}
    # Of the library's table at the start of a game: the order of the suits to name, and the
    # chances of all calls but the last, by node and cell.
    solved, chances = solved_table(players), Table(run).once(ScoreChances)
    # What endings of the first hand are worth, as ``advise`` has it: by side and replica, a side's
    # chance to win by the maker's side and the points to it. The first replica is the chance, the
    # others leave out a part of the games that it was measured in.
    after = np.array([gain_of(chances.sides, maker, value)
                      for maker in range(chances.sides) for value in _POINTS])
    return asking.data_of(
        run, "call", "games of 100", MOST_DEALS, score=_EXAMPLE_SCORES[players],
        asked={passes: f"{place(node)}{_HEARD[node.position]}"
               for passes, node in asked.items()},
        names={passes: names_of(node) for passes, node in asked.items()},
        places=list(map(place, asked.values())),
        trumps=[decisions.suit_hand(kind) for kind in range(
            0, forked_deals.KINDS, len(forked_deals.PLAIN_DOUBLES))],
        doubles=_DOUBLES, letters=LETTERS if players == SEATS else LETTERS[:-1],
        lead_suit=getattr(run.rules, "lead_suit", ""),
        order=np.unique(solved.order, return_inverse=True)[1].tolist(),
        chances=np.rint(_WHOLE * solved.chances[0, :, :, :-1]).astype(int).tolist(),
        worth=[chances.replicas(after, players - 1, side).round(5).tolist()
               for side in range(chances.sides)])


def _hand(calls: GoodCalls) -> Card:
    hand = drawn_hand(calls.table)
    said = hand.told(
        list(names_of(calls.nodes[0].node).values()),
        "You are the eldest hand. With these five tiles {best}. Against good players that wins "
        "{margin} games of 100 more than {second}.",
        "You are the eldest hand: to {best} or to {second} is too close to call.")
    data = asking.at_tables(calls.table.run, calling_data, "lead_suit") | {
        "hand": hand.tiles, "turnUp": hand.turn_up, "opened": hand.behind}
    card = asking.card("euchre", "calling", "What should I call?", said, data, "making",
                       ("tricks.js",))
    return replace(card, closer="study_call")


# The players of the run.


def alone_or_not(result: Result) -> str:
    """Say what came of hands that were played alone, and of those with a partner."""
    hands = report.counts_of(result)["makers"].sum(axis=(0, 1, 2))
    if not hands.sum(axis=1).all():
        return "Nobody went alone." if hands[0].any() else "Nobody made trump with a partner."
    taken = [share_of_trials(int(tricks[TRICKS]), int(tricks.sum())) for tricks in hands]
    return (f"Those who went alone took all five tricks in {share(taken[1])} of hands. Those with "
            f"a partner did in {share(taken[0])}.")


def opening(
    result: Result, jobs: int | None = None, progress: Progress = silent
) -> Opening:
    """Return what a report opens with: deals of good players are played for it."""
    calls = find_good_calls(result.run, result.hands, jobs, progress)
    lead = Card(
        "lead", "Is this game still open?", (report.how_games_turn(result),),
        Picture("opening_scores", lambda: drawn(result.plot, "scores")),
        link="scores")
    alone = [Card(
        "alone", "Should I go alone?",
        (alone_or_not(result),
         f"All five tricks bring {LONE_MATCH_POINTS} points alone and {MATCH_POINTS} with a "
         "partner. The hands that go alone are the better ones."),
        Picture("opening_making", lambda: drawn(result.plot, "making")),
        link="making", closer="call_alone")] if calls.players == SEATS else []
    return Opening(
        (_hand(calls), _wall(calls), *alone, lead),
        lead="Five tiles and a turn-up: order it up, pass, or go alone? Click your own hand to see "
             "what good players do, practise until you know it, and look at the chart.")
