"""``study surface``: what does it cost to sit down, under any rule of penalties?

Evenings are drawn from the law of one hand (``simulate.theory.law``), so that any rule of chips can
be asked for; where no law holds they are played in full. Where points win: what is one worth?"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reports.draw.shapes import Lines, Series
from reports.headlines import share
from reports.page.document import Card, Column, Picture, Row, Section, Table, Widget
from reports.page.html import packed
from reports.stats import estimates
from reports.stats.estimates import NOTHING, Estimate, around, mean_of, quantile_of, share_of_trials
from reports.studies.study import Study, in_parts
from reports.studies.surface import laws
from simulate.books.tally import Ints
from simulate.errors import BoneyardError, listed
from simulate.games.game import find_game
from simulate.games.loo.rules import RounceRules
from simulate.games.loo.words import words_of
from simulate.games.narrating import how_many
from simulate.games.rules import PENALTY_KINDS, PaysPenalties, Rules
from simulate.runs.follow import check_length
from simulate.runs.run import Progress, Run, in_order, silent
from simulate.theory.law import Agreement, Evenings, Law, play_in_full, why_in_full

QUESTION, _OF_POINTS = "What does it cost to sit down?", "What does a point cost?"
#: Evenings that are drawn for a row, fewer of more hands than this many in all: but so many at
#: least. The page plays twice as many, each of no more hands than it can in a moment.
EVENINGS, _HANDS, _FEWEST = 10_000, 1_000_000, 200
#: The fewest hands that a law is counted from, that of others from a quarter.
_COUNTED = 200_000
#: The banks of the figure, in stakes.
_BANKS = (4, 6, 10, 15, 20, 30, 40, 60, 100, 150, 200)
OWN = "as they do here"
#: The largest of the antes at which ``docs/method.md`` finds players who look at the pool off.
_SMALL_STAKE = 2
#: What is to be known there.
_SMALL = (" With antes of 1 or 2 chips the numbers of players who look at the pool can be some per "
          "cent off.")
#: The most hands of an evening on the page.
_LONGEST = 500
#: The bank that is asked about, in stakes, and four times as many where pools grow.
_BANK = 20
#: The usual limits, in stakes.
_LIMITS = (32, 16, 8, 4)
#: The numbers of a row, as the page names them in ``data-measure``.
COLUMNS = (
    Column("lose4", "one evening in four loses", "amount", "chips",
           "a seat loses more in one evening of four; less than 0: it wins"),
    Column("lose20", "a bad evening loses", "amount", "chips",
           "a seat loses more in one evening of twenty"),
    Column("bank20", "the bank for it", "amount", "chips",
           "the bank that is gone at some time in one evening of twenty"),
    Column("gone", "bank gone", "share", "share of seats",
           "whose bank of twenty stakes is gone at some time"),
    Column("broke", "somebody broke", "share", "share of evenings",
           "in which the bank of some seat, twenty stakes, is gone at some time"),
    Column("pool", "largest pool", "amount", "chips",
           "half of the evenings have no larger pool"),
    Column("pool100", "once in a hundred", "amount", "chips",
           "one evening of a hundred has a larger pool"),
    Column("bare", "hands at bare antes", "share", "share of hands",
           "for everybody's antes alone: the hand before left nothing"),
    Column("cut", "loos that the limit cuts", "share", "share of loos",
           "that cost less than the pool"),
)
#: Games that are drawn at each score, and about how many scores are asked about.
_GAMES, _SCORES = 10_000, 5
_POINT_COLUMNS = (
    Column("strategy", "strategy", "text", "text", "its first seat"),
    Column("score", "score of all", "count", "points",
           "the score that the games begin with (Rounce: points to go)"),
    Column("won", "wins", "share", "share of games", "that the seat wins"),
    Column("ahead", "a point ahead, it wins", "share", "share of games",
           "that it wins, with its side, with one point more"),
    Column("point", "a point is worth", "share", "share of games",
           "the same games, one point apart"),
    Column("hands", "hands to come", "amount", "hands", "of a game from there"))


def check(run: Run) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table."""
    check_length(run)
    game = find_game(run.game)
    ends = game.ends(run.rules)
    if game.plays_to_the_end(run.rules) and not (ends and ends.points):
        raise BoneyardError("study surface asks what evenings cost in chips, or points that win; "
                            "here a game has other ends")
    if bankroll := game.bankroll_of(run.rules):
        raise BoneyardError(f"bankroll {bankroll}: study surface asks for every bank at tables "
                            "where the others can always pay; leave it out")


