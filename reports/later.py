"""What is imported when it is first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simulate.installed import Later

__all__ = ["cloudpickle", "pd", "special"]

if TYPE_CHECKING:
    import cloudpickle
    import pandas as pd
    from scipy import special
else:
    cloudpickle = Later("cloudpickle")
    pd = Later("pandas")
    special = Later("scipy.special")
