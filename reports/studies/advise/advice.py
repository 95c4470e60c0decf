"""One hand: what each move brings, and which one to make."""

from __future__ import annotations

import html
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from reports.later import pd
from reports.page.document import Column, Table
from reports.stats import number_text
from reports.studies.advise.hand_input import Hand, read_hand
from reports.studies.miss import words as say
from reports.studies.miss.move_values import Sums, added, worth
from simulate.books.jackknife import standard_error
from simulate.domino import tiles
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.loo.row import TRICKS
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.views import ACTIONS, DROP, FOR_POOL, LEAVE, MISS, PLAY
from simulate.games.rules import Rules
from simulate.runs.player import Player
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.solving.loo.later_pools import PoolValues, check_worth
from simulate.solving.loo.payoffs import payoff, pool_values
from simulate.solving.loo.what_if import AS_ASKED
from simulate.solving.loo.what_if_counts import (
    Forks,
    Payoff,
    Question,
    Stakes,
    fork_more,
    plays_for_chips,
    stakes_of,
    unit_of,
)

#: Deals of the first round; every further one doubles them.
_FIRST_ROUND = 16_384
_MOST_DEALS = 2**23
#: After this many deals we look for seats that never declare as they are said to have; and after
#: this many we give a hand up.
_DOUBT, _PATIENCE = 2**17, 2**20
_CLEAR = 2.0
#: Hands that the worth of later pools is measured with.
_LATER_HANDS = 500_000



def _moves(hand: Hand, players: int, has_for_pool: bool) -> np.ndarray:
    """Return the moves to compare; the kernel leaves out those that are not allowed."""
    moves = [(PLAY, LEAVE)]
    if hand.position == players - 1:
        moves += [(PLAY, tile) for tile in reversed(list(tiles.members(hand.tiles)))]
    moves += [(MISS, AS_ASKED), (DROP, AS_ASKED)]
    if has_for_pool:
        moves.append((FOR_POOL, AS_ASKED))
    return np.array(moves)


def _name(move: tuple[int, int], is_dealer: bool) -> str:
    """Return a move in words."""
    action, turn_up = move
    if action != PLAY:
        return {MISS: "miss", DROP: "drop", FOR_POOL: "play for the pool"}[action]
    if turn_up == LEAVE:
        return "play, leave the turn-up" if is_dealer else "play"
    return f"play, turn-up for {tiles.name(turn_up)}"


