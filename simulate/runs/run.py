"""Who sits at a table, what is to be simulated, what came of it; and work handed to threads.

No result depends on the workers.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, islice
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from simulate.books.tally import Tally
from simulate.errors import BoneyardError, whole
from simulate.games.game import find_game
from simulate.games.rules import Rules
from simulate.installed import joblib
from simulate.runs.agents import Agent

#: Called with the work done, and the hands (or deals) played so far. The work done is the number of
#: sessions of a run, else a share from 0 to 1.
Progress = Callable[[float, int], None]


def silent(done: float, hands: int) -> None:
    """Show nothing."""


#: A decision in Python: ``decision(view, parameters) -> int``.
Decision = Callable[[Any, Any], int]


@dataclass(frozen=True)
class Player:
    """One seat's strategy, ready to play."""

    label: str  #: its name in tables; seats with one label are reported together
    #: By name; None takes the decision uniformly among the legal options.
    decisions: Mapping[str, Decision | None]
    #: What the decisions find in their second argument.
    parameters: Mapping[str, float] = field(default_factory=dict)
    #: A table that the decisions read as ``parameters.chart[i]``.
    chart: NDArray[np.float64] | None = field(default=None, compare=False, repr=False)
    #: How a line-up on the command line names it; empty where that is the label.
    entry: str = field(default="", compare=False)
    #: Game, unit and number of players of the only table at which it plays; None: at any.
    only_at: tuple[str, str, int] | None = field(default=None, compare=False)
    #: The rules for which it was solved; None where it was not.
    solved_for: Rules | None = field(default=None, compare=False)
    #: The strategies, by seat, around which it was solved.
    solved_around: Mapping[int, str] = field(default_factory=dict, compare=False)
    #: The agent that takes all decisions in plain Python; they only show what it reaches by name.
    agent: Agent | None = None

    @cached_property
    def numbers(self) -> NDArray[np.float64]:
        """Parameters, the length of a chart, and the chart; or the address of an agent."""
        if self.agent is not None:
            return np.array([self.agent.address]).view(np.float64)
        chart = np.zeros(0) if self.chart is None else self.chart
        return np.concatenate([[*self.parameters.values(), float(len(chart))], chart])

    def check_table(self, game: str, unit: str, players: int) -> None:
        """Raise ``BoneyardError`` at a table at which it does not play."""
        here = game, unit, players
        if self.only_at not in (None, here):
            own, this = ("{} for {} with {} players".format(*one) for one in (self.only_at, here))
            raise BoneyardError(f"solved table {self.label!r} is for {own}, not for {this}")

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "numbers"}


#: Sessions are numbered from 0 on, and so many have numbers of their own.
MOST_SESSIONS = 2**62
_MOST_HANDS = 2**31
MOST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Run:
    """What is to be simulated: every number of its result follows from these."""

    game: str
    rules: Rules
    players: tuple[Player, ...]
    sessions: int
    hands: int
    seed: int = 0
    #: Of the people who sit there, where a line-up names them.
    names: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        game = find_game(self.game)
        game.check_players(len(self.players))
        checks = (("sessions", 1, MOST_SESSIONS), ("hands", 1, _MOST_HANDS), ("seed", 0, MOST_SEED))
        for name, least, most in checks:
            object.__setattr__(self, name, whole(getattr(self, name), name, least, most))
        self.rules.check_table(len(self.players), self.hands)
        for player in self.players:
            player.check_table(self.game, game.unit(self.rules), len(self.players))

    @property
    def hands_a_session(self) -> int:
        """Hands to expect of a session, or the most that it can have."""
        game = find_game(self.game)
        to_the_end = game.plays_to_the_end(self.rules)
        return min(self.hands, game.hands_a_game) if to_the_end else self.hands

    @property
    def labels(self) -> list[str]:
        """Strategy of each seat."""
        return [player.label for player in self.players]

    @property
    def people(self) -> list[str]:
        """Who sits in each seat: a person where one is named, and the strategy."""
        return [f"{name} ({label})" for name, label in zip(self.names, self.labels, strict=False)
                ] or self.labels

    @property
    def entries(self) -> list[str]:
        """How a line-up on the command line names each seat's strategy."""
        return [player.entry or player.label for player in self.players]


@dataclass
class Played:
    """A finished run."""

    run: Run
    tally: Tally
    seconds: float  #: simulation alone, without compiling
    jobs: int | None = None  #: the workers that were asked for


def count_jobs(jobs: object) -> int:
    """Return how many workers: for None or -1 all cores that this process may use, for -2 one less;
    ``BoneyardError`` if that is none."""
    if jobs is None:
        return joblib.cpu_count()
    workers = whole(jobs, "jobs", -4096, 4096)
    if workers == 0:
        raise BoneyardError(
            "jobs 0: nobody would play; give 1 or more, -1 for all cores, -2 for one less")
    return workers if workers > 0 else max(1, joblib.cpu_count() + 1 + workers)


T = TypeVar("T")
#: Tasks that are handed out before the first result is taken, for every thread.
_AHEAD = 2
#: Seconds that threads have to end when Ctrl-C is pressed.
MOMENT = 0.5


def in_order(
    work: Callable[..., T], tasks: Iterable[tuple[Any, ...]], jobs: object = None
) -> Iterator[T]:
    """Yield the result of some work for every task, in the order of the tasks.

    ``work`` is called with the values of a task by ``jobs`` threads and releases the GIL while it
    takes long. Compile before: threads that compile at the same time may crash.
    """
    workers, tasks = count_jobs(jobs), iter(tasks)
    some = list(islice(tasks, workers))
    tasks = chain(some, tasks)
    if len(some) <= 1 or workers == 1:
        for task in tasks:
            yield work(*task)
        return
    handed, waiting = SimpleQueue[Any](), deque[Future[T]]()
    for _ in some:
        Thread(target=_serve, args=(work, handed), daemon=True).start()
    try:
        for task in tasks:
            if len(waiting) == _AHEAD * len(some):
                yield _first_of(waiting)
            waiting.append(Future())
            handed.put((waiting[-1], task))
        while waiting:
            yield _first_of(waiting)
    finally:  # also where an error ends it, or nobody wants the rest
        for result in waiting:
            result.cancel()
        for _ in some:
            handed.put(None)


def _serve(work: Callable[..., T], handed: SimpleQueue[Any]) -> None:
    """Do the tasks that are handed over, up to None. Python would wait for the threads of an
    executor of its own, even where a run has failed and a decision of another thread never ends."""
    while (one := handed.get()) is not None:
        result, task = one
        if result.set_running_or_notify_cancel():
            try:
                result.set_result(work(*task))
            except BaseException as error:  # who waits for the result raises it
                result.set_exception(error)


def in_pieces(
    work: Callable[[int, int], T], first: int, many: int, size: int, jobs: object = None,
    on_done: Callable[[int], object] | None = None,
) -> Iterator[T]:
    """Yield what ``work(first, many)`` finds in pieces of so many deals or sessions, in order;
    ``on_done`` is called with how many are done."""
    tasks = [(first + at, min(size, many - at)) for at in range(0, many, size)]
    for done, found in enumerate(in_order(work, tasks, jobs), 1):
        yield found
        if on_done:
            on_done(min(done * size, many))


def _first_of(waiting: deque[Future[T]]) -> T:
    """Take the first of some results; after Ctrl-C threads may name the decision it stopped."""
    try:
        result = waiting[0].result()
    except KeyboardInterrupt:
        wait([task for task in waiting if not task.cancel()], MOMENT)
        raise
    waiting.popleft()
    return result
