"""A study: a question, its answer in plain sentences, and the sections that show why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simulate.games.game import find_game
from simulate.runs.progress import Progress
from simulate.runs.run import Player, Run
from strategies.lineup import library, seat_players

if TYPE_CHECKING:
    from reports.page.document import Card, Section


@dataclass(frozen=True)
class Study:
    """A finished study, ready to be printed or put on a page.

    Parameters
    ----------
    question : str
    answer : tuple of str
        Two or three sentences with numbers and their uncertainty.
    sections : tuple of Section
        What a page shows of it.
    found : mapping of str to Any
        What was found, in full.
    card : Card, optional
        What the first screen of a report shows of it.
    played : str
        How much was played, where that is not the sessions that were asked for.
    """

    question: str
    answer: tuple[str, ...]
    sections: tuple[Section, ...]
    found: Mapping[str, Any] = field(default_factory=dict)
    card: Card | None = None
    played: str = ""

    def __str__(self) -> str:
        return "\n".join((self.question, *self.answer))


def ways_of_playing(run: Run) -> list[Player]:
    """Return the library's strategies that decide quickly, and those of the line-up, once each."""
    unit = find_game(run.game).unit(run.rules)
    names = [name for name, strategy in library(run.game).items() if strategy.is_tried(unit)]
    seats = len(run.players)
    library_too = seat_players(run.game, names, len(names), run.rules, seats) if names else ()
    return list({player.label: player for player in (*library_too, *run.players)}.values())


def part_of(progress: Progress | None, begin: float, size: float) -> Progress | None:
    """Return what a part of the work is to report its own progress to. ``begin``, ``size``: the
    share of the work that is done before, and that of the part."""
    return None if progress is None else (lambda done, hands: progress(begin + size * done, hands))


def in_parts(progress: Progress | None, sessions: Sequence[int]) -> Iterator[Progress | None]:
    """Yield what each run in turn, with so many sessions, is to report its own progress to."""
    total, before, hands_before = sum(sessions), 0, 0
    for own in sessions:
        if progress is None:
            yield None
            continue
        latest = 0

        def report(
            played: float, hands: int, before: int = before, base: int = hands_before
        ) -> None:
            nonlocal latest
            latest = base + hands
            progress((before + played) / total, latest)

        yield report
        before, hands_before = before + own, max(latest, hands_before)
