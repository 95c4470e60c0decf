"""The command ``play``: a person at the table, in plain lines of text."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import reports.replay
from boneyard.cli import options as opt
from boneyard.cli.lines import echo
from reports.options import Option, noted
from reports.request import OUTPUT, set_up
from simulate.domino.tiles import name, names, parse
from simulate.errors import BoneyardError, check_writable, listed, whole
from simulate.games.game import find_game
from simulate.installed import Later

if TYPE_CHECKING:
    from reports.studies.advise import decision_input as words
    from simulate.branch.state import State
    from simulate.games import spot
    from simulate.games.spot import Event
    from simulate.runs.run import Run
else:
    words, spot = Later("reports.studies.advise.decision_input"), Later("simulate.games.spot")

#: Decisions of others that are secret; bets are shown with the dice.
_SECRET = ("keep_after_miss", "discard", "bet")
_HELP = ("an answer by its number, tile, word or first letter, h for a hint, ? for this, q to stop")
_FOR_POOL = ("To play for the pool: you play as dealer, cannot be looed, and what your tricks "
             "win stays in the pool.")


def play(
    asked: Annotated[dict[str, Any], opt.options_of(reports.replay.replay, "session", "hand")],
    seat: Annotated[str, Option("The number of your seat, from 0.", "S")] = "0",
    session: Annotated[int, Option(
        "Which session of --seed: a friend who names both has the same tiles.", "I",
        lambda session, name: whole(session, name))] = 0,
    verdict: Annotated[bool, Option(
        "Show after each hand what your decisions cost.", switch=True)] = False,
    save: Annotated[str | None, Option(
        "Write the hands, for [b]boneyard review[/b].", "FILE.jsonl", panel=OUTPUT,
        is_place=True)] = None,
) -> None:
    """Sit down yourself, among good players or those of a line-up.

    Every question lists what the rules allow.
    Answer by number, tile, word or first letter; h is a hint, ? is help.

    [b]Example[/b]

    boneyard play loo --hands 10 --verdict --save evening.jsonl
    """
    from simulate.branch.state import OpenTable
    from simulate.runs.resuming import folder_word

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # bytes that are no text become no answer
    run = set_up(**asked, sessions=1, good=True)
    place = whole(seat, "seat", 0, len(run.players) - 1)
    players = [replace(player, label="you") if p == place else player
               for p, player in enumerate(run.players)]
    run = replace(run, players=tuple(players))
    file = None if save is None else _to_save(save)
    noted(run)
    at = _Table(run, place, _read_line)
    around = [run.labels[(place + 1 + k) % len(players)] for k in range(len(players) - 1)]
    sit = "sits" if len(around) == 1 else "sit"
    echo(f"You play {find_game(run.game).title}. From your left round the table {sit} "
        f"{listed(around)}. Type {_HELP}.")
    hands = _evening(at, OpenTable(run, [place]).new_hand(session), verdict, file)
    if file is not None and hands:
        word = folder_word(file)
        many = "hand is" if len(hands) == 1 else "hands are"
        echo(f"{len(hands)} {many} in {save}. What goes through what you did:")
        typer.echo(f"boneyard review {word} --seat {place}")  # whole, to be copied


class _Left(Exception):
    """The person leaves the table."""


def of_its_seat(game: str, event: Event, hand: Mapping[str, Any] | None = None) -> str:
    """Return what a seat did, in words for the person who sits there."""
    if event.answer is None:
        return event.about
    when, colon, _ = event.about.rpartition(": ")
    return f"{when}{colon}you {words.in_words(game, event, event.answer, hand)}"


@dataclass
class _Table:
    """A person's table: the lines that the person types, and what was shown so far."""

    run: Run
    seat: int
    read: Callable[[], str]
    shown: int | None = None
    unasked: int = 0
    asked: set[tuple[str, int]] = field(default_factory=set)

    def ask(self, state: State) -> dict[str, Any]:
        """Play a hand to its end, asking the person; return it."""
        self.shown, self.unasked = None, 0
        self.asked.clear()
        while True:
            hand, events, index = state.question()
            self._show_actions(hand, events, index)
            if state.is_terminal():
                return hand
            action = self._answer(state, hand, events, index)
            self.asked.add((events[index].decision, events[index].number))
            state.apply(action)

    def _show_actions(self, hand: Mapping[str, Any], events: Sequence[Event], index: int) -> None:
        """Show what others have done since the last time, but nothing that is secret."""
        me = self.seat
        if self.shown is None:
            _show_deal(self.run, hand, me)
        for k, event in enumerate(events[self.shown or 0 : index], self.shown or 0):
            self._show_chance(hand, k)
            if event.seat == me:
                if (event.decision, event.number) not in self.asked:
                    done = of_its_seat(self.run.game, event, hand)
                    echo(f"  {done} (you had no choice)")
            elif event.decision not in _SECRET:
                echo(f"  {event.about}")
        self._show_chance(hand, index)
        self.shown = index

    def _show_chance(self, hand: Mapping[str, Any], decided: int) -> None:
        """Show what happened before a decision that nobody decided, once."""
        happened = spot.asking(self.run.game).unasked(hand, self.run.rules, self.seat)
        while self.unasked < len(happened) and happened[self.unasked][0] <= decided:
            echo(f"  {happened[self.unasked][1]}")
            self.unasked += 1

    def _answer(
        self, state: State, hand: Mapping[str, Any], events: Sequence[Event], index: int
    ) -> int:
        """Ask until the person gives an answer that is allowed."""
        asked, answers = events[index], state.legal_actions()
        echo(words.question(asked.decision))
        _show_held(hand, asked)
        if lies := spot.asking(self.run.game).lies(hand, events, index):
            echo(f"  {lies}")
        if asked.decision in ("lead", "follow"):  # of which the answers are a part
            echo(f"  you hold {' '.join(names(state.view().hand))}")
        texts = [words.in_words(self.run.game, asked, answer, hand) for answer in answers]
        for k, text in enumerate(texts, 1):
            echo(f"  {k:>2} {text}")
        while True:
            line = self.read().strip().lower()
            if line in ("q", "quit"):
                raise _Left
            if line in ("?", "help"):
                echo(f"Type {_HELP}.")
                asking = spot.asking(self.run.game)
                if "for_pool" in [asking.write(asked, answer) for answer in answers]:
                    echo(_FOR_POOL)
            elif line in ("h", "hint"):
                self._hint(hand, events, index)
            elif len(meant := _meant(line, texts)) == 1:
                return answers[meant[0]]
            else:
                may = listed([texts[k] for k in meant], "or")
                echo(f"{line!r} may be {may}." if meant else f"{line!r} is no answer: type {_HELP}")

    def _hint(self, hand: Mapping[str, Any], events: Sequence[Event], index: int) -> None:
        """Show what the answers are worth."""
        from reports.studies.advise.decision import answers_to
        from simulate.branch.limits import Limits

        with _errors_shown():
            echo(answers_to(self.run, hand, events, index, limits=Limits(8192)).answer)


