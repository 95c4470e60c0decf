"""Solve Kuhn's poker with OpenSpiel, for what ``simulate.theory.cfr`` is compared with.

Run by hand, ``python tests/tools/openspiel.py``, where ``open_spiel`` is installed: it writes
``tests/simulate/theory/openspiel.json``, which tests read. Kept are the average policy of
discounted CFR by information state (the own card, then passes and bets), what it is worth to each
player, and what a best response gains over it and over the uniform policy.

OpenSpiel's discounted CFR updates one player after the other. Ours updates all at once, so the loop
over iterations is written here; regrets, discounts and averages are OpenSpiel's.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

FILE = Path(__file__).parents[1] / "simulate" / "theory" / "openspiel.json"
ITERATIONS = 200
_ALPHA, _BETA, _GAMMA = 1.5, 0.0, 2.0


def average_policy(game: Any) -> Any:
    """Return the average policy of discounted CFR whose players are updated at once."""
    from open_spiel.python.algorithms import cfr, discounted_cfr

    solver = discounted_cfr._DCFRSolver(game, False, True, False, _ALPHA, _BETA, _GAMMA)
    for t in range(1, ITERATIONS + 1):
        solver._iteration = t
        solver._compute_counterfactual_regret_for_player(
            game.new_initial_state(), None, np.ones(game.num_players() + 1), None)
        for node in solver._info_state_nodes.values():
            for action, regret in node.cumulative_regret.items():
                power = t ** (_ALPHA if regret >= 0 else _BETA)
                node.cumulative_regret[action] = regret * power / (power + 1)
        cfr._update_current_policy(solver._current_policy, solver._info_state_nodes)
    return solver.average_policy()


def solved(players: int) -> dict[str, Any]:
    """Return what OpenSpiel finds for so many players."""
    import pyspiel
    from open_spiel.python import policy
    from open_spiel.python.algorithms import expected_game_score, exploitability

    game = pyspiel.load_game("kuhn_poker", {"players": players})
    average, uniform = average_policy(game), policy.UniformRandomPolicy(game)
    states = average.state_lookup

    def gains(of: Any) -> list[float]:
        found = exploitability.nash_conv(game, of, return_only_nash_conv=False)
        return [float(gain) for gain in found.player_improvements]

    return {
        "iterations": ITERATIONS,
        "policy": {name: average.action_probability_array[row].tolist()
                   for name, row in sorted(states.items())},
        "value": expected_game_score.policy_value(
            game.new_initial_state(), [average] * players).tolist(),
        "gains": gains(average), "gains_from_uniform": gains(uniform),
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps({str(players): solved(players) for players in (2, 3)}, indent=1))
