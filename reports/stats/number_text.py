"""Numbers as people read them, with as many decimals as their intervals allow."""

import math
import re
from collections.abc import Sequence

from reports.stats.estimates import of_deals
from simulate.errors import listed as listed  # the word of sentences, too

#: Shown for a number that a run does not give.
MISSING = "-"
_MOST_DECIMALS = 4
_MOST_DECIMALS_OF_SHARES = 3
#: From here on chips are written as powers of ten.
_HUGE = 1e7
_NUMBER = r"[-+]?(?:\d[\d,]*(?:\.\d+)?(?:e-?\d+)?|∞)"
#: A number with its interval in a sentence, as ``phrase`` writes it.
PHRASE = re.compile(
    rf"(?<![\w.,])(?P<number>{_NUMBER}%?)"
    rf" \((?P<interval>{_NUMBER}%? to {_NUMBER}%?|at most {_NUMBER}%?|{_NUMBER} or more)\)")
#: The ending of the first word of a unit.
_PLURAL = re.compile(r"s\b")
#: What a minus is typed as; between two numbers, in a tile and after = it is none.
_TYPED_MINUS = re.compile(r"(?<![\w=.,%-])-(?=[\d∞])")
#: Figures of a number that a reader in a hurry keeps in mind.
_FIGURES = 3


def decimals(value: float, low: float = math.nan, high: float = math.nan) -> int:
    """Return the decimals that an interval allows: one or two figures of its half width, none if
    all numbers are whole, since quantiles of chips are."""
    if all(math.isinf(x) or x == round(x) for x in (value, low, high) if not math.isnan(x)):
        return 0
    half = (high - low) / 2
    if not 0 < half < math.inf:
        return 2
    return min(_MOST_DECIMALS, max(0, -math.floor(math.log10(half / 2))))


def number(value: float, places: int = 0, signed: bool = False) -> str:
    """Return a number with thousands set apart; huge ones as powers of ten."""
    if math.isnan(value):
        return MISSING
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    plus = "+" if signed else ""
    if abs(value) >= _HUGE:
        figures, _, power = format(value, f"{plus}.2e").partition("e")
        return f"{figures}e{int(power)}"
    # Adding zero turns a rounded -0.0 into 0.
    return format(round(value, places) + 0.0, f"{plus},.{places}f")


def whole(value: object) -> str:
    """Return a whole number with all its figures."""
    return f"{int(str(value)):,}"


def interval(low: float, high: float, places: int, signed: bool = False) -> str:
    """Return ``low to high``, or nothing when there is no interval; one end may be open."""
    least, most = number(low, places, signed), number(high, places, signed)
    if math.isnan(high):
        return "" if math.isnan(low) else f"{least} or more"
    return f"at most {most}" if math.isnan(low) else f"{least} to {most}"


def share(value: float, low: float = math.nan, high: float = math.nan) -> tuple[str, str]:
    """Return a share in per cent and its interval."""
    if math.isnan(value):
        return MISSING, ""
    value, low, high = 100 * value, 100 * low, 100 * high
    places = min(decimals(value, low, high), _MOST_DECIMALS_OF_SHARES)
    return f"{number(value, places)}%", interval(low, high, places)


def amount(
    value: float, low: float = math.nan, high: float = math.nan, signed: bool = False
) -> tuple[str, str]:
    """Return an amount and its interval."""
    if math.isnan(value):
        return MISSING, ""
    places = decimals(value, low, high)
    return number(value, places, signed), interval(low, high, places, signed)


def around(value: float, error: float, signed: bool = False) -> tuple[str, str]:
    """Return an amount and its interval (``of_deals``), which it has if it has an error."""
    found = of_deals(value, error or math.nan)
    return amount(value, found.low, found.high, signed)


def with_interval(value: float, error: float, signed: bool = False) -> str:
    """Return an amount with its 95% interval, as it stands in a sentence: ``4 (2 to 7)``."""
    return phrase(around(value, error, signed))


def minus(text: str) -> str:
    """Return text with a true minus, as pages and figures have it; files have the typed one."""
    return _TYPED_MINUS.sub("\N{MINUS SIGN}", text)


def phrase(parts: tuple[str, str]) -> str:
    """Return a number with its interval in brackets, as in a sentence; one without is short."""
    text, enclosed = parts
    return f"{text} ({enclosed})" if enclosed else brief(text)


def counted(text: str, unit: str) -> str:
    """Return a written number with its unit, singular where it is one: ``-1 game of 100``."""
    return f"{text} {unit}" if text.lstrip("+-") != "1" else f"{text} {_PLURAL.sub('', unit, 1)}"


def brief(text: str) -> str:
    """Return a number that is written out with three figures at most: 12.34% as 12.3%."""
    digits = text.lstrip("+-").rstrip("%").replace(",", "")
    figures = digits.replace(".", "").lstrip("0")
    if not digits.replace(".", "").isdigit() or len(figures) <= _FIGURES:
        return text
    value = float(digits)
    places = _FIGURES - 1 - math.floor(math.log10(value)) if value else 0
    shown = f"{round(value, places):,.{max(0, places)}f}"
    return f"{text[: len(text) - len(text.lstrip('+-'))]}{shown}{'%' if text.endswith('%') else ''}"


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return one line per row, the heads first: the first column flush left, the others right."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(wide[0]), *map(str.rjust, row[1:], wide[1:])]) for row in rows]


#: Verbs that double their last letter.
_DOUBLED = ("drop", "bet", "bid", "put", "cut", "star")


def gerund(action: str) -> str:
    """Return an action as a noun: "dropping" of "drop", "taking the miss" of "take the miss"."""
    verb, _, rest = action.partition(" ")
    if not verb.isalpha():
        return action
    verb = verb + verb[-1] if verb in _DOUBLED else verb.removesuffix("e")
    return f"{verb}ing {rest}".strip()
