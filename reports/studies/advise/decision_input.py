"""Decisions as people write them: tiles, what was declared, what was played.

Everything is counted from the seats' positions: 0 or ``eldest`` is the first on the dealer's left,
``dealer`` the last; at Domino Pool 0 is the leader, at Casino the one who rolls first.  The result
is a hand of the exchange format as far as it is known, with the seats numbered by position.
"""

import math
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from reports.results.game_report import words_of
from reports.typed.hand import Typed, read_score, seat_of
from reports.typed.query import Query, check_goes_on
from simulate.branch.limits import Limits
from simulate.branch.rolling import Among
from simulate.errors import BoneyardError, brief, unknown, whole
from simulate.games.game import find_game
from simulate.games.spot import TILE_PLAYS, Event, asking
from simulate.runs.run import Run

_ASKED = {
    "declare": "What to declare", "take_turn_up": "Take the turn-up?",
    "keep_after_miss": "Which tiles to keep", "lead": "What to lead", "follow": "What to play",
    "call": "What to call", "discard": "What to discard", "play": "What to play",
    "draw": "Draw a tile?", "star": "Star?", "bet": "What to bet"}


#: Kinds of decisions whose name is no word of a player.
_KINDS = {"take_turn_up": "take the turn-up", "keep_after_miss": "keep five"}


def kind_in_words(decision: str) -> str:
    """Return a kind of decision in words."""
    return _KINDS.get(decision, decision.replace("_", " "))


def question(decision: str) -> str:
    """Return the question as a headline; for a decision that has no words here, its name."""
    return _ASKED.get(decision, kind_in_words(decision).capitalize())


def drawn(tiles: list[str]) -> str:
    """Draw tiles in text, as in ``[6|3] [2|0]``."""
    return " ".join(f"[{tile[0]}|{tile[2]}]" for tile in tiles)


def in_words(game: str, asked: Event, answer: int, hand: Mapping[str, Any] | None = None) -> str:
    """Return an answer in words; a hand shows whether it is the dealer who calls."""
    ask = asking(game)
    deals = hand is not None and asked.decision == "call" and (
        ask.position(hand, asked.seat) == len(ask.chairs(hand)) - 1)
    return write_answer(game, asked.decision, ask.write(asked, answer), deals)


def write_answer(game: str, decision: str, written: Any, deals: bool = False) -> str:
    """Return an answer of the exchange format in words; ``deals``: whether the dealer calls."""
    words = find_game(game).action_words
    if isinstance(written, str) and (decision == "declare" or written in words):
        return words.get(written, written)
    if decision == "take_turn_up":
        return "leave the turn-up" if written == "leave" else f"take the turn-up for {written}"
    if decision == "lead":
        tile, suit = written["tile"], written["suit"]
        return f"lead {tile}" + ("" if tile[0] == tile[2] else f" as a {suit}")
    if decision == "call":
        if written == "pass":
            return "pass"
        made = {"call": written} if isinstance(written, str) else written
        alone = " alone" if made.get("alone") else ""
        if made["call"] == "name":
            return f"name {made['suit']}s{alone}"
        return f"{'pick' if deals else 'order'} it up{alone}"
    if decision == "play":
        return f"play {written['tile']}" + (f" on the {written['end']}" if written["end"] else "")
    if decision == "draw":
        return "draw a tile" if written == "draw" else "pass"
    if decision == "star":
        return "star" if written == "star" else "go out"
    does = {"follow": "play", "keep_after_miss": "keep"}.get(decision, kind_in_words(decision))
    return f"{does} {' '.join(written) if isinstance(written, list) else written}"


#: Deals that are drawn for one question in any case, so that chances are known well, too.
ENOUGH = 8192
#: Between these lies how many may be drawn at most.
LEAST_DEALS, LONGEST = 512, 1 << 24


