"""What each bet brings: each bet of the line-up's seats is made with every tile of the hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from reports.moves import MoveValues, above_others, halves
from reports.stats.estimates import Estimate, mean_of_trials
from reports.studies.contests import in_chunks
from reports.studies.study import in_parts
from simulate.books.tally import Floats, Ints
from simulate.branch.forks import Forks, fork
from simulate.domino.tiles import ALL_TILES, HIGH, LOW, SHOWS, TILE, TILES
from simulate.games.casino.kernel import SHARES, WIN_SHARES
from simulate.games.casino.views import AT, HOLDS
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Player, Run
from simulate.theory.casino import best_response as fitted
from simulate.theory.casino.best_response import KIND, KINDS
from simulate.theory.casino.last_rounds import PLAYERS, price_endings

#: Classes of a bet, by what they are classes of.
POTS = ("no tiles", "1 to 3", "4 to 7", "8 to 12", "13 or more")
PHASES = ("first third", "second third", "last third")
LEADS = ("2 or more behind", "within 1", "2 or more ahead")
#: How many tiles that matter are out: those that a blank could take, or that could take a tile.
GONE = ("none out", "1 or 2 out", "3 or more out")
CLASSES = {"pot": POTS, "round": PHASES, "lead": LEADS, "gone": GONE}
#: What is counted of the first hand.
HELD = ("0-0", "k-0", "double")
MOST_HELD = HOLDS + 1
_POT_BOUNDS, _LEAD_BOUNDS, _GONE_BOUNDS = (1, 4, 8, 13), (-1, 2), (1, 3)
#: Sums that are made of every bet.
_WHAT = ("games", "tiles")
#: The most rounds of a game.
MOST_ROUNDS = 14


#: What bets bring, by what is counted and the classes of the bet.
#:
#: ``("games" or "tiles", CLASS)``: what a bet brings more than the other tiles of the hand do, by
#: kind of tile and class, and by ``"tile"``. By how many of ``HELD`` a seat was dealt, or by
#: ``"strategy"``: the share of games, or the tiles, that it wins. ``("tiles", "each round")``:
#: those that a seat wins there, by strategy and round; the last two are one. Where two players have
#: nothing left to draw, by strategy: ``("ending", "cost")``: what bets give away; ``"mixed"``: the
#: share of them in which the solution leaves something to chance.
Bets = dict[tuple[str, str], MoveValues]


def study_tiles(
    run: Run, jobs: int | None = None, progress: Progress = silent
) -> tuple[Bets, Bets]:
    """Bet every tile of the hand in every bet of a line-up, the seats asked in turn. Returns the
    ``halves`` of the games: one to choose from, one to measure with."""
    noted = {**fitted.NOTED, "pot_set": AT.pot}
    parts = fork(run, "bet", noted, fitted.STASHES, lambda forks: _read(run, forks), jobs=jobs,
                 progress=progress)
    return halves(parts)


def _read(run: Run, forks: Forks) -> Bets:
    """Sort the bets of some sessions into their cells."""
    seats, many = len(run.players), forks.sessions
    stashes = forks.outcomes[:, :HOLDS, :seats]
    own = stashes[np.arange(len(stashes)), :, forks.seat].astype(np.float64)
    worth = {"games": fitted.win_shares(stashes, forks.seat), "tiles": own}
    tiles, classes = forks.answers[:, :HOLDS], _classes(run, forks)
    session = np.repeat(forks.session, HOLDS)
    bets: dict[tuple[str, str], MoveValues] = {}
    for what in _WHAT:
        gained = above_others(worth[what], forks.count).ravel()
        for name, found in classes.items():
            cell = np.where((tiles >= 0) & (found >= 0),
                            KIND[tiles] * len(CLASSES[name]) + found, -1)
            bets[what, name] = MoveValues.of_sessions(
                session, cell.ravel(), gained, len(KINDS) * len(CLASSES[name]), many)
        bets[what, "tile"] = MoveValues.of_sessions(session, tiles.ravel(), gained, TILES, many)
        made = np.take_along_axis(worth[what], forks.told[:, None], 1)[:, 0]
        at_first = forks.number == 0
        for kind in HELD:
            of_kind = sum(1 << t for t in range(TILES) if KINDS[KIND[t]] == kind)
            held = np.bitwise_count(forks.noted["hand"][at_first] & of_kind).astype(np.int64)
            bets[what, kind] = MoveValues.of_sessions(
                forks.session[at_first], held, made[at_first], MOST_HELD, many)
        if what == "games":
            bets[what, "strategy"] = MoveValues.of_sessions(
                forks.session[at_first], _strategy(run, forks)[at_first], made[at_first],
                len(labels_of(run)), many)
    bets["tiles", "each round"] = _by_round(run, forks, worth["tiles"])
    return {**bets, **(_endings(run, forks) if len(run.players) == PLAYERS else {})}


def labels_of(run: Run) -> list[str]:
    """Return the strategies of a line-up, each once."""
    return list(dict.fromkeys(run.labels))


def _strategy(run: Run, forks: Forks) -> Ints:
    """Return the number of the strategy that was asked."""
    labels = labels_of(run)
    return np.array([labels.index(label) for label in run.labels])[forks.seat]


def _own_lead(run: Run, forks: Forks) -> Ints:
    """Return by how many tiles the stash of the seat asked is ahead of the best other."""
    seats = np.arange(len(run.players))
    stashes = forks.noted["stashes"][:, None] >> 8 * seats & 255
    own = stashes[np.arange(len(stashes)), forks.seat]
    others = np.where(seats == forks.seat[:, None], -1, stashes).max(1)
    return own - others


def _classes(run: Run, forks: Forks) -> dict[str, Ints]:
    """Return the class of each answer, by what it is a class of: int64[bets, answers]."""
    tiles, rounds = forks.answers[:, :HOLDS], TILES // len(run.players)
    of_bet = {
        "pot": np.searchsorted(_POT_BOUNDS, forks.noted["pot"], "right"),
        "round": forks.number * len(PHASES) // (rounds - 1),
        "lead": np.searchsorted(_LEAD_BOUNDS, _own_lead(run, forks), "right")}
    found = {name: np.broadcast_to(one[:, None], tiles.shape) for name, one in of_bet.items()}
    # Tiles that are out and that a blank could take, or that could take another tile.
    unseen = (ALL_TILES & ~(forks.noted["hand"] | forks.noted["seen"]))[:, None]
    takers = 1 << TILE[HIGH, 0] | 1 << TILE[LOW, 0]
    wanted = np.where(KIND == fitted.SINGLE_BLANK, SHOWS[HIGH],
                      np.where((KIND == fitted.DOUBLE) | (KIND == fitted.OTHER), takers, 0))
    out = np.bitwise_count(unseen & wanted[tiles]).astype(np.int64)
    found["gone"] = np.where(KIND[tiles] == 0, -1, np.searchsorted(_GONE_BOUNDS, out, "right"))
    return found


def _by_round(run: Run, forks: Forks, tiles: Floats) -> MoveValues:
    """Return the tiles won in each round, by strategy; the last two rounds together, halved."""
    asked = TILES // len(run.players) - 1
    shape = (-1, asked)
    before = (forks.noted["stashes"] >> 8 * forks.seat & 255).reshape(shape)
    last = np.take_along_axis(tiles, forks.told[:, None], 1)[:, 0].reshape(shape)[:, -1:]
    won = np.diff(np.concatenate([before, last], axis=1), axis=1)
    won[:, -1] /= 2
    cell = _strategy(run, forks).reshape(shape) * MOST_ROUNDS + np.arange(asked)
    return MoveValues.of_sessions(
        forks.session, cell.ravel(), won.ravel().astype(np.float64),
        len(labels_of(run)) * MOST_ROUNDS, forks.sessions)


#: One in this many sessions has its endings priced: each takes a millisecond.
_ONE_IN = 16
#: A bet is by lot where the solution makes it less often than this.
_ALWAYS = 1 - 1e-6


def _endings(run: Run, forks: Forks) -> Bets:
    """Return what bets of two players in endings give away, and how often solutions mix."""
    priced = forks.session // PLAYERS % _ONE_IN == 0
    chosen = np.flatnonzero(priced & (forks.number >= TILES // PLAYERS - HOLDS))
    worth, cost, most = (np.zeros(len(chosen)) for _ in range(3))
    hand, seen, pot, lead = (np.ascontiguousarray(each[chosen]) for each in (
        forks.noted["hand"], forks.noted["seen"], forks.noted["pot_set"], _own_lead(run, forks)))
    tiles = forks.answers[chosen, forks.told[chosen]]
    price_endings(hand, seen, pot, lead, tiles, worth, cost, most)
    strategy, sessions = _strategy(run, forks)[chosen], len(np.unique(forks.session[priced]))
    return {("ending", name): MoveValues.of_sessions(
                forks.session[chosen], strategy, one, len(labels_of(run)), sessions)
            for name, one in (("cost", cost), ("mixed", (most < _ALWAYS).astype(np.float64)))}


#: The first sessions to fit on, to choose on and to measure on: no session is used twice.
_FIT, _CHOOSE, _MEASURE = 1 << 40, 1 << 41, 1 << 42
#: The part of the work that the fit is.
_FITTING = 0.8


@dataclass(frozen=True)
class Ceiling:
    """What the best player that was found wins at a table of others."""

    rival: str  #: who sits in all other seats
    chosen: str  #: the best player that was found, chosen on other deals than those that measure it
    best_known: str  #: the best of the known strategies
    wins: Estimate  #: the share of games that the chosen one wins
    gain: Estimate  #: what it wins more than one of the others would in its seat, on the same deals


def _won(run: Run, player: Player, first: int, jobs: int | None) -> Floats:
    """Return the share of each game that a player wins in seat 0: float64[sessions]."""
    table = replace(run, players=(player, *run.players[1:]), hands=1)
    ((won,),) = in_chunks([(table, lambda rows: (rows.seat[:, 0, WIN_SHARES] / SHARES,))],
                          range(first, first + run.sessions), jobs)
    return np.asarray(won, np.float64)


def find_ceiling(
    run: Run, rival: Player, known: Sequence[Player], jobs: int | None = None,
    progress: Progress = silent,
) -> Ceiling:
    """Look for the best answer to a table of one strategy (``rival``), and measure it on other
    deals. The sessions of the run are played in each round of the fit, which begins with the best
    of the known strategies, to choose, and to measure."""
    table = replace(run, players=(rival,) * len(run.players))
    wins = [_won(table, player, _CHOOSE, jobs).mean() for player in known]
    best_known = known[int(np.argmax(wins))]

    fitting, _ = in_parts(progress, (_FITTING, 1 - _FITTING))
    found = [best_known, *fitted.best_response(table, best_known, jobs, fitting, _FIT)]
    wins = [max(wins), *(_won(table, player, _CHOOSE, jobs).mean() for player in found[1:])]
    best = found[int(np.argmax(wins))]
    won, others = (_won(table, player, _MEASURE, jobs) for player in (best, rival))
    progress(1.0, (len(known) + len(found) + 2) * run.sessions)
    return Ceiling(rival.label, best.label, best_known.label, mean_of_trials(won),
                   mean_of_trials(won - others))
