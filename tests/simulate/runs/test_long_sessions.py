"""Long sessions: played in pieces, to the last bit as if in one; shown and kept between."""

import logging
from dataclasses import replace

import numpy as np
import pytest

from boneyard.proof.tools import PulledTheCord
from simulate.games.game import find_game, game_names
from simulate.games.loo.rules import LooRules
from simulate.runs import chunk, resuming, safe_files
from simulate.runs.play import Pace, find_pace, play
from simulate.runs.resuming import Checkpoint
from simulate.runs.run import Run
from strategies.lineup import seat_players
from tests.simulate.runs.kept_runs import keep_every_chunk
from tests.simulate.runs.test_play import assert_identical
from tests.sizes import in_pieces

#: Games, line-ups and rules under which something else is carried from hand to hand.
TABLES = [
    ("loo", "banker,bold,random,book", {"penalty": "cap:40"}),
    ("loo", "banker,bold,random", {"bankroll": 200}),
    ("loo", "banker,bold,random", {"scoring": "points"}),
    ("loo", "bold,random,stay", {"escalation_limit": 10_000}),
    ("rounce", "banker,bold", {}),
    ("euchre", "hoyle,threshold,random,hoyle", {}),
    ("pool", "counter,heaviest,random", {"bankroll": 30, "leader": "rotate"}),
    ("pool", "counter,heaviest,random,random",
     {"score": "hundred_up", "star": "may", "draw": "may"}),
]
RUN = Run("loo", LooRules(penalty="cap:40"), seat_players("loo", ["random"] * 3), 24, 100, 11)
#: The longest session that there can be.
LONGEST = replace(RUN, sessions=1, hands=2**31,
                  rules=LooRules(penalty="cap:40", escalation_limit=10**9))


@pytest.fixture(autouse=True)
def every_piece_is_kept(monkeypatch):
    keep_every_chunk(monkeypatch)


@pytest.fixture
def pieces(monkeypatch):
    """Let sessions be played in pieces of so many hands."""
    return lambda hands: monkeypatch.setattr(
        "simulate.runs.play.find_pace", lambda run: Pace(16, hands))


@pytest.fixture(scope="module")
def reference():
    return play(RUN, jobs=1, chunk=16).tally


@pytest.mark.parametrize(("game", "lineup", "rules"), TABLES)
def test_pieces_change_no_bit(pieces, game, lineup, rules):
    run = Run(game, find_game(game).rules_class(**rules),
              seat_players(game, lineup.split(",")), 20, 40, 7)
    whole = play(run, jobs=1, chunk=16).tally
    for hands in (3, 17):
        pieces(hands)
        assert_identical(whole, play(run, jobs=2).tally)


def test_what_is_not_said_to_be_carried_is_lost(pieces, reference, monkeypatch):
    loo = find_game("loo")
    less = replace(loo, carries=lambda players: loo.carries(players)[1:])
    monkeypatch.setattr("simulate.runs.play.find_game", lambda name: less)
    pieces(7)
    assert not np.array_equal(play(RUN, jobs=1).tally.seat, reference.seat)


def test_pieces_are_played_by_processes(pieces, reference):
    pieces(40)
    assert_identical(reference, play(RUN, jobs=2, backend="processes").tally)


def test_every_game_of_many_hands_can_go_on():
    assert {name for name in game_names() if find_game(name).carries is None} == {"casino"}


def interrupt(folder, pieces_played: int) -> int:
    """Play in pieces and let the run die after some of them; return the hands played."""
    keep, told = Checkpoint(folder), []

    def cut(done, hands):
        told.append((done, hands))
        if len(told) == pieces_played:
            keep.save = lambda *args, **settings: None
            raise PulledTheCord

    with keep:
        keep.begin(RUN, {"any": "note"})
        with pytest.raises(PulledTheCord):
            play(RUN, jobs=1, keep=keep, progress=cut)
    return told[-1][1]


def resume(folder, monkeypatch):
    """Complete a run; return its tally and what its progress said first."""
    told = []
    monkeypatch.setattr(resuming, "_TIMES", 50)  # what is kept from now on is no matter
    with Checkpoint(folder) as keep:
        keep.reopen()
        keep.check(RUN)
        tally = play(RUN, jobs=2, keep=keep, progress=lambda *done: told.append(done)).tally
    return tally, told[0] if told else None


