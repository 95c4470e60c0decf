"""Strategies at the oracle's table; their views are built from its state and nothing else."""

from booray.hand import DECLARE, KEEP, PASS, PLAY, Declaring, Playing
from tests.simulate.games.seated import SeatedAtTricks, bits, packed, tile_number, tiles

_SAID = {"pass": PASS, "play": PLAY}


class Seated(SeatedAtTricks):
    """A decider for the oracle that plays a line-up of strategies."""

    def _common(self, state, number):
        position = state.order.index
        return {
            "turn_up": tile_number(state.turn_up), "trump": state.suits.trump,
            "players": state.players, "position": position(state.seat), "pool": state.pool,
            "changed": sum(len(t) << 4 * position(s) for s, t in state.drawn.items()),
            "penalty": self.penalty(state), "word": self.word(state, number)}

    def penalty(self, state):
        from .oracle import penalty
        return penalty(state.rules, state.pool, state.players)

    def _saying(self, state, number, most):
        said = {word: bits(state.order.index(s) for s, w in state.said.items() if w == word)
                for word in ("play", "pass")}
        return Declaring(hand=tiles(state.hands[state.seat]), legal=1 << PASS | 1 << PLAY,
                         most=most, playing=said["play"], passed=said["pass"],
                         **self._common(state, number))

    def declare(self, state):
        return self.one_of(
            state, "declare", list(_SAID), _SAID.get, self.word(state, DECLARE),
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
        position, trick, suits = state.order.index, state.trick, state.suits
        plays = trick.plays if trick else []
        winner = suits.winner(trick) if trick else -1
        playing = bits(position(s) for s, said in state.said.items() if said == "play")
        done = bits(position(seat) for seat, _ in plays) | 1 << position(state.seat)
        voids = 0
        for one in [*state.tricks, *([trick] if trick else [])]:
            for seat, tile in one.plays[1:]:
                if one.suit not in suits.suits_of(tile):
                    shown = {one.suit} | (set() if suits.is_trump(tile) else {suits.trump})
                    voids |= bits(suit + 8 * position(seat) for suit in shown)
        return Playing(
            hand=tiles(state.hands[state.seat]), legal=tiles(legal), seats_in=playing,
            to_come=playing & ~done, trick=len(state.tricks), led=trick.suit if trick else -1,
            winning=tile_number(dict(plays)[winner]) if trick else -1,
            winner=position(winner) if trick else -1, played=tiles(state.out),
            discarded=tiles(state.thrown.get(state.seat, [])), voids=voids,
            tricks=packed((state.tricks_won[seat] for seat in state.order), 4),
            **self._common(state, self.first_trick + len(state.tricks)))
