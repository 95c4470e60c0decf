"""Measure anew what the library ships of it: ``python -m scripts.ship_numbers``.

That is what pools are worth, and what the rule to remember costs, at the tables of the default
reports of Loo (``simulate.theory.kept_numbers``). The same commit gives the same files.
"""

from pathlib import Path

from reports.opening.loo import good_run, page_tables, rule_to_remember
from reports.request import REPORT_HANDS, set_up
from reports.studies.answered import hold_study, run_within
from simulate.games.game import find_game
from simulate.theory.kept_numbers import Arrays, worked_out_anew
from simulate.theory.solution_file import write_arrays

#: The studies of a report that ask what pools are worth.
_STUDIES = ("miss", "exploit")


def measured() -> dict[Path, Arrays]:
    """Return what belongs into each file."""
    with worked_out_anew() as found:
        least, most = find_game("loo").seats
        for players in range(least, most + 1):
            rule_to_remember(page_tables(good_run(set_up("loo", players=players)))[0])
        for name in _STUDIES:
            hold_study(name, run_within(set_up("loo"), name, REPORT_HANDS, chosen=False))
    return {path: dict(sorted(arrays.items())) for path, arrays in found.items()}


def main() -> None:
    """Write the files."""
    for path, arrays in measured().items():
        write_arrays(path, arrays)
        print(f"{path}: {len(arrays)} arrays, {path.stat().st_size / 1e3:.0f} kB")


if __name__ == "__main__":
    main()