def _meant(line: str, texts: Sequence[str]) -> list[int]:
    """Return which answers a line means: by number, or by some of the words shown, in order. A word
    may be cut short, a tile turned. Those that begin so come before others, and among them one that
    all others go on with."""
    if line in (numbers := [str(k) for k in range(1, len(texts) + 1)]):
        return [numbers.index(line)]
    # A tile may be typed in several words, as [ 6 | 4 ].
    typed = [tile] if (tile := _tile(line)) != line else [_tile(word) for word in line.split()]
    found = [k for k, text in enumerate(texts) if _is_in(typed, text.split())
             and (line.isalpha() or len(" ".join(typed)) > 1)]
    first = [k for k in found if _fits(typed[0], texts[k].split()[0])] or found
    shortest = min((texts[k] for k in first), key=len, default="")
    return [k for k in first if texts[k] == shortest or not all(
        texts[one].startswith(shortest) for one in first)]


def _tile(word: str) -> str:
    """Return a word, if it is a tile as answers have it."""
    with suppress(BoneyardError):
        return name(parse(word))
    return word


def _fits(typed: str, word: str) -> bool:
    return typed == word or (typed.isalpha() and word.startswith(typed))


def _is_in(typed: Sequence[str], words: Sequence[str]) -> bool:
    """Return whether all words that were typed are among those of an answer, in order."""
    left = iter(words)
    return all(any(_fits(one, word) for word in left) for one in typed)


@contextmanager
def _errors_shown() -> Iterator[None]:
    """Show why a hint or a verdict cannot be had; the person plays on."""
    try:
        yield
    except BoneyardError as error:
        echo(f"  {error}")


