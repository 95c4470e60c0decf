"""Solving a table, and best responses to its strategies: one package a game that can be solved."""
