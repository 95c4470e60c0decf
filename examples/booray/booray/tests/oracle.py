"""Boo-Ray in plain Python, from the rules alone."""

from dataclasses import dataclass, field

from boneyard.proof.table import checked, clockwise, penalty_at_stake
from boneyard.proof.tiles import ends
from boneyard.proof.tricks import Suits, Trick, TricksState, play_tricks


@dataclass
class State(TricksState):
    """A hand in progress."""

    pool: int = 0
    said: dict = field(default_factory=dict)
    thrown: dict = field(default_factory=dict)
    drawn: dict = field(default_factory=dict)
    most: int = 0

    @property
    def suits(self):
        return Suits(max(ends(self.turn_up)))

    @property
    def penalty(self):
        return penalty_at_stake(self.rules, self.pool, self.players)


def left_to(state, options):
    """Return the options that the duties to head the trick and to play from the top leave."""
    suits, seat, trick = state.suits, state.seat, state.trick
    if state.rules["head"] and trick:
        def wins(tile):
            laid = Trick(trick.leader, trick.suit, [*trick.plays, (seat, tile)])
            trumped = suits.trumps([tile for _, tile in laid.plays])
            suit = suits.trump if trumped else trick.suit
            return suit in suits.suits_of(tile) and suits.winner(laid) == seat

        options = [tile for tile in options if wins(tile)] or options
    if state.rules["top"]:
        played = [tile for one in [*state.tricks, *([trick] if trick else [])]
                  for _, tile in one.plays]
        rank = {f"{max(n, suits.trump)}-{min(n, suits.trump)}": 7 if n == suits.trump else n
                for n in range(7)}
        still_out = sorted((tile for tile in rank if tile not in played), key=rank.get)
        sure = 0
        while still_out and still_out.pop() in state.hands[seat]:
            sure += 1
        trumps = suits.trumps(options)
        if sure and state.tricks_won[seat] + sure >= 3 and trumps:
            options = [max(trumps, key=rank.get)]
    return options


def play_hand(state, boneyard, decider):
    """Play a hand, and return it as the exchange format has it."""
    n, rules, suits = state.players, state.rules, state.suits
    for seat in state.seats:
        state.seat = seat
        if state.seat == state.dealer and "play" not in state.said.values():
            break
        state.said[state.seat] = checked(
            decider.declare(state), ["pass", "play"], state, "declarations")
    state.playing = [s for s in state.seats if state.said.get(s) == "play"] or [state.dealer]
    if len(state.playing) > 1:
        for seat in state.playing:
            state.seat = seat
            state.most = min(4, len(boneyard))
            if not state.most:
                continue
            hand = state.hands[state.seat]
            kept = decider.keep(state)
            assert set(kept) <= set(hand) and len(kept) >= 5 - state.most
            state.thrown[state.seat] = [tile for tile in hand if tile not in kept]
            number = len(state.thrown[state.seat])
            state.drawn[state.seat], boneyard = boneyard[:number], boneyard[number:]
            state.hands[state.seat] = [*kept, *state.drawn[state.seat]]
        play_tricks(
            state, decider, suits, state.playing[0],
            lambda hand, opening: [(tile, suit) for tile in left_to(state, hand)
                                   for suit in suits.suits_of(tile)],
            lambda hand, suit: left_to(
                state, suits.of_suit(hand, suit) or suits.trumps(hand) or hand))
    else:
        state.tricks_won[state.playing[0]] = 5
    won = state.tricks_won
    best = [seat for seat in range(n) if won[seat] == max(won)]
    looed = [seat in state.playing and not won[seat] for seat in range(n)]
    paid = [state.pool * (best == [seat]) for seat in range(n)]
    penalties = [state.penalty * one for one in looed]
    return {
        "hand": state.hand_index, "players": n, "rules": rules, "dealer": state.dealer,
        "dealt": state.dealt, "turn_up": state.turn_up, "trump": suits.trump,
        "declarations": [{"seat": seat, "action": said, "discarded": state.thrown.get(seat, []),
                          "drawn": state.drawn.get(seat, [])} for seat, said in state.said.items()],
        "pool": state.pool, "pool_next": state.pool - sum(paid) + sum(penalties),
        "ante": [rules["ante"]] * n, "paid": paid, "penalties": penalties,
        "net": [a - b - rules["ante"] for a, b in zip(paid, penalties, strict=True)],
        "tricks": [trick.history() for trick in state.tricks], "tricks_won": won, "looed": looed}


def play_session(rules, players, first_dealer, deck_of, decider, hands):
    """Play a session; ``deck_of(hand)`` gives the tiles in the order in which they come."""
    pool, played = 0, []
    for number in range(hands):
        dealer, deck = (first_dealer + number) % players, deck_of(number)
        seats, dealt = clockwise((dealer + 1) % players, range(players), players), [None] * players
        for p, seat in enumerate(seats):
            dealt[seat] = deck[5 * p : 5 * p + 5]
        state = State(rules, players, number, dealer, seats, [0] * players, dealt,
                      deck[5 * players - 1], pool + players * rules["ante"])
        played.append(play_hand(state, deck[5 * players :], decider))
        pool = played[-1]["pool_next"]
        if pool > rules["escalation_limit"]:
            break
    return played
