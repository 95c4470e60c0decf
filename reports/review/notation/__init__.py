"""Hands as people write them at a kitchen table, one a paragraph; ``docs/review.md`` has it all."""
