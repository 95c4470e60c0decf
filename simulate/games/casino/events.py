"""A game of Casino in the exchange format, from the row that it left; from such a game its bets, as
a seat sees them, and its text.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

from simulate.books.tally import Ints
from simulate.domino.tiles import DOUBLES, SHOWS, TILES, members, name, names, parse
from simulate.errors import BoneyardError
from simulate.games import spot as ask
from simulate.games.casino.kernel import COUNTS, DICE, ROLLS, RULES, play_game, tiles_won
from simulate.games.casino.rules import AT, HOLDS, REMOVED, ROLLS_A_WORD, SEATS
from simulate.games.game import Hand
from simulate.games.narrating import address, how_many, named, places, refusal, tile_text, who
from simulate.games.rules import Rules
from simulate.games.scripts import any_of_hand
from simulate.games.spot import called
from simulate.machine.table import BASE, Table


def _round(row: Sequence[int], number: int, seats: int) -> dict[str, Any]:
    """Return a round from a table's row as Python's own integers."""
    by_seat, start = SEATS * number, AT.order + row[AT.tiles_removed]
    last = start + (number + HOLDS - 1) * seats
    drawn = list(row[last : last + seats])
    if number == 0:  # the tiles that a seat begins with
        for seat in range(seats):
            drawn[seat] |= sum(row[start + (HOLDS - 1) * seat : start + (HOLDS - 1) * (seat + 1)])
    return {
        "roller": (row[AT.first_roller] + number) % seats,
        "drawn": [names(tiles) for tiles in drawn],
        "bets": [names(row[AT.bet_of + by_seat + seat])[0] for seat in range(seats)],
        "dice": DICE[row[AT.rolls + number]].tolist(),
        "rule": RULES[row[AT.rule_of + number]],
        "won": [names(row[AT.won_of + by_seat + seat]) for seat in range(seats)],
        "pot": names(row[AT.pot_of + number]),
    }


def begun(table: Ints, seats: int, rounds: int | None = None) -> dict[str, Any]:
    """Return the first rounds of a game; those before the one in which a strategy failed."""
    row = table.tolist()
    return {
        "first_roller": row[AT.first_roller],
        "removed": names(sum(row[AT.order : AT.order + row[AT.tiles_removed]])),
        "rounds": [_round(row, number, seats)
                   for number in range(row[AT.round] if rounds is None else rounds)],
    }


def record(table: Ints, seats: int) -> dict[str, Any]:
    """Return a game of Casino from the row that it left: ``int64[AT.size]``."""
    rounds, stash = int(table[AT.rounds]), [0] * seats
    for number in range(rounds):
        for seat in range(seats):
            stash[seat] |= int(table[AT.won_of + SEATS * number + seat])
    most = max(won.bit_count() for won in stash)
    return {
        "hand": int(table[BASE.number]),
        **begun(table, seats, rounds),
        "stash": [names(won) for won in stash],
        "winners": [seat for seat, won in enumerate(stash) if won.bit_count() == most],
    }


def play_on(table: Table, scratch: Any) -> int:
    """Play a game; ``scratch`` has room for what a run counts."""
    play_game(table, scratch)
    for seat in range(table[AT.seats]):
        table[AT.value + seat] = tiles_won(table[AT.score + seat])
    return 0


def _slots(seat: int, number: int, seats: int) -> list[int]:
    """Return the places of the deck from which a seat has drawn when it bets in a round."""
    start = REMOVED[seats]
    first = start + (HOLDS - 1) * seat
    drawn = [start + (HOLDS - 1 + k) * seats + seat for k in range(number + 1)]
    return [slot for slot in [first, first + 1, *drawn] if slot < TILES]


class CasinoAsking(ask.Asking):
    """How Casino is asked about."""

    legal = {"bet": (AT.hand, 0)}
    by_lot = {"bet": any_of_hand}
    play = staticmethod(play_on)
    scratch = COUNTS
    held_by_seat = True

    def events(self, hand: Hand, rules: Rules) -> list[ask.Event]:
        """Return the bets of a game round by round."""
        seats, events, chairs = int(ask.entry(hand, "players")), [], self.chairs(hand)
        for number, play in enumerate(ask.entry(hand, "rounds")):
            bets = play.get("bets") or [None] * seats
            if len(bets) != seats:
                raise BoneyardError(f"round {number + 1} has {how_many(len(bets), 'bet')} for "
                                    f"{seats} seats")
            for seat, word in enumerate(bets):
                tile = None if word is None else parse(str(word))
                bet = "" if tile is None else f" {name(tile)}"
                who = ask.called(hand, chairs, seat)
                events.append(ask.Event(
                    seat, "bet", number, tile, f"round {number + 1}: {who} bets{bet}"))
        return events

    def spot(self, hand: Hand, rules: Rules, events: ask.Events, index: int) -> ask.InfoState:
        """Return what the seat knows that makes bet ``index``: all bets of a round are secret."""
        asked, seats = events[index], int(ask.entry(hand, "players"))
        before = [event for event in events[:index] if event.number < asked.number]
        for event in before:
            if event.answer is None:
                raise BoneyardError(f"{event.about}: the game does not name the tile")
        fixed, holdings = self._deck(hand, asked, before, seats)
        actions = tuple(ask.seen_by(event, asked.seat) for event in before)
        shown = tuple(ask.Observed(AT.bet_of + SEATS * event.number + event.seat,
                                   1 << (event.answer or 0), event.about) for event in before)
        return ask.InfoState(
            asked, {}, fixed, holdings, actions, shown, _rolls(hand, asked.number, seats))

    def _deck(
        self, hand: Hand, asked: ask.Event, before: ask.Events, seats: int
    ) -> tuple[NDArray[Any], tuple[ask.Holding, ...]]:
        """Return what a seat knows of the order in which the tiles come."""
        fixed, holdings = ask.nothing_fixed(), []
        for seat in range(seats):
            slots = _slots(seat, asked.number, seats)
            if seat == asked.seat:
                who = ask.called(hand, self.chairs(hand), seat)
                drawn = [play["drawn"][seat] for play in hand["rounds"][: asked.number + 1]]
                tiles = [tile for k, words in enumerate(drawn)
                         for tile in members(ask.tile_set(words, f"round {k + 1}: drawn by {who}"))]
                if len(tiles) != len(slots):
                    raise BoneyardError(
                        f"{who} has drawn {how_many(len(tiles), 'tile')} by round "
                        f"{asked.number + 1}, not {len(slots)}")
                fixed[slots] = tiles
            elif before:
                holdings.append(ask.Holding(slots, [
                    (event.answer or 0, 0, min(event.number + HOLDS, len(slots)))
                    for event in before if event.seat == seat]))
        return fixed, tuple(holdings)

    def unasked(self, hand: Hand, rules: Rules, seat: int) -> list[tuple[int, str]]:
        """Return how each round was settled, as a seat's player sees it."""
        return [(hand["players"] * (number + 1), line)
                for number in range(len(hand["rounds"]))
                for line in tell_settlement(hand, number, self.chairs(hand), seat)]

    def state(self, hand: Hand, rules: Rules) -> dict[int, int]:
        """Return the entries of the row as they stand before the deal: there are none."""
        return {}

    def chances(self, hand: Hand, rules: Rules, events: ask.Events, seat: int) -> list[ask.Chance]:
        """Return the tiles drawn and the dice, round by round; none if not all are known."""
        seats, deck, found = int(ask.entry(hand, "players")), ask.nothing_fixed(), []
        for number, play in enumerate(ask.entry(hand, "rounds")):
            for one, words in enumerate(play.get("drawn") or [()] * seats):
                known = _slots(one, number - 1, seats) if number else []
                slots = [slot for slot in _slots(one, number, seats) if slot not in known]
                if len(words or ()) != len(slots):
                    return []
                deck[slots] = list(members(ask.tile_set(words, f"round {number + 1}: drawn")))
            for rolled in (0, 1):
                found.append(ask.Chance(deck.copy(), seats * (number + rolled),
                                    _rolls(hand, number + rolled, seats)))
        return found

    def nothing_drawn(self, hand: Hand) -> NDArray[Any]:
        """Return the rolls, none of which is known, nor who rolls first."""
        return _rolls({**hand, "first_roller": ask.UNKNOWN}, 0, int(ask.entry(hand, "players")))

    def of_note(self, hand: Hand, rules: Rules, events: ask.Events, index: int) -> dict[str, int]:
        """Return the double blank, the other blanks and the doubles."""
        return {"0-0": int(DOUBLES & SHOWS[0]), "another blank": int(SHOWS[0] & ~DOUBLES),
                "a double": DOUBLES}

    def answers(self, asked: ask.Event, legal: int, row: Ints) -> list[int]:
        """Return the tiles that may be bet."""
        return list(members(legal))[::-1]

    def write(self, asked: ask.Event, answer: int) -> Any:
        return name(answer)

    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the tiles of the seat's stash, and of every seat's."""
        return [AT.value + seat, *range(AT.value, AT.value + SEATS)]


def _rolls(hand: Hand, rounds: int, seats: int) -> NDArray[Any]:
    """Return the first roller and the rolls: those of the rounds before are known."""
    extra = ask.no_extra()
    extra[0, 0] = seats, int(ask.entry(hand, "first_roller"))
    for number in range(3 * ROLLS_A_WORD):
        word, k = divmod(number, ROLLS_A_WORD)
        roll = -1
        if number < rounds:
            a, b = hand["rounds"][number]["dice"]
            roll = 6 * (int(a) - 1) + int(b) - 1
        extra[word, k + (word == 0)] = ROLLS, roll
    return extra


ASKING = CasinoAsking()


_SETTLES = {
    "matches": "",
    "double": ": matched by both halves of a bet",
    "double_blank": ": the double blank stops every winner",
    "double_double": ": matched by a double",
}


def _tiles(tiles: list[str]) -> str:
    return "  ".join(tiles) or "-"


def _became(entry: Mapping[str, Any], seat: int) -> str:
    """Return what became of a bet."""
    bet, won = entry["bets"][seat], entry["won"][seat]
    if won == [bet]:
        return "goes to the stash"
    if won:
        return f"stashes {_tiles(won)}"
    if bet in entry["pot"]:
        return "goes to the pot"
    return "is lost to another stash"


def _tell_round(game: Hand, number: int, hands: list[list[str]]) -> list[str]:
    """Return the lines of a round; ``hands`` are held before it, and are brought up to date."""
    entry = game["rounds"][number]
    a, b = entry["dice"]
    lines = [
        f"Round {number + 1}: {named(game, [entry['roller']])} rolls {a} and {b}"
        f"{_SETTLES[entry['rule']]}"
    ]
    for seat in places(game):
        bet = entry["bets"][seat]
        hands[seat] += entry["drawn"][seat]
        hands[seat].remove(bet)
        line = f"bets {bet}: {_became(entry, seat)}; keeps {_tiles(hands[seat])}"
        lines.append(f"  {who(game, seat):<28} {line}")
    lines.append(f"  in the pot: {_tiles(entry['pot'])}")
    return lines


def tell_end(game: Hand) -> list[str]:
    """Return what came of a game: the stashes."""
    lines = ["Stashes"]
    for seat in places(game):
        tiles = game["stash"][seat]
        shares = "shares the win" if len(game["winners"]) > 1 else "wins"
        mark = shares if seat in game["winners"] else ""
        stash = how_many(len(tiles), "tile")
        lines.append(f"  {who(game, seat):<28} {stash:>8} {mark:<15} {_tiles(tiles)}".rstrip())
    return lines


def tell_play(game: Hand, row: Ints) -> list[str]:
    """Return what was played: every round with bets, dice and what is kept."""
    first = game["first_roller"]
    lines = [address(game, f"{game['lineup'][first]} (seat {first}) rolls first", "game")]
    if game["removed"]:
        lines.append(f"  out of the set: {_tiles(game['removed'])}")
    hands: list[list[str]] = [[] for _ in range(game["players"])]
    for number in range(len(game["rounds"])):
        lines += _tell_round(game, number, hands)
    return lines


def refused(decision: str, answer: int, seen: Mapping[str, int]) -> str:
    """Return the sentence about a bet against the rules; ``seen``: the strategy's view."""
    return refusal(tile_text(answer), names(seen["hand"]))


