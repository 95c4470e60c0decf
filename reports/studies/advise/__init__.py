"""What to declare with one hand."""
