"""The declarations of a game, as a solver needs them.

Each position in turn declares once, in public, and tricks are then played for a pool that
passes from hand to hand.  How a table of such a game is solved, what later pools are worth and what
best responses win stands in this folder, and knows no game: a game provides a ``Declared``.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar

import numpy as np

from simulate.books.rows import Floats, Ints
from simulate.domino.pool_kit import action_in
from simulate.domino.trick_kit import HAND
from simulate.errors import BoneyardError, listed, whole
from simulate.games import spot
from simulate.games.game import find_game, module_of
from simulate.machine.compiling import helper
from simulate.runs.follow import joined
from simulate.runs.run import Run, in_pieces
from simulate.theory import declarations

#: Deals at pools are the second hands of sessions: forks are made of the first ones.
SECOND_HAND = 1
#: Deals that a worker plays out at a time, at least that it asks about (to lay a table takes long
#: where a strategy has a large chart), and whose decisions it plays otherwise.
_DEALS, _ASKED, _DECIDED = 2048, 8192, 16_384
#: Hands with another declaration that are played at a time: of bids a deal has dozens.
_FORCED = 1 << 16

#: Pools up to this one are looked at one by one; larger ones in steps of a tenth, between which the
#: worth is interpolated linearly.
_ALL, _STEP = 250, 1.1
#: How many first pools large the largest pool is that an unlimited table is solved for; beyond it
#: the worth is extrapolated linearly.
_FAR = 16
#: Unlimited pools of all sizes are alike except for what is paid for each hand, which two sizes
#: show.
_FAR_SOLVED = 8
#: Large pools at which strategies are watched are a third apart. Without a limit on penalties each
#: is twice the one before, because pool and penalty are then always the same.
_APART, _FAR_APART = 4 / 3, 2.0
#: A pool that no table reaches: penalties there are as large as they become.
_ENDLESS = 10**12


@helper
def read_declaring(view: Any, kind: Any) -> tuple[int, int]:
    """Return the kind of the hand that a view shows, and the pool."""
    last = int(view.position == view.players - 1)
    return kind(view.hand, view.trump, view.turn_up, last), view.pool


class Declared(ABC):
    """What can be declared at a table, how hands are sorted, and what is played for.

    A game provides a subclass: ``DECLARED`` of the module that its ``Game.solves`` names. Its six
    abstract methods are all that must be written. Its row begins with
    ``simulate.domino.trick_kit.HAND`` and has an entry ``action`` (by position, 0 for nothing), its
    asking has the ``tiles`` of a hand, its rules have ``penalty_at(pool, players)`` and
    ``escalation_limit``.
    """

    #: What a position may declare, and what a person calls it.
    words: ClassVar[Mapping[int, str]]
    #: The kinds of hands that are distinguished, in words.
    names: ClassVar[Sequence[str]] = ()
    #: The name of the decision, and what a position declared before, by a view: compiled, as is
    #: ``kind``, for a player by a file of solve. The view has ``hand``, ``players``, ``position``,
    #: ``seat`` and ``word`` then (``strategies.charts``), and what ``read`` takes of it: the kind
    #: of the hand, and the pool.
    decision: ClassVar[str] = "declare"
    action_in: ClassVar[Any] = staticmethod(action_in)
    read: ClassVar[Any] = staticmethod(read_declaring)
    #: A pool is played for in parts of so many chips: those that are over stay.
    chip: ClassVar[int] = 1
    #: Finer classes of hands than kinds, in which best responses are looked for too: 0 for none.
    finer: ClassVar[int] = 0

    #: Of any class: only games with a pool have ``penalty_at`` and ``escalation_limit``.
    rules: Any

    def __init__(self, run: Run) -> None:
        self.run, self.rules, self.players = run, run.rules, len(run.players)
        self.game = find_game(run.game)
        #: Classes of hands that the solver distinguishes, and in which best responses are looked
        #: for; and places for declarations: from 0 to the last of ``words``.
        self.kinds = len(self.names)
        self.fine, self.actions = self.finer or self.kinds, max(self.words) + 1

    # What a game must define.

    @abstractmethod
    def legal(self, history: declarations.History) -> tuple[int, ...]:
        """Return what the next position may declare, ascending; nothing if it is not asked."""

    @abstractmethod
    def kind(self, hand: int, trump: int, turn_up: int, is_dealer: int) -> int:
        """Return the kind of a hand as it is dealt: its place among ``names``."""

    @abstractmethod
    def ends(self, actions: Ints, won: Ints) -> tuple[Ints, Ints]:
        """Return how hands end: the number of the own end of each position, and of the pool's.

        ``actions`` (``int64[leaves, 1, positions]``): what was declared. ``won``
        (``int64[1, shares, positions]``): tricks. Returns ``int64[leaves, shares, positions],
        int64[leaves, shares]``.
        """

    @staticmethod
    @abstractmethod
    def taken_by_end(pool: Any, penalty: Any) -> Floats:
        """Return the chips that each own end brings: float64[..., own ends]."""

    @staticmethod
    @abstractmethod
    def left_by_end(pool: Any, penalty: Any) -> Ints:
        """Return the chips that each end leaves in the pool: int64[..., ends]."""

    @abstractmethod
    def paid(self, left: Ints) -> Floats:
        """Return what positions pay where so many chips are left: float64[..., positions]."""

    # What a game may define otherwise.

    def check(self) -> None:  # noqa: B027  # some have nothing to check
        """Raise ``BoneyardError`` if the table cannot be solved."""

    #: Whether there is a pool that is worth something to later hands.
    counts_later = True

    def stakes(self, pool: int) -> declarations.Stakes:
        """Return the stakes of a hand with a pool."""
        return declarations.Stakes(pool, self.rules.penalty_at(pool, self.players))

    def stakes_of(self, pool: int | None = None) -> declarations.Stakes:
        """Return the stakes of a hand with a pool: the first one, or points, if none is given."""
        if not self.counts_later:
            if pool is not None:
                raise BoneyardError(f"pool {pool}: there is none where points are played for")
            return self.stakes(0)
        most = self.rules.escalation_limit
        return self.stakes(self.first_pool if pool is None else whole(pool, "pool", 1, most))

    def word(self, action: int) -> str:
        """Return what a person calls a declaration, or that there was none."""
        return "nothing" if action == declarations.SILENT else self.words[action]

    def history_in_words(self, history: declarations.History) -> str:
        """Return what was declared before, the eldest hand's first: "play, drop"."""
        return ", ".join(self.word(action) for action in history) or "nothing"

    def verbs(self, action: int) -> tuple[str, str]:
        """Return what a seat does that declares so, and what it should do: plays, play."""
        word = self.words[action]
        return f"{word}{'es' if word.endswith('s') else 's'}", word

    def hand_in_words(self, kind: int) -> dict[str, str]:
        """Return what a person counts of a hand, by column: ``kind`` is one of ``counted``."""
        return {"hand": self.names[kind]}

    #: A step that plays a hand until all have declared, where nothing else is asked; None plays all
    #: of it.
    declares: ClassVar[Any] = None

    def seen(self, history: declarations.History) -> declarations.History:
        """Return a history that stands for all that are alike to those who declare later."""
        return history

    @property
    def outcome(self) -> list[int]:
        """The entries of the row that show how the tricks were shared (``shares_won``)."""
        return [HAND.tricks]

    @property
    def actions_at(self) -> int:
        """The entry of the row where what was declared begins, by position."""
        return int(self.game.row.action)

    @property
    def classes(self) -> Any:
        """``classes(hand, trump, turn_up, is_dealer, players)``, compiled: kind and finer class."""
        return _kind_alone(type(self).kind)

    def laid(self, scores: Sequence[int]) -> dict[int, int]:
        """Return entries of the row before the first hand of a session, with scores by position."""
        return {}

    @cached_property
    def counted(self) -> Ints:
        """What a person counts of the hands of each class: int64[kinds]."""
        return np.arange(self.kinds)

    @cached_property
    def declared(self) -> declarations.Declarations:
        """All that can be declared."""
        return declarations.Declarations.of(self.players, self.legal, len(self.words), self.seen)

    @cached_property
    def endings(self) -> declarations.Endings:
        """How hands end."""
        actions = np.array(self.declared.ends)[:, None, :]
        return declarations.Endings(*self.ends(actions, self.shares[None, :, : self.players]))

    @property
    def ways(self) -> tuple[int, int]:
        """How many own ends there are, and how many ends of the pool."""
        return self.taken_by_end(1, 1).shape[-1], self.left_by_end(1, 1).shape[-1]

    def taken(self, stakes: declarations.Stakes) -> Floats:
        """Return the chips that endings bring: float64[leaves, shares, positions]."""
        return self.taken_by_end(*stakes)[self.endings.own]

    def left(self, stakes: declarations.Stakes) -> Ints:
        """Return the chips that endings leave in the pool: int64[leaves, shares]."""
        return self.left_by_end(*stakes)[self.endings.pool]

    @property
    def shares(self) -> Ints:
        """The ways in which tricks are shared: int64[shares, positions]."""
        asking: Any = spot.asking(self.run.game)
        return declarations.shares_of(asking.tiles, self.players)

    @cached_property
    def _numbers(self) -> Ints:
        """The number of each share by its tricks as a row packs them; -1 where there is none."""
        bits = 4 * np.arange(self.shares.shape[1])
        numbers = np.full(1 << 4 * len(bits), -1)
        numbers[(self.shares << bits).sum(axis=1)] = np.arange(len(self.shares))
        return numbers

    def shares_won(self, outcome: Ints) -> Ints:
        """Return the numbers of ``shares`` by what rows show, int64[hands, entries]."""
        tricks = outcome[:, 0]
        found: Ints = self._numbers[tricks]
        if (found < 0).any():
            packed = int(tricks[found < 0].flat[0])
            won = [packed >> 4 * p & 15 for p in range(self.players)]
            raise BoneyardError(
                f"{self.game.title}: a hand's tricks are shared {listed(list(map(str, won)))} by "
                f"position, but its shares are of {int(self.shares[0].sum())} tricks")
        return found

    @property
    def first_pool(self) -> int:
        """The pool of a session's first hand."""
        return int(self.paid(np.array(0)).sum())

    @property
    def top_up(self) -> int:
        """What is paid into a pool that is not empty."""
        return int(self.paid(np.array(_ENDLESS)).sum())

    @property
    def limit(self) -> int | None:
        """The most chips that a looed seat pays; None where there is no limit."""
        if self.game.is_unlimited(self.rules):
            return None
        return self.stakes(_ENDLESS)[1]

    @property
    def largest(self) -> int:
        """The largest pool that the table is looked at closely for."""
        if self.limit is None:
            return _FAR * self.first_pool
        return max(_ALL, 2 * (self.first_pool + self.top_up + (self.players - 1) * self.limit))

    @property
    def penalty_pools(self) -> list[int]:
        """The pools where a penalty ceases to grow, and those that penalties make."""
        if self.limit is None:
            return []
        made = (looed * self.limit + more for looed in range(1, self.players)
                for more in (0, self.top_up))
        return [pool for pool in made if pool > 0]

    @property
    def leaves_odd(self) -> bool:
        """Whether pools come up that do not divide by ``chip``."""
        return False

    @cached_property
    def grid(self) -> Ints:
        """The pools, ascending, for which the worth is worked out: int64[J].

        A remainder stays in the pool for many hands on end, so that pools with other remainders are
        not alike however close: where remainders occur, every chip has its place.
        """
        ones = 1 if self.leaves_odd else self.chip
        special = [self.first_pool, *self.penalty_pools]
        return np.unique(np.concatenate(
            [np.arange(ones, _ALL, ones), self.steps(_ALL, _STEP), special]).astype(np.int64))

    def steps(self, least: float, step: float | None = None) -> Ints:
        """Return two pools or more that grow by a factor to the largest, in ``chip``: by default as
        the large pools at which strategies are watched."""
        step = step or (_FAR_APART if self.limit is None else _APART)
        steps = int(np.ceil(np.log(max(self.largest / least, step)) / np.log(step)))
        parts = np.rint(least * step ** np.arange(steps + 1) / self.chip).clip(min=1)
        return self.chip * np.unique(parts.astype(np.int64))

    def watched(self) -> tuple[Ints, Ints]:
        """Return the pools at which strategies are watched, rising: by ``chip``, and others."""
        pools = {*self.steps(self.first_pool).tolist(), *self.penalty_pools}
        return np.array(sorted(pools)), np.array([], np.int64)

    def pools(self, asked: int | None) -> tuple[int, ...]:
        """Return the pools to solve: the first, those that penalties make, and one asked for."""
        if not self.counts_later:
            return (self.stakes_of(asked).pool,)
        first, pools = self.first_pool, set[int]()
        if self.limit is None:
            pools |= {_FAR_SOLVED * first}
        else:
            left = np.arange(1, self.players) * self.limit
            pools |= set((left + self.paid(left).sum(axis=-1)).astype(np.int64).tolist())
        if asked is not None:
            pools.add(whole(asked, "pool", self.chip, self.rules.escalation_limit))
        return tuple(sorted({first, *(pool for pool in pools if pool >= self.chip)}))

    def roll(
        self, deals: int, jobs: int, progress: Callable[[int], None] | None = None
    ) -> declarations.Rollouts:
        """Play deals out, the last seat the dealer, after everything that could be declared."""
        ends, pool = np.array(self.declared.ends), self.pools(None)[0]

        def some(first: int, many: int) -> declarations.Rollouts:
            hands = declarations.DeclaringTable(self, pool).hands(
                first + np.arange(many)[:, None], ends)
            coarse, fine = declarations.PlayedOut(self, hands.came[:: len(ends)]).classes()
            return declarations.Rollouts(
                coarse.astype(np.int32), fine.astype(np.int32),
                hands.shares.reshape(-1, len(ends)).astype(np.uint8))

        return joined([*in_pieces(some, 0, deals, _DEALS, jobs, progress)])

    def fixed_actions(
        self, locked: Collection[int], pool: int, deals: int, jobs: int,
        scores: Sequence[int] = (),
    ) -> Ints:
        """Return what locked positions declare: int8[deals, their nodes], numbers of moves.

        Deal i is the first hand of session i, with ``scores`` by position; the last seat deals.
        """
        nodes = self.declared.nodes_of(locked)
        position, places = self.declared.tree.player[nodes], np.arange(len(nodes))
        histories = np.array([
            (*before, *[declarations.SILENT] * (self.players - len(before)))
            for before in (self.declared.histories[node] for node in nodes)])

        def some(first: int, many: int) -> Any:
            table = declarations.DeclaringTable(self, pool, scores=scores, alone=True)
            found: Any = np.zeros((many, len(nodes)), np.int8)  # small: there are many deals
            for at in range(0, many, _ASKED):
                piece = found[at : at + _ASKED]
                hands = table.hands(first + at + np.arange(len(piece))[:, None], histories).actions
                hands = hands.reshape(len(piece), *histories.shape)
                piece[:] = self.declared.moves[nodes, hands[:, places, position]]
            return found

        size = max(_ASKED, -(-deals // jobs))
        return np.concatenate(list(in_pieces(some, 0, deals, size, jobs)))

    def count_ends(self, pools: Ints, first: int, deals: int) -> tuple[Floats, Floats]:
        """Count how deals end, by pool and dealer: own ends by position, and the pool's."""
        seats, (ways, fates) = self.players, self.ways
        own, ends = np.zeros((len(pools), seats, seats, ways)), np.zeros((len(pools), seats, fates))
        table = declarations.DeclaringTable(self, self.first_pool, True, SECOND_HAND)
        session = first + np.arange(deals)
        dealer, asked = session % seats, np.full(seats, declarations.SILENT)
        places = dealer[:, None] * seats + np.arange(seats)
        for g, pool in enumerate(pools.tolist()):
            table.play_for(pool)
            place = table.hands(session, asked).endings
            took, fate = self.endings.own.reshape(-1, seats)[place], self.endings.pool.take(place)
            for counts, which in ((own[g], places * ways + took), (ends[g], dealer * fates + fate)):
                counts[:] = np.bincount(
                    which.ravel(), minlength=counts.size).reshape(counts.shape)
        return own, ends

    def decisions(
        self, pool: int, first: int, deals: int, jobs: int = 1,
        tried: Callable[[declarations.Decisions], Any] | None = None,
        scores: Sequence[int] | None = None, progress: Callable[[int], None] | None = None,
    ) -> declarations.Decisions:
        """Return what the players of the table declare in deals ``first`` and following, each seat
        the dealer in turn, and what comes of every other declaration of one of them.

        ``tried``: which others are tried, bool[deals, positions, actions], by what is known before.
        ``scores``: by position, where the last seat is to deal.
        """
        declared, most = self.declared, self.endings.pool.size - 1
        number = np.arange(declared.tree.follows.shape[1])

        def some(first: int, many: int) -> declarations.Decisions:
            table = declarations.DeclaringTable(self, pool, scores is None, scores=scores or ())
            session, nobody = first + np.arange(many), np.full(self.players, declarations.SILENT)
            hands = table.hands(session, nobody)
            (node, _), ends = declared.walk(hands.actions), hands.endings[:, None, None]
            outcomes = np.tile(ends.astype(np.min_scalar_type(most)), (self.players, len(number)))
            chairs = (table.eldest(session)[..., None] + np.arange(self.players)) % self.players
            units = np.broadcast_to(np.array(declarations.units_of(self.run))[chairs], node.shape)
            found = declarations.Decisions(
                units, *hands.classes(), node, declared.moves[node, hands.actions], outcomes)
            actions = np.where(node < 0, 0, declared.tree.actions[node])
            others = (number < actions[:, :, None]) & (number != found.does[:, :, None])
            deal, position, move = np.nonzero(others & tried(found) if tried else others)
            # Who declares before declares the same: they need not be asked again.
            forced = np.where(np.arange(self.players) < position[:, None], hands.actions[deal],
                              declarations.SILENT)
            forced[np.arange(len(deal)), position] = declared.codes[node[deal, position], move]
            for at in range(0, len(deal), _FORCED):
                which = slice(at, at + _FORCED)
                outcomes[deal[which], position[which], move[which]] = table.hands(
                    session[deal[which]], forced[which]).endings
            return found

        return joined([*in_pieces(some, first, deals, _DECIDED, jobs, progress)])


@cache
def _kind_alone(kind: Any) -> Any:
    """Return a game's kinds with themselves as the finer classes."""

    @helper
    def classes(
        hand: int, trump: int, turn_up: int, is_dealer: int, players: int
    ) -> tuple[int, int]:
        found = kind(hand, trump, turn_up, is_dealer)
        return found, found

    return classes


def declared_at(run: Run) -> Declared:
    """Return what can be declared at a table; raise ``BoneyardError`` if its game defines none."""
    kind = find_game(run.game)
    module = module_of(kind.solves or f"simulate.theory.{run.game}.declared")
    if module is None or not hasattr(module, "DECLARED"):
        raise BoneyardError(f"{kind.title} cannot be solved: " + (
            f"there is no DECLARED in a module {kind.solves}" if kind.solves else
            "no solves of its Game names the module that says what can be declared"))
    return module.DECLARED(run)
