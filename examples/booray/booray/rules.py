"""What Boo-Ray is played by: its options, and how a person plays it."""

from dataclasses import dataclass

from simulate.errors import BoneyardError
from simulate.games.rules import PaysPenalties, chips_from, option, read_penalty, yes_or_no

_CHOICE = "Choice: "

HOW_TO_PLAY = """\
Three to five players play tricks for a pool, with the double-six set. Every seat pays an ante
before each hand and gets five tiles. The last tile that the dealer gets is turned up: its higher
end is the trump number, and the tile stays in the dealer's hand.

From the dealer's left each seat plays or passes. If all but one pass, that one takes the pool; the
dealer need not speak when all others have passed. Those who play may then change up to four tiles,
once, the eldest first, while the boneyard lasts.

The eldest hand of those who play leads. Every tile that shows the trump number is a trump; the
others belong to both their numbers, and the leader says which is led. The double is the highest of
its suit, then the other end from 6 down. The highest trump wins, else the highest of the suit led.
Follow suit if you can, else trump, and win the trick as it stands if you can. If you are sure of
three tricks, play from the top.

Most tricks take the pool; on a tie it stays. A player who plays and takes no trick is looed, and
pays a penalty into the next pool.

Boo-Ray is a card game; no source describes it with dominoes. Choices of ours: three to five seats
with five tiles; the turn-up stays with the dealer, and its higher end names trumps; everybody antes
before each hand; all who play change up to four tiles, once, while the boneyard lasts; a seat that
plays alone takes the pool without a trick; doubles are the highest of their suits; if you cannot
follow, you must trump; a tie leaves the pool. Heading the trick, playing from the top and the size
of the penalty are options.
"""


@dataclass(frozen=True)
class BoorayRules(PaysPenalties):
    """The rules of Boo-Ray."""

    ante: int = option(1, "chips every seat pays before each hand", "1 or more",
                       _CHOICE + "cards are played so", chips_from(1))
    penalty: str = option(
        "unlimited", "what a looed seat pays into the next pool: the hand's pool, C, or the "
        "smaller of both",
        "unlimited, fixed:C, cap:C (C may be 10n, ten chips a seat)", _CHOICE + "as in Loo",
        read_penalty, tried=("unlimited", "cap:10n", "fixed:5n"))
    head: bool = option(True, "a seat that can win the trick as it stands must", "true, false",
                        _CHOICE + "the rule of the card game", yes_or_no, tried=(True, False))
    top: bool = option(
        True, "a seat that is sure of three tricks, by trumps from the highest that is out and "
        "tricks taken, plays the highest trump that it may", "true, false",
        _CHOICE + "the card game's cinch, worded so that a seat can know it", yes_or_no,
        tried=(True, False))
    escalation_limit: int = option(
        10**12, "a next pool above this ends the session, counted as escalated", "1 to 10^15",
        _CHOICE + "unlimited pools outgrow any bank", chips_from(1))

    def check_table(self, players: int, hands: int) -> None:
        """Check that a session's chips stay within 64 bits."""
        largest = self.escalation_limit + players * (self.ante + self.penalty_parts.limit(players))
        if hands > (most := (2**63 - 1) // ((players + 1) * largest)):
            raise BoneyardError(f"hands {hands}: with escalation_limit={self.escalation_limit} a "
                                f"session can count at most {most} hands exactly; play fewer")
