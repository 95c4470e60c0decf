"""The card of Casino that answers which tile of a first hand to bet."""

from __future__ import annotations

from typing import Any

from reports.games.casino.kinds import KINDS
from reports.opening.advised import CLEAR, advised, ahead
from reports.opening.casino.first_bets import FirstBets
from reports.opening.looked_at import hands_looked_at
from reports.opening.packing import ANSWERING
from reports.page.document import Card, Widget
from reports.results import commands
from reports.results.shared_sentences import amount, amounts
from reports.results.stakes import MATTERS
from simulate.domino.tiles import TILES, name
from simulate.games.casino.row import HOLDS
from simulate.runs.run import Run
from strategies.casino.odds import PotChaser

PLAYING_OUT = ("playing_out.js", "casino_playing_on.js")
_SCRIPTS = (*ANSWERING, *PLAYING_OUT, "casino_betting.js")
#: The most deals of a bet: bets are close, and fewer leave most of them undecided.
DEALS = 1 << 20
_HUNDRED = 100
#: Hands to look at for one whose best bet is sure.
_LOOKED_AT = 20
#: The kind that is better kept, and what may be bet rather.
_KEPT, _RATHER = "a tile with two numbers", ("a double", "a tile with one blank")


def told_of_table(table: Run) -> dict[str, Any]:
    """Return what the scripts that play deals out read of a table."""
    players = len(table.players)
    return {
        "players": players, "rounds": TILES // players, "move": "bet", "unit": "games of 100",
        "brings": "wins", "fat": PotChaser.parameters["fat"].default, "clear": CLEAR,
        "near": _HUNDRED * MATTERS, "most": DEALS, "good": table.labels[0],
        "advise": f"boneyard advise {table.game} {commands.table_options(table)} --deals {DEALS}",
    }


def _surely_bet(table: Run) -> tuple[list[int], str]:
    """Return a hand whose best bet is sure, and what ``advise`` says of it in a sentence."""
    begin = "The first round, and an empty pot."
    for _, (tiles, _) in zip(range(_LOOKED_AT), hands_looked_at(HOLDS), strict=False):
        answers = advised(table, tiles)
        prices = answers.prices
        best, rival = (name(prices.answers[k]) for k in (prices.order[0], prices.rival))
        if prices.clear:
            break
    if not prices.clear:
        return tiles, f"{begin} Between {best} and {rival} it is too close to call."
    return tiles, (f"{begin} With these tiles bet {best}: among good players that wins "
                   f"{amount(ahead(answers, _HUNDRED))} games of 100 more than {rival}.")


def what_to_keep(bets: FirstBets) -> tuple[str, ...]:
    """Say which kinds of tiles are surely better bet first than one with two numbers."""
    ahead = {kind: bets.ahead(KINDS[kind], KINDS[_KEPT]) for kind in _RATHER}
    sure = {kind: gap for kind, gap in ahead.items() if gap.low > 0}
    if not sure:
        return ()
    (kind, gap), *others = zip(sure, amounts(*sure.values()), strict=True)
    more = "".join(f", and {other} {further} more" for other, further in others)
    return ("Keep tiles with two different numbers for later. Where a first hand has both, "
            f"{kind} bet at once wins {gap} games of 100 more among good players{more}. The chart "
            "here tells only of the tiles that a bet wins in its own round.",)


def betting_card(table: Run) -> Card:
    """Return the card where a hand is clicked, and practised."""
    tiles, advice = _surely_bet(table)
    data = {**told_of_table(table), "hand": [name(tile) for tile in tiles], "tiles": HOLDS}
    return Card("betting", "Which tile should I bet first?", (advice,),
                widget=Widget("casino_betting.html.j2", _SCRIPTS, data), link="tiles", wide=True)
