"""What a report of Casino opens with: what each tile earns, and when the pot is worth a risk."""

from reports.opening.casino.cards import opening

__all__ = ["opening"]
