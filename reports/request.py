"""From what a person asks for, on the command line or in Python, to a run; and what is played where
it is left open."""

import os
import secrets
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, SupportsIndex

from numpy.typing import NDArray

from reports.commands import default_hands
from reports.options import Option, Wish, WishOfWords
from simulate.errors import BoneyardError, brief, whole
from simulate.games.game import Game, find_game, game_names
from simulate.games.rules import HOUSE_RULES, MOST_CHIPS, Rules, read_house_rules
from simulate.runs.run import MOST_SEED, Run, count_jobs
from strategies.lineup import Entry, KeepsTable, joined, kept_table, library, seat_players, split
from strategies.naming import play_alike

#: A strategy, or the file of one.
Seated = Entry | os.PathLike[str]
#: A line-up: text as on the command line, a strategy, or several, also as an array; or what
#: ``learn`` returns.
Lineup = Seated | Sequence[Seated] | NDArray[Any] | KeepsTable
#: Rules: an object, the options to change, the name of a preset or of a file of house rules, or
#: None for the defaults.
RulesGiven = Rules | Mapping[str, Any] | str | os.PathLike[str] | None
#: A whole number, or text that reads as one: 2_000_000, 2e6.
Number = SupportsIndex | str

TABLE, RUN, OUTPUT = "The table", "The run", "Output"

_SEATS = 4
#: Strategies that play by solved tables; the first that is for what is played for is the better.
_SOLVED = ("racer", "solved")
#: Hands of a report.
REPORT_HANDS = 4_000_000
#: Hands of a run where nobody asks for a number, if its sessions are as long as usual.
RUN_HANDS = 1_000_000


def read_pool(pool: object) -> int | None:
    """Return the chips of a pool that a person gave, None where none was given."""
    return None if pool is None else whole(pool, "pool", 1, MOST_CHIPS)


def read_seed(seed: object) -> int:
    """Return a seed: a number, that of a ``numpy.random.SeedSequence``, or one drawn for None."""
    if seed is None:
        return secrets.randbits(32)
    if hasattr(seed, "generate_state"):
        return int(seed.generate_state(1, "uint64")[0]) >> 1
    return whole(seed, "seed", 0, MOST_SEED)


def plain_lineup(given: Any, name: str = "lineup") -> Any:
    """Return a line-up, or one strategy, with each path as its text and an array as a list."""
    if isinstance(given, os.PathLike):
        return joined([str(given)])
    if hasattr(given, "notna"):  # pandas writes None as a NaN
        given = given.astype(object).where(given.notna(), None)
    several = given.tolist() if hasattr(given, "tolist") else given
    return ([str(one) if isinstance(one, os.PathLike) else one for one in several]
            if isinstance(several, list | tuple) else several)


GAMES = f"One of {', '.join(game_names())}."
GameArg = Annotated[str, Option(GAMES, "GAME", is_argument=True, kind="str")]
PlayersArg = Annotated[Number | None, Option(
    "Seats at the table. As many as the line-up names, or 4.", "N", flags="--players -n",
    panel=TABLE)]
_LINEUP = Option(
    "Strategies, one for all seats or one a seat. Each is name, name(param=value,...), "
    "path.py:Name (a strategy or an agent), or a file of [b]solve[/b] or [b]tune[/b]. Or a file of "
    "[b]learn[/b] for the whole table and its rules. A comma in a path is written \\,. See "
    "[b]boneyard strategies[/b].",
    "A,B,...", plain_lineup, flags="--lineup -l", panel=TABLE,
    kind="str, strategy, or sequence of them",
    python="Also strategy classes and instances, agents, and what ``learn`` returns.")
LineupArg = Annotated[Lineup | None, _LINEUP]
RulesArg = Annotated[RulesGiven, Option(
    "A rules object, the options that differ from the defaults, or the name of a preset or of a "
    'file of house rules (``"house.toml"``).', "OPTION=VALUE", kind="Rules, mapping, str or Path",
    panel=TABLE)]
