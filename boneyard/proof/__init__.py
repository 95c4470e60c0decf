"""The proof of a game of one's own: its tests, the oracle's tiles and tricks, its seats.

``boneyard.proof.game.Proof`` has the tests that every game passes; ``examples/booray`` names for it
an oracle in plain Python (``tiles``, ``table``, ``tricks``) that plays by the rules, and seats
strategies at it (``seated``).  Nothing here is read from a kernel.  Needs pytest."""

import pytest

# A test that fails shows what it compared.
pytest.register_assert_rewrite(f"{__name__}.game", f"{__name__}.tools")
