"""How long the answers to a decision are rolled out."""

from __future__ import annotations

import math
from typing import NamedTuple

#: The most deals that are drawn where nobody says otherwise.
MOST_DEALS = 1 << 16


class Limits(NamedTuple):
    """When rolling out ends, besides when the answer is clear."""

    most: int = MOST_DEALS  #: deals that are drawn at most, whether the answer is clear or not
    least: int = 0  #: deals that are drawn in any case, were the answer clear at once
    seconds: float = math.inf  #: after so long no further round begins; a round is never cut short


#: Where nobody says otherwise.
USUAL = Limits()
