"""Look for a rule that a person can keep in mind: ``python -m scripts.pocket_rule``.

The family: trumps are added up. The highest, the second and the third count so many points, any
lower one counts one; each trump after the first counts so many more. So many points are enough to
play, other numbers as dealer, with nobody in, and against a double that is turned up; who has less
misses or drops as ``pocket-rule`` does. Numbers are whole, a higher trump counts no less than a
lower one, and the rule in words (``strategies.loo.book``) is no longer than asked for.

The search is that of ``boneyard tune --against exploit``, from what trumps are worth in fifths of a
trick. It finds a best response to every candidate, chooses among the best on other deals, and
measures what a best response wins from the chosen rule on a third lot.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from reports.request import set_up
from reports.results.shared_sentences import share
from reports.stats.estimates import Estimate
from reports.studies.solution.exploiting import exploit
from reports.studies.tune.search import Point, Search
from reports.studies.tune.space import Measured, Objective, Space, objective_of, read_space
from simulate.errors import BoneyardError
from simulate.runs.run import Player
from strategies.loo.book import sum_in_words

_NAME = "pocket-rule"
#: Where the search begins: tricks of ``strategies.loo.skills.hand_strength``, in fifths.
_START = "highest=5,second=3,third=2,more=3,first=9,later=7,dealer=8,turned=11"
#: What a rule outside the family is worth, for each word or point that is too many.
_OUTSIDE = -1000.0
#: The fewest deals on which a best response is found: with fewer it has nothing to learn from.
_FEWEST_DEALS = 1_000
_HELP = {"players": "2 to 4", "words": "the most words", "trials": "candidates",
         "deals": "deals on which a response to a candidate is found",
         "judged": "deals on which the response to the chosen rule is found",
         "seed": "of the deals"}


class InFamily:
    """Loses little to its best response at a table of so many players (``objective``), in so few
    ``words``."""

    def __init__(self, objective: Objective, players: int, words: int) -> None:
        self.objective, self.players, self.words = objective, players, words
        self.unit, self.scale = objective.unit, objective.scale

    def measure(self, player: Player, stage: str, best: Measured | None = None) -> Measured:
        """Measure a rule, unless it is outside the family."""
        points = player.parameters
        excess: float = max(0, len(sum_in_words(points, self.players).split()) - self.words)
        ranks = [points["highest"], points["second"], points["third"], 1]
        excess += sum(max(0, low - high) for high, low in pairwise(ranks))
        if excess:
            worth = _OUTSIDE * excess  # a rule outside the family is not measured
            return Measured(Estimate(worth, 0.0, worth, worth))
        return self.objective.measure(player, stage, best)


@dataclass(frozen=True)
class Found:
    """The rule that was found."""

    entry: str  #: as a line-up names it
    words: str  #: as a person plays it
    loss: Estimate  #: what a best response wins from it, at least, as a share of the pool

    def __str__(self) -> str:
        return (f"{self.words}\n{len(self.words.split())} words; a best response wins at least "
                f"{share(self.loss)} of the pool a hand.\n{self.entry}")


def find_rule(
    players: int = 4, words: int = 60, trials: int = 300, deals: int = 20_000,
    judged: int = 1_000_000, seed: int = 7, jobs: int | None = None,
) -> Found:
    """Look for the rule of at most so many words that loses least to its best response: found on
    ``deals`` for each of the trials, and on ``judged`` for the chosen rule."""
    run = replace(set_up("loo", _NAME, players, None, deals, 1, seed), hands=1)
    for name, given, least in (("words", words, 1), ("trials", trials, 1),
                               ("deals", deals, _FEWEST_DEALS), ("judged", judged, _FEWEST_DEALS)):
        if given < least:
            raise BoneyardError(f"{name} {given:,} is too small; at least {least:,} is needed")
    space = read_space("loo", f"{_NAME}({_START})")
    objective = InFamily(objective_of(run, "exploit", _NAME, jobs), players, words)
    chosen = _chosen(space, objective, trials, seed)
    player = space.player(chosen)
    # On deals on which nothing was chosen.
    fresh = replace(run, players=(player,) * len(run.players), seed=run.seed + 1_000)
    (response,) = exploit(fresh, judged, jobs=jobs)
    return Found(space.entry(chosen), sum_in_words(player.parameters, players), response.of_pool())


def _chosen(space: Space, objective: InFamily, trials: int, seed: int) -> Point:
    """Search, and choose among the best on other deals."""
    best = Search(space, objective, trials, seed).look()
    measured = {point: objective.measure(space.player(point), "choice") for point in best}
    inside = [point for point, one in measured.items() if one.worth > _OUTSIDE]
    if not inside:
        raise BoneyardError(f"no rule of at most {objective.words:,} words was found among "
                            f"{trials:,} candidates; allow more words, or more trials")
    return max(inside, key=lambda point: measured[point].worth)


def main(arguments: Sequence[str] | None = None) -> None:
    """Look for a rule and print it."""
    parser = argparse.ArgumentParser(prog="python -m scripts.pocket_rule")
    for name, default in (("players", 4), ("words", 60), ("trials", 300), ("deals", 20_000),
                          ("judged", 1_000_000), ("seed", 7), ("jobs", None)):
        parser.add_argument(f"--{name}", type=int, default=default, help=_HELP.get(name, "workers"))
    asked = parser.parse_args(arguments)
    try:
        print(find_rule(**vars(asked)))
    except BoneyardError as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