@dataclass(frozen=True, repr=False)
class Advice:
    """What each move brings with one hand.

    Parameters
    ----------
    run : Run
    hand : Hand
    values : PoolValues, optional
        The worth of later pools; none where points are played for.
    payoffs : tuple of Payoff
        What hands bring: with later pools, and alone.
    forks : Forks
    wanted : float
        The standard error of the expected tricks that was asked for.
    taken : tuple of int
        Positions before it that never declare as they are said to have: their declarations are
        taken as given and tell nothing of their tiles.

    Examples
    --------
    >>> import boneyard
    >>> advice = boneyard.advise("rounce", "6-6 6-2 4-4 3-1 2-0", "6-3", position=0,
    ...                          lineup="stay", precision=0.1, jobs=1)
    >>> advice.answer.partition(":")[0]
    'Play'
    """

    run: Run
    hand: Hand
    values: PoolValues | None
    payoffs: tuple[Payoff, ...]
    forks: Forks
    wanted: float
    taken: tuple[int, ...] = ()

    @property
    def stakes(self) -> Stakes:
        """What is played for."""
        return self.payoffs[0].stakes

    @property
    def in_chips(self) -> bool:
        """Whether there is a pool."""
        return plays_for_chips(self.run)

    @property
    def unit(self) -> str:
        """What a hand is worth, in words."""
        return unit_of(self.run)

    @property
    def outcomes(self) -> np.ndarray:
        """Deals by move and tricks: int64[K, 6]."""
        total: np.ndarray = self.forks.outcomes.sum((0, 1, 2, 3))
        return total

    @property
    def legal(self) -> list[int]:
        """The moves that the rules allow."""
        return [int(k) for k in np.flatnonzero(self.outcomes.sum(1))]

    @property
    def names(self) -> list[str]:
        """All moves in words."""
        dealer = self.hand.position == len(self.run.players) - 1
        return [_name((int(a), int(t)), dealer) for a, t in self.forks.moves]

    def _sums(self, at: int) -> Sums:
        return added(worth(self.forks, self.payoffs, at, [self.hand.position]), (0, 1, 2, 3))

    @property
    def alone(self) -> Sums:
        """The worth of the moves in this hand."""
        return self._sums(1)

    @property
    def together(self) -> Sums:
        """The worth of the moves with that of later pools, above an emptied one."""
        return self._sums(0)

    @property
    def precision(self) -> float:
        """The largest standard error of the tricks to be expected of a move."""
        return max(self.tricks(move)[1] for move in self.legal)

    @property
    def order(self) -> list[int]:
        """The legal moves, the best first."""
        mean = self.together.mean()
        return sorted(self.legal, key=lambda move: -mean[move])

    @property
    def margin(self) -> tuple[float, float]:
        """What the best move is worth above the next best, and its standard error."""
        best, second = self.order[:2]
        sums = self.together
        return float(sums.margin()[best, second]), float(sums.margin_se()[best, second])

    @property
    def clear(self) -> bool:
        """Whether the best move is ahead of every other by two standard errors."""
        best, *others = self.order
        ahead, error = self.together.margin()[best], self.together.margin_se()[best]
        return all(ahead[k] >= _CLEAR * error[k] for k in others)

    @property
    def best(self) -> str:
        """The best move."""
        return self.names[self.order[0]]

    @property
    def usual(self) -> str:
        """What the strategy in this seat would do by itself in most deals."""
        made = self.forks.outcomes.sum((0, 1, 2, 4, 5))
        return self.names[int(made.argmax())]

    @property
    def answer(self) -> str:
        """The advice in a sentence."""
        margin, error = self.margin
        places = number_text.decimals(margin, margin - error, margin + error)
        second = self.names[self.order[1]]
        others = [label for p, label in enumerate(self.run.labels) if p != self.hand.position]
        against = say.against(others)
        if not self.clear:
            return (
                f"Too close to call: {self.best} is ahead of {second} by "
                f"{margin:.{places}f} ± {error:.{places}f} {self.unit}, {against}.")
        return (
            f"{self.best[0].upper()}{self.best[1:]}: worth {margin:.{places}f} ± "
            f"{error:.{places}f} {self.unit} more than {second}, {against}.")

    def tricks(self, move: int) -> tuple[float, float]:
        """Return the tricks to be expected of a move, and their standard error."""
        counts = self.outcomes[move]
        deals, number = int(counts.sum()), np.arange(TRICKS + 1)
        mean = float(counts @ number) / deals
        variance = max(0.0, float(counts @ number**2) / deals - mean**2)
        return mean, math.sqrt(variance / (deals - 1))

    def _row(self, move: int) -> dict[str, Any]:
        """Return what a move brings, with standard errors."""
        counts = self.outcomes[move]
        deals, at_risk = counts.sum(), int(self.forks.moves[move, 0]) in (PLAY, MISS)
        shares = counts / deals
        looed = float(shares[0]) if at_risk else 0.0
        tricks, spread = self.tricks(move)
        row: dict[str, Any] = {"move": self.names[move], "tricks": tricks, "tricks_se": spread}
        for name, share in (("some_trick", 1 - shares[0]), ("looed", looed)):
            row |= {name: share, f"{name}_se": math.sqrt(share * (1 - share) / deals)}
        row |= {f"tricks_{t}": share for t, share in enumerate(shares)}
        return row

    @property
    def frame(self) -> pd.DataFrame:
        """A row a legal move, the best first: tricks, odds and worth with standard errors."""
        alone, together, rows = self.alone, self.together, []
        for move in self.order:
            row = self._row(move)
            row |= {self.unit: alone.mean()[move], f"{self.unit}_se": alone.mean_se()[move]}
            if self.in_chips:
                row |= {"with_later": together.mean()[move],
                        "with_later_se": together.mean_se()[move]}
            rows.append(_with_intervals(row))
        return pd.DataFrame(rows).set_index("move")

    def table(self) -> Table:
        """Return the moves as a table of a report."""
        looed = "looed" if self.run.game == "loo" else "rounced"
        columns = [
            Column("move", "move", "text"), Column("tricks", "tricks", "amount"),
            Column("looed", looed), Column("some_trick", "at least one trick"),
            Column(self.unit, f"{self.unit}, this hand", "signed"),
        ]
        if self.in_chips:
            columns.append(Column("with_later", "with later pools", "signed"))
        return Table("advice", "What each move brings", self.frame, tuple(columns), self.note)

    @property
    def note(self) -> str:
        """What the numbers rest on."""
        shown = f"{self.forks.wanted:,} deals"
        if self.forks.wanted < self.forks.deals:
            shown += f" (one in {self.forks.deals / self.forks.wanted:.3g} fits what was declared)"
        text = f"{shown}, each played out under every move; ± is one standard error, "
        text += "an interval two to either side."
        if self.precision > self.wanted:
            text += f" They do not suffice for {self.wanted:g} tricks: what was declared is rare."
        for position in self.taken:
            said = ACTIONS[self.hand.before[position]]
            text += (
                f" Position {position} ({self.run.labels[position]}) never declares {said} there: "
                "that is taken as given, and tells nothing of the tiles held.")
        text += f" {self.run.labels[self.hand.position]} would {self.usual}."
        if self.values is not None and self.stakes.penalty:
            position, players = self.hand.position, len(self.run.players)
            chips = self.stakes.penalty
            worth = self.values.replicas(chips, position, players - 1)
            text += (
                f" {chips:,} chips left in the pool are worth {worth[0]:.2f} ± "
                f"{standard_error(worth):.2f} more to this seat than an emptied one.")
            if self.values.horizon is not None:
                text += (
                    f" At this table a hand multiplies a large pool by {self.values.growth:.2f} in "
                    "the mean, so the worth of pools for good has no bounds: the next "
                    f"{self.values.horizon} hands are counted.")
        return text

    def __str__(self) -> str:
        """Return the advice as text, with standard errors."""
        return "\n".join([self._headline(), "", *self._lines(), "", self.answer, self.note])

    def __repr__(self) -> str:
        return f"{self._headline()}\n{self.answer}"

    def _repr_html_(self) -> str:
        columns = ["tricks", "looed", self.unit, *(["with_later"] if self.in_chips else [])]
        table = self.frame[columns].to_html(float_format="{:.3g}".format)
        return (f"<p>{html.escape(self._headline())}</p>"
                f"<p><b>{html.escape(self.answer)}</b></p>{table}")

    def _headline(self) -> str:
        hand, players = self.hand, len(self.run.players)
        said = number_text.listed([ACTIONS[action] for action in hand.before]) or "nothing"
        stakes = (
            f"pool {self.stakes.pool:,}, penalty {self.stakes.penalty:,}" if self.in_chips
            else "points")
        return (
            f"{'  '.join(tiles.names(hand.tiles))}   turn-up {tiles.name(hand.turn_up)}, "
            f"{say.place(hand.position, players)} of {players}, before: {said}; {stakes}")

    def _lines(self) -> list[str]:
        """Return the rows of the text."""
        frame = self.frame
        looed = "looed" if self.run.game == "loo" else "rounced"
        named = [("tricks", "tricks"), ("looed", f"P({looed})"), ("some_trick", "P(1+ tricks)"),
                 (self.unit, f"{self.unit}, this hand")]
        if self.in_chips:
            named.append(("with_later", "with later pools"))
        wide = max(len(name) for name in frame.index)
        head = " ".join([" " * wide, *(f"{title:>18}" for _, title in named)])
        lines = [head]
        for name, row in frame.iterrows():
            cells = (_with_error(row[key], row[f"{key}_se"]) for key, _ in named)
            lines.append(" ".join([f"{name:<{wide}}", *(f"{cell:>18}" for cell in cells)]))
        return lines


