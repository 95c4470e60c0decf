"""``boneyard tune``: which values of a strategy's parameters are best?"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from reports.page.document import Column, Picture, Row, Section, Table
from reports.results.shared_sentences import amount
from reports.stats.comparisons import p_value, signs
from reports.stats.estimates import Estimate
from reports.studies.study import Study
from reports.studies.tune.objective import Measured, Objective
from reports.studies.tune.search import Point, Search, Tuned
from reports.studies.tune.space import Space

#: How many values of each parameter its slice shows.
_SLICES = 9
_NOTE = "Under each number stands its 95% interval, paired on the same deals."


def find_values(search: Search, tell: Callable[[float, str], None] | None = None) -> Tuned:
    """Look for the best values, choose among the best points, and prove the choice."""
    space, objective = search.space, search.objective
    say = tell or (lambda share, words: None)
    search.tell = lambda done, words: say(0.7 * done / search.trials, words)
    points = search.look()
    say(0.7, "choosing among the best")
    start = points[-1]
    # The start stands first: what plays the same, as a seat that nobody has, is not chosen.
    chosen = max((start, *points[:-1]), key=lambda point: objective.measure(
        space.player(point), "choice").worth)
    say(0.8, "proving it on fresh deals")
    best = objective.measure(space.player(chosen), "proof")
    begun = best if chosen == start else objective.measure(space.player(start), "proof")
    losses = {}
    for i, name in enumerate(space.tuned):
        if chosen[i] != start[i]:
            back = (*chosen[:i], start[i], *chosen[i + 1:])
            losses[name] = best.minus(objective.measure(space.player(back), "proof"))
    say(0.9, "cutting slices")
    gain = Estimate(0.0, 0.0, 0.0, 0.0) if chosen == start else best.minus(begun)
    return Tuned(space, objective, start, chosen, gain, begun.value, best.value, losses,
                 _slices(space, objective, chosen), list(search.worth.values()))


def _slices(
    space: Space, objective: Objective, chosen: Point
) -> dict[str, list[tuple[float, Estimate]]]:
    """Return what a point gains with one parameter at other values, on the search's deals."""
    middle: Measured = objective.measure(space.player(chosen), "search")
    found = {}
    for i, (name, one) in enumerate(zip(space.tuned, space.ranges, strict=True)):
        cuts = []
        for value in sorted({chosen[i], *_cuts(space, i, one.low, one.high)}):
            point = (*chosen[:i], value, *chosen[i + 1:])
            there = objective.measure(space.player(point), "search")
            cuts.append((value, there.minus(middle) if point != chosen else Estimate(0, 0, 0, 0)))
        found[name] = cuts
    return found


def _cuts(space: Space, i: int, low: float, high: float) -> list[float]:
    """Return values across the range of a parameter, rounded as the search rounds them."""
    points = np.tile(space.origin, (_SLICES, 1))
    points[:, i] = np.linspace(low, high, _SLICES)
    return [space.rounded(point)[i] for point in points]


def study_of(found: Tuned, against: str) -> Study:
    """Return what tuning found as a study."""
    question = f"Which values of {found.space.name} are best against {against}?"
    answer = (
        _verdict(found), *_parts(found),
        f"{len(found.worth):,} candidates met the same deals; the best were compared on other "
        "deals, and the winner was measured on a third lot.")
    return Study(question, answer, (_section(found, question, answer),))


def _scaled(found: Tuned, estimate: Estimate) -> Estimate:
    return estimate.scaled(found.objective.scale)


def _verdict(found: Tuned) -> str:
    """Say whether anything better was found, and how much better it is."""
    gain, unit = amount(_scaled(found, found.gain), signed=True), found.objective.unit
    start = found.space.entry(found.start)
    if found.best == found.start:
        return f"Nothing better than {start} was found: keep it."
    if not found.is_better:
        return (f"Nothing surely better than {start} was found: the best candidate, "
                f"{found.space.entry(found.best)}, gains {gain} {unit} on fresh deals. Keep "
                f"{start}, or look longer.")
    return (f"{found.entry} is better than {start} by {gain} {unit}, on deals that nothing was "
            f"chosen on; it stands at {amount(_scaled(found, found.after), signed=True)}.")


def _parts(found: Tuned) -> tuple[str, ...]:
    """Say which parameter the gain depends on most."""
    if not found.losses or not found.is_better:
        return ()
    names = list(found.losses)
    sure = dict(zip(names, signs(list(found.losses.values()), [
        p_value(one, 1000) for one in found.losses.values()]), strict=True))
    most = max(names, key=lambda name: found.losses[name].value)
    loss = amount(_scaled(found, found.losses[most]))
    text = f"It depends most on {most}: {loss} is lost if that alone is put back."
    idle = [name for name in names if not sure[name]]
    if idle:
        text += f" Of no sure effect: {', '.join(idle)}, which may as well stay as they were."
    return (text,)


def _section(found: Tuned, question: str, answer: tuple[str, ...]) -> Section:
    unit = found.objective.unit
    pictures = [
        Picture("tune_slices", lambda: _plots().slices(found),
                f"What the chosen values gain or lose, in {unit}, when one parameter alone takes "
                "another value, on the deals of the search, with 95% intervals. A dashed line: "
                "where tuning began; a dotted one: the chosen value."),
        Picture("tune_search", lambda: _plots().progress(found),
                "What every candidate was worth on the deals of the search, in the order in which "
                "they were tried; the line is the best so far, which luck flatters."),
    ]
    if found.losses:
        pictures.insert(0, Picture(
            "tune_importance", lambda: _plots().importance(found),
            f"What is lost, in {unit}, if one parameter alone goes back to where tuning began, on "
            "fresh deals, with 95% intervals."))
    return Section("tune", question, answer, tuple(pictures), (_values(found), _cut(found)))


def _plots() -> Any:
    from reports.studies.tune import plots  # matplotlib is slow to import

    return plots


_PARAMETER = Column("parameter", "parameter", "text", "text", "the parameter")


def _values(found: Tuned) -> Table:
    """Return the parameters with their values and what each is good for."""
    rows: list[Row] = []
    nothing = Estimate(0.0, 0.0, 0.0, 0.0)
    for name, one, start, best in zip(found.space.tuned, found.space.ranges, found.start,
                                      found.best, strict=True):
        loss = _scaled(found, found.losses.get(name, nothing))
        rows.append({"parameter": name, "start": f"{start:g}", "best": f"{best:g}",
                     "range": one.allowed, "loss": loss, "meaning": one.meaning})
    return Table.of("tune_parameters", "The values", (
        _PARAMETER, Column("start", "before", "text", "text", "its value before"),
        Column("best", "tuned", "text", "text", "its value after"),
        Column("range", "range", "text", "text", "the values allowed"),
        Column("loss", "lost if put back", "amount", "as the objective",
               "what the start's value of this parameter alone would lose", with_error=True),
        Column("meaning", "meaning", "prose", "text", "what it is"),
    ), rows, f"In {found.objective.unit}, on fresh deals. {_NOTE}")


def _cut(found: Tuned) -> Table:
    """Return the slices."""
    return Table.of("tune_slices", "Slices", (
        _PARAMETER, Column("value", "value", "text", "text", "the value tried"),
        Column("gain", found.objective.unit, "signed", "as the objective",
               "what it brings beyond the value found", with_error=True),
    ), ({"parameter": name, "value": f"{value:g}", "gain": _scaled(found, gain)}
        for name, cuts in found.slices.items() for value, gain in cuts),
        f"One parameter at another value. {_NOTE}", on_page=False)
