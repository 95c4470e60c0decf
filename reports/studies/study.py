"""A study: a question, its answer in plain sentences, and the sections that show why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from reports.headlines import session_of, too_few
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.runs.run import Player, Progress, Run
from strategies.lineup import library, table_of

if TYPE_CHECKING:
    from reports.page.document import Card, Section


@dataclass(frozen=True)
class Study:
    """A finished study, ready to be printed or put on a page."""

    question: str
    #: Two or three sentences with numbers and their uncertainty; empty ones are left out.
    answer: tuple[str, ...]
    sections: tuple[Section, ...]  #: what a page shows of it
    found: Mapping[str, Any] = field(default_factory=dict)  #: what was found, in full
    card: Card | None = None  #: what the first screen of a report shows of it
    played: str = ""  #: how much was played, where that is not the sessions that were asked for
    sessions: int = 0  #: the independent ones of the answer; 0: those that were asked for

    def __post_init__(self) -> None:
        object.__setattr__(self, "answer", tuple(filter(None, self.answer)))

    def __str__(self) -> str:
        return "\n".join((self.question, *self.answer))

    def of_enough(self, run: Run) -> Study:
        """Return the study; one of few sessions with how many it takes in place of its answer."""
        few = too_few(self.sessions or run.sessions, session_of(run))
        if not few:
            return self
        silent = tuple(replace(section, answer=()) for section in self.sections)
        card = self.card and replace(self.card, answer=(few,))
        return replace(self, answer=(few,), sections=silent, card=card)


def tried(run: Run) -> dict[str, Player]:
    """Return the library's strategies that decide quickly, by name."""
    unit = find_game(run.game).unit(run.rules)
    return {name: strategy().player(table_of(run))
            for name, strategy in library(run.game).items() if strategy.is_tried(unit)}


def each_once(*players: Player) -> list[Player]:
    """Return players of different labels."""
    return list({player.label: player for player in players}.values())


def entrants(run: Run, study: str, why: str = "") -> list[Player]:
    """Return the strategies of a line-up, once each; refuse a study of one alone."""
    players = each_once(*run.players)
    if len(players) < 2:
        raise BoneyardError(f"study {study}: all seats play {run.labels[0]!r}; name two strategies "
                            f"or more{why}")
    return players


def in_parts(progress: Progress, sizes: Sequence[float], whole: float = 1.0) -> list[Progress]:
    """Return what each part of some work reports its progress to, by the ``sizes`` of the parts.
    ``whole``: what a part reports when done. The hands of the parts add up."""
    hands = [0] * len(sizes)

    def part(k: int) -> Progress:
        def report(done: float, played: int) -> None:
            hands[k] = played
            progress((sum(sizes[:k]) + sizes[k] * done / whole) / sum(sizes), sum(hands))

        return report

    return [part(k) for k in range(len(sizes))]
