"""``study bet``: is there skill at Casino, and when is a tile bet best?"""

from __future__ import annotations

from reports.moves import added
from reports.studies.bet import shown
from reports.studies.bet.tiles import find_ceiling, study_tiles
from reports.studies.study import Study, part_of, ways_of_playing
from simulate.runs.progress import Progress
from simulate.runs.run import Run

QUESTION = "Is there skill in betting, and when is a tile bet best?"
#: Parts of the work: the tiles, and each of the two ceilings.
_TILES, _CEILING = 0.2, 0.4


def study_bet(run: Run, jobs: int | None = None, progress: Progress | None = None) -> Study:
    """Answer whether there is skill in betting, and when each kind of tile is bet best."""
    some, others = study_tiles(run, jobs, part_of(progress, 0.0, _TILES))
    known = ways_of_playing(run)
    by_name = {player.label: player for player in known}
    first = find_ceiling(run, by_name["random"], known, jobs, part_of(progress, _TILES, _CEILING))
    best = by_name[first.best_known]
    second = find_ceiling(run, best, known, jobs, part_of(progress, _TILES + _CEILING, _CEILING))
    ceilings = (first, second) if best.label != "random" else (first,)
    sections = shown.sections(run, some, others, ceilings)
    answer = tuple(section.answer[0] for section in sections[:4])
    return Study(QUESTION, answer, sections, {"bets": added(some, others), "ceilings": ceilings})
