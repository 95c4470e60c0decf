"""Who clears the pool: the winner of a hand, or the last seat in at hundred up."""

from collections.abc import Sequence
from typing import Any, Protocol

from ..choices import checked
from ..purses import Purses
from ..seats import clockwise
from .playing import hand_winners, pips_left
from .rules import Rules, stars_allowed
from .state import PoolDecider, PoolState, StarState


class Account(Protocol):
    """The running account of a session."""

    pool: int

    @property
    def over(self) -> bool:
        """Whether the session has ended."""

    @property
    def chips(self) -> list[int] | None:
        """What each seat has left; None without a bankroll."""

    @property
    def scores(self) -> Sequence[int | None] | None:
        """Pips counted against each seat, None for a seat that is out; None hand by hand."""

    def seats_in(self) -> list[int]:
        """Return the seats that take part in the next hand."""

    def collect(self) -> list[int]:
        """Take the contributions for a hand and return them by seat."""

    def settle(self, state: PoolState, decider: PoolDecider) -> dict[str, Any]:
        """Settle a hand and return its part of the hand history."""


def open_account(players: int, rules: Rules) -> Account:
    """Open the account that the rules ask for."""
    if rules["score"] == "hundred_up":
        return HundredUp(players, rules)
    return HandByHand(players, rules)


def _divided(pool: int, winners: list[int], players: int) -> list[int]:
    """Divide the pool by seat; the remainder of an uneven division stays in it."""
    return [pool // len(winners) if seat in winners else 0 for seat in range(players)]


class HandByHand:
    """Every hand is played for its own pool (``score=hand``, option ``bankroll``)."""

    scores = None

    def __init__(self, players: int, rules: Rules) -> None:
        self.players = players
        self.rules = rules
        self.purses = Purses(players, rules.get("bankroll"))
        self.pool = 0

    @property
    def over(self) -> bool:
        """Whether fewer than two seats have chips."""
        return len(self.seats_in()) < 2

    @property
    def chips(self) -> list[int] | None:
        """What each seat has left; None without a bankroll."""
        return self.purses.chips

    def seats_in(self) -> list[int]:
        """Return the seats that have chips."""
        return self.purses.seats_in()

    def collect(self) -> list[int]:
        """Take the contribution of every seat in."""
        contribution = [0] * self.players
        for seat in self.seats_in():
            contribution[seat] = self.purses.pay(seat, self.rules["contribution"])
        self.pool += sum(contribution)
        return contribution

    def settle(self, state: PoolState, decider: PoolDecider) -> dict[str, Any]:
        """Pay the pool to the winner of the hand; ties divide it."""
        winners = hand_winners(state)
        paid = _divided(self.pool, winners, self.players)
        for seat, chips in enumerate(paid):
            self.purses.receive(seat, chips)
        self.pool -= sum(paid)
        return {
            "pips": pips_left(state),
            "winners": winners,
            "paid": paid,
            "pool_next": self.pool,
            "net": _net(paid, state.contribution),
        }


class HundredUp:
    """One game: seats go out at ``target`` pips and the last one in wins the pool."""

    chips = None

    def __init__(self, players: int, rules: Rules) -> None:
        self.players = players
        self.rules = rules
        self.pool = 0
        self.scores: list[int | None] = [0] * players
        self.over = False
        self._stakes_due = True
        self._starred: list[int] = []

    def seats_in(self) -> list[int]:
        """Return the seats that are not out."""
        return [seat for seat, score in enumerate(self.scores) if score is not None]

    def collect(self) -> list[int]:
        """Take the contribution, once at the start of the game."""
        stake = self.rules["contribution"] if self._stakes_due else 0
        self._stakes_due = False
        self.pool += stake * self.players
        return [stake] * self.players

    def settle(self, state: PoolState, decider: PoolDecider) -> dict[str, Any]:
        """Add up the pips, let seats go out and star, then see whether the game is over."""
        before = list(self.scores)
        counts = pips_left(state)
        totals = {
            seat: score + counts[seat]
            for seat, score in enumerate(self.scores)
            if score is not None
        }
        out = [seat for seat, total in totals.items() if total >= self.rules["target"]]
        starred = self._choose_stars(state, decider, totals, out)
        self._carry_scores(totals, out, starred)
        game_winners = self._game_winners(totals)
        self.over = bool(game_winners)
        paid = [0] * self.players
        if self.over:
            paid = _divided(self.pool, game_winners, self.players)
        stake = self.rules["contribution"]
        stakes = [stake if seat in starred else 0 for seat in range(self.players)]
        self.pool += sum(stakes) - sum(paid)
        return {
            "pips": counts,
            "winners": hand_winners(state),
            "paid": paid,
            "pool_next": self.pool,
            "net": _net(paid, state.contribution, stakes),
            "score_before": before,
            "score_after": list(self.scores),
            "out": sorted(out),
            "starred": sorted(starred),
            "game_over": self.over,
            "game_winners": game_winners,
        }

    def _choose_stars(
        self, state: PoolState, decider: PoolDecider, totals: dict[int, int], out: list[int]
    ) -> list[int]:
        """Return the seats that star at the end of this hand (option ``star``, *Choices*).

        The first seats to go out star once each, the lower score first, then the seat nearer the
        leader's left, the leader last; nobody stars when all seats go out together.  With ``may``
        each of them decides, and a place that it leaves is open to the next seat out.
        """
        if self.rules["star"] == "no" or len(out) == len(totals):
            return []
        from_leaders_left = clockwise((state.leader + 1) % self.players, out, self.players)
        candidates = sorted(
            (seat for seat in from_leaders_left if seat not in self._starred),
            key=totals.__getitem__,
        )
        places = stars_allowed(self.players) - len(self._starred)
        highest = max(total for seat, total in totals.items() if seat not in out)
        starred: list[int] = []
        for seat in candidates:
            left = places - len(starred)
            asked = StarState(state, seat, totals, out, list(starred), left, highest)
            if left > 0 and self._stars(asked, decider):
                starred.append(seat)
        self._starred += starred
        return starred

    def _stars(self, asked: StarState, decider: PoolDecider) -> bool:
        """Tell whether an entitled seat stars: it has to, or it decides."""
        if self.rules["star"] == "must":
            return True
        return checked(decider.star(asked), (False, True), asked, "starred")

    def _carry_scores(self, totals: dict[int, int], out: list[int], starred: list[int]) -> None:
        """Carry the scores over: those that star come back with the highest score still in."""
        still_in = [total for seat, total in totals.items() if seat not in out]
        for seat, total in totals.items():
            self.scores[seat] = None if seat in out else total
        for seat in starred:
            self.scores[seat] = max(still_in)

    def _game_winners(self, totals: dict[int, int]) -> list[int]:
        """Return the last seat in, or of seats all out together those with the lowest score."""
        seats_in = self.seats_in()
        if len(seats_in) > 1:
            return []
        lowest = min(totals.values())
        return seats_in or [seat for seat, total in totals.items() if total == lowest]


def _net(paid: list[int], *payments: list[int]) -> list[int]:
    return [won - sum(lost) for won, *lost in zip(paid, *payments, strict=True)]
