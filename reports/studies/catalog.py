"""The studies by name: what they take, how large they are, and how they are held.

Nothing heavy is imported before a study is held.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from reports.defaults import sessions_of
from simulate.errors import BoneyardError, unknown
from simulate.games.game import find_game

if TYPE_CHECKING:
    from reports.studies.study import Done, Study
    from simulate.runs.run import Run


@dataclass(frozen=True)
class Wishes:
    """What may be asked of a study beyond its table; see the studies for what it means.

    Parameters
    ----------
    bankroll : int, optional
        Of ``risk``.
    against : sequence of str
        Of ``escalation``.
    until : float or str, optional
        Of ``duel``.
    sweep : str, optional
        Of ``duel``.
    """

    bankroll: int | None = None
    against: Sequence[str] = ()
    until: float | str | None = None
    sweep: str | None = None

    def given(self) -> list[tuple[str, str]]:
        """Return the wishes that there are, by name and as text, in order."""
        single = ("bankroll", self.bankroll), ("until", self.until), ("sweep", self.sweep)
        return [("against", penalty) for penalty in self.against] + [
            (name, str(value)) for name, value in single if value is not None]


@dataclass(frozen=True)
class Holding:
    """A study that is to be held.

    Parameters
    ----------
    run : Run
    wishes : Wishes
    options : str
        The options of the command line that set the table.
    jobs : int, optional
    done : callable, optional
    """

    run: Run
    wishes: Wishes
    options: str
    jobs: int | None = None
    done: Done | None = None


@dataclass(frozen=True)
class Entry:
    """A study of the catalogue.

    Parameters
    ----------
    name : str
    wishes : tuple of str
        Fields of ``Wishes`` that it knows.
    hands : int
        Of each of its runs, when it is held by itself.
    in_report : int
        The same, as a part of a report: small enough for all studies together to take
        about a minute.
    check : callable
        Raises ``BoneyardError`` if a table, or a wish, is none for the study.
    hold : callable
    single : bool
        Whether it plays one hand a session: its sessions are deals.
    """

    name: str
    wishes: tuple[str, ...]
    hands: int
    in_report: int
    check: Callable[[Run, Wishes], None]
    hold: Callable[[Holding], Study]
    single: bool = False

    def sessions(self, run: Run, hands: int) -> int:
        """Return the sessions of a table that make about so many hands."""
        return hands if self.single else sessions_of(
            find_game(run.game), run.rules, hands, run.hands)


def _check_miss(run: Run, wishes: Wishes) -> None:
    from reports.studies.miss.study import check_game

    check_game(run)


def _hold_miss(asked: Holding) -> Study:
    from reports.studies.miss.study import study_miss

    tell = asked.done
    return study_miss(
        asked.run, tell and (lambda deals, most: tell(deals / most, deals)),
        deals=asked.run.sessions, jobs=asked.jobs,
    )


def _check_escalation(run: Run, wishes: Wishes) -> None:
    from reports.studies.escalation.study import check

    check(run, wishes.against or None)


def _hold_escalation(asked: Holding) -> Study:
    from reports.studies.escalation.study import study_escalation

    return study_escalation(
        asked.run, asked.wishes.against or None, asked.jobs, asked.done, asked.options)


def _check_risk(run: Run, wishes: Wishes) -> None:
    from reports.studies.risk.study import check

    check(run, wishes.bankroll)


def _hold_risk(asked: Holding) -> Study:
    from reports.studies.risk.study import study_risk

    return study_risk(
        asked.run, asked.wishes.bankroll, jobs=asked.jobs, progress=asked.done,
        options=asked.options,
    )


def _check_duel(run: Run, wishes: Wishes) -> None:
    from reports.studies.duel.study import check

    check(run, wishes.until, wishes.sweep)


def _hold_duel(asked: Holding) -> Study:
    from reports.studies.duel.study import study_duel

    return study_duel(
        asked.run, jobs=asked.jobs, until=asked.wishes.until, sweep=asked.wishes.sweep,
        progress=asked.done,
    )


def _check_exploit(run: Run, wishes: Wishes) -> None:
    from reports.studies.exploit.study import check

    check(run)


def _hold_exploit(asked: Holding) -> Study:
    from reports.studies.exploit.study import study_exploit

    return study_exploit(
        asked.run, deals=asked.run.sessions, jobs=asked.jobs, progress=asked.done)


#: All studies by name.
CATALOG: Mapping[str, Entry] = {
    entry.name: entry for entry in (
        Entry("miss", (), 2_097_152, 524_288, _check_miss, _hold_miss, single=True),
        Entry("escalation", ("against",), 2_000_000, 1_000_000, _check_escalation,
              _hold_escalation),
        Entry("risk", ("bankroll",), 2_000_000, 1_000_000, _check_risk, _hold_risk),
        Entry("duel", ("until", "sweep"), 1_000_000, 400_000, _check_duel, _hold_duel),
        Entry("exploit", (), 200_000, 20_000, _check_exploit, _hold_exploit, single=True),
    )
}


def find_study(name: str) -> Entry:
    """Return a study.

    Raises
    ------
    BoneyardError
        If there is none of that name.
    """
    if name not in CATALOG:
        raise unknown("study", name, CATALOG)
    return CATALOG[name]


def check_wishes(entry: Entry, wishes: Wishes) -> None:
    """Raise ``BoneyardError`` if something is wished for that belongs to another study."""
    for wish, _ in wishes.given():
        if wish not in entry.wishes:
            owner = next(other.name for other in CATALOG.values() if wish in other.wishes)
            raise BoneyardError(
                f"--{wish} belongs to study {owner}, not to study {entry.name}")
