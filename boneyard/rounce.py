"""For strategies of one's own at Domino Rounce, which are those of Loo."""

from __future__ import annotations

from boneyard.loo import (
    DROP,
    LEAVE,
    MISS,
    PLAY,
    SUIT,
    TRUMPS,
    Declaring,
    LooStrategy,
    Playing,
    RounceRules,
    announce,
    plain,
    strength,
    suit_of,
    trumps_of,
)

__all__ = [
    "DROP", "LEAVE", "MISS", "PLAY", "SUIT", "TRUMPS", "Declaring", "LooStrategy", "Playing",
    "RounceRules", "announce", "plain", "strength", "suit_of", "trumps_of"]
