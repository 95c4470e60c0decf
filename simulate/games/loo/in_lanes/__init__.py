"""Loo and Rounce side by side: whole sessions in lanes, every seat playing uniformly."""
