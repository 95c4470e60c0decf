"""Which strategy is better."""
