"""Reading whole numbers as people write them: 2_000_000, 2e6."""

from __future__ import annotations

import sys
from decimal import Decimal, InvalidOperation

from simulate.errors import BoneyardError


def message(error: ValueError) -> str:
    """Return the text of an error; of too many digits in plain words."""
    if "set_int_max_str_digits" in str(error):
        return f"a number has more than {sys.get_int_max_str_digits():,} digits"
    return str(error)


def span(least: int, most: int) -> str:
    """Return which numbers are allowed, in words: 3 to 5, or 4 where that is all."""
    return str(least) if least == most else f"{least} to {most}"


def whole(value: object, name: str, least: int = 0, most: int | None = None) -> int:
    """Return a whole number in bounds, given so or as text: 2000000, "2_000_000" or "2e6"."""
    allowed = (f"a whole number of {least} or more" if most is None
               else f"{least}, the only number allowed" if least == most
               else f"a whole number from {least} to {most}")
    try:
        if isinstance(value, bool):
            raise InvalidOperation
        number = Decimal(str(value).replace("_", "").strip())
        if not number.is_finite() or abs(number.adjusted()) > 40 or number != int(number):
            raise InvalidOperation
    except ValueError as error:
        raise BoneyardError(f"{name} is not {allowed}: {message(error)}") from None
    except InvalidOperation:
        raise BoneyardError(f"{name} {value!r} is not {allowed}") from None
    if number < least or (most is not None and number > most):
        raise BoneyardError(f"{name} {value} is not {allowed}")
    return int(number)
