"""What every decision of a seat cost, and what the result would be without luck."""

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from reports.commands import solved_elsewhere
from reports.options import warn
from reports.request import Lineup
from reports.results.game_report import MATTERS, Stakes, ValuedTable
from reports.review.evening import Decision, Review, Reviewed
from reports.review.likeness import FAMILIES, Evidence, resemblance
from reports.review.notation import HandsOnce, fault_of, seat_in
from reports.studies.advise import decision_input as words
from reports.studies.advise import history_input
from reports.studies.advise.history_input import Line, rules_of, seats_of
from reports.typed.hand import plain
from simulate.branch.limits import Limits
from simulate.branch.pricing import choose, cost_of, short_of_best
from simulate.branch.rolling import first_deal
from simulate.branch.whole import check_outcome, luck_of
from simulate.errors import BoneyardError, StrategyError, listed
from simulate.games.game import chair, find_game
from simulate.games.rules import Rules
from simulate.games.spot import Event, asking
from simulate.machine.table import BASE
from simulate.runs.run import Progress, Run, in_order, silent

#: The most deals for a decision; a review has many decisions.
MOST_DEALS = 2048
#: Fewer hands show too little of how people play to value luck by it.
_LEAST_HANDS = 20


class _Task(NamedTuple):
    """A hand to go through: at which table, by whom, and the table by which luck is valued."""

    table: ValuedTable
    hand: Mapping[str, Any]
    events: Sequence[Event]
    seat: int
    line: int
    number: int
    most: int
    known: frozenset[int]
    sitting: int
    valued: ValuedTable


def _tables(
    lineup: Lineup | None, given: Rules | None, seed: int
) -> Callable[[Mapping[str, Any]], ValuedTable]:
    """Return the function from a hand to its table, which hands of one line-up and rules share."""
    known: dict[str, ValuedTable] = {}

    def table_of(hand: Mapping[str, Any]) -> ValuedTable:
        rules = rules_of(hand, given)
        who = [str(entry) for entry in history_input.lineup_of(hand, lineup, rules)]
        key = json.dumps([hand["game"], seats_of(hand), rules.as_dict(), who], default=str)
        if key not in known:
            run = history_input.run_of(hand, lineup, rules, seed)
            warn(solved_elsewhere(run))
            table = ValuedTable(run)
            table.stakes(0, 0, 1)  # worked out here, so that only one thread does it
            known[key] = table
        return known[key]

    return table_of


def _decide(
    run: Run, hand: Mapping[str, Any], events: Sequence[Event], index: int, stakes: Stakes,
    most: int, first: int,
) -> Decision | None:
    """Price a decision that was taken; None if there was no choice."""
    asked, ask = events[index], asking(run.game)
    if asked.answer is None:
        return None
    choice = choose(run, ask.spot(hand, run.rules, events, index), stakes.worth, stakes.matters,
                    Limits(most), first=first)
    if choice is None:
        return None
    cost = cost_of(choice, asked.answer, stakes.worth, stakes.replicas)
    both = [words.in_words(run.game, asked, answer, hand) for answer in (asked.answer, choice.best)]
    return Decision(
        int(hand.get("session") or 0), int(hand.get("hand") or 0), asked.decision,
        ask.write(asked, asked.answer), ask.write(asked, choice.best), both[0], both[1], cost,
        index, short_of_best(choice, stakes.worth))


def _result(hand: Mapping[str, Any], seat: int, unit: str) -> float | None:
    """Return what a seat made of a hand, if it is known in chips, points or games as asked."""
    if unit != "games":
        made = hand.get({"chips": "net"}.get(unit, unit))
        return None if made is None else float(made[seat])
    winners = hand.get("winners")
    return None if winners is None else float(seat in winners) / len(winners)


def _go_through(task: _Task) -> Reviewed | BoneyardError:
    """Price a seat's decisions in a hand, and its luck; or return what is wrong with the hand."""
    hand, events, seat, valued, run = (
        task.hand, task.events, task.seat, task.valued, task.table.run)
    try:
        with history_input.as_written():
            about = (seat, int(hand.get("dealer") or 0), int(hand.get("pool") or 1),
                     hand.get("points_before") or ())
            stakes, of_luck = task.table.stakes(*about), valued.stakes(*about)
            found = [_decide(run, hand, events, index, stakes, task.most,
                             first_deal(task.number, index))
                     for index, event in enumerate(events) if event.seat == seat]
            result = _result(hand, seat, stakes.result)
            is_known = result is not None
            luck = luck_of(valued.run, hand, events, seat, of_luck.of_result or of_luck.worth,
                           task.number, task.known - {seat}) if is_known else None
            left = valued.left(seat, hand) if is_known else 0.0
    except StrategyError as error:
        return _of_the_file(error, run, events)
    except BoneyardError as error:
        return error
    return Reviewed(task.line, task.sitting, [d for d in found if d is not None], result, luck,
                    left, stakes.unit, stakes.result, None if "dealer" not in hand else about[1],
                    stakes.matters / MATTERS)


