"""Hands in which a strategy fails in a decision of a game: shown as far as they were played."""

import re
from dataclasses import replace
from functools import cache

import pytest

from simulate.errors import StrategyError
from simulate.games.game import find_game, own_games
from simulate.games.spot import asking
from simulate.machine.compiling import helper
from simulate.runs import chunk
from simulate.runs.follow import histories, tell_begun
from simulate.runs.run import Run
from strategies.base import Parameter
from strategies.lineup import library, seat_players

#: Rules by which a game asks for all of its decisions.
RULES = {"pool": {"draw": "may", "star": "may", "score": "hundred_up", "target": 40}}
#: Rounce is asked as Loo is.
CASES = [pytest.param(game, decision, marks=pytest.mark.slow if game == "rounce" else ())
         for game in own_games() for decision in find_game(game).decisions]


@cache
def failing(game, decision):
    """Return a strategy that plays by lot, but for one decision that it sometimes fails in."""
    by_lot = asking(game).by_lot[decision]
    by_lot = helper(getattr(by_lot, "py_func", by_lot))

    def fails(view, p):
        return 7777 if p.fails and view.word % 9 == 4 else by_lot(view, p)

    return type("Failing", (library(game)["random"],), {
        "name": "failing", "parameters": {"fails": Parameter(0, 0, 1, "whether it fails")},
        decision: staticmethod(fails)})


def table(game, decision, fails=1) -> Run:
    """Return a run with two of the failing kind, whose label does not say so."""
    own = failing(game, decision)
    players = seat_players(game, ["random", own(fails=fails), own(fails=fails), "random"])
    players = tuple(replace(player, label=player.label[:7]) for player in players)
    return Run(game, find_game(game).rules_class(**RULES.get(game, {})), players, 1, 30, 5)


@pytest.mark.parametrize(("game", "decision"), CASES)
def test_a_hand_is_shown_up_to_the_decision_that_failed(game, decision):
    failed, tells = 0, find_game(game).tell
    for session in range(12):
        run, told = table(game, decision), []
        try:
            told += [tells(*hand) for hand in histories(run, range(session, session + 1))]
        except StrategyError as error:
            failed += 1
            told = [tells(*hand) for hand in finished(run, session)]
            begun, place = tell_begun(run, error.table), error.hand
            whole = [tells(*hand) for hand in histories(
                table(game, decision, fails=0), range(session, session + 1))]
            assert place == (session, len(told))
            assert told == whole[: len(told)]
            assert_begins(whole[len(told)], begun)
    assert failed > 1


def finished(run, session):
    """Return the hands of a session that were finished before a strategy failed."""
    hands = []
    with pytest.raises(StrategyError):  # noqa: PT012  what came before is wanted
        for hand in histories(run, range(session, session + 1)):
            hands.append(hand)
    return hands


def test_hands_before_a_failure_come_once_each_where_a_session_is_played_in_pieces(monkeypatch):
    run = table("loo", "follow")
    whole = {session: finished(run, session) for session in range(12)}
    assert max(map(len, whole.values())) > 1  # it fails in a later piece
    monkeypatch.setattr(chunk, "_HANDS_A_PIECE", 1)
    for session, hands in whole.items():
        assert [hand for hand, _ in finished(run, session)] == [hand for hand, _ in hands]


def assert_begins(whole: str, begun: str) -> None:
    """Assert that a hand begins as is told; who wins the last trick is not known yet."""
    lines = begun.splitlines()
    stop = lines.index("Here it stops")
    assert "(failing)" in lines[stop + 1]
    assert " is asked to " in lines[stop + 1]
    assert len(lines) == stop + 2
    played = [line for line in lines[:stop] if "the line:" not in line]
    for told, line in zip(played, whole.splitlines(), strict=False):
        shorter = line, line.replace(" wins ", ""), re.split(", (?:throws|takes)", line)[0]
        assert told.split() in [one.split() for one in shorter]


def test_the_command_shows_it_too(run, tmp_path):
    mine = tmp_path / "mine.py"
    mine.write_text(
        "from strategies.casino.base import CasinoStrategy\n"
        "class Mine(CasinoStrategy):\n"
        "    name = 'mine'\n"
        "    @staticmethod\n"
        "    def bet(view, p):\n"
        "        return 77\n")
    words = ("replay", "casino", "--session", "2", "--lineup", f"{mine}:Mine,random")
    status, out, errors = run(*words)
    assert status == 2
    assert "answered 77" in errors
    assert out.splitlines()[-2] == "Here it stops"
    assert "(mine)" in out and " is asked to bet, holding " in out
    # Histories are for programs, which want whole hands.
    assert run(*words, "--format", "jsonl")[1] == ""
