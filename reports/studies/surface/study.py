"""``study surface``: what does it cost to sit down, with any bank, goal and number of hands?

Each number of players and each of the usual penalties is a table that is played once; whoever asks
for a bank, a goal and an evening between the numbers counted gets what lies between their shares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reports.draw import shapes
from reports.draw.parts import Figure
from reports.page.document import Card, Column, Picture, Section, Table, Widget
from reports.results import commands
from reports.results.shared_sentences import amount, share
from reports.studies.study import Study, in_parts
from reports.studies.surface.table import (
    BANKS,
    CHANCES,
    CHIPS,
    FAN,
    HOUR,
    MARKS,
    POOLS,
    WORST,
    Surface,
    in_stakes,
    surface_of,
)
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.narrating import how_many
from simulate.games.rules import PaysPenalties, Rules
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run

QUESTION = "How long does a bank last?"
#: What the sentences are about: an evening, and a bank and a goal in stakes.
_EVENING, _BANK, _GOAL = 100, 20, 10


def penalties(players: int, stake: int) -> list[str]:
    """Return the penalties of the tables of so many players: they are so many stakes a seat."""
    seats = players * stake
    return ["unlimited", *(f"cap:{n * seats}" for n in (1, 2, 4)), f"fixed:{seats}"]


def tables_of(run: Run) -> Iterator[tuple[int, Rules]]:
    """Yield players and rules of the tables that a page lets one choose, the run's own first."""
    game, own = find_game(run.game), len(run.players)
    (fewest, most), stake = game.seats, game.stake(run.rules)
    for players in (own, *(n for n in range(fewest, most + 1) if n != own)):
        if not isinstance(run.rules, PaysPenalties):
            yield players, run.rules
            continue
        # cap:10n is cap:40 where four sit.
        named = str(run.rules.penalty_parts.at(own))
        for penalty in dict.fromkeys([*[named] * (players == own), *penalties(players, stake)]):
            yield players, run.rules.changed(penalty=penalty)