@dataclass(frozen=True)
class Sat:
    """Evenings of a line-up under a rule."""

    found: Evenings
    seats: Sequence[int]  #: that a number is about: all where they are alike, else the first
    independent: int  #: as how many independent evenings they count
    misfit: float = 0  #: of the law that they were drawn from
    who: str = ""
    penalty: str = ""  #: as the rules write it, "none" where there is none

    def row(self, bank: int) -> Row:
        """Return the numbers of ``COLUMNS``."""
        found, independent = self.found, self.independent
        counted = {} if self.penalty == "none" else {
            "bare": self._share(found.bare, found.hands),
            "cut": self._share(found.cut, found.looed)}
        deepest = self._quantile(-found.lowest, 0.95)
        return {
            "lose4": self._quantile(-found.total, 0.75),
            "lose20": self._quantile(-found.total, 0.95),
            # A bank as large as the deepest fall is gone, one chip more is not.
            "bank20": Estimate(deepest.value + 1, low=deepest.low + 1, high=deepest.high + 1),
            "gone": self.gone(bank),
            "broke": self._often((found.lowest <= -bank).any(axis=1)),
            "pool": quantile_of(found.largest, 0.5, independent),
            "pool100": quantile_of(found.largest, 0.99, independent), **counted}

    def gone(self, bank: int) -> Estimate:
        """Estimate how often the bank of a seat is gone at some time; the seats of an evening hang
        together."""
        return self._often(self.found.lowest[:, self.seats] <= -bank)

    def _often(self, found: ArrayLike) -> Estimate:
        return share_of_trials(float(np.asarray(found).mean()) * self.independent, self.independent)

    def _quantile(self, chips: Ints, q: float) -> Estimate:
        return quantile_of(chips[:, self.seats].ravel(), q, self.independent)

    def _share(self, some: Ints, all_of: Ints) -> Estimate:
        """Estimate a share of what evenings have, as if there were so many of them."""
        if not all_of.sum():
            return NOTHING
        p, se = estimates.share_of(some, all_of)[:2]
        error = math.hypot(se * math.sqrt(len(some) / self.independent), self.misfit * p)
        return Estimate(p, error, *estimates.wilson(
            p, (error > 0 and p * (1 - p) / error**2) or self.independent,
            estimates.t_quantile(self.independent)))


