"""The cards of a game that points win: how it goes, and what the score is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.draw import style
from reports.opening.loo.good_table import GoodTable
from reports.page.document import Card, Picture
from reports.results.shared_sentences import amount, share
from reports.stats.estimates import Estimate
from reports.studies.miss import words as say
from reports.studies.race.chances import NEEDED, solved_chance
from reports.studies.risk import plots
from simulate.games.loo.settling import GAME_POINTS
from strategies.loo.race_chances import race_of_table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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
