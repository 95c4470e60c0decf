"""Strategies at the oracle's table; their views are built from its state and nothing else."""

from boneyard.proof.seated import SeatedAtTricks, bits, decks, mixed, tiles
from boneyard.proof.tricks import Suits
from fortytwo.hand import BID, HIGHEST, LOWEST, PASS, TRUMP, Bidding, Playing
from fortytwo.players import FortytwoStrategy
from fortytwo.tests.oracle import BIDS, play_session
from simulate.domino.tile_sets import count, nth

NUMBERS = {None: PASS, **dict(zip(BIDS, range(LOWEST, HIGHEST + 1), strict=True))}


class Witness(FortytwoStrategy):
    """Answers by all that its view shows, so that no entry can be wrong unnoticed."""

    name = "witness"

    @staticmethod
    def bid(view, p):
        few = view.legal & 0b1111111110 if view.legal & 0b1111111110 else view.legal
        return nth(few, mixed(view.word, (
            view.hand, view.players, view.position, view.seat, view.bid, view.bidder, view.own,
            view.other, view.target)) % count(few))

    @staticmethod
    def trump(view, p):
        return mixed(view.word, (view.hand, view.bid, view.bidder, view.own, view.legal)) % 7

    @staticmethod
    def follow(view, p):
        return nth(view.legal, mixed(view.word, (
            view.hand, view.trump, view.position, view.bid, view.bidder, view.to_come, view.led,
            view.winning, view.winner, view.played, view.voids % 65536, view.voids >> 16,
            view.tricks)) % count(view.legal))


class Seated(SeatedAtTricks):
    """A decider for the oracle that plays a line-up of strategies."""

    def _shown(self, view, state, number, **known):
        at, seat = state.seats.index, state.seat
        known |= {
            "hand": tiles(state.hands[seat]), "players": 4, "position": at(seat), "seat": seat,
            "bid": NUMBERS.get(state.bid, 0), "bidder": at(state.bidder) if state.bid else -1,
            "own": state.scores[seat], "other": state.scores[seat ^ 1], "trump": state.trump,
            "target": state.rules["target"], "word": self.word(state, number)}
        return view(**{name: known[name] for name in view._fields})

    def _call(self, state, decision, number, options, number_of):
        return self.one_of(
            state, decision, options, number_of, self.word(state, number),
            lambda: self._shown(Bidding, state, number, legal=bits(map(number_of, options))))

    def bid(self, state, legal):
        return self._call(state, "bid", BID, legal, NUMBERS.get)

    def trump(self, state):
        return self._call(state, "trump", TRUMP, range(7), int)

    def playing(self, state, legal):
        return self._shown(
            Playing, state, self.first_trick + len(state.tricks),
            **self.at_tricks(state, legal, Suits(state.trump), state.playing, ()))


def by_oracle(run, session):
    """Play a session without any of the kernel's code."""
    return play_session(run.rules.as_dict(), session % 4, decks(run, session),
                        Seated(run, session), run.hands)
