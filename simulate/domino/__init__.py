"""Tiles, sets of tiles, the deck and tricks."""
