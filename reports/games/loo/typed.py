"""Domino Loo and Domino Rounce: a decision, a hand and a class of hands as people type them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from reports.typed.hand import GameWords, Typed, Word, tiles_of, too_much
from reports.typed.query import own_tiles, place_in, to_play
from simulate.books.tally import Ints
from simulate.domino.tiles import HIGH, parse
from simulate.domino.trick_kit import TRICKS
from simulate.errors import BoneyardError, unknown
from simulate.games.game import find_game
from simulate.games.loo import views
from simulate.games.loo.rules import LooRules, may_follow
from simulate.games.loo.words import words_of
from simulate.games.narrating import how_many
from simulate.games.rules import Rules
from simulate.games.spot import Event, asking
from simulate.runs.run import Run

if TYPE_CHECKING:
    from simulate.branch.rolling import Among

Flags = NDArray[np.bool_]

#: What a person may write, and what it means.
_DECLARED = {"play": "play", "stay": "play", "miss": "miss", "drop": "drop", "pass": "drop",
             "take": "take", "take the turn-up": "take", "for_pool": "for_pool",
             "pool": "for_pool", "for the pool": "for_pool"}
_BY_NAME = {name: action for action, name in views.ACTIONS.items()}


def declared(rules: Rules) -> dict[str, str]:
    """Return the phrases for each declaration: what a game calls its own, and we print, as well."""
    words = words_of(rules)
    own = (words.miss, f"take the {words.miss}", f"take a {words.miss}")
    return (_DECLARED | dict.fromkeys(own, "miss")
            | {phrase: action for action, phrase in words.action_words.items()})


def _declaration(meant: str, rest: Sequence[Word], seat: int) -> dict[str, Any]:
    """Read ``drop``, ``miss 6-6 4-4 ... throws 2-0``, ``take 2-0`` and the like."""
    made: dict[str, Any] = {"seat": seat, "action": "play" if meant == "take" else meant}
    if meant == "miss":
        return made | _miss(rest)
    if rest and rest[0].text.lower() in ("take", "takes"):
        meant, rest = "take", rest[1:]
    if meant == "take":
        return made | {"takes_turn_up": True, "discarded": tiles_of(rest) or None}
    if rest:
        raise too_much(rest[0], meant)
    return made


def _miss(words: Sequence[Word]) -> dict[str, Any]:
    """Read what a seat drew for its miss and threw away, or only what it kept."""
    parts: dict[str, list[Word]] = {"drawn": []}
    into = "drawn"
    for word in words:
        if word.text.lower() in ("throws", "keeps"):
            into = {"throws": "discarded", "keeps": "kept"}[word.text.lower()]
            parts[into] = []
        else:
            parts[into].append(word)
    tiles = {key: tiles_of(found) for key, found in parts.items() if found}
    if "kept" in tiles and "drawn" in tiles:
        kept = set(tiles.pop("kept"))
        tiles["discarded"] = [tile for tile in tiles["drawn"] if tile not in kept]
    return {"drawn": None, "discarded": None, **tiles}


def _read_hand(typed: Typed) -> None:
    hand, chairs, known = typed.hand, typed.chairs(), declared(typed.rules)
    hand["turn_up"] = typed.turn_up(needed="spot" not in hand)
    hand["declarations"] = [
        _declaration(known[text], rest, chairs[p]) for p, (text, rest) in enumerate(
            typed.actions(known, "declaration", typed.seats, more=True))]
    hand |= {"dealt": typed.tiles_by_seat(), "tricks": []}
    inside = _inside(hand)
    if inside and hand["turn_up"]:
        hand["tricks"] = typed.tricks(int(HIGH[parse(hand["turn_up"])]), inside, inside[0])
    if left := typed.take_all(*"0123456"):
        raise left[0].wrong("nobody plays for that trick")


def _inside(hand: Mapping[str, Any]) -> list[int]:
    """Return the seats that have not dropped."""
    return [one["seat"] for one in hand["declarations"] if one["action"] != "drop"]


def _write_stakes(typed: Typed) -> None:
    """Write the pool that a hand is played for, where one is; refuse what the antes do not make."""
    rules = typed.rules
    if isinstance(rules, LooRules) and find_game(typed.hand["game"]).has_pool(rules):
        pool = typed.chips("pool")
        typed.hand["pool"] = rules.first_pool(typed.seats) if pool is None else pool
        check_pool(rules, typed.hand["pool"], typed.seats)


def check_pool(rules: LooRules, pool: int, players: int) -> None:
    """Raise ``BoneyardError`` if the antes alone make a larger pool, or a session ends before."""
    least = min(rules.next_pool(0, players), rules.next_pool(rules.empty_below, players))
    if pool < least:
        raise BoneyardError(f"pool {pool}: with the antes paid it is {least} or more")
    most = max(rules.escalation_limit, rules.first_pool(players))
    if pool > most:
        raise BoneyardError(f"pool {pool}: it is {most} or less, for a larger one ends the session "
                            f"(escalation_limit={rules.escalation_limit})")


def _asked(typed: Typed, me: int) -> Event:
    hand, actions, who = typed.hand, typed.hand["declarations"], place_in(typed.hand, me)
    _write_stakes(typed)
    # What was declared wrongly is refused.
    asking(hand["game"]).events({**hand, "tricks": []}, typed.rules)
    given, is_open = typed.text("decision"), len(actions) < typed.seats and not hand["tricks"]
    decision = "declare" if "spot" in hand else given or (
        "keep_after_miss" if typed.has("drawn")
        else "declare" if len(actions) <= me or is_open else "lead")
    if decision == "declare":
        _check_declares(hand, me)
        hand["dealt"][me] = hand.get("holds")
        return Event(me, "declare", views.DECLARE, None, f"{who} declares")
    if decision == "keep_after_miss":
        if len(actions) != me + 1 or actions[me]["action"] != "miss":
            own = words_of(typed.rules)
            raise BoneyardError(f"--before does not end with {who} taking {own.taken}: name the "
                                "declarations up to there, as in --before "
                                f"{','.join(['drop'] * me + [own.miss])}")
        actions[-1] |= {"drawn": _drawn(typed, me)}
        return Event(me, "keep_after_miss", views.KEEP_AFTER_MISS, None, f"{who} keeps five")
    if decision == "take_turn_up":
        if me != typed.seats - 1:
            raise BoneyardError(f"decision 'take_turn_up': {who} is not asked that, only the "
                                "dealer is")
        hand["dealt"][me] = hand["holds"]
        return Event(me, "take_turn_up", views.TAKE_TURN_UP, None, f"{who}: the turn-up")
    if decision in ("lead", "follow"):
        return _at_tiles(typed, me)
    raise unknown("decision", decision, asking(hand["game"]).legal)


def _check_declares(hand: Mapping[str, Any], me: int) -> None:
    """Raise ``BoneyardError`` if it is not the turn of a position to declare."""
    actions, place = hand["declarations"], place_in(hand, me)
    if len(actions) != me:
        raise BoneyardError(f"--before names {how_many(len(actions), 'declaration')}, and {place} "
                            f"has {how_many(me, 'seat') if me else 'no seat'} before it: " + (
                                f"name what each declared, as in --before {','.join(['drop'] * me)}"
                                if me else "leave it out"))
    if not may_follow(hand["players"], [_BY_NAME[one["action"]] for one in actions]):
        raise BoneyardError(
            "before: all others dropped, so the dealer takes the pool and has nothing to declare")


def _drawn(typed: Typed, me: int) -> list[str]:
    """Return the tiles of a miss; the hand has the same ones, or the five dealt before."""
    held = typed.hand["holds"]
    drawn = typed.hand["holds"] = typed.tiles("drawn") or held
    if drawn != held:
        if both := sorted({*held} & {*drawn}):
            raise BoneyardError(f"drawn: {both[-1]} is in the hand as well; name as the hand the "
                                "tiles drawn, or the five dealt before")
        typed.hand["dealt"][me] = held
    return drawn


def _at_tiles(typed: Typed, me: int) -> Event:
    """Return which tile is asked about, and write what the seat has thrown and drawn."""
    hand, actions, inside = typed.hand, typed.hand["declarations"], _inside(typed.hand)
    if len(actions) < typed.seats and not (len(actions) == typed.seats - 1 and not inside):
        raise BoneyardError(f"--before names {how_many(len(actions), 'declaration')}, not "
                            f"{typed.seats}: at the tiles everybody has declared")
    if me not in inside:
        raise BoneyardError(f"{place_in(hand, me)} has dropped out and plays no tile")
    own, mine = own_tiles(hand, me), actions[me]
    if mine["action"] == "miss":
        mine |= {"drawn": None, "discarded": None, "kept": own}
    elif mine.get("takes_turn_up"):
        mine["discarded"] = typed.tiles("discarded")
        if hand["turn_up"] not in own or len(mine["discarded"]) != 1:
            raise BoneyardError("a dealer who takes the turn-up holds or has played it: name the "
                                "tile that you threw for it with --discarded")
        own = own_tiles(hand, me, mine["discarded"])
        own.remove(hand["turn_up"])
    if mine["action"] != "miss":
        hand["dealt"][me] = own
    return to_play(hand, inside, inside[0], me, views.FIRST_TRICK)


def read_class(text: str) -> Flags:
    """Return the kinds of hands (``simulate.theory.loo.hands``) that a class means in the words of
    the chart: trumps, a comma, plain doubles (any number where none are named)."""
    from simulate.theory.loo import hands

    wanted = _plain(text)
    kinds = {_plain(hands.name_of_kind(kind)): [kind] for kind in reversed(range(hands.HAND_KINDS))}
    for k, trumps in enumerate(hands.TRUMP_KINDS):
        first = len(hands.DOUBLE_KINDS) * k
        kinds[_plain(trumps)] = list(range(first, first + len(hands.DOUBLE_KINDS)))
    if wanted not in kinds:
        raise unknown("class of hands", text, [*hands.TRUMP_KINDS, *(
            f"{hands.TRUMP_KINDS[0]}, {doubles}" for doubles in hands.DOUBLE_KINDS)])
    flags = np.zeros(hands.HAND_KINDS, np.bool_)
    flags[kinds[wanted]] = True
    return flags


def _plain(text: str) -> str:
    """Return words in the one way of writing that we compare."""
    return " ".join(text.lower().replace(":", " ").replace(",", " ").split())


def _among(run: Run, me: int, text: str) -> Among:
    """Return which deals belong to a class of hands of a position."""
    from simulate.theory.loo import hands

    wanted, players = read_class(text), len(run.players)

    def among(orders: Ints) -> Flags:
        deals, kinds = len(orders), np.zeros(len(orders), np.int64)
        held = (1 << orders[:, TRICKS * me:TRICKS * (me + 1)]).sum(1)
        turn_ups, dealers = orders[:, TRICKS * players], np.full(deals, int(me == players - 1))
        hands.turned_kinds_of(held, HIGH[turn_ups], turn_ups, dealers, kinds)
        return wanted[kinds // hands.TURNED_UP]

    return among


def _left(hand: Mapping[str, Any], rules: Rules) -> int | None:
    """Return the chips that a hand leaves in the pool, as far as it was typed."""
    if not isinstance(rules, LooRules):
        return None
    actions = {actions["seat"]: actions["action"] for actions in hand["declarations"]}
    inside = [seat for seat, action in actions.items() if action != "drop"]
    if not inside and len(actions) == hand["players"] - 1:
        return 0  # the dealer has it all
    alone = TRICKS if len(inside) == 1 else 0  # who plays alone takes every trick
    won = Counter({inside[0]: alone} if inside else {})
    won.update(trick["winner"] for trick in hand["tricks"])
    if len(actions) < hand["players"] or won.total() < TRICKS or None in won:
        return None
    looed = sum(not won[seat] for seat in inside if actions[seat] != "for_pool")
    kept = sum(won[seat] for seat in inside if actions[seat] == "for_pool")
    pool = int(hand["pool"])
    return (pool % TRICKS + kept * (pool // TRICKS)
            + looed * rules.penalty_at(pool, hand["players"]))


WORDS = GameWords(_read_hand, _asked, lines=("said", "turn-up", *"0123456"), classes=_among,
                  phrases="play, miss (Rounce: dummy), drop or pass, for_pool, take (the dealer "
                          "plays and takes the turn-up)", left=_left)
