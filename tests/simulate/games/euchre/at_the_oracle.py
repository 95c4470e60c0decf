"""What seats at Euchre are shown, from the state of the oracle."""

from collections.abc import Iterable
from typing import Any

from boneyard.proof.seated import SeatedAtTricks, bits, decks, packed, tile_number, tiles
from simulate.domino.tile_sets import count, nth
from simulate.games.euchre.views import Calling, Playing
from simulate.runs.run import Run
from strategies.euchre.base import EuchreStrategy
from tests.oracle.euchre import BowerSuits, Call, EuchreState, play_session, side_of

_DISCARD = 2


def call_code(call: Call, proposed: int) -> int:
    """Return a call as a strategy writes it: 0, or 2 + 2 * suit + alone."""
    if call == ("pass",):
        return 0
    suit = proposed if call[0] == "accept" else call[1]
    return 2 + 2 * suit + int(call[-1])


class Witness(EuchreStrategy):
    """Its calls depend on the score of every seat, so that none can be wrong unnoticed."""

    name = "witness"

    @staticmethod
    def call(view, p):
        standing = 5 * view.own + 7 * view.other + view.scores + 3 * view.position
        return nth(view.legal, (view.word + standing) % 65537 % count(view.legal))


class Seated(SeatedAtTricks):
    """A decider for the oracle that plays the line-up of a run."""

    def _common(self, state: EuchreState, number: int) -> dict[str, int]:
        ours = side_of(state.seat, state.players)
        return {
            "turn_up": tile_number(state.turn_up), "players": state.players,
            "position": state.position, "own": state.scores[state.seat],
            "other": max(s for seat, s in enumerate(state.scores) if seat not in ours),
            "scores": packed((state.scores[seat] for seat in state.seats), 4),
            "high": int(state.rules["lead_suit"] == "high"), "word": self.word(state, number),
        }

    def call(self, state: EuchreState, legal: list[Call]) -> Call:
        number = state.round - 1
        return self.one_of(
            state, "call", legal, lambda call: call_code(call, state.proposed),
            self.word(state, number), lambda: Calling(
                hand=tiles(state.hands[state.seat]), trump=state.proposed, round=state.round,
                legal=bits(call_code(call, state.proposed) for call in legal), seat=state.seat,
                maker=-1, alone=0,
                **self._common(state, number)))

    def dealer_discard(self, state: EuchreState, six_tiles: list[str]) -> str:
        return self.one_of(
            state, "discard", six_tiles, tile_number, self.word(state, _DISCARD),
            lambda: Calling(
                hand=tiles(six_tiles), legal=tiles(six_tiles), trump=state.trump, round=1,
                seat=state.seat, maker=state.seats.index(state.maker), alone=int(state.alone),
                **self._common(state, _DISCARD)))

    def _voids(self, state: EuchreState) -> int:
        suits, voids = BowerSuits(state.trump), 0
        for trick in [*state.tricks, *([state.trick] if state.trick else [])]:
            for seat, tile in trick.plays[1:]:
                if trick.suit not in suits.suits_of(tile):
                    voids |= 1 << trick.suit + 8 * state.seats.index(seat)
        return voids

    def _known_out(self, state: EuchreState) -> set[str]:
        """Tiles out of play for all that the seat knows."""
        if state.dealer_discard is None:
            return {state.turn_up}
        return {state.dealer_discard} if state.seat == state.dealer else set()

    def playing(self, state: EuchreState, legal: Iterable[str]) -> Playing:
        position, trick = state.seats.index, state.trick
        on_table = trick.plays if trick else []
        winner = BowerSuits(state.trump).winner(trick) if trick else -1
        seats_in = bits(position(seat) for seat in state.playing)
        done = bits(position(seat) for seat, _ in on_table) | 1 << state.position
        played = [tile for t in state.tricks for _, tile in t.plays]
        played += [tile for _, tile in on_table]
        return Playing(
            hand=tiles(state.hands[state.seat]), legal=tiles(legal), trump=state.trump,
            turn_up_taken=int(state.dealer_discard is not None),
            maker=position(state.maker), alone=int(state.alone), seats_in=seats_in,
            to_come=seats_in & ~done, trick=len(state.tricks), led=trick.suit if trick else -1,
            winning=tile_number(dict(on_table)[winner]) if trick else -1,
            winner=position(winner) if trick else -1, played=tiles(played),
            discarded=tiles(self._known_out(state)), voids=self._voids(state),
            tricks=packed((state.tricks_won[seat] for seat in state.seats), 4),
            **self._common(state, self.first_trick + len(state.tricks)),
        )


def by_oracle(run: Run, session: int) -> list[dict[str, Any]]:
    """Play a game without any of the kernel's code."""
    seats = len(run.players)
    return play_session(seats, run.rules.as_dict(), session % seats, decks(run, session),
                        Seated(run, session), run.hands)
