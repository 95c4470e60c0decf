"""Sixty lines broken on purpose: do the tests notice?

`python -m tests.tools.mutations` breaks one line after the other in a copy of the tree, each as a
person could break it, runs the tests that should notice, and says which one did. `--only 3 17`
breaks those alone. It takes some 15 minutes of processor time; the sources stay as they are.

A line is found by its text, wherever it stands in the packages, and a test by the name of its file,
wherever that lies in `tests/`: the list outlives moves. A text that stands nowhere, or twice, is
told as such, and wants to be chosen anew.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("simulate", "strategies", "reports", "boneyard")
KINDS = (".py", ".js", ".j2", ".css")
#: Seconds after which tests that hang have noticed, too.
_LONGEST = 900
_FAILED = re.compile(r"^(?:FAILED|ERROR) tests/(\S+(?: \S+)*?)(?: - .*)?$", re.MULTILINE)


class Broken(NamedTuple):
    """A text as it stands in one file of the packages, what breaks it, and who should notice.

    ``tests``: files by name, or tests in them, as pytest takes them, and pytest's options.
    """

    text: str
    broken: str
    tests: str


def by_agreement(game: str, *lines: tuple[str, str]) -> tuple[Broken, ...]:
    """Return lines of rules, whose fault shows where kernel and oracle play the same hands."""
    return tuple(Broken(text, broken, f"test_agreement.py -k {game}") for text, broken in lines)


LOO = by_agreement(
    "loo",
    ("either(either(hand & suit, hand & trumps), hand)",  # to trump before one must
     "either(either(hand & trumps, hand & suit), hand)"),
    ("return held if held != 0 and count(held) >= trumps_that_oblige else hand",
     "return held if held != 0 and count(held) > trumps_that_oblige else hand"),
    ("rank = 7 if high == low else high + low - trump",  # the double trump ranks as its pips
     "rank = high if high == low else high + low - trump"),
    ("winner, better = leader, suits.beating(order, led, winning)",
     "winner, better = leader, suits.beating(order, trump, winning)"),
    ("off_suit = 1 ^ suit >> tile & 1", "off_suit = suit >> tile & 1"),
    ("owed = penalty if plays and tricks == 0 else 0",
     "owed = penalty if plays and tricks <= 1 else 0"),
    ("share = pool // TRICKS", "share = -(-pool // TRICKS)"),
    ("paid = pool  # the dealer who never had to declare takes the remainder as well",
     "paid = share * TRICKS"),
    ("if p == dealer and empty:\n            due = table[AT.dealer_ante]",
     "if p == dealer:\n            due = table[AT.dealer_ante]"),
    ("amount = min(amount, table[AT.chips + seat])", "pass"),  # a bank below nothing
    ("points = tricks - LOOED_POINTS * looed", "points = tricks + LOOED_POINTS * looed"),
    ("position == 3 and left == 0 and stayed == 0", "position == 3 and left == 0"))

ROUNCE = by_agreement(
    "rounce",
    ("table[AT.game_over] = best >= GAME_POINTS and leaders == 1",  # a tie plays on
     "table[AT.game_over] = best >= GAME_POINTS"))

EUCHRE = by_agreement(
    "euchre",
    ("rank = 9 if high == trump else 8", "rank = 8 if high == trump else 9"),
    ("table[AT.scorers] = others if made < rules.POINT_TRICKS else makers",
     "table[AT.scorers] = others if made <= rules.POINT_TRICKS else makers"),
    ("EUCHRE_POINTS, MATCH_POINTS, LONE_MATCH_POINTS = 2, 2, 4",
     "EUCHRE_POINTS, MATCH_POINTS, LONE_MATCH_POINTS = 1, 2, 4"),
    ("table[AT.round] == 1 and not skipped >> dealer & 1", "table[AT.round] == 1"),
    ("(of_turned if round_number == 1 else ~of_turned)", "of_turned"),
    ("table[AT.other] = table[AT.score + (seat + 1 & 3)]",  # the partner's, not a rival's
     "table[AT.other] = table[AT.score + (seat + 2 & 3)]"))

POOL = by_agreement(
    "pool",
    ("weight = 2 * pips + int(hand != 0)", "weight = 2 * pips"),  # the double blank is a tile
    ("pool if winners & (winners - 1) == 0 else pool // count(winners)",
     "pool if winners & (winners - 1) == 0 else -(-pool // count(winners))"),
    ("fits = line & _ONE_SIDE if line >> RIGHT == line & _ONE_SIDE else line", "fits = line"),
    ("passes = 0 if chosen != 0 or drawn >= 0 else passes + 1",
     "passes = 0 if chosen != 0 else passes + 1"),
    ("out |= int(total >= table[AT.target]) << seat",
     "out |= int(total > table[AT.target]) << seat"),
    ("if table[AT.star] == NO or out == table[AT.seats_in]:", "if table[AT.star] == NO:"))

CASINO = by_agreement(
    "casino",
    ("take_2 = second & -int(blank_2 != 0)", "take_2 = second"),
    ("jackpot = matched & (double | blanked ^ 1)", "jackpot = matched & double"),
    ("pot_after = (pot | bets) & ~(take_1 | take_2 | own)",
     "pot_after = (pot | bets) & ~(take_1 | take_2)"),
    ("seat_row[at + WIN_SHARES] = won * _SHARE[winners]",
     "seat_row[at + WIN_SHARES] = won * _SHARE[1]"))

BOOKS = (
    Broken("high += product >> 32", "high += 0", "test_exact_sums.py"),  # beyond 64 bits
    Broken("total += floats[a + session] * floats[b + session]",
           "total += floats[a + session] * floats[b + k]", "test_exact_sums.py"),
    Broken("value = 2 * points - worth", "value = points - worth",
           "test_agreement.py -k euchre"))

STATISTICS = (
    Broken("scatter = aa * b * b - 2 * a * b * ab", "scatter = aa * b * b - a * b * ab",
           "test_estimates.py"),
    Broken("special.stdtrit(sessions - 1, (1 + LEVEL) / 2)",  # one side instead of two
           "special.stdtrit(sessions - 1, LEVEL)", "test_estimates.py"),
    Broken("math.sqrt(p * (1 - p) / size + z * z / (4", "math.sqrt(p * (1 - p) / size + z * z / (2",
           "test_estimates.py"),
    Broken("np.minimum(1.0, np.maximum.accumulate(found[order] * steps))",
           "np.minimum(1.0, found[order] * steps)", "test_comparisons.py"),
    Broken("_chips_a_hand(totals[..., :3]) - _chips_a_hand(totals[..., 3:])",  # of paired sessions
           "_chips_a_hand(totals[..., :3]) - _chips_a_hand(totals[..., 3:].mean(axis=0))",
           "test_measures.py"),
    Broken("binomial_quantile(1 - tail, size, q) + 1", "binomial_quantile(1 - tail, size, q)",
           "test_estimates.py"),
    Broken("np.sqrt((parts - 1) * replicas[1:].var(axis=0))", "np.sqrt(replicas[1:].var(axis=0))",
           "test_measures.py test_exact_sums.py"),
    Broken("squares = self.products[a, a] + self.products[b, b] - 2 * self.products[a, b]",
           "squares = self.products[a, a] + self.products[b, b]", "test_pricing.py"),
    Broken("rolled = self.rolling.roll(self.drawn, deals, answers, self.needed)",  # no fresh deals
           "rolled = self.rolling.roll(0, deals, answers, self.needed)",
           "test_coverage_of_advice.py"),
    Broken("to = p - 1 if p > 0 else players - 1", "to = p", "test_later_pools.py"),
    Broken("response[mine] = np.where(reach > 0, chosen, policy[mine])",
           "response[mine] = np.where(reach > 0, policy[mine], chosen)", "test_kuhn.py"))

SENTENCES = (
    Broken("key=lambda one: -values[one].value)", "key=lambda one: values[one].value)",
           "test_headlines.py"),
    Broken("half = (high - low) / 2\n    if not 0 < half < math.inf:",
           "half = high - low\n    if not 0 < half < math.inf:", "test_headlines.py"),
    Broken('if text.lstrip("+-") != "1" else', 'if text != "1" else',
           "test_headlines.py"),
    Broken("depth = self.quantile(-lowest, unit, 1 - chance)",  # a bank that is just gone
           "depth = self.quantile(-lowest - 1, unit, 1 - chance)", "test_risk.py"))

_DRAWN = "test_golden.py -k loo-simulate-extremes"
FIGURES = (
    Broken("reverse=not fewest_first", "reverse=fewest_first", _DRAWN),
    Broken("around = [(e.value - e.low, e.high - e.value) for e in estimates]",
           "around = [(e.high - e.value, e.value - e.low) for e in estimates]", _DRAWN),
    Broken("axes.set_ylim(values.shape[0], 0)", "axes.set_ylim(0, values.shape[0])",
           "test_shapes.py"),
    Broken('measures.value, called, f"{unit} a hand{more}"', 'measures.value, called, ""', _DRAWN))

TERMINAL = (
    Broken("or 'stopped'}\")\n        return 130", "or 'stopped'}\")\n        return 1",
           "test_stopping.py"),
    Broken('return 2\n    except (BrokenPipeError,', 'return 1\n    except (BrokenPipeError,',
           "test_golden.py -k whist"),
    Broken('interval = cell.interval.replace(" to ", "..")', 'interval = ""', "test_main.py"))

TEMPLATES = (
    Broken('const down = before ? before === "ascending" : numeric;',
           'const down = before ? before === "ascending" : !numeric;', "test_html.py"),
    Broken("words.every(word => written.includes(word))",
           "words.some(word => written.includes(word))", "test_html.py"),
    Broken("move.behind >= data.clear * move.se && move.behind > 0", "move.behind > 0",
           "test_asking.py"),
    Broken("{% if cell.interval %}<small>{{ cell.interval | minus }}</small>{% endif %}", "",
           "test_html.py"),
    Broken('data-key="{{ cell.key | sortable }}"', 'data-key="{{ cell.text }}"', "test_html.py"))

ALL = (*LOO, *ROUNCE, *EUCHRE, *POOL, *CASINO, *BOOKS, *STATISTICS, *SENTENCES, *FIGURES,
       *TERMINAL, *TEMPLATES)


def _copied(to: Path) -> None:
    """Copy the files that the repository has, or would have."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT,
        check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


