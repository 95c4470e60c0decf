"""What verifies answers, by plain simulation of what they claim; ``make verify`` runs it."""
