"""Domino Loo and Domino Rounce: one kernel; rule options make the difference."""
