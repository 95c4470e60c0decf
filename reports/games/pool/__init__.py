"""Domino Pool: what the results show, and how a hand is typed."""

from reports.games.pool.report import GAME as GAME
