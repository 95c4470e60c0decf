"""What small runs of everything say, tabulate and draw, kept as text: `make golden` writes it."""
