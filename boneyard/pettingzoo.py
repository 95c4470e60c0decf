"""A game as an environment of PettingZoo (``pip install boneyard[pettingzoo]``).

An episode is a hand, the first of a session; each session follows from the seed and its number::

    import boneyard.pettingzoo

    env = boneyard.pettingzoo.env("loo", players=3, rules={"penalty": "cap:40"}, seed=1)
    env.reset()
    for agent in env.agent_iter():
        seen, reward, over, cut, about = env.last()
        env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
"""

from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

import boneyard
from boneyard._numbered import Numbers, illegal
from simulate.errors import unknown


def env(game: str = "loo", **about: Any) -> OrderEnforcingWrapper:
    """Return an environment whose agents are the open seats of a table.

    Parameters
    ----------
    game : str
    **about
        ``lineup``, ``players``, ``rules``, ``seed``, ``decisions``, ``otherwise`` as for
        ``boneyard.table``; all seats are open when no line-up is given. With
        ``render_mode="ansi"`` ``render`` returns the decisions of the hand, as ``State.log``.

    Returns
    -------
    pettingzoo environment
        Agents are ``seat_0`` and following.  An observation is a mapping of ``observation``,
        int8[size], and ``action_mask``, int8[actions]; numbers are those of
        ``boneyard._numbered.Numbers``, in ``env.unwrapped.numbers``.  ``env.unwrapped.hand`` is the
        ``boneyard.State``.  Rewards come with the end of a hand, in the game's unit.

    Raises
    ------
    BoneyardError
        As ``boneyard.table`` does, and if an action is not legal.
    """
    return OrderEnforcingWrapper(HandEnv(game, **about))


class HandEnv(AECEnv):  # type: ignore[misc]  # of a package without types
    """The environment itself; see ``env``."""

    metadata = {"name": "boneyard_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: str, *, render_mode: str | None = None, **about: Any) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise unknown("render_mode", render_mode, ["ansi"])
        self.render_mode, self._about = render_mode, {"game": game, **about}
        self._sit_down(about.get("seed", 0))
        self.numbers = Numbers(self._table)
        self.possible_agents = [f"seat_{seat}" for seat in self._table.seats]
        observed = Dict({"observation": Box(0, 1, (self.numbers.size,), np.int8),
                         "action_mask": Box(0, 1, (self.numbers.actions,), np.int8)})
        self._spaces = {agent: (observed, Discrete(self.numbers.actions))
                        for agent in self.possible_agents}

    def _sit_down(self, seed: int) -> None:
        self._table = boneyard.table(**{**self._about, "seed": seed})
        self._session = 0

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions."""
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal the next hand; with a seed the first one of that seed. Options change nothing."""
        if seed is not None:
            self._sit_down(seed)
        self.hand = self._table.new_hand(self._session)
        self._session += 1
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._ask()

    def _ask(self) -> None:
        """Ask the next agent, or end the hand."""
        self._legal = self.numbers.legal(self.hand)
        if not self.hand.is_terminal():
            self.agent_selection = f"seat_{self.hand.current_player()}"
            return
        won = self.hand.returns()
        self.rewards = {f"seat_{seat}": won[seat] for seat in self._table.seats}
        self.terminations = dict.fromkeys(self.agents, True)

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees; zeros if it is not asked."""
        if agent not in self._spaces:
            raise unknown("agent", agent, self.possible_agents)
        mask = np.zeros(self.numbers.actions, np.int8)
        if agent == self.agent_selection:
            mask[list(self._legal)] = 1
        seen = self.numbers.observation(self.hand, int(agent.removeprefix("seat_")))
        return {"observation": seen, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Take the decision of the agent that is asked."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if not isinstance(action, int | np.integer) or action not in self._legal:
            raise illegal(action, self.hand.current_player(), self._legal)
        self._cumulative_rewards[self.agent_selection] = 0
        self._clear_rewards()
        self.hand.apply(self._legal[int(action)])
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str:
        """Return the decisions so far, a line each."""
        return "\n".join(map(str, self.hand.log()))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
