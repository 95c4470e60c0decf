"""What seats at Pool are shown, from the state of the oracle."""

from collections.abc import Iterator
from typing import Any

from boneyard.proof.randomness import hand_key, pick, word
from boneyard.proof.seated import Seated as SeatedAnywhere
from boneyard.proof.seated import bits, decks, mixed, packed, tile_number, tiles
from boneyard.proof.tiles import ends, pips
from simulate.domino.tile_sets import count, nth
from simulate.games.pool.views import DRAWS_AS, MAY, STAR_NUMBER, Starring, Turn
from simulate.machine.compiling import helper
from simulate.runs.run import Run
from strategies.pool.base import PoolStrategy
from tests.oracle.pool import Placing, PoolState, StarState, play_session

#: Nobody sits in this seat: its first decision is the lot for the lead.
_LOTS = 6


@helper
def of_a_turn(view: Any) -> int:
    """Return a number that depends on what the views of a turn have in common."""
    large = view.hand ^ view.legal ^ view.tiles_played << 3 ^ view.word ^ view.sizes << 5
    return mixed(large ^ view.voids << 1 ^ view.scores, (
        view.left, view.right, view.seats, view.players, view.position, view.passes, view.stock,
        view.pips, view.pool, view.target, view.chips_0, view.chips_1, view.chips_2, view.chips_3,
        view.chips_4, view.chips_5, view.number, view.hands))


class Witness(PoolStrategy):
    """Its choices depend on every field of its views, so that none can be wrong unnoticed."""

    name = "witness"

    @staticmethod
    def draw(view, p):
        return of_a_turn(view) & 1

    @staticmethod
    def star(view, p):
        large = view.hand ^ view.word ^ view.scores << 2 ^ view.totals ^ view.legal
        return mixed(large, (
            view.seats, view.players, view.position, view.total, view.target, view.highest,
            view.going_out, view.starring, view.places, view.contribution, view.pool,
            view.number)) & 1

    @staticmethod
    def play(view, p):
        return nth(view.legal, (of_a_turn(view) + view.draw) % count(view.legal))


def code(option: Placing) -> int:
    tile, end = option
    return tile_number(tile) + (32 if end == "right" else 0)


def turns(state: PoolState) -> Iterator[tuple[dict[str, Any], bool, set[int]]]:
    """Yield each play or pass with whether its seat drew, and the numbers open before it."""
    left = right = -1
    drew = False
    for play in state.plays:
        if "draw" not in play:
            yield play, drew, {left, right}
        drew = "draw" in play
        if "tile" in play:
            high, low = ends(play["tile"])
            if play["end"] is None:
                left, right = high, low
            elif play["end"] == "left":
                left = high + low - left
            else:
                right = high + low - right


def voids(state: PoolState) -> list[int]:
    """Return the numbers that each position has shown to be without.

    It shows them by a pass, and by having to draw; a tile drawn and kept may be any.
    """
    without: dict[int, set[int]] = {seat: set() for seat in state.seats}
    for play, drew, shown in turns(state):
        if "pass" in play and drew:
            without[play["seat"]] = shown
        elif "pass" in play or drew:
            without[play["seat"]] = without[play["seat"]] | shown
    return [bits(without[seat]) for seat in state.seats]


def idle(state: PoolState) -> int:
    """Count the turns without a play or a draw since the last with one."""
    passes = 0
    for play, drew, _ in turns(state):
        passes = passes + 1 if "pass" in play and not drew else 0
    return passes


class Seated(SeatedAnywhere):
    """A decider for the oracle that plays the line-up of a run."""

    def _turn(self, state: PoolState) -> int:
        """Return the number of a turn: a seat's turns are numbered from 0."""
        return sum("draw" not in play and play["seat"] == state.seat for play in state.plays)

    def _of_a_turn(self, state: PoolState) -> dict[str, int]:
        """Return what the views of a turn have in common."""
        hand = state.hands[state.seat]
        on_table = [play["tile"] for play in state.plays if "tile" in play]
        scores = state.scores or [0] * state.players
        chips = [(state.chips or [0] * state.players)[seat] for seat in state.seats]
        return dict(
            {f"chips_{p}": own for p, own in enumerate([*chips, 0, 0, 0, 0][:6])},
            number=state.hand_index, hands=0 if state.scores else self.run.hands,
            hand=tiles(hand),
            left=state.line.left if on_table else -1, right=state.line.right if on_table else -1,
            tiles_played=tiles(on_table), seats=state.players,
            players=len(state.seats), position=state.position,
            sizes=packed([len(state.hands[seat]) for seat in state.seats], 8),
            voids=packed(voids(state), 8), passes=idle(state), stock=state.stock_left,
            pips=sum(map(pips, hand)), pool=state.pool,
            target=state.rules["target"] if state.scores else 0,
            scores=packed([scores[seat] for seat in state.seats], 10),
        )

    def _yes_or_no(self, state: Any, decision: str, luck: int, view: Any) -> bool:
        if self.by_chance(state, decision):
            return bool(luck & 1)
        return bool(self.ask(state, decision, view))

    def draw(self, state: PoolState) -> bool:
        luck = self.word(state, self._turn(state), state.seat + DRAWS_AS)
        view = Turn(**self._of_a_turn(state), draw=MAY, legal=0b11, word=luck)
        return self._yes_or_no(state, "draw", luck, view)

    def star(self, state: StarState) -> bool:
        hand, seats = state.hand, state.hand.seats
        luck = self.word(state, STAR_NUMBER)
        still_in = {seat: total for seat, total in state.totals.items() if seat not in state.out}
        return self._yes_or_no(state, "star", luck, Starring(
            hand=tiles(hand.hands[state.seat]), legal=0b11, seats=hand.players,
            players=len(seats), position=seats.index(state.seat),
            total=state.totals[state.seat], target=hand.rules["target"], highest=state.highest,
            scores=packed([hand.scores[seat] for seat in seats], 10),
            totals=packed([still_in.get(seat, 0) for seat in seats], 10),
            going_out=bits(map(seats.index, state.out)),
            starring=bits(map(seats.index, state.starring)), places=state.places,
            contribution=hand.rules["contribution"], pool=hand.pool, number=state.hand_index,
            word=luck))

    def play(self, state: PoolState, options: list[Placing]) -> Placing:
        luck = self.word(state, self._turn(state))
        return self.one_of(state, "play", options, code, luck, lambda: Turn(
            **self._of_a_turn(state), legal=bits(map(code, options)),
            draw=("no", "may", "must").index(state.rules["draw"]), word=luck))


def by_oracle(run: Run, session: int) -> list[dict[str, Any]]:
    """Play a session without any of the kernel's code."""
    def leader(hand: int, seats: list[int]) -> int:
        lot = word(hand_key(run.seed, session, hand), _LOTS, 0)
        return sorted(seats)[pick(lot, len(seats))]

    players = len(run.players)
    return play_session(players, run.rules.as_dict(), leader, decks(run, session),
                        Seated(run, session), run.hands, first_leader=session % players)
