"""From what a person asks for, on the command line or in Python, to a run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.defaults import RUN_HANDS, default_hands, default_lineup, good_lineup, sessions_of
from simulate.errors import BoneyardError
from simulate.games.game import find_game
from simulate.games.rules import HOUSE_RULES, MOST_CHIPS, Rules, read_house_rules
from simulate.runs.progress import Progress
from simulate.runs.run import Run
from simulate.whole_numbers import whole
from strategies.lineup import Entry, seat_players, split

#: A line-up: text as on the command line, a strategy, or a sequence of strategies.
Lineup = Entry | Sequence[Entry]
#: Rules: an object, the options to change, the name of a preset or of a file of house rules, or
#: None for the defaults.
RulesGiven = Rules | Mapping[str, Any] | str | None
#: A whole number, or text that reads as one: 2_000_000, 2e6.
Number = int | str
#: What a person may give as ``progress``: a function of their own, or whether to show a bar.
Wish = Progress | bool | None


def read_pool(pool: object) -> int | None:
    """Return the chips of a pool that a person gave, None where none was given."""
    return None if pool is None else whole(pool, "pool", 1, MOST_CHIPS)


def read_rules(game: str, rules: RulesGiven) -> Rules:
    """Return the rules object that was meant."""
    wanted = find_game(game).rules_class
    if isinstance(rules, wanted):
        return rules
    if rules is None or isinstance(rules, str):
        rules = {"preset": rules}
    if not isinstance(rules, Mapping) or not all(isinstance(name, str) for name in rules):
        raise BoneyardError(
            f"rules {rules!r} do not fit {game}: give {wanted.__name__}, a mapping of options, "
            "the name of a preset or of a file of house rules"
        )
    changes = dict(rules)
    preset = changes.pop("preset", None)
    if not str(preset).endswith(HOUSE_RULES):
        return wanted.of(preset, **changes)
    settings = read_house_rules(str(preset), game)
    try:
        house = wanted.of(settings.pop("preset", None), **settings)
    except BoneyardError as error:
        raise BoneyardError(f"rules file {str(preset)!r}: {error}") from error
    return house.changed(**wanted.known(changes))


def entries_of(
    game: str, lineup: Lineup | None, players: int | None, good: Rules | None = None
) -> list[Entry]:
    """Return a line-up as one entry a seat, or one for all of them: the game's own when none is
    given, or good players under the rules ``good``. Fewer entries than the game has seats sit there
    in turn."""
    if lineup is None:
        found = find_game(game)
        return list(default_lineup(found, players) if good is None
                    else good_lineup(found, good, players))
    entries = list(split(lineup, game)) if isinstance(lineup, str) else (
        list(lineup) if isinstance(lineup, Sequence) else [lineup])
    # Two strategies can be compared at any table.
    fewest = find_game(game).seats[0] if players is None and len(entries) > 1 else 0
    return [entries[seat % len(entries)] for seat in range(max(fewest, len(entries)))]


def set_up(
    game: str, lineup: Lineup | None = None, players: Number | None = None,
    rules: RulesGiven = None, sessions: Number | None = None, hands: Number | None = None,
    seed: Number = 0, good: bool = False,
) -> Run:
    """Return the run that was asked for (``reports.api.simulate``); without a line-up ``good``
    seats good players instead of all kinds."""
    found = find_game(game)
    given = read_rules(game, rules)
    seats = None if players is None else found.check_players(players)
    entries = entries_of(game, lineup, seats, given if good else None)
    if seats is None and len(entries) == 1:
        seats = len(default_lineup(found, None))
    usual = default_hands(found, given)
    return Run(
        game, given, seat_players(game, entries, seats, given),
        sessions_of(found, given, RUN_HANDS, usual) if sessions is None
        else whole(sessions, "sessions", 1),
        usual if hands is None else whole(hands, "hands", 1), whole(seed, "seed"))
