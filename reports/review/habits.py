"""What costs a player most, told by what was done and what would have been better."""

from __future__ import annotations

from collections.abc import Sequence

from reports.habits import Habit, in_order
from reports.review.decision import Decision, cost_together
from reports.stats.estimates import around

_MOST = 5
_HANDS = 3
#: A cost is priced on hundreds of deals, so its error is as good as one from this many units.
_MANY = 10**6
_DOES = {
    "take_turn_up": "takes or leaves the turn-up wrongly", "keep_after_miss": "keeps other tiles",
    "lead": "leads another tile", "follow": "plays another tile",
    "discard": "discards another tile",
    "play": "plays another tile or end", "bet": "bets another tile",
}


def _kind(decision: Decision) -> tuple[str, str]:
    """Return what was done and what is better; of other tiles, only that they are others."""
    if decision.decision in ("declare", "call", "draw", "star"):
        return decision.said, decision.advised
    return _DOES.get(decision.decision, f"answers {decision.decision!r} otherwise"), ""


def habits_of(decisions: Sequence[Decision]) -> list[Habit]:
    """Return the dearest habits of those that surely cost something, all judged together."""
    groups: dict[tuple[str, str], list[Decision]] = {}
    for decision in decisions:
        if decision.said != decision.advised:
            groups.setdefault(_kind(decision), []).append(decision)
    habits = []
    for (does, better), some in groups.items():
        dearest = sorted(some, key=lambda d: -d.cost)[:_HANDS]
        cost = around(*cost_together(some), _MANY)
        habits.append(Habit(does, better, len(some), cost,
                            hands=[(d.session, d.hand) for d in dearest]))
    return [habit for habit, sure in in_order(habits) if sure][:_MOST]
