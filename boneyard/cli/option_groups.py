"""Options that belong together reach a command as one object.

A command with the parameter ``table: Annotated[TableOptions, TABLE_OF_A_RUN]`` has all options of
that group on the command line, and is called with the object made from them.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, get_args

from boneyard.cli.options import (
    Address,
    Backend,
    GameName,
    Hands,
    Jobs,
    Lineup,
    Players,
    Preset,
    RuleOptions,
    Scheduler,
    Seed,
    Sessions,
    TableOptions,
    WorkerOptions,
)

#: An option's annotation, and its default if it has one.
_Declared = tuple[Any, Any]


@dataclass(frozen=True)
class Group:
    """Options that belong together.

    Parameters
    ----------
    make : callable
        Makes the object from the options by name.
    options : mapping of str to (annotation, default)
    """

    make: Callable[..., Any]
    options: Mapping[str, _Declared]

    def without(self, *names: str) -> Group:
        """Return the group without some options."""
        left = {name: one for name, one in self.options.items() if name not in names}
        return replace(self, options=left)

    def but(self, **options: _Declared) -> Group:
        """Return the group with some options declared in another way."""
        return replace(self, options={**self.options, **options})

    def parameters(self) -> list[inspect.Parameter]:
        """Return the options as parameters of a command."""
        return [
            inspect.Parameter(
                name, inspect.Parameter.KEYWORD_ONLY, annotation=annotation, default=default)
            for name, (annotation, default) in self.options.items()]


def _table(game: str, rule: Sequence[str] | None = None, **others: Any) -> TableOptions:
    return TableOptions(game, **{"players": None, "lineup": None, "preset": None, **others},
                        rules=rule or ())


#: The table and how long it is played at.
TABLE_OF_A_RUN = Group(_table, {
    "game": (GameName, inspect.Parameter.empty), "players": (Players, None),
    "lineup": (Lineup, None), "preset": (Preset, None), "rule": (RuleOptions, None),
    "sessions": (Sessions, None), "hands": (Hands, None), "seed": (Seed, "0"),
})
#: The table of single sessions, and of single hands.
TABLE_OF_A_SESSION = TABLE_OF_A_RUN.without("sessions")
TABLE_OF_A_HAND = TABLE_OF_A_SESSION.without("hands")
WORKERS = Group(WorkerOptions, {
    "jobs": (Jobs, None), "backend": (Backend, "threads"), "scheduler": (Scheduler, None),
    "address": (Address, None),
})


def _group_of(parameter: inspect.Parameter) -> Group | None:
    found = [part for part in get_args(parameter.annotation) if isinstance(part, Group)]
    return found[0] if found else None


def with_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of its groups; it is called with what they make."""
    parameters = list(inspect.signature(command, eval_str=True).parameters.values())
    groups = {p.name: group for p in parameters if (group := _group_of(p))}

    @wraps(command)
    def called(**given: Any) -> None:
        made = {
            name: group.make(**{option: given.pop(option) for option in group.options})
            for name, group in groups.items()}
        command(**given, **made)

    shown = [
        option for p in parameters
        for option in (groups[p.name].parameters() if p.name in groups
                       else [p.replace(kind=inspect.Parameter.KEYWORD_ONLY)])]
    called.__dict__["__signature__"] = inspect.Signature(shown)
    called.__annotations__ = {}
    return called
