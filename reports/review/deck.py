"""The costliest mistakes of a review as hands to practise: a file for the page, a text for Anki.

The costliest of many decisions look costlier than they are. So each is priced anew, on deals of its
own, and left out where it is not clearly a mistake there. A deck is about the table of a report's
first page: good players in all seats, the asking one's too. A card is the whole decision with its
prices, since a page deals no score and no pool but its own.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from reports import commands
from reports.opening import asking, casino, euchre, loo, pool
from reports.opening.loo import LETTER
from reports.page.html import tile_alone
from reports.results.game_report import ValuedTable
from reports.stats import number_text
from reports.studies.advise.decision import Answers, answers_to
from simulate.books.tally import CLEAR
from simulate.branch.limits import Limits
from simulate.domino.tiles import members, name, parse
from simulate.errors import listed
from simulate.games.game import find_game
from simulate.games.loo.words import words_of
from simulate.games.spot import asking as asks
from simulate.games.spot import called
from simulate.runs.run import Run
from simulate.theory.loo.declared import plays_for_chips

#: A hand that was reviewed: its table, and the hand.
Played = tuple[ValuedTable, Mapping[str, Any]]
#: Hands of a deck, and the mistakes that are priced anew for them, at most; with so many deals.
_MOST, _LOOKED_AT, _LIMITS = 10, 30, Limits(1 << 13)
#: The first lines of a text that Anki imports.
_HEAD = "#separator:tab\n#html:true\n#notetype:Basic\n#deck:{}\n#columns:Front\tBack\n"


def _page_of(run: Run) -> tuple[Run, str]:
    """Return the table of good players of a report's page, and what its practice calls it."""
    made = {"loo": loo.good_run, "rounce": loo.good_run} | (
        {} if _is_hundred_up(run) else {"pool": pool.asked_table})
    good = replace(made.get(run.game, asking.good_table)(run), seed=0)
    return good, asking.advise_command(good, casino.DEALS_OPTION if run.game == "casino" else "")


def _is_hundred_up(run: Run) -> bool:
    return run.game == "pool" and find_game(run.game).plays_to_the_end(run.rules)


def _score(answers: Answers) -> list[Any] | None:
    """Return the score before the hand, from the first seat on; None if it is not known."""
    hand = answers.hand
    score = hand.get("points_before") or hand.get("score_before")
    return score and [score[seat] for seat in asks(answers.run.game).chairs(hand)]


def spot_of(answers: Answers) -> dict[str, Any] | None:
    """Return a decision as practice writes it (``practice.js``); None if it does not ask such."""
    run, hand, asked = answers.run, answers.hand, answers.asked
    before = [event for event in answers.events[: answers.index]
              if event.decision == asked.decision]
    written: dict[str, Any] = {"hand": _held(answers)[::-1]}
    if run.game in ("loo", "rounce") and asked.decision == "declare":
        letters = "".join(LETTER[int(event.answer or 0)] for event in before)
        at = [0, hand["pool"]] if plays_for_chips(run) else [0, None, *_needs(answers)]
        return written | {"turnUp": parse(hand["turn_up"]), "said": letters, "at": at}
    score = {"score": _score(answers)} if any(_score(answers) or ()) else {}
    if run.game == "euchre" and asked.decision == "call":
        first_round = len(before) < len(run.players) and not any(e.answer for e in before)
        return written | {"turnUp": parse(hand["turn_up"]), "said": "P" * len(before)} | score \
            if first_round else None
    if run.game == "pool" and asked.opens and not _is_hundred_up(run):
        chips = _pool(answers)
        return written | ({} if chips == _stakes(run) else {"pool": chips})
    first_bet = run.game == "casino" and not any(event.seat == asked.seat for event in before)
    return written if first_bet else None


def _needs(answers: Answers) -> tuple[int, int | list[int]]:
    """Return the points that a seat needs, and its rivals: one number where all are alike."""
    run, most = answers.run, find_game(answers.run.game).points(answers.run.rules) or 0
    score = _score(answers)
    needs = [most] * len(run.players) if score is None else [
        points if words_of(run.rules).counts_down else most - points for points in score]
    own = needs.pop(answers.position)
    alike = len(set(needs)) == 1 and min(own, *needs) >= 1 and max(own, *needs) <= most
    return own, needs[0] if alike else needs


def _stakes(run: Run) -> int:
    """Return the chips that the seats stake at a hand of Pool."""
    return len(run.players) * int(getattr(run.rules, "contribution", 0))


def _pool(answers: Answers) -> int:
    return int(answers.hand.get("pool") or _stakes(answers.run))


def _letters(answers: Answers) -> list[str]:
    """Return what the page's script calls the answers."""
    options, ask = answers.prices.answers, asks(answers.run.game)
    if answers.run.game in ("loo", "rounce"):
        return [LETTER[answer] for answer in options]
    if answers.run.game == "euchre":
        return list(euchre.LETTERS[: len(options)])
    tiles = (ask.write(answers.asked, answer) for answer in options)
    return [one if isinstance(one, str) else one["tile"] for one in tiles]


