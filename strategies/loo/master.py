"""A player who looks ahead from the tables: deals are imagined and played to the end by them.

An action is valued by the tables and by what it makes on the deals that a seat imagines, where all
seats go on as ``solved``.  Few deals are little evidence and the tables err by little, so the
tables count like some deals more (a normal prior; Gelman et al., "Bayesian Data Analysis", section
2.5).  All actions are played on the same deals.

It looks ahead where that pays: at the tiles to keep after a miss, and at the last three tricks.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from simulate.domino import tricks as domino
from simulate.domino.tile_sets import count, lowest
from simulate.domino.trick_kit import next_in
from simulate.games.loo.views import SEATS, TRICKS, Declaring, Playing
from simulate.machine.compiling import helper, inlined
from simulate.machine.table import room_for
from strategies.base import AtTable, Parameter
from strategies.loo import imagined_deals
from strategies.loo.base import LooStrategy
from strategies.loo.imagined_deals import RIVALS
from strategies.loo.skills import learned_play as learned
from strategies.loo.skills.learned_play import ANSWERS, FIVES
from strategies.loo.skills.situations import AFTER_MISS, AtTiles, before_of, table_of
from strategies.loo.solved import Solved, declare_by_races, shipped_chart, table_for
from strategies.skills import keep_close

#: An action this much of the pool behind the best, times the root of the deals to come, is dropped.
#: After a miss at Loo (two and four players) twice as much takes 1.8 times as long, and wins .37 +-
#: .05 and .24 +- .04% of the pool instead of .27 +- .04 and .23 +- .04.
_BEHIND = 0.1
#: The trick at which it begins to look ahead, from 0. From the first one on it took 2.7 and 2.4
#: times as long, and won .42 +- .05 and .20 +- .03 instead of .33 +- .04 and .13 +- .03.
_AHEAD_FROM = 2
#: The part of the trust that is left after a miss, where the tables err by more.
_TRUST_AFTER_MISS = 0.5


@inlined
def at_the_opening(view: Any, declared: imagined_deals.Contenders, five: int) -> Playing:
    """Return what a seat that keeps five tiles after a miss knows at the first lead."""
    seats_in = declared.stayed | declared.missed
    face_up = 0 if declared.turn_up_taken else 1 << view.turn_up
    return Playing(
        five, five, view.trump, view.turn_up, declared.turn_up_taken, view.seats, view.players,
        view.position, seats_in, declared.missed, seats_in & (seats_in - 1), 0, -1, -1, -1,
        0, 0, 0, 0, 0, view.discarded | view.hand ^ five | face_up, 0, TRICKS, 0, declared.for_pool,
        view.pool, view.penalty, view.must_trump, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, view.word)


@helper
def made_of(seen: Any, tricks: int) -> int:
    """Return the chips above the mean of all seats dealt in, times these."""
    share, made, looed = seen.pool // TRICKS, 0, 0
    selfish = seen.seats_in & ~(seen.for_pool << seen.players - 1)
    for p in range(SEATS):
        won = tricks >> 4 * p & 7
        if selfish >> p & 1:
            made += share * won * seen.players * int(p == seen.position)
            looed |= int(won == 0) << p
        else:
            made += share * won
    return made + seen.penalty * (count(looed) - seen.players * (looed >> seen.position & 1))


@helper
def _answer(turn: AtTiles, chart: Any) -> int:
    """Return what a seat plays by the tables, as a lead is announced: the only action if it is."""
    answer = -1
    if turn.led < 0:
        answer = domino.only_lead(domino.plain(turn.trump), turn.legal)
    elif turn.legal & (turn.legal - 1) == 0:
        answer = domino.announce(lowest(turn.legal), turn.led)
    return answer if answer >= 0 else learned.best_answer(turn, chart)


@helper
def play_on(seen: Any, chart: Any, dealt: Any, answer: int, oblige: int) -> int:
    """Take an action and let all seats play the hand to its end by the tables; see ``made_of``.
    ``dealt`` (int64[SEATS]): the hands of the others. ``answer``: -1 lets the eldest hand open,
    which ``oblige`` trumps oblige to lead one. A rival knows of no tile out of play but a turn-up
    that nobody took."""
    order, trumps, held = domino.plain(seen.trump), domino.TRUMPS[seen.trump], room_for(SEATS)
    for p in range(SEATS):
        held[p] = seen.hand if p == seen.position else dealt[p]
    to_come, led, winning, winner = seen.to_come, seen.led, seen.winning, seen.winner
    tricks, played, voids, trick = seen.tricks, seen.played, seen.voids, seen.trick
    p = seen.position if answer >= 0 else lowest(seen.seats_in)
    face_up = 0 if seen.turn_up_taken else 1 << seen.turn_up
    while True:
        hand = held[p]
        suit = domino.suit_of(order, led) if led >= 0 else 0
        legal = domino.leads(hand, trumps, 1 if trick else oblige) if led < 0 else domino.follows(
            hand, suit, trumps & -seen.must_trump)
        if answer < 0:
            answer = _answer(AtTiles(
                hand, legal, seen.trump, seen.turn_up, seen.turn_up_taken, seen.seats,
                seen.players, p, seen.seats_in, to_come, trick, led, winning, played,
                seen.discarded if p == seen.position else face_up, voids, tricks, seen.for_pool,
            ), chart)
        tile = answer >> 3
        if led < 0:
            led, winner, winning = answer & 7, p, tile
            voids |= int(trick > 0 and led != seen.trump) << seen.trump + 8 * p
        else:
            off = 1 ^ suit >> tile & 1
            shown = off << led | (off & seen.must_trump & ~(trumps >> tile)) << seen.trump
            voids |= shown << 8 * p
            if domino.beating(order, led, winning) >> tile & 1:
                winner, winning = p, tile
        held[p], answer = hand & ~(1 << tile), -1
        played |= 1 << tile
        if to_come == 0:
            tricks, trick, led = tricks + (1 << 4 * winner), trick + 1, -1
            if trick == TRICKS:
                return made_of(seen, tricks)
            to_come = seen.seats_in
        p = next_in(to_come, p) if led >= 0 else winner
        to_come &= ~(1 << p)


@helper
def choose(seen: Any, chart: Any, worlds: int, trust: float) -> int:
    """Return the best action by the tables, which count as ``trust`` deals, and some ``worlds``.

    An action is dropped when the deals that are left will hardly bring it forward.
    """
    stream, rivals, dealt = room_for(2), room_for(RIVALS), room_for(SEATS)
    answers, made = room_for(ANSWERS), np.zeros(ANSWERS)
    numbers, table = learned.cells_at(chart, seen.seats), table_of(seen)
    many = learned.list_answers(seen, answers)
    whole = float(seen.pool * seen.players)
    for i in range(many):
        worth = learned.worth_of_answer(numbers, table, seen, answers[i])
        made[i] = learned.STEP * worth * (trust * whole)
    stream[0], stream[1], others = seen.word, 0, imagined_deals.list_rivals(seen, rivals, dealt)
    for left in range(worlds, 0, -1):
        many = keep_close(answers, made, many, _BEHIND * whole * left ** 0.5)
        if many == 1:
            break
        if not imagined_deals.deal_world(seen, rivals, others, stream, dealt):
            break
        for i in range(many):
            made[i] += play_on(seen, chart, dealt, answers[i], 1)
    many = keep_close(answers, made, many, 0.0)
    return answers[0]


@helper
def choose_five(view: Any, chart: Any, worlds: int, trust: float) -> int:
    """Return the five tiles to keep after a miss: the best by the tables and over some deals."""
    stream, fives, dealt = room_for(2), room_for(FIVES), room_for(SEATS)
    stream[0], stream[1], made = view.word, 0, np.zeros(FIVES)
    start, whole = table_for(view, chart), float(view.pool * view.players)
    numbers, before = learned.cells_at(chart, view.seats), before_of(view, view.hand)
    many = learned.list_fives(view.hand, fives)
    for i in range(many):
        worth = learned.worth_of_five(numbers, before, AFTER_MISS, fives[i])
        made[i] = learned.STEP * worth * (trust * whole)
    for left in range(worlds, 0, -1):
        many = keep_close(fives, made, many, _BEHIND * whole * left ** 0.5)
        if many == 1:
            break
        declared = imagined_deals.imagine_declarations(view, chart, start, stream, dealt)
        if declared.stayed | declared.missed == 1 << view.position:
            continue
        for i in range(many):
            made[i] += play_on(
                at_the_opening(view, declared, fives[i]), chart, dealt, -1, view.lead_trump_min)
    many = keep_close(fives, made, many, 0.0)
    return fives[0]


@inlined
def best_ahead(view: Playing, p: Any) -> int:
    """Return the best tile, as a lead is announced."""
    if view.trick < _AHEAD_FROM:
        return learned.best_answer(view, p.chart)
    return choose(view, p.chart, int(p.worlds), p.trust)


class Master(LooStrategy):
    """Declares as solved (Rounce: racer), and plays imagined hands out.

    It draws deals that agree with all that it has seen and plays each of them to the end by the
    tables, once for every action. The tables' own score counts like some deals more.
    """

    name = "master"
    is_slow = True
    looks_at = "as solved, what a trick and being looed are worth; at Rounce the scores too"
    parameters = {  # noqa: RUF012  # read only
        "worlds": Parameter(60, 1, 1000, "deals that it imagines", whole=True),
        "trust": Parameter(60, 0, 10_000, "like how many such deals the tables count"),
    }

    take_turn_up = staticmethod(Solved.take_turn_up)

    def chart_at(self, table: AtTable | None) -> NDArray[np.float64]:
        game = table.game if table else self.games[0]
        return shipped_chart(game, game == "rounce")

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        return declare_by_races(view, p.chart)

    @staticmethod
    def keep_after_miss(view: Declaring, p: Any) -> int:
        return choose_five(view, p.chart, int(p.worlds), _TRUST_AFTER_MISS * p.trust)

    @staticmethod
    def lead(view: Playing, p: Any) -> int:
        return best_ahead(view, p)

    @staticmethod
    def follow(view: Playing, p: Any) -> int:
        return best_ahead(view, p) >> 3
