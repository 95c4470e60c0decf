"""Who may sit at a table of Loo, and the laws of their hands: shipped, or counted anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from reports.studies.study import in_parts
from simulate.games.game import find_game
from simulate.games.rules import PaysPenalties, Rules
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.law import Law, count, looks_at_pool
from strategies.lineup import seat_players

SHIPPED = Path(__file__).parent / "laws.npz"
#: What everybody plays who sits there, by the name of a button; None: one of several kinds each.
WHO = {"careful": "cautious", "good": "solved", "by the old rule": "two-trumps", "mixed": None,
       "keen": "bold", "nobody drops": "stay"}
GOOD = "solved"
#: Hands of a session that is counted.
_SESSION = 100


def penalties(players: int, stake: int) -> list[str]:
    """Return the penalties of the tables of so many players: they are so many stakes a seat."""
    seats = players * stake
    return ["unlimited", *(f"cap:{n * seats}" for n in (1, 2, 4)), f"fixed:{seats}"]


def rules_of(run: Run, players: int) -> list[Rules]:
    """Return the rules to compare with so many players; where those of a run sit, its own first."""
    if not isinstance(run.rules, PaysPenalties):
        return [run.rules]
    own = len(run.players)
    # cap:10n is cap:40 where four sit.
    named = [str(run.rules.penalty_parts.at(own))] if players == own else []
    usual = penalties(players, find_game(run.game).stake(run.rules))
    return [run.rules.changed(penalty=one) for one in dict.fromkeys((*named, *usual))]


def tables_of(run: Run) -> Iterator[tuple[int, Rules]]:
    """Yield players and rules of the tables that a page lets one choose, the run's own first."""
    own, (fewest, most) = len(run.players), find_game(run.game).seats
    for players in (own, *(n for n in range(fewest, most + 1) if n != own)):
        yield from ((players, rules) for rules in rules_of(run, players))


def lineups(players: int) -> dict[str, tuple[str, ...]]:
    """Return who sits at a table by ``who/you``: you play as they do (``like``), or well. Two
    players cannot drop, so that it hardly matters who they are."""
    if players == 2:
        return {"good/like": (GOOD, GOOD)}
    found = {}
    for who, strategy in WHO.items():
        mixed = ("cautious", "two-trumps", "bold")[:: 1 if players == 4 else 2]
        others = (strategy,) * (players - 1) if strategy else mixed
        found[f"{who}/like"] = (strategy or "two-trumps", *others)
        if strategy != GOOD:
            found[f"{who}/well"] = (GOOD, *others)
    return found


def law_of(run: Run, hands: int, jobs: int | None = None, progress: Progress = silent) -> Law:
    """Count the law of a table that has one, in about so many hands; where its seats look at the
    pool, under the usual penalties and its own."""
    rules = rules_of(run, len(run.players)) if looks_at_pool(run.players) else [run.rules]
    sessions = max(2, hands // (_SESSION * len(rules)))
    return count([replace(run, rules=one, sessions=sessions, hands=_SESSION) for one in rules],
                 jobs, in_parts(progress, [1] * len(rules), sessions))


def seated(run: Run, lineup: Sequence[str]) -> Run:
    """Return a table with others sitting there."""
    return replace(run, players=seat_players(run.game, lineup, len(lineup), run.rules))


def is_shipped(run: Run) -> bool:
    """Return whether hands are played by the rules of the shipped laws: antes and penalties change
    nothing."""
    return all(getattr(run.rules, entry.name) == entry.default
               for entry, explained in run.rules.options() if explained.only_with is None)


@cache
def shipped() -> dict[str, Law]:
    """Return the library's laws, by ``players/who/you``."""
    with np.load(SHIPPED) as file:
        return {name: Law.read(numbers) for name, numbers in file.items()}


def laws_of(
    run: Run, players: int, hands: int, jobs: int | None = None, progress: Progress = silent,
) -> dict[str, Law]:
    """Return the laws of the usual line-ups of so many players, at a run's rules of play."""
    wanted = lineups(players)
    if is_shipped(run):
        return {name: shipped()[f"{players}/{name}"] for name in wanted}
    parts = in_parts(progress, [1] * len(wanted))
    return {name: law_of(seated(run, lineup), hands, jobs, part)
            for (name, lineup), part in zip(wanted.items(), parts, strict=True)}
