"""The Loo oracle against the rules text, beside the hands laid by hand (``cases``).

These are put to the kernel, which agrees with the oracle (``tests/simulate/games``).
"""

from .loo import PAGAT
from .playing import session


def test_seats_without_chips_have_no_part():
    rules = {**PAGAT, "bankroll": 40}
    history = session("loo", 4, rules, 2, 5000)
    chips = [40] * 4
    for hand in history:
        seats_in = [seat for seat in range(4) if chips[seat] > 0]
        assert [seat for seat in range(4) if hand["dealt"][seat] is not None] == seats_in
        assert hand["dealer"] in seats_in
        for seat in set(range(4)) - set(seats_in):
            assert hand["ante"][seat] == hand["net"][seat] == hand["tricks_won"][seat] == 0
        chips = [have + net for have, net in zip(chips, hand["net"], strict=True)]
    assert sum(have > 0 for have in chips) < 2
