"""Domino Loo and Domino Rounce: what the results show, and how a hand is typed."""

from reports.games.loo.report import GAME as GAME
