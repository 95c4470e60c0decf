"""The most extreme hands of a run, to be gone through step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reports.page.document import Card, Widget
from simulate.games.narrating import how_many
from simulate.runs.replay import histories

if TYPE_CHECKING:
    from reports.results.result import Result

#: Of the worst hands, and of the best.
_SHOWN = 5


def _told(result: Result, session: int, hand: int, seat: int) -> tuple[list[str], str]:
    """Return a hand as ``boneyard replay`` tells it, in lines, and what a seat is called in it."""
    game = result.game
    ((history, row),) = histories(result.run, range(session, session + 1), hand, hand + 1)
    entry, steps = game.begins
    seats = len(result.run.labels)
    around = [(int(row[entry]) + steps + k) % seats for k in range(seats)]
    dealt = history.get("dealt")
    inside = [one for one in around if dealt is None or dealt[one]]
    return game.tell(history, row).splitlines(), game.position_names(len(inside))[
        inside.index(seat)]


def _amount(result: Result, value: int) -> str:
    """Return what a hand brought: ``+1 chip``, ``-5 points``; tiles only won have no sign."""
    sign = "+" if value > 0 and result.game.can_lose else ""
    return f"{sign}{how_many(value, result.unit.removesuffix('s'))}"


def _hands(result: Result) -> list[dict[str, Any]]:
    frame, found, one_hand = result.extremes, [], result.hands == result.run.sessions
    for _, rows in frame.groupby("side", sort=False):
        for row in rows.head(_SHOWN).to_dict("records"):
            value, session, hand = row[result.unit], row["session"], row["hand"]
            where = f"session {session:,}" if one_hand else f"session {session:,}, hand {hand:,}"
            lines, place = _told(result, session, hand, row["seat"])
            found.append({
                "title": f"{row['side']}: {_amount(result, value)} for {row['strategy']}, {place} "
                         f"({where})",
                "lines": lines, "command": row["replay"],
            })
    return found


def extreme_hands(result: Result) -> tuple[Card, ...]:
    """Return the card of the most extreme hands; none if no hand was kept."""
    hands = _hands(result)
    if not hands:
        return ()
    deal = "game" if result.is_game and result.hands == result.run.sessions else "hand"
    return (Card(
        "extreme_hands", f"The wildest {deal}s, tile by tile",
        (f"Choose one of the worst or the best {deal}s of any seat, and go through it at your own "
         "pace.",),
        widget=Widget("hand_steps.html.j2", ("tiles.js", "hand_steps.js"), {"hands": hands}),
        link="table", wide=True,
    ),)
