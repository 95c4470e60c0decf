"""Domino Euchre, for two, three or four players."""
