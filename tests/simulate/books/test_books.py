"""What books say of their numbers: a game may call them as it likes."""

from dataclasses import replace

import pytest

import boneyard
from reports.stats.estimates import Estimate
from simulate.books.books import Books, Figure
from simulate.errors import BoneyardError
from simulate.games.game import find_game, plain_summary
from simulate.games.loo import game

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
