"""Habits: what players do wrong again and again, what it costs, and which habits are sure."""
