"""What Boo-Ray is played by: its options, and how a person plays it."""

from dataclasses import dataclass

from simulate.errors import BoneyardError
from simulate.games.penalties import PaysPenalties, read_penalty
from simulate.games.rules import number_from, option, yes_or_no

_CHOICE = "Choice: "
_MOST_CHIPS = 10**15

HOW_TO_PLAY = """\
Three to five players play tricks for a pool. Every seat pays an ante before each hand and gets five
tiles. The last tile that the dealer gets is turned up: its higher end is the trump number, and the
tile stays in the dealer's hand.

From the dealer's left each seat plays or passes. If all but one pass, that one takes the pool; the
dealer need not speak when all others have passed. Those who play may then change up to four tiles,
once, the eldest first, while the boneyard lasts.

The eldest hand of those who play leads. Follow suit if you can, otherwise trump if you can; and win
the trick as it stands if you can. Who is sure of three tricks plays from the top.

Most tricks take the pool; on a tie it stays. Who plays and takes no trick is looed, and pays a
penalty into the next pool.
"""


@dataclass(frozen=True)
class BoorayRules(PaysPenalties):
    """The rules of Boo-Ray."""

    ante: int = option(1, "chips every seat pays before each hand", "1 or more",
                       _CHOICE + "cards are played so", number_from(1, _MOST_CHIPS))
    penalty: str = option(
        "unlimited", "what a looed seat pays into the next pool: the pool at the start of the "
        "hand, always C, or the smaller of both; 10n is ten chips for each seat",
        "unlimited, fixed:C, cap:C (C may be 10n)", _CHOICE + "as in Loo", read_penalty,
        tried=("unlimited", "cap:10n", "fixed:5n"))
    head: bool = option(True, "a seat that can win the trick as it stands must", "true, false",
                        _CHOICE + "the rule of the card game", yes_or_no, tried=(True, False))
    top: bool = option(
        True, "a seat that is sure of three tricks, by trumps from the highest that is out and "
        "tricks taken, plays the highest trump that it may", "true, false",
        _CHOICE + "the card game's cinch, told so that a seat can know it", yes_or_no,
        tried=(True, False))
    escalation_limit: int = option(
        10**12, "a next pool above this ends the session, counted as escalated",
        f"1 to {_MOST_CHIPS}", _CHOICE + "unlimited pools outgrow any bank",
        number_from(1, _MOST_CHIPS))

    def check_table(self, players: int, hands: int) -> None:
        """Check that a session's chips stay within 64 bits."""
        largest = self.escalation_limit + players * (
            self.ante + self.penalty_parts.limit(players))
        if hands > (most := (2**63 - 1) // ((players + 1) * largest)):
            raise BoneyardError(f"hands {hands}: with escalation_limit={self.escalation_limit} a "
                                f"session can count at most {most} hands exactly; play fewer")
