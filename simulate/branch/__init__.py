"""Deals that branch: each is played as it is, and once more for every answer that is forced."""
