"""A strategy of one's own in twenty lines; play it with

boneyard simulate loo --lineup examples/patient.py:Patient,random,random,random
"""

from boneyard import Parameter
from boneyard.loo import DROP, MISS, PLAY, LooStrategy, plain, trumps_of
from boneyard.tiles import DOUBLES, count


class Patient(LooStrategy):
    """Counts trumps and doubles; the tiles are played as all library strategies play them."""

    name = "patient"
    summary = "Plays with enough trumps and doubles, misses from the first seat, else drops."
    looks_at = "trumps and doubles in the hand, position"
    parameters = {"needed": Parameter(2, 0, 5, "trumps and doubles that are enough to play")}

    @staticmethod
    def declare(view, p):
        good = count(view.hand & (trumps_of(plain(view.trump)) | DOUBLES))
        if good >= p.needed:
            return PLAY
        if view.position == 0 and view.legal >> MISS & 1:
            return MISS
        return DROP if view.legal >> DROP & 1 else PLAY
