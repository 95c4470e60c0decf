"""The card of Casino that answers which tile of a first hand to bet."""

from __future__ import annotations

import numpy as np

from reports.games.casino.kinds import KINDS
from reports.opening.casino.first_bets import CLEAR, FirstBets, with_interval
from reports.opening.casino.first_hands import Hand, kinds
from reports.opening.margins import Margins, may_be_best
from reports.opening.packing import ANSWERING
from reports.page.document import Card, Widget
from reports.results.shared_sentences import amount, amounts
from reports.stats.number_text import listed
from simulate.domino.tiles import TILES, name
from simulate.games.casino.row import HOLDS

_SCRIPTS = (*ANSWERING, "casino_betting.js")
#: Hands to look through for the one whose best bet is surest, and which of them are drawn.
_LOOKED_AT, _SEED = 100, 1
#: The kind that is better kept, and what may be bet rather.
_KEPT, _RATHER = "a tile with two numbers", ("a double", "a tile with one blank")
#: Digits after the point of what a page is told: a thousandth of a game of a hundred.
_DIGITS = 3


def _sureness(margins: Margins) -> float:
    """Return by how many standard errors the best bet is ahead of the next."""
    behind, se = sorted(margins.values())[1]
    # The next one may be alike, without an error.
    return behind / se if behind else 0.0


def _draw_hand(bets: FirstBets) -> Hand:
    """Return the hand whose best bet is surest: tiles, the highest first."""
    chance = np.random.default_rng(_SEED)
    hands = [tuple(sorted(chance.permutation(TILES)[:HOLDS].tolist(), reverse=True))
             for _ in range(_LOOKED_AT)]
    return max(hands, key=lambda hand: _sureness(bets.margins(hand)))


def _advice(margins: Margins) -> str:
    """Say which tile of the hand that is drawn to bet."""
    best, second, last = sorted(margins, key=lambda tile: margins[tile][0])
    begin, close = "The first round, and an empty pot.", may_be_best(margins)
    if len(close) > 1:
        return f"{begin} Between {listed(close)} it is too close to call."
    gap = amount(with_interval(*margins[second]))
    others = f"{second} or {last}" if margins[last] == margins[second] else second
    return (f"{begin} With these tiles bet {best}: among good players that wins {gap} games of 100 "
            f"more than {others}.")


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


def _is_close(bets: FirstBets, hand: Hand) -> bool:
    """Tell whether a tile is neither surely worse than the best of its hand nor like it."""
    return any(0 < behind < CLEAR * se for behind, se in bets.of_kind(hand))


def betting_card(bets: FirstBets) -> Card:
    """Return the card where a hand is clicked, and practised."""
    tiles = _draw_hand(bets)
    data = {
        "tiles": HOLDS, "hand": [name(tile) for tile in tiles], "move": "bet",
        "unit": "games of 100", "clear": CLEAR, "unlike": f"{bets.unlike:.2g}",
        "good": bets.run.labels[0], "advise": bets.advise,
        "close": sum(_is_close(bets, hand) for hand in kinds()), "more": bets.more_games,
        "kinds": {" ".join(map(name, hand)): [
            [round(number, _DIGITS) for number in tile] for tile in bets.of_kind(hand)]
            for hand in kinds()},
    }
    return Card("betting", "Which tile should I bet first?", (_advice(bets.margins(tiles)),),
                widget=Widget("casino_betting.html.j2", _SCRIPTS, data), link="tiles", wide=True)
