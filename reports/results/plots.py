"""The figures of a result by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from reports.carried import Carried
from reports.draw.parts import Axes, Figure
from reports.draw.style import in_axes
from simulate.errors import unknown


def drawn(plots: Plots, name: str) -> Figure:
    """Return a figure for a page."""
    return plots._builders[name]()


class Plots(Carried):
    """The figures of a result: ``result.plot.tricks()`` draws one, ``dir`` lists them.

    Each takes ``ax``, axes of a figure of one's own, ``figsize`` in inches, and keywords of
    matplotlib's ``Axes.set``, as ``title``. It returns its ``Axes``, the first where a figure has
    several, which a notebook shows by itself; ``.figure`` is the whole figure.
    """

    def __init__(self, whose: str, builders: Mapping[str, Callable[[], Figure]]) -> None:
        self._whose, self._builders = whose, builders

    def __dir__(self) -> Sequence[str]:
        return list(self._builders)

    def __repr__(self) -> str:
        return f"Figures: {', '.join(self._builders)}"

    def __getattr__(self, name: str) -> Callable[..., Axes]:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._builders:
            raise AttributeError(str(unknown(f"figure of {self._whose}:", name, self._builders)))
        build = self._builders[name]

        def draw(
            ax: Axes | None = None, figsize: tuple[float, float] | None = None, **words: Any
        ) -> Axes:
            return in_axes(build, ax, figsize, **words)

        draw.__name__ = name
        draw.__doc__ = f"Draw {name!r} and return its axes: in ``ax``, or in a new figure."
        return draw
