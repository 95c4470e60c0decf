"""The studies that there are: those of the library, and those of installed packages.

Finding studies imports nothing heavy; holding one imports the module that it names.
"""

import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

from reports.commands import flag
from reports.options import Option
from reports.studies.kind import StudyKind, as_text, score_text
from simulate.errors import BoneyardError, brief, listed, unknown, whole
from simulate.games.game import ENTRY_POINTS as GAMES
from simulate.games.game import find_game
from simulate.installed import installed, loaded

#: Installed packages name their studies here: a module's attribute that is a ``StudyKind``.
ENTRY_POINTS = "boneyard.studies"
#: The ways in which two options of one name may differ.
_MANNERS = ("lets it be repeated", "gives it a value")
#: The module of ``reports.studies.solution`` that solves a game. Others are solved where their
#: ``Game.solves`` names a module of declarations.
SOLVERS = {"euchre": "euchre", "loo": "loo", "rounce": "loo"}


def solvable() -> tuple[str, ...]:
    """Return the names of the games that can be solved, in alphabetical order."""
    found = {*SOLVERS}
    for entry in installed(GAMES):
        with suppress(BoneyardError):  # it cannot be loaded
            if find_game(entry.name).solves is not None:
                found.add(entry.name)
    return tuple(sorted(found))


def _number(value: Any, name: str) -> int:
    return whole(value, name, 1)


STUDIES = [
    StudyKind(
        "miss", "when to take the miss (at Rounce a dummy)", "reports.studies.miss", hands=786_432,
        in_report=786_432, games=("loo", "rounce"), chapter=1, single=True, least=20_000,
        good_players=True, options={
            "pool": Option("with this pool at the start of play; a session's first pool by default",
                           "CHIPS", _number),
            "score": Option(
                "draw the chart at this score, the eldest hand's points first, as '12 14 8'. "
                "Points won so far (Rounce: still to go)", "POINTS", score_text)}),
    StudyKind(
        "call", "when to make trump, and when alone", "reports.studies.call", hands=1_600_000,
        in_report=200_000, games=("euchre",), chapter=1, single=True, least=20_000),
    StudyKind(
        "escalation", "how the pool grows", "reports.studies.escalation.study", hands=2_000_000,
        in_report=500_000, fits=lambda game: game.has_pool(game.rules_class()),
        needs="games whose pool grows", chapter=2,
        left_out=lambda run: ("" if find_game(run.game).has_pool(run.rules)
                              else "there is no pool to grow")),
    StudyKind(
        "race", "what the score is worth where points win", "reports.studies.race", hands=120_000,
        in_report=6_000, games=("loo", "rounce"), chapter=2, good_players=True, least=200,
        options={"score": Option(
            "around this score, written as for miss. What the seat and its leading rival need "
            "varies", "POINTS", score_text)}),
    StudyKind(
        "risk", "what it costs to sit down", "reports.studies.risk.study", hands=2_000_000,
        in_report=1_000_000, suits=lambda game: game.can_lose, chapter=3,
        options={"bankroll": Option(
            "chips that everybody brings; nobody pays more", "B", _number)}),
    StudyKind(
        "surface", "what an evening or a point costs", "reports.studies.surface.study",
        hands=2_000_000, in_report=500_000, needs="games that list ends", chapter=3,
        since="it draws evenings from the ways a hand can end, which a game has to list",
        fits=lambda game: game.ends(game.rules_class()) is not None),
    StudyKind(
        "duel", "which strategy is better", "reports.studies.duel", hands=1_000_000,
        in_report=400_000, chapter=4, options={
            "until": Option(
                "play on until every interval is ±WIDTH or narrower. That is chips or points a "
                "hand, or a share of games (0.01 is one in a hundred)", "WIDTH"),
            "decide": Option(
                "play on until the best strategy is known. The chance of naming a wrong one is 5% "
                "at most", switch=True)}),
    StudyKind(
        "exploit", "what a best response wins from each", "reports.studies.exploit", hands=200_000,
        in_report=20_000, games=solvable(), chapter=5, single=True, least=1_000,
        left_out=lambda run: (
            "in games won it takes minutes: hold it by itself" if SOLVERS.get(run.game) == "loo"
            and find_game(run.game).unit(run.rules) != "chips" else "")),
    StudyKind(
        "bet", "when to bet a tile", "reports.studies.tiles", hands=400_000, in_report=20_000,
        games=("casino",), chapter=6),
    StudyKind(
        "line", "how to play a line", "reports.studies.tiles", hands=200_000, in_report=20_000,
        games=("pool",), chapter=6, single=True),
    StudyKind(
        "rules", "which rule matters", "reports.studies.rules", hands=200_000, in_report=50_000,
        suits=lambda game: False, chapter=7, options={"against": Option(
            "a set of rules to compare with, as in penalty=cap:40,remainder=stays, a preset or "
            "NAME.toml", "RULES", as_text, repeated=True)}),
    StudyKind(
        "skill", "how much of a session is luck", "reports.studies.skill", hands=400_000,
        in_report=50_000, suits=lambda game: False, chapter=8,
        options={"by_players": Option("compare tables of every size, too", switch=True)}),
]


