"""Tools that prove the project beside its tests; each is a command and says how to run it."""
