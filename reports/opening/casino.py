"""What a report of Casino opens with: which tile to bet, what each earns, and when the pot pays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np

from reports.draw.shapes import Cells, Facets
from reports.games.casino import report
from reports.games.casino.report import Mask
from reports.opening import asking
from reports.opening.find import whose_numbers
from reports.page.document import Card, Opening, Picture
from reports.results.plots import drawn
from reports.results.result import Result
from reports.results.shared_sentences import amount
from reports.stats.estimates import NOTHING, Estimate, Sums, mean, of_deals
from reports.studies.advise.decision_input import Table, read_limits
from simulate.books.tally import Floats, Ints
from simulate.branch.pricing import Worth
from simulate.branch.rolling import Rolling, first_deal
from simulate.domino.tiles import HIGH, LOW, NUMBERS, TILE, TILES, name, parse
from simulate.games import spot
from simulate.games.casino.views import HOLDS
from simulate.games.game import find_game
from simulate.runs.in_order import in_order
from simulate.runs.progress import Progress, silent
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.casino.odds import PotChaser

# What is asked: which tile to bet first, and later.

#: The most deals of a bet: bets are close, and fewer leave most of them undecided.
MOST_DEALS = 1 << 20
#: What the later card opens with, by the number of players: the rounds told, as ``advise`` reads
#: them, and the tiles that the first roller holds; the pot is fat, and one tile is surely best.
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
_ANSWER = ("Click what was bet and what the dice showed, round by round, and what you hold. This "
           "page then deals the others the tiles that they can have. It plays every tile of yours "
           "out, and says which wins most games.")

#: How many deals the page, and the command that it names, play out at most.
DEALS_OPTION = f" --deals {MOST_DEALS}"


def _data(table: Run, **own: Any) -> dict[str, Any]:
    """Return what the scripts read of a table."""
    return asking.data_of(
        table, "bet", "games of 100", MOST_DEALS, DEALS_OPTION, brings="wins",
        rounds=TILES // len(table.players), fat=PotChaser.parameters["fat"].default, **own)


def betting_card(table: Run) -> Card:
    """Return the card where a first hand is clicked, and practised."""
    begin, drawn = "The first round, and an empty pot.", asking.clear_hand(Table(table), HOLDS)
    # On as many deals as the page plays out.
    hand = asking.advised(Table(table), map(parse, drawn.tiles), limits=read_limits(MOST_DEALS))
    said = hand.told(
        [name(tile) for tile in hand.prices.answers],
        f"{begin} With these tiles bet {{best}}: among good players that wins {{margin}} games of "
        "100 more than {second}.",
        f"{begin} Between {{best}} and {{second}} it is too close to call.")
    return asking.card("casino", "betting", "Which tile should I bet first?", said,
                       asking.at_tables(table, _data) | {"hand": hand.tiles, "tiles": HOLDS},
                       "tiles")


def later_card(table: Run) -> Card:
    """Return the card that answers in any round: of each the tiles bet, by place, and the dice."""
    def read(table: Run) -> dict[str, Any]:
        rounds, hand = OPENS_WITH[len(table.players)]
        told = [parse(word) if "-" in word else int(word)
                for word in rounds.replace(";", " ").replace("/", " ").split()]
        places = find_game(table.game).position_names(len(table.players))
        return _data(table, places=places, told=told, hand=hand.split())

    return asking.card("casino", "later", "Which tile should I bet now?", _ANSWER,
                       asking.at_tables(table, read), "pot")


# What bets of first hands are worth, good players in all seats.

#: What becomes of each number, the blank of itself: int64[exchanges, NUMBERS].
_EXCHANGES = np.array([(0, *order) for order in permutations(range(1, NUMBERS))])
#: What becomes of each tile: int64[exchanges, TILES].
EXCHANGED: Ints = TILE[_EXCHANGES[:, HIGH], _EXCHANGES[:, LOW]]
#: Tiles, the lowest first.
Hand = tuple[int, ...]
#: Hands of each kind that are priced, which of them, and the least and the most deals of each.
HANDS, _SEED, DEALS = 8, 1, (256, 4_096)
#: Games of the run for each deal that is played here.
_A_DEAL = 500


@cache
def kinds() -> tuple[Hand, ...]:
    """Return the hand that stands for each kind, in order."""
    found: dict[Hand, None] = {}
    seen: set[Hand] = set()
    for hand in combinations(range(TILES), HOLDS):
        if hand not in seen:
            found[hand] = None
            seen.update(map(tuple, np.sort(EXCHANGED[:, list(hand)], axis=1).tolist()))
    return tuple(found)


def how_many(hand: Hand) -> int:
    """Return how many hands are of a hand's kind."""
    return len(np.unique(np.sort(EXCHANGED[:, list(hand)], axis=1), axis=0))


