"""A sum for trumps in the words of a person who plays by it at the table."""

from __future__ import annotations

from collections.abc import Mapping

from simulate.games.loo.narrate import LOO, Words

#: The three highest trumps, as they are called; any lower one counts one point.
_TRUMPS = ("highest", "second", "third")


def _counts(points: Mapping[str, float]) -> str:
    """Say what trumps count: those that count as any lower one are left out."""
    named = [f"{points[name]:g} ({name})" for name in _TRUMPS if points[name] != 1]
    said = f"Trumps count {', '.join(named)} or 1" if named else "Trumps count 1"
    return f"{said}; each after the first, {points['more']:g} more" if points["more"] else said


def _needs(points: Mapping[str, float]) -> str:
    """Say what it takes to play: one number, and those that differ from it."""
    usual = points["later"]
    others = (("dealer", "dealer"), ("first", "nobody in,"),
              ("turned", "against a turned-up double,"))
    said = [f"{word} {points[name]:g}" for name, word in others if points[name] != usual]
    return f"Play with {usual:g} ({'; '.join(said)})" if said else f"Play with {usual:g}"


def sum_in_words(points: Mapping[str, float], players: int = 4, words: Words = LOO) -> str:
    """Say a sum for trumps as a person plays it.

    Parameters
    ----------
    points : mapping of str to float
        The parameters of ``pocket-rule``.
    players : int
        2 to 4.
    words : Words
        What the game calls its own. Where points are counted down nobody plays for the pool.
    """
    miss = words.miss if words is LOO else f"take {words.taken}"
    before_the_dealer = {2: "", 3: "; first: never against a double",
                         4: "; first two: never against a double"}[players]
    out = "drop, or play for the pool" if players == 4 and not words.counts_down else "drop"
    otherwise = miss if players == 2 else (
        f"{miss} if nobody plays a dealt hand (dealer: at most one{before_the_dealer}); else {out}")
    return (f"{_counts(points)}. Only dealers count the turn-up. {_needs(points)}. With less, "
            f"{otherwise}.")
