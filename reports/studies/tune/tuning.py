"""Tuning a strategy: what is checked first, what is kept meanwhile, and what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from reports import commands
from reports.headlines import signed
from reports.page.document import Column, Section, Table
from reports.request import Number, RulesGiven, read_rules, sessions_of, set_up
from reports.stats.estimates import Estimate
from reports.studies.answered import Answered
from reports.studies.study import Study
from reports.studies.tune.search import Search, Tuned, find_values
from reports.studies.tune.space import Space, objective_of, read_space, seated
from simulate.errors import BoneyardError, output_path, whole
from simulate.games.game import find_game
from simulate.runs.resuming import identity
from simulate.runs.run import Run, count_jobs
from strategies.base import Strategy
from strategies.lineup import Entry, joined, kept_table, seat_players, split, table_of, write_tuned
from strategies.naming import TUNED, is_nameless


def study_of(found: Tuned, against: str) -> Study:
    """Return what tuning found as a study: the verdict, and what each value is good for."""
    question = f"Which values of {found.space.called} are best against {against}?"
    answer, objective = (_verdict(found),), found.objective
    nothing = Estimate(0.0, 0.0, 0.0, 0.0)
    table = Table.of("tune_parameters", "The values", (
        Column("parameter", "parameter", "text", "text", "the parameter"),
        Column("start", "before", "text", "text", "its value before"),
        Column("best", "tuned", "text", "text", "its value after"),
        Column("range", "range", "text", "text", "the values allowed"),
        Column("loss", "lost if put back", "amount", "as the objective",
               "what the start's value of this parameter alone would lose", with_error=True),
        Column("meaning", "meaning", "prose", "text", "what it is"),
    ), ({"parameter": name, "start": f"{start:g}", "best": f"{best:g}", "range": one.allowed,
         "loss": found.losses.get(name, nothing).scaled(objective.scale), "meaning": one.meaning}
        for name, one, start, best in zip(
            found.space.tuned, found.space.ranges, found.start, found.best, strict=True)),
        f"In {objective.unit}, on fresh deals, paired.")
    return Study(question, answer, (Section("tune", question, answer, (), (table,)),))


def _verdict(found: Tuned) -> str:
    """Return whether anything better was found, and how much better it is."""
    gain, unit = signed(found.gain.scaled(found.objective.scale)), found.objective.unit
    start, better = map(found.space.label, (found.start, found.point))
    if found.best == found.start:
        return f"Nothing better than {start} was found: keep it."
    if not found.is_better:
        return f"Nothing surely better than {start} was found: keep it, or look longer."
    circle = f" Where all others play {better}, {start} is surely better."
    return (f"{better} is better than {start} on fresh deals, by {gain} {unit}."
            + circle * found.is_circle)


#: Hands that each candidate plays in the search.
HANDS = 100_000
#: Deals on which a best response is found, in the search.
DEALS = 20_000


@dataclass(frozen=True, repr=False, eq=False)
class TunedStrategy(Answered):
    """A strategy that was tuned.

    Parameters
    ----------
    found : Tuned
        The values, and what they are worth.

    Examples
    --------
    >>> import boneyard
    >>> found = boneyard.tune("loo", "book", ["first"], players=2, against="stay",
    ...                       rules={"penalty": "cap:40"}, trials=12, sessions=40, jobs=1)
    >>> found.lineup.startswith("book")
    True
    """

    found: Tuned = field(kw_only=True)

    @property
    def lineup(self) -> str:
        """The strategy as a line-up names it: as it was, if nothing surely better was found."""
        return self.found.space.entry(self.found.point)

    @property
    def strategy(self) -> Strategy:
        """The strategy itself."""
        return self.found.space.at(self.found.point)

    def save_strategy(self, path: str | Path, overwrite: bool = False) -> None:
        """Write the file that a line-up names.

        Parameters
        ----------
        path : str or Path
        overwrite : bool
            Whether a file that is there is replaced.

        Raises
        ------
        BoneyardError
            If the name has another ending than ``.toml`` or no folder, or the file is there and
            is not to be replaced; or no file can name the strategy, a class of a program.
        """
        _write(self.found, _place(self.found.space, path, overwrite), self.command)


@dataclass(frozen=True)
class Tuning:
    """What is to be tuned, about which everything was checked; it may be stopped, and the same
    command goes on where it was."""

    space: Space
    run: Run
    against: str  #: as the command line has it
    against_called: str
    opponents: Any
    trials: int
    jobs: int
    file: Path | None

    @classmethod
    def of(
        cls, game: str, strategy: Entry, parameters: str | Sequence[str] | None = None,
        against: Any = "league", players: Number | None = None, rules: RulesGiven = None,
        trials: object = 400, sessions: Number | None = None, hands: Number | None = None,
        seed: Number | None = 0, jobs: object = None, file: str | Path | None = None,
        overwrite: bool = False,
    ) -> Tuning:
        """Check what was asked for; raise ``BoneyardError`` if anything is wrong with it."""
        if kept := kept_table(against, game):  # the strategy takes the first seat of that table
            rules, players = read_rules(game, rules, against), players or len(kept.seats)
            against = [*kept.seats.values()][1:]
        space = read_space(game, strategy, parameters)
        run = set_up(game, space.begun, players, rules,
                     1 if sessions is None else sessions, hands, seed)
        space = replace(space, table=table_of(run))
        # Chips of pools that grow without bound hide what a hand is worth: the first is played.
        unlimited = find_game(game).is_unlimited(run.rules)
        if against == "exploit" or (hands is None and unlimited):
            run = replace(run, hands=1)
        if sessions is None:
            run = replace(run, sessions=_sessions(run, against))
        objective_of(run, against, space.name)
        named = called = str(against)
        if not isinstance(against, str):
            others = seat_players(game, against, None, run.rules, len(run.players))
            named = joined([player.entry for player in others])
            called = ", ".join(player.label for player in others)
        least = 1_000 if against == "exploit" else 8
        whole(run.sessions, "sessions", least)
        return cls(
            space, run, named, called, against, whole(trials, "trials", 2, 10**7),
            count_jobs(jobs), None if file is None else _place(space, file, overwrite))

    @property
    def kept(self) -> Path | None:
        """The file in which what was found so far is kept."""
        return self.file and self.file.with_name(f"{self.file.name}.unfinished")

    @contextmanager
    def stoppable(self) -> Iterator[None]:
        """After Ctrl-C name what is kept, if anything; in the end remove it."""
        try:
            yield
        except KeyboardInterrupt:
            if self.kept is None or not self.kept.exists():
                raise
            raise KeyboardInterrupt("stopped; the same command goes on with what is kept in "
                                    f"{str(self.kept)!r}") from None
        if self.kept is not None:
            self.kept.unlink(missing_ok=True)

    @property
    def command(self) -> str:
        """The command that finds the same values again."""
        run, tuned = self.run, self.space.tuned
        are_all = tuned == tuple(self.space.strategy.parameters)
        return commands.command(
            "tune", run.game, self.space.entry(self.space.rounded(self.space.origin)),
            parameters=None if are_all else ",".join(tuned), against=self.against,
            players=len(run.players), **commands.rule_options(run), trials=self.trials,
            sessions=run.sessions, hands=None if self.against == "exploit" else run.hands,
            seed=run.seed)

    @property
    def table(self) -> Run:
        """The table, with the players of the other seats where they are named."""
        if self.against in ("exploit", "league"):
            return self.run
        seats = len(self.run.players)
        others = seat_players(self.run.game, self.opponents, seats - 1, self.run.rules, seats)
        return replace(self.run, players=(self.run.players[0], *others))

    def at_the_table(self, entry: str) -> str:
        """Return the command that plays a strategy at the table of its opponents (of a league, the
        first) or, where it was tuned to lose little to a best response, the search for one."""
        seats, game = len(self.run.players), self.run.game
        if self.against == "exploit":
            return commands.command(
                "exploit", game, entry, players=seats, **commands.rule_options(self.run))
        others = ["random"] if self.against == "league" else split(self.against, game)
        partners = find_game(game).partners(seats) and len(others) == 1
        lineup = seated(split(entry, game)[0], [others[k % len(others)] for k in range(seats - 1)],
                        partners)
        return commands.command("simulate", game, **commands.table_options(self.run, lineup),
                                hands=self.run.hands)

    def carry_out(self, progress: Callable[[float, str], None] | None = None) -> TunedStrategy:
        """Tune the strategy, and write its file if one was named."""
        objective = objective_of(self.run, self.opponents, self.space.name, self.jobs)
        # The worth of candidates follows from all this, except their number.
        about = {**identity(self.run), "tuned": list(self.space.tuned), "against": self.against}
        found = find_values(Search(
            self.space, objective, self.trials, self.run.seed, self.kept, about), progress)
        subtitle = f"{len(self.run.players)} players, against {self.against_called}"
        if self.file is not None:
            _write(found, self.file, self.command)
        entry = found.space.entry(found.point) if self.file is None else joined([str(self.file)])
        return TunedStrategy(
            study_of(found, self.against_called), self.run, self.command, subtitle,
            {"lineup": found.space.entry(found.point)}, found=found,
            play=self.at_the_table(entry))


def _sessions(run: Run, against: Any) -> int:
    """Return the sessions that suit the search: about as many hands for every game."""
    if against == "exploit":
        return DEALS
    tables = len(run.players) * (4 if against == "league" else 1)
    return max(16, sessions_of(find_game(run.game), run.rules, HANDS // tables, run.hands))


def _place(space: Space, path: str | Path, overwrite: bool) -> Path:
    """Return the file for a strategy; refuse one that no file can name."""
    if is_nameless(space.name):
        raise BoneyardError(f"strategy {space.called!r} is of a Python program, and no file can "
                            "name it: put its class into a file of its own")
    return output_path(path, TUNED, overwrite)


def _write(found: Tuned, path: Path, command: str) -> None:
    write_tuned(path, found.space.game, found.space.name, found.space.values(found.point),
                [_verdict(found), *filter(None, [command])])
