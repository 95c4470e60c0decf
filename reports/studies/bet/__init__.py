"""``study bet``: is there skill at Casino, and when is a tile bet best?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from reports.studies.kind import Asked, StudyKind

if TYPE_CHECKING:
    from reports.studies.bet.study import BetStudy


def _hold(asked: Asked) -> BetStudy:
    from reports.studies.bet.study import study_bet

    return study_bet(asked.run, asked.jobs, asked.progress)


_COLUMNS = {
    "bet_classes.tile": ("text", "the kind of tile"), "bet_holdings.tile": ("text", "the kind"),
    "by": ("text", "what the class is a class of"), "class": ("text", "the class of the bet"),
    **{f"{table}.games": ("of 100 games", "won more than with the other tiles of the hand")
       for table in ("bet_classes", "bet_tiles")},
    **{f"{table}.tiles": ("tiles a game", "won more than with the other tiles of the hand")
       for table in ("bet_classes", "bet_tiles")},
    "held": ("tiles", "so many of the kind among the first three"),
    "wins": ("share of games", "won; ties are shared"),
    "stash": ("tiles a game", "in the stash at the end"),
    "bet_rounds.round": ("text", "the round, from 1; the last two are one"),
    "bet_rounds.tiles": ("tiles a round", "won"),
    "rival": ("text", "the strategy in all other seats"),
    "bet_ceiling.best": ("text", "the best player that was found"),
    "known": ("text", "the best of the strategies that there were"),
    "bet_ceiling.gain": ("share of games", "won more than the rival in the same seat"),
    "bet_endings.cost": ("of 100 games", "given away a bet, against a rival who plays best"),
}

STUDY = StudyKind(
    "bet", "when a tile is bet best", _hold, hands=400_000, in_report=20_000, games=("casino",),
    chapter=6, columns=_COLUMNS,
)
