"""Does the rating of ``boneyard review`` order players by skill, and do its intervals hold?

Players are mixtures: before each hand it is drawn which of some ways of playing is used, good ones
and bad ones. What each way loses a hand is known from the same hands, priced on eight times as many
deals, which are others; so the strength of a mixture is known as well. Hands are drawn with
repetition, so that all of a player's are independent. ``python -m tests.proofs.ratings`` takes some
eight minutes of one core.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from reports.request import set_up
from reports.results.game_report import ValuedTable
from reports.review.evening import Review, Reviewed
from reports.review.review import _decide, review
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import Limits
from simulate.branch.pricing import choose
from simulate.branch.rolling import first_deal
from simulate.games.spot import asking
from simulate.runs.follow import histories
from simulate.runs.run import Player, Run
from strategies.lineup import seat_players
from tests.sizes import stats

#: Hands of a session, and the deals that rate a decision and that tell what it really cost.
_HANDS, _RATED, _TRUE = 50, 512, 4096
SESSIONS = 12
#: Decisions that are left to lot in the ways of playing that are bad at one thing.
_BAD_AT = ("declare", "lead", "follow")
_SEED, _TRUE_SEED = 7, 1_000_003
#: Ways that lose less than so many chips a hand are nearly alike.
_ALIKE = 2.0
#: How many hands an interval is looked at after, again and again.
PLAYED = 200


def ways_to_play(rules: Any) -> dict[str, Player]:
    """Return players by name: by the solved table, by rules of thumb, and by lot, in part too."""
    solved, book, cautious, lot = (seat_players("loo", name, 4, rules)[0]
                                   for name in ("solved", "book", "cautious", "random"))
    return {"solved": solved, "book": book, "cautious": cautious, "random": lot} | {
        f"solved, {kind} by lot": replace(
            solved, decisions={**solved.decisions, kind: lot.decisions[kind]})
        for kind in _BAD_AT}


@dataclass(frozen=True)
class Bank:
    """Hands that were played in each way, with what was lost in them.

    ``rated``: by way, the hands as a review has them. ``true``: what each way really loses a hand,
    float64[ways]. ``made``: what the seat made of the hands, by way.
    """

    ways: list[str]
    rated: list[list[Reviewed]]
    true: Floats
    made: list[Floats]

    def alike(self, most: float = _ALIKE) -> Bank:
        """Return the ways that lose less than so much a hand."""
        ways = np.flatnonzero(self.true < most).tolist()
        return Bank([self.ways[k] for k in ways], [self.rated[k] for k in ways], self.true[ways],
                    [self.made[k] for k in ways])


def table_of_four(sessions: int) -> Run:
    """Return sessions of four solved players."""
    return set_up("loo", "solved", 4, {"penalty": "cap:40"}, sessions, _HANDS, _SEED)


def _reviewed(run: Run, hands: list[dict[str, Any]], deals: int, seed: int) -> list[Reviewed]:
    """Return the hands of seat 0, reviewed without their luck, which takes long."""
    without = [(k, {**hand, "net": None}) for k, hand in enumerate(hands, 1)]
    return review(without, 0, ["solved"] * 4, run.rules, seed, most=deals).hands


def play_bank(sessions: int, ways: Mapping[str, Player] | None = None) -> Bank:
    """Play sessions of seat 0 in each way against solved players, and price them twice."""
    table = table_of_four(sessions)
    ways = ways or ways_to_play(table.rules)
    rated, true, made = [], [], []
    for player in ways.values():
        run = replace(table, players=(player, *table.players[1:]))
        hands = [hand for hand, _ in histories(run, range(sessions))]
        rated.append(_reviewed(table, hands, _RATED, 0))
        true.append(np.mean([hand.lost() for hand in _reviewed(table, hands, _TRUE, _TRUE_SEED)]))
        made.append(np.array([hand["net"][0] for hand in hands], np.float64))
    return Bank(list(ways), rated, np.array(true), made)


@dataclass(frozen=True)
class Ranked:
    """What ratings of some players say, beside what is known of them: float64[players] each."""

    true: Floats
    rated: Floats
    made: Floats
    held: Floats  #: whether the interval held after every hand
    wide: Floats  #: how wide the last interval is
    played: int = PLAYED  #: hands of each player

    @property
    def correlation(self) -> float:
        """The rank correlation of rating and strength."""
        return float(stats.spearmanr(self.rated, self.true).statistic)

    def __str__(self) -> str:
        """Return what the docs say."""
        luck = float(stats.spearmanr(-self.made, self.true).statistic)
        bias = self.rated - self.true
        return (f"{len(self.true)} players after {self.played} hands: rank correlation "
                f"{self.correlation:.3f} (of the chips made: {luck:.3f}); intervals hold after "
                f"every hand in {self.held.mean():.1%}; {np.median(self.wide):.2f} chips wide; "
                f"rated {bias.mean():+.3f} ± {bias.std(ddof=1) / len(bias)**0.5:.3f} above the "
                f"truth, which is {self.true.min():.2f} to {self.true.max():.2f}")


def rank(bank: Bank, players: int, played: int = PLAYED) -> Ranked:
    """Rate players of known strength after so many hands."""
    run = table_of_four(1)
    chance = np.random.default_rng(_SEED)
    found = []
    for mix in chance.dirichlet(np.full(len(bank.true), 0.5), players):
        ways: Ints = chance.choice(len(mix), played, p=mix)
        drawn = [(way, chance.integers(len(bank.rated[way]))) for way in ways.tolist()]
        evening = Review([bank.rated[way][k] for way, k in drawn], 0, run, [])
        value, low, high = evening.ratings()
        truth = mix @ bank.true
        found.append((truth, value[-1], sum(bank.made[way][k] for way, k in drawn),
                      ((low <= truth) & (truth <= high)).all(), high[-1] - low[-1]))
    true, rated, made, held, wide = np.array(found, np.float64).T
    return Ranked(true, rated, made, held, wide, played)


def rated_as_advised(sessions: int) -> tuple[float, float, int]:
    """Return what a player is rated who gives the answer that many other deals say is best.

    Returns the rating, its standard error, and the hands.
    """
    run = table_of_four(sessions)
    other, table, ask, lost = replace(run, seed=_TRUE_SEED), ValuedTable(run), asking("loo"), []
    for number, (hand, _) in enumerate(histories(run, range(sessions))):
        events, stakes = ask.events(hand, run.rules), table.stakes(0, hand["dealer"], hand["pool"])
        lost.append(0.0)
        for index, event in enumerate(events):
            if event.seat == 0:
                first = first_deal(number, index)
                best = choose(other, ask.spot(hand, run.rules, events, index), stakes.worth,
                              stakes.matters, Limits(_TRUE), first=first)
                if best is not None:
                    as_best = [*events[:index], replace(event, answer=best.best)]
                    decided = _decide(run, hand, as_best, index, stakes, _RATED, first)
                    lost[-1] += decided.cost + decided.short if decided else 0.0
    return float(np.mean(lost)), float(np.std(lost, ddof=1) / len(lost) ** 0.5), len(lost)


def main() -> None:
    """Rate 300 players."""
    bank = play_bank(SESSIONS)
    print(", ".join(f"{way} {lost:.2f}" for way, lost in zip(bank.ways, bank.true, strict=True)))
    print(rank(bank, 300))
    print("who are nearly alike:", rank(bank.alike(), 100), rank(bank.alike(), 60, 1000), sep="\n")
    print("who answers as other deals say is rated {:.3f} ± {:.3f} ({} hands)".format(
        *rated_as_advised(SESSIONS // 2)))


if __name__ == "__main__":
    main()
