"""The dearest mistakes of a review as hands to practise: a file for the page, a text for Anki.

The dearest of many costs look dearer than they are. So each is priced anew, on deals of its own,
and is left out where it is not clearly a mistake there.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from reports.opening import asking, casino, loo, pool
from reports.opening.loo_tables import LETTER
from reports.page.tiles import tile_alone
from reports.review.evening import Evening
from reports.stats import number_text
from reports.studies.advise.decision import Answers, answers_to
from reports.studies.advise.decision_input import Table
from simulate.branch.limits import CLEAR, Limits
from simulate.domino.tiles import members, name, parse
from simulate.games.game import find_game
from simulate.games.spot import asking as asks
from simulate.games.spot import called
from simulate.runs.run import Run
from simulate.theory.loo.declarations import plays_for_chips

#: A hand that was reviewed: its table, and the hand.
Played = tuple[Table, Mapping[str, Any]]
#: Hands of a deck, and the mistakes that are priced anew for them, at most; with so many deals.
_MOST, _LOOKED_AT, _LIMITS = 10, 30, Limits(1 << 13)
#: The first lines of a text that Anki imports; ``memory.js`` writes them, too.
_HEAD = "#separator:tab\n#html:true\n#notetype:Basic\n#deck:{}\n#columns:Front\tBack\n"


def _page_of(run: Run) -> tuple[Run, str]:
    """Return the table of good players of a report's page, and what its practice calls it."""
    good = {"loo": loo.good_run, "rounce": loo.good_run, "pool": pool.asked_table}.get(
        run.game, asking.good_table)(run)
    return good, asking.advise_command(good, casino.DEALS_OPTION if run.game == "casino" else "")


def spot_of(answers: Answers) -> dict[str, Any] | None:
    """Return a decision as practice writes it (``practice.js``); None if it does not ask such."""
    run, hand, asked = answers.run, answers.hand, answers.asked
    before = [event for event in answers.events[: answers.index]
              if event.decision == asked.decision]
    written: dict[str, Any] = {"hand": _held(answers)[::-1]}
    if run.game in ("loo", "rounce") and asked.decision == "declare":
        said = "".join(LETTER[int(event.answer or 0)] for event in before)
        # The page's own table, at the pool; for points at the start of a game.
        needed = find_game(run.game).points
        at = [0, hand["pool"]] if plays_for_chips(run) else [0, None, needed, needed]
        return written | {"turnUp": parse(hand["turn_up"]), "said": said, "at": at}
    if run.game == "euchre" and asked.decision == "call":
        first_round = len(before) < len(run.players) and not any(e.answer for e in before)
        return written | {"turnUp": parse(hand["turn_up"]), "said": "P" * len(before)} \
            if first_round else None
    first_tile = (run.game == "pool" and asked.opens) or (
        run.game == "casino" and not any(event.seat == asked.seat for event in before))
    return written if first_tile else None


def _held(answers: Answers) -> list[int]:
    """Return the tiles that the seat holds, the lowest first; of a miss those to keep from."""
    if answers.asked.decision == "keep_after_miss":
        kept = (asks(answers.run.game).write(answers.asked, k) for k in answers.prices.answers)
        return sorted({parse(tile) for some in kept for tile in some})
    column = answers.asked.seat if asks(answers.run.game).held_by_seat else answers.position
    return list(members(int(answers.prices.held[0][0, column])))


@dataclass(frozen=True)
class Mistake:
    """A decision that surely cost something, priced on deals that did not find it."""

    answers: Answers
    said: str  #: what was done, in words
    cost: tuple[float, float]  #: how much it is behind the best, and the error

    @property
    def told(self) -> list[str]:
        """The sentences behind the hand."""
        many, unit = self.answers.told_in
        gap, error = self.cost
        lost = number_text.counted(number_text.with_interval(many * gap, many * error), unit)
        return [self.answers.answer, f"You chose to {self.said}: {lost} lost."]

    def front(self) -> str:
        """Return the question with its tiles, as HTML in a line."""
        answers = self.answers
        hand, ask = answers.hand, asks(answers.run.game)
        place = find_game(answers.run.game).position_names(len(answers.against))[answers.position]
        name_of = called(hand, ask.chairs(hand), answers.asked.seat)
        lines = [f"You are {name_of if name_of.endswith(place) else f'{name_of}, the {place}'}."]
        if hand.get("pool"):
            lines.append(f"The pool is {hand['pool']:,}.")
        heard = [event.about for event in answers.events[: answers.index]]
        lines += [f"{told[0].upper()}{told[1:]}."] if (told := "; ".join(heard)) else []
        lines += [ask.lies(hand, answers.events, answers.index), f"{answers.question.rstrip('?')}?"]
        tiles = " ".join(map(tile_alone, map(name, _held(answers)[::-1])))
        up = f"<br>turn-up {tile_alone(hand['turn_up'])}" if hand.get("turn_up") else ""
        return f"<p>{html.escape(' '.join(filter(None, lines)))}</p>{tiles}{up}"


def mistakes(review: Evening, played: Sequence[Played]) -> Iterator[Mistake]:
    """Yield the decisions that surely cost something, the dearest first."""
    taken = [(decision, *one) for hand, one in zip(review.hands, played, strict=True)
             for decision in hand.decisions if decision.cost > CLEAR * decision.se]
    taken.sort(key=lambda one: CLEAR * one[0].se - one[0].cost)
    for decision, table, written in taken[:_LOOKED_AT]:
        run = table.run
        events = asks(run.game).events(written, run.rules)
        answers = answers_to(run, written, events, decision.index, table, _LIMITS)
        chosen = answers.prices.answers.index(int(events[decision.index].answer or 0))
        if answers.prices.is_behind(chosen):
            yield Mistake(answers, decision.said, answers.prices.behind(chosen))


def decks(review: Evening, played: Sequence[Played]) -> dict[str, bytes]:
    """Return the files ``practice.json`` and ``practice.txt`` (Anki's), each where it has hands.
    The page's practice asks some kinds of decisions alone, and of one table."""
    found = list(mistakes(review, played))
    dearest = list(islice(found, _MOST))
    if not dearest:
        return {}
    title = f"{find_game(review.run.game).title} review of {review.who}"
    lines = ["\t".join(" ".join(part.split()) for part in (
        one.front(), "<br>".join(map(html.escape, one.told)))) for one in dearest]
    files = {"practice.txt": (_HEAD.format(title) + "\n".join(lines) + "\n").encode()}
    _, table = _page_of(review.run)
    cards = [{"spot": spot, "box": 0, "due": 0, "after": None, "told": one.told}
             for one in found if _page_of(one.answers.run)[1] == table
             and (spot := spot_of(one.answers)) is not None][:_MOST]
    if cards:
        memory = {"format": 1, "table": table, "played": 0, "right": 0, "cost": 0, "mistakes": {},
                  "cards": cards}
        files["practice.json"] = json.dumps(memory).encode()
    return files

