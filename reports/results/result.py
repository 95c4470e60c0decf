"""The result of a run: tables, figures, a summary and a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from reports import commands
from reports.later import pd
from reports.options import Wish
from reports.page.document import Table
from reports.page.files import Report
from reports.results import figure_tables
from reports.results.game_report import GameReport, report_of
from reports.results.tabled import Made, attrs_of
from reports.stats import number_text
from reports.stats.measures import Measures
from simulate.errors import BoneyardError, whole
from simulate.games.game import Game, find_game
from simulate.runs.adding import Totals, totals
from simulate.runs.play import digests
from simulate.runs.run import Played, Run


class Result(Made):
    """A finished run, ready to be read.

    Every number of a table comes with its 95% interval, clustered by session, in the
    columns ``name``, ``name_low`` and ``name_high``.

    Parameters
    ----------
    played : Played
        What ``simulate.runs.play.play`` returns.
    command : str, optional
        What gives it again, if that is not a run of its own; empty where no command does: of
        runs in memory that were added up, and where a class or an object of a program plays.
    kept : Totals, optional
        The totals as they were read, or of several runs that it is the sum of.

    Examples
    --------
    >>> import boneyard
    >>> result = boneyard.simulate("casino", "random", players=3, sessions=100, seed=2, jobs=1)
    >>> result.tables["seats"].shape[0], result.unit
    (3, 'tiles')
    >>> result.counts()["hands"]
    100
    >>> result.command
    'boneyard simulate casino --players 3 --lineup random --sessions 100 --hands 10000 --seed 2'
    """

    def __init__(
        self, played: Played, command: str | None = None, kept: Totals | None = None
    ) -> None:
        self.played, self.run = played, played.run
        self._kept, self.merged = kept, kept if kept and len(kept.runs) > 1 else None
        self.command = commands.run_command(self.run) if command is None else command

    @property
    def game(self) -> Game:
        """The game."""
        return find_game(self.run.game)

    @property
    def game_report(self) -> GameReport:
        """The game's tables, figures, sentences and sections."""
        return report_of(self.run.game)

    @property
    def is_game(self) -> bool:
        """Whether a session is a game that is played to its end."""
        return self.measures.is_game

    @property
    def unit(self) -> str:
        """What a hand is worth, in words: chips, points or tiles."""
        return self.measures.unit

    @property
    def in_points(self) -> bool:
        """Whether a hand is counted in points."""
        return self.unit == "points"

    @property
    def hands(self) -> int:
        """How many hands were played."""
        return self.played.tally.session_total("hands")

    @cached_property
    def measures(self) -> Measures:
        """The figures of the run one by one, as estimates."""
        return Measures(self.run, self.played.tally, self.game_report.tail(self))

    @cached_property
    def figures(self) -> dict[str, tuple[Table, Table]]:
        """The figures that the game declares, by table: of strategies, and of seats."""
        return figure_tables.tables(self.measures)

    @property
    def seats(self) -> pd.DataFrame:
        """What each seat declared, won and lost."""
        return self.tables["seats"]

    @property
    def strategies(self) -> pd.DataFrame:
        """The same for each strategy, its seats taken together."""
        return self.tables["strategies"]

    @property
    def origin(self) -> dict[str, Any]:
        """What was played, of runs that were added up with all seeds."""
        found = super().origin
        return found | {"seed": [seed for seed, _ in self.merged.runs]} if self.merged else found

    @property
    def sessions(self) -> pd.DataFrame:
        """One row per session and seat, for a histogram or a bootstrap of one's own.

        ``seed`` of the run, where several were added up, each counting sessions from 0;
        ``hands`` that the seat had part in; what it made of them, in a column ``chips``, ``points``
        or ``tiles``, with an equal share of the pool left at the end, so that its sum over that of
        ``hands`` is the mean in ``strategies``; ``chips_without_pool``, where a pool is left: what
        the seat itself won and lost, as ``study risk`` has it; ``games_won``, where a session is a
        game; what else is counted of a seat (``played``, ``missed``, ``looed``) and of a session
        (``walkovers``); and ``largest_pool`` of the session, at Loo and Rounce.  The sessions are
        played again when this is first asked for, which takes as long as the run did, and some 100
        bytes of memory a row; there are at most 5,000,000.
        """
        return self._sessions.copy(deep=False)

    @cached_property
    def _sessions(self) -> pd.DataFrame:
        from reports.results.hands import sessions_of, units_of

        found = self._of_runs(lambda run, _: sessions_of(run, self.measures.credits_pool))
        found.attrs.update(self.origin, units=units_of(found, self.unit))
        return found

    def by_hand(
        self, sessions: int | None = None, jobs: int | None = None, progress: Wish = None,
    ) -> pd.DataFrame:
        """Return one row per hand and seat, of all sessions or of the first so many.

        ``seed`` of the run, where several were added up, each counting sessions from 0;
        ``session``, ``hand``, ``seat``, ``strategy``; ``dealer``, or ``first`` where nobody deals;
        ``position``, -1 for a seat that is out; ``action``, what the seat declared, bid or called
        last, in words, ``none`` if it was not asked; ``maker``, whether it made trump; ``tricks``
        and ``looed``, each where the game has it; ``pool`` at the start of play and ``pool_after``,
        where a pool passes on; and ``net``: what the hand made, in the unit of the run.  The
        sessions are played again, about a million rows a second, some 40 bytes of memory a row;
        there are at most 20,000,000.

        Parameters
        ----------
        sessions : int, optional
        jobs : int, optional
            Workers, all cores by default.
        progress : bool or callable, optional
            As for ``simulate``.

        Raises
        ------
        BoneyardError
            If that are too many rows, a session is longer than 50,000 hands, or a run that was
            loaded has a strategy that is not found any more.

        Examples
        --------
        >>> import boneyard
        >>> result = boneyard.simulate("loo", "stay,random", sessions=50, hands=4, jobs=1)
        >>> hands = result.by_hand(sessions=10)
        >>> len(hands), hands["action"].cat.categories.tolist()[:3]
        (80, ['none', 'play', 'miss'])
        """
        from reports.progress import watched
        from reports.results.hands import UNITS, hands_of, units_of

        asked = None if sessions is None else whole(sessions, "sessions", 1)
        with watched(progress, "Playing again", asked or self.run.sessions) as report_to:
            found = self._of_runs(lambda run, some: hands_of(run, some, jobs, report_to), asked)
        found.attrs.update(self.origin, units=units_of(found, self.unit, UNITS))
        return found

    def _of_runs(
        self, frame_of: Callable[[Run, int | None], pd.DataFrame], sessions: int | None = None,
    ) -> pd.DataFrame:
        """Return the frame of the first sessions of the run, or of all that were added up."""
        for player in self.run.players:
            if not player.decisions:
                raise BoneyardError(f"strategy {player.label!r} is not found any more as it played "
                                    "then, so the hands cannot be played again: tables and "
                                    "intervals are there")
        if not self.merged:
            return frame_of(self.run, sessions)
        frames, left = list[pd.DataFrame](), sessions or self.run.sessions
        for seed, count in self.merged.runs:
            if left > 0:
                run = replace(self.run, seed=seed, sessions=count)
                frames.append(frame_of(run, min(left, count)))
                frames[-1].insert(0, "seed", seed)
                left -= count
        return pd.concat(frames, ignore_index=True)

    @property
    def totals(self) -> Totals:
        """All totals of the run, as ``boneyard.merge`` adds them up."""
        return self._kept or totals(self.played)

    def counts(self) -> dict[str, Any]:
        """Return the exact counts of the run, as ``summary.json`` has them."""
        table, by_seat = self.game.summary(self.played.tally, self.run.rules)
        labels = self.run.labels
        return {
            "game": self.run.game,
            "seed": self.origin["seed"],
            "players": len(labels),
            "rules": self.run.rules.as_dict(),
            "lineup": labels,
            "sessions": self.run.sessions,
            "hands": self.hands,
            "hands_a_session": self.run.hands,
            "seconds": self.played.seconds,
            "versions": commands.versions(),
            "command": self.command,
            **({} if self.command else {"entries": self.run.entries}),
            **table,
            "by_seat": [
                {"seat": seat, "strategy": labels[seat], **counts}
                for seat, counts in enumerate(by_seat)],
            # Blocks of sessions that ``boneyard verify`` plays again.
            "digests": {} if self.merged else digests(self.played)}

    def report(self) -> Report:
        """Return everything that is shown on a page and written into a folder."""
        return self._report

    @cached_property
    def _report(self) -> Report:
        seconds = self.played.seconds
        speed = self.hands / seconds if seconds else 0.0
        sections = self.game_report.sections(self)
        return Report(
            title=self.game.title,
            subtitle=self._subtitle(),
            answers=tuple(dict.fromkeys(one for each in sections for one in each.answer)),
            sections=sections,
            facts={
                "seed": str(self.origin["seed"]).strip("[]"), "line-up": ", ".join(self.run.labels),
                "time": f"{seconds:.1f} s ({number_text.number(speed)} hands/s)",
                **commands.versions()},
            command=self.command,
            rules=figure_tables.rules_table(self.run),
            summary=self.counts(),
            attrs=partial(attrs_of, self.run, self.command),
            totals=self.totals.content())

    def _subtitle(self) -> str:
        """Return a line on what was played."""
        lineup = ", ".join(self.run.people)
        called = "games" if self.is_game else "sessions"
        sessions = number_text.counted(number_text.whole(self.run.sessions), called)
        # A game can be a single hand.
        single = self.is_game and self.hands == self.run.sessions
        hands = number_text.counted(number_text.whole(self.hands), "hands")
        played = sessions if single else f"{hands} in {sessions}"
        rules = [f"{name}={commands.rule_text(value)}"
                 for name, value in self.run.rules.given().items()]
        return ", ".join([f"{len(self.run.labels)} players ({lineup})", *rules, played])

    def __repr__(self) -> str:
        return repr(self._report)

    def _repr_html_(self) -> str:
        return f"{super()._repr_html_()}{self.summary().to_html()}"