def _with_error(value: float, error: float) -> str:
    """Write a number with its standard error."""
    places = number_text.decimals(value, value - error, value + error) if error > 0 else 0
    return f"{value + 0.0:.{places}f} ± {error:.{places}f}" if error > 0 else f"{value + 0.0:g}"


def _with_intervals(row: dict[str, Any]) -> dict[str, Any]:
    """Put intervals of two standard errors beside the numbers that have one."""
    for name in [key for key in row if f"{key}_se" in row]:
        reach = _CLEAR * row[f"{name}_se"]
        row |= {f"{name}_low": row[name] - reach, f"{name}_high": row[name] + reach}
    return row


def _give_up(run: Run, hand: Hand, deals: int) -> BoneyardError:
    """Explain that the seats before never declare so."""
    said = ", ".join(
        f"position {p} ({run.labels[p]}) {ACTIONS[action]}" for p, action in enumerate(hand.before))
    return BoneyardError(
        f"before: in {deals:,} deals around this hand the line-up never declared all of {said}; "
        "name strategies that do, one a position, or random")


def _check(game: str, rules: Rules, players: Sequence[Player], precision: object) -> float:
    """Return the precision.

    Raises
    ------
    BoneyardError
        If the game has no miss, or the precision cannot be reached.
    """
    if not isinstance(rules, LooRules | RounceRules):
        raise BoneyardError(
            "advise weighs play, miss and drop, the declarations of loo and rounce; for a decision "
            f"of {find_game(game).title} use boneyard.ask")
    try:
        wanted = float(str(precision))
    except ValueError:
        wanted = math.nan
    if not 0.0005 <= wanted <= 1:
        raise BoneyardError(f"precision {precision!r} is not a number of tricks from 0.0005 to 1")
    return wanted


