"""Agents in plain Python sit wherever strategies do, and play what they say."""

import random
import sys

import pytest

import boneyard
from reports.options import TableNote
from simulate.errors import BoneyardError, StrategyError
from simulate.games.game import find_game, game_names
from simulate.games.spot import asking
from simulate.runs.agents import View, views_of
from strategies.lineup import seat_players

SMALL = {"sessions": 32, "hands": 10, "seed": 3}
FILE = """
def first(view):
    return min(view.legal_actions())

class Last:
    def act(self, view):
        return max(view.legal_actions())
"""


class ByLot:
    """Draws as ``random`` does, from the word of its view."""

    def __init__(self, game):
        self.by_lot = {name: decision.py_func if hasattr(decision, "py_func") else decision
                       for name, decision in asking(game).by_lot.items()}

    def act(self, view):
        return self.by_lot[view.decision](view, ())


class Seen:
    """Keeps every view, and takes the first of its actions."""

    def __init__(self):
        self.views = []

    def act(self, view):
        self.views.append((view, view.legal_actions()))
        return self.views[-1][1][0]


def first(view):
    return view.legal_actions()[0]


@pytest.mark.parametrize("game", game_names())
def test_an_agent_that_draws_as_random_does_plays_its_hands(game):
    agent = ByLot(game)
    asked = boneyard.simulate(game, [agent, "random", agent], jobs=1, **SMALL)
    plain = boneyard.simulate(game, ["random"] * 3, jobs=1, **SMALL)
    assert asked.strategies.index.tolist() == ["ByLot", "random"]
    assert asked.counts()["by_seat"] == [
        {**seat, "strategy": own["strategy"]} for seat, own in zip(
            plain.counts()["by_seat"], asked.counts()["by_seat"], strict=True)]


def test_numbers_are_the_same_for_any_workers():
    alone, two, elsewhere = (boneyard.simulate("loo", [first, "banker"], jobs=jobs, backend=backend,
                                               **SMALL).counts()
                             for jobs, backend in ((1, "threads"), (2, "threads"),
                                                   (2, "processes")))
    assert alone["by_seat"] == two["by_seat"] == elsewhere["by_seat"]


def test_a_view_has_legal_actions_as_long_as_its_decision_is_asked():
    agent = Seen()
    boneyard.replay("loo", session=0, hand=range(20), lineup=[agent, "stay"], seed=1)
    decisions = {view.decision for view, _ in agent.views}
    assert {"declare", "lead", "follow"} <= decisions <= {*find_game("loo").decisions}
    view, legal = agent.views[0]
    assert legal == [action for action in range(64) if view.legal >> action & 1]
    with pytest.raises(BoneyardError, match=r"^the decision to declare is over: ask its view"):
        view.legal_actions()
    state = boneyard.table("loo", [None, "stay"], seed=1).new_hand(0)
    assert isinstance(state.view(), View) and state.view().legal_actions() == state.legal_actions()
    assert not any({"decision", "legal_actions"} & {*kind._fields}
                   for game in game_names() for kind, _ in views_of(game))


WHERE = r" in seat 1 {}, when asked to {} in session \d+, hand \d+, seed 3$"


@pytest.mark.parametrize(("act", "what", "decision"), [
    (lambda view: 99, r"answered 99; legal were play miss", "declare"),
    (lambda view: None, "answered None, which is no whole number", "declare"),
    (lambda view: 1.0, r"answered 1\.0, which is no whole number", "declare"),
    (lambda view: 10**30, "answered 10{30}, which is no whole number", "declare"),
    (lambda view: 1 if view.decision == "declare" else 1 // 0,
     "raised ZeroDivisionError: integer division or modulo by zero", "(lead|follow)"),
])
def test_an_error_names_the_seat_the_hand_and_the_seed(act, what, decision):
    with pytest.raises(StrategyError, match="^strategy '<lambda>'" + WHERE.format(what, decision)):
        boneyard.simulate("loo", ["stay", act], jobs=2, **SMALL)


#: Of one agent: a run, and what plays hands with some actions forced.
ASKS = [
    lambda agent: boneyard.simulate("casino", [agent, "random"], jobs=1, **SMALL),
    lambda agent: boneyard.advise("loo", "6-6 6-2 4-4 3-1 2-0", "6-3", 1, before="play",
                                  lineup=[agent, "stay"], deals=512),
    lambda agent: boneyard.exploit("loo", [agent, "stay"], deals=1000, jobs=1)]


@pytest.mark.parametrize("ask", ASKS)
def test_an_interrupt_goes_through(ask):
    def pressed(view):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ask(pressed)


@pytest.mark.parametrize("ask", ASKS)
def test_an_error_is_the_agents_own_wherever_it_sits(ask):
    with pytest.raises(StrategyError, match="raised ZeroDivisionError: integer division"):
        ask(lambda view: 1 // 0)


def test_chance_that_is_not_a_views_is_refused():
    with pytest.raises(StrategyError, match=r"uses random, so that no hand could be played again"):
        boneyard.simulate("casino", [lambda view: random.choice(view.legal_actions()), "random"],
                          **SMALL)


def test_a_file_may_hold_agents(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    there = boneyard.simulate("loo", f"{path}:first,{path}:Last,random", jobs=2, **SMALL)
    module = sys.modules[there.run.players[0].agent.entry.__module__]
    here = boneyard.simulate("loo", [module.first, module.Last, "random"], jobs=1, **SMALL)
    assert there.run.labels == ["first", "Last", "random"]
    assert there.counts()["by_seat"] == here.counts()["by_seat"]
    assert here.run.entries == there.run.entries
    with pytest.raises(BoneyardError, match=r"^strategy 'first' has no parameters, not 'x'$"):
        seat_players("loo", f"{path}:first(x=1)", 2)


@pytest.mark.parametrize("entry", [3, None, object(), {"act": first}, int])
def test_what_does_not_act_is_refused(entry):
    with pytest.raises(BoneyardError, match=r"is no name, strategy class or instance, no function"):
        seat_players("loo", [entry, "stay"])


@pytest.mark.parametrize("ask", [
    lambda: boneyard.study("duel", "loo", [first, "random"], sessions=32, hands=5),
    lambda: boneyard.study("risk", "loo", [first, "stay"], rules={"penalty": "cap:40"},
                           sessions=32, hands=5),
    lambda: boneyard.sweep("loo", "penalty", ["cap:20", "cap:40"], [first, "random"], sessions=16,
                           hands=5),
    lambda: boneyard.sweep("loo", "threshold.stay_1", [1, 2], [first, "threshold"], sessions=16,
                           hands=5),
    lambda: boneyard.advise("casino", "6-6 4-4 5-0", position="first", lineup=[first, "random"],
                            deals=512),
])
def test_whatever_takes_a_line_up_takes_agents_and_warns_that_they_are_slow(ask):
    with pytest.warns(TableNote, match="first decides in plain Python, some 150,000 times") as told:
        assert str(ask())
    assert len(told) == 1
