"""``boneyard tune``: which values of a strategy's parameters are best?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.draw import style
from reports.draw.shapes import dots
from reports.page.document import Column, Picture, Section, Table
from reports.results.shared_sentences import amount
from reports.stats.comparisons import p_value, signs
from reports.stats.estimates import Estimate
from reports.studies.study import Study
from reports.studies.tune.search import Tuned

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_NOTE = "Under each number stands its 95% interval, paired on the same deals."


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
        Picture("tune_slices", lambda: _draw_slices(found),
                f"What the chosen values gain or lose, in {unit}, when one parameter alone takes "
                "another value, on the deals of the search, with 95% intervals. A dashed line: "
                "where tuning began; a dotted one: the chosen value."),
        Picture("tune_search", lambda: _draw_progress(found),
                "What every candidate was worth on the deals of the search, in the order in which "
                "they were tried; the line is the best so far, which luck flatters."),
    ]
    if found.losses:
        names = sorted(found.losses, key=lambda name: -found.losses[name].value)
        pictures.insert(0, Picture(
            "tune_importance", lambda: dots(
                names, [found.losses[name] for name in names],
                style.wrapped(f"lost if put back alone, {unit}", 60),
                "What the gain depends on", found.objective.scale),
            f"What is lost, in {unit}, if one parameter alone goes back to where tuning began, on "
            "fresh deals, with 95% intervals."))
    return Section("tune", question, answer, tuple(pictures), (_values(found), _cut(found)))


_PARAMETER = Column("parameter", "parameter", "text", "text", "the parameter")


def _values(found: Tuned) -> Table:
    """Return the parameters with their values and what each is good for."""
    nothing = Estimate(0.0, 0.0, 0.0, 0.0)
    return Table.of("tune_parameters", "The values", (
        _PARAMETER, Column("start", "before", "text", "text", "its value before"),
        Column("best", "tuned", "text", "text", "its value after"),
        Column("range", "range", "text", "text", "the values allowed"),
        Column("loss", "lost if put back", "amount", "as the objective",
               "what the start's value of this parameter alone would lose", with_error=True),
        Column("meaning", "meaning", "prose", "text", "what it is"),
    ), ({"parameter": name, "start": f"{start:g}", "best": f"{best:g}", "range": one.allowed,
         "loss": _scaled(found, found.losses.get(name, nothing)), "meaning": one.meaning}
        for name, one, start, best in zip(
            found.space.tuned, found.space.ranges, found.start, found.best, strict=True)),
        f"In {found.objective.unit}, on fresh deals. {_NOTE}")


def _cut(found: Tuned) -> Table:
    """Return the slices."""
    return Table.of("tune_slices", "Slices", (
        _PARAMETER, Column("value", "value", "text", "text", "the value tried"),
        Column("gain", found.objective.unit, "signed", "as the objective",
               "what it brings beyond the value found", with_error=True),
    ), ({"parameter": name, "value": f"{value:g}", "gain": _scaled(found, gain)}
        for name, cuts in found.slices.items() for value, gain in cuts),
        f"One parameter at another value. {_NOTE}", on_page=False)


def _draw_slices(found: Tuned) -> Figure:
    """Draw what the chosen values gain or lose with one parameter at other values."""
    names = list(found.slices)
    rows = -(-len(names) // 2)
    scale = found.objective.scale
    with style.style():
        figure, places = style.panels(rows, min(2, len(names)), 0.7 + 1.75 * rows)
        for axes in places.flat[len(names):]:
            axes.set_visible(False)
        for i, (axes, name) in enumerate(zip(places.flat, names, strict=False)):
            values = [value for value, _ in found.slices[name]]
            gains = [gain for _, gain in found.slices[name]]
            axes.axhline(0, color=style.MUTED, linewidth=1)
            axes.axvline(found.start[i], color=style.MUTED, linewidth=1, linestyle="--")
            axes.axvline(found.best[i], color=style.MUTED, linewidth=1, linestyle=":")
            axes.errorbar(values, [scale * gain.value for gain in gains],
                          yerr=scale * style.reaches(gains), color=style.COLOURS[0], marker="o",
                          markersize=4, capsize=2, linewidth=1.2)
            axes.set_title(name)
        figure.supylabel(style.wrapped(found.objective.unit, 44), fontsize=9.5)
    return figure


def _draw_progress(found: Tuned) -> Figure:
    """Draw the worth of the candidates in their order, and of the best so far."""
    worth = found.objective.scale * np.array(found.worth)
    tried = np.arange(1, len(worth) + 1)
    with style.style():
        figure, axes = style.blank()
        axes.plot(tried, worth, linestyle="none", marker="o", markersize=2.5,
                  color=style.COLOURS[5])
        axes.plot(tried, np.maximum.accumulate(worth), color=style.COLOURS[0])
        # Hopeless candidates would squeeze the others together.
        low, high = np.quantile(worth, 0.25), worth.max()
        axes.set_ylim(low - (high - low + 1e-9), high + 0.1 * (high - low + 1e-9))
        axes.set_xlabel("candidates tried")
        axes.set_ylabel(style.wrapped(found.objective.unit, 40))
        axes.set_title("The search")
    return figure
