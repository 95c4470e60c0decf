"""Who sees progress: a person at a terminal or in a notebook, and a function that asks for it."""

import sys

import pytest

from reports import progress
from simulate.machine.compiling import on_compile


class Terminal:
    def __init__(self, seen):
        self.isatty = lambda: seen


@pytest.mark.parametrize(("wish", "seen"), [(None, False), (False, True), (True, False)])
def test_nothing_is_shown_where_nobody_watches_or_wants_it(monkeypatch, wish, seen):
    monkeypatch.setattr(sys, "stderr", Terminal(seen))
    with progress.watched(wish, "x") as told:
        assert told is progress.silent


def test_a_bar_says_that_a_game_is_compiled_until_hands_are_played(monkeypatch):
    said = []
    monkeypatch.setattr(progress, "is_watched", lambda: True)
    monkeypatch.setattr(progress.bars.Progress, "update",
                        lambda bar, task, **told: said.append(told))
    with progress.watched(True, "Playing loo", 10) as tell:
        for call in on_compile:
            call()
        tell(4, 400)
    assert said[0] == {"description": "Playing loo: compiling, once, about 10 s"}
    assert said[1] == {"description": "Playing loo", "completed": 4, "about": 400}
    assert not on_compile


def test_a_notebook_shows_the_share_that_is_done(monkeypatch):
    shown = []

    class Handle:
        def update(self, html):
            shown.append(html)

    class Display:
        HTML = str

        @staticmethod
        def display(html, display_id):
            return Handle()

    monkeypatch.setattr(progress, "_in_notebook", lambda: True)
    monkeypatch.setitem(sys.modules, "IPython", Display)
    monkeypatch.setitem(sys.modules, "IPython.display", Display)
    with progress.watched(None, "x", 200) as tell:
        tell(50, 1234)
        tell(50.1, 1235)  # too little more to draw again
        tell(200, 5000)
    assert ['value="0.250"' in text for text in shown] == [True, False, False]
    assert "1,234 hands" in shown[0]
    assert shown[-1] == ""  # the bar goes when the work is done


def test_words_are_lines_where_a_command_is_not_watched(monkeypatch, capsys):
    monkeypatch.setattr(progress, "is_watched", lambda: False)
    for seconds, said in ((0, ["25%: worse", "75%: better"]), (60, []), (None, [])):
        with progress.watched(True, "x", lines=seconds) as tell:
            for share, words in ((0.25, "worse"), (0.5, "worse"), (0.75, "better")):
                tell(share, words)
        assert (tell is progress.silent) == (seconds is None)
        assert capsys.readouterr().err.splitlines() == said
    with progress.watched(False, "x", lines=0) as tell:
        assert tell is progress.silent
