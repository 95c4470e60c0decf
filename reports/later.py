"""What is imported when it is first used: pandas and scipy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulate.later import Later

__all__ = ["pd", "special"]

if TYPE_CHECKING:
    import pandas as pd
    from scipy import special
else:
    pd = Later("pandas")
    special = Later("scipy.special")