def card_of(mistake: Mistake) -> dict[str, Any] | None:
    """Return a mistake as a card of the page's practice (``memory.js``), with how far each answer
    is behind the best in the page's unit; None if the page asks no such decision."""
    answers = mistake.answers
    if (spot := spot_of(answers)) is None:
        return None
    many = asking.HUNDRED / _pool(answers) if answers.run.game == "pool" else answers.read_in[0]
    behind = map(answers.prices.behind, range(len(answers.prices.answers)))
    priced = {letter: [many * gap, many * se]
              for letter, (gap, se) in zip(_letters(answers), behind, strict=True)}
    return {"spot": spot, "priced": priced, "box": 0, "due": 0, "after": None,
            "told": mistake.back}


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
    chosen: str  #: what was done, in words
    cost: tuple[float, float]  #: how much it is behind the best, and the error

    @property
    def back(self) -> list[str]:
        """The sentences behind the hand."""
        many, unit = self.answers.read_in
        gap, error = self.cost
        lost = number_text.counted(number_text.with_interval(many * gap, many * error), unit)
        return [self.answers.answer, f"You chose to {self.chosen}: {lost} lost."]

    def front(self) -> str:
        """Return the question with its tiles, as HTML in a line."""
        answers = self.answers
        hand, ask = answers.hand, asks(answers.run.game)
        place = find_game(answers.run.game).position_names(len(answers.against))[answers.position]
        name_of = called(hand, ask.chairs(hand), answers.asked.seat)
        lines = [f"You are {name_of if name_of.endswith(place) else f'{name_of}, the {place}'}.",
                 f"{_table_in_words(answers.run)}."]
        if hand.get("pool"):
            lines.append(f"The pool is {hand['pool']:,}.")
        if (score := _score(answers)) is not None:
            chairs = ask.chairs(hand)
            each = (f"{called(hand, chairs, seat)} {'out' if points is None else points}"
                    for seat, points in zip(chairs, score, strict=True))
            lines.append(f"The score: {', '.join(each)}.")
        before = [event.about for event in answers.events[: answers.index]]
        lines += [f"{known[0].upper()}{known[1:]}."] if (known := "; ".join(before)) else []
        lines += [ask.lies(hand, answers.events, answers.index), f"{answers.question.rstrip('?')}?"]
        tiles = " ".join(map(tile_alone, map(name, _held(answers)[::-1])))
        up = f"<br>turn-up {tile_alone(hand['turn_up'])}" if hand.get("turn_up") else ""
        return f"<p>{html.escape(' '.join(filter(None, lines)))}</p>{tiles}{up}"


def _table_in_words(run: Run) -> str:
    """Name a table: its game, its seats, the rules that were chosen, and who plays."""
    rules = (f", {option}={commands.rule_text(value)}"
             for option, value in run.rules.given().items())
    return (f"{find_game(run.game).title} with {len(run.players)} players{''.join(rules)}; all "
            f"play {listed(list(dict.fromkeys(run.labels)))}")


def mistakes(review: Any, played: Sequence[Played]) -> Iterator[Mistake]:
    """Yield the decisions that surely cost something, the costliest first, priced anew."""
    known: dict[str, ValuedTable] = {}

    def among_good(table: ValuedTable) -> ValuedTable:
        good, command = _page_of(table.run)
        if command not in known:
            same = (good.players, good.rules, good.seed) == (
                table.run.players, table.run.rules, table.run.seed)
            known[command] = table if same else ValuedTable(good)
        return known[command]

    taken = [(decision, *one) for hand, one in zip(review.hands, played, strict=True)
             for decision in hand.decisions if decision.cost > CLEAR * decision.se]
    taken.sort(key=lambda one: CLEAR * one[0].se - one[0].cost)
    for decision, own, written in taken[:_LOOKED_AT]:
        table = among_good(own)
        events = asks(own.run.game).events(written, own.run.rules)
        answers = answers_to(table.run, written, events, decision.index, table, _LIMITS)
        chosen = answers.prices.answers.index(int(events[decision.index].answer or 0))
        if answers.prices.is_behind(chosen):
            yield Mistake(answers, decision.chosen, answers.prices.behind(chosen))


def decks(review: Any, played: Sequence[Played]) -> dict[str, bytes]:
    """Return the files ``practice.json`` and ``practice.txt`` (Anki's), each where it has hands."""
    found = list(mistakes(review, played))
    costliest = list(islice(found, _MOST))
    if not costliest:
        return {}
    title = f"{find_game(review.run.game).title} review of {review.who}"
    lines = ["\t".join(" ".join(part.split()) for part in (
        one.front(), "<br>".join(map(html.escape, one.back)))) for one in costliest]
    files = {"practice.txt": (_HEAD.format(title) + "\n".join(lines) + "\n").encode()}
    _, table = _page_of(review.run)
    cards = [card for one in found if _page_of(one.answers.run)[1] == table
             and (card := card_of(one)) is not None][:_MOST]
    if cards:
        memory = {"format": 1, "table": table, "played": 0, "right": 0, "cost": 0, "mistakes": {},
                  "cards": cards}
        files["practice.json"] = json.dumps(memory).encode()
    return files
