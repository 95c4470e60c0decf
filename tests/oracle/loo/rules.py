"""Rule options of Loo and Rounce, and what follows from the number of seats."""

from typing import Any

Rules = dict[str, Any]

PAGAT: Rules = {
    "ante": 5,
    "dealer_ante": 10,
    "dealer_top_up": 5,
    "remainder": "ante",
    "penalty": "unlimited",
    "escalation_limit": 10**12,
    "lead_trump_min": 2,
    "must_trump": True,
    "scoring": "chips",
}
GAMERULES: Rules = {**PAGAT, "ante": 1, "dealer_ante": 5, "lead_trump_min": 3}
ROUNCE: Rules = {"lead_trump_min": 2, "must_trump": False}

HAND_SIZE = 5


def check_rules(game: str, players: int, rules: Rules) -> None:
    """Check that the table and its options are ones the rules know.

    ``bankroll`` is the one option that may be left out; it is for chips only (Rules, option
    ``bankroll``).

    Raises
    ------
    ValueError
        If the game, the number of players or an option is unknown.
    """
    if game not in ("loo", "rounce"):
        raise ValueError(f"game: {game!r} is neither loo nor rounce")
    if players not in (2, 3, 4):
        raise ValueError(f"players: {players} cannot play {game}")
    expected = set(PAGAT if game == "loo" else ROUNCE)
    if set(rules) - {"bankroll"} != expected:
        raise ValueError(f"rules: {sorted(rules)} are not the options of {game}")
    if game == "loo" and rules["scoring"] not in ("chips", "points"):
        raise ValueError(f"rules: scoring {rules['scoring']!r} is neither chips nor points")
    bankroll = rules.get("bankroll")
    if bankroll is not None and (not plays_for_chips(game, rules) or bankroll < 1):
        raise ValueError(f"rules: bankroll {bankroll} needs a game for chips and a chip each")
    if game == "loo" and rules["remainder"] not in ("ante", "stays"):
        raise ValueError(f"rules: remainder {rules['remainder']!r} is neither ante nor stays")
    if plays_for_chips(game, rules):
        penalty_at_stake(rules, 0, players)


def plays_for_chips(game: str, rules: Rules) -> bool:
    """Tell whether the hands are played for a pool of chips; Rounce never is."""
    return game == "loo" and rules["scoring"] == "chips"


def counts_as_empty(rules: Rules, pool: int) -> bool:
    """Tell whether every seat pays for the pool (Rules 1, *Pool scoring*, option ``remainder``).

    ``ante``: fewer than five chips are too few to pay a trick and count as an empty pool;
    ``stays``: only a pool of nothing is empty.
    """
    return pool == 0 if rules["remainder"] == "stays" else pool < 5


def with_penalty_in_chips(rules: Rules, seats: int) -> Rules:
    """Return the rules with the penalty as it holds for the seats in the session.

    Rules 1, *Options and presets*: ``cap:10n`` is ten chips for each seat in the session at that
    hand; it shrinks with bankrolls.
    """
    if not rules.get("penalty", "").endswith("n"):
        return dict(rules)
    kind, _, amount = rules["penalty"].partition(":")
    return {**rules, "penalty": f"{kind}:{int(amount[:-1]) * seats}"}


def penalty_at_stake(rules: Rules, pool: int, seats: int) -> int:
    """Return what a looed seat owes (Rules 1, *Pool scoring*, option ``penalty``).

    ``unlimited``: the pool at the start of the hand; ``fixed:C``: always C; ``cap:C``: the pool,
    but at most C.  C may be a multiple of the seats in the session.
    """
    kind, _, amount = with_penalty_in_chips(rules, seats)["penalty"].partition(":")
    if kind == "unlimited" and not amount:
        return pool
    if kind == "fixed":
        return int(amount)
    if kind == "cap":
        return min(pool, int(amount))
    raise ValueError(f"rules: penalty {rules['penalty']!r} is unknown")


def misses_in(seats: int) -> int:
    """Return how many misses a hand offers: two with 2-3 seats, one with 4."""
    return 1 if seats == 4 else 2


def miss_size(seats: int) -> int:
    """Return how many tiles a miss draws: six with 2-3 seats, seven with 4."""
    return 7 if seats == 4 else 6


def may_drop(seats: int) -> bool:
    """Tell whether a hand may be dropped: with 3-4 seats only."""
    return seats >= 3