def places(tree: Path, text: str) -> list[Path]:
    """Return the files of the packages in which a text stands, once for each time."""
    files = (file for package in PACKAGES for file in (tree / package).rglob("*")
             if file.suffix in KINDS)
    return [file for file in files for _ in range(file.read_text("utf-8").count(text))]


def arguments(tree: Path, tests: str) -> list[str]:
    """Return what pytest is told for some tests: where their files lie."""
    told = []
    for word in tests.split():
        name, colons, test = word.partition("::")
        found = sorted((tree / "tests").rglob(name)) if ".py" in name else []
        told += [f"{file}{colons}{test}" for file in found] or [word]
    return told


def _run(tree: Path, told: Sequence[str]) -> tuple[int, str]:
    """Run tests in a copy; return pytest's exit status and what it wrote."""
    # What Python keeps of a source goes by its size and second: a broken line may have both.
    environment = os.environ | {
        "PYTHONPATH": str(tree), "NUMBA_CACHE_DIR": str(tree / ".compiled"),
        "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider",
             *told], cwd=tree, env=environment, capture_output=True, text=True, timeout=_LONGEST)
    except subprocess.TimeoutExpired:
        return 1, "FAILED tests/none: it does not end"
    return done.returncode, done.stdout + done.stderr


def outcome(tree: Path, broken: Broken) -> str:
    """Break a line in a copy of the tree, run its tests and mend it again; say what came of it."""
    files = places(tree, broken.text)
    if len(files) != 1:
        return f"stands {len(files)} times"
    sound = files[0].read_text("utf-8")
    files[0].write_text(sound.replace(broken.text, broken.broken), "utf-8")
    try:
        status, written = _run(tree, arguments(tree, broken.tests))
    finally:
        files[0].write_text(sound, "utf-8")
    if status == 0:
        return "survived"
    if status < 0:
        return f"killed by signal {-status}"
    failed = _FAILED.search(written)
    return f"killed by {failed[1]}" if status == 1 and failed else f"pytest ended with {status}"


def main() -> int:
    """Break the lines that are asked for; exit with 1 if one survives or is not found."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", type=int, default=range(1, len(ALL) + 1),
                        metavar="N", help="numbers of the lines, from 1")
    wanted = parser.parse_args().only
    told = {}
    with tempfile.TemporaryDirectory(prefix="mutations") as folder:
        tree = Path(folder)
        _copied(tree)
        for number in wanted:
            told[number] = outcome(tree, ALL[number - 1])
            print(f"{number:3} {told[number]}", flush=True)
    lived = {number: word for number, word in told.items() if not word.startswith("killed")}
    print(f"\n{len(told) - len(lived)} of {len(told)} killed")
    for number, word in lived.items():
        print(f"{number:3} {word}: {ALL[number - 1].text.splitlines()[0]}")
    return int(bool(lived))


if __name__ == "__main__":
    sys.exit(main())
