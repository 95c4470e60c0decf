"""How often intervals hold: what is counted for ``docs/coverage.md``."""
