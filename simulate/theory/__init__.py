"""Decisions solved by regret minimisation, best responses, and what pools and scores are worth."""
