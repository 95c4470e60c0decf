"""What a report of Loo or Rounce opens with: what to declare at a table, and the wall chart.

A page has the policy of good players as it was solved, and what chips left in the pool are worth
(or scores): with these its script draws the chart, and plays any hand out at any pool.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from reports import headlines
from reports.games.loo.decisions import before_in_letters, place
from reports.games.loo.stakes import pools_of
from reports.opening import asking
from reports.opening.loo_rule import price_of_rule
from reports.page.document import Card, Opening
from reports.page.html import packed
from reports.results.game_report import ValuedTable
from reports.results.result import Result
from reports.stats.estimates import of_deals
from reports.studies.advise.decision_input import ENOUGH
from reports.studies.race import Needs
from reports.studies.surface.laws import tables_of
from simulate.books.tally import Floats
from simulate.branch.limits import Limits
from simulate.domino.tiles import HIGH, mask
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS, LooRules, RounceRules, miss_tiles, misses_in
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, TRICKS
from simulate.games.loo.words import Words, words_of
from simulate.runs.chunk import record_sessions
from simulate.runs.run import Progress, Run, silent
from simulate.theory.declared import declared_at
from simulate.theory.later_pools import HANDS, PoolValues, worth_of_pools
from simulate.theory.loo import hands, solutions
from simulate.theory.loo.declared import in_digits, left_by_end, plays_for_chips
from simulate.theory.solution_file import Solution
from strategies.loo import book, solved
from strategies.loo.skills import learned_play

#: Letters of declarations as the page has them.
LETTER = {PLAY: "P", MISS: "M", DROP: "D", FOR_POOL: "F"}
#: The largest pool that the page asks for, in first pools, where no limit is beyond.
_LARGEST = 16
#: Hands that show what later pools are worth at other tables than the report's own: after a small
#: run an eighth.
_WORTH = HANDS // 4
#: Parts of a chip, or of a game, in which the page has what pools and scores are worth.
CHIP, GAME = 50, 10_000
#: Evenings, and hands of each, that show which pools come up; the page has so many of these.
_EVENINGS, _EVENING, _USUAL = 10, 100, 40
#: Deals of which it is shown how many give a hand of each class.
_DEALT = 100_000


@dataclass(frozen=True)
class PageTable:
    """A table that the page lets one choose: good players in all seats."""

    run: Run
    values: PoolValues | None  #: what pools are worth there; none where points are played for

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.run.players)

    @property
    def words(self) -> Words:
        """What the game calls its own."""
        return words_of(self.run.rules)

    @property
    def limit(self) -> int:
        """The pool from which on the penalty grows no more; 0 where there is none."""
        assert isinstance(self.run.rules, LooRules)
        return self.run.rules.penalty_parts.limit(self.players)

    @property
    def pools(self) -> tuple[int, int]:
        """The smallest pool, and the largest that the page asks for."""
        rules = self.run.rules
        assert isinstance(rules, LooRules)
        first = rules.first_pool(self.players)
        least = min(first, rules.next_pool(rules.empty_below, self.players))
        return least, max(self.limit, _LARGEST * first)

    @cached_property
    def chances(self) -> Floats:
        """How often good players declare what in a first hand: float64[nodes, COARSE, actions]."""
        if self.values is not None:
            return solutions.by_coarse(*entry_at(self, declared_at(self.run).first_pool))
        race = solved.shipped_race(self.run.game, self.players)
        at_start: Floats = race.chances[solutions.classes_of(race).number((0,) * self.players)]
        return at_start


def page_tables(run: Run, thorough: bool = True, jobs: int | None = None) -> list[PageTable]:
    """Return the tables that one may choose, with good players, the run's own first."""
    if not plays_for_chips(run):
        # How a race of four goes is long to work out.
        sizes = dict.fromkeys((len(run.players), *((2, 3, 4) if thorough else ())))
        return [PageTable(asking.good_table(run, hands=None, seed=0, players=players), None)
                for players in sizes]
    found: list[PageTable] = []
    for players, rules in tables_of(run):
        own = asking.good_table(replace(run, rules=rules), hands=None, seed=0, players=players)
        # What advice at the report's own table goes by.
        found.append(PageTable(own, worth_of_pools(
            own, _WORTH if thorough else _WORTH // 8, jobs) if found else pools_of(own)))
    return found


# What good players declare, and what pools are worth to them: the page plays hands out with these.

def entries_of(players: int) -> list[tuple[Solution, int]]:
    """Return the solved tables that good players of this number go by, for chips."""
    return [(solution, g) for solution in solved.carried("loo", False)
            if solution.about["players"] == players and solution.at.counts_later
            for g in range(len(solution.pools))]


def _declared_as(chances: Sequence[Floats]) -> str:
    """Pack the chances of all moves but the third: [entries, moves, nodes, classes]."""
    return packed(np.rint(255 * np.moveaxis(np.array(chances)[..., :2], -1, 1)), "u1")


def size_data(run: Run) -> dict[str, Any]:
    """Return what the page knows of a number of players."""
    players, words = len(run.players), words_of(run.rules)
    declared, in_chips = declared_at(run).declared, plays_for_chips(run)
    known = next(one for one in solved.shipped() if one.about["players"] == players)
    # Players of a race go by coarse classes.
    of, shares = hands.coarse_of_classes(players), known["shares"]
    dealt = shares if in_chips else np.array([np.bincount(of, own) for own in shares])
    data = {
        "places": [place(p, players) for p in range(players)],
        "misses": misses_in(players), "missTiles": miss_tiles(players),
        # How often each class of hands is dealt to each position.
        "dealt": packed(np.rint(_DEALT * dealt)),
        # What may be declared, by what was declared before.
        "nodes": {letters(history): letters(declared.actions[node])
                  for node, history in enumerate(declared.histories)},
        "situations": [[one.position, before_in_letters(one, words)]
                       for one in hands.situations(players)],
        # The cells of the tables by which good players play their tiles, in steps of their own.
        "cells": packed(learned_play.read(
            learned_play.SHIPPED, learned_play.name_of(run.game, players)) / learned_play.STEP,
            "<i2")}
    if in_chips:
        return data | {
            "classes": hands.CLASSES[players],
            "keys": [[*solved.key_of(*entry)] for entry in entries_of(players)],
            "chances": _declared_as([solution.chances[g] for solution, g in entries_of(players)])}
    race, wins = solved.shipped_race(run.game, players), solved.win_chances(run.game, players)
    needs = range(1, GAME_POINTS + 1)
    scores = np.array([[[Needs(players).score(p, own, rivals) for rivals in needs]
                        for own in needs] for p in range(players)])
    flat = scores.reshape(-1, players).tolist()
    classes = np.array([solutions.classes_of(race).number(score) for score in flat])
    used, entry = np.unique(classes, return_inverse=True)
    position = np.repeat(np.arange(players), len(needs) ** 2)
    later = wins.after(flat)[np.arange(len(flat)), :, position]
    return data | {
        # Rounce has fewer than Loo: nobody plays for the pool.
        "gains": {str(key): at for at, key in enumerate(in_digits(wins.gains))},
        "classes": hands.COARSE, "entry": entry.tolist(),
        "chances": _declared_as(race.chances[used]),
        "later": packed(np.diff(np.rint(GAME * later), axis=0, prepend=0))}


def letters(history: Sequence[int]) -> str:
    """Return what was declared as the page writes it."""
    return "".join(LETTER[action] for action in history)


def table_data(table: PageTable) -> dict[str, Any]:
    """Return what the page knows of a table."""
    run, values = table.run, table.values
    known = {"players": table.players, "advise": asking.advise_command(run)}
    if values is None:
        return known
    assert isinstance(run.rules, LooRules)
    # Position p sits p + 1 seats to the left of the dealer.
    by_position = np.roll(values.chips[:, 0], -1, axis=-1)
    return known | {
        "penalty": run.rules.penalty, "kind": run.rules.penalty_parts.kind, "limit": table.limit,
        "first": values.table.first_pool, "at": table.pools, "grid": values.table.grid.tolist(),
        "pools": usual_pools(table),
        "worth": packed(np.diff(np.rint(CHIP * by_position), axis=1, prepend=0))}


def usual_pools(table: PageTable) -> list[int]:
    """Return pools as they come up among good players, each equally often, to the largest known."""
    evenings = replace(table.run, sessions=_EVENINGS, hands=_EVENING)
    row = find_game(table.run.game).row
    pools = [played[row.pool] for played in record_sessions(evenings, range(_EVENINGS))]
    shares = (np.arange(_USUAL) + 0.5) / _USUAL
    found: list[int] = np.minimum(np.quantile(pools, shares, method="nearest"), table.pools[1]
                                  ).astype(int).tolist()
    return found


def entry_at(table: PageTable, pool: int) -> tuple[Solution, int]:
    """Return the solved table that good players go by at a pool, and its number there."""
    stakes = declared_at(table.run).stakes_of(pool)
    asked = (solved.log_of_share(stakes.penalty, pool), np.log(pool),
             solved.log_of_limit(table.limit))
    entries = entries_of(table.players)
    apart = np.abs(np.array([solved.key_of(*entry) for entry in entries]) - asked) * solved.APART
    return entries[int(apart.sum(axis=1).argmin())]


# A table of good players, whatever line-up a report is about: readers can learn from them.


def good_run(run: Run) -> Run:
    """Return a run of the same table with good players in all seats and without a bankroll."""
    if find_game(run.game).bankroll_of(run.rules) is not None:
        run = replace(run, rules=run.rules.changed(bankroll=None))
    return asking.good_table(run, hands=None, seed=0)


# What is asked: play, miss or drop.

#: What trumps are called, by class (``simulate.theory.loo.hands``).
_TRUMPS = (
    "no trump", "the best trump", "the second best trump", "the third best trump",
    "one trump, the fourth", "one low trump",
    "2 trumps, the two best", "2 trumps, the best and the third", "2 trumps with the best",
    "2 trumps, the second and the third", "2 trumps with the second best",
    "2 trumps with the third best", "2 low trumps",
    "3 trumps with the two best", "3 trumps with the best and the third", "3 trumps with the best",
    "3 trumps with the second best", "3 lower trumps",
    "4 or 5 trumps with the best", "4 or 5 trumps without the best",
)
_DOUBLES = ("no double", "one double", "2 or more doubles")
_HIGH = ("no high tile", "one high tile")
#: A hand leaves no doubt where good players take the miss so often with such a hand.
_NEARLY_ALWAYS = 0.9


def names_of_classes() -> list[str]:
    """Return what a hand holds, in words: for every coarse class, whatever is turned up."""
    return [f"{trumps}, {doubles}, {high}"
            for trumps in _TRUMPS for doubles in _DOUBLES for high in _HIGH]


def drawn_hand(table: PageTable) -> asking.DrawnHand:
    """Return a hand that leaves no doubt, one that should take the miss, if any."""
    often, miss = table.chances[0], declared_at(table.run).declared.actions[0].index(MISS)
    asked = ValuedTable(table.run)
    likely = [(tiles, up) for tiles, up in asking.hands_looked_at(TRICKS) if often[
        hands.coarse_class_of(mask(tiles), int(HIGH[up]), up, False), miss] > _NEARLY_ALWAYS]
    return asking.draw_hand(
        (asking.advised(asked, *hand, Limits(ENOUGH, ENOUGH)) for hand in likely),
        lambda prices: prices.clear and prices.answers[prices.order[0]] == MISS)


def declaring_data(tables: Sequence[PageTable]) -> dict[str, Any]:
    """Return what a page needs to answer what to declare with any hand, at any of its tables."""
    table, run, rules = tables[0], tables[0].run, tables[0].run.rules
    assert isinstance(rules, LooRules | RounceRules)
    in_chips = table.values is not None
    first = {one.players: one.run for one in reversed(tables)}
    # What each end leaves in a pool: for every penalty, every trick, and of what is over.
    ends = np.stack([left_by_end(0, 1), left_by_end(TRICKS, 0), left_by_end(1, 0)], axis=-1)
    own: dict[str, Any] = {
        "chip": CHIP, "apart": solved.APART, "ends": ends.tolist(), "rules": {
            "ante": rules.ante, "dealerAnte": rules.dealer_ante,
            "dealerTopUp": rules.dealer_top_up, "emptyBelow": rules.empty_below,
            "most": rules.escalation_limit},
    } if in_chips and isinstance(rules, LooRules) else {"game": GAME, "rules": {}}
    own["rules"] |= {"mustTrump": rules.must_trump, "leadTrumps": rules.lead_trump_min}
    return asking.data_of(
        run, "declaration", "chips" if in_chips else "games of 100",
        taken=table.words.taken, miss=table.words.miss, letter=table.words.letter,
        looed=table.words.looed,
        countsDown=table.words.counts_down, classes=names_of_classes(),
        kinds=[hands.name_of_kind(kind) for kind in range(hands.HAND_KINDS)],
        kindOf=hands.kinds_of_classes().tolist(),
        # Two players tell most hands apart; the coarse class of each of their classes.
        patterns=hands.PATTERN.tolist(), coarse=packed(hands.coarse_of_classes(2), "u1"),
        sizes={players: size_data(one) for players, one in first.items()},
        tables=[table_data(one) for one in tables], **own)


def _hand(tables: Sequence[PageTable]) -> Card:
    """Return the card where a hand is clicked, and practised; the one drawn is priced."""
    table, hand = tables[0], drawn_hand(tables[0])
    does = {PLAY: "play", MISS: f"take {table.words.taken}", DROP: "drop"}
    sentence = hand.sentence([does[answer] for answer in hand.prices.answers],
                             f" {hand.answers.read_in[1]}")
    looed = next(sums.mean for figure, sums in zip(
        hand.answers.stakes.shown, hand.prices.figures, strict=True) if figure.name == "looed")
    data = declaring_data(tables) | {
        "hand": hand.tiles, "turnUp": hand.turn_up, "opened": {
            "behind": hand.behind, "looed": looed.tolist(), "counted": hand.prices.counted}}
    return asking.card("loo", "declaring", "What should I declare?",
                       f"You are the eldest hand. {sentence}", data, "study_miss",
                       ("tricks.js", "chart.js", "loo_tables.js", "loo_play.js"))


def rule_to_remember(table: PageTable, jobs: int | None = None) -> dict[str, str]:
    """Return the rule of thumb: what counts, when to play, what to do otherwise, and what it costs
    in the first pool. There is none where the table plays for points: the score matters, too."""
    if table.values is None:
        return {}
    cost = headlines.amount(of_deals(*price_of_rule(table.run, table.values, table.chances, jobs)))
    return dict(zip(("Count", "Play", "Otherwise", "Costs"), (
        *book.sum_in_sentences(book.POCKET, table.players, table.words),
        f"At pool {declared_at(table.run).first_pool} the rule loses {cost} chips a hand to the "
        "chart."), strict=True))


_CHART = (
    "Your hand is on the left, the declarations before yours at the top, the eldest hand first. "
    "Equivalent orders share a column. A divided cell shows how often good players make each "
    "declaration. Its lower part is for a double turned up. The best trump is the double of its "
    "number. A cell is empty where no hand is dealt: a dealer counts the turn-up, which is a "
    "trump.")
#: A smaller run is answered from fewer deals.
_SMALL = 100_000


def opening(result: Result, jobs: int | None = None, progress: Progress = silent) -> Opening:
    """Return what a report opens with."""
    tables = page_tables(good_run(result.run), result.hands >= _SMALL, jobs)
    table = tables[0]
    taken = table.words.taken
    lead = ("Five tiles in your hand, and one turned up that names the trumps. Play yours, take "
            f"{taken} (other tiles in their place), or drop out? Click your own hand to see what "
            "good players do. Practise until you know it, and print the chart for the wall.")
    chart = asking.chart_card(_CHART, "study_miss", rule=rule_to_remember(table, jobs))
    return Opening((_hand(tables), chart), lead=lead)
