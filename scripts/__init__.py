"""The doors: the command line, the benchmark and the slow verification."""
