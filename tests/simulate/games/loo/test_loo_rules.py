"""What may be declared at Loo and Rounce, after whatever was declared before."""

import itertools

import pytest

from simulate.errors import BoneyardError, listed
from simulate.games.game import find_game
from simulate.games.loo.rules import may_follow
from simulate.games.loo.views import ACTIONS
from simulate.games.spot import asking


@pytest.mark.parametrize(("game", "players"), itertools.product(("loo", "rounce"), (2, 3, 4)))
def test_what_may_not_follow_is_refused_with_what_may(game, players):
    rules, histories, refused = find_game(game).rules_class(), [()], 0
    hand = {"game": game, "players": players, "dealer": players - 1, "turn_up": "3-1"}
    for before in histories:
        legal = may_follow(players, before, game == "rounce")
        for action in ACTIONS:
            done = [{"seat": p, "action": ACTIONS[one]} for p, one in enumerate((*before, action))]
            if legal >> action & 1:
                assert asking(game).events(hand | {"declarations": done}, rules)
                histories += [(*before, action)] * (len(done) < players)
                continue
            refused += 1
            words = [word.replace("miss", "dummy" if game == "rounce" else "miss")
                     for one, word in ACTIONS.items() if legal >> one & 1]
            reason = f"allowed are {listed(words)}" if legal else "the dealer takes the pool"
            with pytest.raises(BoneyardError, match=rf" (plays|takes|drops).*: .*{reason}"):
                asking(game).events(hand | {"declarations": done}, rules)
    assert refused >= players
