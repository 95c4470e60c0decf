"""What a report of Loo or Rounce opens with: what to declare, and the wall chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from reports.headlines import amount
from reports.opening import asking, loo_tables
from reports.opening.loo_rule import price_of_rule
from reports.opening.loo_tables import PageTable, page_tables
from reports.page.document import Card, Opening
from reports.results.result import Result
from reports.stats.estimates import of_deals
from reports.studies.advise.decision_input import ENOUGH, Table
from simulate.branch.limits import Limits
from simulate.domino.tiles import HIGH, mask
from simulate.games.game import find_game
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.views import DROP, MISS, PLAY, TRICKS
from simulate.runs.run import Progress, Run, silent
from simulate.theory.declared import declared_at
from simulate.theory.loo.declared import left_by_end
from simulate.theory.loo.hands import HAND_KINDS, coarse_class_of, kinds_of_classes, name_of_kind
from strategies.loo.book import POCKET, sum_in_sentences
from strategies.loo.solved import APART

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
    asked = Table(table.run)
    likely = [(tiles, up) for tiles, up in asking.hands_looked_at(TRICKS) if often[
        coarse_class_of(mask(tiles), int(HIGH[up]), up, False), miss] > _NEARLY_ALWAYS]
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
        "chip": loo_tables.CHIP, "apart": APART, "ends": ends.tolist(), "rules": {
            "ante": rules.ante, "dealerAnte": rules.dealer_ante,
            "dealerTopUp": rules.dealer_top_up, "emptyBelow": rules.empty_below,
            "most": rules.escalation_limit},
    } if in_chips and isinstance(rules, LooRules) else {"game": loo_tables.GAME, "rules": {}}
    own["rules"] |= {"mustTrump": rules.must_trump, "leadTrumps": rules.lead_trump_min}
    return asking.data_of(
        run, "declaration", "chips" if in_chips else "games of 100",
        taken=table.words.taken, miss=table.words.miss, letter=table.words.letter,
        countsDown=table.words.counts_down, classes=names_of_classes(),
        kinds=[name_of_kind(kind) for kind in range(HAND_KINDS)],
        kindOf=kinds_of_classes().tolist(),
        sizes={players: loo_tables.size_data(one) for players, one in first.items()},
        tables=[loo_tables.table_data(one) for one in tables], **own)


def _hand(tables: Sequence[PageTable]) -> Card:
    """Return the card where a hand is clicked, and practised; the one drawn is priced."""
    table, hand = tables[0], drawn_hand(tables[0])
    does = {PLAY: "play", MISS: f"take {table.words.taken}", DROP: "drop"}
    said = hand.told(
        [does[answer] for answer in hand.prices.answers],
        "You are the eldest hand. With these five tiles {best}: against good players that brings "
        f"{{margin}} {hand.answers.told_in[1]} more than {{second}}.",
        "You are the eldest hand: to {best} or to {second} is too close to call.")
    margins = {loo_tables.LETTER[answer]: gap
               for answer, gap in zip(hand.prices.answers, hand.behind, strict=True)}
    looed = next(sums.mean for told, sums in zip(
        hand.answers.stakes.shown, hand.prices.figures, strict=True) if told.name == "looed")
    data = declaring_data(tables) | {
        "hand": hand.tiles, "turnUp": hand.turn_up, "opened": {
            "margins": margins, "given": [], "deals": hand.prices.counted,
            "looed": dict(zip(margins, looed.tolist(), strict=True))}}
    return asking.card("loo", "declaring", "What should I declare?", said, data, "study_miss",
                       ("tricks.js", "chart.js", "loo_tables.js", "learned.js"))


def rule_to_remember(table: PageTable, jobs: int | None = None) -> dict[str, str]:
    """Return the rule of thumb: what counts, when to play, what to do otherwise, and what it costs
    in the first pool. There is none where the table plays for points: the score matters, too."""
    if table.values is None:
        return {}
    cost = amount(of_deals(*price_of_rule(table.run, table.values, table.chances, jobs)))
    return dict(zip(("Count", "Play", "Otherwise", "Costs"), (
        *sum_in_sentences(POCKET, table.players, table.words),
        f"At pool {declared_at(table.run).first_pool} the rule loses {cost} chips a hand to the "
        "chart."), strict=True))


_CHART = (
    "Choose your seat. Your hand is on the left, the declarations before yours at the top, the "
    "eldest hand first. Equivalent orders share a column. A divided cell shows how often good "
    "players make each declaration. Its lower part is for a double turned up. The best trump is "
    "the double of its number. A cell is empty where no hand is dealt: a dealer counts the "
    "turn-up, which is a trump.")
#: A smaller run is answered from fewer deals.
_SMALL = 100_000


def opening(
    result: Result, jobs: int | None = None, progress: Progress = silent
) -> Opening:
    """Return what a report opens with."""
    tables = page_tables(good_run(result.run), result.hands >= _SMALL, jobs)
    table = tables[0]
    taken = table.words.taken
    lead = ("Five tiles in your hand, and one turned up that names the trumps. Play yours, take "
            f"{taken} (other tiles in their place), or drop out? Click your own hand to see what "
            "good players do. Practise until you know it, and print the chart for the wall.")
    chart = asking.chart_card(_CHART, "study_miss", rule=rule_to_remember(table, jobs))
    return Opening((_hand(tables), chart), lead=lead)
