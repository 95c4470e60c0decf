"""How a page asks: a hand is drawn and priced as ``advise`` does, and scripts answer for others.
A game names the hands that leave no doubt, what its moves are called, and what its script needs."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

import numpy as np

from reports import commands, headlines
from reports.moves import Decision, measure, plot_of
from reports.page.document import Card, Picture, Widget
from reports.request import good_lineup, set_up
from reports.results.game_report import MATTERS, ValuedTable
from reports.stats import estimates, move_values, number_text
from reports.studies.advise.decision import Answers, answers_to
from reports.studies.advise.decision_input import read_decision, read_limits
from reports.typed.query import Query
from simulate.books.tally import CLEAR
from simulate.branch.limits import MOST_DEALS, Limits
from simulate.branch.pricing import Prices
from simulate.domino.tiles import TILES, name
from simulate.errors import listed
from simulate.games.game import find_game
from simulate.runs.run import Progress, Run

#: The scripts of every page that answers: of tiles, prices, answers and practice.
ANSWERING = ("tiles.js", "deals.js", "pricing.js", "verdicts.js", "chosen.js", "asking.js",
             "memory.js", "practice.js")
HUNDRED = 100
#: Deals to look through, which of them are drawn, and how many of them are priced.
_LOOKED_AT, _SEED, _PRICED = 500, 1, 20


def good_table(
    run: Run, sessions: int = 1, hands: int | None = 1, seed: int | None = None,
    players: int | None = None,
) -> Run:
    """Return a run of the same table with good players; seed and players are its own by default."""
    many = players or len(run.players)
    return set_up(run.game, good_lineup(find_game(run.game), run.rules, many), many, run.rules,
                  sessions, hands, run.seed if seed is None else seed)


def hands_looked_at(tiles: int) -> Iterator[tuple[list[int], int]]:
    """Yield hands of so many tiles, the highest first, each with a turn-up."""
    chance = np.random.default_rng(_SEED)
    for _ in range(_LOOKED_AT):
        *hand, turn_up = chance.permutation(TILES)[: tiles + 1].tolist()
        yield sorted(hand, reverse=True), turn_up


@dataclass(frozen=True)
class DrawnHand:
    """The tiles of a hand, the turn-up where there is one, and what each move is worth."""

    tiles: tuple[str, ...]
    turn_up: str
    answers: Answers
    scale: float  #: worth is shown in so many parts

    @property
    def prices(self) -> Prices:
        """The prices of the moves."""
        return self.answers.prices

    @property
    def behind(self) -> list[tuple[float, float]]:
        """How far each move is behind the best one, as it is shown, and the standard error."""
        gaps = map(self.prices.behind, range(len(self.prices.answers)))
        return [(self.scale * gap, self.scale * se) for gap, se in gaps]

    def sentence(self, names: Sequence[str], unit: str, move: str = "") -> str:
        """Return which move is best, and its rival, by the ``names`` of the moves. ``move``: what
        is done with a tile, ``"bet "``."""
        first, *others = self.prices.order
        if not self.prices.clear:
            either = [number_text.gerund(names[k]) for k in (first, self.prices.rival)]
            return f"Between {listed(either)} it is too close to call."
        # As the page's own verdict has it, the nearest of those that are clearly behind.
        second = min(others, key=self.behind.__getitem__)
        margin = headlines.amount(estimates.of_deals(*self.behind[second]))
        return (f"With these tiles {move}{names[first]}: among good players that wins {margin}"
                f"{unit} more than {number_text.gerund(names[second])}.")


def advised(
    table: ValuedTable, tiles: Iterable[int], turn_up: int | None = None,
    limits: Limits | None = None, position: int = 0, scale: float | None = None, **more: Any,
) -> DrawnHand:
    """Return what ``boneyard advise`` finds for the tiles of a position; ``scale`` is that of
    the unit in which advice is given by default, ``more`` what else is known."""
    asked = Query(" ".join(map(name, tiles)), str(position),
                 turn_up="" if turn_up is None else name(turn_up), **more)
    answers = answers_to(table.run, *read_decision(table.run, asked), table,
                         limits or read_limits(MOST_DEALS))
    return DrawnHand(tuple(asked.hand.split()), asked.turn_up, answers, scale or answers.read_in[0])


def draw_hand(drawn: Iterable[DrawnHand], is_sure: Callable[[Prices], bool]) -> DrawnHand:
    """Return the first of some hands that leaves no doubt, else the first."""
    looked: list[DrawnHand] = []
    for hand in islice(drawn, _PRICED):
        looked.append(hand)
        if is_sure(hand.prices):
            return hand
    return looked[0]


def clear_hand(table: ValuedTable, tiles: int, scale: float | None = None) -> DrawnHand:
    """Return a hand of so many tiles whose best move is clear."""
    return draw_hand((advised(table, hand, scale=scale) for hand, _ in hands_looked_at(tiles)),
                     lambda prices: prices.clear)


def data_of(
    table: Run, move: str, unit: str, most: int | None = None, options: str = "", **own: Any
) -> dict[str, Any]:
    """Return what the scripts of a game read: what is asked (``move``), the unit of its worth, how
    many deals the page plays out at ``most`` (it chooses by itself when not given), and what the
    game's own script needs. ``options`` are those of ``advise`` beside the table's."""
    limits = {} if most is None else {"near": HUNDRED * MATTERS, "most": most}
    return {"players": len(table.players), "move": move, "unit": unit, "good": table.labels[0],
            "clear": CLEAR, **limits, **own, "advise": advise_command(table, options)}


def at_tables(
    table: Run, read: Callable[[Run], Mapping[str, Any]], rule: str = ""
) -> dict[str, Any]:
    """Return what scripts ``read`` of a table, and of those with all numbers of players and values
    of a rule: they have what they do not share with the first."""
    least, most = find_game(table.game).seats
    values = next((how.tried for entry, how in table.rules.options() if entry.name == rule), ())
    own, others = dict(read(table)), []
    for players, *value in product(range(least, most + 1), *([values] if rule else [])):
        rules = table.rules.changed(**dict(zip([rule], value, strict=False)))
        if (players, rules) != (len(table.players), table.rules):
            found = read(good_table(replace(table, rules=rules), table.sessions, table.hands,
                                    players=players))
            others.append({name: part for name, part in found.items() if part != own.get(name)})
    choices = {"players": [*range(least, most + 1)]} | ({rule: [*values]} if rule else {})
    return own | {"choices": choices, "others": others}


def advise_command(table: Run, options: str = "") -> str:
    """Return the command that asks about a table, by which practice knows it as well."""
    sat = commands.written(commands.table_options(table))
    return f"boneyard advise {table.game} {sat}{options}"


def card(
    game: str, called: str, title: str, text: str, data: Mapping[str, Any], link: str,
    kit: tuple[str, ...] = (),
) -> Card:
    """Return a card where tiles are clicked: ``GAME.html.j2`` and ``GAME.js`` bring it to life,
    with the scripts of a ``kit`` that the game's own needs."""
    widget = Widget(f"{game}.html.j2", (*ANSWERING, *kit, f"{game}.js"), data)
    return Card(called, title, (text,), widget=widget, link=link, good=True)


def chart_card(how: str, link: str, **own: Any) -> Card:
    """Return the card of the wall chart that the game's script draws; ``how`` to read it."""
    return Card("chart", "The chart for the wall", (), link=link, good=True,
                widget=Widget("chart.html.j2", (), {"how": how}), **own)


def wall_card(
    run: Run, decision: Decision, bucket: str, games: int, of: tuple[int, int, int],
    words: Callable[[Mapping[str, move_values.Halves]], str], title: str, caption: str, link: str,
    closer: str, jobs: int | None, progress: Progress,
) -> Card:
    """Return the chart for the wall of what good players' actions bring by ``bucket``. They are
    tried in one game for so many of the report's ``games``, at least and at most (``of``)."""
    a_game, least, most = of
    found = measure(replace(run, sessions=min(max(games // a_game, least), most)), decision, jobs,
                    progress)
    plot = plot_of(decision.buckets[bucket], found[bucket].both, size=8, height=4.6, title=title)
    return Card("wall", "The chart for the wall", (words(found),),
                Picture("opening_wall", plot, caption, wide=True), link=link, closer=closer,
                good=True)
