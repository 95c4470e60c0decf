"""How long the answers to a decision are rolled out."""

from __future__ import annotations

import math
from typing import NamedTuple

#: Standard errors by which an answer is clearly better, wherever answers are compared.
CLEAR = 2.0
#: The most deals that are drawn by default.
MOST_DEALS = 1 << 16


class Limits(NamedTuple):
    """When rolling out ends, besides when the answer is clear."""

    most: int = MOST_DEALS  #: deals that are drawn at most, whether the answer is clear or not
    least: int = 0  #: deals that are drawn in any case, were the answer clear at once
    seconds: float = math.inf  #: after so long no further round begins; a round is never cut short


#: The default.
USUAL = Limits()
