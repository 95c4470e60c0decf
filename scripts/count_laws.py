"""Counts the laws of the usual tables anew: ``python -m scripts.count_laws [FILE]``."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from reports.request import set_up
from reports.studies.surface.laws import SHIPPED, law_of, lineups
from simulate.books.tally import Ints

#: Hands of each line-up.
HANDS = 3_000_000


def counted(jobs: int | None = None, every: int = 1) -> Iterator[tuple[str, Ints]]:
    """Yield the numbers of every law, or of every so many, by ``players/who/you``."""
    tables = [(players, *one) for players in (4, 3, 2)
              for one in lineups(set_up("loo"), players).items()]
    for players, name, lineup in tables[::every]:
        run = set_up("loo", ",".join(lineup), players, seed=1)
        yield f"{players}/{name}", law_of(run, HANDS, jobs).numbers().astype(np.int32)


def main(path: Path) -> None:
    """Write the laws to a file."""
    np.savez_compressed(path, **dict(counted()))  # type: ignore[arg-type]  # named as they are read


if __name__ == "__main__":
    main(Path(sys.argv[1]) if sys.argv[1:] else SHIPPED)
