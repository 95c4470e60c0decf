"""Domino Pool."""
