"""What a game adds to the answers: its tables, figures, sentences and the sections of its page.

The report of a game is an object ``GAME`` of the package ``reports.games.NAME``, or of the module
that the game names; a game with neither has a plain one, made of the figures that it declares.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

from reports.page.document import Section, Table
from reports.results.figure_tables import meanings_of_figures
from reports.results.stakes import AtTable, Stakes, plain
from simulate.errors import BoneyardError
from simulate.games.game import find_game, game_names, module_of
from simulate.games.spot import asking

if TYPE_CHECKING:
    from reports.draw.shapes import Plot
    from reports.typed.hand import GameWords

_PLAIN = "reports.results.shared_sections"

Tables = Mapping[str, "Callable[[Any], Table]"]
Plots = Mapping[str, "Callable[[Any], Plot]"]


@dataclass(frozen=True, kw_only=True)
class GameReport:
    """What a game adds to the answers; its functions take a ``Result``.

    Parameters
    ----------
    tables : callable
        ``tables(result)`` returns the functions that make its tables, by name, besides those of
        the figures that it declares.
    plots : callable
        ``plots(result)`` returns the functions that make its figures, by name.
    answers : callable
        ``answers(result)`` returns what a reader in a hurry should know, in sentences.
    sections : callable
        ``sections(result)`` returns the sections of its page.
    columns : mapping of str to (str, str)
        Unit and meaning of the figures that it declares, by name: those that other games do not
        have (``reports.results.figure_tables``).
    words : str, optional
        The module whose ``WORDS`` (``reports.typed.hand.GameWords``) are how its decisions and
        hands are typed, for ``advise`` and ``review``; games that stand on
        ``simulate.games.pooled`` or ``simulate.games.auction`` need none.
    stakes : callable, optional
        ``stakes(table, seat, dealer, pool, score)`` returns what outcomes of a hand are worth to a
        seat, for ``advise`` and ``review``; ``reports.results.stakes.plain`` by default.
    tail : callable
        ``tail(result)`` returns a lower bound of the exponent with which large values of a hand
        grow rare; infinity, the default, where they are bounded.
    """

    tables: Callable[[Any], Tables]
    plots: Callable[[Any], Plots]
    answers: Callable[[Any], tuple[str, ...]]
    sections: Callable[[Any], tuple[Section, ...]]
    columns: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    words: str = ""
    stakes: Callable[[Any, int, int, int, Sequence[int]], Stakes] | None = None
    tail: Callable[[Any], float] = lambda result: math.inf


def report_of(game: str) -> GameReport:
    """Return the report of a game; raise if the module that the game names has none."""
    name = find_game(game).report or f"reports.games.{game}"
    if name == f"reports.games.{game}" and module_of(name) is None:
        name = _PLAIN
    try:
        found = import_module(name).GAME
    except (ImportError, AttributeError) as error:
        raise BoneyardError(f"the report of game {game!r} cannot be loaded: {error}") from error
    if not isinstance(found, GameReport):
        raise BoneyardError(f"{name}.GAME is {found!r}: the report of a game is a "
                            "reports.results.game_report.GameReport")
    own = meanings_of_figures(find_game(game).books.figures)
    return replace(found, columns={**own, **found.columns})


def words_of(game: str) -> GameWords:
    """Return how the decisions and hands of a game are typed, if the game has words for it."""
    from simulate.games.auction import AuctionAsking
    from simulate.games.pooled import PooledAsking

    kits = {"POOLED": PooledAsking, "CALLED": AuctionAsking}
    module, name = report_of(game).words, "WORDS"
    if not module:
        module = "reports.typed.kits"
        name = next((kit for kit, kind in kits.items() if isinstance(asking(game), kind)), "")
    if not name:
        raise BoneyardError(f"no decision or hand of {find_game(game).title} can be typed: its "
                            "report (reports.results.game_report.GameReport) has no words for "
                            "it; hands of the exchange format are read")
    words: GameWords = getattr(import_module(module), name)
    return words


def said_before() -> str:
    """Return what may be declared before the tiles are played, as people type it in each game."""
    typed: dict[str, list[str]] = {}
    for game in game_names():
        with suppress(BoneyardError):
            typed.setdefault(words_of(game).phrases, []).append(find_game(game).title)
    return "; ".join(f"{', '.join(games)}: {words}" for words, games in typed.items() if words)


class ValuedTable(AtTable):
    """A table whose hands are to be valued; what later hands bring is worked out once. A hand for
    chips is worth its chips, and what its pool is worth when this line-up plays on. In races to a
    score, and at Casino, the chance to win counts."""

    def stakes(self, seat: int, dealer: int, pool: int, score: Sequence[int] = ()) -> Stakes:
        """Return what outcomes are worth to a seat at a pool, and from a score as a history has it;
        that of the first hand when not given."""
        worth_of = report_of(self.run.game).stakes or plain
        return worth_of(self, seat, dealer, pool, score)
