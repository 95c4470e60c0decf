"""Strategies at the oracle's table; their views are built from its state and nothing else."""

from boneyard.proof.seated import SeatedAtTricks, bits, decks, mixed, tile_number, tiles
from booray.players import BoorayStrategy
from booray.tests.oracle import play_session
from simulate.domino.pool_kit import DECLARE, KEEP, PASS, PLAY, Declaring, Playing
from simulate.domino.tile_sets import count, nth

_SAID = {"pass": PASS, "play": PLAY}


class Witness(BoorayStrategy):
    """Answers by all that its view shows, so that no entry can be wrong unnoticed."""

    name = "witness"

    @staticmethod
    def declare(view, p):
        return 1 + mixed(view.word, (
            view.hand, view.trump, view.turn_up, view.players, view.pool, view.seat, view.position,
            view.playing, view.passed, view.penalty)) % 2

    @staticmethod
    def keep(view, p):
        hand = view.hand
        for _ in range(mixed(view.word, (view.changed, view.playing, view.trump, view.position))
                       % (view.most + 1)):
            hand &= hand - 1
        return hand

    @staticmethod
    def follow(view, p):
        return nth(view.legal, mixed(view.word, (
            view.tricks, view.voids % 65536, view.voids >> 16, view.played, view.discarded,
            view.led, view.winning, view.winner, view.to_come, view.trick, view.seats_in,
            view.changed,
        )) % count(view.legal))


class Seated(SeatedAtTricks):
    """A decider for the oracle that plays a line-up of strategies."""

    def _common(self, state, number):
        at = state.seats.index
        return {
            "turn_up": tile_number(state.turn_up), "trump": state.suits.trump,
            "players": state.players, "position": at(state.seat), "pool": state.pool,
            "changed": sum(len(drawn) << 4 * at(s) for s, drawn in state.drawn.items()),
            "penalty": state.penalty, "word": self.word(state, number)}

    def _saying(self, state, number, most):
        said = {word: bits(state.seats.index(s) for s, w in state.said.items() if w == word)
                for word in _SAID}
        return Declaring(hand=tiles(state.hands[state.seat]), legal=1 << PASS | 1 << PLAY,
                         most=most, seat=state.seat,
                         playing=said["play"], passed=said["pass"], **self._common(state, number))

    def declare(self, state):
        return self.one_of(state, "declare", list(_SAID), _SAID.get, self.word(state, DECLARE),
                           lambda: self._saying(state, DECLARE, 0))

    def keep(self, state):
        hand = sorted(state.hands[state.seat], key=tile_number)
        if self.by_chance(state, "keep"):
            left = self.word(state, KEEP) << 1 & (1 << 64) - 1
            thrown, left = divmod(left * (state.most + 1), 1 << 64)
            for _ in range(thrown):
                which, left = divmod(left * len(hand), 1 << 64)
                del hand[which]
            return hand
        kept = self.ask(state, "keep", self._saying(state, KEEP, state.most))
        return [tile for tile in hand if kept >> tile_number(tile) & 1]

    def playing(self, state, legal):
        return Playing(
            **self.at_tricks(state, legal, state.suits, state.playing,
                             state.thrown.get(state.seat, []), must_trump=True),
            **self._common(state, self.first_trick + len(state.tricks)))


def by_oracle(run, session):
    """Play a session without any of the kernel's code."""
    players = len(run.players)
    return play_session(run.rules.as_dict(), players, session % players, decks(run, session),
                        Seated(run, session), run.hands)
