"""Declarations at Loo and Rounce: how players call them, and which is best when."""

from collections.abc import Sequence

import numpy as np

from reports.draw.actions import BLUE, GREEN, GREY, ORANGE, Action, Actions
from reports.moves import Decision, InformationSets, Start
from reports.page.document import Column
from simulate.books.tally import Floats, Ints
from simulate.branch.forced import Forks
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS, LooRules, RounceRules
from simulate.games.loo.views import AT, DROP, FOR_POOL, MISS, PLAY
from simulate.games.loo.words import Words, words_of
from simulate.runs.run import Run
from simulate.theory.declared import declared_at
from simulate.theory.loo import hands
from simulate.theory.loo.declared import plays_for_chips

#: The number of each declaration among the actions of a chart.
INDEX = np.full(8, -1)
INDEX[[PLAY, MISS, DROP, FOR_POOL]] = range(4)


def actions(words: Words) -> tuple[Action, ...]:
    """Return the actions of a chart, in the order of their numbers."""
    return (Action("P", "play", BLUE),
            Action(words.letter, words.miss, ORANGE, f"take {words.taken}"),
            Action("D", "drop", GREY), Action("F", "play for the pool", GREEN))


def place(position: int, players: int) -> str:
    """Return what a position is called."""
    return find_game("loo").position_names(players)[position]


def at_score(run: Run, scores: Sequence[int]) -> str:
    """Return at which score a chart was drawn, as the table counts it."""
    if not any(scores):
        return "at the start"
    if isinstance(run.rules, RounceRules):
        return f"at {' '.join(str(GAME_POINTS - won) for won in scores)} points still to go"
    return f"at {' '.join(map(str, scores))} points won so far"


def before_in_words(situation: hands.Situation, words: Words) -> str:
    """Return what was declared before, in words."""
    counts = (
        (situation.stayed, "in"), (situation.missed, words.missed), (situation.dropped, "dropped"))
    return ", ".join(f"{number} {word}" for number, word in counts if number) or "nothing"


def before_in_letters(situation: hands.Situation, words: Words) -> str:
    """Return what was declared before as letters, in the order of the actions."""
    counts = situation.stayed, situation.missed, situation.dropped
    return " ".join(action.letter for action, number in zip(actions(words), counts, strict=False)
                    for _ in range(number))


COLUMNS = (
    Column("place", "you are", "text", "text", "the place"),
    Column("before", "before you", "text", "text", "what was declared before"),
    Column("turned_up", "turned up", "text", "text", "whether the turn-up is a double"),
    Column("hand", "your trumps", "text", "text", "the trumps of the hand"),
    Column("doubles", "plain doubles", "text", "text", "doubles that are no trumps"))
#: What a chart leaves to its caption.
READ = ("A divided cell: the lower part is for a double turned up. The dealer counts the turn-up "
        "as his own, in place of the tile he can best spare.")


def _read(run: Run, forks: Forks) -> tuple[Ints, Ints, Ints]:
    """Return the history of a seat, the kind of its hand, and what each declaration is."""
    noted, players = forks.noted, len(run.players)
    kinds = np.zeros(len(forks.seat), np.int64)
    dealer = (noted["position"] == players - 1).astype(np.int64)
    hands.turned_kinds_of(noted["hand"], noted["trump"], noted["turn_up"], dealer, kinds)
    history = hands.situation_numbers(players)[
        noted["position"], np.bitwise_count(noted["stayed"]), np.bitwise_count(noted["missed"])]
    return history, kinds, np.where(forks.answers >= 0, INDEX[forks.answers.clip(0)], -1)


def action_chart(
    run: Run, taken: Floats, strength: Floats | None = None, *, title: str, subtitle: str
) -> Actions:
    """Return a chart by situation and kind of hand. ``taken``: float64[situations, turned kinds,
    actions]; ``strength``: float64[situations, turned kinds] (``Actions``)."""
    players, own = len(run.players), words_of(run.rules)
    all_situations = hands.situations(players)
    shape = len(all_situations), -1, hands.TURNED_UP
    return Actions(
        taken.reshape(*shape, taken.shape[-1]),
        [(place(one.position, players),
          before_in_letters(one, own).replace(" ", "\n") or "-") for one in all_situations],
        list(map(hands.name_of_kind, range(hands.HAND_KINDS))), actions(own),
        strength if strength is None else strength.reshape(shape), subtitle, title=title,
        xlabel="Above: what was declared before you, in any order")


def declarations(run: Run, pool: int | None = None, score: Sequence[int] | None = None) -> Decision:
    """Return the decision at a pool (by default the first) or a score: points won, by position."""
    players, own, in_chips = len(run.players), words_of(run.rules), plays_for_chips(run)
    sets = InformationSets(
        COLUMNS, [(place(one.position, players), before_in_words(one, own))
                  for one in hands.situations(players)],
        [(turned, trumps, doubles) for trumps in hands.TRUMP_KINDS
         for doubles in hands.DOUBLE_KINDS for turned in hands.TURN_UPS],
        actions(own), _read, "chips" if in_chips else "games of 100", ("doubles",))
    won, starts = score or (0,) * players, []
    for dealer in range(players):
        by_seat = tuple(won[(seat - dealer - 1) % players] for seat in range(players))
        entries = {AT.dealer: dealer}
        if in_chips:
            starts.append(Start(entries | {AT.pool: declared_at(run).stakes_of(pool).pool}))
            continue
        shown = by_seat if isinstance(run.rules, LooRules) else tuple(
            GAME_POINTS - points for points in by_seat)
        starts.append(Start(
            entries | {AT.score + seat: points for seat, points in enumerate(by_seat)}, shown))
    return Decision(
        "declare", {name: getattr(AT, name) for name in (
            "hand", "trump", "turn_up", "position", "stayed", "missed")},
        sets=sets, starts=tuple(starts), scale=1.0 if in_chips else 100.0)