SessionsArg = Annotated[Number | None, Option(
    "Sessions to play, each from an empty pool. 10_000 and 1e4 are the same.", "S",
    flags="--sessions -s", panel=RUN)]
HandsArg = Annotated[Number | None, Option(
    "The most hands of a session: 100, or 10_000 where it is one game.", "H", flags="--hands -H",
    panel=RUN)]
SeedArg = Annotated[Number | None, Option(
    "Every result is a function of the seed, 0 to 2**63 - 1.", "K", panel=RUN,
    python="None draws one, which the result's ``command`` has.")]
JobsArg = Annotated[int | None, Option(
    "Workers, all cores by default. Results do not depend on it.", "J",
    lambda jobs, name: count_jobs(jobs), flags="--jobs -j", panel=RUN)]
BackendArg = Annotated[str, Option(
    "What the workers are. Results do not depend on it.", "threads|processes|dask|ray", panel=RUN,
    kind="str")]
SchedulerArg = Annotated[str | None, Option(
    "The cluster of backend dask.", "tcp://HOST:PORT", panel=RUN, kind="str")]
AddressArg = Annotated[str | None, Option(
    "The cluster of backend ray, or auto.", "HOST:PORT", panel=RUN, kind="str")]
PoolArg = Annotated[Number | None, Option(
    "At the start of play; a session's first pool by default.", "CHIPS",
    lambda pool, name: read_pool(pool))]
OutArg = Annotated[str | Path | None, Option(
    "Write summary.json, tables (CSV, Parquet), figures (PNG, SVG) and a page.", "DIR",
    flags="--out -o", panel=OUTPUT, is_place=True, kind="str or Path")]
OverwriteArg = Annotated[bool, Option(
    "Replace the finished report that is in the folder of --out.", switch=True, panel=OUTPUT)]
ReplacesArg = Annotated[bool, Option(
    "Replace a file or a finished report that is there.", switch=True, panel=OUTPUT)]
_PROGRESS = ("A bar is shown where a person watches, but not if this is False; a function is "
             "called with {}.")
ProgressArg = Annotated[Wish, Option(
    _PROGRESS.format("the share of the work (of a run: the sessions) and the hands done so far"),
    None, kind="bool or callable")]
WordsArg = Annotated[WishOfWords, Option(
    _PROGRESS.format("the share of the work done, and with what is done now, in words"), None,
    kind="bool or callable")]


def file_option(metavar: str, what: str, more: str = "") -> Option:
    """Return the option that names the file of what is found."""
    return Option(f"Write {what}, for a line-up.{more}", metavar, flags="--file", panel=OUTPUT,
                  is_place=True, kind="str or Path")


def default_lineup(game: Game, players: int | None) -> list[str]:
    """Return the game's default line-up, for four seats when no number is given."""
    lineup = game.default_lineup
    return [lineup[seat % len(lineup)] for seat in range(players or _SEATS)]


def good_player(game: str, unit: str) -> str:
    """Return the good strategy that advice seats where a person names none: what plays by a solved
    table for that unit, else the first of the game's own line-up."""
    known = library(game)
    solved = (name for name in _SOLVED if name in known and known[name].is_tried(unit))
    return next(solved, find_game(game).default_lineup[0])


def good_lineup(game: Game, rules: Rules, players: int | None) -> list[str]:
    """Return a line-up of good players, whom a person who asks for advice should reckon with."""
    return [good_player(game.name, game.unit(rules))] * (players or _SEATS)


