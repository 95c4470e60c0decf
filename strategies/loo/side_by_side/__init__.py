"""Decisions for sessions side by side: vectors in, vectors out, the answers of one at a time."""
