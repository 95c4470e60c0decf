"""All that can be declared at a table, and hands that are played out after it.

Declarations are forced, and all seats go on as their strategies do; deals and luck are those of
the run, as for any other play.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from simulate.books.rows import Ints
from simulate.branch.forced import ForcedPlay
from simulate.domino.pool_kit import DECLARE
from simulate.domino.trick_kit import HAND
from simulate.games import spot
from simulate.games.scripts import FREE, forced
from simulate.machine.compiling import kernel
from simulate.machine.table import BASE
from simulate.runs.run import Run
from simulate.theory.cfr import NO_ACTION, Tree

#: What was declared, position by position from the eldest hand.
History = tuple[int, ...]
#: In place of an action: a position that is not asked.
SILENT = 0


class Stakes(NamedTuple):
    """What a hand is played for."""

    pool: int  #: at the start of play
    penalty: int  #: what a looed seat pays


@dataclass(frozen=True)
class Declarations:
    """All that can be declared at a table."""

    tree: Tree  #: its players are the positions
    histories: tuple[History, ...]  #: what was declared before each node
    actions: tuple[tuple[int, ...], ...]  #: what it may declare, in the order of the tree's moves
    ends: tuple[History, ...]  #: the declarations of every leaf, one a position

    @classmethod
    def of(
        cls, players: int, legal: Callable[[History], tuple[int, ...]], most: int,
        seen: Callable[[History], History] = lambda history: history,
    ) -> Declarations:
        """Return the tree of what is ``legal`` after each history, ``most`` actions a node.

        ``seen``: a history that stands for all that are alike to those who act later.
        """
        histories, ends = list[History]([()]), list[History]()
        actions, follows, places = [], [], dict[History, int]()
        for history in histories:
            allowed, row = legal(history), []
            for action in allowed:
                after = (*history, action)
                while len(after) < players and not legal(after):
                    after = (*after, SILENT)
                after, is_end = seen(after), len(after) == players
                some = ends if is_end else histories
                if after not in places:
                    places[after] = len(some)
                    some.append(after)
                row.append(~places[after] if is_end else places[after])
            actions.append(allowed)
            follows.append(row + [NO_ACTION] * (most - len(row)))
        tree = Tree(np.array([len(history) for history in histories]), np.array(follows), len(ends))
        return cls(tree, tuple(histories), tuple(actions), tuple(ends))

    @cached_property
    def moves(self) -> Any:
        """The numbers of the actions at each node: int8[nodes, 1 + the last action]."""
        moves = np.zeros((len(self.actions), 1 + max(map(max, self.actions))), np.int8)
        for own, actions in zip(moves, self.actions, strict=True):
            own[list(actions)] = range(len(actions))
        return moves

    @cached_property
    def _after(self) -> Ints:
        """What follows each action at each node, and behind them at each leaf."""
        nodes, (_, size) = len(self.actions), self.moves.shape
        after = np.repeat(np.arange(nodes + len(self.ends))[:, None], size, axis=1)
        for node, own in enumerate(self.actions):
            follows = self.tree.follows[node, : len(own)]
            after[node, list(own)] = np.where(follows < 0, nodes + ~follows, follows)
        return after

    def walk(self, actions: Ints) -> tuple[Ints, Ints]:
        """Return the node of each position, -1 where it is not asked, and the leaf."""
        at, nodes = np.zeros(len(actions), np.int64), np.zeros(actions.shape, np.int64)
        for p, own in enumerate(actions.T):
            nodes[:, p] = np.where(own == SILENT, -1, at)
            at = self._after.take(at * self._after.shape[1] + own)
        return nodes, at - len(self.actions)

    @cached_property
    def codes(self) -> Ints:
        """The actions by their numbers at each node: int64[nodes, most]; 0 behind the last."""
        most = self.tree.follows.shape[1]
        return np.array([(*own, *[0] * (most - len(own))) for own in self.actions])

    def nodes_of(self, positions: Collection[int]) -> Ints:
        """Return the nodes at which some positions declare, ascending."""
        return np.flatnonzero(np.isin(self.tree.player, list(positions)))

    def columns(self, fixed: Collection[int]) -> Ints:
        """Return the column of buckets (``cfr.Buckets``) that counts at each node: int64[nodes].

        Behind those of the hands of all positions each node of a fixed one has a column of its own,
        of what is declared there: the number of the action, as a fixed bucket (``CFR.fixed``).
        """
        nodes, columns = self.nodes_of(fixed), self.tree.player.copy()
        columns[nodes] = self.tree.players + np.arange(len(nodes))
        return columns


class Endings(NamedTuple):
    """How hands end after what was declared, by how the tricks are shared."""

    own: Ints  #: int64[leaves, shares, positions]: the number of the own end of a position
    pool: Ints  #: int64[leaves, shares]: the number of what became of the pool


class Rollouts(NamedTuple):
    """Deals played out after everything that could be declared."""

    coarse: Any  #: int32[deals, positions]: classes of the hands dealt
    fine: Any  #: int32[deals, positions]: finer ones; the same where there are none
    outcomes: Any  #: uint8[deals, leaves]: how the tricks are shared: numbers of ``shares``

    def finer(self) -> tuple[Rollouts, Ints]:
        """Return the same by finer classes, those that came from 0 on in each column, and the
        coarse one of each: int64[columns, classes]."""
        found = [np.unique(own, return_index=True, return_inverse=True) for own in self.fine.T]
        coarse = np.zeros((len(found), max(len(came) for came, *_ in found)), np.int64)
        for own, of, (_, first, _) in zip(coarse, self.coarse.T, found, strict=True):
            own[: len(first)] = of[first]
        finer = np.column_stack([number for *_, number in found]).astype(np.int32)
        return self._replace(coarse=finer), coarse


def shares_of(tricks: int, positions: int) -> Ints:
    """Return all ways in which so many tricks are shared: int64[shares, positions]."""
    return np.array([won for won in product(range(tricks + 1), repeat=positions)
                     if sum(won) == tricks])


def units_of(run: Run) -> list[int]:
    """Return where each seat's forks are counted: together if all seats play alike, else apart."""
    seats = len(run.players)
    return [0] * seats if len(set(run.labels)) == 1 else list(range(seats))


