"""Domino Casino: secret bets of a tile a round against two dice."""
