"""The engine: rules, randomness, kernels and exact tallies."""

#: Distinguishes it from another author's package of this name (``boneyard._house``).
OF_BONEYARD = True
