"""What a game of tricks opens with that has no opening of its own: what to declare.

Deals of good players are played out under every declaration of a seat, and told by what its hand
holds. The page knows no game so well that it could play a hand out: it looks up what hands like the
one that is clicked are worth on average, and names the command that prices that one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from reports.moves import MoveValues
from reports.opening import asking
from reports.page.document import Opening
from reports.results.result import Result
from reports.results.shared_sentences import amount
from reports.studies.advise.decision_input import Table
from simulate.books.tally import Floats, Ints
from simulate.branch.forks import MOST_ANSWERS, Forks, fork
from simulate.branch.limits import CLEAR
from simulate.domino.tiles import DOUBLES, NUMBERS, TILE, mask, name
from simulate.domino.trick_kit import HAND, SEATS, TRICKS
from simulate.domino.tricks import TRUMPS
from simulate.games import spot
from simulate.games.game import Game, find_game, module_of
from simulate.games.tricks import TricksAsking
from simulate.runs.progress import Progress
from simulate.runs.replay import histories
from simulate.runs.run import Run

#: The least and the most deals, and the fewest of a class of hands that tell what it is worth.
DEALS, LEAST = (8_000, 240_000), 40
_TRUMPS = ("no trump", "one trump", "2 trumps", "3 trumps", "4 or 5 trumps")
_BEST = ("neither of the two best", "one of the two best", "the two best")
_DOUBLES = ("no other double", "one other double", "2 or more other doubles")
CLASSES = len(_TRUMPS) * len(_BEST) * len(_DOUBLES)
_FIGURES = 4


def hand_class(hand: int, trump: int) -> int:
    """Return the class of a hand: its trumps, the best of them, its other doubles.

    ``declaring.js`` counts the same.
    """
    trumps = hand & int(TRUMPS[trump])
    two_best = trump, NUMBERS - 1 - (trump == NUMBERS - 1)
    best = sum(trumps >> int(TILE[trump, other]) & 1 for other in two_best)
    doubles = (hand & DOUBLES & ~trumps).bit_count()
    return ((min(trumps.bit_count(), len(_TRUMPS) - 1) * len(_BEST) + best) * len(_DOUBLES)
            + min(doubles, len(_DOUBLES) - 1))


def names_of_classes() -> list[str]:
    """Return what the hands of each class hold, in words."""
    return [", ".join((trumps, *([best] if t else []), doubles))
            for t, trumps in enumerate(_TRUMPS) for best in _BEST for doubles in _DOUBLES]


def how_asked(game: Game) -> TricksAsking | None:
    """Return how a game is asked about if its seats declare before they play tricks."""
    if module_of(game.asks or f"simulate.games.{game.name}.events") is None:
        return None
    found = spot.asking(game.name)
    return found if isinstance(found, TricksAsking) and found.before_tricks else None


@dataclass(frozen=True)
class Declarations:
    """What declarations are worth at a table of good players, by situation and class of hand.

    ``cells``: by position and how often each thing was declared before; one for each class.
    """

    run: Run
    about: TricksAsking
    unit: str
    cells: dict[tuple[int, ...], MoveValues]

    @property
    def words(self) -> list[str]:
        """What may be declared."""
        assert self.about.before_tricks is not None
        return list(self.about.before_tricks.words.values())

    def behind(self, situation: tuple[int, ...], of: int) -> list[tuple[float, float]] | None:
        """Return how far each declaration is behind the best one, with the standard error.

        None where too few such hands were dealt.
        """
        cells = self.cells[situation]
        if cells.count[of] < LEAST:
            return None
        best = int(np.nanargmax(cells.means[of]))
        margins = [cells.margin(of, best, move) for move in range(len(self.words))]
        return [(one.value, 0.0 if np.isnan(one.se) else one.se) for one in margins]


def find_declarations(
    run: Run, hands: int, jobs: int | None = None, progress: Progress | None = None
) -> Declarations:
    """Play deals of good players out under every declaration, the seats asked in turn.

    ``hands``: how many the run had; after a small run few deals are played here too.
    """
    game = find_game(run.game)
    about, deals = how_asked(game), min(max(hands // 16, DEALS[0]), DEALS[1])
    assert about is not None and about.before_tricks is not None
    own, words = asking.good_table(run, deals), list(about.before_tricks.words)
    players = len(own.players)
    first, _ = next(histories(own, range(1), 0, 1))
    table, pool = Table(own), int(first.get("pool") or 0)
    worth = [table.stakes(seat, first["dealer"], pool).worth for seat in range(players)]
    later = about.kept(0, own.rules)[1:]
    noted = {"hand": HAND.hand, "trump": HAND.trump, "position": HAND.position} | {
        f"said_{p}": about.before_tricks.said + p for p in range(SEATS)}

    def read(forks: Forks) -> tuple[Ints, Ints, Floats]:
        """Return the situations, the classes of hands, and what each declaration is worth."""
        asked = np.arange(len(forks.seat))
        said = np.stack([forks.noted[f"said_{p}"] for p in range(SEATS)], axis=1)
        position = forks.noted["position"]
        before = np.where(np.arange(SEATS) < position[:, None], said, 0)
        heard = np.stack([position, *((before == word).sum(axis=1) for word in words)], axis=1)
        classes = np.array([hand_class(hand, trump) for hand, trump in zip(
            forks.noted["hand"].tolist(), forks.noted["trump"].tolist(), strict=True)], np.int64)
        made = np.full((len(asked), len(words)), np.nan)
        for seat in range(players):
            of_seat = forks.seat == seat
            outcomes = forks.outcomes[of_seat][..., [seat, *range(players, players + len(later))]]
            brought = worth[seat](outcomes)
            for k in range(MOST_ANSWERS):
                given = of_seat & (k < forks.count)
                for move, word in enumerate(words):
                    these = given & (forks.answers[:, k] == word)
                    made[these, move] = brought[these[of_seat], k]
        return heard, classes, made

    kept = [game.values + seat for seat in range(players)] + later
    parts = fork(own, "declare", noted, kept, read, about.state(first, own.rules), jobs=jobs,
                 progress=progress)
    heard, classes, made = (np.concatenate(column) for column in zip(*parts, strict=True))
    cells = {}
    for situation in np.unique(heard, axis=0):
        these = (heard == situation).all(axis=1)
        cells[tuple(situation.tolist())] = MoveValues.of(classes[these], made[these], CLASSES)
    return Declarations(own, about, game.unit(own.rules), cells)


def drawn_hand(found: Declarations) -> tuple[list[int], int, int]:
    """Return the eldest hand's tiles, a turn-up and their class: one whose answer is clear."""
    eldest, looked = min(found.cells), []
    for tiles, turn_up in asking.hands_looked_at(TRICKS):
        looked.append((tiles, turn_up, hand_class(mask(tiles), int(name(turn_up)[0]))))
        behind = found.behind(eldest, looked[-1][-1])
        if behind and max(behind)[0] > CLEAR * max(behind)[1] > 0:
            return looked[-1]
    return looked[0]


