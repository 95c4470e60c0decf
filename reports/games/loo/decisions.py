"""Declarations at Loo and Rounce: when to play, take the miss or drop, by place and hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reports.draw.actions import Actions
from reports.games.loo import words
from reports.moves import Decision, InformationSets, Start
from reports.page.document import Column
from simulate.books.tally import Floats, Ints
from simulate.branch.forced import Forks
from simulate.games.loo.rules import GAME_POINTS, LooRules
from simulate.games.loo.views import AT, DROP, FOR_POOL, MISS, PLAY
from simulate.games.loo.words import words_of
from simulate.runs.run import Run
from simulate.theory.declared import declared_at
from simulate.theory.loo.declared import plays_for_chips
from simulate.theory.loo.hands import (
    DOUBLE_KINDS,
    HAND_KINDS,
    TRUMP_KINDS,
    TURN_UPS,
    TURNED_KINDS,
    TURNED_UP,
    name_of_kind,
    situation_numbers,
    situations,
    turned_kinds_of,
)

COLUMNS = (
    Column("place", "you are", "text", "text", "the place"),
    Column("before", "before you", "text", "text", "what was declared before"),
    Column("turned_up", "turned up", "text", "text", "whether the turn-up is a double"),
    Column("hand", "your trumps", "text", "text", "the trumps of the hand"),
    Column("doubles", "plain doubles", "text", "text", "doubles that are no trumps"))
#: What a chart leaves to its caption.
READ = ("A divided cell: the lower part is for a double turned up. The dealer counts the turn-up "
        "as his own, in place of the tile he can best spare.")
#: The number of each declaration among the actions of a chart.
_INDEX = np.full(8, -1)
_INDEX[[PLAY, MISS, DROP, FOR_POOL]] = range(4)


def _read(run: Run, forks: Forks) -> tuple[Ints, Ints, Ints]:
    """Return the history of a seat, the kind of its hand, and what each declaration is."""
    noted, players = forks.noted, len(run.players)
    kinds = np.zeros(len(forks.seat), np.int64)
    dealer = (noted["position"] == players - 1).astype(np.int64)
    turned_kinds_of(noted["hand"], noted["trump"], noted["turn_up"], dealer, kinds)
    history = situation_numbers(players)[
        noted["position"], np.bitwise_count(noted["stayed"]), np.bitwise_count(noted["missed"])]
    return history, kinds, np.where(forks.answers >= 0, _INDEX[forks.answers.clip(0)], -1)


def action_chart(
    run: Run, taken: Floats, strength: Floats | None = None, *, title: str, subtitle: str
) -> Actions:
    """Return a chart by situation and kind of hand. ``taken``: float64[situations, turned kinds,
    actions]; ``strength``: float64[situations, turned kinds] (``Actions``)."""
    players, own = len(run.players), words_of(run.rules)
    all_situations = situations(players)
    shape = len(all_situations), -1, TURNED_UP
    return Actions(
        taken.reshape(*shape, taken.shape[-1]),
        [(words.place(one.position, players),
          words.heard_letters(one, own).replace(" ", "\n") or "-") for one in all_situations],
        list(map(name_of_kind, range(HAND_KINDS))), words.signs(own),
        strength if strength is None else strength.reshape(shape), subtitle, title=title,
        xlabel="Above: what was declared before you, in any order")


def declarations(
    run: Run, pool: int | None = None, score: Sequence[int] | None = None
) -> Decision:
    """Return the decision at a pool (that of a first hand) or at a score: the points won so far, by
    position."""
    players, own, in_chips = len(run.players), words_of(run.rules), plays_for_chips(run)
    sets = InformationSets(
        COLUMNS, [(words.place(one.position, players), words.heard(one, own))
                  for one in situations(players)],
        [(TURN_UPS[kind % TURNED_UP], TRUMP_KINDS[kind // TURNED_UP // len(DOUBLE_KINDS)],
          DOUBLE_KINDS[kind // TURNED_UP % len(DOUBLE_KINDS)]) for kind in range(TURNED_KINDS)],
        words.actions(own), words.does(own), words.should(own), words.letters(own), _read,
        "chips" if in_chips else "games of 100", ("doubles",))
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
