"""Calls at Euchre: when to make trump, and when alone, by round, place and kind of hand."""

import numpy as np

from reports.draw.actions import BLUE, GREY, ORANGE, Action, Actions
from reports.games.euchre.report import position_name
from reports.moves import Decision, InformationSets, Start
from reports.page.document import Column
from reports.results.game_report import alone
from simulate.books.tally import Floats, Ints
from simulate.branch.forced import Forks
from simulate.games.euchre.kernel import BOWERS
from simulate.games.euchre.views import AT, SEATS, TRICKS, goes_alone, suit_made
from simulate.games.game import find_game
from simulate.runs.run import Run
from simulate.theory.euchre.forked_deals import (
    CELLS,
    KINDS,
    PLAIN_DOUBLES,
    ROUNDS,
    best_kinds_of,
    parts_of,
    thumb_order,
)

ACTIONS = Action("P", "pass", GREY), Action("C", "call", BLUE), Action("A", "call alone", ORANGE)
#: What a chart leaves to its caption.
READ = ("A divided cell: the lower part is for a double turned up. A dealer counts the turn-up in "
        "the first round. Left bower: the double of the next lower number.")
ROUND = Column("round", "round", "text", "text", "the round of calls, 1 or 2")
PLACE = Column("place", "you are", "text", "text", "the place")
HAND = Column("hand", "you hold", "text", "text", "the kind of hand")
_ROUNDS = (("first", "First round: order up or pass?"),
           ("second", "Second round: name your best suit or pass?"))
_HELD = {"none": "no bower", "left": "left bower", "right": "right bower", "both": "both bowers"}


def suit_hand(kind: int) -> str:
    """Return trumps and bowers of a kind, in words."""
    trumps, held, _ = parts_of(kind)
    many = f"{trumps} trump{'' if trumps == 1 else 's'}{' or more' if trumps == TRICKS else ''}"
    return many if trumps == 0 else f"{many}, {_HELD[BOWERS[held]]}"


def action_charts(
    players: int, taken: Floats, strength: Floats | None = None, subtitle: str = ""
) -> dict[str, Actions]:
    """Return a chart of each round, by place, plain doubles, trumps and bowers. ``taken``:
    float64[rounds * places, cells, actions]; ``strength``: without actions (``Actions``)."""
    doubles = len(PLAIN_DOUBLES)

    def by_round(found: Floats) -> Floats:
        apart = found.reshape(ROUNDS, players, -1, doubles, 2, *found.shape[2:]).swapaxes(2, 3)
        return apart.reshape(ROUNDS, players * doubles, -1, *apart.shape[4:])

    strong = [None] * ROUNDS if strength is None else by_round(strength)
    return {name: Actions(
        own, [(position_name(p, players), many) for p in range(players)
              for many in ("0", "1", "2+")],
        [suit_hand(kind) for kind in range(0, KINDS, doubles)], ACTIONS[:taken.shape[-1]], colours,
        title=title, subtitle=f"{find_game('euchre').title}, {players} players{subtitle}",
        xlabel="Above: doubles held that are no trumps")
        for (name, title), own, colours in zip(_ROUNDS, by_round(taken), strong, strict=True)
        if own.any()}


def hand(cell: int) -> str:
    """Return the hand of a cell (``CELLS``) in words."""
    kind, double_up = divmod(cell, 2)
    turned = "; a double is turned up" if double_up else ""
    return f"{suit_hand(kind)}, {PLAIN_DOUBLES[parts_of(kind)[-1]]}{turned}"


def _read(run: Run, forks: Forks) -> tuple[Ints, Ints, Ints]:
    """Return where a seat is asked, its cell, and what each call is. In the second round the suit
    that is named is the one that the rule of thumb puts first; others are no action."""
    noted, players = forks.noted, len(run.players)
    suits, cells = np.zeros((2, len(forks.seat)), np.int64)
    dealer = (noted["position"] == players - 1).astype(np.int64)
    best_kinds_of(noted["hand"], noted["turn_up"], noted["round"], dealer, thumb_order(), suits,
                  cells)
    calls = forks.answers.clip(0)
    own = (forks.answers > 0) & (suit_made(calls) == suits[:, None])
    action = np.where(own, 1 + goes_alone(calls), np.where(forks.answers == 0, 0, -1))
    return (noted["round"] - 1) * players + noted["position"], cells, action


def calls(run: Run) -> Decision:
    """Return the decision counted in points, the same at every score."""
    players, own = len(run.players), 2 + (len(run.players) == SEATS)
    sets = InformationSets(
        (ROUND, PLACE, HAND), [(str(number + 1), position_name(position, players))
                  for number in range(ROUNDS) for position in range(players)],
        [(hand(cell),) for cell in range(CELLS)], ACTIONS[:own], _read, "points", ("hand",))
    noted = {name: getattr(AT, name) for name in ("hand", "turn_up", "round", "position")}
    return Decision("call", noted, sets=sets, worth=alone, starts=tuple(
        Start({AT.dealer: dealer}) for dealer in range(players)))
