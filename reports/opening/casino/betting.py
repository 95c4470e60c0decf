"""What the page of Casino asks its reader to bet, and what it then says."""

from __future__ import annotations

from typing import Any

from reports.games.casino.report import KINDS
from reports.opening.casino.first_bets import FirstBets
from reports.opening.shared import ANSWERING, advised, ahead, hands_looked_at
from reports.page.document import Card, Widget
from reports.results import commands
from reports.results.shared_sentences import amount, amounts
from reports.results.stakes import MATTERS
from simulate.branch.limits import CLEAR
from simulate.domino.tiles import TILES, name, parse
from simulate.games.casino.views import HOLDS
from simulate.games.game import find_game
from simulate.runs.run import Run
from strategies.casino.odds import PotChaser

PLAYING_OUT = ("playing_out.js", "casino_playing_on.js")
_SCRIPTS = (*ANSWERING, *PLAYING_OUT, "casino_betting.js")
_LATER_SCRIPTS = (*PLAYING_OUT, "casino_later.js")
#: What the card opens with, by the number of players: the rounds told, as ``advise`` reads them,
#: and the tiles that the first roller holds; the pot is fat, and one tile is surely best.
OPENS_WITH = {
    2: ("2-0 3-0 / 2 5; 1-0 6-0 / 6 6; 5-0 2-2 / 1 6; 3-1 6-6 / 2 5; 4-3 2-1 / 1 3; 6-3 3-2 / 2 4; "
        "5-4 4-1 / 2 6; 6-4 5-2 / 6 1; 5-1 6-2 / 3 5; 5-3 3-3 / 2 1; 6-1 4-2 / 5 2",
        "6-5 5-5 1-1"),
    3: ("5-0 1-1 1-0 / 3 4; 6-2 4-4 3-1 / 3 5; 4-1 2-1 3-0 / 5 5; 6-3 3-2 5-3 / 4 2; "
        "6-5 4-3 5-4 / 1 4; 5-1 5-2 6-1 / 6 5", "6-4 2-0 0-0"),
    4: ("6-0 5-0 1-1 0-0 / 4 1; 2-0 6-1 4-2 2-2 / 4 4; 4-1 2-1 5-1 3-1 / 2 2", "6-6 3-3 3-0"),
    5: ("4-0 1-0 0-0 1-1 6-6 / 3 3; 2-1 3-0 4-3 3-3 4-2 / 6 5; 3-2 3-1 5-2 5-3 5-1 / 4 2",
        "6-0 5-5"),
}
_PLACE = 0
_ANSWER = ("Click what was bet and what the dice showed, round by round, and what you hold: this "
           "page then deals the others the tiles that they can have, plays every tile of yours "
           "out, and says which wins most games.")


def _told(rounds: str) -> list[int]:
    """Return the clicks of some rounds: in each the tiles bet, by place, and what the dice show."""
    return [parse(word) if "-" in word else int(word)
            for word in rounds.replace(";", " ").replace("/", " ").split()]


def later_card(table: Run) -> Card:
    """Return the card that answers in any round."""
    players = len(table.players)
    rounds, hand = OPENS_WITH[players]
    data: dict[str, Any] = {
        **told_of_table(table), "places": find_game(table.game).position_names(players),
        "told": _told(rounds), "hand": hand.split(), "me": _PLACE,
    }
    return Card("later", "Which tile should I bet now?", (_ANSWER,),
                widget=Widget("casino_later.html.j2", _LATER_SCRIPTS, data), link="pot", wide=True)


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