def declaring_data(found: Declarations, tiles: list[int], turn_up: int) -> dict[str, Any]:
    """Return what the page needs to tell what to declare with any hand."""
    game, players = find_game(found.run.game), len(found.run.players)
    assert found.about.before_tricks is not None
    cells = {",".join(map(str, situation)): [
        None if behind is None else [[float(f"{part:.{_FIGURES}g}") for part in one]
                                     for one in behind]
        for behind in (found.behind(situation, of) for of in range(CLASSES))]
        for situation in found.cells}
    return asking.data_of(
        found.run, "declaration", found.unit, words=found.words, cells=cells,
        places=game.position_names(players), classes=names_of_classes(),
        turnUpHeld=found.about.before_tricks.turn_up_held, hand=list(map(name, tiles)),
        turnUp=name(turn_up))


def opening(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with: deals of good players are played for it."""
    found = find_declarations(result.run, result.hands, jobs, progress)
    tiles, turn_up, of = drawn_hand(found)
    behind, words = found.behind(min(found.cells), of), found.words
    said = f"You are the {result.game.first} and hold {names_of_classes()[of]}: "
    if behind is None:
        said += "such hands are too rare to tell."
    else:
        order = sorted(range(len(words)), key=lambda move: behind[move][0])
        gap, se = behind[order[1]]
        said += (f"{words[order[0]]}. With such hands that brings "
                 f"{amount(asking.with_interval(gap, se))} {found.unit} more, on average, than to "
                 f"{words[order[1]]}, against good players." if gap > CLEAR * se else
                 f"to {words[order[0]]} or to {words[order[1]]} is too close to call.")
    return Opening(
        (asking.card("declaring", "declaring", "What should I declare?", said,
                     declaring_data(found, tiles, turn_up), "table"),),
        lead="Five tiles, and one turned up that names the trumps: what should you declare? Click "
             "your own hand to see what it is worth among good players, and practise.")

