"""The comparison with OpenSpiel: left out in words where it is not installed."""

from __future__ import annotations

import sys
from types import SimpleNamespace

from scripts import bench, openspiel


def fake(played):
    game = SimpleNamespace(num_players=lambda: 4, new_initial_state=lambda: "before the deal")
    return SimpleNamespace(
        load_game=lambda name: game,
        make_uniform_random_bot=lambda seat, seed: seat,
        evaluate_bots=lambda state, bots, seed: played.append((state, tuple(bots), seed)),
    )


def test_without_openspiel_a_sentence_says_so(monkeypatch, capsys):
    monkeypatch.setattr(openspiel.importlib.util, "find_spec", lambda name: None)
    assert openspiel.installed() is None
    bench.against_openspiel()
    said = capsys.readouterr().out
    assert "OpenSpiel is not installed (pip install open_spiel)" in " ".join(said.split())


def test_every_hand_of_openspiel_is_a_deal_of_its_own(monkeypatch):
    played = []
    monkeypatch.setitem(sys.modules, "pyspiel", fake(played))
    assert openspiel.euchre_hands_a_second(3) > 0
    assert played == [("before the deal", (0, 1, 2, 3), seed) for seed in range(3)]


def test_with_openspiel_both_are_measured_in_turn(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(openspiel, "installed", lambda: "9.9")
    monkeypatch.setattr(openspiel, "euchre_hands_a_second", lambda hands: asked.append(hands) or 2)
    monkeypatch.setattr(bench, "ours", lambda run: 60.0)
    bench.against_openspiel()
    assert len(asked) == 5
    said = capsys.readouterr().out
    assert "OpenSpiel 9.9" in said and "30.00" in said
