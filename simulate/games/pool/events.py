"""A hand of Domino Pool in the exchange format, from the row that it left, and its decisions as a
seat sees them, from a hand in that format.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from simulate.books.tally import Ints
from simulate.domino.deck import shuffle
from simulate.domino.tiles import ALL_TILES, DOUBLES, SHOWS, members, name, names, parse
from simulate.errors import BoneyardError
from simulate.games import spot as ask
from simulate.games.game import Hand, find_game
from simulate.games.narrating import by_seat
from simulate.games.pool import course, views
from simulate.games.pool.kernel import pass_lead, play_dealt, seat_from_leader, take_chairs
from simulate.games.pool.rules import PoolRules, hand_size
from simulate.games.pool.settling import OUT, collect
from simulate.games.pool.views import AT, NO_OPTION, RIGHT
from simulate.games.rules import Rules
from simulate.games.scripts import any_legal
from simulate.machine.compiling import inlined
from simulate.machine.table import BASE, Table


def _scores(row: Ints, entry: int, seats: int) -> list[int | None]:
    """Return the scores; None for a seat that is out."""
    return [None if score == OUT else score for score in by_seat(row, entry, seats)]


def _play(row: Ints, seats: int) -> dict[str, Any]:
    """Return the deal, the turns, as many as there were, and the line."""
    chairs, plays = by_seat(row, AT.chair, int(row[AT.players])), list[dict[str, Any]]()
    dealt: list[list[str] | None] = [None] * seats
    stock = ALL_TILES
    for p, seat in enumerate(chairs):
        dealt[seat] = names(row[AT.dealt + p])
        stock &= ~int(row[AT.dealt + p])
    for k in range(int(row[AT.turns])):
        seat, option = chairs[k % len(chairs)], int(row[AT.choice_of + k])
        if row[AT.drawn_of + k] >= 0:  # a draw is followed by the tile played, or by a pass
            plays.append({"seat": seat, "draw": name(row[AT.drawn_of + k])})
        if option == NO_OPTION:
            plays.append({"seat": seat, "pass": True})
            continue
        end = None if k == 0 else "right" if views.goes_right(option) else "left"
        plays.append({"seat": seat, "tile": name(views.tile_of(option)), "end": end})
    line = course.line_of(course.turns_of({"plays": plays}, len(chairs)))
    return {"dealt": dealt, "stock": names(stock), "plays": plays, "line": line}


def record(row: Ints, seats: int) -> dict[str, Any]:
    """Return a hand of Domino Pool from the row that it left: ``int64[AT.size]``."""
    pips, game = [0] * seats, dict[str, Any]()
    for p, seat in enumerate(by_seat(row, AT.chair, int(row[AT.players]))):
        pips[seat] = int(row[AT.pips_left + p])
    if row[AT.hundred_up]:
        game = {
            "score_before": _scores(row, AT.score, seats),
            "score_after": _scores(row, AT.score_after, seats),
            "out": list(members(row[AT.out])),
            "starred": list(members(row[AT.starred])),
            "game_over": bool(row[AT.game_over]),
            "game_winners": list(members(row[AT.game_winners])),
        }
    return {
        "hand": int(row[BASE.number]),
        "leader": int(row[AT.leader]),
        "contribution": by_seat(row, AT.contributed, seats),
        "pool": int(row[AT.pool]),
        **_play(row, seats),
        "ended": "blocked" if row[AT.blocked] else "domino",
        "pips": pips,
        "winners": list(members(row[AT.winners])),
        "paid": by_seat(row, AT.paid, seats),
        "pool_next": int(row[AT.pool_next]),
        "net": by_seat(row, AT.value, seats),
        **game,
    }


def begun(row: Ints, seats: int) -> dict[str, Any]:
    """Return what was played of a hand in which a strategy failed, from the row as it stood."""
    return {"leader": int(row[AT.leader]), **_play(row, seats)}


def either(view: views.Turn | views.Starring, p: Any) -> int:
    """Draw, or star, half of the time."""
    return view.word & 1


def always(view: Any, p: Any) -> int:
    """Draw, or star: a player with this decision plays as before otherwise."""
    return 1


def never(view: Any, p: Any) -> int:
    """Do neither."""
    return 0


#: Sessions from this number on belong to no run; and the most hands that a game is played on for.
_SESSIONS, _LONGEST = 1 << 41, 1000


_play_dealt = inlined(play_dealt)


def play_on(table: Table, scratch: Any) -> int:
    """Play a hand from the deal; leader, pool and scores are set, and the stakes are paid."""
    shuffle(table)
    seat_from_leader(table)
    return _play_dealt(table, scratch)


def play_with_lots(table: Table, scratch: Any) -> int:
    """Play a session's first hand: see ``PoolAsking.opens``."""
    shuffle(table)
    take_chairs(table)
    return _play_dealt(table, scratch)


