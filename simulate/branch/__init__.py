"""Deals that branch: each is played as it is, and once more for every forced action."""
