"""When to take the miss by what the seat and its rivals still need to win the game.

One run covers classes of scores: the seat that is asked needs some points, and each of its rivals
needs some. All scores have the same deals: ``simulate.theory.loo.at_score``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from reports.draw.shapes import of_needs
from reports.games.loo import words as say
from reports.page.document import Column, Picture, Section, Table
from reports.results.shared_sentences import share
from reports.stats.estimates import NOTHING, Estimate, share_of_trials
from reports.studies.miss.needs import Needs
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import CLEAR
from simulate.games.game import find_game
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY
from simulate.games.loo.words import words_of
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.loo.at_score import DeclaredMoves, Score, error_of, moves_at_scores
from simulate.theory.loo.situations import Situation, situations
from strategies.loo.racer import race_of_table, win_chances

#: Points that a seat needs, and that each of its rivals needs: from near the end to the start.
NEEDS = (1, 3, 6, 10, 15)
#: Fewer hands leave it open what is best.
LEAST = 100
#: What a seat does, by its declarations.
DOES = {"play": (PLAY,), "miss": (MISS,), "drop": (DROP, FOR_POOL)}
_TO_DO = {"play": "play", "miss": "take the miss", "drop": "drop"}
_SHOWN = 25
#: A share that is not clear by more than this was dealt too few.
_WIDEST = 0.5


@dataclass(frozen=True)
class AtNeeds:
    """What is best in a place where the seats need so many points."""

    position: int
    before: str  #: what was declared before
    together: bool  #: whether this is all that may have been declared as long as a miss is left
    #: Points that the seat needs, and each rival, or the leading one (``Needs``).
    own: int
    rivals: int
    decisions: int
    #: By ``DOES``: the share of the decisions in which it is best, from where that is clear to
    #: where it may be so; and how often the strategy does it.
    best: dict[str, Estimate]
    made: dict[str, Estimate]


def scores(needs: Needs) -> list[Score]:
    """Return the scores of all places and needs, each once."""
    return list(dict.fromkeys(needs.score(*place) for place in _places(needs.players)))


def _places(players: int) -> Iterator[tuple[int, int, int]]:
    """Yield every (position, own need, rivals' need)."""
    return product(range(players), NEEDS, NEEDS)


def by_score(
    run: Run, needs: Needs, deals: int, jobs: int | None = None, progress: Progress = silent
) -> list[AtNeeds]:
    """Return what is best for the first strategy at all needs: by place, and by what was declared
    before as well. Every score has the same deals."""
    players, order = len(run.players), scores(needs)
    found = moves_at_scores(
        run, win_chances(run.game, players), order, deals, race_of_table(run), jobs,
        lambda share: progress(share, round(share * deals)))
    at = dict(zip(order, found, strict=True))
    return [one for place in _places(players) for one in _at(at[needs.score(*place)], run, *place)]


def _at(moves: DeclaredMoves, run: Run, position: int, own: int, rivals: int) -> Iterator[AtNeeds]:
    """Yield what is best in a place: as long as a miss is left, and by what was declared before."""
    words, players = words_of(run.rules), len(run.players)
    here = [one for one in situations(players) if one.position == position]
    best = {one: _Best.of(moves, one) for one in here}
    left = [best[one] for one in here if MISS in best[one].actions]
    heard = [(say.heard(one, words), [best[one]]) for one in here]
    for before, some in [(f"a {words.miss} is left", left), *(heard if len(here) > 1 else ())]:
        decisions = round(sum(float(one.count.sum()) for one in some))
        yield AtNeeds(
            position, before, some is left, own, rivals, decisions,
            {name: _share(some, does) for name, does in DOES.items()},
            {name: share_of_trials(round(sum(one.made(does) for one in some)), decisions)
             for name, does in DOES.items()})


@dataclass(frozen=True)
class _Best:
    """The best declaration by kind of hand, after what was declared before."""

    actions: tuple[int, ...]  #: what may be declared
    count: Floats  #: float64[kinds]: hands that come there
    best: Ints  #: int64[kinds]: which of the actions
    clear: NDArray[np.bool_]  #: bool[kinds]: whether no other may be as good
    did: Floats  #: float64[actions]: how often the strategy declares what

    @classmethod
    def of(cls, moves: DeclaredMoves, heard: Situation) -> _Best:
        """Return it where a position has heard that."""
        nodes = [n for n, said in enumerate(moves.declared.heard)
                 if (len(said), said.count(PLAY), said.count(MISS)) == (
                     heard.position, heard.stayed, heard.missed)]
        actions = moves.declared.actions[nodes[0]]
        parts = moves.regrets[:, nodes].sum(1)[..., : len(actions)]
        best = parts.sum(0).argmax(1)
        ahead = np.take_along_axis(parts, best[None, :, None], 2) - parts
        count = moves.reach[nodes].sum(0)
        clear = ((ahead.sum(0) >= CLEAR * error_of(ahead))
                 | (np.arange(len(actions)) == best[:, None])).all(1)
        return cls(actions, count, best, clear & (count >= LEAST),
                   moves.taken[nodes].sum(0)[: len(actions)])

    def does(self, which: Sequence[int]) -> NDArray[np.bool_]:
        """Tell of the actions whether they are among some."""
        return np.isin(self.actions, which)

    def made(self, which: Sequence[int]) -> float:
        """Return how often the strategy declares one of some."""
        return float(self.did[self.does(which)].sum())


def _share(some: Sequence[_Best], which: Sequence[int]) -> Estimate:
    """Return in what share of decisions one of some is best, from clearly to not clearly not."""
    total = sum(float(one.count.sum()) for one in some)
    if not total:
        return Estimate(np.nan)

    def of_all(flags: Callable[[_Best, NDArray[np.bool_]], NDArray[np.bool_]]) -> float:
        return sum(float((one.count * flags(one, one.does(which)[one.best])).sum())
                   for one in some) / total

    return Estimate(
        of_all(lambda one, best: best), low=of_all(lambda one, best: best & one.clear),
        high=of_all(lambda one, best: (best | ~one.clear) & one.does(which).any()))


def told(found: Sequence[AtNeeds], needs: Needs, taken: str) -> str:
    """Return where it is best with most hands to take the miss."""
    known = [one for one in found if one.together and _is_known(one.best["miss"])]
    if not known:
        return f"There were too few deals to tell where the score changes when to take {taken}."
    most = max(known, key=lambda one: one.best["miss"].value)
    rivals = needs.rivals_in_words(most.position).removesuffix(" needs")
    return (f"The {say.place(most.position, needs.players)} takes {taken} with most hands, "
            f"{share(most.best['miss'])}, where it needs {most.own} and {rivals} {most.rivals}.")


def _is_known(best: Estimate) -> bool:
    """Tell whether a share is known well enough to be told."""
    return bool(best.high - best.low <= _WIDEST)


def section(found: Sequence[AtNeeds], run: Run, needs: Needs, strategy: str) -> Section:
    """Return what a page shows of it. ``run``: the table. ``strategy``: whose chart it is."""
    players, words = len(run.players), words_of(run.rules)
    question = f"Does one take {words.taken} more near the end of the game?"
    table = Table.of(
        "miss_by_score", question, (
            Column("place", "you are", "text"),
            Column("before", "after", "text", "text", "what was declared before"),
            *needs.columns(),
            Column("decisions", "decisions", "count", "decisions", "looked at"),
            *(Column(f"best_{name}", f"best: {_word(name, words.miss)}", "share",
                     "share of decisions", f"in which it is best to {does}")
              for name, does in _TO_DO.items()),
            *(Column(f"made_{name}", f"{strategy}: {_word(name, words.miss)}", "share",
                     "share of decisions", f"in which the strategy chooses to {does}")
              for name, does in _TO_DO.items()),
        ),
        # Those of all that may have been declared come first.
        ({"place": say.place(one.position, players), "before": one.before, "own": one.own,
          "rivals": one.rivals, "decisions": one.decisions,
          **{f"{which}_{name}": shares[name] for name in DOES
             for which, shares in (("best", one.best), ("made", one.made))}}
         for one in sorted(found, key=lambda one: not one.together)),
        "Under each number stands from where that is clear to where it may be so. "
        "miss_by_score.csv has all rows.", index=2, most=_SHOWN)
    return Section(
        "miss_by_score", question, (told(found, needs, words.taken),),
        tuple(_picture(found, run, needs, strategy, position) for position in range(players)),
        (table,))


def _word(name: str, miss: str) -> str:
    return miss if name == "miss" else name


def _picture(
    found: Sequence[AtNeeds], run: Run, needs: Needs, strategy: str, position: int
) -> Picture:
    players, words = len(run.players), words_of(run.rules)
    place = say.place(position, players)
    rivals = needs.rivals_in_words(position)
    cells = {(one.own, one.rivals): one.best["miss"] for one in found
             if one.position == position and one.together and _is_known(one.best["miss"])}
    grid = [[cells.get((own, others), NOTHING) for others in NEEDS] for own in NEEDS]

    return Picture(f"miss_by_score_{position}", of_needs(
        grid, NEEDS, f"the {place} needs", f"{rivals}{needs.others_in_words(position)}",
        f"The {place} takes {words.taken}, %\n{find_game(run.game).title}, {players} players, "
        f"{strategy}", cell=0.8, around=1.4, size=7.5), wide=True)
