"""Strategies for Domino Loo and Domino Rounce, one family a file."""
