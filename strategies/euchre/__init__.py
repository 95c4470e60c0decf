"""Strategies for Domino Euchre, one family a file."""
