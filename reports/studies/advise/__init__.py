"""``advise``: what each action is worth at any decision of any game."""
