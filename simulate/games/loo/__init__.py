"""Domino Loo and Domino Rounce: one kernel, told apart by rule options."""
