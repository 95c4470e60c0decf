"""How often 95% intervals hold what they should: ``docs/coverage.md`` is made here.

Every table is played many times over in small runs, each with a seed of its own, and once in a
large run.  Of the intervals that the small runs give, 95 of 100 should hold what the large run
finds.  ``python -m tests.proofs.coverage PAGE`` writes the page, in some twelve minutes of one
core.  A number after the page is how many repetitions to make.
"""

import math
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from reports.request import set_up
from simulate.games.game import find_game
from simulate.runs.run import Run
from tests.proofs.covering.advice import SPOTS, count_advice
from tests.proofs.covering.advice import TABLES as ADVISED
from tests.proofs.covering.duels import count_duels, count_equals
from tests.proofs.covering.figures import Found, of_bets, of_lines, of_pool_game, of_pools, of_run
from tests.proofs.covering.kept import Kept, Kinds, kept
from tests.proofs.learned import ABOUT, rows

#: An interval is called good if the share that holds is between these two.
GOOD = (0.93, 0.985)
#: Repetitions, sessions of each, and sessions of the large run.
REPETITIONS, SESSIONS, LARGE = 2000, 400, 100_000
#: A repetition of the duels takes five times as long as one of a table: they have half as many;
#: one of advice takes all its spots, one of equals several studies, and they have a tenth.
_DUELS, _ADVICE = 2, 10
#: Intervals that are too narrow and still given, and where their reader is told so.
_TOLD = {
    "chips a hand": "the answer and the note of the table",
    "chips by strategy": "the answer and the note of the table",
    "mean of the pool": "the answer and the note of the table",
    "pairs": "the answer of the study",
    "ranks": "the answer of the study",
    "--until": "the answer of the study and the page on method",
    "`advise`, the next best, after all deals": "the page on advice",
    "`review`, what an answer costs": "the page on advice"}


@dataclass(frozen=True)
class Table:
    """A table whose figures are looked at."""

    title: str
    game: str
    lineup: str
    hands: int
    rules: Mapping[str, object] = field(default_factory=dict)
    read: Callable[[Run], Found] = of_run
    large: int = LARGE

    @property
    def about(self) -> str:
        """Who sits at it, and for how many hands where a session is no game."""
        run = self.run(1, 0)
        is_game = find_game(self.game).plays_to_the_end(run.rules)
        hands = "" if is_game else f", {self.hands} hands a session"
        return f"line-up {self.lineup.replace(',', ', ')}{hands}."

    def run(self, sessions: int, seed: int) -> Run:
        """Return one of its runs."""
        return set_up(self.game, self.lineup, None, dict(self.rules), sessions, self.hands, seed)


_MIXED = "banker,cautious,bold,random"
TABLES = (
    Table("Domino Loo, penalties capped at 40", "loo", _MIXED, 20, {"penalty": "cap:40"},
          of_pool_game),
    Table("Domino Loo, unlimited penalties", "loo", _MIXED, 20, {}, of_pool_game),
    Table("Domino Loo, unlimited penalties, nobody looks at the pool", "loo",
          "bold,random,cautious,random", 20, {}, of_pool_game),
    Table("Domino Loo, unlimited penalties, everybody stays", "loo", "stay,stay,stay,stay", 20, {},
          of_pools),
    Table("Domino Loo, points", "loo", "banker,random", 500, {"scoring": "points"}),
    Table("Domino Rounce", "rounce", "banker,stay,random", 500),
    Table("Domino Euchre", "euchre", "hoyle,threshold,hoyle,threshold", 500),
    Table("Domino Pool", "pool", "counter,random,counter,random", 20, {}, of_lines),
    Table("Domino Pool, hundred up", "pool", "counter,random,random", 500,
          {"score": "hundred_up"}, of_lines),
    Table("Domino Casino", "casino", "best-odds,random,random", 1, {}, of_bets))


def covered(table: Table, repetitions: int, sessions: int) -> Kinds:
    """Play a table many times over and count the intervals that hold.

    ``repetitions``, ``sessions``: small runs, and the sessions of each.
    """
    truth = table.read(table.run(table.large, 10_000_019))
    kinds: Kinds = {}
    small = table.run(sessions, 0)
    for number in range(repetitions):
        for (kind, name), estimate in table.read(replace(small, seed=number + 1)).items():
            kept(kinds, kind, name).count(estimate, truth[kind, name].value)
    return kinds


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{100 * share:.1f}%"


def _cell(figures: Mapping[str, Kept]) -> str:
    """Return what a table says of a kind of figure: the share that holds, least and largest."""
    given = sum(one.given for one in figures.values())
    asked = sum(one.repetitions for one in figures.values())
    shares = [one.share for one in figures.values() if one.given]
    if not shares:
        return "withheld"
    held = _percent(sum(one.held for one in figures.values()) / given)
    least, largest = _percent(min(shares)), _percent(max(shares))
    ends = f" ({least.rstrip('%')}–{largest})" if least != largest else ""
    return held + ends + ("" if given == asked else f", {100 * given / asked:.0f}% given")


