"""What books say of their numbers: a game may call them as it likes."""

from dataclasses import replace

import pytest

import boneyard
from simulate.books.books import Books
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
    compared = boneyard.study("escalation", "loo", **table, against=["cap:60"])
    return (played.measures.pool, played.measures.left, played.sessions,
            played.tables["strategies"]["chips"], compared.tables["escalation_rules"])


def test_the_pool_and_what_is_left_of_it_are_found_by_what_the_books_say(other_names):
    *ours, frame, chips, compared = answers()
    other_names()
    *others, frame_too, chips_too, compared_too = answers()
    assert find_game("loo").books.credited == "credited_too"
    assert ours == others
    assert frame.equals(frame_too) and frame["largest_pool"].max() > 60
    assert chips.equals(chips_too)
    assert compared.equals(compared_too) and compared["left"].notna().any()