def _show_deal(run: Run, hand: Mapping[str, Any], me: int) -> None:
    chairs = spot.asking(run.game).chairs(hand)
    others = [f"{spot.called(hand, chairs, seat)} ({run.labels[seat]})"
              for seat in chairs if seat != me]
    me_too = f"You are {spot.called(hand, chairs, me)}" if me in chairs else "You are out"
    pool = f" The pool is {hand['pool']:,}." if "pool" in hand else ""
    if find_game(run.game).partners(len(chairs)):
        side = [seat for seat in chairs if seat != me and (seat - me) % 2 == 0]
        pool += f" Your partner is {listed([spot.called(hand, chairs, seat) for seat in side])}."
    them = "the other is" if len(others) == 1 else "the others are"
    echo(f"\nHand {hand['hand'] + 1}. {me_too}; {them} {listed(others)}.{pool}")
    if points := hand.get("points_before"):
        echo(f"  score   {_score(run, hand, points, me)}")
    if "turn_up" in hand:
        echo(f"  turn-up {words.drawn([hand['turn_up']])}")
    if hand.get("dealt") and hand["dealt"][me]:
        echo(f"  you are dealt {words.drawn(hand['dealt'][me])}")


def _score(run: Run, hand: Mapping[str, Any], points: Sequence[int], me: int) -> str:
    """Return the points before a hand: by side where there are partners, else by seat."""
    chairs = spot.asking(run.game).chairs(hand)
    if find_game(run.game).partners(len(chairs)):
        return f"your side {points[me]}, the others {points[(me + 1) % len(chairs)]}"
    return listed([f"{'you' if seat == me else spot.called(hand, chairs, seat)} {points[seat]}"
                   for seat in chairs])


def _show_held(hand: Mapping[str, Any], asked: Event) -> None:
    """Show what has come to a person's hand since the deal."""
    if asked.decision == "keep_after_miss":
        own = next(one for one in hand["declarations"] if one["seat"] == asked.seat)
        echo(f"  you draw {words.drawn(own['drawn'])}")
    if asked.decision == "bet":
        own = hand["rounds"][asked.number]["drawn"][asked.seat]
        echo(f"  you draw {words.drawn(own) or 'nothing'}")


def _to_save(save: str) -> Path:
    """Return the file in which hands are kept, if it can be written."""
    file = Path(save)
    if file.exists():
        raise BoneyardError(f"save {save!r}: that is there already; name another")
    if not file.parent.is_dir():
        raise BoneyardError(f"save {save!r}: there is no folder {str(file.parent)!r}")
    check_writable(file, f"save {save!r}")
    return file


def _read_line() -> str:
    """Return a line that the person types; at the end of the input the person leaves the table."""
    typer.echo("> ", nl=False)
    line = "" if sys.stdin is None else sys.stdin.readline()  # sys.stdin is None if it is closed
    if not line:
        raise _Left
    if not sys.stdin.isatty():
        echo(line.rstrip("\n"))
    return line


def _evening(
    at: _Table, state: State | None, verdict: bool, file: Path | None
) -> list[dict[str, Any]]:
    """Play hands until the session or the person ends; return those ended, each kept as it ends."""
    from simulate.runs.safe_files import replacing

    hands: list[dict[str, Any]] = []
    try:
        while state is not None:
            hand = at.ask(state)
            hands.append(hand)
            if file is not None:
                with replacing(file) as opened:
                    opened.write("".join(json.dumps(hand) + "\n" for hand in hands).encode())
            for line in find_game(at.run.game).tell_end(hand):
                echo(line)
            if verdict:
                with _errors_shown():
                    _show_verdict(at, [hand])
            state = state.next_hand()
    except _Left:
        echo("")
    if len(hands) > 1 and verdict:
        echo("")
        with _errors_shown():
            _show_verdict(at, hands)
    return hands


def _show_verdict(at: _Table, hands: list[dict[str, Any]]) -> None:
    """Show what the person's decisions cost."""
    from reports.review.review import review
    from reports.stats.estimates import of_deals
    from reports.stats.number_text import gerund, with_interval

    found = review(list(enumerate(hands, 1)), at.seat)
    if len(hands) > 1:
        echo(str(found))
        return
    dear = [one for one in found.decisions if of_deals(one.cost, one.se).low > 0]
    for one in dear:
        echo(f"  {one.chosen}: {gerund(one.advised)} is worth {with_interval(one.cost, one.se)} "
            f"{found.unit} more")
    if not dear:
        echo("  no decision was surely a mistake")