def play_to_the_end(table: Table, scratch: Any) -> int:
    """Play on until the game is over, with tiles that no run has; ``value`` is of all."""
    table[BASE.stacked] = 0
    table[BASE.session] = _SESSIONS | table[BASE.key] & (_SESSIONS - 1)
    for seat in range(table[AT.seats]):
        scratch[seat] = table[AT.value + seat]
    for _ in range(_LONGEST):
        if table[AT.game_over]:
            break
        pass_lead(table)
        table[BASE.number] += 1
        shuffle(table)
        take_chairs(table)
        collect(table)
        _play_dealt(table, scratch)
        for seat in range(table[AT.seats]):
            scratch[seat] += table[AT.value + seat]
    for seat in range(table[AT.seats]):
        table[AT.value + seat] = scratch[seat]
    return 0


class PoolAsking(ask.Asking):
    """How Domino Pool is asked about."""

    legal = dict.fromkeys(("play", "draw", "star"), (AT.legal, 0))
    by_lot = {"play": any_legal, "draw": either, "star": either}
    play = staticmethod(play_on)
    scratch = views.SEATS

    def opens(self) -> Callable[[Any, Any], int]:
        """Play a hand from the deal, the leader found by the rules."""
        return play_with_lots

    def goes_on(self, rules: Rules) -> Callable[[Any, Any], int] | None:
        """Play a game hundred up to its end."""
        return play_to_the_end if find_game("pool").plays_to_the_end(rules) else None

    def events(self, hand: Hand, rules: Rules) -> list[ask.Event]:
        """Return the turns in which a tile was played or might have been drawn, then the stars."""
        if getattr(rules, "bankroll", None):
            raise BoneyardError("rule bankroll: to price a decision the chips of every seat would "
                                "have to be known; leave it out with bankroll=none")
        assert isinstance(rules, PoolRules)
        chairs, events = ask.chairs_of(hand), []
        who = partial(ask.called, hand, chairs)
        for k, turn in enumerate(course.turns_of(hand)):
            if turn.seat != chairs[k % len(chairs)]:
                raise BoneyardError(f"turn {k + 1}: it is {who(chairs[k % len(chairs)])}'s, "
                                    f"not {who(turn.seat)}'s")
            if course.decides_to_draw(rules, turn):
                does = "draws" if turn.drew else "does not draw"
                events.append(ask.Event(turn.seat, "draw", views.DRAWS_FROM + k // len(chairs),
                                    int(turn.drew), f"turn {k + 1}: {who(turn.seat)} {does}"))
            if turn.option != NO_OPTION:
                tile = turn.option % RIGHT
                events.append(ask.Event(turn.seat, "play", k // len(chairs), turn.option,
                                    f"turn {k + 1}: {who(turn.seat)} plays {name(tile)}", k == 0))
        return events + course.stars_decided(hand, rules, chairs)

    def unasked(self, hand: Hand, rules: Rules, seat: int) -> list[tuple[int, str]]:
        """Return the passes and the draws that nobody decided, and the tiles that a seat drew."""
        assert isinstance(rules, PoolRules)
        chairs, decided, shown = ask.chairs_of(hand), 0, []
        for k, turn in enumerate(course.turns_of(hand)):
            own = turn.seat == seat
            who = "you" if own else ask.called(hand, chairs, turn.seat)
            about, s = f"turn {k + 1}: {who}", "" if own else "s"
            decides = course.decides_to_draw(rules, turn)
            passes = turn.is_over and turn.option == NO_OPTION
            decided += decides
            if turn.drew and own and turn.drawn is not None:
                shown.append((decided, f"{about} draw {name(turn.drawn)}"))
            elif turn.drew and not decides:
                shown.append((decided, f"{about} draw{s} a tile"))
            if passes and (turn.drew or not decides):
                lacks = " and ".join(f"no {number}" for number in dict.fromkeys(turn.ends))
                shown.append((decided, f"{about} pass{s and 'es'}: {lacks}"))
            decided += turn.option != NO_OPTION
        return shown

    def lies(self, hand: Hand, events: ask.Events, index: int) -> str:
        """Return the line before a turn, and the seat's tiles; or what starring means."""
        asked, chairs = events[index], ask.chairs_of(hand)
        if asked.decision == "star":
            return course.star_in_words(hand, asked.seat, chairs)
        now = _turn_of(asked, chairs)
        turns = course.turns_of(hand)
        own = [parse(str(tile)) for tile in ask.entry(hand, "dealt")[asked.seat]]
        own += [turn.drawn for turn in turns[: now + (asked.decision == "play")]
                if turn.seat == asked.seat and turn.drawn is not None]
        played = [turn.option % RIGHT for turn in turns[:now] if turn.option != NO_OPTION]
        held = " ".join(name(tile) for tile in own if tile not in played)
        line = " ".join(course.line_of(turns[:now]))
        return f"the line is {line}; you hold {held}" if line else ""

    def spot(self, hand: Hand, rules: Rules, events: ask.Events, index: int) -> ask.InfoState:
        """Return what the seat knows that takes turn ``index``."""
        asked, before, chairs = events[index], events[:index], ask.chairs_of(hand)
        if asked.decision == "star":
            return self._spot_of_star(hand, rules, asked, before, chairs)
        now = _turn_of(asked, chairs)
        turns = course.turns_of(hand)
        drew_now = turns[now : now + 1] if asked.decision == "play" else []
        fixed, holdings = course.deck_known(hand, asked.seat, turns[:now], drew_now, chairs)
        actions = tuple(ask.seen_by(event, asked.seat) for event in before)
        shown = []
        for k, turn in enumerate(turns[:now]):
            does = "passes" if turn.option == NO_OPTION else f"plays {name(turn.option % RIGHT)}"
            about = f"turn {k + 1}: {ask.called(hand, chairs, turn.seat)} {does}"
            shown.append(ask.Observed(AT.choice_of + k, turn.option, about))
        return ask.InfoState(asked, self.state(hand, rules), fixed, holdings, actions, tuple(shown))

    def _spot_of_star(
        self, hand: Hand, rules: Rules, asked: ask.Event, before: ask.Events,
        chairs: list[int],
    ) -> ask.InfoState:
        """Return what a seat that may star knows: all hands were laid open to count their pips."""
        fixed, size, stock = ask.nothing_fixed(), hand_size(len(chairs)), 0
        dealt = ask.dealt_tiles(hand, chairs, asked.seat, size)
        if len(dealt) < len(chairs):
            raise BoneyardError(f"{asked.about}: the hand does not tell what everybody was dealt")
        for p, seat in enumerate(chairs):
            fixed[size * p : size * (p + 1)] = dealt[seat]
            stock += size
        for k, turn in enumerate(course.turns_of(hand)):
            if turn.drew:
                fixed[stock] = course.tile_drawn(turn, None, True, k)
                stock += 1
        actions = tuple(ask.seen_by(event, event.seat) for event in before)
        return ask.InfoState(asked, self.state(hand, rules), fixed, (), actions, ())

    def state(self, hand: Hand, rules: Rules) -> dict[int, int]:
        assert isinstance(rules, PoolRules)
        pool, starred = hand.get("pool"), course.starred_before(hand, rules)
        stakes = int(hand["players"]) + len(starred)
        state = {
            AT.leader: ask.chairs_of(hand)[0], BASE.number: int(hand.get("hand") or 0),
            AT.seats_in: sum(1 << seat for seat in ask.chairs_of(hand)),
            AT.pool: stakes * rules.contribution if pool is None else int(pool),
        }
        state[AT.stars] = sum(1 << seat for seat in starred)
        for seat, score in enumerate(hand.get("score_before") or []):
            state[AT.score + seat] = OUT if score is None else int(score)
        return state

    def chances(self, hand: Hand, rules: Rules, events: ask.Events, seat: int) -> list[ask.Chance]:
        """Return the deal."""
        chairs = ask.chairs_of(hand)
        dealt = ask.dealt_tiles(hand, chairs, seat, hand_size(len(chairs)))
        deck = ask.dealt_deck(dealt, chairs, hand_size(len(chairs)))
        return [ask.Chance(deck, 0, all_known=len(dealt) == len(chairs))] if dealt else []

    def draws(self, hand: Hand) -> list[int | None]:
        return [turn.drawn for turn in course.turns_of(hand) if turn.drew]

    def of_note(self, hand: Hand, rules: Rules, events: ask.Events, index: int) -> dict[str, int]:
        """Return the tiles that fit the open ends, and the doubles."""
        chairs, asked = ask.chairs_of(hand), events[index]
        if asked.decision == "star":
            return {}
        now = _turn_of(asked, chairs)
        ends = (-1, -1)
        for turn in course.turns_of(hand)[:now]:
            ends = course.after(turn.ends, turn.option)
        shown = dict.fromkeys(number for number in ends if number >= 0)
        return {**{f"a {number}": int(SHOWS[number]) for number in shown}, "a double": DOUBLES}

    def answers(self, asked: ask.Event, legal: int, row: Ints) -> list[int]:
        """Return the options that the rules allow."""
        return [option for option in range(NO_OPTION) if legal >> option & 1]

    def write(self, asked: ask.Event, answer: int) -> Any:
        if asked.decision == "draw":
            return "draw" if answer else "pass"
        if asked.decision == "star":
            return "star" if answer else "out"
        end = "right" if answer >= RIGHT else "left"
        return {"tile": name(answer % RIGHT), "end": None if asked.opens else end}

    def kept(self, seat: int, rules: Rules) -> list[int]:
        """Return the seat's chips, of the hand or the game, the pool left, and who won a game."""
        return [AT.value + seat, AT.pool_next, AT.game_winners]


def _turn_of(asked: ask.Event, chairs: list[int]) -> int:
    """Return the number of the turn in which a decision is asked."""
    return len(chairs) * (asked.number % views.DRAWS_FROM) + chairs.index(asked.seat)


ASKING = PoolAsking()
