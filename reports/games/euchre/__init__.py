"""Domino Euchre: what the results show, and how a hand is typed."""

from reports.games.euchre.report import GAME as GAME
