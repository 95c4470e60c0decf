"""Rule options of Domino Pool, and what follows from the number of seats."""

from typing import Any

Rules = dict[str, Any]

DEFAULTS: Rules = {
    "contribution": 1,
    "leader": "draw",
    "draw": "no",
    "score": "hand",
    "target": 100,
    "star": "must",
}

_HAND_SIZES = {2: 7, 3: 6, 4: 5, 5: 4, 6: 3}

STOCK_NEVER_DRAWN = 2


def hand_size(seats: int) -> int:
    """Return the tiles dealt to each of the seats still in."""
    return _HAND_SIZES[seats]


def stars_allowed(players: int) -> int:
    """Return how many seats may star: with four players two, else one (Rules 4, ``star``)."""
    return 2 if players == 4 else 1


def check_rules(players: int, rules: Rules) -> None:
    """Check that the table and its options are ones the rules know.

    ``bankroll`` is the one option that may be left out; it is for hands played for chips, not for
    a game hundred up.

    Raises
    ------
    ValueError
        If the number of players or an option is unknown.
    """
    if not 3 <= players <= 6:
        raise ValueError(f"players: {players} cannot play pool")
    if set(rules) - {"bankroll"} != set(DEFAULTS):
        raise ValueError(f"rules: {sorted(rules)} are not the options of pool")
    if rules["leader"] not in ("draw", "rotate") or rules["score"] not in ("hand", "hundred_up"):
        raise ValueError(f"rules: leader {rules['leader']!r}, score {rules['score']!r}")
    for option in ("draw", "star"):
        if rules[option] not in ("no", "may", "must"):
            raise ValueError(f"rules: {option} {rules[option]!r} is none of no, may and must")
    bankroll = rules.get("bankroll")
    if bankroll is not None and (rules["score"] != "hand" or bankroll < 1):
        raise ValueError(f"rules: bankroll {bankroll} needs hands for chips and a chip each")