def _declared() -> Iterator[StudyKind]:
    """Yield the studies of the library, then those of installed packages."""
    yield from STUDIES
    for entry in installed(ENTRY_POINTS):
        try:
            found = loaded(entry)
            if not isinstance(found, StudyKind):
                raise TypeError(f"it is {brief(found)}, no reports.studies.kind.StudyKind")
            yield found
        except Exception as error:
            warnings.warn(
                f"study {entry.name!r} of an installed package ({entry.value}) cannot be loaded "
                f"and is left out: {type(error).__name__}: {error}", stacklevel=2)


@cache
def _known() -> tuple[Mapping[str, StudyKind], Mapping[str, str]]:
    """Return the studies by name, ours before others of their names, and what is wrong with those
    that do not go together: it stops whoever asks for them, and nobody else."""
    found: dict[str, StudyKind] = {}
    wrong: dict[str, str] = {}
    manner: dict[str, tuple[bool, bool]] = {}
    for kind in _declared():
        own = {name: (option.repeated, option.switch) for name, option in kind.options.items()}
        odd = next((name for name in own if manner.get(name, own[name]) != own[name]), None)
        if kind.name in found:
            wrong[kind.name] = (f"two studies are called {kind.name!r} ({found[kind.name].module}, "
                                f"{kind.module}): rename one of them")
        elif odd is not None:
            wrong[kind.name] = (
                f"option {flag(odd)} of study {kind.name} is another study's too, and only one of "
                f"them {_MANNERS[manner[odd][1] != own[odd][1]]}: rename it")
        else:
            found[kind.name] = kind
            manner |= own
    return {kind.name: kind for kind in sorted(
        found.values(), key=lambda kind: (kind.chapter, kind.name))}, wrong


def studies() -> Mapping[str, StudyKind]:
    """Return all studies by name, in the order of a report's chapters."""
    return _known()[0]


def questions() -> str:
    """Return one line per study, for the help: its name, its games, its question."""
    rows = [(kind.name, listed(kind.games, "or") if kind.games else kind.needs, kind.about)
            for kind in studies().values()]
    name, games = (max(len(row[i]) for row in rows) for i in (0, 1))
    return "\n".join(f"[b]{a:{name}}[/b]  {b:{games}}  {c}" for a, b, c in rows)


def options_of_all() -> dict[str, Option]:
    """Return the options of all studies; one that several have is described for each."""
    found: dict[str, Option] = {}
    for kind in studies().values():
        for name, one in kind.options.items():
            own, known = f"{kind.name}: {one.meaning}.", found.get(name)
            found[name] = replace(known or one, panel="Of one study",
                                  meaning=f"{known.meaning} {own}" if known else own)
    return found


def find_study(name: str) -> StudyKind:
    """Return a study."""
    known, wrong = _known()
    if name in wrong:
        raise BoneyardError(wrong[name])
    if name not in known:
        raise unknown("study", name, known)
    return known[name]


def read_options(kind: StudyKind, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the value of every option of a study from what was given."""
    for name in given:
        owners = [other.name for other in studies().values() if name in other.options]
        if owners and kind.name not in owners:
            raise BoneyardError(
                f"{flag(name)} (in Python: {name}=) belongs to study {' and '.join(owners)}, "
                f"not to study {kind.name}")
    return kind.read(given)
