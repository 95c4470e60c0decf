"""Books name their numbers; sums are NumPy's, in order, and exact beyond 64 bits."""

from dataclasses import replace

import numpy as np
import pytest

import boneyard
from reports.stats.estimates import Estimate
from simulate.books.books import Books, Figure
from simulate.books.rows import AT_ONCE, BLOCK, Plan, Rows, RowSums, add_blocks
from simulate.books.tally import ChunkSums, standard_error
from simulate.errors import BoneyardError
from simulate.games.game import find_game, plain_summary
from simulate.games.loo import game
from tests.waiting import python

#: Numbers 0 to 4 of a row; ratios of numbers, of sums, and of a sum of sums.
RATES = [(0, 1), ((0, 2), 1), (((0, 1), (2, 3)), (0, 1)), ((), 1)]
AMOUNTS = [(4, 1), ((0, 4), (1, 2))]
PLAIN = [4, (1, 2, 3)]


def rows_of(sessions, most=1000):
    rows = np.random.default_rng(sessions).integers(0, 1000, (sessions, 5))
    rows[:, 4] = np.random.default_rng(1).integers(-most, most, sessions)
    return rows


def column(rows, terms):
    if isinstance(terms, int):
        return rows[:, terms]
    return sum((column(rows, term) for term in terms), np.zeros(len(rows), rows.dtype))


def products(rows, ratio):
    a, b = (column(rows, terms) for terms in ratio)
    return [a * a, a * b, b * b]


