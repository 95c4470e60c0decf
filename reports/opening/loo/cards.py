"""The cards of Loo and Rounce."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from reports.draw import style
from reports.opening.loo.declaring import LETTER, DrawnHand, declaring_data, draw_hand
from reports.opening.loo.good_table import GoodTable, play_good_table
from reports.opening.loo.wall import price_wall
from reports.opening.shared import ANSWERING
from reports.page.document import Card, Opening, Picture, Widget
from reports.results.shared_sentences import amount, share
from reports.stats import number_text
from reports.stats.estimates import Estimate
from reports.studies.miss import words as say
from reports.studies.race.chances import solved_chance
from reports.studies.risk import plots
from reports.studies.solution.loo.chart import Wall
from reports.studies.solution.loo.plots import wall_chart
from reports.studies.solution.loo.race import NEEDED
from reports.studies.study import part_of
from simulate.branch.limits import CLEAR
from simulate.games.game import find_game
from simulate.games.loo.settling import GAME_POINTS
from simulate.games.loo.views import DROP, MISS, PLAY
from simulate.theory.loo.hands import COARSE, TURNED_UP
from strategies.loo.book import rule_in_sentences
from strategies.loo.race_chances import race_of_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.results.result import Result
    from simulate.runs.progress import Progress

#: What each rival still needs, in the figure: a line each.
_RIVALS = (15, 10, 5, 1)
#: Points ahead, or behind, in the sentence.
_AHEAD = 5
_IN_WORDS = {2: "two", 3: "three", 4: "four", 5: "five"}


def game_card(table: GoodTable) -> Card:
    """Say how long a game is, what it brings, and how far below its start a seat may come."""
    risks, players = table.risks, table.players
    (unit,) = risks.table.measures.strategies
    low, high = (amount(risks.result(unit, q), signed=True) for q in (0.05, 0.95))
    length = amount(risks.table.measures.session_mean("length"))
    return Card(
        "price", "How does a game go?",
        (f"Among equals every seat wins one game of {_IN_WORDS[players]}, and a game takes "
         f"{length} hands. In nine of ten games a seat makes between {low} and {high} points.",),
        Picture("opening_price", lambda: plots.ruin_by_bank(risks),
                "How often a seat is so many points below its start after some hand of a game; the "
                "band is the 95% interval."),
        link="study_risk", again=table.risk_command,
    )


def _chance(table: GoodTable, position: int, own: int, rivals: int) -> Estimate:
    """Return a position's chance to win where it and each of its rivals need so many points."""
    score = [GAME_POINTS - rivals] * table.players
    score[position] = GAME_POINTS - own
    return solved_chance(table.run, score, position)


def _draw(table: GoodTable) -> Figure:
    each = "the other needs" if table.players == 2 else "the others need"
    with style.style():
        figure, axes = style.blank()
        for rivals, (colour, marker, dash) in zip(_RIVALS, style.series(len(_RIVALS)), strict=True):
            chances = [100 * _chance(table, 0, own, rivals).value for own in NEEDED]
            axes.plot(NEEDED, chances, color=colour, marker=marker, markersize=4, linestyle=dash,
                      linewidth=1.2, label=f"{each} {rivals}")
        axes.set_xticks(range(1, GAME_POINTS + 1, 2))
        axes.set_ylim(0, 100)
        axes.set(xlabel="points that you need", ylabel="you win, % of games",
                 title="The chance to win the game")
        style.legend_below(figure, axes)
    return figure


def score_cards(table: GoodTable) -> tuple[Card, ...]:
    """Return the card of the score; none under rules for which no race was solved."""
    if race_of_table(table.run) is None:
        return ()
    players = table.players
    level = [_chance(table, p, GAME_POINTS, GAME_POINTS) for p in (0, players - 1)]
    start = [f"the {say.place(p, players)} wins {share(chance)}"
             for p, chance in zip((0, players - 1), level, strict=True)]
    ahead = share(_chance(table, 0, GAME_POINTS - _AHEAD, GAME_POINTS))
    behind = share(_chance(table, 0, GAME_POINTS, GAME_POINTS - _AHEAD))
    each = "the other" if players == 2 else "each of the others"
    ahead_by = _IN_WORDS[_AHEAD]
    return (Card(
        "score", "Is the game still open?",
        (f"At the start {start[0]} of the games and {start[1]}. "
         f"{ahead_by.capitalize()} points ahead of {each} "
         f"the eldest hand wins {ahead}, and {behind} where it is {ahead_by} behind.",),
        Picture("opening_score", lambda: _draw(table),
                "How often you win as the eldest hand, by the points that you still need and those "
                f"that {'the other needs' if players == 2 else 'each of the others needs'}."),
        link="study_race",
    ),)


