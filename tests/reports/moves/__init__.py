"""Tests of ``reports.moves``."""
