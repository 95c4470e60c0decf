"""Hands played again by their address, from Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, overload

from reports import request as ask
from reports.later import pd
from reports.options import Option, checked
from simulate.errors import BoneyardError, brief, whole
from simulate.games.game import find_game
from simulate.runs.run import Run

#: Lists of a history that do not have one entry for each seat.
_NOT_BY_SEAT = (
    "lineup", "winners", "game_winners", "out", "starred", "declarations", "tricks", "auction",
    "plays", "line", "rounds", "stock", "removed")

#: So many hands are listed.
_LISTED = 12


@dataclass(frozen=True, repr=False)
class Hand:
    """A hand that was played again.

    Parameters
    ----------
    history : mapping
        As ``docs/formats.md`` has it.
    text : str
        What ``boneyard replay`` prints.

    Examples
    --------
    >>> import boneyard
    >>> (hand,) = boneyard.replay("casino", session=3, hand=0, lineup="random", players=2)
    >>> hand.history["session"], len(hand.history["rounds"])
    (3, 14)
    >>> print(hand)  # doctest: +ELLIPSIS
    Session 3, game 0 of seed 0: random (seat 0) rolls first
    Round 1: ...
    """

    history: Mapping[str, Any]
    text: str

    def __repr__(self) -> str:
        return self.text


class Hands(Sequence[Hand]):
    """Hands that were played again, in the order played.

    Examples
    --------
    >>> import boneyard
    >>> hands = boneyard.replay("loo", session=12, hand=range(2), lineup="stay", players=3)
    >>> len(hands), hands[1].history["hand"]
    (2, 1)
    >>> hands.seats[["hand", "seat", "looed"]].shape
    (6, 3)
    """

    def __init__(self, hands: Sequence[Hand]) -> None:
        self._hands = tuple(hands)

    @overload
    def __getitem__(self, at: int) -> Hand: ...
    @overload
    def __getitem__(self, at: slice) -> Hands: ...
    def __getitem__(self, at: int | slice) -> Hand | Hands:
        return Hands(self._hands[at]) if isinstance(at, slice) else self._hands[at]

    def __len__(self) -> int:
        return len(self._hands)

    @property
    def seats(self) -> pd.DataFrame:
        """One row per hand and seat: what the histories have of each seat."""
        import pandas as pd

        from reports.page.document import with_categories

        rows = []
        for hand in self._hands:
            history, players = hand.history, hand.history["players"]
            lists = {key: value for key, value in history.items() if key not in _NOT_BY_SEAT
                     and isinstance(value, list) and len(value) == players}
            rows += [{"session": history["session"], "hand": history["hand"], "seat": seat,
                      "strategy": history["lineup"][seat],
                      **{key: value[seat] for key, value in lists.items()}}
                     for seat in range(players)]
        return with_categories(pd.DataFrame(rows))

    def __str__(self) -> str:
        return "\n".join(hand.text for hand in self._hands)

    def __repr__(self) -> str:
        """Return the text of a single hand, else the first lines of the first ones."""
        if len(self) == 1:
            return str(self)
        lines = [hand.text.partition("\n")[0] for hand in self._hands[:_LISTED]]
        more = [f"... and {len(self) - _LISTED:,} more"] * (len(self) > _LISTED)
        return "\n".join([f"{len(self):,} hands; print them, or take one, to read them", *lines,
                          *more])


def _range(value: int | range | str, name: str) -> range:
    """Read a number or a range of numbers, as text I or I:J."""
    if isinstance(value, range) and value.step == 1 and value.start >= 0 and value:
        return value
    if isinstance(value, Iterable) and not isinstance(value, str):
        raise BoneyardError(f"{name} {brief(value)} is neither a number nor an unbroken range: "
                            "give I, range(I, J) or 'I:J', from 0 or more and with J above I")
    begin, colon, stop = str(value).partition(":")
    if colon and (not begin or not stop or ":" in stop):
        raise BoneyardError(f"{name} {brief(value)} is not a range: write I:J with both numbers")
    first = whole(begin, name) if isinstance(value, str) else whole(value, name)
    end = whole(stop, name) if colon else first + 1
    if end <= first:
        raise BoneyardError(f"{name} {brief(value)} is empty: write I, or I:J with J above I")
    return range(first, end)


def play_again(
    game: str, session: int | range | str, hand: int | range | str | None = None,
    lineup: ask.Lineup | None = None, players: Any = None, rules: ask.RulesGiven = None,
    hands: Any = None, seed: Any = 0,
) -> tuple[Run, Iterator[Hand]]:
    """Return the table, and its hands one by one as they are played."""
    from simulate.runs.follow import histories

    sessions = _range(session, "session")
    wanted = None if hand is None else _range(hand, "hand")
    run = ask.set_up(game, lineup, players, rules, 1, hands, seed)
    if wanted is not None and hands is None:  # strategies see how many are agreed: as in a run
        try:
            run = replace(run, hands=max(run.hands, wanted.stop))
        except BoneyardError as error:
            reason = str(error).removeprefix(f"hands {wanted.stop}: ")
            raise BoneyardError(f"hand {brief(hand)} cannot be reached: {reason}") from None
    first, stop = (0, None) if wanted is None else (wanted.start, wanted.stop)

    def played() -> Iterator[Hand]:
        shown = False
        for history, row in histories(run, sessions, first, stop):
            shown = True
            yield Hand(history, find_game(game).tell(history, row))
        if not shown:
            raise BoneyardError(
                f"no hand {hand or 0} in session {session}: the session ends before")

    return run, played()


@checked
def replay(
    game: ask.GameArg = "loo", *,
    session: Annotated[int | range | str, Option(
        "Session, or a range without its end.", "I[:J]", kind="int or range")],
    hand: Annotated[int | range | str | None, Option(
        "Hand of the session, or a range without its end. All hands by default.", "K[:L]",
        kind="int or range")] = None,
    lineup: ask.LineupArg = None, players: ask.PlayersArg = None, rules: ask.RulesArg = None,
    hands: ask.HandsArg = None, seed: ask.SeedArg = 0,
) -> Hands:
    """Play hands again by their address.

    With the table of a run, the same hands come.

    Raises
    ------
    BoneyardError
        If an argument is wrong, there is no such hand, or a strategy fails.

    Examples
    --------
    >>> import boneyard
    >>> hands = boneyard.replay("euchre", session=7, hand=2, lineup="hoyle")
    >>> hands[0].history["hand"]
    2
    """
    return Hands([*play_again(game, session, hand, lineup, players, rules, hands, seed)[1]])