def sessions_of(game: Game, rules: Rules, hands: int, length: int) -> int:
    """Return the sessions of ``length`` hands at most that make about so many hands."""
    if game.plays_to_the_end(rules):
        length = min(length, game.hands_a_game)
    return max(1, hands // length)


def read_options(words: Iterable[str]) -> dict[str, str]:
    """Return rule options from words ``OPTION=VALUE``; one without ``=`` is a preset."""
    found: dict[str, str] = {}
    for word in words:
        option, equals, value = (part.strip() for part in word.partition("="))
        if not equals:
            option, value = "preset", option
        if found.setdefault(option, value) != value:
            raise BoneyardError(f"rule {option} is given twice, as {found[option]!r} and as "
                                f"{value!r}: leave one of the two out")
    return found


def read_rules(game: str, rules: RulesGiven, lineup: Lineup | None = None) -> Rules:
    """Return the rules object that was meant; the table of a line-up that keeps one has rules, of
    which a person may change some."""
    wanted = find_game(game).rules_class
    if isinstance(rules, wanted):
        return rules
    if rules is None or isinstance(rules, str | os.PathLike):
        rules = {"preset": rules}
    if not isinstance(rules, Mapping) or not all(isinstance(name, str) for name in rules):
        raise BoneyardError(
            f"rules {brief(rules)} do not fit {game}: give {wanted.__name__}, a mapping of "
            "options, the name of a preset or of a file of house rules"
        )
    changes = dict(rules)
    preset = changes.pop("preset", None)
    if str(preset).endswith(HOUSE_RULES):
        settings, of = read_house_rules(str(preset), game), f"rules file {str(preset)!r}"
    elif preset is None and (kept := kept_table(plain_lineup(lineup), game)) is not None:
        settings, of = {**kept.rules}, f"rules of line-up {str(lineup)!r}"
    else:
        return wanted.of(preset, **changes)
    try:
        house = wanted.of(settings.pop("preset", None), **settings)
    except BoneyardError as error:
        raise BoneyardError(f"{of}: {error}") from error
    return house.changed(**wanted.known(changes))


def entries_of(
    game: str, lineup: Lineup | None, players: int | None, good: Rules | None = None
) -> list[Entry]:
    """Return a line-up as one entry a seat, or one for all: when not given the game's own, or good
    players under the rules ``good``."""
    if lineup is None:
        found = find_game(game)
        return list(default_lineup(found, players) if good is None
                    else good_lineup(found, good, players))
    entries: list[Entry] = split(plain_lineup(lineup), game)
    # Two strategies can be compared at any table; those that have not as many seats are refused.
    fewest = find_game(game).seats[0] if players is None and len(entries) > 1 else 0
    fewest *= fewest % len(entries or [""]) == 0
    return [entries[seat % len(entries)] for seat in range(max(fewest, len(entries)))]


def set_up(
    game: str, lineup: Lineup | None = None, players: Number | None = None,
    rules: RulesGiven = None, sessions: Number | None = None, hands: Number | None = None,
    seed: Number | None = 0, good: bool = False,
) -> Run:
    """Return the run that was asked for; without a line-up ``good`` seats good players."""
    found = find_game(game)
    given = read_rules(game, rules, lineup)
    kept = kept_table(plain_lineup(lineup), game)
    seats = None if players is None else found.check_players(players)
    entries = entries_of(game, lineup, seats, given if good else None)
    if seats is None and len(entries) == 1:
        seats = len(default_lineup(found, None))
    entries = [_by_file(game, one, given, seats or len(entries)) for one in entries]
    usual = default_hands(found, given)
    return Run(
        game, given, seat_players(game, entries, seats, given),
        sessions_of(found, given, RUN_HANDS, usual) if sessions is None
        else whole(sessions, "sessions", 1),
        usual if hands is None else whole(hands, "hands", 1), read_seed(seed),
        tuple(kept.seats) if kept else ())


def _by_file(game: str, entry: Entry, rules: Rules, table: int) -> Entry:
    """Return the file of what was solved, if it plays alike: a command can name that."""
    if getattr(entry, "solution", None) is None or (file := getattr(entry, "file", None)) is None:
        return entry
    with suppress(BoneyardError):  # it may be gone
        if play_alike(*seat_players(game, [str(file), entry], 2, rules, table)):
            return str(file)
    return entry
