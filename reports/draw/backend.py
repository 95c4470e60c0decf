"""matplotlib, imported whatever window system the environment asks it for.

A notebook sets ``MPLBACKEND`` for all that it starts, and matplotlib cannot be imported if the
backend named there is not installed. Our figures need no window. If matplotlib's folder cannot be
written it takes a temporary one; the pages are the same, so nobody need know.
"""

import logging
import os
from contextlib import suppress

__all__ = ["backend_agg", "colors", "figure", "layout_engine", "mpl", "patches", "ticker"]

_asked = os.environ.pop("MPLBACKEND", None)
_log = logging.getLogger("matplotlib")
_level = _log.level
_log.setLevel(logging.ERROR)
try:
    import matplotlib as mpl
    from matplotlib import colors, figure, layout_engine, patches, ticker
    from matplotlib.backends import backend_agg
finally:
    _log.setLevel(_level)
    if _asked is not None:
        os.environ["MPLBACKEND"] = _asked
if _asked:
    with suppress(ValueError):
        mpl.rcParams["backend"] = _asked
