"""Questions from a notebook: what to do, what a hand cost, how a table is solved, what beats it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from reports import request as ask
from reports.options import Option, checked, noted
from reports.replay import Hand
from simulate.branch.limits import MOST_DEALS, Limits
from simulate.errors import BoneyardError, brief, whole
from simulate.games.rules import Rules
from strategies.lineup import Entry, kept_table

#: A tile as ``boneyard.tiles.parse`` reads it: a text, both numbers, or its number from 0 to 27.
Tile = str | tuple[int, int] | int

#: Hands that were played: files, or hands of the exchange format or of ``replay``.
HandsGiven = (str | Path | Mapping[str, Any] | Hand
              | Sequence[str | Path] | Sequence[Mapping[str, Any]] | Sequence[Hand])
_HANDS = "str, Path, Hands, or a sequence of them or of mapping"
_OR_HANDS = "Or hands of the exchange format, or of ``replay``."

if TYPE_CHECKING:
    from reports.review.evening import Review
    from reports.review.learned import Learned
    from reports.studies.advise.decision import Answers
    from reports.studies.answered import Answered
    from reports.studies.solution.solved_table import SolvedTable
    from reports.studies.tune.tuning import TunedStrategy

#: The part of the help with the options that describe a decision, as a history does.
SPOT = "The decision, in words"


def _of_spot(metavar: str, meaning: str, python: str = "", **more: Any) -> Option:
    return Option(meaning, metavar, panel=SPOT, kind="str", python=python, **more)


@checked
def advise(
    game: ask.GameArg,
    hand: Annotated[str | Iterable[Tile] | Mapping[str, Any] | Hand, _of_spot(
        "TILES", "The tiles held: [b]6-6 6-2 4-4 3-1 2-0[/b].",
        "Or a list of tiles, as ``boneyard.tiles.parse`` reads them; or a hand of the exchange "
        "format, or of ``replay``.")] = "",
    turn_up: Annotated[Tile | None, _of_spot("TILE", "The tile exposed.")] = "",
    position: Annotated[object, _of_spot(
        "P", "eldest (or 0), second, third, ..., dealer. At Pool 0 leads, at Casino 0 rolls "
        "first. Or a person of the table of [b]boneyard learn[/b] that --lineup names.")] = "",
    before: Annotated[str | Iterable[object] | None, _of_spot(
        "A,B,...", "What was declared or called, from the eldest hand on. {before_typed}.")] = "",
    decision: Annotated[object, _of_spot(
        "NAME|N", "take_turn_up or draw, where the rest leaves it open. With a hand history, the "
        "number of the decision in the hand, from 1.")] = None,
    lineup: ask.LineupArg = None, players: ask.PlayersArg = None, rules: ask.RulesArg = None,
    pool: Annotated[ask.Number | None, _of_spot(
        "CHIPS", "At the start of play; a session's first pool by default.",
        read=lambda pool, name: ask.read_pool(pool))] = None,
    seed: ask.SeedArg = 0,
    deals: Annotated[ask.Number, Option(
        "The most deals to draw; fewer where the answer is clear.", "D",
        panel=ask.RUN)] = MOST_DEALS,
    seconds: Annotated[object, Option(
        "After this time no further round of deals begins.", "S", panel=ask.RUN,
        kind="float")] = None,
    spot: Annotated[str, _of_spot(
        "CLASS", "Loo, Rounce: a class of hands as [b]boneyard study miss[/b] names it: "
        "[b]2 trumps with the best, 1 double[/b].")] = "",
    seen: Annotated[str, _of_spot(
        "TEXT", "What was played. Tricks: [b]\"4: 6-4 6-6 5-4; 2: 2-2\"[/b], the suit led, then "
        "tiles from the leader on. Pool: [b]\"6-4, 4-2 right, pass\"[/b]. Casino: "
        "[b]\"6-4 2-1 5-5 / 3 4; ...\"[/b], bets from the first roller on, then the dice.")] = "",
    drawn: Annotated[str | Iterable[Tile], _of_spot(
        "TILES", "Loo, Rounce: the tiles of a miss or dummy, to ask which five to keep. The "
        "hand is then the same, or the five dealt before.")] = "",
    discarded: Annotated[Tile | None, _of_spot(
        "TILE", "What the dealer threw for the turn-up, if that is you.")] = "",
    score: Annotated[str | Iterable[object] | None, _of_spot(
        "P,Q,...", "Points won so far (Rounce: still to go), from the eldest hand on. Pool hundred "
        "up: pips counted, from the leader on, out for a seat that is out.")] = "",
    dealer: Annotated[object, _of_spot(
        "WHO", "Who in the line-up deals, where somebody does: a name, or the seat's number from "
        "0; the last by default.")] = None,
) -> Answers:
    """Find the best action at any decision of any game, and by how much it is best.

    Name the line-up from the eldest hand on, or name the dealer. Good players sit there by default.

    Raises
    ------
    BoneyardError
        If the decision cannot be read, or cannot have happened.

    Examples
    --------
    >>> import boneyard
    >>> advice = boneyard.advise("loo", "6-6 6-2 4-4 3-1 2-0", "6-3", position=2,
    ...                          before="drop,miss", lineup="banker")
    >>> advice.answer.partition(":")[0]
    'Play'
    >>> boneyard.advise("casino", "6-6 4-4 5-0", position="second", seen="6-4 2-1 5-5 / 3 4",
    ...                 lineup="random", players=3, deals=512).frame.index.name
    'answer'
    """
    from reports.studies.advise.decision import answers_to
    from reports.studies.advise.decision_input import read_limits, read_question, turned
    from reports.typed.hand import seat_of
    from reports.typed.query import Query

    limits = read_limits(deals, seconds)
    if isinstance(hand, Mapping | Hand):
        given = None if rules is None else ask.read_rules(game, rules, lineup)
        return _of_history(hand, decision, lineup, given, ask.read_seed(seed), limits)
    run = turned(noted(ask.set_up(game, lineup, players, rules, 1, None, seed, good=True)), dealer)
    named = seat_of(position, run.names)
    query = Query(hand, position if named is None else named, turn_up, before, seen, drawn,
                  discarded, score, ask.read_pool(pool), decision)
    asked, among = read_question(run, query, spot)
    return answers_to(run, *asked, limits=limits, among=among)


def _of_history(
    hand: Mapping[str, Any] | Hand, decision: object, lineup: ask.Lineup | None,
    rules: Rules | None, seed: int, limits: Limits,
) -> Answers:
    """Return the answers to a decision of a hand of the exchange format."""
    from reports.studies.advise.decision import answers_to
    from reports.studies.advise.history_input import as_hand, as_written, run_of
    from simulate.games.spot import asking

    known = _with_rules(as_hand(hand), lineup)
    run = noted(run_of(known, lineup, rules, seed))
    with as_written():
        events = asking(run.game).events(known, run.rules)
        if str(decision) not in map(str, range(1, len(events) + 1)):
            them = "; ".join(f"{k} {event.about}" for k, event in enumerate(events, 1))
            wrong = ("decision is missing" if decision is None
                     else f"there is no decision {decision}")
            raise BoneyardError(f"{wrong}: name one of this hand's by its number: "
                                f"{them or 'it has none'}")
        return answers_to(run, known, events, int(str(decision)) - 1, limits=limits)


@checked
def review(
    hands: Annotated[HandsGiven, Option(
        "Hand histories, one a line, as [b]boneyard replay --format jsonl[/b] writes them. What a "
        "person cannot know may be missing. Or typed hands (docs/review.md). Several "
        "files, of several evenings, count together.", "FILE...", is_argument=True, is_place=True,
        repeated=True, kind=_HANDS, python=_OR_HANDS)],
    seat: Annotated[int | str, Option(
        "Whose decisions are priced: the number of a seat, from 0, or a player's name in typed "
        "hands.", "S", kind="int or str")] = 0,
    lineup: Annotated[ask.Lineup | None, Option(
        "Who the players are, seat by seat: as the hands name them by default, else good players.",
        "A,B,...", ask.plain_lineup, flags="--lineup -l",
        kind="str, strategy, or sequence of them")] = None,
    rules: ask.RulesArg = None, seed: ask.SeedArg = 0, jobs: ask.JobsArg = None,
    deals: Annotated[int, Option(
        "The most deals for a decision.", "D",
        lambda deals, name: whole(deals, name, 128, 1 << 20), panel=ask.RUN)] = 2048,
    progress: ask.ProgressArg = None,
) -> Review:
    """Price every decision of a seat in hands that were played.

    Raises
    ------
    BoneyardError
        If no hand can be reviewed.

    Examples
    --------
    >>> import boneyard
    >>> hands = boneyard.replay("casino", lineup="random", players=3, session=0)
    >>> boneyard.review(hands, seat=1, deals=512, jobs=1).unit
    'games'
    """
    from reports.progress import watched
    from reports.review.notation import seat_named

    first = ask.read_seed(seed)
    lines, given = _played(hands, rules, lineup)
    place = seat_named(lines, str(seat))
    from reports.review.review import review as go_through

    with watched(progress, "Reviewing") as report:
        return go_through(lines, place, lineup, given, first, jobs, deals, report)


def _with_rules(hand: Any, lineup: ask.Lineup | None) -> Any:
    """Return a hand; one that names no rules with those of the table that the line-up keeps."""
    if not isinstance(hand, dict) or hand.get("rules") or not kept_table(lineup, hand["game"]):
        return hand
    return hand | {"rules": ask.read_rules(hand["game"], None, lineup).as_dict()}


def _played(
    hands: Any, rules: ask.RulesGiven, lineup: ask.Lineup | None = None,
) -> tuple[list[Any], Rules | None]:
    """Return the hands of files or a list, with their numbers, and the rules given for them."""
    from reports.review.notation import hands_in
    from reports.studies.advise.history_input import as_hand

    is_one = isinstance(hands, str | PathLike | Mapping | Hand)
    if not is_one and not isinstance(hands, Iterable):
        raise BoneyardError(f"hands is {brief(hands)}: give the name of a file, or a list of hands")
    if hasattr(hands, "columns"):
        raise BoneyardError("hands is a DataFrame, which has no histories of hands: give what "
                            "replay returns, or the name of a file")
    given: Any = [hands] if is_one else list(hands)
    if not given:
        raise BoneyardError("hands is empty: give the name of a file, or a list of hands")
    are_files = bool(given) and all(isinstance(one, str | PathLike) for one in given)
    usual = partial(ask.read_rules, rules=rules, lineup=lineup)
    found: Any = (hands_in([str(one) for one in given], usual) if are_files
                  else ((number, as_hand(hand)) for number, hand in enumerate(given, 1)))
    lines = [(number, _with_rules(hand, lineup)) for number, hand in found]
    game = next((hand["game"] for _, hand in lines if isinstance(hand, dict)), None)
    return lines, None if rules is None or game is None else noted(usual(game))


@checked
def learn(
    hands: Annotated[HandsGiven, Option(
        "Hands of Loo, Rounce or Euchre, as for [b]boneyard review[/b]: typed, or hand histories. "
        "Several evenings count together.", "FILE...", is_argument=True, is_place=True,
        repeated=True, kind=_HANDS, python=_OR_HANDS)],
    rules: ask.RulesArg = None, seed: ask.SeedArg = 0, jobs: ask.JobsArg = None,
    progress: ask.ProgressArg = None,
) -> Learned:
    """Learn what kind of player each person at a table is, from the hands they played.

    Raises
    ------
    BoneyardError
        If no hand can be read, or the game has no declarations.

    Examples
    --------
    >>> import boneyard
    >>> hands = boneyard.replay("rounce", lineup="bold,banker,stay", session=range(5))
    >>> found = boneyard.learn(hands, jobs=1)
    >>> found.lineup
    ('bold', 'banker', 'stay')
    """
    from reports.progress import watched
    from reports.review.learned import learn as learned

    first = ask.read_seed(seed)
    lines, given = _played(hands, rules)
    with watched(progress, "Learning") as report:
        return learned(lines, given, first, jobs, report)


@checked
def solve(
    game: Annotated[str, Option(
        "loo, rounce, euchre, or one of your own.", "GAME", is_argument=True, kind="str")] = "loo",
    players: ask.PlayersArg = None, rules: ask.RulesArg = None,
    lineup: Annotated[ask.Lineup | None, Option(
        "Who plays the tiles; its declarations do not count: solved by default, hoyle at Euchre.",
        "A", ask.plain_lineup, flags="--lineup -l", panel=ask.TABLE,
        kind="str or strategy")] = None,
    pool: ask.PoolArg = None,
    this_hand: Annotated[bool, Option(
        "Leave out what later pools are worth. Where points win the game, count points "
        "a hand and not games.", switch=True)] = False,
    lock: Annotated[Mapping[int, Entry] | Sequence[str] | None, Option(
        "Fix the strategy of a seat (numbered from 0); the others are solved around it. Each seat "
        "that deals gets --deals deals.", "SEAT=STRATEGY", repeated=True,
        panel=ask.TABLE, kind="mapping of int to strategy",
        python="As in ``{1: \"bold\"}``.")] = None,
    deals: Annotated[ask.Number | None, Option(
        "Deals to learn from: 240,000 by default, 120,000 in games for points, 150,000 at Euchre.",
        "D", panel=ask.RUN)] = None,
    rounds: Annotated[ask.Number, Option(
        "Rounds of 24 steps for every pool or class of scores (Euchre: 16). After each, what comes "
        "later is valued anew.", "R", panel=ask.RUN)] = 4,
    seed: ask.SeedArg = 0, jobs: ask.JobsArg = None,
    file: Annotated[str | Path | None, ask.file_option("FILE.npz", "the solution")] = None,
    progress: ask.WordsArg = None, overwrite: ask.ReplacesArg = False,
) -> SolvedTable:
    """Solve the declarations of a table, or at Euchre the calls.

    Examples
    --------
    >>> import boneyard
    >>> solved = boneyard.solve("loo", players=2, this_hand=True, deals=3000, rounds=1, jobs=1)
    >>> len(solved.answer)
    2
    """
    from reports.progress import watched
    from reports.studies.solution.solved_table import Solving, read_locks, solver_of

    solver = solver_of(game, "solve")
    run = ask.set_up(game, solver.tiles if lineup is None else lineup, players, rules, 1, 1, seed)
    noted(run)
    solving = Solving.of(solver.way(run, this_hand), run, pool, this_hand, deals, rounds, jobs,
                         file, read_locks(run, lock or ()), overwrite)
    with watched(progress, "Solving", lines=60) as report:
        return solving.carry_out(report)


@checked
def exploit(
    game: Annotated[str, Option(
        "loo, rounce, euchre, or one of your own; any with --whole.", "GAME", is_argument=True,
        kind="str")],
    lineup: Annotated[ask.Lineup, Option(
        "A strategy for all seats, or one a seat.", "A,B,...", ask.plain_lineup, is_argument=True,
        kind="str, strategy, or sequence of them")],
    players: ask.PlayersArg = None, rules: ask.RulesArg = None, pool: ask.PoolArg = None,
    deals: Annotated[ask.Number | None, Option(
        "Deals to learn from, 200,000 by default; with --whole, hands that are played, 2,000.",
        "D", panel=ask.RUN)] = None,
    seed: ask.SeedArg = 0, jobs: ask.JobsArg = None, progress: ask.ProgressArg = None,
    this_hand: Annotated[bool, Option(
        "Where points win the game at Loo and Rounce: count points a hand and not games won.",
        switch=True)] = False,
    whole: Annotated[bool, Option(
        "The first seat asks for advice at every decision of a hand.", switch=True)] = False,
    advice: Annotated[ask.Number | None, Option(
        "With --whole: deals for every decision; 512 by default.", "A", panel=ask.RUN)] = None,
) -> Answered:
    """Find the declarations or calls, or all actions, that win most from a strategy.

    Examples
    --------
    >>> import boneyard
    >>> found = boneyard.exploit("loo", "stay", players=2, deals=5000, jobs=1)
    >>> found.tables["exploitability"].index.tolist()
    ['stay']
    """
    from reports.progress import watched
    from reports.studies.exploit import exploit_table
    from reports.studies.solution.solved_table import solver_of

    if not whole:
        solver_of(game, "exploit", "; with --whole it is for any game")
    run = noted(ask.set_up(game, lineup, players, rules, 1, None, seed))
    with watched(progress, f"Exploiting at {game}") as report:
        return exploit_table(run, pool, deals, jobs, report, this_hand, whole, advice)


@checked
def tune(
    game: ask.GameArg,
    strategy: Annotated[Entry, Option(
        "A strategy; values in parentheses are where tuning begins.", "NAME", ask.plain_lineup,
        is_argument=True, kind="str or strategy")],
    parameters: Annotated[str | Sequence[str] | None, Option(
        "Which to tune; all of the strategy's by default.", "A,B,...",
        kind="str or sequence of str")] = None,
    against: Annotated[ask.Lineup, Option(
        "Who sits in the other seats: strategies, or [b]league[/b], all of the library in turn. "
        "A file of [b]boneyard learn[/b] fills all but the first seat. Or [b]exploit[/b]: a best "
        "response (loo, rounce, euchre).", "A,B,...|league|exploit",
        ask.plain_lineup, panel=ask.TABLE, kind="str, strategy, or sequence of them")] = "league",
    players: ask.PlayersArg = None, rules: ask.RulesArg = None,
    trials: Annotated[ask.Number, Option("Candidates to try.", "T", panel=ask.RUN)] = 400,
    sessions: Annotated[ask.Number | None, Option(
        "Sessions (with exploit: deals) of each candidate at a table; by default about 100,000 "
        "hands.",
        "S", flags="--sessions -s", panel=ask.RUN,
        python="The choice takes twice as many and the proof eight times.")] = None,
    hands: Annotated[ask.Number | None, Option(
        "The most hands of a session: 100, or 10_000 where it is one game. It is 1 where a pool "
        "can grow without bound.", "H", flags="--hands -H", panel=ask.RUN)] = None,
    seed: ask.SeedArg = 0, jobs: ask.JobsArg = None,
    file: Annotated[str | Path | None, ask.file_option(
        "FILE.toml", "the tuned strategy",
        " If stopped, the same command goes on where it was.")] = None,
    progress: ask.WordsArg = None, overwrite: ask.ReplacesArg = False,
) -> TunedStrategy:
    """Find better values for a strategy's parameters, and prove them on fresh deals.

    Examples
    --------
    >>> import boneyard
    >>> found = boneyard.tune("loo", "book", ["first"], players=2, against="stay",
    ...                       rules={"penalty": "cap:40"}, trials=12, sessions=40, jobs=1)
    >>> found.tables["tune_parameters"].index.tolist()
    ['first']
    """
    from reports.progress import watched
    from reports.studies.tune.tuning import Tuning

    tuning = Tuning.of(game, strategy, parameters, against, players, rules, trials, sessions,
                       hands, seed, jobs, file, overwrite)
    noted(tuning.table)
    with tuning.stoppable(), watched(progress, "Tuning", lines=60) as report:
        return tuning.carry_out(report)
