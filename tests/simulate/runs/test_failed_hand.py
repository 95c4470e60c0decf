"""Hands in which a strategy fails: shown as far as they were played."""

from dataclasses import replace

import pytest

from simulate.domino.tile_sets import count, lowest
from simulate.domino.tricks import announce, bowers, led_as, plain
from simulate.errors import StrategyError
from simulate.games.euchre.views import PASS
from simulate.games.game import find_game
from simulate.games.loo.views import LEAVE, MISS, PLAY
from simulate.machine.compiling import helper
from simulate.runs import chunk
from simulate.runs.replay import histories, tell_begun
from simulate.runs.run import Run
from strategies.base import Parameter
from strategies.casino.base import CasinoStrategy
from strategies.euchre.base import EuchreStrategy
from strategies.lineup import seat_players
from strategies.loo.base import LooStrategy
from strategies.pool.base import PoolStrategy


@helper
def led_low(order, legal):
    """Lead the lowest tile, as the first suit that it may be led as."""
    tile = lowest(legal)
    return announce(tile, lowest(led_as(order, tile)))


FAILS = {"fails": Parameter(0, 0, 9, "the decision that it fails in")}


class FailingLoo(LooStrategy):
    name = "failing"
    parameters = FAILS

    @staticmethod
    def declare(view, p):
        if p.fails == 1 and view.position > 0:
            return 77
        return MISS if view.word & view.legal >> MISS & 1 else PLAY

    @staticmethod
    def take_turn_up(view, p):
        return 77 if p.fails == 2 else LEAVE

    @staticmethod
    def keep_after_miss(view, p):
        kept = view.hand
        while count(kept) > 5:
            kept &= kept - 1
        if p.fails == 6:
            return view.hand  # its own tiles, but more than five
        return 1 if p.fails == 3 else kept

    @staticmethod
    def lead(view, p):
        return 7777 if p.fails == 4 and view.trick == 2 else led_low(plain(view.trump), view.legal)

    @staticmethod
    def follow(view, p):
        return 77 if p.fails == 5 and view.trick == 2 else lowest(view.legal)


class FailingEuchre(EuchreStrategy):
    name = "failing"
    parameters = FAILS

    @staticmethod
    def call(view, p):
        return 77 if p.fails == 1 and view.round == 2 else PASS

    @staticmethod
    def discard(view, p):
        return 77 if p.fails == 2 else lowest(view.hand)

    @staticmethod
    def lead(view, p):
        return 7777 if p.fails == 3 and view.trick == 2 else led_low(bowers(view.trump), view.legal)

    @staticmethod
    def follow(view, p):
        return 77 if p.fails == 4 and view.trick == 2 else lowest(view.legal)


class FailingPool(PoolStrategy):
    name = "failing"
    parameters = FAILS

    @staticmethod
    def play(view, p):
        return 77 if p.fails == 1 and count(view.tiles_played) == 4 else lowest(view.legal)


class FailingCasino(CasinoStrategy):
    name = "failing"
    parameters = FAILS

    @staticmethod
    def bet(view, p):
        return 77 if p.fails == 1 and view.round == 3 else lowest(view.hand)


WAYS = [("loo", FailingLoo, 6), ("rounce", FailingLoo, 6), ("euchre", FailingEuchre, 4),
        ("pool", FailingPool, 1), ("casino", FailingCasino, 1)]
#: Rounce is asked as Loo is.
CASES = [pytest.param(game, strategy, way, marks=pytest.mark.slow if game == "rounce" else ())
         for game, strategy, ways in WAYS for way in range(1, ways + 1)]


def table(game, strategy, fails) -> Run:
    """Return a run with two of the failing kind, whose label does not say so."""
    players = seat_players(game, ["random", strategy(fails=fails), strategy(fails=fails), "random"])
    players = tuple(replace(player, label=player.label[:7]) for player in players)
    return Run(game, find_game(game).rules_class(), players, 1, 30, 5)


@pytest.mark.parametrize(("game", "strategy", "fails"), CASES)
def test_a_hand_is_shown_up_to_the_decision_that_failed(game, strategy, fails):
    failed = 0
    for session in range(12):
        run, tells = table(game, strategy, fails), find_game(game).tell
        told = []
        try:
            told += [tells(*hand) for hand in histories(run, range(session, session + 1))]
        except StrategyError as error:
            failed += 1
            told = [tells(*hand) for hand in finished(run, session)]
            begun, place = tell_begun(run, error.table), error.hand
            whole = [tells(*hand) for hand in histories(
                table(game, strategy, 0), range(session, session + 1))]
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
    run = table("loo", FailingLoo, 5)
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
        assert " ".join(told.split()) in (" ".join(line.split()), " ".join(
            line.replace(" wins ", "").split()), " ".join(line.split(", throws")[0].split()))


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
