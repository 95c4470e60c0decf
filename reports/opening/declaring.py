"""What a game of tricks opens with that has no opening of its own: what to declare.

Hands of good players are played on under each declaration (``reports.moves``). The page looks up
what hands like the one that is clicked are worth on average, and names the command that prices
that one."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from operator import itemgetter
from typing import Any

import numpy as np

from reports.draw.actions import Action
from reports.headlines import amount
from reports.moves import SETS, Decision, InformationSets, Start, measure
from reports.opening import asking
from reports.page.document import Opening
from reports.results.result import Result
from reports.stats import estimates, move_values, number_text
from simulate.books.tally import CLEAR, Ints
from simulate.branch.forced import Forks
from simulate.domino.pool_kit import POOL
from simulate.domino.tiles import DOUBLES, HIGH, NUMBERS, TILE, TILES, name
from simulate.domino.trick_kit import HAND
from simulate.domino.tricks import TRUMPS
from simulate.games import spot
from simulate.games.game import Game, find_game, module_of
from simulate.games.rules import IN_WORDS
from simulate.games.tricks import TricksAsking
from simulate.runs.run import Progress, Run, silent

#: Hands that show what a class of hands is worth, and hands that are played, at least and at most.
LEAST, HANDS = 40, (200_000, 800_000)
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
    """Return the classes of hands (int64[hands, TILES]: 1 for each tile held) with a trump each:
    their trumps, the best of them, their other doubles. ``declaring.js`` counts the same."""
    has = (_ADDS[trumps] * hands).sum(axis=1)
    many, best = np.minimum(has & 15, len(_TRUMPS) - 1), has >> 4 & 15
    return (many * len(_BEST) + best) * len(_DOUBLES) + np.minimum(has >> 8, len(_DOUBLES) - 1)


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


@dataclass(frozen=True)
class Declarations:
    """What declarations are worth among good players, by history and class of hand."""

    run: Run
    about: TricksAsking
    #: After each history that came up: [CLASSES] by declaration.
    values: Mapping[tuple[str, ...], move_values.MoveValues]

    @property
    def words(self) -> list[str]:
        """What may be declared, in words."""
        return list(self.about.before_tricks.values())

    @property
    def unit(self) -> str:
        """What a hand is worth in."""
        return find_game(self.run.game).unit(self.run.rules)

    def behind(self, before: tuple[str, ...], of: int) -> list[tuple[float, float]] | None:
        """Return how far each declaration is behind the best one, with the standard error; nothing
        of a class that came up too rarely."""
        values = self.values[before]
        if values.count[of] < LEAST:
            return None
        best = int(values.best[of])
        margins = [values.margin(of, best, move) for move in range(values.totals.shape[1])]
        return [(one.value, 0.0 if np.isnan(one.se) else one.se) for one in margins]


def _histories(about: TricksAsking, players: int) -> list[tuple[str, ...]]:
    """Return all that may have been declared before a seat, the shorter ones first."""
    return [before for many in range(players)
            for before in product(about.before_tricks.values(), repeat=many)]


def declarations(run: Run, about: TricksAsking) -> Decision:
    """Return the decision in a session's first hand, each seat the dealer in turn."""
    players, known = len(run.players), about.before_tricks
    histories, answers = _histories(about, players), np.array(list(known))
    first = [sum(len(answers) ** n for n in range(many)) for many in range(players)]

    def read(run: Run, forks: Forks) -> tuple[Ints, Ints, Ints]:
        noted = forks.noted
        history = np.zeros(len(forks.seat), np.int64)
        for p in range(players - 1):
            declared = (noted[f"declared_{p}"][:, None] == answers).argmax(1)
            history = np.where(p < noted["position"], history * len(answers) + declared, history)
        hands = noted["hand"][:, None] >> np.arange(TILES) & 1
        bucket = classes_of(hands, noted["trump"])
        match = forks.answers[:, :, None] == answers
        return (np.array(first)[noted["position"]] + history, bucket,
                np.where(match.any(2), match.argmax(2), -1))

    return Decision(
        about.opens_with, {
            "hand": HAND.hand, "trump": HAND.trump, "position": HAND.position,
            **{f"declared_{p}": POOL.action + p for p in range(players - 1)}},
        sets=InformationSets((), histories, [()] * CLASSES,
                             [Action("", word) for word in known.values()], read, ""),
        starts=tuple(Start({
            POOL.dealer: dealer, POOL.pool: players * find_game(run.game).stake(run.rules)})
            for dealer in range(players)))


