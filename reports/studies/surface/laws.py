"""Who may sit at a table, and the laws of their hands: shipped, or counted anew."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np

from reports.request import good_player, sessions_of
from reports.studies.study import in_parts
from simulate.games.game import find_game
from simulate.games.rules import PaysPenalties, Rules
from simulate.runs.run import Progress, Run, silent
from simulate.theory.law import Law, count, looks_at_pool, why_in_full
from strategies.lineup import library, seat_players

SHIPPED = Path(__file__).parent / "laws.npz"
#: What everybody plays who sits at a table of Loo or Rounce, by the name of a button, and what they
#: do; None: one of several kinds each.
WHO = {
    "careful": ("cautious", "They drop unless nearly sure of a trick."),
    "good": ("solved", "They play as the chart of this page says."),
    "by the old rule": ("two-trumps", "They stay in with two trumps, or with the best one."),
    "mixed": (None, "One is careful, one keen; where four sit, one plays by the old rule."),
    "keen": ("bold", "They stay in as soon as a trick is as likely as not."),
    "nobody drops": ("stay", "They play every hand that is dealt."),
}
GOOD = "solved"
#: What people are called who play a strategy of other games. None plays at random.
PEOPLE = {
    "cautious": "careful", GOOD: "good", "bold": "keen", "hoyle": "by the book",
    "threshold": "by expected tricks", "loner": "often alone", "heaviest": "heaviest tile first",
    "doubles-first": "doubles first", "keep-options": "keeps options",
    "block-when-light": "blocks when light", "counter": "counts what is out",
}
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


def kinds_of(run: Run) -> dict[str, tuple[str | None, str]]:
    """Return who may sit at a table, as ``WHO`` has them; in other games all seats play one
    strategy of the library that decides quickly."""
    known, game = library(run.game), find_game(run.game)
    if all(strategy in known for strategy, _ in WHO.values() if strategy):
        return WHO
    good = _good(run)
    return {PEOPLE.get(name, name): (name, game.in_own_words(strategy.summary))
            for name, strategy in known.items()
            if strategy.is_tried(game.unit(run.rules)) and (name != "random" or name == good)}


def _good(run: Run) -> str:
    return good_player(run.game, find_game(run.game).unit(run.rules))


def good_kind(run: Run) -> str:
    """Return the name of the kind that plays well."""
    good = _good(run)
    return next(name for name, (one, _) in kinds_of(run).items() if one in (good, GOOD))


def lineups(run: Run, players: int) -> dict[str, tuple[str, ...]]:
    """Return who sits at a table by ``who/you``: you play as they do (``like``), or well. Two
    players of Loo or Rounce cannot drop, so that it hardly matters who they are."""
    kinds, good = kinds_of(run), good_kind(run)
    well = str(kinds[good][0])
    if players == 2 and kinds is WHO:
        return {f"{good}/like": (well, well)}
    found = {}
    for who, (strategy, _) in kinds.items():
        mixed = ("cautious", "two-trumps", "bold")[:: 1 if players == 4 else 2]
        others = (strategy,) * (players - 1) if strategy else mixed
        found[f"{who}/like"] = (strategy or "two-trumps", *others)
        if who != good:
            found[f"{who}/well"] = (well, *others)
    return found


def law_of(run: Run, hands: int, jobs: int | None = None, progress: Progress = silent) -> Law:
    """Count the law of a table that has one, in about so many hands; where its seats look at the
    pool, under the usual penalties and its own."""
    rules = rules_of(run, len(run.players)) if looks_at_pool(run.players) else [run.rules]
    sessions = max(2, sessions_of(find_game(run.game), run.rules, hands // len(rules), _SESSION))
    return count([replace(run, rules=one, sessions=sessions, hands=_SESSION) for one in rules],
                 jobs, in_parts(progress, [1] * len(rules), sessions))


def played_well(run: Run, hands: int, jobs: int | None = None) -> dict[str, Law]:
    """Return the law of a table whose first seat plays well, unless it does so anyway."""
    well = seated(run, [_good(run)] * len(run.players)).players[0]
    if well.label == run.labels[0]:
        return {}
    return {"own/well": law_of(replace(run, players=(well, *run.players[1:])), hands, jobs)}


def asked(run: Run) -> tuple[int, ...]:
    """Return the seats that numbers are about: all where they are alike, else the first."""
    return tuple(range(len(run.players))) if len(set(run.labels)) == 1 else (0,)


def seated(run: Run, lineup: Sequence[str]) -> Run:
    """Return a table with others sitting there."""
    return replace(run, players=seat_players(run.game, lineup, len(lineup), run.rules))


def is_shipped(run: Run) -> bool:
    """Return whether hands are played by the rules of the shipped laws, of Loo for chips: antes and
    penalties change nothing."""
    return run.game == "loo" and all(getattr(run.rules, entry.name) == entry.default
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
    if is_shipped(run):
        return {name: shipped()[f"{players}/{name}"] for name in lineups(run, players)}
    wanted = {name: table for name, lineup in lineups(run, players).items()
              if not why_in_full(table := seated(run, lineup))}
    parts = in_parts(progress, [1] * len(wanted))
    return {name: law_of(table, hands, jobs, part)
            for (name, table), part in zip(wanted.items(), parts, strict=True)}
