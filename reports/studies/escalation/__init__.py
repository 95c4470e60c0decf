"""How the pool grows."""
