"""Hands played with forced actions, on their own deal or on those that agree with what was seen."""
