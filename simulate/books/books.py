"""What a kernel counts, and the figures that are made of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, eq=False)
class Books:
    """What a kernel counts, and the figures that are made of it.

    A figure is a ratio of two numbers that are added up over sessions, so that its standard
    error can be clustered by session.

    Parameters
    ----------
    session : tuple of str
        Fields of a session's row; those that start with ``max_`` are maxima, all others
        are added up.
    seat : tuple of str
        Fields of a seat's row in a session, all added up.
    counts : int
        Length of the counts that are kept for the run as a whole.
    forms : mapping of str to sequence of str
        Numbers of a seat by name: sums of fields of its row.
    rates : mapping of str to (str, str)
        Figures of a seat that are small counts: the form above and the form below.
    amounts : mapping of str to (str, str)
        Figures whose form above can be large: chips or points.
    session_rates, session_amounts : mapping of str to (str, str)
        The same for fields of the session's row; ``sessions`` is 1 in each of them.
    value : str
        The form of the chips or points whose distribution over hands is kept.
    hands : str
        The form of the hands that a seat has part in.
    """

    session: tuple[str, ...]
    seat: tuple[str, ...]
    counts: int
    forms: Mapping[str, Sequence[str]]
    rates: Mapping[str, tuple[str, str]]
    amounts: Mapping[str, tuple[str, str]]
    session_rates: Mapping[str, tuple[str, str]]
    session_amounts: Mapping[str, tuple[str, str]]
    value: str
    hands: str
