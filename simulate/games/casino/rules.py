"""The rules of Domino Casino: there is nothing to choose."""

from __future__ import annotations

from dataclasses import dataclass

from simulate.games.rules import Rules


@dataclass(frozen=True)
class CasinoRules(Rules):
    """The rules of Domino Casino (version 2 of its author's rules, 2010): no options.

    Examples
    --------
    >>> from boneyard.casino import CasinoRules
    >>> CasinoRules().as_dict()
    {}
    """
