"""Domino Rounce: the kernel of Loo under other rules."""
