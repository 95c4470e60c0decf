"""What seats at Loo and Rounce are shown, from the state of the oracle."""

from collections.abc import Iterable
from typing import Any

from boneyard.proof.randomness import pick
from boneyard.proof.seated import SeatedAtTricks, bits, decks, mixed, packed, tile_number, tiles
from boneyard.proof.tricks import Suits
from simulate.domino.tile_sets import count, nth
from simulate.games.loo.views import ACTIONS, LEAVE, Declaring, Playing
from simulate.machine.compiling import helper
from simulate.runs.run import Run
from strategies.loo.base import LooStrategy
from tests.oracle.loo import LooState, play_session

_CODES = {name: code for code, name in ACTIONS.items()}
_DECLARE, _TAKE_TURN_UP, _KEEP = 0, 1, 2


@helper
def common(view: Any) -> int:
    """Return a number that depends on every field that the views have in common."""
    return mixed(view.word, (
        view.hand, view.legal, view.trump, view.turn_up, view.seats, view.players,
        view.position, view.missed, view.pool, view.penalty, view.must_trump, view.chips_0,
        view.chips_1, view.chips_2, view.chips_3, view.score_0, view.score_1, view.score_2,
        view.score_3, view.number, view.hands))


class Witness(LooStrategy):
    """Its choices depend on all that its views have in common, so that none can be wrong unnoticed.

    What only one of them shows is mixed in there.
    """

    name = "witness"

    @staticmethod
    def declare(view, p):
        own = view.stayed + 16 * view.dropped + 256 * view.misses_left + 1024 * view.rounce
        own += 2048 * view.points_game + 4096 * view.lead_trump_min
        return nth(view.legal, (common(view) + own) % count(view.legal))

    @staticmethod
    def follow(view, p):
        own = view.seats_in + view.to_come + view.trick + view.led + view.winning + view.winner
        own += view.played + view.laid_0 + 2 * view.laid_1 + 3 * view.laid_2 + 5 * view.laid_3
        own += view.discarded + view.voids + view.eldest_trumps + view.tricks + view.for_pool
        return nth(view.legal, (common(view) + own % 65537) % count(view.legal))


