"""What players do wrong again and again: what a habit is, what it costs, and which are sure."""
