"""The options of ``advise`` that describe a decision in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from boneyard.cli.option_groups import Group
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    from reports.typed.told import Told


@dataclass(frozen=True)
class InWords:
    """What a person wrote; each field is an option.

    Parameters
    ----------
    hand, spot, turn_up, position, before, seen, drawn, discarded, score : str
    decision, pool : str, optional
    """

    hand: str
    spot: str
    turn_up: str
    position: str
    before: str
    seen: str
    drawn: str
    discarded: str
    decision: str | None
    pool: str | None
    score: str

    def told(self) -> Told:
        """Return it as the games read it.

        Raises
        ------
        BoneyardError
            If the pool is no number of chips.
        """
        from reports.typed.told import Told

        pool = None if self.pool is None else whole(self.pool, "pool", 1)
        return Told(self.hand, self.position, self.turn_up, self.before, self.seen, self.drawn,
                    self.discarded, self.score, pool, self.decision)


def _option(flag: str, metavar: str, said: str, kind: Any = str) -> Any:
    return Annotated[
        kind, typer.Option(flag, metavar=metavar, rich_help_panel="The decision, in words",
                           show_default=False, help=said)]


#: The decision that a command is asked about.
A_DECISION = Group(InWords, {
    "hand": (_option("--hand", "TILES", "The tiles held: [b]6-6 6-2 4-4 3-1 2-0[/b]."), ""),
    "spot": (_option(
        "--spot", "CLASS",
        "Loo, Rounce: a class of hands instead of one, as on the chart of [b]boneyard study "
        "miss[/b]: [b]2 trumps with the best, 1 double[/b]."), ""),
    "turn_up": (_option("--turn-up", "TILE", "The tile exposed."), ""),
    "position": (_option(
        "--position", "P",
        "eldest (or 0), second, third, ..., dealer. At Pool 0 leads, at Casino 0 rolls first."),
        ""),
    "before": (_option(
        "--before", "A,B,...",
        "What was said, from the eldest hand on. Loo: play, miss (Rounce: dummy), drop or pass, "
        "take (the dealer plays and takes the turn-up), for_pool. Euchre: pass, order it "
        "up (of the dealer: pick it up), order it up alone, 3, 3 alone."),
        ""),
    "seen": (_option(
        "--seen", "TEXT",
        "What was played. Tricks: [b]\"4: 6-4 6-6 5-4; 2: 2-2\"[/b], the suit led, then tiles "
        "from the leader on. Pool: [b]\"6-4, 4-2 right, pass\"[/b]. Casino: [b]\"6-4 2-1 5-5 / "
        "3 4; ...\"[/b], bets from the first roller on, then the dice."), ""),
    "drawn": (_option(
        "--drawn", "TILES",
        "Loo, Rounce: the tiles of a miss or dummy, to be asked which five to keep; the hand is "
        "then the same, or the five dealt before."), ""),
    "discarded": (_option(
        "--discarded", "TILE", "What the dealer threw for the turn-up, if that is you."), ""),
    "decision": (_option(
        "--decision", "NAME|N",
        "take_turn_up or draw, where the rest does not tell that it is meant; with --history the "
        "number of the decision in the hand, from 1.", str | None), None),
    "pool": (_option(
        "--pool", "CHIPS", "At the start of play; a session's first pool if not said.",
        str | None), None),
    "score": (_option("--score", "P,Q,...",
                      "Points won so far (Rounce: still to go), from the eldest hand on; Pool "
                      "hundred up: pips counted, from the leader on, out for a seat that is out."),
              ""),
})
