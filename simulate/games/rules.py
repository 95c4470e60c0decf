"""Rule options: frozen, validated, and able to explain themselves.
"""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, Self

from simulate.errors import BoneyardError, brief, message, read_place, unknown, whole

#: Numbers as the rules write them.
IN_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True)
class Explained:
    """The explanation of a rule option."""

    meaning: str  #: one line for the help
    allowed: str  #: the values that it takes, in words
    source: str  #: where the rule comes from; for a choice of ours, its reason
    #: ``read(value, name)`` returns the checked value, from text or from Python.
    read: Callable[[object, str], Any]
    #: Whether the option is left out of histories and summaries at its default.
    optional: bool = False
    #: The values that ``study rules`` compares when a person names none; left alone when empty.
    tried: tuple[Any, ...] = ()
    #: Another option and its value, if this one changes nothing where that has another value.
    only_with: tuple[str, Any] | None = None

    @property
    def condition(self) -> str:
        """Where the option changes anything, as in ``scoring=chips``; empty if everywhere."""
        return "" if self.only_with is None else "{}={}".format(*self.only_with)


def option(default: Any, *explained: Any, **also: Any) -> Any:
    """Declare a rule option as a field of a rules class; see ``Explained``."""
    return field(default=default, metadata={"explained": Explained(*explained, **also)})


#: The most chips that anything may be: sums over a session stay within 64 bits.
MOST_CHIPS = 10**15


def number_from(least: int, most: int | None = None) -> Callable[[object, str], int]:
    """Return a reader of whole numbers within bounds."""
    return lambda value, name: whole(value, f"rule {name}:", least, most)


def chips_from(least: int) -> Callable[[object, str], int]:
    """Return a reader of chips."""
    return number_from(least, MOST_CHIPS)


def number_or_none(least: int, most: int) -> Callable[[object, str], int | None]:
    """Return a reader of whole numbers within bounds, or ``none``."""
    read = number_from(least, most)
    return lambda value, name: None if value in (None, "none") else read(value, name)


def one_of(*names: str) -> Callable[[object, str], str]:
    """Return a reader of one of some words."""

    def read(value: object, name: str) -> str:
        if value not in names:
            raise unknown(f"value of rule {name}:", value, names)
        return str(value)

    return read


def truth(value: object) -> bool | None:
    """Return the truth value that a person means, or None."""
    words = {"true": True, "yes": True, "on": True, "1": True,
             "false": False, "no": False, "off": False, "0": False}
    return words.get(str(value).lower())


def yes_or_no(value: object, name: str) -> bool:
    """Read a truth value."""
    meant = truth(value)
    if meant is None:
        raise BoneyardError(f"rule {name}: {brief(value)} is neither true nor false")
    return meant