def advise(
    game: str, rules: Rules, players: Sequence[Player], hand: str | Iterable[object],
    turn_up: object, position: object, before: str | Iterable[object] = (),
    pool: int | None = None, precision: object = 0.01, seed: int = 0, jobs: int | None = None,
    progress: Progress | None = None,
) -> Advice:
    """Compare what a seat may declare with one hand.

    The tiles that the seat does not see are dealt at random, and kept when the seats
    before it then declare as they did; every such deal is played out under every move.  If a seat
    never declares as it is said to have, its declaration is taken as given, whatever tiles it was
    dealt.

    Parameters
    ----------
    game : {"loo", "rounce"}
    rules : Rules
    players : sequence of Player
        One a position, the eldest hand first, the dealer last.
    hand : str or sequence of str
        Five tiles: ``"6-6 6-2 4-4 3-1 2-0"``.
    turn_up : str
    position : int
        Of the hand: 0 is the eldest, one less than the players the dealer.
    before : str or sequence of str
        What the positions before declared: ``"drop,miss"``.
    pool : int, optional
        At the start of play; that of a session's first hand when not given.
    precision : float
        Standard error of the expected tricks to reach.
    seed : int
    jobs : int, optional
        Workers; the result does not depend on them.
    progress : callable, optional
        Called with the share of the most deals that is done, and the deals.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or the line-up never declares all that before this hand.
    """
    wanted = _check(game, rules, players, precision)
    run = Run(game, rules, tuple(players), 1, 1, seed)
    check_worth(run)
    seen = read_hand(len(players), hand, turn_up, position, before)
    stakes, positions = stakes_of(run, pool), len(players)
    values = pool_values(run, _LATER_HANDS, jobs)
    payoffs = tuple(payoff(stakes, each, positions, [seen.position]) for each in (values, None))
    question = Question(
        run, payoffs, seen.position, seen.tiles, seen.turn_up, seen.before,
        _moves(seen, len(players), has_for_pool=isinstance(rules, LooRules)),
    )
    advice = Advice(run, seen, values, payoffs, question.blank(), wanted)
    if not _fork_until(advice, question, jobs, progress, _DOUBT):
        taken = _never_declare_so(question, jobs)
        question = replace(question, taken=taken)
        forks = question.blank() if taken else advice.forks
        advice = replace(advice, taken=taken, forks=forks)
        if not _fork_until(advice, question, jobs, progress, _PATIENCE):
            raise _give_up(run, seen, advice.forks.deals)
    return advice


def _never_declare_so(question: Question, jobs: int | None) -> tuple[int, ...]:
    """Return the positions that never declare as they are said to, whatever they are dealt."""
    never, heard = [], range(question.position)
    for position in heard:
        alone = replace(question, taken=tuple(p for p in heard if p != position))
        forks = question.blank()
        fork_more(alone, forks, _DOUBT, jobs)
        if not forks.wanted:
            never.append(position)
    return tuple(never)


def _fork_until(
    advice: Advice, question: Question, jobs: int | None, progress: Progress | None,
    patience: int,
) -> bool:
    """Fork deals in rounds of fixed sizes until the precision is reached.

    Returns
    -------
    bool
        Whether any of the deals tried was one that the question is about.
    """
    forks = advice.forks
    while forks.deals < _MOST_DEALS:
        more = max(forks.deals, _FIRST_ROUND)
        fork_more(question, forks, more, jobs,
                  progress and (lambda n: progress(n / _MOST_DEALS, n)))
        if forks.wanted > 1 and advice.precision <= advice.wanted:
            return True
        if forks.deals >= patience and forks.wanted < 2:
            return False
    return True
