"""Headlines: one sentence on what a table shows, judged as the table is.

A sentence names the row that the table ranks first, and nothing is said from too few sessions. A
ranking and a change are too close to call exactly where Holm's rule leaves them open; ``largest``
names what was counted most, with its interval, and judges nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from numpy.typing import ArrayLike

from reports.stats import number_text
from reports.stats.comparisons import carried, p_value, rivals
from reports.stats.estimates import FEW, Estimate
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.runs.run import Run

Written = Callable[[Estimate], str]
#: So many names are written out; of more the first two are, and the others counted.
_NAMED = 3
#: What depends on how many share a largest number.
_ONE = {"is_": "is", "was": "was", "its": "its", "s": "s"}
_SEVERAL = {"is_": "are", "was": "were", "its": "their", "s": ""}


def amount(estimate: Estimate, signed: bool = False) -> str:
    """Return an amount with its interval."""
    written = number_text.amount(estimate.value, estimate.low, estimate.high, signed)
    return number_text.phrase(written)


def share(estimate: Estimate) -> str:
    """Return a share in per cent with its interval."""
    return number_text.phrase(number_text.share(estimate.value, estimate.low, estimate.high))


def signed(estimate: Estimate) -> str:
    """Return an amount with its sign and its interval."""
    return amount(estimate, signed=True)


def capital(text: str) -> str:
    """Return a sentence that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def session_of(run: Run) -> str:
    """Return what a session of a run is called."""
    return "game" if find_game(run.game).plays_to_the_end(run.rules) else "session"


def too_few(sessions: float, called: str = "session") -> str:
    """Return the sentence that replaces an answer from few sessions; else nothing."""
    if sessions >= FEW:
        return ""
    return (f"{how_many(int(sessions), called)} {'is' if sessions == 1 else 'are'} too few to tell "
            f"skill or risk from luck: play {FEW} or more. The tables have what was counted.")


def close_to(names: list[str]) -> str:
    """Return names that are too close to call, at most three."""
    named = names if len(names) <= _NAMED else [*names[:2], f"{len(names) - 2} others"]
    return number_text.listed(named)


def first(
    values: Mapping[str, Estimate], lead: Callable[[str, str], Estimate], sessions: float,
    unit: str = "", *, is_first: str = "is best", written: Written = signed,
    p_of: Callable[[Estimate], float] | None = None, last: bool = False,
) -> str:
    """Return who is first of a ranking, and who is too close to it to call.

    ``values``: what each row of the table makes, by its name, in a ``unit`` ("chips a hand"), from
    so many independent ``sessions``. ``lead``: by how much the one makes more than the other,
    paired; all leads are judged together. ``is_first``: what is true of the first where it surely
    leads all others. ``p_of``: the p-value of a lead, Student's when not given. ``last``: who is
    last is named, too, where the first surely leads it.
    """
    if sessions < FEW or not values:
        return ""
    best, *others = order = sorted(values, key=lambda one: -values[one].value)
    if others and values[best].value == values[order[-1]].value:
        return f"{close_to(order)} came out level."
    made, worst = (f"{written(values[one])} {unit}".strip() for one in (best, order[-1]))
    near = rivals(order, lead, p_of or (lambda one: p_value(one, sessions)))
    text = f"{best} {is_first}, with {made}." if not near else (
        f"{best} came out ahead, with {made}. It is too close to call against {close_to(near)}.")
    is_last = last and bool(others) and order[-1] not in near
    return text + f" {capital(order[-1])} came out last, with {worst}." * is_last


def change(
    changes: Mapping[str, tuple[Estimate, int]], sessions: float, unit: str, *,
    level: str = "Nothing changes at all.",
) -> str:
    """Return the largest change by the name of its row, "banker with penalty=cap:40". Beside each
    stands whether it is sure: 1 or -1 (``signs``). ``level``: where all are 0."""
    known = {one: row for one, row in changes.items() if not math.isnan(row[0].value)}
    if sessions < FEW or not known:
        return ""
    if not any(found.value for found, _ in known.values()):
        return level
    most = max(known, key=lambda one: abs(known[one][0].value))
    found, sure = known[most]
    return f"{most} changes most, by {signed(found)} {unit}{'' if sure else ', which may be luck'}."


def heavy_tails(influences: Mapping[str, ArrayLike], run: Run) -> str:
    """Return a warning where a few sessions carry an interval, but of games, whose results are
    bounded. ``influences``: what sessions do to a number, by its name after a preposition."""
    if session_of(run) == "game":
        return ""
    found = {name: carried(one) for name, one in influences.items()}
    heavy = [name for name, one in found.items() if one.is_heavy]
    if not heavy:
        return ""
    worst = max(heavy, key=lambda one: found[one].part)
    return (f"A few sessions carry the interval {worst}, which may be too narrow. The most extreme "
            f"hundredth makes {found[worst].part:.0%} of the squared errors; of a bell curve it "
            f"makes {found[worst].usual:.0%}.")


def lower_bound(
    of: str, won: Estimate, unit: str, *, luck: float = 0.0, written: Written = signed
) -> str:
    """Return what the best actions found win at least; or that it is not surely more than ``luck``
    gives. ``of``: the actions, as in ``"calls against book"``."""
    if math.isnan(won.value):
        return ""
    wins = "win at least" if won.low > luck else "do not surely win more:"
    return f"The best {of} {wins} {written(won)} {unit}."


def largest(
    found: Mapping[str, Estimate], sessions: float, words: str, none: str = "", *, alone: str = "",
    nobody: str = "", written: Written = share,
) -> str:
    """Return which strategies have the largest of some numbers from so many ``sessions``:
    ``words`` with ``{who}``, ``{found}`` and the forms of ``_ONE``. ``none``: where all are 0;
    ``alone``: where all seats play one; ``nobody``: where no number is known."""
    if sessions < FEW:
        return ""
    known = {name: one for name, one in found.items() if not math.isnan(one.value)}
    if not known:
        return nobody
    most = max(one.value for one in known.values())
    if none and not most:
        return none
    who = [name for name, one in known.items() if one.value == most]
    return (words if len(found) > 1 else alone or words).format(
        who=close_to(who), found=written(known[who[0]]),
        **(_ONE if len(who) == 1 else _SEVERAL))