def find_declarations(
    run: Run, hands: int, jobs: int | None = None, progress: Progress = silent
) -> Declarations:
    """Play hands of good players on under every declaration: few after a run of few ``hands``."""
    about = how_asked(find_game(run.game))
    assert about is not None
    own = asking.good_table(run, min(max(hands, HANDS[0]), HANDS[1]))
    found = measure(own, declarations(own, about), jobs, progress)[SETS].both.over(0, 2)
    values = {}
    for k, before in enumerate(_histories(about, len(own.players))):
        here = found.each(itemgetter(slice(k * CLASSES, (k + 1) * CLASSES)))
        if not np.isnan(here.totals).any() and here.count.max() >= LEAST:
            values[before] = here
    return Declarations(own, about, values)


def drawn_hand(found: Declarations) -> tuple[list[int], int, int]:
    """Return the eldest hand's tiles, a turn-up and their class: one whose answer is clear."""
    looked = []
    for tiles, turn_up in asking.hands_looked_at(found.about.tiles):
        held = np.isin(np.arange(TILES), tiles)
        of = int(classes_of(held[None].astype(np.int64), HIGH[[turn_up]])[0])
        behind = found.behind((), of)
        if behind is None:
            continue
        looked.append((tiles, turn_up, of))
        gap, se = max(behind)
        if gap > CLEAR * se > 0:
            return looked[-1]
    return looked[0]


def declaring_data(found: Declarations, tiles: list[int], turn_up: int) -> dict[str, Any]:
    """Return what the page needs to answer what to declare with any hand."""
    game, players = find_game(found.run.game), len(found.run.players)
    cells = {",".join(before): [
        [[float(f"{part:.{_FIGURES}g}") for part in one] for one in behind]
        if (behind := found.behind(before, of)) else None for of in range(CLASSES)]
        for before in found.values}
    return asking.data_of(
        found.run, "declaration", found.unit, words=found.words, cells=cells,
        places=game.position_names(players), classes=names_of_classes(found.about.tiles),
        tiles=found.about.tiles, turnUpHeld=found.about.turn_up_held,
        hand=list(map(name, tiles)), turnUp=name(turn_up))


def opening(result: Result, jobs: int | None = None, progress: Progress = silent) -> Opening:
    """Return what a report opens with: deals of good players are played for it."""
    found = find_declarations(result.run, result.hands, jobs, progress)
    tiles, turn_up, of = drawn_hand(found)
    behind, words = found.behind((), of), found.words
    assert behind is not None
    order = sorted(range(len(words)), key=lambda move: behind[move][0])
    gap, se = behind[order[1]]
    held = names_of_classes(found.about.tiles)[of]
    text = f"You are the {result.game.first} and hold {held}: " + (
        f"{words[order[0]]}. With such hands that brings "
        f"{amount(estimates.of_deals(gap, se))} {found.unit} more, on average, than "
        f"{number_text.gerund(words[order[1]])}, against good players." if gap > CLEAR * se else
        f"to {words[order[0]]} or to {words[order[1]]} is too close to call.")
    return Opening(
        (asking.card("declaring", "declaring", "What should I declare?", text,
                     declaring_data(found, tiles, turn_up), "table"),),
        lead=f"{IN_WORDS[found.about.tiles].capitalize()} tiles, and one turned up that names the "
             "trumps: what should you declare? Click your own hand to see what it is worth among "
             "good players, and practise.")
