"""The Loo oracle against the rules text, beside the hands laid by hand (``cases``).

These are put to the kernel, which agrees with the oracle (``tests/simulate/games``).
"""

from .loo import PAGAT
from .playing import RandomDecider, session, shuffled_decks


class Scripted(RandomDecider):
    """Declares from a list, otherwise as a random seat that never takes the turn-up."""

    def __init__(self, *actions):
        super().__init__(0)
        self.actions = list(actions)

    def declare(self, state, legal):
        return self.actions.pop(0)

    def take_turn_up(self, state):
        return False


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


def test_misses_draw_in_order_from_the_boneyard():
    tiles = shuffled_decks(8)(0)
    (hand,) = session("loo", 3, PAGAT, 8, 1, Scripted("miss", "miss", "play"), first=2)
    assert hand["dealt"] == [tiles[0:5], tiles[5:10], tiles[10:15]]
    assert hand["turn_up"] == tiles[15] and hand["turned_by"] == 2
    assert [entry.get("drawn") for entry in hand["declarations"]] == [
        tiles[16:22], tiles[22:28], None]


def test_dealer_exchanges_the_turn_up():
    class Taker(Scripted):
        def take_turn_up(self, state):
            return True

    (hand,) = session("loo", 2, PAGAT, 2, 1, Taker("play", "play"), first=1)
    entry = hand["declarations"][1]
    assert entry["takes_turn_up"] and entry["discarded"][0] in hand["dealt"][1]
    played = {tile for trick in hand["tricks"] for seat, tile in trick["plays"] if seat == 1}
    assert played == set(hand["dealt"][1]) - set(entry["discarded"]) | {hand["turn_up"]}
