"""Our games as environments and games of other packages: their own suites judge them."""

import copy
import pickle
import warnings

import numpy as np
import pytest

import boneyard
from boneyard.proof.tools import install
from simulate.errors import BoneyardError
from simulate.games.game import ENTRY_POINTS, own_games
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


def test_a_table_and_its_states_survive_pickling_with_their_decisions():
    table = boneyard.table("loo", players=3, decisions=["declare", "lead"], otherwise="book")
    assert pickle.loads(pickle.dumps(table)).decisions == ("declare", "lead")
