"""For strategies of one's own at Domino Loo and Rounce: the base class, the views, the answers."""

from boneyard._house import explained
from simulate.domino.tricks import SUIT, TRUMPS, announce, plain, strength, suit_of, trumps_of
from simulate.games.loo import views
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.loo.views import DROP, FOR_POOL, LEAVE, MISS, PLAY
from strategies.loo.base import LooStrategy

__all__ = [
    "DROP", "FOR_POOL", "LEAVE", "MISS", "PLAY", "SUIT", "TRUMPS", "Declaring", "LooRules",
    "LooStrategy", "Playing", "RounceRules", "announce", "plain", "strength", "suit_of",
    "trumps_of"]

Declaring = explained(views.Declaring, __name__)
Playing = explained(views.Playing, __name__)
