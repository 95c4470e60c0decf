"""Counter-based randomness: every hand owns a stream that nothing else can disturb.

Philox4x64-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as
1, 2, 3", SC 2011).  The key is the seed; the counter is (session, hand, block), so that
any hand can be dealt without dealing the ones before it.

Tiles are drawn several to a word by repeated multiplication (Brackett-Rozinsky and Lemire,
"Batched ranged random integer generation", 2024) without their rejection step: seven draws
share a word, so no set of seven tiles is more than 3.3e-10 of its probability too likely.
"""

from typing import Any

import numpy as np

from simulate.machine.compiling import inlined, instruction

_M0 = np.uint64(0xD2E7470EE14C6C93)
_M1 = np.uint64(0xCA5A826395121157)
_W0 = np.uint64(0x9E3779B97F4A7C15)
_W1 = np.uint64(0xBB67AE8584CAA73B)
_ROUNDS = 10
_ZERO = np.uint64(0)

# wyrand's own constants. A step of the state leads to the next decision.
STEP = np.uint64(0xA0761D6478BD642F)
_FOLD = np.uint64(0xE7037ED1A0B428DB)
_SHIFT_1 = np.uint64(1)

#: Two words of 64 bits to their product: (high word, low word).
_wide_product = instruction("wide_product")

#: 64 bits of randomness.
Word = np.uint64
Words = tuple[Word, Word, Word, Word]


@inlined
def philox(c0: Word, c1: Word, c2: Word, c3: Word, k0: Word, k1: Word) -> Words:
    """Philox4x64-10: four words of 64 bits from a counter and a key (all uint64)."""
    for _ in range(_ROUNDS):
        high0, low0 = _wide_product(_M0, c0)
        high1, low1 = _wide_product(_M1, c2)
        c0, c1, c2, c3 = high1 ^ c1 ^ k0, low1, high0 ^ c3 ^ k1, low0
        k0 += _W0
        k1 += _W1
    return c0, c1, c2, c3


@inlined
def block(seed: int, session: int, hand: int, number: int) -> Words:
    """Return the four words of block ``number`` of a hand's stream."""
    return philox(
        np.uint64(session), np.uint64(hand), np.uint64(number), _ZERO, np.uint64(seed), _ZERO
    )


@inlined
def draw(word: Word, choices: int) -> tuple[Word, Word]:
    """Return (a number below ``choices``, what is left of the word for the next draw)."""
    return _wide_product(word, np.uint64(choices))


@inlined
def folded(state: Word) -> Word:
    """Return 63 bits that follow from a state: the output of wyrand (Wang Yi, "wyhash", 2019)."""
    high, low = _wide_product(state, state ^ _FOLD)
    return (high ^ low) >> _SHIFT_1


@inlined
def decision_word(key: int, number: int) -> int:
    """Return the randomness of one decision: 63 bits, from the hand's key."""
    word: Any = np.int64(folded(np.uint64(key) + np.uint64(number) * STEP))
    return word


@inlined
def pick(word: int, choices: int) -> int:
    """Pick a number below ``choices`` from the upper half of a decision's word.

    Examples
    --------
    >>> from boneyard import pick
    >>> pick(0, 6), pick(2**63 - 1, 6)
    (0, 5)
    """
    return ((word >> 31) * choices) >> 32