def grid(found: Mapping[str, Kinds]) -> Iterator[str]:
    """Yield a table in Markdown: a row a kind of figure, a column a table of the game."""
    yield f"| kind of figure | {' | '.join(found)} |"
    yield f"|---|{'---|' * len(found)}"
    for kind in dict.fromkeys(kind for kinds in found.values() for kind in kinds):
        cells = (_cell(kinds[kind]) if kind in kinds else "" for kinds in found.values())
        yield f"| {kind} | {' | '.join(cells)} |"


def narrow(title: str, kinds: Kinds) -> Iterator[str]:
    """Yield the figures whose intervals are too narrow, and where their reader is told so."""
    for kind, figures in kinds.items():
        wrong = [f"{name} {_percent(one.share)}" for name, one in figures.items()
                 if one.share < GOOD[0]]
        told = f" (in {_TOLD[kind]})" if kind in _TOLD else ""
        if wrong:
            yield f"- {title}, {kind}: {', '.join(wrong)}{told}"


def failures(found: Iterable[Kinds]) -> int:
    """Return how many figures have intervals that are too narrow."""
    return sum(one.share < GOOD[0] for kinds in found
               for figures in kinds.values() for one in figures.values())


_HEAD = """# How often the intervals hold

Each table is played {repetitions:,} times in runs of {sessions} sessions. Its 95% intervals should
hold what a run of {large:,} sessions finds. Duels have {duels:,} repetitions, equals and each
decision of advice {advice:,}. `make verify` plays all of it again and writes this page
({seconds:.0f} seconds of one core).

- A cell has the share that holds; in brackets the smallest and the largest share among the figures
  of that kind. A share of {repetitions:,} has a standard error of half a per cent.
- *Withheld* is an interval that would not hold ([which](method.md#intervals)); *given* is the share
  of those that are not withheld.
- *Too narrow* is what holds in fewer than {low:.0%} of the repetitions ([below](#too-narrow)).
- Three kinds are wide (more than {high:.1%}): quantiles over all hands (only sessions are taken as
  independent), figures with few values, and bounds of rare events.

## Tables
"""
_DUELLED = (
    "Pairs and ranks of `study duel`, and those that stop by themselves: sessions are "
    "drawn with repetition from a large run.")
_EQUAL = (
    "Two strategies that are equally good by construction sit in turn round a table of three or "
    "four with unlimited penalties: each drops one hand of eight, by lots of its own. Some 95 of "
    "100 answers should name no better player. A share of 200 has a standard error of 1.5%.")
_ADVISED = (
    f"{SPOTS * len(ADVISED)} close decisions, nine of each game, at the "
    "usual sizes of `advise` and `review`. Deals are drawn with repetition from 65,536 of each "
    "decision, which are the exact truth. A figure is a game. Deals end early where the best "
    "answer looks clear.")


def page(
    found: Sequence[tuple[Table, Kinds]], duels: Kinds, equals: Kinds, advice: Kinds,
    repetitions: int, sessions: int, seconds: float, learned: Iterable[str] = (),
) -> str:
    """Return the page in Markdown."""
    all_kinds = [*((table.title, kinds) for table, kinds in found), ("Duels", duels),
                 ("Equals", equals), ("Advice", advice)]
    failed = failures([kinds for _, kinds in all_kinds])
    wrong = [line for title, kinds in all_kinds for line in narrow(title, kinds)]
    return "\n".join([
        _HEAD.format(
            repetitions=repetitions, duels=repetitions // _DUELS, advice=repetitions // _ADVICE,
            sessions=sessions, large=LARGE, seconds=seconds, low=GOOD[0], high=GOOD[1]),
        *(f"- {table.title}: {table.about}" for table, _ in found), "",
        *grid({table.title: kinds for table, kinds in found}),
        "", "## Duels", "", _DUELLED, "", *grid({"that hold": duels}),
        "", "## Equals", "", _EQUAL, "", *grid({"name nobody": equals}),
        "", "## Advice", "", _ADVISED, "", *grid({"that hold": advice}),
        "", "## Learned tables", "", ABOUT, "", *learned,
        "", "## Too narrow", "",
        f"Figures: {failed}; brackets name where the reader learns of it.",
        *([""] if wrong else []), *wrong]) + "\n"


def main(words: Sequence[str]) -> None:
    """Play everything, and write the page if one is named."""
    repetitions = int(words[1]) if len(words) > 1 else REPETITIONS
    began = time.process_time()
    found: list[tuple[Table, Kinds]] = []
    for table in TABLES:
        found.append((table, covered(table, repetitions, SESSIONS)))
        print("\n".join(grid({table.title: found[-1][1]})), flush=True)
    duels = count_duels(repetitions // _DUELS)
    equals, advice = (count(repetitions // _ADVICE) for count in (count_equals, count_advice))
    learned = list(rows(min(repetitions, 100)))
    text = page(found, duels, equals, advice, repetitions, SESSIONS, time.process_time() - began,
                learned)
    if words:
        Path(words[0]).write_text(text)
    print(text)


if __name__ == "__main__":
    main(sys.argv[1:])