class Seated(SeatedAtTricks):
    """A decider for the oracle that plays the line-up of a run."""

    def _stakes(self, state: LooState) -> tuple[int, int]:
        points = "scoring" not in state.rules or state.rules["scoring"] == "points"
        return (5, 5) if points else (state.pool, state.penalty)

    def _penalty_limit(self, state: LooState) -> int:
        """What C comes to for the seats dealt in; 0 where penalties are unlimited or points."""
        if state.rules.get("scoring", "points") == "points":
            return 0
        chips = state.rules["penalty"].partition(":")[2] or "0"
        return int(chips.rstrip("n")) * (len(state.seats) if chips.endswith("n") else 1)

    def _session_state(self, state: LooState) -> dict[str, int]:
        """What views show of the session, by position; Rounce counts down from 15."""
        chips = state.chips or [0] * state.players
        rounce = "scoring" not in state.rules
        in_points = rounce or state.rules["scoring"] == "points"
        scores = [15 - score if rounce else score for score in state.scores]
        seats = [*state.seats, None, None, None][:4]
        return {
            **{f"chips_{p}": 0 if s is None else chips[s] for p, s in enumerate(seats)},
            **{f"score_{p}": 0 if s is None else scores[s] for p, s in enumerate(seats)},
            "number": state.hand_index, "hands": 0 if in_points else self.run.hands,
        }

    def _said(self, state: LooState, *actions: str) -> int:
        """Positions of those who declared before this seat did."""
        return bits(
            state.seats.index(entry["seat"])
            for entry in state.declarations
            if entry["action"] in actions and entry["seat"] != state.seat
        )

    def _declaring(self, state: LooState, hand: Iterable[str], number: int) -> Declaring:
        pool, penalty = self._stakes(state)
        missed = self._said(state, "miss")
        players = len(state.seats)
        left = (1 if players == 4 else 2) - missed.bit_count()
        legal = [_CODES[action] for action in self.legal]
        return Declaring(
            hand=tiles(hand), legal=bits(legal), trump=state.trump,
            turn_up=tile_number(state.turn_up),
            discarded=tiles(state.dealt[state.seat]) if number == _KEEP else 0,
            seats=state.players, seat=state.seat,
            players=players, position=state.position, stayed=self._said(state, "play", "for_pool"),
            missed=missed, dropped=self._said(state, "drop"), misses_left=left, pool=pool,
            penalty=penalty, penalty_limit=self._penalty_limit(state),
            must_trump=int(state.rules["must_trump"]),
            lead_trump_min=state.rules["lead_trump_min"],
            points_game=int("scoring" not in state.rules or state.rules["scoring"] == "points"),
            rounce=int("scoring" not in state.rules),
            **self._session_state(state), word=self.word(state, number),
        )

    def declare(self, state: LooState, legal: list[str]) -> str:
        self.legal = legal
        return self.one_of(
            state, "declare", legal, _CODES.__getitem__, self.word(state, _DECLARE),
            lambda: self._declaring(state, state.hands[state.seat], _DECLARE))

    def take_turn_up(self, state: LooState) -> bool:
        hand = sorted(state.dealt[state.seat], key=tile_number)
        bits_of = self.word(state, _TAKE_TURN_UP)
        if self.by_chance(state, "take_turn_up"):
            self.thrown = hand[pick(bits_of, 5)]
            return bool(bits_of & 1)
        answer = self.ask(state, "take_turn_up", self._declaring(state, hand, _TAKE_TURN_UP))
        if answer == LEAVE:
            return False
        self.thrown = next(tile for tile in hand if tile_number(tile) == answer)
        return True

    def discard_for_turn_up(self, state: LooState, hand: list[str]) -> str:
        return self.thrown

    def discard_after_miss(self, state: LooState, drawn: list[str]) -> list[str]:
        left = sorted(drawn, key=tile_number)
        bits_of = self.word(state, _KEEP)
        if self.by_chance(state, "keep_after_miss"):
            thrown = [left.pop(pick(bits_of, len(left)))]
            if len(left) > 5:
                thrown.append(left.pop((bits_of & 0x7FFFFFFF) * len(left) >> 31))
            return thrown
        kept = self.ask(state, "keep_after_miss", self._declaring(state, drawn, _KEEP))
        return [tile for tile in drawn if not kept >> tile_number(tile) & 1]

    def _voids(self, state: LooState) -> int:
        voids = 0
        tricks = [*state.tricks, *([state.trick] if state.trick else [])]
        for number, trick in enumerate(tricks):
            if number > 0 and trick.suit != state.trump:
                voids |= 1 << state.trump + 8 * state.seats.index(trick.leader)
            for seat, tile in trick.plays:
                ends = {int(tile[0]), int(tile[2])}
                trump = state.trump in ends
                without = set()
                if trump and trick.suit != state.trump:
                    without = {trick.suit}
                elif not trump and (trick.suit == state.trump or trick.suit not in ends):
                    without = {trick.suit}
                    if state.rules["must_trump"]:
                        without.add(state.trump)
                voids |= bits(without) << 8 * state.seats.index(seat)
        return voids

    def _eldest_trumps(self, state: LooState) -> int:
        tricks = [*state.tricks, *([state.trick] if state.trick else [])]
        if not tricks:
            return 5
        eldest, plain_lead = tricks[0].leader, tricks[0].suit != state.trump
        played = [tile for trick in tricks for seat, tile in trick.plays if seat == eldest]
        least = state.rules["lead_trump_min"]
        most = min(5, least) - 1 if plain_lead else 5
        return most - len(Suits(state.trump).trumps(played))

    def playing(self, state: LooState, legal: Iterable[str]) -> Playing:
        pool, penalty = self._stakes(state)
        position = state.seats.index
        taken = any(entry.get("takes_turn_up") for entry in state.declarations)
        mine = next((e for e in state.declarations if e["seat"] == state.seat), {})
        known = set(mine.get("discarded", ())) | (set() if taken else {state.turn_up})
        if mine.get("action") == "miss":
            known |= set(state.dealt[state.seat])
        trick = state.trick
        on_table = trick.plays if trick else []
        winner = Suits(state.trump).winner(trick) if trick else None
        seats_in = bits(position(seat) for seat in state.playing)
        done = bits(position(seat) for seat, _ in on_table)
        all_plays = [play for t in state.tricks for play in t.plays] + on_table
        laid = [tiles(tile for seat, tile in all_plays if position(seat) == p) for p in range(4)]
        return Playing(
            hand=tiles(state.hands[state.seat]), legal=tiles(legal), trump=state.trump,
            turn_up=tile_number(state.turn_up), turn_up_taken=int(taken), seats=state.players,
            players=len(state.seats), position=state.position, seats_in=seats_in,
            missed=bits(position(s) for s in state.playing if state.took_miss(s)),
            to_come=seats_in & ~done & ~(1 << state.position), trick=len(state.tricks),
            led=trick.suit if trick else -1,
            winning=tile_number(dict(on_table)[winner]) if trick else -1,
            winner=position(winner) if trick else -1, played=tiles(tile for _, tile in all_plays),
            laid_0=laid[0], laid_1=laid[1], laid_2=laid[2], laid_3=laid[3],
            discarded=tiles(known), voids=self._voids(state),
            eldest_trumps=self._eldest_trumps(state),
            tricks=packed((state.tricks_won[seat] for seat in state.seats), 4),
            for_pool=int(state.for_pool), pool=pool, penalty=penalty,
            must_trump=int(state.rules["must_trump"]),
            **self._session_state(state),
            word=self.word(state, self.first_trick + len(state.tricks)),
        )


def by_oracle(run: Run, session: int) -> list[dict[str, Any]]:
    """Play a session without any of the kernel's code."""
    seats = len(run.players)
    return play_session(run.game, seats, run.rules.as_dict(), session % seats, decks(run, session),
                        Seated(run, session), run.hands)
