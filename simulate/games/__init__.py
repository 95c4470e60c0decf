"""The rules and kernels of the games: one package a game."""
