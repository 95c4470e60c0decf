"""What a class of hands is called on the page."""

from __future__ import annotations

#: What trumps are called, by ``simulate.theory.loo.hands.trump_class``.
_TRUMPS = (
    "no trump", "the best trump", "the second best trump", "the third best trump",
    "one trump, the fourth", "one low trump",
    "2 trumps, the two best", "2 trumps, the best and the third", "2 trumps with the best",
    "2 trumps, the second and the third", "2 trumps with the second", "2 trumps with the third",
    "2 low trumps",
    "3 trumps with the two best", "3 trumps with the best and the third", "3 trumps with the best",
    "3 trumps with the second", "3 lower trumps",
    "4 or 5 trumps with the best", "4 or 5 trumps without the best",
)
_DOUBLES = ("no double", "one double", "2 or more doubles")
_HIGH = ("no high tile", "one high tile")


def names_of_classes() -> list[str]:
    """Return what a hand holds, in words: for every coarse class, whatever is turned up."""
    return [f"{trumps}, {doubles}, {high}"
            for trumps in _TRUMPS for doubles in _DOUBLES for high in _HIGH]
