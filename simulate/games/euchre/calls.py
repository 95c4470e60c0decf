"""Calls as integers: 0 passes, ``make(suit, alone)`` makes a suit trump.

To accept the turned trump in the first round is to make its suit trump.  In the order of
their numbers calls stand as they are listed: pass, then each suit with a partner and alone.
"""

from __future__ import annotations

from simulate.machine.compiling import inlined

PASS = 0

_PASS_BIT = 1
_SUIT_BITS = 0b1100
_WITH_PARTNER = 0x5554
_EITHER_WAY = 0xFFFC


@inlined
def make(suit: int, alone: int) -> int:
    """Return the call that makes a suit trump; ``alone`` is 0 or 1.

    Examples
    --------
    >>> from boneyard.euchre import make
    >>> make(4, 1)
    11
    """
    return 2 * suit + 2 + alone


@inlined
def suit_made(call: int) -> int:
    """Return the suit that a call makes trump, -1 for a pass.

    Examples
    --------
    >>> from boneyard.euchre import PASS, make, suit_made
    >>> suit_made(make(4, 1)), suit_made(PASS)
    (4, -1)
    """
    return (call >> 1) - 1


@inlined
def goes_alone(call: int) -> int:
    """Tell whether a call is one to go alone.

    Examples
    --------
    >>> from boneyard.euchre import goes_alone, make
    >>> goes_alone(make(4, 1))
    1
    """
    return call & 1


@inlined
def legal_calls(players: int, turned: int, round_number: int) -> int:
    """Return the calls allowed, bit k for call k: the suit turned, or in round 2 the others."""
    suits = _EITHER_WAY if players == 4 else _WITH_PARTNER
    of_turned = _SUIT_BITS << 2 * turned
    return _PASS_BIT | suits & (of_turned if round_number == 1 else ~of_turned)
