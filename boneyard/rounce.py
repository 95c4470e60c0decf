"""For strategies of one's own at Domino Rounce, which are those of Loo."""

from boneyard.loo import Declaring, LooStrategy, Playing, RounceRules
from simulate.domino.tricks import SUIT, TRUMPS, announce, plain, strength, suit_of, trumps_of
from simulate.games.loo.views import DROP, LEAVE, MISS, PLAY

__all__ = [
    "DROP", "LEAVE", "MISS", "PLAY", "SUIT", "TRUMPS", "Declaring", "LooStrategy", "Playing",
    "RounceRules", "announce", "plain", "strength", "suit_of", "trumps_of"]