@cache
def _classifier(classes: Any) -> Any:
    """Return what sorts many hands into the classes of a game (``Declared.classes``)."""

    @kernel
    def classify(dealt: Any, trumps: Any, turn_ups: Any, coarse: Any, fine: Any) -> None:
        players = dealt.shape[1]
        for d in range(len(dealt)):
            for p in range(players):
                coarse[d, p], fine[d, p] = classes(
                    dealt[d, p], trumps[d], turn_ups[d], int(p == players - 1), players)

    return classify


class PlayedOut(NamedTuple):
    """Hands that were played."""

    at: Any  #: what may be declared (``simulate.theory.declared.Declared``)
    came: Ints  #: int64[hands, K]: what they left in ``PlayedOut.kept``

    @staticmethod
    def kept(at: Any) -> list[int]:
        """Return the entries of the row that show what became of a hand."""
        some = range(at.players)
        return [HAND.trump, HAND.turn_up, *(HAND.dealt + p for p in some),
                *(at.actions_at + p for p in some), *at.outcome]

    @property
    def actions(self) -> Ints:
        """What was declared: int64[hands, positions]."""
        return self.came[:, 2 + self.at.players :][:, : self.at.players]

    @property
    def shares(self) -> Ints:
        """How the tricks were shared, by number: int64[hands]."""
        found: Ints = self.at.shares_won(self.came[:, 2 + 2 * self.at.players :])
        return found

    @property
    def endings(self) -> Ints:
        """The number of each one's place among all ``Endings``: int64[hands]."""
        leaves, shares = self.at.declared.walk(self.actions)[1], self.at.endings.pool.shape[1]
        return leaves * shares + self.shares

    def classes(self) -> tuple[Ints, Ints]:
        """Return the coarse and the fine classes of the hands dealt: int64[hands, positions]."""
        trumps, turn_ups, *dealt = np.ascontiguousarray(self.came[:, : 2 + self.at.players].T)
        hands = np.stack(dealt, axis=1)
        coarse, fine = np.zeros_like(hands), np.zeros_like(hands)
        _classifier(self.at.classes)(hands, trumps, turn_ups, coarse, fine)
        return coarse, fine


class DeclaringTable(ForcedPlay):
    """A table at one pool, at which declarations can be forced.

    ``at``: what may be declared (``simulate.theory.declared.Declared``). ``turns``: whether the
    seats take turns to deal; else the last one does. ``number``: of the hand in its session.
    ``scores``: by position before it. ``alone``: whether only what is declared matters.
    """

    def __init__(
        self, at: Any, pool: int, turns: bool = False, number: int = 0,
        scores: Sequence[int] = (), alone: bool = False,
    ) -> None:
        about = spot.asking(at.run.game)
        self.at, self._turns, self._hand = at, turns, {
            "game": at.run.game, "players": at.players, "dealer": at.players - 1, "hand": number}
        state = about.state({**self._hand, "pool": pool}, at.run.rules)
        super().__init__(
            at.run, [at.decision], {**at.laid(scores), **state},
            at.declares if alone and at.declares else about.opens())

    def play_for(self, pool: int) -> None:
        """Let hands be played for a pool."""
        state = spot.asking(self.run.game).state({**self._hand, "pool": pool}, self.run.rules)
        for entry, value in state.items():
            self.start[entry] = value

    def eldest(self, session: Ints) -> Ints:
        """Return the seats that positions are counted from."""
        begins, steps = self.at.game.begins
        dealer = session % self.at.players if self._turns else self.start[begins]
        return (dealer + steps) % self.at.players

    def hands(self, session: Ints, actions: Ints) -> PlayedOut:
        """Play deals with declarations forced, int64[..., positions]; those that are ``SILENT`` are
        asked. The hands are as many as sessions and actions are when they are broadcast."""
        dealer = [(self.at.game.begins[0], session % self.at.players)] if self._turns else []
        codes = np.where(actions == SILENT, FREE, forced(
            self.decisions.index(self.at.decision), actions))
        own = [(self.forced((self.eldest(session) + p) % self.at.players, DECLARE), codes[..., p])
               for p in range(self.at.players)]
        return PlayedOut(self.at, self.play(
            [(BASE.session, session), *dealer, *own], PlayedOut.kept(self.at)))


class Decisions(NamedTuple):
    """What fixed players declare, and what comes of it if one of them declares otherwise."""

    unit: Ints  #: int64[deals, positions]: where the seat is counted (``units_of``)
    coarse: Ints  #: int64[deals, positions]: buckets of the hands
    fine: Ints  #: int64[deals, positions]
    node: Ints  #: int64[deals, positions]: where each declares; -1 for one that is not asked
    does: Ints  #: int8[deals, positions]: the number of the action that it takes
    #: uint16[deals, positions, actions] (or wider): how the hand ends then (``PlayedOut.endings``),
    #: as it does where an action was not tried.
    outcomes: Ints