_SCRIPTS = (
    *ANSWERING, "loo_hand_classes.js", "loo_playing_on.js", "loo_verdicts.js", "loo_asking.js",
    "loo_practice.js",
)
#: Hands of a kind that the chart for the wall knows in each situation; one after a small run.
_PRICED, _SMALL = 8, 100_000
#: The part of the work that is done before hands are priced.
_PLAYING = 0.3
#: Banks that are lost in one session of a hundred.
_RARELY = 0.01


def _advice(table: GoodTable, hand: DrawnHand) -> tuple[str, ...]:
    """Say what the eldest hand should declare with the hand that is drawn, as it is priced."""
    prices, said = hand.answers.prices, {
        PLAY: "play", MISS: f"take {table.words.taken}", DROP: "drop"}
    best, second = (said[prices.answers[k]] for k in (prices.order[0], prices.rival))
    if not prices.clear:
        return (f"You are the eldest hand: to {best} or to {second} is too close to call.",)
    value, se = (hand.answers.told_in[0] * part for part in prices.behind(prices.rival))
    margin = amount(Estimate(value, se, value - CLEAR * se, value + CLEAR * se))
    return (f"You are the eldest hand. With these five tiles {best}: against good players that "
            f"brings {margin} {hand.answers.told_in[1]} more than to {second}.",)


def _opened(hand: DrawnHand) -> dict[str, Any]:
    """Return how far each declaration is behind the best, and the error, as the page has it."""
    many, prices = hand.answers.told_in[0], hand.answers.prices
    margins = {LETTER[answer]: [many * part for part in prices.behind(k)]
               for k, answer in enumerate(prices.answers)}
    return {"margins": margins, "given": [], "deals": prices.counted}


def _hand_card(table: GoodTable) -> Card:
    hand = draw_hand(table)
    data: dict[str, Any] = declaring_data(table) | {
        "hand": hand.tiles, "turnUp": hand.turn_up, "opened": _opened(hand),
    }
    return Card(
        "declaring", "What should I declare?", _advice(table, hand),
        widget=Widget("loo_declaring.html.j2", _SCRIPTS, data), link="study_miss", wide=True,
    )


def rule_to_remember(table: GoodTable) -> tuple[str, ...]:
    """Say the rule of thumb, which is the strategy ``pocket-rule``: what counts, play, and else.

    Where the table plays for points there is none: the rule was found at tables that play for
    chips, and with points the score matters, too.
    """
    if not table.in_chips:
        return ("There is no short rule to remember here: what to declare depends on the score, "
                "too. The chart is for the start of a game; "
                f"boneyard advise {table.run.game} with --score answers at any other.",)
    counts, *declared = rule_in_sentences(table.players, table.words)
    return (f"The rule to remember. {counts}", *declared)


def with_a_double_turned_up(table: GoodTable) -> tuple[str, ...]:
    """Say that a double that is turned up makes drops of misses, where it surely does so."""
    root, chances = table.declared.actions[0], table.chances_at(0)[0]
    if DROP not in root:
        return ()
    best = np.array(root)[chances[:COARSE].argmax(axis=-1)].reshape(-1, TURNED_UP)
    dealt = table.chart.dealt_by_class.reshape(-1, TURNED_UP)[:, 1]  # with a double turned up
    misses = float(dealt @ (best[:, 0] == MISS))
    drops = float(dealt @ ((best[:, 0] == MISS) & (best[:, 1] == DROP)))
    if drops <= misses / 2:
        return ()
    part, taken = f"{drops / misses:.0%}", table.words.taken
    of_these = (f"every hand with which it would otherwise take {taken}" if part == "100%" else
                f"{part} of the hands with which it would otherwise take {taken}")
    return ("A double that is turned up is the best trump, and the dealer may take it: the lower "
            f"part of a cell is for that. Then the eldest hand should drop {of_these}.",)


