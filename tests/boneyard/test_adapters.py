"""Our games as environments and games of other packages: their own suites judge them."""

import copy
import pickle
import warnings

import numpy as np
import pytest

import boneyard
from boneyard.proof.tools import install
from reports.request import set_up
from simulate.errors import BoneyardError
from simulate.games.game import ENTRY_POINTS, own_games
from simulate.theory.best_response import exploitability as exploitability_of
from simulate.theory.cfr import mean_payoffs, outcomes_of
from simulate.theory.chips import Chips
from simulate.theory.stage import solve
from tests.sizes import in_pieces

GAMES = in_pieces("game", "casino", *[game for game in own_games() if game != "casino"], "booray")


@pytest.fixture(autouse=True)
def booray(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(install(tmp_path, ENTRY_POINTS, booray="booray.game:GAME"))


def by_mask(env, rng):
    """Play a hand; return what each agent saw first, and what it was rewarded with."""
    env.reset()
    seen, rewards = {}, {}
    for agent in env.agent_iter():
        shown, reward, over, _, _ = env.last()
        seen.setdefault(agent, shown["observation"])
        rewards[agent] = reward
        env.step(None if over else int(rng.choice(np.flatnonzero(shown["action_mask"]))))
    return seen, rewards


class TestPettingZoo:
    @pytest.fixture(autouse=True)
    def installed(self):
        pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

    @GAMES
    def test_its_own_tests_pass(self, game):
        from pettingzoo.test import api_test, seed_test

        from boneyard import pettingzoo
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            api_test(pettingzoo.env(game, seed=1), num_cycles=200)
            seed_test(lambda: pettingzoo.env(game), num_cycles=20)

    def test_a_way_to_render_that_there_is_not_is_refused(self):
        from boneyard import pettingzoo
        for mode in pettingzoo.env().metadata["render_modes"]:
            assert pettingzoo.env(render_mode=mode).unwrapped.render_mode == mode
        for mode in ("human", "rgb_array", 3):
            with pytest.raises(BoneyardError, match=f"unknown render_mode {mode!r}: choose from "):
                pettingzoo.env(render_mode=mode)

    @GAMES
    def test_episodes_are_hands_of_the_table(self, game):
        from boneyard import pettingzoo
        env, rng = pettingzoo.env(game, players=4, seed=3), np.random.default_rng(1)
        for session in range(5):
            seen, rewards = by_mask(env, rng)
            hand = env.unwrapped.hand
            again = boneyard.table(game, players=4, seed=3).new_hand(session)
            for taken in hand.log():
                again.apply(taken.action)
            assert again.history() == hand.history() and set(seen) <= set(rewards)
            assert [rewards[agent] for agent in env.possible_agents] == hand.returns()

    def test_other_seats_are_strategies_and_other_decisions_are_theirs(self):
        from boneyard import pettingzoo
        env = pettingzoo.env("loo", lineup=[None, "book"], decisions="declare", otherwise="book")
        _, rewards = by_mask(env, np.random.default_rng(2))
        assert set(rewards) == {"seat_0"} and len(env.unwrapped.hand.log()) <= 1

    def test_what_is_not_legal_is_refused(self):
        from boneyard import pettingzoo
        env = pettingzoo.env("loo", players=2)
        env.reset()
        with pytest.raises(BoneyardError, match=r"^action 5 of seat_\d is not legal: legal are"):
            env.step(5)


class TestOpenSpiel:
    @pytest.fixture(autouse=True)
    def installed(self):
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

    @GAMES
    def test_its_own_test_passes(self, game):
        import pyspiel

        from boneyard import openspiel
        openspiel.register(game)
        loaded = pyspiel.load_game(f"boneyard_{game}", {"players": 3, "deals": 20})
        pyspiel.random_sim_test(loaded, num_sims=5, serialize=True, verbose=False)
        assert loaded.num_players() == 3

    def test_a_hand_is_the_tables(self):
        import pyspiel

        from boneyard import openspiel
        openspiel.register("loo")
        game = pyspiel.load_game("boneyard_loo", {
            "players": 2, "deals": 9, "seed": 4, "rules": "penalty=cap:40;ante=3",
            "decisions": "declare", "otherwise": "book(first=11,later=9)"})
        assert str(pyspiel.load_game(str(game))) == str(game)
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
        state = pickle.loads(pickle.dumps(game)).new_initial_state()
        state.apply_action(7)
        assert str(copy.deepcopy(state)) == str(pickle.loads(pickle.dumps(state))) == str(state)
        with pytest.raises(BoneyardError, match=r"^action 999 of seat_\d is not legal: legal are"):
            state.apply_action(999)
        own = boneyard.table(
            "loo", players=2, seed=4, rules={"penalty": "cap:40", "ante": 3},
            decisions="declare", otherwise="book(first=11,later=9)").new_hand(7)
        while not state.is_terminal():
            seat = state.current_player()
            assert seat == own.current_player()
            assert state.information_state_string() == repr(own.information_state(seat))
            state.apply_action(state.legal_actions()[0])
            own.apply(own.legal_actions()[0])
        assert own.is_terminal() and state.returns() == own.returns()

    @pytest.mark.parametrize("deals", [0, -3])
    def test_a_game_without_a_hand_to_deal_is_refused(self, deals):
        import pyspiel

        from boneyard import openspiel
        openspiel.register("loo")
        with pytest.raises(BoneyardError, match=f"deals {deals} is not a whole number of 1 or"):
            pyspiel.load_game("boneyard_loo", {"deals": deals})

    @pytest.mark.slow
    def test_its_mccfr_ends_where_our_solver_does(self):
        import pyspiel
        from open_spiel.python import policy
        from open_spiel.python.algorithms import expected_game_score, exploitability
        from open_spiel.python.algorithms.external_sampling_mccfr import (
            AverageType,
            ExternalSamplingSolver,
        )

        from boneyard import openspiel
        rules, deals = {"penalty": "cap:20"}, 80
        chips = Chips(set_up("loo", "book", 2, rules, seed=4), deals=deals, this_hand=True)
        (part,), pool = chips.parts, chips.pools[0]
        # In ours the last seat always deals, in a table's every other session.
        part.train = part.ending = slice(1, None, 2)
        solve(chips, 8)
        heard = {tuple(map(int, said)): node for node, said in enumerate(part.declared.histories)}

        class Hand(openspiel.HandState):
            def chance_outcomes(self):
                return [(k, 2 / deals) for k in range(1, deals, 2)]

            def information_state_string(self, player=None):
                said = tuple(one.action for one in self.hand.log())
                return f"{heard[said]} {part.rolled.coarse[self.hand.session, len(said)]}"

        openspiel.register("loo")
        loo = pyspiel.load_game("boneyard_loo", {
            "players": 2, "deals": deals, "seed": 4, "rules": "penalty=cap:20",
            "decisions": "declare", "otherwise": "book"})

        class Small(type(loo)):
            def new_initial_state(self):
                return Hand(self)

        game = Small(loo.get_parameters())
        average = part.cfr[pool].average

        def ours(state):
            node, bucket = map(int, state.information_state_string().split())
            return {number: average[node, bucket, part.declared.moves[node, number - 1]]
                    for number in state.legal_actions()}

        class Ours(policy.Policy):
            def action_probabilities(self, state, player=None):
                return ours(state)

        def judged(found):
            return (exploitability.nash_conv(game, found), expected_game_score.policy_value(
                game.new_initial_state(), [found, found]))

        by_us = Ours(game, [0, 1])
        lost, worth = judged(by_us)
        learned = part.deals([pool], part.train)
        gain = exploitability_of(part.tree, average, learned, learned)
        assert lost == pytest.approx(2 * gain.total, abs=1e-9) and lost < 1e-4
        brought = mean_payoffs(outcomes_of(part.tree, average, learned), part.pay(pool))
        assert worth == pytest.approx(brought - part.at.paid(np.array(0)), abs=1e-9)
        np.random.seed(1)
        solver = ExternalSamplingSolver(game, AverageType.SIMPLE)
        for _ in range(3000):
            solver.iteration()
        theirs_lost, theirs = judged(solver.average_policy())
        uniform, _ = judged(policy.UniformRandomPolicy(game))
        assert lost < theirs_lost < 0.4 < uniform / 5
        assert theirs == pytest.approx(worth, abs=0.15)


def test_a_table_and_its_states_survive_pickling_with_their_decisions():
    table = boneyard.table("loo", players=3, decisions=["declare", "lead"], otherwise="book")
    assert pickle.loads(pickle.dumps(table)).decisions == ("declare", "lead")
