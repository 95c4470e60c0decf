"""What a report of Pool opens with: what the lead is worth, and what doubles are."""

from reports.opening.pool.cards import opening

__all__ = ["opening"]