@dataclass(frozen=True)
class Rules:
    """Base of the rules of a game: every field is an ``option``.

    Values are checked when the object is made; text is read as on the command line, so
    ``LooRules(penalty="cap:40", ante="2e1")`` works.

    Raises
    ------
    BoneyardError
        If a value is not allowed.
    """

    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {}

    def __post_init__(self) -> None:
        for entry in fields(self):
            explained: Explained = entry.metadata["explained"]
            value = explained.read(getattr(self, entry.name), entry.name)
            object.__setattr__(self, entry.name, value)

    @classmethod
    def options(cls) -> list[tuple[Field[Any], Explained]]:
        """Return the fields of the rules with their explanations."""
        return [(entry, entry.metadata["explained"]) for entry in fields(cls)]

    @classmethod
    def of(cls, preset: str | None = None, /, **changes: Any) -> Self:
        """Return the rules of a preset with some options changed."""
        settings: dict[str, Any] = {}
        if preset is not None:
            if preset not in cls.presets:
                if not cls.presets:
                    raise BoneyardError(f"preset {preset!r}: this game has no presets")
                raise unknown("preset", preset, cls.presets)
            settings.update(cls.presets[preset])
        return cls(**settings | cls.known(changes))

    @classmethod
    def known(cls, changes: Mapping[str, Any]) -> dict[str, Any]:
        """Return options with their values; refuse those that are none of this game."""
        names = [entry.name for entry in fields(cls)]
        for name in changes:
            if name not in names:
                if not names:
                    raise BoneyardError(f"rule {name!r}: this game has no rule options")
                raise unknown("rule", name, names)
        return dict(changes)

    def changed(self, **changes: Any) -> Self:
        """Return these rules with some options changed."""
        return replace(self, **changes)

    def as_dict(self) -> dict[str, Any]:
        """Return every option with its value, as histories and summaries write it."""
        return {
            entry.name: getattr(self, entry.name)
            for entry, explained in self.options()
            if not (explained.optional and getattr(self, entry.name) == entry.default)
        }

    def given(self) -> dict[str, Any]:
        """Return the options that differ from their defaults."""
        return {
            entry.name: getattr(self, entry.name)
            for entry in fields(self)
            if entry.default is not MISSING and getattr(self, entry.name) != entry.default
        }

    def in_force(self, players: int) -> dict[str, Any]:
        """Return the options in force at a table, without those that others make idle."""
        return {entry.name: getattr(self, entry.name) for entry, explained in self.options()
                if self._matters(explained)}

    def _matters(self, explained: Explained) -> bool:
        if explained.only_with is None:
            return True
        name, value = explained.only_with
        return bool(getattr(self, name) == value)

    @classmethod
    def condition(cls, name: str) -> str:
        """Return where an option changes anything, as in ``scoring=chips``; empty if everywhere."""
        return next(explained.condition for entry, explained in cls.options() if entry.name == name)

    def idle(self) -> dict[str, str]:
        """Return the options that a person chose and that change nothing, with where they would."""
        chosen = self.given().keys() - self._by_preset()
        return {entry.name: explained.condition for entry, explained in self.options()
                if entry.name in chosen and not self._matters(explained)}

    def _by_preset(self) -> set[str]:
        """Return the options that a preset has set: several of its values stand here."""
        alike = ({name for name, value in settings.items() if getattr(self, name) == value}
                 for settings in self.presets.values())
        return set[str]().union(*(names for names in alike if len(names) > 1))

    def check_table(self, players: int, hands: int) -> None:
        """Raise ``BoneyardError`` if the rules do not fit a table or a length of session."""


#: The ending of such a file's name; the file may be given wherever a preset may.
HOUSE_RULES = ".toml"
#: Rules and numbers take a few lines; a longer file is something else, and could take a minute.
_MOST_BYTES = 10_000


def read_house_rules(path: str, game: str) -> dict[str, Any]:
    """Return the options that a file of house rules sets, for this game."""
    settings = read_toml(path, "rules file", "write one option a line, as in penalty = \"cap:40\"")
    for name, value in settings.items():
        if not isinstance(value, str | int | float):
            kind = "a section" if isinstance(value, dict) else (
                "a list" if isinstance(value, list) else "a date or a time")
            raise BoneyardError(f"rules file {path!r}: {name} is {kind}, not a number, a text or "
                                "true or false")
    meant = settings.pop("game", game)
    if meant != game:
        raise BoneyardError(f"rules file {path!r} is for {meant}, not for {game}")
    if str(settings.get("preset", "")).endswith(HOUSE_RULES):
        raise BoneyardError(f"rules file {path!r}: its preset is another file, "
                            f"{settings['preset']!r}; name a preset of {game}")
    return settings