def in_order(numbers):
    """Add floating-point numbers up in blocks, one after the other."""
    sums = np.zeros(-(-len(numbers) // BLOCK))
    for i, number in enumerate(numbers):
        sums[i // BLOCK] += number
    return sums


def folded_in(plan, rows, pieces):
    """Add up rows a piece at a time."""
    room = np.zeros_like(rows)
    sums = RowSums(plan, room, np.zeros((len(rows), 0)), -(-len(rows) // BLOCK))
    for first, stop in pieces:
        some = rows[first:stop]
        room[: len(some)] = some
        sums.add(first, len(some))
        assert not room.any()
    return sums.folded()


def fold(plan, rows):
    return folded_in(plan, rows, [(0, None)])


@pytest.mark.parametrize("sessions", [1, 15, 16, 17, 63, 64, 65, 200])
@pytest.mark.parametrize("most", [10, 10**9, 10**14])
def test_sums_are_those_of_numpy(sessions, most):
    rows = rows_of(sessions, most)
    folded = fold(Plan(5, RATES, AMOUNTS, PLAIN), rows)
    assert folded.totals.tolist() == rows.astype(object).sum(0).tolist()
    for rate, ratio in zip(folded.rates, RATES, strict=True):
        assert rate.tolist() == [sum(map(int, each)) for each in products(rows, ratio)]
    for i, ratio in enumerate(AMOUNTS):
        for k, each in enumerate(products(rows.astype(float), ratio)):
            assert np.array_equal(folded.amounts[:, i, k], in_order(each))
    for i, terms in enumerate(PLAIN):
        assert np.array_equal(folded.plain[:, i], in_order(column(rows, terms).astype(float)))


def test_a_sum_that_several_ratios_need_is_added_up_once():
    rows = rows_of(70)
    some, most, twice = (0, 2), (2, 1, 0), (1, 1)
    plan = Plan(5, [(some, most), (twice, (most, some)), (most, 3)], [], [])
    assert len({total for total, *_ in plan.terms.tolist()}) == 4  # of six sums
    sums = [rows[:, 0] + rows[:, 2], rows[:, :3].sum(axis=1), 2 * rows[:, 1]]
    expected = [(sums[0], sums[1]), (sums[2], sums[0] + sums[1]), (sums[1], rows[:, 3])]
    assert fold(plan, rows).rates.tolist() == [
        [int((a * a).sum()), int((a * b).sum()), int((b * b).sum())] for a, b in expected]


def test_rows_are_added_up_some_at_a_time():
    plan, rows = Plan(5, RATES, AMOUNTS, PLAIN), rows_of(3 * AT_ONCE + 70)
    expected = fold(plan, rows)
    pieces = [(0, 2 * AT_ONCE), (2 * AT_ONCE, 3 * AT_ONCE), (3 * AT_ONCE, None)]
    for ours, theirs in zip(folded_in(plan, rows, pieces), expected, strict=True):
        assert np.array_equal(ours, theirs)


@pytest.mark.parametrize("numbers", [1, 7, 8, 9, 16, 21])
def test_rows_of_any_width_are_added_up(numbers):
    rows = np.random.default_rng(numbers).integers(-50, 1000, (2 * AT_ONCE + 37, numbers))
    every, last = tuple(range(numbers)), numbers - 1
    folded = fold(Plan(numbers, [(every, last)], [(every, 0)], [every, last]), rows)
    assert folded.totals.tolist() == rows.sum(axis=0).tolist()
    assert folded.rates[0].tolist() == [each.sum() for each in products(rows, (every, last))]
    for k, each in enumerate(products(rows.astype(float), (every, 0))):
        assert np.array_equal(folded.amounts[:, 0, k], in_order(each))
    for i, terms in enumerate((every, last)):
        assert np.array_equal(folded.plain[:, i], in_order(column(rows, terms).astype(float)))


def test_products_are_exact_beyond_64_bits():
    rows = np.full((100, 5), 2**31)
    assert fold(Plan(5, [(0, 1)], [], []), rows).rates[0].tolist() == [100 * 2**62] * 3


@pytest.mark.parametrize("pieces", [[(0, 50)], [(0, 64), (64, 128), (128, 150)]])
def test_powers_are_added_in_blocks_and_maxima_kept(pieces):
    books, last = find_game("loo").books, pieces[-1][1]
    numbers = np.random.default_rng(3).normal(size=(last, 2, 3)) * 10.0 ** np.arange(3)
    most, pool = np.arange(last)[::-1], books.session.index("max_pool")
    rows = Rows.blank(books, 64, 2, 1)
    sums = ChunkSums(books, ["a", "b"], rows, 0, last)
    for first, stop in pieces:
        rows.powers[: stop - first] = numbers[first:stop]
        rows.session[: stop - first, pool] = most[first:stop]
        sums.add(first, stop - first)
        assert not rows.powers.any()
    chunk = sums.chunk()
    assert chunk.session[pool] == last - 1
    for i in range(2):
        for k in range(3):
            assert np.array_equal(chunk.powers[:, i, 2 + k], in_order(numbers[:, i, k]))


@pytest.mark.parametrize("totals", [1, 3, 64])
def test_blocks_are_added_in_turn_and_in_order(totals):
    blocks = np.random.default_rng(4).normal(size=(200, 2)) * 10.0 ** np.arange(2)
    found = np.random.default_rng(5).normal(size=(totals, 2))
    expected = found.copy()
    for block in range(200):
        expected[(7 + block) % totals] += blocks[block]
    add_blocks(blocks, 7, found)
    assert np.array_equal(found, expected)


def test_the_error_of_a_mean_is_that_of_the_textbook():
    numbers = np.random.default_rng(1).normal(size=(12, 2))
    without = [np.delete(numbers, part, axis=0).mean(axis=0) for part in range(12)]
    found = standard_error(np.array([numbers.mean(axis=0), *without]))
    assert found == pytest.approx(numbers.std(axis=0, ddof=1) / 12**0.5)


LOO = find_game("loo")


def renamed(books: Books) -> Books:
    """Return the same books with other names of all but the hands."""
    def new(name: str) -> str:
        return name if name in ("hands", "sessions") else (
            f"max_{name[4:]}_too" if name.startswith("max_") else f"{name}_too")

    def figures(found):
        return tuple(replace(one, above=one.above and new(one.above), of=one.of and new(one.of))
                     for one in found if one.kind != "won" and one.name not in ("pool", "left"))

    return Books(
        tuple(map(new, books.session)), tuple(map(new, books.seat)), books.counts,
        {new(form): [*map(new, fields)] for form, fields in books.forms.items()},
        figures(books.figures), figures(books.session_figures),
        *(new(name) for name in (books.value, books.hands, books.credited, books.pool, books.left,
                                 books.largest)))


@pytest.fixture
def other_names(monkeypatch):
    def put():
        find_game.cache_clear()
        monkeypatch.setattr(game, "GAME", replace(
            LOO, books=renamed(LOO.books), summary=plain_summary))

    yield put
    monkeypatch.undo()
    find_game.cache_clear()


def answers():
    table = {"lineup": "banker,cautious,bold,random", "sessions": 64, "hands": 9, "seed": 5,
             "jobs": 1}
    played = boneyard.simulate("loo", **table)
    compared = boneyard.study("escalation", "loo", **table)
    return (played.measures.pool, played.measures.left, played.sessions,
            played.tables["strategies"]["chips"], compared.tables["escalation_cycles"])


def test_the_pool_and_what_is_left_of_it_are_found_by_what_the_books_say(other_names):
    *ours, frame, chips, compared = answers()
    other_names()
    *others, frame_too, chips_too, compared_too = answers()
    assert find_game("loo").books.credited == "credited_too"
    assert ours == others
    # Fields that a game counts besides are columns by their own names.
    shared = [name for name in frame if name in frame_too]
    assert frame[shared].equals(frame_too[shared])
    assert len(shared) > 6 and frame["largest_pool"].max() > 60
    assert chips.equals(chips_too)
    assert compared.equals(compared_too) and compared["largest"].notna().any()


@pytest.mark.parametrize(("changed", "said"), [
    ({"value": "worth"}, "unknown form of the books: 'worth'"),
    ({"credited": "credit"}, r"unknown form of the books: 'credit' \(did you mean 'credited'"),
    ({"left": "rest"}, "unknown field of the books: 'rest'"),
    ({"forms": {**LOO.books.forms, "missed": ["mist"]}}, "unknown field of form 'missed': 'mist'"),
    ({"figures": [Figure("dealt", "dealt", "hands")]}, "unknown form of figure 'dealt': 'dealt'"),
    ({"figures": [Figure("seen", kind="count")]}, "unknown form of figure 'seen': ''"),
    ({"session_figures": [Figure("length", "hands", "session")]},
     r"unknown field of the table's figure 'length': 'session' \(did you mean 'sessions'"),
    ({"session_figures": [Figure("median", made=lambda measures: measures.pool)]},
     "unknown field of the table's figure 'median': ''"),
    ({"session_figures": [Figure("length", "hands", kind="count")]},
     "the table's figure 'length' is of kind 'count': choose from share, mean, chips"),
    ({"session_figures": [Figure("length", "hands", "sessions", kind="won")]},
     "the table's figure 'length' is of kind 'won': choose from share, mean, chips"),
    ({"figures": [Figure("seen", "value", "hands", kind="maen")]},
     "^figure 'seen' is of kind 'maen': choose from count, share, mean"),
    ({"figures": [Figure("seen", "value", kind="count", made=max)]}, "and has a function: choose"),
    ({"figures": [Figure("seen", "value", "hands")] * 2}, "figure 'seen' is there twice"),
    ({"largest": "left"}, "largest of the books is 'left', which is added up: name a field"),
])
def test_a_number_that_is_not_kept_is_named_where_the_books_are_made(changed, said):
    with pytest.raises(BoneyardError, match=said):
        replace(LOO.books, **changed)


@pytest.mark.parametrize(("made", "said"), [
    (lambda measures, unit: 1 / 0, "failed: ZeroDivisionError: division by zero$"),
    (lambda measures: Estimate(1.0), "failed: TypeError: .* takes 1 positional argument"),
    (lambda measures, unit: 1.5, r"returned 1\.5: let it return a reports\.stats\.estimates\."),
    (lambda measures, unit: Estimate("a"), r"returned Estimate\(value='a', .* of numbers$"),
])
def test_a_function_of_a_figure_that_is_wrong_is_told_in_a_sentence(made, said):
    measures = boneyard.simulate("loo", "book", sessions=2, hands=2, jobs=1).measures
    with pytest.raises(BoneyardError, match=f"^game 'loo': figure 'seen' is made by a .* {said}"):
        measures.figure(Figure("seen", kind="mean", made=made), 0)


ADVISE = ["advise", "loo", "--hand", "6-6 6-2 4-4 3-1 2-0", "--turn-up", "6-3", "--position",
          "2", "--before", "miss,drop", "--pool", "40", "--lineup", "banker", "--format", "json"]
CHART = ["study", "miss", "rounce", "--players", "3", "--sessions", "20000", "--seed", "2"]


@pytest.mark.slow
@pytest.mark.parametrize("words", [ADVISE, CHART], ids=["advise", "miss"])
def test_advice_and_charts_are_the_same_with_another_processors_kernels(words, tmp_path):
    found = []
    for kernels in ("Haswell", "Prescott"):
        out = tmp_path / kernels
        wanted = [] if words is ADVISE else ["--out", str(out), "--quiet"]
        done = python("-m", "boneyard", *words, *wanted, OPENBLAS_CORETYPE=kernels)
        assert done.returncode == 0
        found.append([done.stdout, *(path.read_bytes() for path in sorted(out.rglob("*.csv")))])
    assert found[0] == found[1]
