"""Races to a score, solved: declarations that win the game and not the hand."""
