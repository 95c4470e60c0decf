"""``study surface``: what does it cost to sit down, under any rule of penalties?

Evenings are drawn from the law of one hand (``simulate.theory.law``), so that any rule of chips can
be asked for; where no law holds they are played in full."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from reports.draw.shapes import Lines
from reports.page.document import Column, Picture, Row, Section, Table
from reports.results.shared_sentences import share
from reports.stats.estimates import Estimate
from reports.studies.study import Study, in_parts
from reports.studies.surface.card import BANK, sitting_card
from reports.studies.surface.laws import (
    asked,
    hands_of,
    law_of,
    laws_of,
    lineups,
    rules_of,
    seated,
)
from reports.studies.surface.measured import COLUMNS, gone, measures
from reports.studies.surface.points import study_points
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.runs.follow import check_length
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run
from simulate.theory.law import Evenings, Law, Stakes, play_in_full, why_in_full

QUESTION = "What does it cost to sit down?"
#: Evenings that are drawn for a row, fewer of more hands than this many in all: but so many at
#: least. The page plays twice as many, each of no more hands than it can in a moment.
EVENINGS, _HANDS, _FEWEST = 10_000, 1_000_000, 200
#: The banks of the figure, in stakes.
_BANKS = (4, 6, 10, 15, 20, 30, 40, 60, 100, 150, 200)
OWN = "as they do here"


@dataclass(frozen=True)
class Sat:
    """Evenings of a line-up under a rule."""

    who: str
    players: int
    penalty: str  #: as the rules write it, "none" where there is none
    seats: tuple[int, ...]  #: that a number is about: all where they are alike, else the first
    found: Evenings
    independent: int  #: as how many independent evenings they count
    misfit: float = 0  #: of the law that they were drawn from

    def row(self, bank: int) -> Row:
        """Return the row of the table of rules."""
        return {"players": self.players, "who": self.who, "penalty": self.penalty, **measures(
            self.found, self.seats, bank, self.independent, self.penalty != "none", self.misfit)}

    def gone(self, bank: int) -> Estimate:
        """Estimate how often a bank is gone at some time."""
        return gone(self.found, self.seats, bank, self.independent)


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


def study_surface(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer what it costs to sit down at a table, and with the usual line-ups, by the rule of
    penalties; where points win, what a point is worth. Raises ``BoneyardError`` if neither chips
    nor such points are played for, or a strategy fails."""
    check(run)
    if find_game(run.game).plays_to_the_end(run.rules):
        return study_points(run, jobs, progress)
    why, players, hands = why_in_full(run), len(run.players), hands_of(run)
    counting, sitting = in_parts(progress, (1, 4))
    laws = laws_of(run, players, hands // 4, jobs, counting)
    law = None if why else law_of(run, hands, jobs, sitting)
    found = list(_drawn(OWN, run, law) if law else _in_full(run, jobs, sitting))
    for who, own in laws.items():
        if who.endswith("/like"):
            found += _drawn(who.removesuffix("/like"), seated(run, lineups(run, players)[who]), own)
    bank = BANK * find_game(run.game).stake(run.rules)
    answer = tuple(_answer(found[0], run, bank, why))
    picture = Picture("surface_banks", _by_bank([one for one in found if one.who == OWN], run))
    table = Table.of("surface", "What evenings cost", (
        Column("players", "players", "count", "players", "at the table"),
        Column("who", "who sits there", "text", "text", "the line-up"),
        Column("penalty", "penalty", "text", "text", "the rule of penalties"), *COLUMNS,
    ), (one.row(bank) for one in found),
        f"Evenings of {how_many(run.hands, 'hand')}; a bank of {bank} chips.", index=3)
    section = Section("surface", QUESTION, answer, (picture,), (table,))
    return Study(QUESTION, answer, (section,), {"found": found, "law": law},
                 sitting_card(QUESTION, run, law, laws, answer) if law or laws else None,
                 f"{how_many(len(found[0].found.total), 'evening')} a rule",
                 min(found[0].independent, run.sessions))


def _in_full(run: Run, jobs: int | None, progress: Progress) -> Iterator[Sat]:
    """Yield the evenings of a table that has no law."""
    several = rules_of(run, len(run.players))
    sessions = max(2, run.sessions // len(several))
    parts = in_parts(progress, [1] * len(several), sessions)
    for rules, part in zip(several, parts, strict=True):
        one = replace(run, rules=rules, sessions=sessions)
        yield _sat(OWN, one, play_in_full(one, jobs, part), sessions)


def _drawn(who: str, run: Run, law: Law) -> Iterator[Sat]:
    """Yield evenings from a law."""
    evenings = max(_FEWEST, min(EVENINGS, _HANDS // run.hands))
    for rules in rules_of(run, len(run.players)):
        one = replace(run, rules=rules)
        drawn = law.evenings(Stakes.of(one), evenings, run.hands, run.seed)
        yield _sat(who, one, drawn, law.independent(drawn), law.misfit)


def _sat(who: str, run: Run, found: Evenings, independent: int, misfit: float = 0) -> Sat:
    penalty = run.rules.as_dict().get("penalty", "none")
    return Sat(who, len(run.players), penalty, asked(run), found, independent, misfit)


def _by_bank(found: list[Sat], run: Run) -> Lines:
    """Return the chance that banks are gone within an evening, a line a rule."""
    stake = find_game(run.game).stake(run.rules)
    banks = [k * stake for k in _BANKS]
    return Lines(
        {one.penalty: [one.gone(bank) for bank in banks] for one in found}, banks, 0.15, bottom=0,
        height=3.6, scale=100, xlabel="bank, chips", ylabel="gone by then, %",
        title=f"A bank gone within {how_many(run.hands, 'hand')}")


def _answer(own: Sat, run: Run, bank: int, why: str) -> Iterator[str]:
    """Yield what an evening costs at the run's own table."""
    whose = "" if len(own.seats) > 1 else f" for {run.labels[0]}, the first seat"
    yield (f"Within {how_many(run.hands, 'hand')} a bank of {bank} chips is gone in "
           f"{share(own.row(bank)['gone'])} of evenings{whose}.")
    if why:
        yield f"All evenings were played in full: {why}."