@pytest.mark.parametrize("played", [
    64, *(pytest.param(number, marks=pytest.mark.slow) for number in (1, 20, 40, 65))])
def test_a_run_that_died_within_sessions_goes_on_within_them(
    pieces, reference, tmp_path, monkeypatch, played
):
    pieces(30)
    before = interrupt(tmp_path, played)
    tally, first = resume(tmp_path, monkeypatch)
    assert_identical(reference, tally)
    # After 64 pieces, a block is over and waits to be added up.
    assert first[1] == before if played == 64 else first[1] > before


def slots(folder):
    return sorted((folder / resuming.FOLDER).glob("totals-*.json"))


def carry(number: int):
    """Return what writes a number into what a session carries: first comes the dealer."""
    def forge(one):
        held = safe_files.unpack(one["carried"], np.zeros(10, np.int64))
        one["carried"] = safe_files.pack(np.full_like(held, number))
    return forge


@pytest.mark.slow
@pytest.mark.parametrize("forge", [
    carry(3), carry(-1), lambda one: one.update(hands=31), lambda one: one.update(hands=True),
    lambda one: one.update(over="no"), lambda one: one.update(carried={"bytes": "AAAA"}),
    lambda one: one["rows"].pop("seat"), lambda one: one.clear(),
])
def test_sessions_that_no_run_has_under_way_are_named_and_never_used(
    pieces, reference, tmp_path, monkeypatch, caplog, forge
):
    pieces(30)
    interrupt(tmp_path, 3)
    for path in slots(tmp_path):
        totals = safe_files.read(path)
        forge(totals["under way"][0])
        safe_files.write(path, totals)
    with caplog.at_level(logging.WARNING, "boneyard"):
        tally, first = resume(tmp_path, monkeypatch)
    assert "totals-0.json" in caplog.text and "totals-1.json" in caplog.text
    assert first == (0.3, 30)
    assert_identical(reference, tally)


@in_pieces("count", 17, 1, 15, 32)
def test_no_other_number_of_sessions_is_under_way(pieces, tmp_path, monkeypatch, caplog, count):
    pieces(30)
    interrupt(tmp_path, 3)
    for path in slots(tmp_path):
        totals = safe_files.read(path)
        totals["under way"] = (totals["under way"] * 2)[:count]
        safe_files.write(path, totals)
    with caplog.at_level(logging.WARNING, "boneyard"):
        resume(tmp_path, monkeypatch)
    assert "damaged" in caplog.text


@pytest.mark.slow
def test_the_longest_session_shows_progress_and_is_kept(tmp_path):
    told = []

    def cut(done, hands):
        told.append((done, hands))
        if len(told) == 3:
            raise KeyboardInterrupt

    with Checkpoint(tmp_path) as keep:
        keep.begin(LONGEST, {})
        with pytest.raises(KeyboardInterrupt):
            play(LONGEST, jobs=1, keep=keep, progress=cut)
    assert [done for done, _ in told] == [hands / 2**31 for _, hands in told]
    assert 0 < told[0][1] < told[1][1] < told[2][1] < 2**31
    kept = max((safe_files.read(path) for path in slots(tmp_path)),
               key=lambda totals: totals["under way"][0]["hands"])
    assert (kept["sessions"], kept["under way"][0]["hands"]) == (0, told[2][1])


@pytest.mark.parametrize(("game", "lineup", "hands", "rules", "piece"), [
    ("loo", "random", 2**31, {"penalty": "cap:40", "escalation_limit": 10**6}, True),
    ("loo", "random", 100, {"penalty": "cap:40"}, False),
    # Who always stays in sinks, and nobody ever has 15 points.
    ("loo", "stay", 2**31, {"scoring": "points"}, True),
    ("loo", "random", 2**31, {"scoring": "points"}, False),
    ("casino", "random", 1, {}, False),
])
def test_sessions_have_pieces_where_they_are_long(
        game, lineup, hands, rules, piece, monkeypatch):
    # In lanes four seats would be compiled for this alone.
    monkeypatch.setattr(chunk, "lanes_of", lambda run, row: ())
    rules = find_game(game).rules_class(**rules)
    run = Run(game, rules, seat_players(game, lineup, 4), 2**20, hands, 5)
    assert bool(find_pace(run).piece) == piece
