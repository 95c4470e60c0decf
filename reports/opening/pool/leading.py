"""The card of Pool that answers which tile to lead: the page itself plays deals out."""

from __future__ import annotations

from typing import Any

from reports.defaults import good_lineup
from reports.opening.advised import CLEAR, advised, ahead
from reports.opening.looked_at import hands_looked_at
from reports.opening.packing import ANSWERING
from reports.page.document import Card, Widget
from reports.request import set_up
from reports.results import commands
from reports.results.shared_sentences import amount
from reports.results.stakes import MATTERS
from simulate.branch.limits import MOST_DEALS
from simulate.domino.tiles import name
from simulate.games.game import find_game
from simulate.games.pool.playing import HAND_SIZES
from simulate.games.pool.rules import PoolRules
from simulate.games.pool.views import tile_of
from simulate.runs.run import Run
from strategies.pool.counting import Counter

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
        "players": players, "tiles": int(HAND_SIZES[players]), "draw": rules.draw,
        "contribution": rules.contribution, "unit": "% of the pool", "brings": "brings",
        "counter": {name: one.default for name, one in Counter.parameters.items()},
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
