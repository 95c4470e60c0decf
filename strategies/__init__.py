"""The players: heuristic strategies, and the way to bring one's own."""

#: Distinguishes it from another author's package of this name (``boneyard._house``).
OF_BONEYARD = True