def study_surface(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer what it costs to sit down at a table, and with the usual line-ups, by the rule of
    penalties; where points win, what a point is worth. Raises ``BoneyardError`` if neither chips
    nor such points are played for, or a strategy fails."""
    check(run)
    why, hands = why_in_full(run), max(_COUNTED, run.sessions * run.hands_a_session)
    counting, sitting = in_parts(progress, (1, 4))
    usual = laws.laws_of(run, len(run.players), hands // 4, jobs, counting)
    law = None if why else laws.law_of(run, hands, jobs, sitting)
    if law:
        usual = usual | {"own/like": law} | laws.played_well(run, hands // 4, jobs)
    if find_game(run.game).plays_to_the_end(run.rules):
        return _by_points(run, law, usual, why, jobs, sitting)
    return _by_chips(run, law, usual, why, jobs, sitting)


def _by_points(
    run: Run, law: Law | None, usual: Mapping[str, Law], why: str, jobs: int | None,
    progress: Progress,
) -> Study:
    rows = [*(_by_score(run, law) if law else _from_start(run, jobs, progress))]
    first = rows[0]
    does = f"a point is worth {share(first['point'])} of games to" if law else (
        f"a game is won in {share(first['won'])} of cases by")
    answer = (f"At the start {does} {first['strategy']}.",
              *([f"All games were played in full: {why}."] if why else []))
    worth = {label: Series([row.get("point", NOTHING) for row in rows if row["strategy"] == label],
                           list(dict.fromkeys(row["score"] for row in rows)))
             for label in _seats(run)}
    picture = Picture("surface_points", Lines(
        worth, bottom=0, height=3.4, scale=100, xlabel="score of all seats", ylabel="of games, %",
        title="What a point is worth"))
    table = Table.of("surface_points", "What a point is worth, by the score", _POINT_COLUMNS, rows)
    return Study(_OF_POINTS, answer, (Section(
        "surface", _OF_POINTS, answer, (picture,) * bool(law), (table,)),),
                 {"rows": rows}, _card(_OF_POINTS, run, usual, answer),
                 f"{how_many(_GAMES, 'game')} a score" if law else "")


def _seats(run: Run) -> dict[str, int]:
    """Return the first seat of each strategy."""
    return {label: run.labels.index(label) for label in dict.fromkeys(run.labels)}


def _won(found: Evenings, agreed: Agreement) -> NDArray[np.bool_]:
    """Return who won each game: bool[games, seats]; nobody where it was not over."""
    reached = found.total >= agreed.target
    if agreed.shared:
        return reached
    best = reached & (found.total == found.total.max(axis=1, keepdims=True))
    return best & (best.sum(axis=1, keepdims=True) == 1)


def _by_score(run: Run, law: Law) -> Iterator[Row]:
    """Yield what a point is worth to each strategy, by the score."""
    players, agreed = len(run.players), Agreement.of(run)

    def drawn(begin: list[int]) -> Evenings:
        return law.evenings(agreed, _GAMES, run.hands, run.seed, begin=begin)

    # With a point more a game would be over at the last score.
    for score in range(0, agreed.target - 1, max(1, agreed.target // _SCORES)):
        even = drawn([score] * players)
        independent, own = law.independent(even), _won(even, agreed)
        for label, seat in _seats(run).items():
            side = range(seat % 2, players, 2) if find_game(run.game).partners(players) else (seat,)
            ahead = _won(drawn([score + (k in side) for k in range(players)]), agreed)[:, seat]
            gain = ahead.astype(float) - own[:, seat]
            error = float(gain.std()) / independent**0.5
            yield {"strategy": label, "score": _counted(run, score),
                   "hands": mean_of(even.hands),
                   "won": share_of_trials(own[:, seat].mean() * independent, independent),
                   "ahead": share_of_trials(ahead.mean() * independent, independent),
                   "point": around(float(gain.mean()), error, independent)}


def _counted(run: Run, won: int) -> int:
    """Return a score as the table counts it: Rounce down."""
    return Agreement.of(run).target - won if isinstance(run.rules, RounceRules) else won


def _from_start(run: Run, jobs: int | None, progress: Progress) -> Iterator[Row]:
    """Yield how often each strategy wins games that are played in full."""
    found = play_in_full(run, jobs, progress)
    own = _won(found, Agreement.of(run))
    for label, seat in _seats(run).items():
        yield {"strategy": label, "score": _counted(run, 0), "hands": mean_of(found.hands),
               "won": share_of_trials(int(own[:, seat].sum()), run.sessions)}


def _by_chips(
    run: Run, law: Law | None, usual: Mapping[str, Law], why: str, jobs: int | None,
    progress: Progress,
) -> Study:
    players = len(run.players)
    found = list(_drawn(OWN, run, law, jobs) if law else _in_full(run, jobs, progress))
    for who, lineup in laws.lineups(run, players).items():
        if who in usual and who.endswith("/like"):
            found += _drawn(
                who.removesuffix("/like"), laws.seated(run, lineup), usual[who], jobs)
    stake, evening = find_game(run.game).stake(run.rules), how_many(run.hands, "hand")
    bank, banks = _BANK * stake, [k * stake for k in _BANKS]
    whose = "" if len(found[0].seats) > 1 else f" for {run.people[0]}, the first seat"
    answer = (f"Within {evening} a bank of {bank} chips is gone in {share(found[0].gone(bank))} of "
              f"evenings{whose}.", *([f"All evenings were played in full: {why}."] if why else []))
    picture = Picture("surface_banks", Lines(
        {one.penalty: [one.gone(bank) for bank in banks] for one in found if one.who == OWN},
        banks, 0.15, bottom=0, height=3.6, scale=100, xlabel="bank, chips",
        ylabel="gone by then, %", title=f"A bank gone within {evening}"))
    table = Table.of("surface", "What evenings cost", (
        Column("players", "players", "count", "players", "at the table"),
        Column("who", "who sits there", "text", "text", "the line-up"),
        Column("penalty", "penalty", "text", "text", "the rule of penalties"), *COLUMNS,
    ), ({"players": players, "who": one.who, "penalty": one.penalty, **one.row(bank)}
        for one in found), f"Evenings of {evening}; a bank of {bank} chips."
        + _SMALL * (stake <= _SMALL_STAKE and any(one.misfit for one in found)), index=3)
    section = Section("surface", QUESTION, answer, (picture,), (table,))
    return Study(QUESTION, answer, (section,), {"found": found, "law": law},
                 _card(QUESTION, run, usual, answer),
                 f"{how_many(len(found[0].found.total), 'evening')} a rule",
                 min(found[0].independent, run.sessions))


def _in_full(run: Run, jobs: int | None, progress: Progress) -> Iterator[Sat]:
    """Yield the evenings of a table that has no law."""
    several = laws.rules_of(run, len(run.players))
    sessions = max(2, run.sessions // len(several))
    parts = in_parts(progress, [1] * len(several), sessions)
    for rules, part in zip(several, parts, strict=True):
        one = replace(run, rules=rules, sessions=sessions)
        yield _sat(OWN, one, play_in_full(one, jobs, part), sessions)


def _drawn(who: str, run: Run, law: Law, jobs: int | None) -> Iterator[Sat]:
    """Yield evenings from a law."""
    evenings = max(_FEWEST, min(EVENINGS, _HANDS // run.hands))

    def sat(rules: Rules) -> Sat:
        one = replace(run, rules=rules)
        drawn = law.evenings(Agreement.of(one), evenings, run.hands, run.seed)
        return _sat(who, one, drawn, law.independent(drawn), law.misfit)

    first, *others = laws.rules_of(run, len(run.players))
    yield sat(first)  # compiles before threads start
    yield from in_order(sat, ((rules,) for rules in others), jobs)


def _sat(who: str, run: Run, found: Evenings, independent: int, misfit: float = 0) -> Sat:
    penalty = run.rules.as_dict().get("penalty", "none")
    return Sat(found, laws.asked(run), independent, misfit, who, penalty)


def _card(
    title: str, run: Run, usual: Mapping[str, Law], answer: tuple[str, ...],
) -> Card | None:
    """Return the card that plays evenings, or games for points, from laws: of the usual line-ups,
    and of the run's own table where it has one."""
    if not usual:
        return None
    game, players, agreed = find_game(run.game), len(run.players), Agreement.of(run)
    words, kinds = words_of(run.rules), laws.kinds_of(run)
    stake, has_rules = game.stake(run.rules), isinstance(run.rules, PaysPenalties)
    sizes = range(game.seats[0], game.seats[1] + 1) if laws.is_shipped(run) else [players]
    known = {n: usual if n == players else laws.laws_of(run, n, 0) for n in sizes}
    data = {
        "players": players, "hands": min(run.hands, _LONGEST), "longest": _LONGEST,
        "bank": (4 if has_rules else 1) * _BANK * stake, "seed": run.seed, "target": agreed.target,
        "mine": 2 if game.partners(players) else players,
        "rivals": "they" if players == 2 or game.partners(players) else "each of them",
        "countsDown": words.counts_down, "count": (
            "the loos" if words.looed == "looed" else f"the times that somebody is {words.looed}"),
        "stakes": {"each": agreed.each, "dealer": agreed.dealer, "topUp": agreed.top_up,
                   "again": agreed.again, "emptyBelow": agreed.empty_below, "most": agreed.most,
                   "points": agreed.points, "target": agreed.target, "shared": agreed.shared,
                   "turns": agreed.turns, "kind": PENALTY_KINDS[0], "limit": 0},
        "limits": [k * stake for k in _LIMITS] if has_rules and not agreed.points else [],
        "rule": str(laws.rules_of(run, players)[0].as_dict().get("penalty", "none")),
        "alike": len(laws.asked(run)) > 1, "why": why_in_full(run),
        "small": {"ante": _SMALL_STAKE, "note": _SMALL},
        "lineup": listed(run.people), "first": run.names[0] if run.names else "the first seat",
        "here": listed(run.names) or "As in this run",
        "who": {name: (name.capitalize() + (f" ({strategy})" if strategy in laws.PEOPLE
                                            and kinds is not laws.WHO else ""), how)
                for name, (strategy, how) in kinds.items()},
        "good": laws.good_kind(run),
        "laws": {n: {name: packed(one.numbers()) for name, one in some.items()}
                 for n, some in known.items()}}
    return Card("sitting", title, answer,
                widget=Widget("surface.html.j2",
                              ("chosen.js", "law.js", "lesson.js", "surface.js"), data),
                link="study_surface")
