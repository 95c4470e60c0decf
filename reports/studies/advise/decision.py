"""Any decision of any game: what each answer is worth against a line-up."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from reports.later import pd
from reports.results.stakes import Stakes
from reports.stats import number_text
from reports.studies.advise import decision_words as words
from reports.studies.advise.rivals import rivals_frame
from reports.studies.advise.stakes import Table
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.spot import Event, asking
from simulate.rollout.pricing import MOST_DEALS, Prices, price
from simulate.rollout.rolling import Among
from simulate.runs.run import Run

_CLEAR = 2.0


@dataclass(frozen=True)
class Answers:
    """What the answers to a decision are worth.

    Parameters
    ----------
    run : Run
        The table; its players sit as they are asked about.
    hand : mapping
        The hand as far as it is known.
    asked : Event
    prices : Prices
    stakes : Stakes
    against : list of str
        Strategy by position; that of the asking seat plays on for it.
    position : int
    events : sequence of Event
        The decisions of the hand.
    index : int
        Which of them is asked about.

    Examples
    --------
    >>> import boneyard
    >>> answers = boneyard.ask("pool", "6-6 4-4 5-3 5-0", "third", lineup="random", deals=512,
    ...                        seen="5-4, 5-1 left, 4-2 right, pass, pass, 5-2 right")
    >>> len(answers.frame)
    2
    """

    run: Run
    hand: Mapping[str, Any]
    asked: Event
    prices: Prices
    stakes: Stakes
    against: list[str]
    position: int
    events: Sequence[Event]
    index: int

    def as_dict(self) -> dict[str, Any]:
        """Return the object that ``--format json`` prints."""
        return {
            "game": self.run.game, "players": len(self.run.players),
            "rules": self.run.rules.as_dict(), "decision": self.asked.decision,
            "position": self.position, "against": self.against, "unit": self.stakes.unit,
            "deals": self.prices.counted, "answers": [self._entry(k) for k in self.prices.order],
        }

    def _entry(self, k: int) -> dict[str, Any]:
        worst = self.prices.order[-1]
        mean, alone = self.prices.sums.mean, self.prices.alone.mean
        behind, error = self.prices.behind(k)
        entry = {
            "answer": asking(self.run.game).write(self.asked, self.prices.answers[k]),
            "worth": float(mean[k] - mean[worst]),
        }
        if self.stakes.later and self.stakes.unit == "chips":
            entry["alone"] = float(alone[k] - alone[worst])
        return entry | {"behind": behind, "se": error}

    @property
    def frame(self) -> pd.DataFrame:
        """A row an answer, the best first: its worth above the worst, and how far behind."""
        rows = []
        for k, entry in zip(self.prices.order, self.as_dict()["answers"], strict=True):
            said = words.in_words(self.run.game, self.asked, self.prices.answers[k])
            rows.append({**entry, "answer": said, "behind_low": entry["behind"] - 2 * entry["se"],
                         "behind_high": entry["behind"] + 2 * entry["se"]})
        return pd.DataFrame(rows).set_index("answer")

    @property
    def best(self) -> str:
        """The best answer in words."""
        return words.in_words(self.run.game, self.asked, self.prices.answers[self.prices.order[0]])

    @property
    def answer(self) -> str:
        """The advice in a sentence."""
        first, second = self.frame.index[:2]
        gap, error = self.prices.behind(self.prices.order[1])
        ahead = f"{_amount(gap, error)} {self.stakes.unit}"
        if gap <= _CLEAR * error or gap == 0:
            if gap + _CLEAR * error <= self.stakes.matters:
                return f"It makes no difference: {first} and {second} are worth the same."
            return f"Too close to call: {first} is ahead of {second} by {ahead}."
        return f"{first[0].upper()}{first[1:]}: worth {ahead} more than {second}."

    @property
    def note(self) -> str:
        """How the numbers were found."""
        prices, seats = self.prices, len(self.run.players)
        others = sorted({who for p, who in enumerate(self.against) if p != self.position})
        unit = {"chips": "Chips count with what the pool that is left is worth.",
                "games": "Games are the chance to win the game from the score that is left.",
                "points": "Points are those of this hand.", "tiles": ""}[self.stakes.unit]
        if self.stakes.unit == "chips" and not self.stakes.later:
            game = find_game(self.run.game).plays_to_the_end(self.run.rules)
            unit = f"Chips are those {'up to the end of the game' if game else 'of this hand'}."
        text = (
            f"Against {number_text.listed(others)} ({seats - 1} "
            f"seat{'s' if seats > 2 else ''}); {self.against[self.position]} plays on. "
            f"{prices.counted:,} deals agree with all that was seen and done, worth "
            f"{prices.sums.effective:,.0f} of equal weight. {unit} ± is one standard error.")
        for said in prices.taken[:3]:
            text += f" Taken as given, because hardly any deal fits it: {said.about}."
        return text

    def __str__(self) -> str:
        """Return the answers as text."""
        frame = self.frame
        wide = max(len(name) for name in frame.index)
        lines = [words.question(self.asked.decision), *self._shown(), "", self.answer, "",
                 f"{'':<{wide}} {'behind':>18} {'above the worst':>16}"]
        for said, row in frame.iterrows():
            behind = _amount(row["behind"], row["se"]) if row["se"] else "-"
            lines.append(f"{said:<{wide}} {behind:>18} {row['worth']:>16.3g}")
        return "\n".join([*lines, *self._rival_lines(), "", self.note])

    @cached_property
    def rivals(self) -> pd.DataFrame:
        """A row a rival: how many tiles it holds, and its chances to hold tiles of note."""
        ask = asking(self.run.game)
        places = find_game(self.run.game).position_names(len(self.against))
        gone, columns = ask.gone(self.hand, self.events, self.index), {}
        for position, seat in enumerate(seated(self.hand, self.run.game)):
            if position != self.position and seat not in gone:
                columns[f"{places[position]} (seat {seat})"] = (
                    seat if ask.held_by_seat else position)
        noted = ask.of_note(self.hand, self.run.rules, self.events, self.index)
        return rivals_frame(self.prices.held, columns, noted)

    def _rival_lines(self) -> list[str]:
        """Return what the others are likely to hold, as rows of text."""
        frame = self.rivals
        if frame.empty:
            return []
        shown = pd.DataFrame({
            name: [value if isinstance(value, str) else f"{value:.0%}" for value in frame[name]]
            if name != "tiles" else [f"{value:.3g}" for value in frame[name]]
            for name in frame.columns}, index=frame.index)
        wide = {name: max(len(name), *map(len, shown[name])) for name in shown.columns}
        first = max(len(str(who)) for who in shown.index)
        lines = ["", "What the others are likely to hold: tiles, and the chance of any such",
                 " ".join([" " * first, *(f"{name:>{wide[name]}}" for name in shown.columns)])]
        for who, row in shown.iterrows():
            cells = (f"{row[name]:>{wide[name]}}" for name in shown.columns)
            lines.append(" ".join([f"{who!s:<{first}}", *cells]))
        return lines

    def _shown(self) -> list[str]:
        """Return the seat and its tiles as they were understood."""
        game, dealt = find_game(self.run.game), (self.hand.get("dealt") or {})
        place = game.position_names(len(self.run.players))[self.position]
        lines = [f"  {place} of {len(self.run.players)} (seat {self.asked.seat})"]
        if self.hand.get("spot"):
            lines.append(f"  holds    {self.hand['spot']}")
        elif self.hand.get("holds"):
            lines.append(f"  holds    {words.drawn(self.hand['holds'])}")
        elif dealt and dealt[self.asked.seat]:
            lines.append(f"  dealt    {words.drawn(dealt[self.asked.seat])}")
        if self.hand.get("turn_up"):
            lines.append(f"  turn-up  {words.drawn([self.hand['turn_up']])}")
        score = self.hand.get("points_before") or self.hand.get("score_before")
        if score:
            lines.append(f"  score    {' '.join('-' if s is None else str(s) for s in score)}")
        if self.hand.get("pool"):
            lines.append(f"  pool     {self.hand['pool']:,}")
        return lines

    def _repr_html_(self) -> str:
        table = self.frame.to_html(float_format=lambda number: f"{number:.3g}")
        rivals = self.rivals.to_html(float_format="{:.0%}".format)
        return (f"<p>{html.escape(self.answer)}</p>{table}<p>{html.escape(self.note)}</p>"
                f"<p>What the others are likely to hold</p>{rivals}")


def _amount(value: float, error: float) -> str:
    places = number_text.decimals(value, value - error, value + error) if error else 3
    return f"{value:.{places}f} ± {error:.{places}f}"


def seated(hand: Mapping[str, Any], game: str) -> list[int]:
    """Return the seats that take part in a hand by position."""
    ask = asking(game)
    seats = range(int(hand["players"]))
    score = hand.get("score_before") or [0] * len(seats)
    inside = [seat for seat in seats if score[seat] is not None]
    return sorted(inside, key=lambda seat: ask.position(hand, seat))


def answers_to(
    run: Run, hand: Mapping[str, Any], events: Sequence[Event], index: int,
    table: Table | None = None, most: int = MOST_DEALS, among: Among | None = None,
) -> Answers:
    """Price the answers to a decision of a hand.

    Parameters
    ----------
    run : Run
        Who plays in each seat.
    hand : mapping
        As the exchange format has it; what the seat cannot know is not used.
    events : sequence of Event
        Its decisions.
    index : int
        Which of them is asked about.
    table : Table, optional
        The table with the worth of later hands, where many decisions of one table are priced.
    most : int
        Deals to draw at most.
    among : callable, optional
        The deals that belong to the class, where a class of hands is asked about.

    Raises
    ------
    BoneyardError
        If the hand cannot have happened, or there is only one answer.
    """
    ask, asked = asking(run.game), events[index]
    position = ask.position(hand, asked.seat)
    stakes = (table or Table(run)).stakes(
        asked.seat, int(hand.get("dealer") or 0), int(hand.get("pool") or 0),
        hand.get("points_before") or ())
    prices = price(run, ask.spot(hand, run.rules, events, index), stakes.worth, stakes.matters,
                   most, among, stakes.replicas)
    if prices is None:
        raise BoneyardError(f"{asked.about}: the rules leave only one answer there")
    against = [run.labels[seat] for seat in seated(hand, run.game)]
    return Answers(run, hand, asked, prices, stakes, against, position, events, index)
