"""Hands that were played, gone through decision by decision."""
