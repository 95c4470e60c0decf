"""Forty-two: partners bid for the trump and play seven tricks for points."""