def read_toml(path: str, what: str, wanted: str) -> dict[str, Any]:
    """Return the content of a short file of TOML; messages name it ``what``, and what is wanted."""
    try:
        place = read_place(path)
        if not place.is_file():  # a pipe would be waited for
            raise BoneyardError(f"{what} {path!r} does not exist or is not a file")
        with place.open("rb") as file:
            content = file.read(_MOST_BYTES + 1)
        if len(content) > _MOST_BYTES:
            raise BoneyardError(f"{what} {path!r} is longer than {_MOST_BYTES:,} bytes")
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BoneyardError(f"{what} {path!r} is not a text in UTF-8") from None
    except (OSError, ValueError) as error:
        if isinstance(error, BoneyardError):
            raise
        reason = getattr(error, "strerror", None) or str(error)
        raise BoneyardError(f"{what} {path!r} cannot be read: {reason}") from error
    try:
        return tomllib.loads(text)
    except (RecursionError, ValueError) as error:
        reason = "nested too deep" if isinstance(error, RecursionError) else message(error)
        raise BoneyardError(f"{what} {path!r} is not TOML ({reason}): {wanted}") from error


#: Kinds of penalties, as a table's row numbers them.
PENALTY_KINDS = ("unlimited", "fixed", "cap")
_UNLIMITED, _FIXED, _ = range(len(PENALTY_KINDS))


def penalty_due(kind: int, limit: int, pool: int) -> int:
    """Return what a looed seat owes for a hand with this pool; the kernel compiles it too."""
    if kind == _UNLIMITED:
        return pool
    return limit if kind == _FIXED else min(pool, limit)


def read_penalty(value: object, name: str) -> str:
    """Read ``unlimited``, ``fixed:C`` or ``cap:C``, where C may be ``10n``: ten a seat."""
    kind, _, chips = str(value).partition(":")
    if kind == "unlimited" and not chips:
        return kind
    number = chips[:-1] if chips.endswith("n") and chips[-2:-1].isdigit() else chips
    if kind in ("fixed", "cap") and number:
        amount = whole(number, f"rule {name}: chips", 0, MOST_CHIPS)
        # Nothing for each seat is nothing: 0n is written 0.
        return f"{kind}:{amount}{'n' if amount and chips != number else ''}"
    raise BoneyardError(
        f"rule {name}: {brief(value)} is not unlimited, fixed:C or cap:C, where C is a number "
        "of chips (40) or of chips for each seat (10n)")


class Penalty(NamedTuple):
    """The option ``penalty`` in parts: its kind, and C in chips or in chips a seat (``10n``)."""

    kind: str
    chips: int
    a_seat: int

    @classmethod
    def of(cls, text: str) -> "Penalty":
        """Return the parts of a penalty that ``read_penalty`` has read."""
        kind, _, chips = text.partition(":")
        if chips.endswith("n"):
            return cls(kind, 0, int(chips[:-1]))
        return cls(kind, int(chips or 0), 0)

    def __str__(self) -> str:
        return "unlimited" if self.kind == "unlimited" else f"{self.kind}:" + (
            f"{self.a_seat}n" if self.a_seat else f"{self.chips}")

    def at(self, players: int) -> "Penalty":
        """Return the same in chips for so many seats."""
        return Penalty(self.kind, self.limit(players), 0)

    def limit(self, players: int) -> int:
        """Return C in chips for so many seats; 0 where penalties are unlimited."""
        return self.chips + self.a_seat * players


class PaysPenalties(Rules):
    """Base of rules with an option ``penalty``, which ``read_penalty`` reads."""

    penalty: str

    @property
    def penalty_parts(self) -> "Penalty":
        """The option ``penalty``, taken apart."""
        return Penalty.of(self.penalty)

    def penalty_at(self, pool: int, players: int) -> int:
        """Return what a looed seat pays when so many seats begin a hand with this pool."""
        parts = self.penalty_parts
        return penalty_due(PENALTY_KINDS.index(parts.kind), parts.limit(players), pool)

    def in_force(self, players: int) -> dict[str, Any]:
        """Return what the options come to: ``cap:10n`` is ``cap:40`` for four."""
        found, parts = super().in_force(players), self.penalty_parts
        if "penalty" in found:
            found["penalty"] = (parts.kind, parts.limit(players))
        return found
