"""pandas and scipy, imported when they are first used (``simulate.later``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulate.later import Later

__all__ = ["pd", "special"]

if TYPE_CHECKING:
    import pandas as pd
    from scipy import special
else:
    pd = Later("pandas")
    special = Later("reports.special", "special")
