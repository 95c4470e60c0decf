"""The result of a run: its tables, its figures and what commands make it again."""