#: What a tile does that wins every bet and the pot, by the rule that settled the round.
_WINS_ALL = {"double_double": "is the double that was rolled", "double": "matches both dice"}


def _fate(entry: Mapping[str, Any], seat: int) -> str:
    """Return what became of a bet, and why."""
    bet, won, rule, dice = entry["bets"][seat], entry["won"][seat], entry["rule"], entry["dice"]
    if won and rule in _WINS_ALL:
        return f"{_WINS_ALL[rule]} and wins all bets and the pot: {'  '.join(won)}"
    if rule == "double_blank":
        stops = "stops every winner and " if bet == "0-0" else ""
        return f"{stops}goes to the pot"
    if bet in entry["pot"]:
        lacks = " and ".join(f"no {number}" for number in dict.fromkeys(dice))
        return f"shows {lacks} and goes to the pot"
    if won and bet.endswith("-0"):
        return f"takes all bets that show a {bet[0]}: {'  '.join(won)}"
    if not won:
        return "is taken"
    shown = next(end for end in bet.split("-") if int(end) in dice)
    return f"shows a {shown} and goes to the stash"


def tell_settlement(game: Hand, number: int, chairs: Sequence[int], me: int) -> list[str]:
    """Return the dice of a round, what became of the bets, ``me`` being "you", and the pot."""
    entry = game["rounds"][number]
    a, b = entry["dice"]
    lines = [f"round {number + 1}: the dice show {a} and {b}"]
    for seat in chairs:
        whose = "your" if seat == me else f"{called(game, chairs, seat)}'s"
        lines.append(f"  {whose} {entry['bets'][seat]} {_fate(entry, seat)}")
    return [*lines, f"  in the pot: {'  '.join(entry['pot']) or 'nothing'}"]
