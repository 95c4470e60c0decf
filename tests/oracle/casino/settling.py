"""Settling one round of Casino, in the order of the rules' numbered list (Rules 5)."""

from dataclasses import dataclass

from ..tiles import ends, is_double

DOUBLE_BLANK = "0-0"


@dataclass
class Settlement:
    """What becomes of the bets and the pot.

    Attributes
    ----------
    rule : str
        ``double_double``, ``double_blank``, ``double`` or ``matches``.
    won : list of list of str
        Tiles that go to the stash of each seat.
    pot : list of str
        The pot after the round.
    """

    rule: str
    won: list[list[str]]
    pot: list[str]


def settle_round(bets: list[str], dice: tuple[int, int], pot: list[str]) -> Settlement:
    """Settle a round.

    Parameters
    ----------
    bets : list of str
        The tile bet by each seat.
    dice : (int, int)
        The roll, numbers 1 to 6.
    pot : list of str
        The pot before the round.
    """
    rolled = f"{max(dice)}-{min(dice)}"
    if rolled in bets and is_double(rolled):
        return _takes_all("double_double", bets.index(rolled), bets, pot)
    if DOUBLE_BLANK in bets:
        return Settlement("double_blank", [[] for _ in bets], [*pot, *bets])
    if rolled in bets:
        return _takes_all("double", bets.index(rolled), bets, pot)
    return _matches(bets, dice, pot)


def _takes_all(rule: str, winner: int, bets: list[str], pot: list[str]) -> Settlement:
    """Give all bets and the pot to the winner (1. and 3.)."""
    won = [[*bets, *pot] if seat == winner else [] for seat in range(len(bets))]
    return Settlement(rule, won, [])


def _matches(bets: list[str], dice: tuple[int, int], pot: list[str]) -> Settlement:
    """Settle single blank winners, basic matches and losses (4. to 6.).

    A bet k-0 with k on a die takes every bet that shows k; what is left with a half on a die goes
    back to its owner; every other bet goes to the pot, which stays.
    """
    takers = {number: bets.index(f"{number}-0") for number in dice if f"{number}-0" in bets}
    won: list[list[str]] = [[] for _ in bets]
    lost = []
    for seat, bet in enumerate(bets):
        matched = [number for number in ends(bet) if number in dice]
        blank_winners = [takers[number] for number in matched if number in takers]
        if blank_winners:
            won[blank_winners[0]].append(bet)
        elif matched:
            won[seat].append(bet)
        else:
            lost.append(bet)
    return Settlement("matches", won, [*pot, *lost])