def _read_events(run: Run, hand: Mapping[str, Any], seat: int) -> Sequence[Event]:
    """Return the decisions of a hand; raise ``BoneyardError`` if it cannot have gone so."""
    ask = asking(str(hand["game"]))
    events = ask.events(hand, run.rules)
    if not hand.get("rules") or rules_of(hand) == run.rules:
        try:
            check_outcome(run, hand, events)
        except StrategyError as error:
            raise _of_the_file(error, run, events) from error
    for index, event in enumerate(events):
        if event.seat == seat and event.answer is not None:
            ask.spot(hand, run.rules, events, index)
    return events


def _of_the_file(error: StrategyError, run: Run, events: Sequence[Event]) -> BoneyardError:
    """Return what is wrong with a play of the file, which seats answer as if it were their own."""
    if error.table is None:
        return error
    seat, answer, decision = (int(error.table[at]) for at in (BASE.seat, BASE.answer,
                                                              BASE.decision))
    asked = seat, list(find_game(run.game).decisions)[decision], answer
    return next((BoneyardError(f"{event.about}: the rules do not allow that") for event in events
                 if (event.seat, event.decision, event.answer) == asked), error)


def review(
    lines: Iterable[Line], who: int | str, lineup: Lineup | None = None,
    rules: Rules | None = None, seed: int = 0, jobs: int | None = None, most: int = MOST_DEALS,
    progress: Progress = silent,
) -> Review:
    """Price the decisions of a seat, or of a player by name, with ``most`` deals each at most."""
    tasks, read = _read_tasks(
        lines, who, _tables(lineup, rules, seed), rules, lineup, most)
    faults = read.faults
    hands, found_of = list[Reviewed](), list[_Task]()
    tasks, alike = _with_likely_players(tasks, seed)
    for done, found in enumerate(in_order(_go_through, [(task,) for task in tasks], jobs)):
        if isinstance(found, BoneyardError):
            faults.append(fault_of(tasks[done].line, found, tasks[done].hand))
        else:
            hands.append(found)
            found_of.append(tasks[done])
        progress((done + 1) / len(tasks), done + 1)
    if not hands:
        why = "; ".join(dict.fromkeys([*faults[:1], *faults[-1:] * bool(read.needs)]))
        raise BoneyardError(f"no hand to review: {why or 'the file is empty'}")
    against = [str(label) for task in tasks for p, label in enumerate(task.table.run.labels)
               if p != task.seat]
    # The pools that all sittings leave together vary in what they are worth.
    sittings = [list(sitting) for _, sitting in groupby(tasks, key=lambda task: task.sitting)]
    ends = Counter((sitting[-1].valued, sitting[-1].seat, len(sitting)) for sitting in sittings)
    left = math.fsum(often * table.left_variance(seat, length)
                     for (table, seat, length), often in ends.items())
    return Review(hands, who, tasks[-1].table.run, sorted(set(against)), faults, left, alike,
                  _player(tasks[0].hand, tasks[0].seat), read.again, read.needs.total(), found_of)


def _player(hand: Mapping[str, Any], seat: int) -> str:
    """Return what a seat is called for a whole evening: by its name, or its strategy and seat."""
    if hand.get("names"):
        return str(hand["names"][seat])
    lineup = hand.get("lineup")
    return chair(str(lineup[seat]), seat) if lineup and lineup[seat] else f"seat {seat}"


def _read_tasks(
    lines: Iterable[Line], who: int | str, table_of: Callable[[Mapping[str, Any]], ValuedTable],
    rules: Rules | None, lineup: Lineup | None, most: int,
) -> tuple[list[_Task], HandsOnce]:
    """Return the hands to go through, and what became of the others."""
    tasks, hands = list[_Task](), HandsOnce(lines)
    absent = set[object]()  # sessions in which the player does not sit
    sitting = -1
    before: tuple[Any, Any] = (None, None)
    for line, hand in hands:
        with hands.used(line, hand):
            seat = _seat_of(hand, who, absent)
            if seat is None:
                continue
            if tasks:
                _check_alike(hand, seat, tasks[0], rules)
            if hands.is_again(hand):
                continue
            known = frozenset() if lineup is not None else history_input.known_seats(hand)
            # Does it go on with the pool of the last one, as far as both are known?
            here = (hand.get("session"), hand.get("hand"))
            follows = here[0] == before[0] and (
                None in (here[1], before[1]) or here[1] == before[1] + 1)
            sitting, before = sitting + (not follows), here
            table = table_of(hand)
            tasks.append(_Task(table, hand, _read_events(table.run, hand, seat), seat, line,
                               len(tasks), most, known, sitting, table))
    return tasks, hands


