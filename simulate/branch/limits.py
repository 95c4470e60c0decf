"""How long the actions at a decision are rolled out."""

import math
from typing import NamedTuple

#: The most deals that are drawn by default.
MOST_DEALS = 1 << 16


class Limits(NamedTuple):
    """When rollouts end, besides when the best action is clear."""

    most: int = MOST_DEALS  #: deals that are drawn at most
    least: int = 0  #: deals that are drawn in any case
    seconds: float = math.inf  #: after this time no further round begins


#: The default.
USUAL = Limits()
