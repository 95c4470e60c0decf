"""Domino Loo: what to declare when everybody declares well, and what best responses win."""

from reports.studies.solution.loo.solving import SOLVER

__all__ = ["SOLVER"]
