"""Rules of thumb that weigh what staying in may bring: tricks, chips, the risk of being looed."""

from typing import Any

from simulate.games.loo.views import DROP, MISS, PLAY, TRICKS, Declaring
from simulate.machine.compiling import inlined
from strategies.base import Parameter
from strategies.loo.base import LooStrategy
from strategies.loo.skills import prospects
from strategies.skills import by_position, may


def _stay(default: float, seat: str) -> Parameter:
    return Parameter(default, 0.0, 5.0, f"tricks with which the {seat} plays the dealt hand")


def _miss(default: float, seat: str) -> Parameter:
    return Parameter(
        default, -1, 3, f"most dealt hands in against which the {seat} takes the miss; -1 never",
        whole=True)


class Threshold(LooStrategy):
    """Plays with enough tricks, takes the miss with few rivals, or drops.

    Tricks are those expected with the hand against the seats in and likely to come.
    Positions count from the dealer's left: with three players the dealer is the third seat, with
    two the second.  Against a double turned up, which the dealer may take, the others need more
    tricks, and leave the miss to seats after which few declare.  The defaults are tuned for four;
    for chips with three ``stay_3=1.1,miss_3=1`` lose less, with two ``stay_1=1.6,stay_2=2.15``.
    Games for points have defaults of their own (docs/solution.md).
    """

    name = "threshold"
    looks_at = "its hand, position, the seats already in, a double turned up"
    parameters = {  # noqa: RUF012  # read only
        "stay_1": _stay(1.7, "eldest hand"),
        "stay_2": _stay(1.35, "second seat"),
        "stay_3": _stay(1.3, "third seat"),
        "stay_4": _stay(1.45, "fourth seat"),
        "miss_1": _miss(0, "eldest hand"),
        "miss_2": _miss(0, "second seat"),
        "miss_3": _miss(0, "third seat"),
        "miss_4": _miss(1, "fourth seat"),
        "turned": Parameter(
            0.75, 0.0, 3.0, "tricks more, for all but the dealer, where a double is turned up"),
        "miss_turned": Parameter(
            1, 0, 3, "most seats yet to declare with which they take the miss there", whole=True),
    }

    defaults_by_table = {  # noqa: RUF012  # read only
        (game, "points", players): numbers for game in ("loo", "rounce")
        for players, numbers in {
            2: {"stay_1": 1.6, "stay_2": 2.15},
            3: {"stay_1": 1.48, "stay_2": 1.3, "stay_3": 1.21, "miss_3": 1, "turned": 0.844,
                "miss_turned": 3},
            4: {"stay_1": 1.62, "stay_2": 1.04, "stay_3": 0.92, "stay_4": 0.82, "miss_3": 1,
                "miss_4": 2, "turned": 0.562, "miss_turned": 3},
        }.items()}

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        tricks, _ = prospects.prospects_whatever_is_turned_up(view)
        fears = prospects.fears_turn_up(view)
        stay = by_position(view.position, p.stay_1, p.stay_2, p.stay_3, p.stay_4)
        if tricks >= (stay + p.turned if fears else stay):
            return PLAY
        if fears and view.players - 1 - view.position > p.miss_turned:
            return prospects.stay_out(view.legal)
        rivals = by_position(view.position, p.miss_1, p.miss_2, p.miss_3, p.miss_4)
        misses = prospects.misses_against(view.legal, view.stayed, rivals)
        return MISS if misses else prospects.stay_out(view.legal)


@inlined
def _chips(outlook: tuple[float, float], pool: int, fear: float) -> float:
    """Chips expected: a fifth of the pool a trick, less what a loo costs."""
    tricks, looed = outlook
    return tricks * (pool // TRICKS) - looed * fear


class Banker(LooStrategy):
    """Weighs tricks against being looed, and takes what is worth most.

    A penalty goes to the next pool, in which every seat has a share. So with four players a seat
    really loses three of four chips of a penalty, with two one of two.
    """

    name = "banker"
    looks_at = ("its hand, position, pool, penalty, the seats in and to come, a double turned up")
    parameters = {  # noqa: RUF012  # read only
        "sting": Parameter(1.1, 0.0, 3.0, "weight of what a penalty really costs; 0 fears nothing"),
        "lean": Parameter(-0.1, -2.0, 2.0, "tricks added to a hand or miss before weighing it"),
    }
    defaults_by_table = {  # noqa: RUF012  # read only
        (game, "points", players): {"sting": 1.0, "lean": 0.35}
        for game in ("loo", "rounce") for players in (3, 4)}

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        fear = p.sting * view.penalty * (view.players - 1) / view.players
        bonus = p.lean * (view.pool // TRICKS)
        playing = bonus + _chips(prospects.prospects_of_play(view), view.pool, fear)
        missing = bonus + _chips(prospects.prospects_of_miss(view), view.pool, fear)
        may_leave = may(view.legal, DROP)
        if may(view.legal, MISS) and missing > playing and (missing > 0.0 or not may_leave):
            return MISS
        return PLAY if playing > 0.0 else prospects.stay_out(view.legal)


def _risk(default: float) -> dict[str, Parameter]:
    return {"risk": Parameter(default, 0.0, 1.0, "most chance of being looed it will run")}


class _Temper(LooStrategy):
    """Stays in, the safer way, if the chance of being looed is no more than ``risk``."""

    looks_at = "its hand, the chance of being looed with it or after a miss, a double turned up"

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        _, playing = prospects.prospects_of_play(view)
        _, missing = prospects.prospects_of_miss(view)
        out = prospects.stay_out(view.legal)
        if min(playing, missing) > p.risk and out != PLAY:
            return out
        return MISS if missing < playing and may(view.legal, MISS) else PLAY


class Cautious(_Temper):
    """Stays in only when it is all but sure of a trick."""

    name = "cautious"
    parameters = _risk(0.25)


class Bold(_Temper):
    """Stays in as soon as a trick is as likely as not."""

    name = "bold"
    parameters = _risk(0.55)


class MissLover(LooStrategy):
    """Takes the miss whenever it can, unless it was dealt a fine hand."""

    name = "miss-lover"
    looks_at = "its hand, whether a miss is left, a double turned up"
    parameters = {  # noqa: RUF012  # read only
        "fine": Parameter(2.5, 0.0, 5.0, "tricks with which the dealt hand is played instead"),
        "stay": Parameter(1.0, 0.0, 5.0, "tricks to play with when no miss is left"),
    }

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        tricks, _ = prospects.prospects_of_play(view)
        if may(view.legal, MISS):
            return PLAY if tricks >= p.fine else MISS
        return PLAY if tricks >= p.stay else prospects.stay_out(view.legal)


class NeverMiss(LooStrategy):
    """Plays a hand worth a trick, drops any other, never takes the miss."""

    name = "never-miss"
    looks_at = "its hand, the seats already in, a double turned up"
    parameters = {  # noqa: RUF012  # read only
        "stay": Parameter(1.0, 0.0, 5.0, "tricks to play with"),
    }

    @staticmethod
    def declare(view: Declaring, p: Any) -> int:
        tricks, _ = prospects.prospects_of_play(view)
        return PLAY if tricks >= p.stay else prospects.stay_out(view.legal)
