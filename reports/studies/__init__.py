"""The studies: each asks a question, plays what it needs, and answers it."""
