"""What a strategy is: a class with plain functions for decisions, and declared metadata."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from numbers import Real
from types import FunctionType, MethodType
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from simulate.errors import BoneyardError, StrategyError, brief, unknown
from simulate.runs.run import Player

#: Characters that a name cannot have, because line-ups are written with them.
_RESERVED = ",():"
_EXAMPLE = "names and Parameter(default, low, high, meaning)"
#: A decision that is left to chance, uniformly among the legal options.
UNIFORM: Any = None


@dataclass(frozen=True)
class Parameter:
    """A number that tunes a strategy.

    Parameters
    ----------
    default, low, high : float
        The default value, and the range allowed, ends included.
    meaning : str
        One line for the help.
    whole : bool
        Whether only whole numbers make sense: a count, points added in the head, a switch. Others
        are refused, and ``boneyard tune`` does not try them.

    Raises
    ------
    StrategyError
        If the default is not a number in the range, or one of the numbers should be whole and is
        not.

    Examples
    --------
    >>> from boneyard import Parameter
    >>> Parameter(2, 0, 5, "trumps that are enough to play").default
    2
    """

    default: float
    low: float
    high: float
    meaning: str
    whole: bool = False

    def __post_init__(self) -> None:
        numbers = (self.low, self.default, self.high)
        if not (all(isinstance(number, Real) for number in numbers)
                and self.low <= self.default <= self.high):
            raise StrategyError(
                f"a parameter has default {brief(self.default)}, which is no number from its low "
                f"{brief(self.low)} to its high {brief(self.high)}")
        if self.whole and not all(float(number).is_integer() for number in numbers):
            raise StrategyError(
                f"a parameter of whole numbers has default {brief(self.default)}, low "
                f"{brief(self.low)} and high {brief(self.high)}")

    @property
    def allowed(self) -> str:
        """The values that it may have, in words."""
        kind = "whole, " if self.whole else ""
        return f"{kind}{self.low:g} to {self.high:g}"


def whole_points(default: float, what_for: str) -> Parameter:
    """Return a parameter in points, whole so that they can be added up in the head."""
    return Parameter(default, 0, 30, f"points {what_for}", whole=True)


class AtTable(NamedTuple):
    """What defaults may depend on where a strategy sits down."""

    game: str
    unit: str  #: what is played for: ``"chips"``, ``"points"`` or ``"tiles"``
    players: int  #: seats at the table


def _shortest(number: float) -> str:
    """Write a number with the fewest digits from which it can be read back exactly."""
    return f"{number:g}" if float(f"{number:g}") == number else repr(number)


class Strategy:
    """Base of all strategies; a game's own base names its decisions.

    A decision is a plain function ``decision(view, p) -> int`` in the part of Python that
    numba compiles: ``view`` holds what the seat may know, ``p`` the parameters by name.
    ``UNIFORM`` in its place leaves the decision to chance.  Parameters are given when an
    instance is made: ``Threshold(stay_1=2.5)``.

    Raises
    ------
    StrategyError
        When a class is defined whose name, parameters or decisions cannot be used.

    Examples
    --------
    >>> from boneyard import Parameter
    >>> from boneyard.loo import DROP, PLAY, LooStrategy
    >>> class Doubtful(LooStrategy):
    ...     name = "doubtful"
    ...     parameters = {"seats": Parameter(2, 0, 4, "so many seats in the hand are too many")}
    ...
    ...     def declare(view, p):
    ...         return DROP if view.dropped == 0 and view.legal >> DROP & 1 else PLAY
    >>> Doubtful(seats=3).label
    'doubtful(seats=3)'
    """

    #: Games it can play.
    games: ClassVar[tuple[str, ...]] = ()
    #: Names of the decisions, in the order of the game.
    decisions: ClassVar[tuple[str, ...]] = ()
    #: How a line-up names it.
    name: ClassVar[str] = ""
    #: One sentence for the list of strategies: the first of the docstring where not given.
    summary: ClassVar[str] = ""
    #: What it pays attention to, in the players' words.
    looks_at: ClassVar[str] = ""
    #: How a person plays it at the table, in full, where it is a rule that a person can follow.
    rule: ClassVar[str] = ""
    parameters: ClassVar[Mapping[str, Parameter]] = {}
    #: Numbers that take the place of defaults at some tables (``AtTable``), as in
    #: ``{("rounce", "points", 4): {"second": 7}}``.
    defaults_by_table: ClassVar[Mapping[tuple[str, str, int], Mapping[str, float]]] = {}
    #: Ending of the files that hold such a strategy, which a line-up names by path: ``.npz``.
    file_ending: ClassVar[str] = ""
    #: Whether it is so slow that studies which try all strategies leave it out.
    is_slow: ClassVar[bool] = False

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        name = cls.name
        if (not isinstance(name, str) or name != name.strip() or not name.isprintable()
                or set(name) & set(_RESERVED)):
            raise StrategyError(
                f"strategy class {cls.__name__} has name {name!r}: give it a text that can be "
                f"printed, without any of {_RESERVED} and without blanks around it")
        if "name" in vars(cls) and cls.__doc__ and "summary" not in vars(cls):
            cls.summary = " ".join(cls.__doc__.partition("\n\n")[0].split())
        if not isinstance(cls.parameters, Mapping):
            raise StrategyError(f"strategy class {cls.__name__} has parameters "
                                f"{cls.parameters!r}: give a dict of {_EXAMPLE}")
        for key, parameter in cls.parameters.items():
            if not (isinstance(key, str) and key.isidentifier()
                    and isinstance(parameter, Parameter)):
                raise StrategyError(f"strategy class {cls.__name__} has parameter {key!r}: "
                                    f"{parameter!r}: give a dict of {_EXAMPLE}")
        cls._check_defaults()
        cls._check_decisions()

    @classmethod
    def _check_defaults(cls) -> None:
        """Raise ``StrategyError`` if a default of a table is none of the values allowed."""
        for table, numbers in cls.defaults_by_table.items():
            try:
                for key, number in numbers.items():
                    cls._checked(key, number)
            except BoneyardError as error:
                raise StrategyError(
                    f"strategy class {cls.__name__} has defaults at {table!r}: {error}") from error

    @classmethod
    def _check_decisions(cls) -> None:
        """Raise ``StrategyError`` if a function looks like a decision that no game asks for."""
        if not isinstance(cls.decisions, tuple):
            raise StrategyError(f"strategy class {cls.__name__} has decisions {cls.decisions!r}: "
                                "leave them to the base class of its game")
        if taken := [name for name in cls.decisions if hasattr(Strategy, name)]:
            raise StrategyError(f"strategy class {cls.__name__} has a decision {taken[0]!r}, which "
                                "every strategy has for something else: let its game call it "
                                "otherwise")
        for key, member in vars(cls).items():
            if key.startswith("_") or key in cls.decisions or hasattr(Strategy, key):
                continue
            function = getattr(member, "__func__", member)
            if isinstance(function, FunctionType) and not isinstance(member, classmethod) and (
                    function.__code__.co_argcount == 2 and cls.decisions
                    and function.__code__.co_varnames[0] != "self"):
                wrong = unknown("decision", key, cls.decisions)
                raise StrategyError(f"strategy class {cls.__name__}: {wrong}; the name of a "
                                    "helper begins with an underscore")

    def __init__(self, **values: float) -> None:
        checked = {key: self._checked(key, value) for key, value in values.items()}
        self._given = {key: checked[key] for key in self.parameters if key in checked}

    @classmethod
    def _checked(cls, key: str, value: object) -> float:
        if key not in cls.parameters:
            if not cls.parameters:
                raise BoneyardError(f"strategy {cls.name!r} has no parameters, not {key!r}")
            raise unknown(f"parameter of {cls.name!r}:", key, cls.parameters)
        allowed = cls.parameters[key]
        try:
            number = float(value)  # type: ignore[arg-type]  # whether it is a number is tried here
        except (TypeError, ValueError):
            number = float("nan")
        kind = "whole number" if allowed.whole else "number"
        if not allowed.low <= number <= allowed.high or (allowed.whole and not number.is_integer()):
            raise BoneyardError(
                f"parameter {key}={value} of {cls.name!r} is not a {kind} "
                f"from {allowed.low:g} to {allowed.high:g}"
            )
        return number

    @classmethod
    def defaults_at(cls, table: AtTable | None) -> dict[str, float]:
        """Return the default values of the parameters, at a table or at none."""
        defaults = {key: one.default for key, one in cls.parameters.items()}
        return defaults | dict(cls.defaults_by_table.get(table, {}) if table else {})

    @classmethod
    def default_in_words(cls, key: str, game: str) -> str:
        """Return the default of a parameter in a game: "5 (7 for points with 3 or 4 players)"."""
        tables: dict[tuple[float, str], list[str]] = {}
        for (of, unit, players), numbers in cls.defaults_by_table.items():
            if of == game and key in numbers:
                tables.setdefault((numbers[key], unit), []).append(str(players))
        others = ", ".join(f"{number:g} for {unit} with {' or '.join(players)} players"
                           for (number, unit), players in tables.items())
        return f"{cls.parameters[key].default:g}" + (f" ({others})" if others else "")

    @classmethod
    def rule_at(cls, game: str) -> str:
        """Return its rule in the words of a game; empty if it has none."""
        return cls.rule

    def values_at(self, table: AtTable | None) -> dict[str, float]:
        """Return the values of all parameters at a table: those given, else its defaults."""
        return self.defaults_at(table) | self._given

    @classmethod
    def is_tried(cls, unit: str) -> bool:
        """Return whether studies that try all strategies for a ``unit`` try it."""
        return not cls.is_slow

    @classmethod
    def of_file(cls, path: str, game: str) -> Strategy:
        """Return the strategy that a file for a game holds, for a class with a ``file_ending``."""
        raise StrategyError(f"strategy {cls.name!r} is not read from a file like {path!r}")

    @property
    def label(self) -> str:
        """Name with the parameters that were given, as a line-up would write it."""
        given = ",".join(f"{key}={_shortest(value)}" for key, value in self._given.items())
        return f"{self.name}({given})" if given else self.name

    def label_at(self, table: AtTable | None) -> str:
        """Return the label at a table, without the numbers that are defaults there."""
        defaults = self.defaults_at(table)
        plain = copy(self)
        plain._given = {key: value for key, value in self._given.items() if value != defaults[key]}
        return plain.label

    def player(self, table: AtTable | None = None) -> Player:
        """Return this strategy as the engine sees it, at a table that may have its own defaults."""
        functions = {decision: self._decision(decision) for decision in self.decisions}
        return Player(self.label_at(table), functions, self.values_at(table),
                      self._checked_chart(table))

    def _decision(self, name: str) -> Callable[[Any, Any], int] | None:
        """Return a decision, a plain function of a view and parameters; None for ``UNIFORM``."""
        if not hasattr(type(self), name):
            raise StrategyError(
                f"strategy {self.name!r} has no decision {name!r}, for which there is no default: "
                f"write it, or {name} = UNIFORM to leave it to chance")
        found = getattr(type(self), name)
        if found is not UNIFORM and not isinstance(found, FunctionType):
            bound = isinstance(found, MethodType)
            shown = "a method of a class or an object" if bound else repr(found)
            raise StrategyError(
                f"decision {name} of strategy {self.name!r} is {shown}: let it be a plain function "
                "of a view and parameters, (view, p), with no decorator but @staticmethod")
        decision: Callable[[Any, Any], int] | None = found
        if decision is None:
            return None
        code = decision.__code__
        taken = code.co_varnames[: code.co_argcount]
        needed = len(taken) - len(decision.__defaults__ or ())
        wrong = ""
        if code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
            wrong = "is 'async def': let it be a plain function, 'def'"
        elif code.co_flags & inspect.CO_GENERATOR:
            wrong = "yields its answer: let it return one number"
        elif taken[:1] == ("self",) or code.co_kwonlyargcount or not needed <= 2 <= len(taken):
            wrong = (f"takes {inspect.signature(decision)}: let it take a view and parameters, "
                     "(view, p), and write @staticmethod above it")
        if wrong:
            raise StrategyError(f"decision {name} of strategy {self.name!r} {wrong}")
        return decision

    def _checked_chart(self, table: AtTable | None) -> NDArray[np.float64] | None:
        chart = self.chart_at(table)
        if chart is None:
            return None
        if isinstance(chart, np.ndarray) and chart.ndim == 1 and chart.dtype == np.float64:
            # Copied if it may still change: one array is taken to hold the same numbers for good.
            return chart.copy() if chart.flags.writeable else chart
        raise StrategyError(
            f"the chart of strategy {self.name!r} is no one-dimensional array of float64")

    def chart(self) -> NDArray[np.float64] | None:
        """Return the table that the decisions read as ``p.chart[i]``, if there is one."""
        return None

    def chart_at(self, table: AtTable | None) -> NDArray[np.float64] | None:
        """Return the part of the chart that the decisions need at a table: all of it."""
        return self.chart()

    def __repr__(self) -> str:
        given = ", ".join(f"{key}={_shortest(value)}" for key, value in self._given.items())
        return f"{type(self).__name__}({given})"


class FromFile(Strategy):
    """Base of strategies that play by a solved table, from a ``file`` or the library's."""

    #: ``load(path)`` returns what a file holds; its ``about`` names the game if there are several.
    load: ClassVar[Any]

    def __init__(self, file: str | None = None) -> None:
        super().__init__()
        self._file = file
        self._own = [] if file is None else [self.load(file)]

    @property
    def label(self) -> str:
        return self.name if self._file is None else self._file

    @property
    def is_at_hand(self) -> bool:
        """Whether it plays by a solution that is in no file."""
        return bool(self._own) and self._file is None

    def player(self, table: AtTable | None = None) -> Player:
        """Return this strategy as the engine sees it; one of a file plays at its own table only."""
        player = super().player(table)
        return self._own[0].only_at_its_table(player) if self._own else player

    @classmethod
    def of_file(cls, path: str, game: str) -> Strategy:
        """Return the strategy of a table that ``boneyard solve`` wrote."""
        meant, solved = cls.games[0], None
        if game in cls.games:
            solved = cls(path)
            meant = solved._own[0].about.get("game", game)
        if solved is None or meant != game:
            raise BoneyardError(f"solved table {path!r} is for {meant}, not for {game}")
        return solved

    @classmethod
    def holding(cls, solution: Any) -> Self:
        """Return the strategy of a solved table in memory."""
        solved = cls()
        solved._own = [solution]
        return solved
