"""Domino Euchre as a game of calls: the auction, forked, priced and solved."""
