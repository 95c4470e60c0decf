"""Boo-Ray with dominoes: tricks for a pool, which a player who takes none refills."""
