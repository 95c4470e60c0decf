"""What the page of Pool asks its reader to lead and to play, and what doubles bring."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from reports.defaults import good_lineup
from reports.draw import style
from reports.opening.shared import ANSWERING, advised, ahead, hands_looked_at
from reports.page.document import Card, Widget
from reports.request import set_up
from reports.results import commands
from reports.results.shared_sentences import amount
from reports.results.stakes import MATTERS
from reports.stats.estimates import Estimate, mean_of_trials
from simulate.branch.limits import CLEAR, MOST_DEALS
from simulate.domino.tiles import name
from simulate.games.game import find_game
from simulate.games.pool.rules import PoolRules, hand_size
from simulate.games.pool.views import AT, NO_OPTION, tile_of
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.pool import counting

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.results.result import Result

#: The most first hands that are played again, and the fewest seats that a number may rest on.
_HANDS, _FEWEST = 10_000, 100

#: By number of doubles: what the hand brought or left, and how many seats were dealt as many.
Doubles = dict[int, tuple[Estimate, int]]


def what_doubles_bring(result: Result) -> Doubles:
    """Return the chips that a seat makes of a hand, by the doubles that it is dealt.

    In a game hundred up a hand brings no chips, so it is the pips that the seat is left with.

    Only the first hand of each session is looked at, so hands are independent; the seats of a
    hand are taken as independent too, which makes the intervals a little wide: they divide one
    pool, and what one makes another loses.
    """
    run, what = result.run, "pips" if result.is_game else "net"
    seen: dict[int, Counter[int]] = {}
    for hand, _ in histories(run, range(min(run.sessions, _HANDS)), 0, 1):
        for seat, tiles in enumerate(hand["dealt"]):
            doubles = sum(tile[0] == tile[-1] for tile in tiles)
            seen.setdefault(doubles, Counter())[hand[what][seat]] += 1
    return {
        doubles: (mean_of_trials(list(chips), list(chips.values())), chips.total())
        for doubles, chips in sorted(seen.items()) if chips.total() >= _FEWEST
    }


def doubles_figure(found: Doubles, in_pips: bool) -> Figure:
    """Draw what a hand brings, or the pips that it is left with, by the doubles in it."""
    at, estimates = list(found), [estimate for estimate, _ in found.values()]
    colour, marker, _ = style.series(1)[0]
    with style.style():
        figure, axes = style.blank(3.4)
        if not in_pips:
            axes.axhline(0, color=style.MUTED, linewidth=1, linestyle="--")
        axes.errorbar(
            at, [estimate.value for estimate in estimates], yerr=style.reaches(estimates),
            color=colour, marker=marker, linewidth=0.8, capsize=3, elinewidth=1.4,
        )
        axes.set_xticks(at)
        if in_pips:
            axes.set(ylabel="pips a hand", title="Pips left of a hand, by its doubles")
        else:
            axes.set(ylabel="chips a hand", title="What a hand brings, by its doubles")
        axes.set_xlabel("doubles dealt")
    return figure


PLAYING_OUT = ("playing_out.js", "pool_playing_on.js")
_SCRIPTS = (*ANSWERING, *PLAYING_OUT, "pool_leading.js")
_HUNDRED = 100
#: Hands to look at for one whose best lead is sure.
_LOOKED_AT = 20


def good_table(run: Run) -> Run:
    """Return a table of good players under the rules of a run, as the cards ask ``advise``."""
    rules = run.rules.changed(bankroll=None, leader="draw")
    seats = len(run.players)
    return set_up(run.game, good_lineup(find_game(run.game), rules, seats), seats, rules, 1, 1)


def told_of_table(table: Run) -> dict[str, Any]:
    """Return what the scripts that play deals out read of a table."""
    rules, players = table.rules, len(table.players)
    assert isinstance(rules, PoolRules)
    return {
        "players": players, "tiles": hand_size(players), "draw": rules.draw,
        "contribution": rules.contribution, "unit": "% of the pool", "brings": "brings",
        "counter": {name: one.default for name, one in counting.Counter.parameters.items()},
        "clear": CLEAR, "near": _HUNDRED * MATTERS, "most": MOST_DEALS, "good": table.labels[0],
        "advise": f"boneyard advise {table.game} {commands.table_options(table)}",
    }


def _surely_led(table: Run) -> tuple[list[int], str]:
    """Return a hand whose best lead is sure, and what ``advise`` says of it in a sentence."""
    told = told_of_table(table)
    for _, (tiles, _) in zip(range(_LOOKED_AT), hands_looked_at(told["tiles"]), strict=False):
        answers = advised(table, tiles)
        prices = answers.prices
        best, second = (name(tile_of(prices.answers[k])) for k in (prices.order[0], prices.rival))
        if prices.clear:
            break
    if not prices.clear:
        return tiles, f"You lead. Between {best} and {second} it is too close to call."
    pool = told["players"] * told["contribution"]
    return tiles, (f"You lead. With these tiles lead {best}: among good players that brings "
                   f"{amount(ahead(answers, _HUNDRED / pool))}% of the pool more than {second}.")


def leading_card(table: Run, asks_later: bool) -> Card:
    """Return the card where a hand is clicked, and practised."""
    tiles, advice = _surely_led(table)
    data = {**told_of_table(table), "hand": [name(tile) for tile in tiles], "move": "lead",
            "asksLater": asks_later}
    return Card("leading", "Which tile should I lead?", (advice,),
                widget=Widget("pool_leading.html.j2", _SCRIPTS, data), link="hands", wide=True)


_LATER_SCRIPTS = (*PLAYING_OUT, "pool_later.js")
#: Hands to look through for a turn with several tiles to choose from, and the turns to look at.
_LATER_LOOKED_AT, _TURNS, _CHOICES = 200, range(5, 9), 3
_ANSWER = ("Click what was played, turn by turn, and what you hold: this page then deals the "
           "others the hands that they can have, plays every tile of yours out, and says which "
           "brings most.")


def can_be_asked(table: Run) -> bool:
    """Tell whether the page can play later turns out: nobody draws."""
    return getattr(table.rules, "draw", "") == "no"


def _position(run: Run) -> tuple[list[int], list[str]]:
    """Return the turns before one with a choice, after a pass, and the tiles held then."""
    for hand, row in histories(run, range(run.sessions), 0, 1):
        options = [int(row[AT.choice_of + k]) for k in range(len(hand["plays"]))]
        for k in _TURNS:
            if k < len(options) and NO_OPTION in options[:k] and (
                int(row[AT.legal_of + k]).bit_count() >= _CHOICES
            ):
                seat = hand["plays"][k]["seat"]
                gone = {play.get("tile") for play in hand["plays"][:k]}
                return options[:k], [tile for tile in hand["dealt"][seat] if tile not in gone]
    return [], []


def later_card(table: Run) -> Card:
    """Return the card that answers in any turn."""
    turns, hand = _position(replace(table, sessions=_LATER_LOOKED_AT))
    data: dict[str, Any] = {
        **told_of_table(table), "move": "tile", "turns": turns, "hand": hand,
        "places": find_game(table.game).position_names(len(table.players)),
    }
    return Card("later", "Which tile should I play now?", (_ANSWER,),
                widget=Widget("pool_later.html.j2", _LATER_SCRIPTS, data), link="hands", wide=True)
