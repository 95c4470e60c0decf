"""Finds what a game's report opens with, and shows the most extreme hands and who sits there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from reports.later import pd
from reports.opening import declaring
from reports.page.document import Card, Opening, Widget
from reports.request import good_lineup, good_player
from reports.results.result import Result
from reports.stats.number_text import listed, minus
from simulate.games.game import find_game, module_of
from simulate.games.narrating import how_many, places
from simulate.runs.follow import histories
from simulate.runs.run import Progress, silent
from strategies.lineup import library

#: A row of the table of extreme hands.
Row = Mapping[Any, Any]
#: Of the worst hands, and of the best.
_SHOWN = 5
#: What comes up in one hand of so many, or more often, is not wild; of losses what every hand has.
_COMMON, _COMMON_LOSS = 20, 1


def _is_common(result: Result, rows: pd.DataFrame) -> bool:
    """Return whether the hands of one side came up early and are all alike."""
    if len(rows) < _SHOWN or rows[result.unit].nunique() > 1:
        return False
    hands_before = rows["session"] * (result.hands / result.run.sessions) + rows["hand"]
    often = _COMMON_LOSS if rows[result.unit].max() < 0 else _COMMON
    return bool(len(rows) * often > hands_before.max() + 1)


def _shown(result: Result, rows: Sequence[Row]) -> dict[str, Any]:
    """Return a hand as ``boneyard replay`` shows it, in lines, and what it is called."""
    session, hand = rows[0]["session"], rows[0]["hand"]
    ((history, row),) = histories(result.run, range(session, session + 1), hand, hand + 1)
    places_of = places(history)
    sides: dict[str, dict[str, list[str]]] = {}
    for each in rows:
        value = each[result.unit]
        # Tiles that can only be won have no sign.
        sign = "+" if value > 0 and result.game.can_lose else ""
        made = minus(f"{sign}{how_many(value, result.unit.removesuffix('s'))}")
        sides.setdefault(each["side"], {}).setdefault(made, []).append(
            f"the {places_of[each['seat']]} ({each['strategy']})")
    made_by = [f"{side}: " + ", ".join(f"{made} for {listed(whom)}" for made, whom in some.items())
            for side, some in sides.items()]
    number = "" if result.hands == result.run.sessions else f", hand {hand:,}"
    return {"title": f"{'; '.join(made_by)}; session {session:,}{number}",
            "lines": result.game.tell(history, row).splitlines(), "command": rows[0]["replay"]}


def extreme_hands(result: Result) -> tuple[Card, ...]:
    """Return the card of the most extreme hands: of any seat the worst, if they are rare and others
    than the best, and the best; no card if no hand was kept."""
    extremes = result.tables["extremes"]
    worst, best = (extremes[extremes["side"] == side] for side in ("worst", "best"))
    hands = [set(zip(side["session"], side["hand"], strict=True)) for side in (worst, best)]
    has_worst = not _is_common(result, worst) and not hands[0] <= hands[1]
    wild = extremes if has_worst else best
    # The first of each side, hand by hand, with all that they are.
    first = wild.drop_duplicates(["session", "hand"]).groupby("side", sort=False).head(_SHOWN)
    hand_of = wild.set_index(["session", "hand"], drop=False)
    shown = [_shown(result, hand_of.loc[[one]].to_dict("records"))
             for one in zip(first["session"], first["hand"], strict=True)]
    if not shown:
        return ()
    sides = " or the ".join(wild["side"].unique())
    deal = "game" if result.is_game and result.hands == result.run.sessions else "hand"
    return (Card(
        "extreme_hands", f"The wildest {deal}s, tile by tile",
        (f"Choose one of the {sides} {deal}s of any seat, and go through it at your own pace.",),
        widget=Widget("hand_steps.html.j2", ("tiles.js", "hand_steps.js"), {"hands": shown}),
        link="table"),)


def opening_of(result: Result, jobs: int | None = None, progress: Progress = silent) -> Opening:
    """Return what a report opens with: what ``opening(result, jobs, progress)`` returns of the
    module named as the game's report, or of ``declaring`` where seats declare and play tricks."""
    game = result.run.game
    name = (find_game(game).report or game).rpartition(".")[2]
    module = module_of(f"{__package__}.{name}")
    make: Callable[..., Opening] | None = getattr(module, "opening", None)
    if make is None and declaring.how_asked(find_game(game)) is not None:
        make = declaring.opening
    if make is None:
        return Opening()
    good = good_player(result.game.name, result.unit)
    return replace(
        make(result, jobs, progress), who=who_sits(result),
        players=f"The table: {listed(list(dict.fromkeys(result.run.people)))}",
        good="" if {*result.run.labels} == {good} else good,
        how_to_play=tuple(result.game.explain(result.run.rules)), after=extreme_hands(result))


def who_sits(result: Result) -> dict[str, str]:
    """Return what each known strategy of a run, and a good player, does, in a line each."""
    run, known = result.run, library(result.run.game)
    good = good_lineup(result.game, run.rules, len(run.players))
    named = ((label, known.get(label.partition("(")[0])) for label in [*result.run.labels, *good])
    return {label: result.game.in_own_words(strategy.summary)
            for label, strategy in named if strategy is not None}
