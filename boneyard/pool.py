"""For strategies of one's own at Domino Pool: the base class, the views, the answers."""

from boneyard._house import explained
from simulate.games.pool import views
from simulate.games.pool.rules import PoolRules
from simulate.games.pool.views import MAY, MUST, NO, goes_right, tile_of
from strategies.pool.base import PoolStrategy

__all__ = [
    "MAY", "MUST", "NO", "Drawing", "PoolRules", "PoolStrategy", "Starring", "Turn", "goes_right",
    "tile_of"]

Turn = explained(views.Turn, __name__)
Drawing = Turn
Starring = explained(views.Starring, __name__)
