"""Any decision of any game: what each answer is worth against a line-up."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from reports.carried import Carried
from reports.draw import style
from reports.draw.shapes import Dots
from reports.later import Axes, pd
from reports.results.game_report import Shown, Stakes, ValuedTable
from reports.stats import number_text
from reports.stats.estimates import of_deals
from reports.studies.advise import decision_input as words
from simulate.books.tally import CLEAR, Floats, Ints
from simulate.branch.limits import USUAL, Limits
from simulate.branch.pricing import Prices, price
from simulate.branch.rolling import Among
from simulate.domino.tiles import TILES, name
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.spot import Event, asking
from simulate.runs.run import Run

#: Games won are counted out of so many, as on pages.
_OF_GAMES = 100.0
#: The least share of hands that is written: smaller ones round to none.
_SOME = 0.005
#: How many of the actions that are taken as given are named.
_NAMED = 3
#: How many of the likeliest tiles of a rival are named.
_LIKELIEST = 3
#: What stands above the table of rivals.
_HOLD = "What the others are likely to hold: tiles, and the chance of any such"
#: Answers that a figure has room for, the best first; a miss of seven tiles has 21.
_MOST_DRAWN = 24


@dataclass(frozen=True, repr=False, eq=False)
class Answers(Carried):
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
    table : ValuedTable
        What later hands are worth.
    limits : Limits
        How many deals were drawn, and for how long.

    Examples
    --------
    >>> import boneyard
    >>> answers = boneyard.advise("pool", "6-6 4-4 5-3 5-0", position="third",
    ...                           lineup="random", deals=512,
    ...                           seen="5-4, 5-1 left, 4-2 right, pass, pass, 5-2 right")
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
    table: ValuedTable
    limits: Limits

    def as_dict(self) -> dict[str, Any]:
        """Return the object that ``--format json`` prints."""
        ask, plain = asking(self.run.game), ("worth", "alone", "behind", "se")
        return {
            "game": self.run.game, "players": len(self.run.players),
            "rules": self.run.rules.as_dict(), "decision": self.asked.decision,
            "position": self.position, "against": self.against, "unit": self.stakes.unit,
            "deals": self.prices.counted, "answers": [
                {"answer": ask.write(self.asked, self.prices.answers[k]),
                 **{name: row[name] for name in plain if name in row}}
                for k, row in zip(self._order, self._rows, strict=True)]}

    @cached_property
    def _order(self) -> list[int]:
        """The answers by index as they are listed: the best, and the others by how far behind."""
        best, *others = self.prices.order
        return [best, *sorted(others, key=lambda k: self.prices.behind(k)[0])]

    @property
    def frame(self) -> pd.DataFrame:
        """One row per answer, the best first: its worth above the worst, and how far behind.

        What else is known of it (at Loo the tricks, and the chance to be looed) has columns of its
        own with a standard error.
        """
        from reports.results.tabled import origin_of

        frame = pd.DataFrame(self._rows).set_index("answer")
        units = {"answer": "text", **dict.fromkeys(map(str, frame), self.stakes.unit)}
        for one in self.stakes.shown:
            unit = "share of deals" if one.is_share else one.title
            units |= {one.name: unit, f"{one.name}_se": unit}
        frame.attrs.update(origin_of(self.run, ""), units=units)
        del frame.attrs["command"]  # what was asked may have been an object
        return frame

    @cached_property
    def _rows(self) -> list[dict[str, Any]]:
        """The rows of the frame; texts are made of them without pandas, which is slow to load."""
        mean, alone = self.prices.sums.mean, self.prices.alone.mean
        worst, rows = int(mean.argmin()), []
        for k in self._order:
            gap, error = self.prices.behind(k)
            behind = of_deals(gap, error)
            row = {"answer": self._in_words(k), "worth": float(mean[k] - mean[worst])}
            if self.stakes.later and self.stakes.unit == "chips":
                row["alone"] = float(alone[k] - alone[worst])
            row |= {"behind": gap, "se": error, "behind_low": behind.low,
                    "behind_high": behind.high}
            for one, sums in zip(self.stakes.shown, self.prices.figures, strict=True):
                row |= {one.name: float(sums.mean[k]), f"{one.name}_se": sums.error_of_mean(k)}
            rows.append(row)
        return rows

    @property
    def best(self) -> str:
        """The best answer in words."""
        return self._in_words(self.prices.order[0])

    def _in_words(self, k: int) -> str:
        return words.in_words(self.run.game, self.asked, self.prices.answers[k], self.hand)

    @property
    def answer(self) -> str:
        """The advice in a sentence: by how much the best answer is ahead of its rival."""
        rival = self.prices.rival
        first, second = self.best, self._in_words(rival)
        gap, error = self.prices.behind(rival)
        many, unit = self.read_in
        value, interval = number_text.around(many * abs(gap), many * error)
        written = number_text.counted(value, unit)
        sure = f" (95% interval {interval})" if interval else ""
        if self.prices.is_behind(rival):
            better = f"{written} better than {number_text.gerund(second)}{sure}"
            return f"{first[0].upper()}{first[1:]}: {better}.{self._reason(rival)}"
        if abs(gap) + CLEAR * error <= self.stakes.matters:
            return f"It makes no difference whether you {first} or {second}."
        ahead, other = (first, second) if gap >= 0 else (second, first)
        ahead, other = map(number_text.gerund, (ahead, other))
        return (f"Too close to call: {ahead} brings {written} more than {other}{sure}."
                f"{self._reason(rival)}")

    def _reason(self, rival: int) -> str:
        """Return how often each of two answers ends in what is feared, where that is known."""
        return "".join(
            f" {one.title.capitalize()}, of 100 hands: " + ", ".join(
                f"{number_text.gerund(self._in_words(k))} {100 * sums.mean[k]:.0f}"
                for k in (self.prices.order[0], rival)) + "."
            for one, sums in zip(self.stakes.shown, self.prices.figures, strict=True)
            if one.is_share and sums.mean[[self.prices.order[0], rival]].max() >= _SOME)

    @property
    def read_in(self) -> tuple[float, str]:
        """Return what a worth is multiplied by where people read it, and the unit that it has."""
        games = self.stakes.unit == "games"
        return (_OF_GAMES, "games of 100") if games else (1.0, self.stakes.unit)

    @property
    def note(self) -> str:
        """How the numbers were found."""
        prices, seats = self.prices, len(self.run.players)
        others = sorted({who for p, who in enumerate(self.against) if p != self.position})
        unit = {"chips": "Chips include what the pool that is left is worth.",
                "games": "Games are those that are won of 100 from the score that is left.",
                "points": "Points are those of this hand.", "tiles": ""}[self.stakes.unit]
        if self.stakes.unit == "chips" and not self.stakes.later:
            game = find_game(self.run.game).plays_to_the_end(self.run.rules)
            unit = f"Chips are those {'up to the end of the game' if game else 'of this hand'}."
        own, alike = self.against[self.position], round(prices.sums.effective)
        weighed = "" if alike == prices.counted else f", as good as {alike:,} of equal weight"
        text = (
            f"The other{'s play' if seats > 2 else ' plays'} {number_text.listed(others)} here. "
            f"You {'do so, too,' if others == [own] else f'play {own}'} after this decision. "
            f"{prices.counted:,} deals fit what you saw{weighed}. "
            f"Other deals chose the best answer, so it may come out behind. {unit} Brackets "
            "hold 95% intervals.")
        if self.stakes.note:
            text += f" {self.stakes.note}"
        if prices.out_of_time:
            text += f" The time was up after {prices.drawn:,} deals drawn, before it was clear."
        given = [event.about for event in prices.taken]
        if given:
            given[_NAMED:] = [f"{len(given) - _NAMED} more"] * (len(given) > _NAMED)
            them = "them" if given[1:] else "it"
            text += (f" Taken as given, because hardly any deal fits {them}: "
                     f"{number_text.listed(given)}.")
        return text

    @cached_property
    def then(self) -> Answers | None:
        """What the seat is asked at once when it gives the best answer, if anything."""
        best = self.prices.answers[self.prices.order[0]]
        asked = asking(self.run.game).then(self.hand, self.run.rules, self.events, self.index, best)
        if asked is None:
            return None
        hand, events = asked
        return answers_to(self.run, hand, events, len(events) - 1, self.table, self.limits)

    def __str__(self) -> str:
        """Return the answers as text."""
        unit, aligned = self.read_in[1], number_text.aligned
        lines = [self.question, *self._shown(), "", self.answer, "", *aligned(self._cells()),
                 f"behind: {unit} less than the best answer; above worst: {unit} more than the "
                 "worst."]
        if self.then is not None:
            lines += ["", f"Then: {self.then.question}", self.then.answer, "",
                      *aligned(self.then._cells())]
        if self._rivals:
            lines += ["", _HOLD, *aligned(self._held())]
        return "\n".join([*lines, "", self.note])

    def __repr__(self) -> str:
        held = " ".join(line.strip() for line in self._shown())
        return f"{self.question}: {held}\n{self.answer}"

    def _cells(self) -> list[list[str]]:
        """Return the answers as texts, below their heads."""
        many, cells = self.read_in[0], [["", "behind", "above worst", *(
            each.title for each in self.stakes.shown)]]
        for row in self._rows:
            behind = (number_text.with_interval(many * row["behind"], many * row["se"])
                      if row["se"] else "-")
            cells.append([row["answer"], behind, f"{many * row['worth']:.3g}",
                          *(_figure(each, row) for each in self.stakes.shown)])
        return cells

    @cached_property
    def rivals(self) -> pd.DataFrame:
        """One row per rival: how many tiles it holds, and its chances to hold tiles of note."""
        rows = self._rivals
        return pd.DataFrame(rows).set_index("rival") if rows else pd.DataFrame()

    @cached_property
    def _rivals(self) -> list[dict[str, Any]]:
        ask = asking(self.run.game)
        places = find_game(self.run.game).position_names(len(self.against))
        gone, columns = ask.gone(self.hand, self.events, self.index), {}
        for position, seat in enumerate(ask.chairs(self.hand)):
            if position != self.position and seat not in gone:
                columns[f"{places[position]} ({self.against[position]})"] = (
                    seat if ask.held_by_seat else position)
        noted = ask.of_note(self.hand, self.run.rules, self.events, self.index)
        return held_by_rivals(self.prices.held, columns, noted)

    def _held(self) -> list[list[str]]:
        """Return what the others are likely to hold as texts, below their heads."""
        rows = [["", *list(row)[1:]] for row in self._rivals[:1]]
        return rows + [[value if isinstance(value, str) else f"{value:.3g}" if name == "tiles"
                        else f"{value:.0%}" for name, value in row.items()]
                       for row in self._rivals]

    def _shown(self) -> list[str]:
        """Return the seat and its tiles as they were understood."""
        hand, drawn = self.hand, words.drawn
        seats = len(asking(self.run.game).chairs(hand))  # who is out has no place
        place = find_game(self.run.game).position_names(seats)[self.position]
        holds = hand.get("spot") or drawn(hand.get("holds") or [])
        dealt = hand["dealt"][self.asked.seat] if hand.get("dealt") and not holds else None
        score = hand.get("points_before") or hand.get("score_before") or []
        shown = {
            "holds": holds, "dealt": drawn(dealt or []),
            "turn-up": drawn([hand["turn_up"]] if hand.get("turn_up") else []),
            "score": " ".join("-" if points is None else str(points) for points in score),
            "pool": f"{hand['pool']:,}" if hand.get("pool") else ""}
        return [f"  {place} of {seats}", *(
            f"  {what:7}  {text}" for what, text in shown.items() if text)]

    @property
    def question(self) -> str:
        """What is asked, as a headline."""
        return words.question(self.asked.decision)

    def plot(
        self, ax: Axes | None = None, figsize: tuple[float, float] | None = None, **words: Any
    ) -> Axes:
        """Draw how far each answer is behind the best, with its 95% interval.

        Parameters
        ----------
        ax : Axes, optional
            Where it is drawn; a new figure when not given.
        figsize : tuple of float, optional
            Of a new figure, in inches.
        **words
            Keywords of matplotlib's ``Axes.set``, as ``title``.
        """
        drawn = Dots.of(
            {row["answer"]: of_deals(-row["behind"], row["se"])
             for row in self._rows[:_MOST_DRAWN]},
            f"{self.stakes.unit} less than the best answer (with 95% intervals)",
            title=self.question)
        return style.in_axes(drawn, ax, figsize, **words)

    def _repr_html_(self) -> str:
        unit, (heads, *rows) = self.read_in[1], self._cells()
        heads[:3] = "answer", f"behind the best, {unit} (95% interval)", f"above the worst, {unit}"
        parts: list[tuple[str, pd.DataFrame | None]] = [
            (self.answer, pd.DataFrame(rows, columns=heads)), (self.note, None)]
        if self._rivals:
            heads, *rows = self._held()
            parts.append((_HOLD, pd.DataFrame(rows, columns=heads)))
        return "".join(f"<p>{html.escape(text)}</p>" + (
            "" if table is None else table.to_html(index=False)) for text, table in parts)


def held_by_rivals(
    held: tuple[Ints, Floats], columns: Mapping[str, int], of_note: Mapping[str, int]
) -> list[dict[str, object]]:
    """Return what each rival is likely to hold: ``tiles``, the chance that it holds any of each set
    ``of_note``, and ``likeliest``, the tiles that it most often holds with their chances. ``held``:
    sets of tiles in some deals, a column for each rival, and the weights of the deals."""
    tiles, weights = held[0], held[1] / held[1].sum()
    rows = []
    for who, column in columns.items():
        has = (tiles[:, column, None] >> np.arange(TILES) & 1).astype(np.float64)
        shares = np.einsum("d,dt->t", weights, has)
        row: dict[str, object] = {"rival": who, "tiles": float(shares.sum())}
        row |= {what: float(weights[tiles[:, column] & some != 0].sum())
                for what, some in of_note.items()}
        first = np.argsort(-shares, kind="stable")[:_LIKELIEST]
        row["likeliest"] = ", ".join(f"{name(int(t))} {shares[t]:.0%}" for t in first if shares[t])
        rows.append(row)
    return rows


def _figure(one: Shown, row: Mapping[str, Any]) -> str:
    """Write another figure of an answer, with its interval."""
    value, error = row[one.name], row[f"{one.name}_se"]
    if one.is_share:
        found = of_deals(value, error)
        ends = (max(0.0, found.low), min(1.0, found.high))
        return f"{value:.0%}" if not error else number_text.phrase(number_text.share(value, *ends))
    return f"{value:g}" if not error else number_text.with_interval(value, error)


def answers_to(
    run: Run, hand: Mapping[str, Any], events: Sequence[Event], index: int,
    table: ValuedTable | None = None, limits: Limits = USUAL, among: Among | None = None,
) -> Answers:
    """Price the answers to a decision of a hand, by what its seat can know. ``table``: where many
    decisions of one table are priced; ``among``: the deals that a class of hands means."""
    ask, asked = asking(run.game), events[index]
    position = ask.position(hand, asked.seat)
    spot, table = ask.spot(hand, run.rules, events, index), table or ValuedTable(run)
    stakes = table.stakes(
        asked.seat, int(hand.get("dealer") or 0), int(hand.get("pool") or 0),
        hand.get("points_before") or ())
    prices = price(run, spot, stakes.worth, stakes.matters, limits, among, stakes.replicas,
                   [one.of for one in stakes.shown])
    if prices is None:
        raise BoneyardError(f"{asked.about}: the rules leave only one answer there")
    against = [run.labels[seat] for seat in ask.chairs(hand)]
    return Answers(run, hand, asked, prices, stakes, against, position, events, index, table,
                   limits)
