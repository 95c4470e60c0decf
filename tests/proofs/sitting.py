"""Does what the page says of sitting down hold in fresh runs of the engine?

Line-up, rule, limit, antes, bank and hands are drawn by chance; evenings from the shipped laws are
held to sessions that are played in full. ``python -m tests.proofs.sitting SETTINGS HANDS`` compares
so many settings by so many hands each; 200 by a million take some five minutes of a core.
"""

from __future__ import annotations

import sys
from collections import Counter
from typing import Any

import numpy as np

from reports.request import set_up
from reports.stats.estimates import Estimate
from reports.studies.surface.laws import asked, lineups, shipped
from reports.studies.surface.study import EVENINGS, Sat
from simulate.theory.law import Agreement, play_in_full


def _setting(chance: np.random.Generator) -> tuple[int, str, dict[str, Any], int, int]:
    """Draw players, line-up, rules, hands and a bank."""
    players = int(chance.choice([2, 3, 4, 4]))
    ante = int(chance.choice([1, 2, 5, 10]))
    limit = ante * players * round(float(2 ** chance.uniform(-1, 3)))
    penalty = str(chance.choice(["unlimited", f"cap:{limit}", f"cap:{limit}", f"fixed:{limit}"]))
    rules = {"ante": ante, "dealer_ante": 2 * ante, "dealer_top_up": ante, "penalty": penalty}
    return (players, str(chance.choice(list(lineups(set_up("loo"), players)))), rules,
            int(chance.choice([10, 30, 100, 200])), round(ante * 10 ** chance.uniform(0.7, 2.2)))


def exceeds(one: Estimate, other: Estimate, times: float = 1) -> bool:
    """Tell whether a number surely exceeds another, in intervals so many
    times as wide (Newcombe, Statistics in Medicine 17, 1998)."""
    reach = np.hypot(one.value - one.low, other.high - other.value)
    return bool(one.value - other.value - times * reach > 1e-9)


def compared(settings: int, played: int) -> tuple[Counter[str], list[tuple[Any, ...]]]:
    """Return how often each measure was compared, and those that surely differ, with where."""
    chance = np.random.default_rng(1)
    looked, wrong = Counter[str](), []
    for seed in range(settings):
        players, name, rules, hands, bank = _setting(chance)
        lineup = lineups(set_up("loo"), players)[name]
        run = set_up("loo", ",".join(lineup), players, rules, played // hands, hands, seed)
        law = shipped()[f"{players}/{name}"]
        drawn = law.evenings(Agreement.of(run), EVENINGS, hands, seed)
        told = Sat(drawn, asked(run), law.independent(drawn), law.misfit).row(bank)
        true = Sat(play_in_full(run, 2), asked(run), run.sessions).row(bank)
        for measure, one in told.items():
            # Where an end is beyond all that was played there is none to compare.
            if not np.isnan([*one[2:], *true[measure][2:]]).any():
                looked[measure] += 1
                if exceeds(one, true[measure]) or exceeds(true[measure], one):
                    wrong.append((players, name, rules, hands, bank, measure, one, true[measure]))
    return looked, wrong


def main(settings: int = 200, hands: int = 1_000_000) -> None:
    """Say how often each measure holds, and where it does not."""
    looked, wrong = compared(settings, hands)
    missing = Counter(str(measure) for *_, measure, _, _ in wrong)
    print(f"{settings} settings, {hands:,} hands each: {1 - len(wrong) / looked.total():.1%} of "
          f"{looked.total()} hold")
    for name, many in looked.items():
        print(f"  {name}: {1 - missing[name] / many:.1%} of {many}")
    for players, name, rules, evening, bank, measure, one, true in wrong:
        print(f"{players} {name} {rules['ante']} {rules['penalty']} {evening} hands, bank {bank}: "
              f"{measure} {one.value:.4g}, played {true.value:.4g}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
