"""What a game of tricks opens with that has no opening of its own: what to declare.

After all that can be declared before a seat, deals of ``advise`` with the seat's tiles unknown are
played out under each declaration, as many for a rare kind of hand as for a common one. The page
looks up what hands like the one that is clicked are worth on average, and names the command that
prices that one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from reports.opening import asking
from reports.page.document import Opening
from reports.results.result import Result
from reports.results.shared_sentences import amount
from reports.stats.estimates import of_deals
from reports.stats.move_values import Flags, MoveValues
from reports.stats.number_text import gerund
from reports.studies.advise.decision_input import Table, read_decision
from reports.typed.told import Told
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import CLEAR
from simulate.branch.rolling import Rolled, Rolling
from simulate.domino.tiles import DOUBLES, HIGH, NUMBERS, TILE, TILES, name
from simulate.domino.tricks import TRUMPS
from simulate.games import spot
from simulate.games.game import Game, find_game, module_of
from simulate.games.rules import IN_WORDS
from simulate.games.tricks import BeforeTricks, TricksAsking
from simulate.runs.in_order import in_order
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run

#: Deals that show what a class of hands is worth: the fewest; and where the line-up declares what
#: was heard, at least and at most, one for so many hands of the run.
LEAST, DEALS, _HANDS_A_DEAL = 40, (64, 2048), 2_000
#: The most deals of a class that are drawn for one in which the line-up declares what was heard,
#: and the deals that are looked through for the rarest classes.
_DRAWN, _LOOKED_THROUGH = 8, 1 << 19
_TRUMPS = ("no trump", "one trump", "2 trumps", "3 trumps", "4 trumps")
_BEST = ("neither of the two best", "one of the two best", "the two best")
_DOUBLES = ("no other double", "one other double", "2 or more other doubles")
CLASSES = len(_TRUMPS) * len(_BEST) * len(_DOUBLES)
_FIGURES = 4
#: What a tile adds to the trumps, the two best and the other doubles, 4 bits each.
_ADDS = np.zeros((NUMBERS, TILES), np.int64)
for _trump in range(NUMBERS):
    _is_trump = TRUMPS[_trump] >> np.arange(TILES) & 1
    _ADDS[_trump] = _is_trump + (((DOUBLES >> np.arange(TILES) & 1) > _is_trump) << 8)
    _ADDS[_trump, TILE[_trump, [_trump, NUMBERS - 1 - (_trump == NUMBERS - 1)]]] += 1 << 4


def classes_of(hands: Ints, trumps: Ints) -> Ints:
    """Return the classes of hands (int64[hands, tiles]) with a trump each: their trumps, the best
    of them, their other doubles. ``declaring.js`` counts the same."""
    has = _ADDS[trumps[:, None], hands].sum(axis=1)
    many, best = np.minimum(has & 15, len(_TRUMPS) - 1), has >> 4 & 15
    return (many * len(_BEST) + best) * len(_DOUBLES) + np.minimum(has >> 8, len(_DOUBLES) - 1)


@cache
def chances(turn_up_held: bool, tiles: int) -> Floats:
    """Return how likely hands of so many tiles, which hold the turn-up or do not, are of each
    class: float64[CLASSES]."""
    hands, dealt = np.array([*combinations(range(TILES), tiles)]), np.zeros(CLASSES)
    for turn_up in range(TILES):
        these = hands[(hands == turn_up).any(axis=1) == turn_up_held]
        dealt += np.bincount(classes_of(these, HIGH[[turn_up]]), minlength=CLASSES)
    return dealt / dealt.sum()


def names_of_classes(tiles: int) -> list[str]:
    """Return what the hands of each class hold that have so many tiles, in words."""
    named = (*_TRUMPS[:-1], _TRUMPS[-1] if tiles < len(_TRUMPS) else f"4 or {tiles} trumps")
    return [", ".join((trumps, *([best] if t else []), doubles))
            for t, trumps in enumerate(named) for best in _BEST for doubles in _DOUBLES]


def how_asked(game: Game) -> TricksAsking | None:
    """Return how a game is asked about if its seats declare before they play tricks."""
    if module_of(game.asks or f"simulate.games.{game.name}.events") is None:
        return None
    found = spot.asking(game.name)
    return found if isinstance(found, TricksAsking) and found.before_tricks else None


class _Picked:
    """Picks deals by the class of the hand that is asked: as many of each as are wanted."""

    def __init__(self, own: Ints, turn_up: int) -> None:
        self._own, self._turn_up = own, turn_up  # places in the order of the tiles
        self.wanted, self.classes = np.zeros(CLASSES, np.int64), np.zeros(0, np.int64)

    def __call__(self, orders: Ints) -> Flags:
        of = classes_of(orders[:, self._own], HIGH[orders[:, self._turn_up]])
        order, many = of.astype(np.uint8).argsort(kind="stable"), np.bincount(of, minlength=CLASSES)
        place = np.zeros_like(of)
        place[order] = np.arange(len(of)) - np.repeat(many.cumsum() - many, many)
        picked: Flags = place < self.wanted[of]
        self.wanted -= np.minimum(self.wanted, many)
        self.classes = np.concatenate([self.classes, of[picked]])
        return picked


@dataclass(frozen=True)
class Situation:
    """What declarations are worth after what was declared before, by class of hand."""

    values: MoveValues
    #: int64[CLASSES]: how many of the earlier declarations are taken as given, whatever the seats
    #: hold: the line-up hardly ever declares so before such a hand.
    given: Ints

    def behind(self, of: int) -> list[tuple[float, float]]:
        """Return how far each declaration is behind the best one, with the standard error."""
        best = int(self.values.best[of])
        margins = [self.values.margin(of, best, move)
                   for move in range(self.values.totals.shape[1])]
        return [(one.value, 0.0 if np.isnan(one.se) else one.se) for one in margins]


@dataclass(frozen=True)
class Declarations:
    """What declarations are worth at a table of good players, by what was declared before."""

    run: Run
    before_tricks: BeforeTricks
    tiles: int  #: those of a hand
    unit: str
    situations: dict[tuple[str, ...], Situation]

    @property
    def words(self) -> list[str]:
        """What may be declared."""
        return list(self.before_tricks.words.values())

    def holds_turn_up(self, before: tuple[str, ...]) -> bool:
        """Return whether the turn-up is one of the tiles of the seat that declares next."""
        return self.before_tricks.turn_up_held and len(before) == len(self.run.players) - 1

    def chances(self, before: tuple[str, ...]) -> Floats:
        """Return how likely each class is for the seat that declares next: float64[CLASSES]."""
        return chances(self.holds_turn_up(before), self.tiles)


def find_declarations(
    run: Run, hands: int, jobs: int | None = None, progress: Progress = silent
) -> Declarations:
    """Play deals of good players out under every declaration, after every history:
    what may be declared depends on that alone. After a run of few ``hands`` few deals are played
    here too."""
    game, own = find_game(run.game), asking.good_table(run, 1)
    about, table, players = how_asked(game), Table(own), len(own.players)
    assert about is not None and about.before_tricks is not None
    found = Declarations(own, about.before_tricks, about.tiles, game.unit(own.rules), {})
    enough = min(max(hands // _HANDS_A_DEAL, DEALS[0]), DEALS[1])
    words, drawn = found.before_tricks.words, 0
    level: list[tuple[str, ...]] = [()]

    def price(before: tuple[str, ...]) -> tuple[list[int], int, Situation | None]:
        """Return what may be declared, how many deals were drawn, and what it is worth."""
        rolling, picked, seat, pool = _rolling_after(found, about, before)
        most = found.chances(before) * _LOOKED_THROUGH
        least, most = np.minimum(most, enough).astype(np.int64), np.minimum(most, _DRAWN * enough)
        picked.wanted += least
        rolling.roll(0, 1, [], 0)
        answers = rolling.legal()
        if set(answers) != set(words):
            return answers, 1, None
        worth = table.stakes(seat, players - 1, pool).worth
        parts = _rolled(rolling, picked, list(words), least, most, enough)
        otherwise = np.concatenate([part.otherwise for part in parts])
        classes = picked.classes[: len(otherwise)]
        made = np.concatenate([worth(part.outcomes) for part in parts])
        counts, given = _that_count(classes, otherwise, len(before))
        return answers, len(classes), Situation(
            MoveValues.of(classes[counts], made[counts], CLASSES), given)

    while level:
        following = []
        for before, (answers, deals, situation) in zip(
                level, in_order(price, [(one,) for one in level], jobs), strict=True):
            drawn += deals
            if situation is not None:
                found.situations[before] = situation
            progress((len(before) + 1) / players, drawn)
            following += [(*before, words[answer]) for answer in answers]
        level = [one for one in following if len(one) < players]
    return found


def _rolling_after(
    found: Declarations, about: TricksAsking, before: tuple[str, ...]
) -> tuple[Rolling, _Picked, int, int]:
    """Return what plays out the declarations after some, with all hands and turn-ups; what picks
    its deals; and the seat and the pool."""
    turn_up = TILES - 1
    held = [turn_up] * found.holds_turn_up(before)
    tiles = [*range(found.tiles - len(held)), *held]
    hand, events, index = read_decision(found.run, Told(
        " ".join(map(name, tiles)), str(len(before)), turn_up=name(turn_up),
        before=",".join(before)))
    asked = about.spot(hand, found.run.rules, events, index)
    picked = _Picked(np.flatnonzero(np.isin(asked.fixed, tiles)),
                     asked.fixed.tolist().index(turn_up))
    rolling = Rolling(found.run, replace(asked, fixed=spot.nothing_fixed()), picked)
    return rolling, picked, events[index].seat, int(hand.get("pool") or 0)


def _rolled(
    rolling: Rolling, picked: _Picked, words: list[int], least: Ints, most: Floats, enough: int
) -> list[Rolled]:
    """Play out the ``least`` deals of each class, and up to the ``most`` until enough agree."""
    parts, short, played = [], least, 0
    while short.any():
        parts.append(rolling.roll(played, int(short.sum()), words, 0))
        played += int(short.sum())
        dealt = np.bincount(picked.classes[:played], minlength=CLASSES)
        agrees = np.concatenate([part.otherwise for part in parts]) == 0
        agree = np.bincount(picked.classes[:played][agrees], minlength=CLASSES)
        short = np.where((agree < enough) & (2 * dealt <= most), dealt, 0)
        picked.wanted += short
    return parts


def _that_count(classes: Ints, otherwise: Ints, heard: int) -> tuple[Flags, Ints]:
    """Return which deals count, and how many of the declarations heard are given, by class: as in
    ``advise``, one where too few deals of a class would be left, the last first."""
    counts, given = otherwise >= 0, np.zeros(CLASSES, np.int64)
    for h in range(heard):
        agrees = counts & (otherwise >> h & 1 == 0)
        few = np.bincount(classes[agrees], minlength=CLASSES) < LEAST
        counts, given = agrees | counts & few[classes], given + few
    return counts, given


def drawn_hand(found: Declarations) -> tuple[list[int], int, int]:
    """Return the eldest hand's tiles, a turn-up and their class: one whose answer is clear."""
    looked = []
    for tiles, turn_up in asking.hands_looked_at(found.tiles):
        looked.append((tiles, turn_up, int(classes_of(np.array([tiles]), HIGH[[turn_up]])[0])))
        gap, se = max(found.situations[()].behind(looked[-1][-1]))
        if gap > CLEAR * se > 0:
            return looked[-1]
    return looked[0]


