"""Questions from a notebook: what to do, what a hand cost, how a table is solved, what beats it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports.door import checked
from reports.request import (
    Lineup,
    Number,
    RulesGiven,
    Wish,
    read_pool,
    read_rules,
    set_up,
)
from reports.studies.solution.solver import solver_of
from simulate.branch.limits import MOST_DEALS
from simulate.errors import BoneyardError
from simulate.games.rules import Rules
from simulate.runs.interrupting import interruptible
from simulate.whole_numbers import whole
from strategies.lineup import Entry

#: A tile as ``boneyard.tiles.parse`` reads it: a text, both numbers, or its number from 0 to 27.
Tile = str | tuple[int, int] | int

if TYPE_CHECKING:
    from reports.review.learned import Learned
    from reports.review.review import Review
    from reports.studies.advise.decision import Answers
    from reports.studies.answered import Answered
    from reports.studies.solution.solved_table import SolvedTable


@checked
@interruptible()
def ask(
    game: str, hand: str | Iterable[Tile] | Mapping[str, Any] = "", position: object = "",
    decision: object = None, lineup: Lineup | None = None, players: Number | None = None,
    rules: RulesGiven = None, pool: Number | None = None, seed: Number = 0,
    deals: Number = MOST_DEALS, seconds: object = None, spot: str = "",
    **told: str | Tile | Iterable[Tile] | None,
) -> Answers:
    """Say what to do in a decision of any game, and by how much it is best.

    Parameters
    ----------
    game : str
    hand : str, sequence of tiles, or mapping
        The tiles held, as for ``advise``; or a hand of the exchange format; empty with ``spot``.
    position : str or int
        Where the seat sits; not needed with a hand of the exchange format.
    decision : str or int, optional
        ``"take_turn_up"`` or ``"draw"``, which the rest does not tell; in a hand of the exchange
        format the number of the decision, from 1.
    lineup, players, rules, seed
        As for ``simulate``; good players in the order of the positions where none are named.
    pool : int, optional
    deals : int
        The most deals that are drawn.
    seconds : float, optional
        After so long no further round of deals begins; the note says when the time was up.
    spot : str
        Loo and Rounce: a class of hands as on the chart, ``"2 trumps with the best, 1 double"``.
    **told : str
        ``turn_up``, ``before``, ``seen``, ``drawn``, ``discarded`` and ``score``, as the options
        of ``boneyard advise`` have them; tiles of ``turn_up``, ``drawn`` and ``discarded`` as those
        of the hand.

    Raises
    ------
    BoneyardError
        If it cannot be read, or cannot have happened.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.ask("casino", "6-6 4-4 5-0", "second", seen="6-4 2-1 5-5 / 3 4",
    ...              lineup="random", players=3, deals=512).frame.index.name
    'answer'
    """
    from reports.studies.advise.decision import answers_to
    from reports.studies.advise.decision_input import read_limits, read_question
    from reports.studies.advise.history_input import as_hand, as_written, run_of
    from reports.typed.told import Told, tiles_text
    from simulate.games.spot import asking

    limits = read_limits(deals, seconds)
    if isinstance(hand, Mapping):
        hand = as_hand(hand)
        run = run_of(hand, lineup, None if rules is None else read_rules(game, rules),
                     whole(seed, "seed", 0))
        with as_written():
            events = asking(game).events(hand, run.rules)
            if str(decision) not in map(str, range(1, len(events) + 1)):
                them = "; ".join(f"{k} {event.about}" for k, event in enumerate(events, 1))
                wrong = ("decision is missing" if decision is None
                         else f"there is no decision {decision}")
                raise BoneyardError(f"{wrong}: name one of this hand's by its number: "
                                    f"{them or 'it has none'}")
            return answers_to(run, hand, events, int(str(decision)) - 1, limits=limits)
    try:
        said = Told(tiles_text(hand, "hand"), str(position), pool=read_pool(pool),
                    decision=None if decision is None else str(decision),
                    **{part: tiles_text(value, part) for part, value in told.items()})
    except TypeError as error:
        raise BoneyardError(f"ask: {str(error).partition(') ')[2]}; tell turn_up, before, seen, "
                            "drawn, discarded or score") from error
    run = set_up(game, lineup, players, rules, 1, None, seed, good=True)
    asked, among = read_question(run, said, spot)
    return answers_to(run, *asked, limits=limits, among=among)


@checked
def advise(
    game: str, hand: str | Iterable[Tile] = "", turn_up: Tile | None = "", position: object = "",
    before: str | Iterable[object] = (), pool: Number | None = None, lineup: Lineup | None = None,
    players: Number | None = None, rules: RulesGiven = None, seed: Number = 0, **more: Any,
) -> Answers:
    """Say what to do with one hand: ``ask`` for a decision before a tile is played.

    Parameters
    ----------
    game : str
    hand : str or sequence of tiles
        The tiles held: ``"6-6 6-2 4-4 3-1 2-0"``, or a list of tiles as ``boneyard.tiles.parse``
        reads them, of ``(6, 2)`` or numbers as well.
    turn_up : tile, optional
    position : str or int
        0 or ``"eldest"`` is the first on the dealer's left, ``"dealer"`` the last.
    before : str or sequence of str
        What the positions before said: ``"drop,miss"``.
    pool, lineup, players, rules, seed
        As for ``ask``.
    **more
        What else ``ask`` understands: ``deals``, ``seconds``, ``seen`` and the like.

    Raises
    ------
    BoneyardError
        If it cannot be read, or cannot have happened.

    Examples
    --------
    >>> import boneyard
    >>> advice = boneyard.advise("loo", "6-6 6-2 4-4 3-1 2-0", "6-3", position=2,
    ...                          before="drop,miss", lineup="banker")
    >>> advice.answer.partition(":")[0]
    'Play'
    """
    said = before if isinstance(before, str) else ",".join(map(str, before))
    return ask(game, hand, position, lineup=lineup, players=players, rules=rules, pool=pool,
               seed=seed, turn_up=turn_up, before=said, **more)


@checked
def review(
    hands: str | Sequence[str] | Sequence[Mapping[str, Any]], seat: int | str = 0,
    lineup: Lineup | None = None, rules: RulesGiven = None, seed: Number = 0,
    jobs: int | None = None, deals: int = 2048,
) -> Review:
    """Price every decision of a seat in hands that were played.

    Parameters
    ----------
    hands : str, sequence of str, or sequence of mapping
        A file of hand histories or of typed hands, several that count together, or hands of the
        exchange format.
    seat : int or str
        Its number; or the player's name in typed hands.
    lineup, rules : optional
        Who the players are assumed to be, and the rules: as the hands say when not given, and good
        players where the hands do not say.
    seed, jobs
        As for ``simulate``.
    deals : int
        The most deals that a decision is priced with.

    Raises
    ------
    BoneyardError
        If no hand can be reviewed.

    Examples
    --------
    >>> import boneyard
    >>> hands = boneyard.replay("casino", lineup="random", players=3, session=0)
    >>> boneyard.review([hand.history for hand in hands], seat=1, deals=512, jobs=1).unit
    'games'
    """
    from reports.review.notation import seat_named
    from reports.review.review import review as go_through

    lines, given = _played(hands, rules)
    place = seat_named(lines, str(seat))
    return go_through(lines, place, lineup, given, whole(seed, "seed", 0), jobs, deals)


def _played(hands: Any, rules: RulesGiven) -> tuple[list[Any], Rules | None]:
    """Return the hands of files or a list, with their numbers, and the rules given for them."""
    from reports.review.notation import hands_in
    from reports.studies.advise.history_input import as_hand

    if not isinstance(hands, Iterable):
        raise BoneyardError(f"hands is {hands!r}: give the name of a file, or a list of hands")
    given: Any = [hands] if isinstance(hands, str) else list(hands)
    are_files = bool(given) and all(isinstance(one, str) for one in given)
    lines: Any = (list(hands_in(given)) if are_files
                  else [(number, as_hand(hand)) for number, hand in enumerate(given, 1)])
    if rules is None:
        return lines, None
    game = next((hand["game"] for _, hand in lines if isinstance(hand, dict)), "loo")
    return lines, read_rules(game, rules)


@checked
@interruptible()
def learn(
    hands: str | Sequence[str] | Sequence[Mapping[str, Any]], rules: RulesGiven = None,
    seed: Number = 0, jobs: int | None = None,
) -> Learned:
    """Learn how the people at a table play, from hands that they played.

    Parameters
    ----------
    hands, rules
        As for ``review``: a file of hand histories or of typed hands, several, or hands of the
        exchange format. At Loo, Rounce or Euchre: players are told apart by their declarations.
    seed, jobs
        As for ``simulate``.

    Raises
    ------
    BoneyardError
        If no hand can be read, or the game has no declarations.

    Examples
    --------
    >>> import boneyard
    >>> hands = boneyard.replay("rounce", lineup="bold,banker,stay", session=range(5))
    >>> found = boneyard.learn([hand.history for hand in hands], jobs=1)
    >>> found.lineup
    ('bold', 'banker', 'stay')
    """
    from reports.review.learned import learn as learned

    lines, given = _played(hands, rules)
    return learned(lines, given, whole(seed, "seed", 0), jobs)


@checked
@interruptible()
def solve(
    game: str = "loo", players: Number | None = None, rules: RulesGiven = None,
    lineup: Lineup | None = None, pool: Number | None = None, this_hand: bool = False,
    lock: Mapping[int, Entry] | None = None,
    deals: Number | None = None, rounds: Number = 4, seed: Number = 0,
    jobs: int | None = None, file: str | Path | None = None,
    progress: Callable[[float, str], None] | bool | None = None, overwrite: bool = False,
) -> SolvedTable:
    """Find out what to declare, or at Euchre to call, when everybody else does it well.

    Parameters
    ----------
    game : {"loo", "rounce", "euchre"} or one of your own that ``solves``
    players, rules, seed, jobs
        As for ``simulate``.
    lineup : str or strategy, optional
        Who plays the tiles: its declarations do not matter.  ``solved`` when not given, at Euchre
        ``hoyle``.
    pool : int, optional
        One more pool to solve: it comes first in the answer.
    this_hand : bool
        Leave out of account what later pools are worth; at Euchre, count points and not games.
    lock : mapping of int to strategy, optional
        ``{1: "bold"}``: seat 1 plays so, as it is, and the others are solved around it.
    deals : int, optional
        Deals to learn from: 240,000 when not given, at Euchre 150,000; with locked seats so many
        for each dealer.
    rounds : int
        Of 24 steps for every pool, after each of which later pools are valued anew; of 16 for
        every score.
    file : str or path, optional
        ``NAME.npz``: keep the solution, to be named in a line-up.  Stopped, the same call goes
        on where it was; at Rounce, and Loo for points, only with ``this_hand``.
    progress : bool or callable, optional
        A bar is shown where a person watches, but not if this is False; a function is called
        with the share of the work done, and what best responses gain, in words.
    overwrite : bool
        Whether a ``file`` that is there is replaced.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.

    Examples
    --------
    >>> import boneyard
    >>> solved = boneyard.solve("loo", players=2, this_hand=True, deals=3000, rounds=1, jobs=1)
    >>> len(solved.answer)
    6
    """
    from reports.progress import watched_words
    from reports.studies.solution.solved_table import seated_locks

    solver = solver_of(game, "solve")
    tiles = solver.tiles if lineup is None else lineup
    run = set_up(game, tiles, players, rules, 1, 1, seed)
    locks = seated_locks(run, lock or {})
    solving = solver.solving(run, this_hand).of(
        run, pool, this_hand, deals, rounds, jobs, file, locks, overwrite)
    with watched_words(progress, "Solving") as tell:
        solved = solving.carry_out(progress=tell)
    solving.forget()
    return solved


@checked
@interruptible()
def exploit(
    lineup: Lineup, game: str = "loo", players: Number | None = None, rules: RulesGiven = None,
    pool: Number | None = None, deals: Number | None = None, seed: Number = 0,
    jobs: int | None = None, progress: Wish = None, this_hand: bool = False, whole: bool = False,
    advice: Number | None = None,
) -> Answered:
    """Find the declarations, calls, or all answers that win most from a strategy.

    Parameters
    ----------
    lineup : str, strategy, or sequence of them
        A strategy for all seats, or one a seat.
    game : {"loo", "rounce", "euchre"} or one of your own that ``solves``
        Any with ``whole``.
    players, rules, seed, jobs
        As for ``simulate``.
    pool : int, optional
        At the start of play; that of a session's first hand when not given.
    deals : int, optional
        Deals to learn from, 200,000 when not given; half as many more measure what was learnt.
        Where points win the game at Loo and Rounce, so many games in every seat measure it.  With
        ``whole``, hands that are played: 2,000 when not given.
    progress : bool or callable, optional
        As for ``solve``, but a function is called with the share of the work done and the deals
        played so far.
    this_hand : bool
        Where points win the game at Loo and Rounce: count points a hand and not games won.
    whole : bool
        The first seat asks for advice at every decision of a hand, of any game.
    advice : int, optional
        With ``whole``: deals for every decision, 512 when not given.

    Raises
    ------
    BoneyardError
        If an argument is wrong, or a strategy fails.

    Examples
    --------
    >>> import boneyard
    >>> found = boneyard.exploit("stay", players=2, deals=5000, jobs=1)
    >>> found.tables["exploitability"].index.tolist()
    ['stay']
    """
    from reports.progress import watched
    from reports.studies.exploit.study import exploit_table

    if not whole:
        solver_of(game, "exploit")
    run = set_up(game, lineup, players, rules, 1, None, seed)
    with watched(progress, "Exploiting") as tell:
        return exploit_table(run, pool, deals, jobs, tell, None, None, this_hand, whole, advice)
