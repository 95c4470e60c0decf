"""Estimates with their intervals, and numbers as text."""
