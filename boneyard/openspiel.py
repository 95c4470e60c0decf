"""Our games in OpenSpiel (``pip install boneyard[openspiel]``): importing this registers them.

Chance deals one of so many hands, and nothing else is left to it::

    import boneyard.openspiel
    import pyspiel

    game = pyspiel.load_game("boneyard_loo(players=3,deals=1000,seed=1)")

``players``; ``deals``: how many hands there are, the first ones of sessions; ``seed``, below 2**31;
``rules``, ``penalty~cap:40;ante~5``; ``decisions``, which are taken in OpenSpiel, ``declare;keep``;
and ``otherwise``, who takes the others: as for ``boneyard.table``.  In a game's name OpenSpiel
reads ``=(),`` itself: there ``bold[risk~0.3;first~5]`` is ``bold(risk=0.3,first=5)``.  Actions are
numbered as ``boneyard._numbered`` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from boneyard._numbered import Numbers, illegal, words
from reports.api import table
from simulate.branch.state import State
from simulate.errors import whole
from simulate.games.game import Game, find_game, game_names

#: No hand has more decisions.
_LONGEST = 1_000
#: Chips that a hand may bring: no bound is known where penalties have none.
_MOST = 1e15
#: Signs that OpenSpiel reads in the name of a game, and what stands for them.
_ITS, _OURS = "=(),", "~[];"

_DEFAULTS: dict[str, Any] = {"players": 4, "deals": 1_000, "seed": 0, "rules": "", "decisions": "",
             "otherwise": "random"}


def _read(text: str) -> list[str]:
    return [part for part in text.split(";") if part]


class HandGame(pyspiel.Game):  # type: ignore[misc]  # of a package without types
    """A game whose chance deals one of some hands."""

    game: Game
    kind: Any

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        about = {name: value.translate(str.maketrans(_ITS, _OURS))
                 if isinstance(value, str) else value
                 for name, value in (_DEFAULTS | dict(given or {})).items()}
        self.deals = whole(about["deals"], "deals", 1)
        self.table = table(
            self.game.name, players=about["players"], seed=about["seed"],
            rules=dict(rule.partition("~")[::2] for rule in _read(about["rules"])) or None,
            decisions=_read(about["decisions"]) or None,
            otherwise=about["otherwise"].translate(str.maketrans(_OURS, _ITS)))
        self.numbers = Numbers(self.table)
        super().__init__(self.kind, pyspiel.GameInfo(
            num_distinct_actions=self.numbers.actions, max_chance_outcomes=self.deals,
            num_players=about["players"], min_utility=-_MOST, max_utility=_MOST,
            max_game_length=_LONGEST), about)

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (str(self),)  # OpenSpiel's own way loses the Python object

    def new_initial_state(self) -> HandState:
        """Return a hand that is to be dealt."""
        return HandState(self)

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """Return what writes observations of a player that is asked."""
        return Observer(self.numbers)


class HandState(pyspiel.State):  # type: ignore[misc]
    """A hand as it stands; ``hand`` is our own, None before chance has dealt it."""

    def __init__(self, game: HandGame) -> None:
        super().__init__(game)
        # OpenSpiel does not keep the Python object of a game.
        self._table, self._numbers, self._deals = game.table, game.numbers, game.deals
        self._legal = dict[int, int]()
        self.hand: State | None = None

    def current_player(self) -> int:
        """Return who acts."""
        if self.hand is None:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.hand.current_player()
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the hands and how often each is dealt."""
        return [(number, 1 / self._deals) for number in range(self._deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return list(self._legal)

    def _apply_action(self, action: int) -> None:
        if self.hand is None:
            self.hand = self._table.new_hand(action)
        elif action not in self._legal:
            raise illegal(action, self.hand.current_player(), self._legal)
        else:
            self.hand.apply(self._legal[action])
        self._legal = self._numbers.legal(self.hand)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player < 0 else words(self._numbers, action, self._legal)

    def is_terminal(self) -> bool:
        """Return whether the hand is over."""
        return self.hand is not None and self.hand.is_terminal()

    def returns(self) -> list[float]:
        """Return what the hand brought each seat; zeros before its end."""
        if self.hand is None:
            return [0.0] * self.num_players()
        return [float(value) for value in self.hand.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        """Return all that a player saw and did."""
        seat = self.current_player() if player is None else player
        return "" if self.hand is None else repr(self.hand.information_state(seat))

    def observation_string(self, player: int | None = None) -> str:
        """Return the same: a view alone may forget."""
        return self.information_state_string(player)

    def __str__(self) -> str:
        return "to be dealt" if self.hand is None else f"{self.hand!r} {self.hand.log()}"


class Observer:
    """What a player that is asked sees, as OpenSpiel's Python interface has it."""

    def __init__(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self.tensor = np.zeros(numbers.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: HandState, player: int) -> None:
        """Write what a player sees into ``tensor``; zeros if it is not asked."""
        self.tensor[:] = self._numbers.observation(state.hand, player)

    def string_from(self, state: HandState, player: int) -> str:
        """Return the information state."""
        return state.information_state_string(player)


def register(name: str) -> None:
    """Let OpenSpiel load a game of ours, ``boneyard_NAME``; those installed are, at the import."""
    short = f"boneyard_{name}"
    if short in pyspiel.registered_names():
        return
    game = find_game(name)
    kind = pyspiel.GameType(
        short_name=short, long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        min_num_players=game.seats[0], max_num_players=game.seats[1],
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True,
        provides_factored_observation_string=False, parameter_specification=_DEFAULTS)
    made = type(f"{name}_game", (HandGame,), {"game": game, "kind": kind, "__module__": __name__})
    globals()[made.__name__] = made  # pickles look for it by name
    pyspiel.register_game(kind, made)


for _name in game_names():
    register(_name)
