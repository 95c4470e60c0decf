"""The rule options of Domino Euchre."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from simulate.games.rules import Rules, one_of, option


@dataclass(frozen=True)
class EuchreRules(Rules):
    """The rules of Domino Euchre.

    Examples
    --------
    >>> from boneyard.euchre import EuchreRules
    >>> EuchreRules(lead_suit="high").lead_suit
    'high'
    """

    lead_suit: str = option(
        "announced", "the suit of a plain tile that is led: the number its leader announces, or "
        "always its higher end", "announced, high",
        "Choice: announced as in Domino Loo; high is the reading of Fosdick",
        one_of("announced", "high"), tried=("announced", "high"))

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "pagat": {},
        "fosdick": {"lead_suit": "high"},
    }