def _seat_of(hand: Mapping[str, Any], who: int | str, absent: set[object]) -> int | None:
    """Return a player's seat; None for a further hand of a session of which the player is
    ``absent``, whose first hand raises ``BoneyardError``."""
    seats, seat = seats_of(hand), seat_in(hand, who)
    session = hand.get("file"), hand.get("session")
    if seat is None and session not in absent:
        absent.add(session)
        names = ", ".join(map(str, hand.get("names") or ()))
        why = (f"{who} is none of the players {names}" if names
               else f"the hand does not show where {who} sits")
        raise BoneyardError(f"{why}: that session is left out")
    if seat is not None and not 0 <= seat < seats:
        raise BoneyardError(f"there is no seat {seat}: the seats are 0 to {seats - 1}")
    if seat is not None:
        _player(hand, seat)  # refuses a hand whose line-up is no list
    return seat


def _check_alike(
    hand: Mapping[str, Any], seat: int, first: _Task, rules: Rules | None
) -> None:
    """Raise ``BoneyardError`` for a hand whose costs cannot be added to those of the first one."""
    if hand["game"] != first.hand["game"]:
        raise BoneyardError(f"it is a hand of {hand['game']}, the first is one of "
                            f"{first.hand['game']}; review each game apart")
    names = [plain(str(one["names"][at])) if one.get("names") else None
             for one, at in ((hand, seat), (first.hand, first.seat))]
    if None not in names and names[0] != names[1]:
        raise BoneyardError(f"seat {seat} is {_player(hand, seat)} here, in the first hand "
                            f"{_player(first.hand, first.seat)}: name the player, not the seat")
    here, there = (_played_for(str(hand["game"]), of)
                   for of in (rules_of(hand, rules), first.table.run.rules))
    if here != there:
        raise BoneyardError(f"it is played for {here}, the first hand for {there}; review each "
                            "apart")


def _played_for(game: str, rules: Rules) -> str:
    """Return what hands are played for, in words that differ where they cannot be added up."""
    kind = find_game(game)
    unit, ends = kind.unit(rules), " to the end of a game" if kind.plays_to_the_end(rules) else ""
    antes = [f"{name} {value}" for name, value in rules.as_dict().items() if name.endswith("ante")]
    at = f" at {listed(antes or [f'stakes of {kind.stake(rules)}'])}" if unit == "chips" else ""
    return f"{unit}{at}{ends}"


def _with_likely_players(tasks: Sequence[_Task], seed: int) -> tuple[list[_Task], list[str]]:
    """Return the tasks with the tables by which their luck is valued, and in words whom the
    players without a known strategy resemble.

    Luck has mean zero whatever strategies hands are valued by, but less of the spread is left the
    more these play as the players do (``simulate.branch.whole``). Even hands are valued by what odd
    ones show, and the other way round: what chance gave in a hand has no part in its value.
    """
    if all(len(task.known) == len(task.table.run.players) for task in tasks) or (
            tasks[0].table.run.game not in FAMILIES):
        return [*tasks], []
    evidence = Evidence(seed)
    shown = [evidence.add(task.hand, task.events, task.table.run.rules) for task in tasks]
    alike = list(dict.fromkeys(
        resemblance(one.name, one.actions, at.by_family(at.posterior(one.logs[-1])))
        for task, (at, here) in zip(tasks, shown, strict=True)
        for seat, one in enumerate(here) if seat not in task.known and one.actions))
    has_result = any(_result(task.hand, task.seat, task.table.stakes(0, 0, 1).result) is not None
                     for task in tasks)
    if len(tasks) < _LEAST_HANDS or not has_result:
        return [*tasks], alike
    valued, found = dict[object, ValuedTable](), list[_Task]()
    for task, (at, here) in zip(tasks, shown, strict=True):
        likely = {seat: at.likely(at.posterior(one.logs[1 - task.number % 2]))
                  for seat, one in enumerate(here) if seat not in task.known}
        if (key := (id(task.table), *likely.items())) not in valued:
            players = [at.players[likely[seat]] if seat in likely else player
                       for seat, player in enumerate(task.table.run.players)]
            valued[key] = ValuedTable(replace(task.table.run, players=tuple(players)))
            valued[key].stakes(0, 0, 1)  # worked out here, so that only one thread does it
        found.append(task._replace(valued=valued[key]))
    return found, alike