def alike(hand: Hand) -> Ints:
    """Return, of each tile of a hand that stands for its kind, the first that can change places
    with it: int64[tiles], places in the hand."""
    became = EXCHANGED[:, list(hand)]
    same = became[np.all(np.sort(became, axis=1) == np.array(hand), axis=1)]
    # Which tile comes to each tile's place, by exchange.
    found: Ints = np.argsort(same, axis=1).min(axis=0)
    return found


class Priced(NamedTuple):
    """Hands of a kind, each of their tiles bet on the same deals."""

    means: Floats  #: float64[HANDS, HOLDS]: games of a hundred that each bet wins
    #: float64[HOLDS, HOLDS]: the mean of the hands' variances of the difference between two bets,
    #: from sampling deals.
    noise: Floats


@dataclass(frozen=True)
class FirstBets:
    """What the bets of first hands are worth at a table of good players."""

    run: Run
    priced: dict[Hand, Priced]  #: by the hand that stands for its kind
    #: By how much hands of a kind differ: the standard deviation of the difference between two bets
    #: from one hand to the next, in games of a hundred.
    unlike: float

    def ahead(self, one: Mask, other: Mask) -> Estimate:
        """Return by how much tiles of a set (bool[TILES]) are ahead of those of another, in games
        of a hundred: of the hands that hold tiles of both, each as often as it is dealt."""
        total = gained = noise = 0.0
        for hand, found in self.priced.items():
            a, b = (chosen[list(hand)].astype(float) for chosen in (one, other))
            if a.any() and b.any():
                weights, dealt = a / a.sum() - b / b.sum(), how_many(hand)
                varies = self.unlike**2 - np.einsum("i,ij,j", weights, found.noise, weights) / 2
                total += dealt
                gained += dealt * float((weights * found.means.mean(0)).sum())
                noise += dealt**2 * float(varies) / HANDS
        return of_deals(gained / total, math.sqrt(noise) / total)


