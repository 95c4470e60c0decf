"""For the repository, not installed: the benchmark, and what makes the tables it ships."""