def _runs(run: Run) -> Iterator[Run]:
    """Yield the tables, the run's own first; all seats play what its first seat plays."""
    hands = MARKS[-1]
    sessions = max(2, run.sessions * run.hands // hands)
    for players, rules in tables_of(run):
        yield replace(run, rules=rules, players=run.players[:1] * players, sessions=sessions,
                      hands=hands)


def check(run: Run) -> None:
    """Raise ``BoneyardError`` if the study does not fit the table."""
    game = find_game(run.game)
    if game.unit(run.rules) != "chips" or game.plays_to_the_end(run.rules):
        raise BoneyardError("study surface asks what banks and goals of chips are worth, evening "
                            "by evening; here games are played for")
    if bankroll := game.bankroll_of(run.rules):
        raise BoneyardError(f"bankroll {bankroll}: study surface asks for every bank at tables "
                            "where the others can always pay; leave it out")
    if len(set(run.labels)) > 1:
        raise BoneyardError("study surface seats one strategy in all seats, not "
                            f"{', '.join(run.labels)}")
    list(_runs(run))  # a solved table has only one number of players


def study_surface(
    run: Run, jobs: int | None = None, progress: Progress = silent,
) -> Study:
    """Answer what it costs to sit down, for every number of players and the usual penalties; each
    table has the hands of the run. Raises ``BoneyardError`` if no chips are played for, seats play
    several strategies, or one fails."""
    check(run)
    runs = list(_runs(run))
    parts = in_parts(progress, [1] * len(runs), runs[0].sessions)
    tables = [surface_of(one, jobs, part) for one, part in zip(runs, parts, strict=True)]
    stake, pays = find_game(run.game).stake(run.rules), isinstance(run.rules, PaysPenalties)
    answer = _answer(tables[0], *in_stakes((_BANK, _GOAL), stake))
    lines = ({table.penalty: table for table in tables if table.players == len(run.players)}
             if pays else {f"{table.players} players": table for table in tables})
    by = f"penalty, with {len(run.players)} players" if pays else "number of players"
    picture = Picture(
        "surface_banks", lambda: _by_bank(lines, in_stakes(BANKS, stake)),
        f"How often a bank is gone within {_EVENING} hands, by {by}. Bars are 95% intervals.")
    section = Section("surface", "Any bank, goal and evening", answer, (picture,),
                      (_tidy(tables, stake), _evenings(tables)))
    return Study(QUESTION, answer, (section,), {"tables": tables},
                 _card(run, tables, answer, _commands(run, runs)) if pays else None,
                 f"{how_many(tables[0].sessions, 'session')} of {MARKS[-1]} hands a table",
                 tables[0].sessions)


def _by_bank(lines: dict[str, Surface], banks: list[int]) -> Figure:
    """Draw the chance that banks are gone within an evening, a line a table."""
    return shapes.curves(
        {name: [table.lost(bank, _EVENING) for bank in banks] for name, table in lines.items()},
        banks, 3.6, 100, spread=0.15, bottom=0, xlabel="bank, chips", ylabel="gone by then, %",
        title=f"A bank gone within {_EVENING} hands")


def _answer(table: Surface, bank: int, goal: int) -> tuple[str, ...]:
    """Say what an evening costs at the run's own table, as the page's script does; then a goal."""
    often, rarely = (amount(table.needed(chance, _EVENING)) for chance in CHANCES)
    return (
        f"Within {_EVENING} hands a bank of {bank} chips is gone in "
        f"{share(table.lost(bank, _EVENING))} of evenings.",
        f"Bring {often} chips, and they are gone in one evening of twenty.",
        f"Bring {rarely} chips, and they are gone in one evening of a hundred.",
        f"The worst {HOUR} hands in a row cost more than "
        f"{amount(table.worst(WORST, _EVENING).negative)} chips in one evening of twenty.",
        f"Within {_EVENING} hands a bank of {bank} chips wins {goal} before it is gone in "
        f"{share(table.won(bank, _EVENING, goal))} of evenings.",
    )


def _tidy(tables: list[Surface], stake: int) -> Table:
    return Table.of("surface", "Banks, goals and hands", (
        Column("players", "players", "count", "players", "at the table"),
        Column("penalty", "penalty", "text", "text", "the rule of penalties"),
        Column("bank", "bank", "count", "chips", "the chips that a seat brings"),
        Column("goal", "goal", "count", "chips", "what it wants to win; 0: it plays on"),
        Column("hands", "hands", "count", "hands", "how long the evening is"),
        Column("lost", "lost", "share", "share of seats",
               "whose bank was gone by then, before the goal was reached"),
        Column("won", "won", "share", "share of seats",
               "who reached the goal by then, before the bank was gone; empty without a goal"),
    ), (row for table in tables for row in table.rows(stake)),
        "All seats play one strategy. Intervals are clustered by session.", index=5, on_page=False)


def _evenings(tables: list[Surface]) -> Table:
    return Table.of("surface_evenings", "What evenings are like", (
        Column("players", "players", "count", "players", "at the table"),
        Column("penalty", "penalty", "text", "text", "the rule of penalties"),
        Column("hands", "hands", "count", "hands", "how long the evening is"),
        *(Column(f"bank_{100 * c:g}", f"bank, {c:.0%}", "amount", "chips",
                 f"the bank that is gone by then with a chance of {c:.0%}") for c in CHANCES),
        Column("worst_hour", "worst hour", "signed", "chips",
               f"one evening of twenty has {HOUR} hands in a row that bring less"),
        *(Column(f"q{round(100 * q):02d}", f"pool, {q:.0%}", "amount", "chips",
                 f"{q:.0%} of the pools of the last hand are no larger") for q in FAN),
    ), (row for table in tables for row in table.evenings()),
        "Intervals are those of order statistics.", index=3, on_page=False)


def _commands(run: Run, runs: list[Run]) -> list[str]:
    """Return the command that plays each of the tables as the run's own, with all others."""
    return [commands.run_command(run, commands.table_options(one), "study surface")
            for one in runs]


def _card(
    run: Run, tables: list[Surface], answer: tuple[str, ...], again: list[str]
) -> Card:
    (bank,) = in_stakes((_BANK,), find_game(run.game).stake(run.rules))
    data = {"marks": MARKS, "chips": CHIPS, "pools": POOLS, "fan": FAN, "hour": HOUR,
            "good": run.labels[0], "evening": _EVENING, "bank": bank,
            "tables": [{**table.data(), "command": command}
                       for table, command in zip(tables, again, strict=True)]}
    return Card("price", "What does it cost to sit down?", answer[:-1],
                widget=Widget("surface.html.j2", ("chosen.js", "surface.js"), data),
                link="study_surface", wide=True, covers=("pool_fan",))
