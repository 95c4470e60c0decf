"""Domino Rounce: its declarations are solved and exploited as Loo's are."""

from reports.studies.solution.loo import SOLVER

__all__ = ["SOLVER"]