def find_first_bets(
    run: Run, hands: int, jobs: int | None = None, progress: Progress = silent
) -> FirstBets:
    """Price the bets of a first hand of every kind, at a table of good players; after a run of few
    ``hands`` (games) few deals are played here too."""
    deals = min(max(hands // _A_DEAL, DEALS[0]), DEALS[1])
    own = asking.good_table(run, hands=None)
    work, found = partial(_price, own, Table(own).stakes(0, 0, 0).worth, deals), {}
    work(kinds()[0], 0)  # compile before fanning out
    tasks = [(hand, number) for number, hand in enumerate(kinds())]
    for hand, priced in zip(kinds(), in_order(work, tasks, jobs), strict=True):
        found[hand] = priced
        progress(len(found) / len(tasks), len(found) * HANDS * deals)
    # How the difference between two bets varies from hand to hand of a kind, beyond noise.
    spread = [float(np.var(one.means[:, a] - one.means[:, b], ddof=1) - one.noise[a, b])
              for hand, one in found.items()
              for a in range(HOLDS) for b in range(a) if alike(hand)[a] != alike(hand)[b]]
    return FirstBets(own, found, math.sqrt(max(0.0, float(np.mean(spread)))))


def _price(run: Run, worth: Worth, deals: int, kind: Hand, number: int) -> Priced:
    """Price hands of a kind, each on deals of its own."""
    exchanges = np.random.default_rng([_SEED, number]).choice(len(EXCHANGED), HANDS, replace=False)
    means, noise = np.zeros((HANDS, HOLDS)), np.zeros((HOLDS, HOLDS))
    together = alike(kind)[:, None] == alike(kind)
    ask, others = spot.asking(run.game), len(run.players) - 1
    for k, exchange in enumerate(exchanges.tolist()):
        tiles = EXCHANGED[exchange, list(kind)].tolist()
        hand = {
            "game": run.game, "players": others + 1, "first_roller": 0,
            "rounds": [{"bets": [None] * (others + 1),
                        "drawn": [list(map(name, tiles)), *[[]] * others]}],
        }
        asked = ask.spot(hand, run.rules, ask.events(hand, run.rules), 0)
        rolling = Rolling(run, asked, first=first_deal(number * HANDS + k))
        # Tiles that can change places are worth the same.
        won = asking.HUNDRED * np.einsum(
            "dt,ts->ds", worth(rolling.roll(0, deals, tiles, 0).outcomes),
            together / together.sum(0))
        means[k] = won.mean(0)
        apart = won - means[k]
        varies = np.einsum("di,dj->ij", apart, apart) / (deals - 1)
        own = varies.diagonal()
        noise += (own[:, None] + own - 2 * varies) / deals / HANDS
    return Priced(means, noise)


#: The kind that is better kept, and what may be bet rather.
_KEPT, _RATHER = "a tile with two numbers", ("a double", "a tile with one blank")
#: By the kind that is bet, then by the kind that is held as well.
Ahead = dict[str, dict[str, Estimate]]


def what_to_keep(ahead: Ahead) -> tuple[str, ...]:
    """Say which kinds of tiles are surely better bet first than one with two numbers."""
    sure = {kind: ahead[kind][_KEPT] for kind in _RATHER if ahead[kind][_KEPT].low > 0}
    if not sure:
        return ()
    kind = max(sure, key=lambda one: sure[one].value)
    return ("Keep tiles with two different numbers. "
            f"From a first hand {kind} bet at once wins {amount(sure[kind])} more games of 100.",)


def ahead_by_kind(bets: FirstBets) -> Ahead:
    """Return how many games of a hundred a kind wins more than another; the best kind first."""
    found = {one: {other: NOTHING if one == other else bets.ahead(tiles, rather)
                   for other, rather in report.KINDS.items()}
             for one, tiles in report.KINDS.items()}
    order = sorted(found, reverse=True, key=lambda kind: float(
        np.nansum([gap.value for gap in found[kind].values()])))
    return {one: {other: found[one][other] for other in order} for one in order}


def which_first(ahead: Ahead) -> str:
    """Say which kinds of tiles of a first hand are surely better bets than which."""
    sure = {one: [other for other, gap in row.items() if gap.low > 0] for one, row in ahead.items()}
    said = ". Bet ".join(f"{one} rather than {' or '.join(worse)}"
                     for one, worse in sure.items() if worse)
    if not said:
        return "Which kind of tile is the better first bet is too close to call here."
    pairs = len(ahead) * (len(ahead) - 1) // 2
    doubt = ("" if sum(map(len, sure.values())) == pairs
             else " Between the other kinds it is too close to call.")
    return f"Of a first hand bet {said}.{doubt}"


def wall_figure(ahead: Ahead) -> Cells:
    """Return what a kind of tile wins more than another."""
    return Cells(
        [list(row.values()) for row in ahead.values()], list(ahead),
        [kind.replace(" with ", " with\n").replace("double blank", "double\nblank")
         for kind in ahead], size=10,
        xlabel="the tile that you hold as well", title="Games of 100 won more")


# What tiles earn by pot and by round, from games of the run that are played again.

#: The most games that are played again, and the fewest bets that a number may rest on.
_GAMES, _FEWEST = 3_000, 100
#: Pots of about the same size by the fewest tiles of each, and how they are called.
_POTS = {0: "empty", 1: "1 to 6", 7: "7 to 12", 13: "13 or more"}
#: The double blank is left out: it never wins.
KINDS = ("a double", "a tile with a blank", "any other tile")
#: The kinds of tiles where they stand alone, in their order.
_IN_WORDS = ("a double", "a tile with a blank", "a tile with two numbers above blank")
#: From the double six down.
BY_TILE = [name(tile) for tile in range(TILES - 1, 0, -1)]
#: By tile or kind of tile, and by the size of the pot or by the round.
Earned = list[list[Estimate]]


def _of_game(game: dict[str, Any]) -> np.ndarray:
    """Return the tiles won and the bets made: int64[kinds and tiles, pots and rounds, 2]."""
    sums = np.zeros((len(KINDS) + len(BY_TILE), len(_POTS) + len(game["rounds"]), 2), np.int64)
    pot = 0
    for number, one in enumerate(game["rounds"]):
        for seat, tile in enumerate(one["bets"]):
            if tile != "0-0":
                high, low = tile.split("-")
                kind = 0 if high == low else 1 if low == "0" else 2
                for column in (sum(pot >= fewest for fewest in _POTS) - 1, len(_POTS) + number):
                    for row in (kind, len(KINDS) + BY_TILE.index(tile)):
                        sums[row, column] += len(one["won"][seat]), 1
        pot = len(one["pot"])
    return sums


def what_kinds_earn(result: Result) -> tuple[Earned, Earned, Earned]:
    """Return the tiles that a bet wins, itself included: a row a kind of tile, by pot and then by
    round; and a row a tile, by both. A game is one trial, since its bets depend on each other."""
    games = min(result.run.sessions, _GAMES)
    totals: np.ndarray | float = 0.0
    for game, _ in histories(result.run, range(games)):
        won, bets = np.moveaxis(_of_game(game), -1, 0)
        totals = totals + np.array([won, bets, won * won, won * bets, bets * bets], np.float64)
    found = [[mean(Sums(a, b, aa, ab, bb, games)) if b >= _FEWEST else NOTHING
              for a, b, aa, ab, bb in row]
             for row in np.moveaxis(np.asarray(totals), 0, -1).tolist()]
    kinds, pots = found[: len(KINDS)], len(_POTS)
    return [row[:pots] for row in kinds], [row[pots:] for row in kinds], found[len(KINDS) :]


def _most(earned: Earned) -> float:
    return max((e.value for row in earned for e in row if not np.isnan(e.value)), default=1)


def _kinds_figure(earned: Earned, columns: Sequence[str], counted: str) -> Cells:
    """Return what kinds of tiles earn."""
    # With two players there are fourteen rounds.
    return Cells(
        earned, KINDS, columns, _most(earned), height=2.6,
        size=9 if len(columns) <= 7 else 6, xlabel=counted, title="Tiles won by a bet")


def _tiles_figure(tiles: Earned) -> Facets:
    """Return what each tile earns, by the pot on the left and by the round on the right."""
    pots, most = len(_POTS), _most(tiles)
    sizes = [words.replace(" or ", " or\n") for words in _POTS.values()]
    named = [str(n + 1) for n in range(len(tiles[0]) - pots)]
    return Facets(((
        Cells([row[:pots] for row in tiles], BY_TILE, sizes, most, size=6, width=pots,
              xlabel="tiles in the pot"),
        Cells([row[pots:] for row in tiles], BY_TILE, named, most, size=6, width=len(named),
              xlabel="round")),), "y", height=9.6, title="Tiles won by a bet of each tile")


def what_a_double_wins(earned: Earned) -> str:
    """Return what a double wins of its round with the emptiest pot that is known."""
    known = [one for one in earned[0] if not math.isnan(one.value)]
    return (f"With the fewest tiles in the pot a double wins {amount(known[0])} tiles a bet."
            if known else "Too few games were played to tell what a double wins in its round.")


def best_by_round(earned: Earned) -> str:
    """Return which kind of tile earns most in the first round."""
    first = {kind: row[0] for kind, row in zip(_IN_WORDS, earned, strict=True)
             if not math.isnan(row[0].value)}
    if not first:
        return "Too few games were played to tell what earns most in which round."
    best = max(first, key=lambda kind: first[kind].value)
    return f"In the first round {best} earns most, {amount(first[best])} tiles a bet."


def _earned_cards(result: Result, bets: FirstBets) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Return the cards of the tiles that are won: of the first page, and of the second."""
    by_pot, by_round, tiles = what_kinds_earn(result)
    ahead = ahead_by_kind(bets)
    rounds = [str(number + 1) for number in range(len(by_round[0]))]
    return (
        Card(
            "wall", "The chart for the wall", (which_first(ahead),),
            Picture("opening_wall", wall_figure(ahead), "Games of 100 that the kind on the left "
                    "wins more than the kind below, if bet first; then good players "
                    f"({bets.run.labels[0]}) go on.", wide=True),
            link="tiles", wide=True, good=True),
        Card("what_to_bet", "What does each tile earn?", (report.best_tiles(result),),
             Picture("opening_tile_values", lambda: drawn(result.plot, "tile_values"),
                     "Itself is included."),
             link="tiles"),
        Card("by_round", "What should I keep for later?",
             (*what_to_keep(ahead), best_by_round(by_round)),
             Picture("opening_by_round", _kinds_figure(by_round, rounds, "round")),
             link="pot"),
    ), (
        Card("by_pot", "What does a double win in its round?",
             (what_a_double_wins(by_pot),),
             Picture("opening_by_pot", _kinds_figure(
                 by_pot, list(_POTS.values()), "tiles in the pot before the round")),
             link="pot"),
        Card("risk", "When is the pot worth a risk?", (report.what_the_pot_is_worth(result),),
             Picture("opening_pot", lambda: drawn(result.plot, "pot"), report.RAREST),
             link="pot"),
        Card("by_tile", "What does each tile win in its own round?",
             ("Choose no bet by these numbers: tiles won in a round are not games won. The tile "
              "with the largest number is often the one to keep, since every tile is bet once. "
              "The chart for the wall says what to bet first.",),
             Picture("opening_by_tile", _tiles_figure(tiles),
                     "The double blank never wins. A blank cell had too few bets.", wide=True),
             link="tiles", wide=True),
    )


def opening(
    result: Result, jobs: int | None = None, progress: Progress = silent
) -> Opening:
    """Return what a report opens with: games are looked at again, and first bets priced for it."""
    bets = find_first_bets(result.run, result.hands, jobs, progress)
    table = replace(bets.run, seed=0)  # as a command has it that names none
    first, more = _earned_cards(result, bets)
    return Opening((betting_card(table), later_card(table), *first), more=more,
                   note=whose_numbers(result),
                   lead="Three tiles in hand and one secret bet a round: which tile, and when? "
                        "Click your first hand, or practise. And see what every tile earns, by "
                        "the pot and by the round.")
