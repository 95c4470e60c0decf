"""Runs are the same for any workers, chunks and backend; a failed hand is shown."""

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from simulate.books.tally import Tally
from simulate.errors import StrategyError
from simulate.games.game import find_game, own_games
from simulate.games.loo.rules import LooRules
from simulate.games.spot import asking
from simulate.machine.compiling import helper
from simulate.runs import chunk
from simulate.runs import play as playing
from simulate.runs.follow import histories, tell_begun
from simulate.runs.play import find_pace, play
from simulate.runs.run import Player, Run
from strategies.base import Parameter
from strategies.lineup import library, seat_players
from strategies.loo.base import LooStrategy


def run(sessions=100, hands=20, lineup=("random", "stay", "random"), **rules):
    return Run("loo", LooRules(**rules), seat_players("loo", list(lineup)), sessions, hands, 11)


def assert_identical(a: Tally, b: Tally) -> None:
    for key, value in vars(a).items():
        other = vars(b)[key]
        if isinstance(value, np.ndarray):
            assert value.dtype == other.dtype
            assert np.array_equal(value, other), key
        else:
            assert value == other, key


@pytest.fixture(scope="module")
def reference():
    return play(run(), jobs=1).tally


@pytest.mark.parametrize(("jobs", "chunk"), [(1, 16), (2, None), (2, 32), (3, 48), (5, 16)])
def test_results_do_not_depend_on_workers_or_chunks(reference, jobs, chunk):
    assert_identical(reference, play(run(), jobs=jobs, chunk=chunk).tally)


def test_results_do_not_depend_on_the_backend(reference):
    assert_identical(reference, play(run(), jobs=2, chunk=48, backend="processes").tally)


def test_sums_of_a_chunk_are_exact_beyond_64_bits():
    from simulate.books.tally import Rows, digest
    from simulate.runs.play import find_game

    books = find_game("loo").books
    rows = Rows.blank(books, 40, 2, 1)
    rows.seat[:, :, books.seat.index("value")] = 2**62 + 1
    rows.seat[:, :, books.seat.index("play_1")] = 2**31
    chunk = digest(books, ["a", "a"], rows, 0)
    assert chunk.seat[0, books.seat.index("value")] == 40 * (2**62 + 1)
    played = list(books.rates).index("played")
    # Each square has 62 bits; forty of them do not fit in 63.
    assert chunk.rates[0, played, 0] == 40 * 2**62


class Cheat(LooStrategy):
    name = "cheat"

    @staticmethod
    def declare(view, p):
        return 1

    @staticmethod
    def follow(view, p):
        return 99


class Divides(Cheat):
    name = "divides"

    @staticmethod
    def follow(view, p):
        return 1 // (view.trick - view.trick)


class Nonsense(LooStrategy):
    name = "nonsense"

    @staticmethod
    def declare(view, p):
        return view.no_such_thing


def seated(strategy) -> tuple[Player, ...]:
    return (*seat_players("loo", ["stay"]), strategy().player())


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_illegal_choice_stops_the_run_and_names_the_hand(jobs):
    answer = r"'cheat' in seat 1 answered 99.*follow.*session \d+, hand"
    with pytest.raises(StrategyError, match=answer):
        play(Run("loo", LooRules(), seated(Cheat), 64, 10, 0), jobs=jobs, chunk=32)


def test_an_exception_of_a_strategy_names_the_hand():
    with pytest.raises(StrategyError, match=r"'divides' in seat 1 raised ZeroDivisionError"):
        play(Run("loo", LooRules(), seated(Divides), 16, 10, 0), jobs=1)


def test_a_strategy_that_does_not_compile_is_named():
    reason = r"declare of strategy 'nonsense' does not compile.*no_such_thing"
    with pytest.raises(StrategyError, match=reason):
        play(Run("loo", LooRules(), seated(Nonsense), 16, 10, 0), jobs=1)


@pytest.mark.parametrize(("sessions", "size", "workers", "sizes"), [
    (5000, 1600, 1, [1600, 1600, 1600, 200]), (5000, 1600, 2, [304] * 16 + [136]),
    (100, 1600, 4, [16] * 6 + [4]), (10**6, 1600, 3, [1600] * 625)])
def test_several_workers_have_eight_chunks_each_or_more(
        monkeypatch, sessions, size, workers, sizes):
    monkeypatch.setattr(playing, "find_pace", lambda run: size)
    planned, real = [], playing.chunks

    def noted(*arguments):
        planned.extend(size for _, size in real(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(playing, "chunks", noted)
    with pytest.raises(KeyboardInterrupt):
        play(run(sessions=sessions), jobs=workers)
    assert planned == sizes


@pytest.mark.parametrize(("sessions", "words"), [(32, "first 16 sessions"), (3, "first 3 sess")])
def test_a_run_of_long_sessions_says_how_long_nothing_will_be_kept(
        caplog, monkeypatch, sessions, words):
    table = Run("loo", LooRules(), seat_players("loo", "random", 2), sessions, 2)
    find_pace(table)
    assert not caplog.text
    monkeypatch.setattr(playing, "_LONG", 0.0)
    find_pace(table)
    assert f"nothing is kept before the {words}" in caplog.text
    assert "of up to 2 hands are over, which may take 0 minutes here" in caplog.text


def test_a_long_session_shows_its_hands(monkeypatch):
    monkeypatch.setattr(playing, "_LOOK", 0.01)
    told = []
    tally = play(run(1, 300_000, penalty="cap:40"), jobs=1,
                 progress=lambda *done: told.append(done)).tally
    *before, (done, hands) = told
    assert (done, hands) == (1, tally.session_total("hands")) == (1, 300_000)
    assert before and all(sessions == 0 for sessions, _ in before)
    assert any(0 < some < hands for _, some in before)


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
