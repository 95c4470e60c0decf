"""The answers to a decision as a figure: how far each is behind the best, with its interval."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from reports.draw import style

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

#: Answers that a figure has room for, the best first; a miss of seven tiles has 21.
_MOST = 24


def behind(frame: pd.DataFrame, unit: str, question: str) -> Figure:
    """Draw how far each answer is behind the best, with 95% intervals.

    ``frame``: a row an answer, the best first, with ``behind`` and ``se``.
    """
    frame = frame.head(_MOST)
    with style.style():
        figure, axes = style.blank(style.height_for(len(frame)))
        axes.errorbar(-frame["behind"], np.arange(len(frame)), xerr=2 * frame["se"], fmt="o",
                      capsize=3)
        style.name_rows(axes, [str(answer) for answer in frame.index])
        axes.axvline(0, color=style.MUTED, linewidth=1)
        axes.set_xlabel(f"{unit} less than the best answer (with 95% intervals)")
        axes.set_title(question)
    return figure
