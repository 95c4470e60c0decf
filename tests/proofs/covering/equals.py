"""How often studies name a better player among equals, where penalties are unlimited."""

from collections.abc import Callable
from typing import Any

from boneyard import UNIFORM, pick, simulate, study
from reports.results.result import Result
from reports.studies.answered import HeldStudy
from simulate.games.loo.views import DROP, PLAY
from strategies.loo.base import LooStrategy
from tests.proofs.covering.kept import Kinds, kept

_SESSIONS, _HANDS = 400, 20
_SEATS = (3, 4)
#: What stands in an answer that names a better player.
_NAMES = {"skill": " is better than ", "duel": " is best", "risk": " stands out from luck"}


class Low(LooStrategy):
    """Drops one hand of eight, by lot."""

    name = "low"
    summary = "Drops one hand of eight, by lot."
    looks_at = "nothing"
    take_turn_up = keep_after_miss = lead = follow = UNIFORM

    @staticmethod
    def declare(view: Any, p: Any) -> int:
        """Drop by lot."""
        return PLAY if pick(view.word, 8) > 0 or not view.legal >> DROP & 1 else DROP


class High(Low):
    """The same by other lots."""

    name = "high"

    @staticmethod
    def declare(view: Any, p: Any) -> int:
        """Drop by lot."""
        return PLAY if pick(view.word, 8) < 7 or not view.legal >> DROP & 1 else DROP


def _asked(seats: int, seed: int) -> dict[str, Any]:
    """Return the table and the size of one repetition."""
    lineup = [(Low, High)[seat % 2] for seat in range(seats)]
    return {"lineup": lineup, "players": seats, "rules": {"penalty": "unlimited"},
            "sessions": _SESSIONS, "hands": _HANDS, "seed": seed, "jobs": 1, "progress": False}


def _who_wins(asked: dict[str, Any]) -> bool:
    """Tell whether a run says who makes the most."""
    found: Result = simulate("loo", **asked)
    return "too close" not in found.game_report.answers(found)[0]


def _named(name: str) -> Callable[[dict[str, Any]], bool]:
    """Return what tells whether a study names a better player."""
    def named(asked: dict[str, Any]) -> bool:
        found: HeldStudy = study(name, "loo", **asked)
        return _NAMES[name] in " ".join(found.answer)

    return named


def count_equals(repetitions: int) -> Kinds:
    """Count the answers that name nobody, by study and number of players."""
    kinds: Kinds = {}
    asked_of = {"who wins a run": _who_wins,
                **{f"`study {name}`": _named(name) for name in _NAMES}}
    for what, is_named in asked_of.items():
        for seats in _SEATS:
            one = kept(kinds, what, f"{seats} players")
            for seed in range(repetitions):
                one.repetitions += 1
                one.given += 1
                one.held += not is_named(_asked(seats, seed))
    return kinds