def declaring_data(found: Declarations, tiles: list[int], turn_up: int) -> dict[str, Any]:
    """Return what the page needs to answer what to declare with any hand."""
    game, players = find_game(found.run.game), len(found.run.players)
    cells = {",".join(before): [
        [int(situation.given[of]), *([float(f"{part:.{_FIGURES}g}") for part in one]
                                     for one in situation.behind(of))] if chance else None
        for of, chance in enumerate(found.chances(before))]
        for before, situation in found.situations.items()}
    return asking.data_of(
        found.run, "declaration", found.unit, words=found.words, cells=cells,
        places=game.position_names(players), classes=names_of_classes(found.tiles),
        tiles=found.tiles, turnUpHeld=found.before_tricks.turn_up_held, hand=list(map(name, tiles)),
        turnUp=name(turn_up))


def opening(
    result: Result, jobs: int | None = None, progress: Progress = silent
) -> Opening:
    """Return what a report opens with: deals of good players are played for it."""
    found = find_declarations(result.run, result.hands, jobs, progress)
    tiles, turn_up, of = drawn_hand(found)
    behind, words = found.situations[()].behind(of), found.words
    order = sorted(range(len(words)), key=lambda move: behind[move][0])
    gap, se = behind[order[1]]
    said = f"You are the {result.game.first} and hold {names_of_classes(found.tiles)[of]}: " + (
        f"{words[order[0]]}. With such hands that brings "
        f"{amount(of_deals(gap, se))} {found.unit} more, on average, than "
        f"{gerund(words[order[1]])}, against good players." if gap > CLEAR * se else
        f"to {words[order[0]]} or to {words[order[1]]} is too close to call.")
    return Opening(
        (asking.card("declaring", "declaring", "What should I declare?", said,
                     declaring_data(found, tiles, turn_up), "table"),),
        lead=f"{IN_WORDS[found.tiles].capitalize()} tiles, and one turned up that names the "
             "trumps: what should you declare? Click your own hand to see what it is worth among "
             "good players, and practise.")
