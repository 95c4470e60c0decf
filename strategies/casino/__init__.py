"""Strategies for Domino Casino, one family a file."""
