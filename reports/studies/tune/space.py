"""What is tuned: a strategy with some of its parameters, in steps that can be written down."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from simulate.books.exact_sums import Floats
from simulate.errors import BoneyardError, unknown
from simulate.runs.player import Player
from strategies.base import AtTable, Parameter, Strategy
from strategies.lineup import split, strategy_class

#: A range has about this many steps, so that values have two or three figures.
_STEPS = 500


@dataclass(frozen=True)
class Space:
    """A strategy and the parameters of it that are tuned.

    ``game``, ``name``: the strategy as a line-up names it. ``begun``: with the values that a person
    gave, where tuning begins. ``table``: a strategy may have defaults by it.
    """

    game: str
    name: str
    begun: Strategy
    tuned: tuple[str, ...]
    table: AtTable | None = None

    @property
    def strategy(self) -> type[Strategy]:
        """What is tuned."""
        return type(self.begun)

    @cached_property
    def start(self) -> Mapping[str, float]:
        """All parameters, where tuning begins: the defaults, unless a person gave others."""
        return self.begun.values_at(self.table)

    @property
    def ranges(self) -> list[Parameter]:
        """The parameters that are tuned, with their ranges."""
        return [self.strategy.parameters[name] for name in self.tuned]

    @property
    def least_steps(self) -> Floats:
        """The least by which a parameter can change, 1 for whole numbers: float64[parameters]."""
        return np.array([10.0 ** -_decimals(one) for one in self.ranges])

    @property
    def origin(self) -> Floats:
        """The values of the parameters where tuning begins: float64[parameters]."""
        return np.array([self.start[name] for name in self.tuned])

    def rounded(self, point: Floats) -> tuple[float, ...]:
        """Return a point within its ranges, with as many decimals as their steps need."""
        return tuple(
            min(max(round(float(x), _decimals(one)), one.low), one.high) + 0.0
            for x, one in zip(point, self.ranges, strict=True))

    def values(self, point: Sequence[float]) -> dict[str, float]:
        """Return all parameters that differ from the strategy's defaults.

        From those of its table or from those of others: so that it plays alike at any table.
        """
        given = {**self.start, **dict(zip(self.tuned, point, strict=True))}
        here = self.strategy.defaults_at(self.table)
        return {name: value for name, value in given.items()
                if not value == here[name] == self.strategy.parameters[name].default}

    def player(self, point: Sequence[float]) -> Player:
        """Return the strategy with these values, ready to play."""
        return self.strategy(**self.values(point)).player(self.table)

    def entry(self, point: Sequence[float]) -> str:
        """Return the strategy with these values as a line-up names it."""
        values = ",".join(f"{name}={value:g}" for name, value in self.values(point).items())
        return f"{self.name}({values})" if values else self.name


def _decimals(one: Parameter) -> int:
    """Return the decimals of values that cut a range into some hundred steps, or whole ones."""
    if one.whole:
        return 0
    span = one.high - one.low
    return max(0, math.ceil(-math.log10(span / _STEPS))) if span > 0 else 0


def read_space(game: str, entry: str, parameters: Sequence[str] | None = None) -> Space:
    """Return what is to be tuned.

    ``entry``: as in a line-up; the values in it are where tuning begins. ``parameters``: which to
    tune, ``"first,later"``: all when not given. Raises ``BoneyardError`` if there is no such
    strategy or parameter, or it has none.
    """
    if len(split(entry)) != 1:
        raise BoneyardError(f"tune {entry!r}: name one strategy")
    name, _, rest = entry.strip().partition("(")
    strategy = strategy_class(game, name.strip())
    given = dict(part.strip().split("=", 1) for part in rest.rstrip(")").split(",") if "=" in part)
    begun = strategy(**given)  # type: ignore[arg-type]  # checked
    if game not in strategy.games:
        raise BoneyardError(f"tune: strategy {name!r} plays {', '.join(strategy.games)}, "
                            f"not {game}")
    known = strategy.parameters
    if not known:
        raise BoneyardError(f"tune: strategy {name!r} has no parameters")
    if isinstance(parameters, str):
        parameters = [one.strip() for one in parameters.split(",")]
    tuned = tuple(dict.fromkeys(parameters or known))
    for one in tuned:
        if one not in known:
            raise unknown(f"parameter of {name!r}:", one, known)
    return Space(game, name.strip(), begun, tuned)
