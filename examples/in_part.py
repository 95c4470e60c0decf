"""Looking ahead at one kind of decision only: where does it pay?

boneyard study duel loo --lineup "examples/in_part.py:InPart(only=2),solved" --hands 1
"""

from boneyard import Parameter, inlined
from boneyard.loo import SUIT, TRUMPS
from boneyard.tiles import count
from strategies.loo.master import Master, as_seen, choose
from strategies.loo.skills.learned_play import best_answer
from strategies.loo.solved import Solved

#: Kinds of decisions, in the order of their numbers.
KINDS = (
    "opening from trumps", "opening with a plain tile", "a trump led later",
    "a plain tile led later", "following suit, not last", "following suit, last",
    "on a trump led, not last", "on a trump led, last", "trumping", "throwing off",
)


@inlined
def kind_of_lead(trump, trick, legal):
    """Return the number of a lead's kind."""
    return 2 * int(trick > 0) + int(legal & ~TRUMPS[trump] != 0)


@inlined
def kind_of_follow(trump, led, legal, to_come):
    """Return the number of the kind of another tile."""
    last = int(count(to_come) == 0)
    if led == trump and legal & TRUMPS[trump]:
        return 6 + last
    if legal & SUIT[trump, led]:
        return 4 + last
    return 8 if legal & TRUMPS[trump] else 9


class InPart(Master):
    """Looks ahead at one kind of decision, and plays as ``solved`` at all others (at Rounce it
    declares as ``racer``)."""

    name = "in-part"
    summary = "Looks ahead at one kind of decision only."
    looks_at = "as master there, as solved elsewhere (Rounce: declares as racer)"
    parameters = {"only": Parameter(0, 0, 9, "kind of decision"), **Master.parameters}

    keep_after_miss = staticmethod(Solved.keep_after_miss)

    @staticmethod
    def lead(view, p):
        if kind_of_lead(view.trump, view.trick, view.legal) == int(p.only):
            return choose(as_seen(view), p.chart, int(p.worlds), p.trust)
        return best_answer(view, p.chart)

    @staticmethod
    def follow(view, p):
        if kind_of_follow(view.trump, view.led, view.legal, view.to_come) == int(p.only):
            return choose(as_seen(view), p.chart, int(p.worlds), p.trust) >> 3
        return best_answer(view, p.chart) >> 3
