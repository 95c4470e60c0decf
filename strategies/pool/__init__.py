"""Strategies for Domino Pool, one family a file."""
