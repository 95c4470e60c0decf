"""What a report of Loo or Rounce opens with: how good players declare, and what that costs."""

from reports.opening.loo.cards import opening

__all__ = ["opening"]
