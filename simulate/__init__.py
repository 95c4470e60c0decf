"""The engine: rules, randomness, kernels and exact tallies."""
