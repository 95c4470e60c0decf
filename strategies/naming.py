"""What strategies are called: which of them are one, and how the command line names them.
"""

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

from simulate.errors import BoneyardError
from simulate.machine.own_code import OwnCode
from simulate.runs.run import Decision, Player

#: The ending of the name of a file that holds a strategy's values.
TUNED = ".toml"


def parts(text: str, endings: tuple[str, ...]) -> tuple[str, str] | None:
    """Split an entry into a name and its values; the name may be a path with parentheses in it."""
    name, values = text, ""
    if text.endswith(")"):
        name, opened, values = text[:-1].rpartition("(")
        if not opened or ")" in values:
            return None
    name = name.rstrip()
    is_path = name.endswith((*endings, TUNED)) or (
        name.rpartition(":")[2].isidentifier() and ":" in name)
    return (name, values) if name and (is_path or not set(name) & set("()")) else None


def read_values(text: str, entry: str) -> dict[str, str]:
    """Read ``param=value, ...``."""
    values: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        key, equals, value = part.partition("=")
        if not equals:
            raise BoneyardError(f"line-up entry {entry!r}: {part!r} is not param=value")
        if key.strip() in values:
            raise BoneyardError(
                f"line-up entry {entry!r} gives {key.strip()} twice: leave one of the two out")
        values[key.strip()] = value.strip()
    return values


#: How the entry of a class begins that the command line cannot name.
NAMELESS = "<class "


def is_nameless(entry: str) -> bool:
    """Return whether an entry stands for a class that is in no file of its own."""
    return entry.startswith(NAMELESS)


def entry_of(own: type, label: str) -> str:
    """Return how a line-up names a strategy of a person's own class."""
    module = sys.modules.get(own.__module__)
    file = getattr(module, "__file__", None)
    # To read a program again would run it again, and a part of a package may need the others.
    is_read = own.__module__ != "__main__" and not getattr(module, "__package__", None)
    if file and is_read and getattr(module, own.__name__, None) is own:
        with suppress(ValueError):
            file = str(Path(file).relative_to(Path.cwd()))
        named = f"{file}:{own.__name__}"
    else:
        named = f"{NAMELESS}{own.__name__}>"
    return named + label[label.index("("):] if "(" in label else named


def origins(entry: str) -> list[str]:
    """Return where the player of an entry comes from, in few words and in more."""
    name, _ = parts(entry, ()) or (entry, "")
    if is_nameless(name):
        return [name[len(NAMELESS):-1]]
    path, colon, own = name.rpartition(":")
    file = Path(path if colon else own).name
    return [file, own, f"{file}:{own}", name] if colon else [file, name]


def called(player: Player, origin: str) -> Player:
    """Return a player whose label names where it comes from."""
    return replace(player, label=f"{player.label} ({origin})")


def name_in(label: str) -> tuple[str, str]:
    """Return the name that a label begins with, and the origin that it gives."""
    name, _, rest = label.partition("(")
    origin = rest if name.endswith(" ") else label.partition(") (")[2]
    return name.strip(), origin.removesuffix(")")


def with_value(player: Player, key: str, value: float) -> Player:
    """Return a player with another value of a parameter, and its names with it."""
    name, origin = name_in(player.label)
    given = player.label.removeprefix(name).removesuffix(f" ({origin})")
    values = read_values(given.strip("()"), player.label) | {key: f"{value:g}"}
    written = f"({','.join(f'{one}={text}' for one, text in values.items())})"
    label = f"{name}{written}" + (f" ({origin})" if origin else "")
    bare, _ = parts(player.entry or player.label, ()) or (name, "")
    return replace(player, label=label, entry=f"{bare}{written}",
                   parameters={**player.parameters, key: value})


def play_alike(one: Player, other: Player) -> bool:
    """Return whether two players are one: the same code, values and chart."""
    if one is other:
        return True
    agents = [player.agent for player in (one, other) if player.agent is not None]
    if any(agent.has_state for agent in agents) or len(agents) == 1:
        return len(agents) == 2 and agents[0].entry is agents[1].entry
    # By their bytes: chances packed into a chart need not be numbers that equal themselves.
    if one.chart is not other.chart and (
            one.chart is None or other.chart is None
            or one.chart.tobytes() != other.chart.tobytes()):
        return False
    return one == other or (
        dict(one.parameters) == dict(other.parameters) and one.decisions.keys()
        == other.decisions.keys() and all(_same_code(function, other.decisions[name])
                                          for name, function in one.decisions.items()))


def _same_code(one: Decision | None, other: Decision | None) -> bool:
    """Return whether two decisions are one; a file that is read twice makes two of each."""
    if one is None or other is None or one is other:
        return one is other
    own, others = OwnCode(one).fingerprint, OwnCode(other).fingerprint
    return bool(own) and own == others


def distinguished(players: Sequence[Player]) -> list[Player]:
    """Return the players with different labels where they play differently."""
    found = list(players)
    for label in dict.fromkeys(player.label for player in players):
        seats = [seat for seat, player in enumerate(players) if player.label == label]
        first = {seat: next(other for other in seats if play_alike(players[other], players[seat]))
                 for seat in seats}
        kinds = sorted(set(first.values()))
        if len(kinds) > 1:
            ways = zip_longest(*(origins(players[seat].entry or label) for seat in kinds))
            apart = next((way for way in ways if None not in way and len(set(way)) == len(kinds)),
                         range(1, len(kinds) + 1))
            names = dict(zip(kinds, apart, strict=True))
            for seat in seats:
                found[seat] = called(players[seat], f"{names[first[seat]]}")
    return found
