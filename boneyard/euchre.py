"""For strategies of one's own at Domino Euchre: the base class, the views, the answers."""

from boneyard._house import explained
from simulate.domino.tricks import SUIT, TRUMPS, announce, bowers, strength, suit_of, trumps_of
from simulate.games.euchre import views
from simulate.games.euchre.rules import EuchreRules
from simulate.games.euchre.views import PASS, goes_alone, make, suit_made
from strategies.euchre.base import EuchreStrategy

__all__ = [
    "PASS", "SUIT", "TRUMPS", "Calling", "Discarding", "EuchreRules", "EuchreStrategy", "Playing",
    "announce", "bowers", "goes_alone", "make", "strength", "suit_made", "suit_of", "trumps_of"]

Calling = explained(views.Calling, __name__)
Discarding = Calling
Playing = explained(views.Playing, __name__)
