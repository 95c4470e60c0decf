"""For the repository, not installed: the benchmark, the slow verification, solving tables."""