def _chart_card(table: GoodTable, wall: Wall) -> Card:
    chart, stakes = table.chart, table.stakes_at(0)
    played = f"pool {stakes.pool:,}, penalty {stakes.penalty:,}; later pools counted"
    subtitle = (f"{find_game(table.run.game).title}, {table.players} players who all declare "
                f"well; {played if table.in_chips else 'to win the game, from its start'}")
    often = np.nansum(chart.often[..., None] * np.nan_to_num(chart.chances), axis=1)
    eldest = often[0] / often[0].sum()
    said = f"Against good players the eldest hand takes {table.words.taken} with {eldest[1]:.0%} " \
           f"of its hands and plays {eldest[0]:.0%}"
    picture = Picture(
        "opening_chart", lambda: wall_chart(wall, "What to declare among good players", subtitle),
        "Find your seat and what you heard at the top, in any order, and your hand at the left. A "
        "divided cell shows for how many such hands each is best; below a white line stands the "
        "same if a double is turned up. It prints on one sheet.", wide=True,
    )
    return Card(
        "chart", "The chart for the wall",
        (f"{said}.", *rule_to_remember(table), *with_a_double_turned_up(table)),
        picture, link="study_miss", wide=True,
    )


def _pool_card(table: GoodTable) -> Card:
    result = table.risks.table
    frame = result.tables["pool_by_hand"]
    hand, last = int(frame.index[-1]), frame.iloc[-1]

    def chips(name: str) -> str:
        return amount(Estimate(last[name], np.nan, last[f"{name}_low"], last[f"{name}_high"]))

    return Card(
        "pool_fan", "How large does the pool get?",
        (f"In hand {hand} of an evening among good players the pool is {chips('q50')} chips or "
         f"less in half of all evenings; in one of twenty it is more than {chips('q95')}.",),
        Picture("opening_pool", lambda: result.plot.pool(),
                "The pool at the start of play, hand by hand: the line is the median, the bands "
                "half of all evenings and nine of ten. Pools are whole numbers: bands have steps."),
        link="study_escalation", again=result.command,
    )


def _price_card(table: GoodTable) -> Card:
    from reports.studies.risk import plots

    risks = table.risks
    unit, hands = risks.table.measures.strategies[0], risks.marks[-1]
    what = f"an evening of {number_text.whole(hands)} hands"
    low, high = (amount(risks.result(unit, q), signed=True) for q in (0.05, 0.95))
    bank = risks.bank_needed(unit, _RARELY, hands)
    return Card(
        "price", "What does it cost to sit down?",
        (f"Among equals nobody wins in the long run. In nine of ten cases {what} brings between "
         f"{low} and {high} chips.",
         f"Who brings {amount(bank)} chips loses them all, at some time of the evening, in about "
         "one evening of a hundred."),
        Picture("opening_price", lambda: plots.ruin_by_bank(risks),
                f"How often a {risks.bank} is lost at the end of some hand of {what}; the band is "
                "the 95% interval."),
        link="study_risk", again=table.risk_command,
    )


def opening(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with."""
    table = play_good_table(result.run, jobs, part_of(progress, 0, _PLAYING))
    wall = price_wall(table, _PRICED if result.hands >= _SMALL else 1,
                      part_of(progress, _PLAYING, 1 - _PLAYING))
    cards = [_hand_card(table), _chart_card(table, wall)]
    if table.in_chips:
        cards += [_pool_card(table), _price_card(table)]
    else:
        cards += [*score_cards(table), game_card(table)]
    taken = table.words.taken
    lead = ("Five tiles in your hand, and one turned up that names the trumps: play yours, take "
            f"{taken} (other tiles in their place), or drop out? Click your own hand to see what "
            "good players do, practise until you know it, and print the chart for the wall.")
    note = "" if set(result.run.labels) == set(table.run.labels) else (
        "Everything above is about good players. From here on the page is about "
        f"{number_text.listed(list(dict.fromkeys(result.run.labels)))}.")
    return Opening(tuple(cards), note=note, lead=lead)
