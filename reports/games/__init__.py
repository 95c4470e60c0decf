"""What the result of each game shows: one package a game."""