def read_position(run: Run, text: str) -> int:
    """Return a position from a number or its name."""
    seats = len(run.players)
    names = [word.split()[0].lower() for word in find_game(run.game).position_names(seats)]
    word = text.strip().lower().removesuffix(" hand")
    words = {**{n: p for p, n in enumerate(names)}, "eldest": 0, "first": 0, "leader": 0,
             "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": seats - 1,
             "dealer": seats - 1}
    if word in words and words[word] < seats:
        return words[word]
    if not word:
        raise BoneyardError(
            f"a position is missing: choose from {', '.join([*names, *run.names])}")
    if not word.isdigit():
        raise unknown("position", text, [*map(str, range(seats)), *names, *run.names])
    return whole(word, "position", 0, seats - 1)


def turned(run: Run, dealer: object) -> Run:
    """Return a table turned so that a player deals, named or by the number of the seat."""
    if dealer is None:
        return run
    game, text, seats = find_game(run.game), str(dealer).strip(), len(run.players)
    if words_of(run.game).first != "dealer":
        raise BoneyardError(f"dealer {text!r} has no part in a decision of {game.title}: leave it "
                            "out")
    if (seat := seat_of(text, run.names)) is None:
        if not text.isdigit():
            raise unknown("dealer", text, run.names or [*map(str, range(seats))])
        seat = whole(text, "dealer", 0, seats - 1)
    first = seat + 1
    return replace(run, players=run.players[first:] + run.players[:first],
                   names=run.names[first:] + run.names[:first])


#: A hand as far as it is known, its decisions and the one that is asked about.
Asked = tuple[dict[str, Any], list[Event], int]


def read_decision(run: Run, query: Query, spot: str = "") -> Asked:
    """Return the hand and the decision that a person means: the options are read as the lines of a
    typed hand, whose seats are numbered by position. ``spot``: a class of hands in place of one."""
    words, game, seats = words_of(run.game), find_game(run.game), len(run.players)
    first = seats - 1 if words.first == "dealer" else 0
    hand: dict[str, Any] = {"game": run.game, "players": seats, "tricks": [],
                            words.first.replace(" ", "_"): first}
    typed = Typed([*game.position_names(seats)], run.rules, hand, first, [*query.lines(words.seen)])
    hand |= {"spot": spot} if spot else {"holds": typed.tiles("hand")}
    if not (spot or hand["holds"]):
        raise BoneyardError("hand is missing: name the tiles held, and where you sit; or a hand "
                            "history")
    me = read_position(run, query.position)
    words.hand(typed)
    read_score(typed)
    check_goes_on(typed)
    asked = words.asked(typed, me)
    seen_early = hand["tricks"] and asked.decision not in TILE_PLAYS
    for option in [line.option for line in typed.lines] + ["seen"] * bool(seen_early):
        given = brief(getattr(query, option.replace("-", "_")))
        raise BoneyardError(f"{option} {given} has no part in a decision of {game.title} to "
                            f"{kind_in_words(asked.decision)}: leave it out")
    events = [event for event in asking(run.game).events(hand, run.rules)
              if (event.seat, event.number, event.answer) != (asked.seat, asked.number, None)]
    return hand, [*events, asked], len(events)


def read_question(run: Run, query: Query, spot: str = "") -> tuple[Asked, Among | None]:
    """Return the decision that a person means, and where it is of a class (``2 trumps with the
    best, 1 double``), which deals are meant."""
    if not (spot := spot.strip()):
        return read_decision(run, query), None
    if query.hand:
        raise BoneyardError("hand and spot: name a hand or a class of hands, not both")
    if (classes := words_of(run.game).classes) is None:
        raise BoneyardError(f"spot: {run.game} has no classes of hands as a chart of declarations "
                            "has them: name a hand")
    among = classes(run, read_position(run, query.position), spot)
    return read_decision(run, query, spot), among


def read_limits(deals: object, seconds: object = None) -> Limits:
    """Return how many deals at most are drawn for one question, and for how long."""
    most = whole(deals, "deals", LEAST_DEALS, LONGEST)
    try:
        late = math.inf if seconds is None else float(str(seconds))
    except ValueError:
        late = math.nan
    if not late > 0:
        raise BoneyardError(f"seconds {brief(seconds)} is not a number above 0, such as 0.5")
    return Limits(most, min(most, ENOUGH), late)
