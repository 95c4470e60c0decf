"""Slow, readable oracles of the five games, written from the rules text alone.

Every docstring cites the section of the rules it carries out. The package shares no code with
the engine it checks: it plays a hand tile by tile with strings and lists, asks a *decider* for
every decision, and writes the hand down as a hand history.
"""
