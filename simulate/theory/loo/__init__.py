"""What to declare at Loo and Rounce: trees, solutions and best responses."""

GAMES = ("loo", "rounce")
