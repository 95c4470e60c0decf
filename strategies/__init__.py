"""The players: heuristic strategies, and the way to bring one's own."""
