"""Progress of a study that plays several runs, one after another."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from simulate.paths import Progress

#: Called with the share of the work done, from 0 to 1, and the hands played so far.
Done = Callable[[float, int], None]


def in_parts(done: Done | None, sessions: Sequence[int]) -> Iterator[Progress | None]:
    """Yield what each run in turn is to report its own progress to.

    Parameters
    ----------
    done : callable or None
    sessions : sequence of int
        How many sessions each of the runs has.
    """
    total, before, hands_before = sum(sessions), 0, 0
    for own in sessions:
        if done is None:
            yield None
            continue
        latest = 0

        def report(played: int, hands: int, before: int = before, base: int = hands_before) -> None:
            nonlocal latest
            latest = base + hands
            done((before + played) / total, latest)

        yield report
        before, hands_before = before + own, max(latest, hands_before)
