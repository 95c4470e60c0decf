"""What declares a study: its options on the command line, its keywords in Python, its help, its
check before anything is played and its chapter on a page are all made from this object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING, Any

from reports.options import Option as Option  # studies of other packages find it here
from reports.request import sessions_of
from simulate.errors import BoneyardError, listed
from simulate.games.game import Game, find_game, game_names
from simulate.runs.run import Progress, silent

if TYPE_CHECKING:
    from reports.studies.study import Study
    from simulate.runs.run import Run


def as_text(value: Any, name: str) -> str:
    """Return a value that must be a text; refuse another."""
    if not isinstance(value, str):
        raise BoneyardError(f"{name} is {value!r}: give a text")
    return value


def score_text(given: Any, name: str) -> str:
    """Return a score as it is written: points with blanks between them."""
    if isinstance(given, str):
        return " ".join(given.replace(",", " ").split())
    return " ".join(map(str, given if isinstance(given, Iterable) else [given]))


@dataclass(frozen=True)
class StudyKind:
    """A study: its name, its options, and the module that holds it."""

    name: str
    about: str  #: what it answers, for the help: ``"what it costs to sit down"``
    #: Imported when it is needed: its ``study_NAME(run, jobs=, progress=, **options)`` plays, and
    #: returns the ``Study``; its ``check(run, **options)``, if it has one, raises
    #: ``BoneyardError`` before anything is played, for a wrong table or a wrong value.
    module: str
    hands: int  #: of each of its runs, when it is held by itself
    in_report: int  #: the same, as a chapter: all studies together take about a minute
    games: tuple[str, ...] | None = None  #: those that it is for; all when not given
    fits: Callable[[Game], bool] = lambda game: True  #: whether a game has what it asks about
    needs: str = "any game"  #: what that is, for the help: ``"games whose pool grows"``
    since: str = ""  #: why it is not for other games, where that does not explain itself
    #: Whether the report of a game has it as a chapter where nobody names it.
    suits: Callable[[Game], bool] = lambda game: True
    #: Why a report with all studies leaves it out at a table where it could be held, or nothing.
    left_out: Callable[[Run], str] = lambda run: ""
    chapter: int = 100  #: chapters of a report are in rising order of this number
    options: Mapping[str, Option] = field(default_factory=dict)
    single: bool = False  #: whether it plays one hand a session: its sessions are deals
    least: int = 1  #: the fewest sessions that it can be held with
    #: Whether it seats good players where no line-up is named: its answer is as good as they are.
    good_players: bool = False

    def sessions(self, run: Run, hands: int) -> int:
        """Return the sessions of a table that make about so many hands."""
        return hands if self.single else sessions_of(
            find_game(run.game), run.rules, hands, run.hands)

    def is_for(self, game: str) -> bool:
        """Return whether it can be held of a game."""
        return (self.games is None or game in self.games) and self.fits(find_game(game))

    def read(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return the value of every option from what was given of them; refuse what is wrong."""
        return {name: option.value(given.get(name), name) for name, option in self.options.items()}

    def check_table(self, run: Run, options: Mapping[str, Any]) -> None:
        """Raise ``BoneyardError`` if the study is not for a game, a table or an option's value."""
        if not self.is_for(run.game):
            games = listed(list(filter(self.is_for, game_names())))
            needs = "" if self.needs == StudyKind.needs else f"{self.needs}: "
            raise BoneyardError(f"study {self.name} is for {needs}{games}, not "
                                f"{run.game!r}" + (f": {self.since}" if self.since else ""))
        module = import_module(self.module)
        if hasattr(module, "check"):
            module.check(run, **options)

    def hold(
        self, run: Run, options: Mapping[str, Any], jobs: int | None = None,
        progress: Progress = silent,
    ) -> Study:
        """Play with the value of each option, and return what was found; of few sessions, how many
        it takes. ``progress``: called with the share of the work done, and the hands played."""
        held: Callable[..., Study] = getattr(import_module(self.module), f"study_{self.name}")
        return held(run, jobs=jobs, progress=progress, **options).of_enough(run)
