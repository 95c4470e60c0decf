"""What a report of Euchre opens with: what to call, when to order up, and going alone."""

from reports.opening.euchre.cards import opening

__all__ = ["opening"]
