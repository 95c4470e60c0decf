"""Auctions of Euchre solved around seats that keep to a strategy."""

from dataclasses import replace

import pytest

from simulate.games.euchre.rules import EuchreRules
from simulate.runs.follow import histories
from simulate.runs.run import Run
from simulate.theory.euchre.auctions import calls_of
from simulate.theory.euchre.calls import Calls, solution_of
from simulate.theory.euchre.forked_deals import CELLS
from simulate.theory.stage import seated, solve
from strategies.euchre.solved import Solved
from strategies.lineup import seat_players


def table(players):
    return Run("euchre", EuchreRules(), seat_players("euchre", "hoyle", players), 1, 1, 5)


def locked(**seats):
    return {int(seat[1:]): seat_players("euchre", name, 1)[0] for seat, name in seats.items()}


@pytest.fixture(scope="module")
def around_cautious():
    return solve(Calls(table(2), locked(s1="cautious"), 9_000), 1)


@pytest.mark.parametrize("players", [2, 4])
def test_a_locked_seat_calls_what_its_strategy_calls(players):
    locks = locked(**{f"s{seat}": "hoyle" if seat else "bold" for seat in range(players - 1)})
    found = Calls(table(players), locks, 60)
    run, moves = replace(seated(table(players), locks), sessions=40), calls_of(players)
    hands = [hand for hand, _ in histories(run, range(40), 0, 1)]
    for dealer, part in enumerate(found.parts):
        classes, outcomes = part.spoken(found.start, 0)
        for hand, cells, ended in zip(hands[dealer::players], classes, outcomes, strict=False):
            assert hand["dealer"] == dealer
            for node, entry in enumerate(hand["auction"]):
                if entry["seat"] not in locks:
                    break  # a solved seat calls otherwise
                made = 0 if entry["call"] == "pass" else 1 + entry.get("alone", False)
                assert cells[node] == CELLS + made
                if made:
                    side = hand["points"][entry["seat"]]
                    other = hand["points"][(entry["seat"] + 1) % players]
                    assert int(ended[node * moves + made - 1]) - 4 == (side or -other)


def test_the_file_plays_the_hands_of_each_dealer_as_they_were_solved(around_cautious):
    solution = solution_of(around_cautious)
    chances, half = solution.chances.copy(), len(solution.chances) // 2
    chances[:half], chances[half:] = (1, 0), (0, 1)  # pass where seat 0 deals, else call
    player = Solved.holding(replace(solution, chances=chances)).player()
    run = replace(table(2), players=(player, *seat_players("euchre", "cautious", 1)), sessions=30)
    for hand, _ in histories(run, range(30), 0, 1):
        said = {entry["call"] for entry in hand["auction"] if entry["seat"] == 0}
        assert said <= ({"pass"} if hand["dealer"] == 0 else {"accept"})
