"""Boo-Ray in plain Python, from the rules alone."""

from dataclasses import dataclass, field

from tests.oracle.table import checked, clockwise
from tests.oracle.tiles import ends
from tests.oracle.tricks import Suits, Trick


@dataclass
class State:
    """A hand in progress; seats are numbered at the table, ``order`` begins at the eldest."""

    rules: dict
    players: int
    dealer: int
    hand_index: int
    pool: int
    hands: list = None
    order: list = field(init=False)
    seat: int = -1
    turn_up: str = ""
    said: dict = field(default_factory=dict)
    thrown: dict = field(default_factory=dict)
    drawn: dict = field(default_factory=dict)
    most: int = 0
    tricks: list = field(default_factory=list)
    trick: Trick = None
    out: set = field(default_factory=set)

    def __post_init__(self):
        self.order = clockwise((self.dealer + 1) % self.players, range(self.players), self.players)

    @property
    def suits(self):
        return Suits(max(ends(self.turn_up)))

    @property
    def tricks_won(self):
        return [sum(t.winner == seat for t in self.tricks) for seat in range(self.players)]


def penalty(rules, pool, players):
    kind, _, chips = rules["penalty"].partition(":")
    if kind == "unlimited":
        return pool
    limit = int(chips[:-1]) * players if chips.endswith("n") else int(chips)
    return limit if kind == "fixed" else min(pool, limit)


def left_to(state, options, winning):
    """Return the options that the duties to head the trick and to play from the top leave."""
    suits, seat = state.suits, state.seat
    if state.rules["head"] and state.trick:
        led = state.trick.suit

        def wins(tile):
            tried = Trick(0, led, [(0, winning), (1, tile)])
            trumped = suits.is_trump(winning) or suits.is_trump(tile)
            suit = suits.trump if trumped else led
            return suit in suits.suits_of(tile) and suits.winner(tried) == 1

        options = [tile for tile in options if wins(tile)] or options
    if state.rules["top"]:
        rank = {f"{max(n, suits.trump)}-{min(n, suits.trump)}": 7 if n == suits.trump else n
                for n in range(7)}
        still_out = sorted((t for t in rank if t not in state.out), key=rank.get, reverse=True)
        sure = 0
        while sure < len(still_out) and still_out[sure] in state.hands[seat]:
            sure += 1
        trumps = [tile for tile in options if suits.is_trump(tile)]
        if sure and state.tricks_won[seat] + sure >= 3 and trumps:
            options = [max(trumps, key=rank.get)]
    return options


def play_hand(state, deck, decider):
    """Play a hand, and return it as the exchange format has it."""
    n, rules = state.players, state.rules
    state.hands = [None] * n
    for p, seat in enumerate(state.order):
        state.hands[seat] = deck[5 * p : 5 * p + 5]
    dealt = [list(hand) for hand in state.hands]
    state.turn_up, boneyard = deck[5 * n - 1], deck[5 * n :]
    for seat in state.order:
        state.seat = seat
        others = [seat for seat, said in state.said.items() if said == "play"]
        if state.seat == state.dealer and not others:
            break
        state.said[state.seat] = checked(
            decider.declare(state), ["pass", "play"], state, "declarations")
    playing = [s for s in state.order if state.said.get(s) == "play"] or [state.dealer]
    if len(playing) > 1:
        for seat in playing:
            state.seat = seat
            state.most = min(4, len(boneyard))
            if not state.most:
                continue
            hand = state.hands[state.seat]
            kept = decider.keep(state)
            assert set(kept) <= set(hand) and len(kept) >= 5 - state.most
            number = 5 - len(kept)
            state.thrown[state.seat] = [tile for tile in hand if tile not in kept]
            state.drawn[state.seat], boneyard = boneyard[:number], boneyard[number:]
            state.hands[state.seat] = [*kept, *state.drawn[state.seat]]
        leader = playing[0]
        for _ in range(5):
            leader = play_trick(state, clockwise(leader, playing, n), decider)
    won = state.tricks_won if len(playing) > 1 else [5 * (s in playing) for s in range(n)]
    best = [seat for seat in range(n) if won[seat] == max(won)]
    looed = [seat in playing and not won[seat] for seat in range(n)]
    due = penalty(rules, state.pool, n)
    paid = [state.pool * (best == [seat]) for seat in range(n)]
    penalties = [due * one for one in looed]
    return {
        "hand": state.hand_index, "players": n, "rules": rules, "dealer": state.dealer,
        "dealt": dealt, "turn_up": state.turn_up, "trump": state.suits.trump,
        "declarations": [{"seat": seat, "action": said, "discarded": state.thrown.get(seat, []),
                          "drawn": state.drawn.get(seat, [])} for seat, said in state.said.items()],
        "pool": state.pool, "pool_next": state.pool - sum(paid) + sum(penalties),
        "ante": [rules["ante"]] * n, "paid": paid, "penalties": penalties,
        "net": [a - b - rules["ante"] for a, b in zip(paid, penalties, strict=True)],
        "tricks": [trick.history() for trick in state.tricks], "tricks_won": won, "looed": looed}


def play_trick(state, order, decider):
    suits, state.seat = state.suits, order[0]
    hand = left_to(state, state.hands[order[0]], None)
    options = [(tile, suit) for tile in hand for suit in suits.suits_of(tile)]
    tile, led = checked(decider.lead(state, options), options, state, "tricks")
    state.trick = Trick(order[0], led)
    for seat in order:
        state.seat = seat
        if seat != order[0]:
            hand = state.hands[seat]
            follows = suits.of_suit(hand, led) or suits.trumps(hand) or hand
            wins = dict(state.trick.plays)[suits.winner(state.trick)]
            legal = left_to(state, follows, wins)
            tile = checked(decider.follow(state, legal), legal, state, "tricks")
        state.hands[seat].remove(tile)
        state.out.add(tile)
        state.trick.plays.append((seat, tile))
    state.trick.winner = suits.winner(state.trick)
    state.tricks.append(state.trick)
    state.trick = None
    return state.tricks[-1].winner


def play_session(rules, players, first_dealer, deck_of, decider, hands):
    """Play a session; ``deck_of(hand)`` gives the tiles in the order in which they come."""
    pool, played = 0, []
    for number in range(hands):
        state = State(rules, players, (first_dealer + number) % players, number,
                      pool + players * rules["ante"])
        played.append(play_hand(state, deck_of(number), decider))
        pool = played[-1]["pool_next"]
        if pool > rules["escalation_limit"]:
            break
    return played
