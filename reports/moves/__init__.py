"""What moves are worth, what players do wrong, and charts for the wall."""
