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


def sum_in_sentences(
    points: Mapping[str, float], players: int = 4, words: Words = LOO
) -> tuple[str, str, str]:
    """Say a sum for trumps to somebody who has not heard of it: how to count, when to play, and
    what to do otherwise.

    Parameters
    ----------
    points : mapping of str to float
        The parameters of ``pocket-rule``.
    players : int
        2 to 4.
    words : Words
        What the game calls its own. Where points are counted down nobody plays for the pool.
    """
    counts = (f"Count points for your trumps: {points['highest']:g} for the highest, "
              f"{points['second']:g} for the second, {points['third']:g} for the third, 1 for any "
              f"lower one, and {points['more']:g} more for each trump after the first. The "
              "turned-up tile counts for the dealer alone; all others leave it out when they rank "
              "their trumps.")
    who = f"{points['first']:g} points or more" if players == 2 else (
        f"{points['later']:g} points or more if somebody before you is in, with "
        f"{points['first']:g} if nobody is")
    plays = (f"Play your hand with {who}. If a double is turned up it takes {points['turned']:g}, "
             f"whoever is in; a dealer needs only {points['dealer']:g} in any case.")
    if players == 2:
        return counts, plays, f"With fewer points take {words.taken}."
    never = {3: "the eldest hand does not", 4: "the first two seats do not"}[players]
    out = "drop, or play for the pool where you may" if (
        players == 4 and not words.counts_down) else "drop"
    return counts, plays, (
        f"With fewer points take {words.taken} if nobody plays the hand that was dealt; a dealer "
        f"does so against one such hand, too, and {never} if a double is turned up. Otherwise "
        f"{out}.")
