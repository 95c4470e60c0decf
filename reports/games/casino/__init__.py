"""Domino Casino: what the results show, and how a game is typed."""

from reports.games.casino.report import GAME as GAME
