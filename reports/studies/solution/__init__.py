"""Solving a table, and best responses to its strategies: one module a kind of game."""
