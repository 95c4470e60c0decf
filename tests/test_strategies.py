"""What every strategy of the library claims of itself holds, whoever adds one."""

from __future__ import annotations

import inspect

import pytest

from simulate.batch import Run, play
from simulate.errors import BoneyardError
from simulate.game import GAME_NAMES, find_game
from strategies.base import UNIFORM, Parameter, Strategy
from strategies.lineup import library, seat_players, split
from strategies.loo.base import LooStrategy

EVERY = [(game, name) for game in GAME_NAMES for name in sorted(library(game))]


@pytest.mark.parametrize(("game", "name"), EVERY)
class TestEveryStrategy:
    @pytest.fixture
    def strategy(self, game, name) -> type[Strategy]:
        return library(game)[name]

    def test_it_explains_itself(self, strategy, name):
        assert name == name.lower()
        assert not set(name) & set(" ,():=")
        assert strategy.summary.endswith(".")
        assert strategy.looks_at
        assert inspect.getdoc(strategy)
        for parameter in strategy.parameters.values():
            assert parameter.low <= parameter.default <= parameter.high
            assert parameter.meaning

    def test_its_decisions_are_plain_functions_of_a_view_and_parameters(self, strategy):
        for decision in strategy.decisions:
            function = getattr(strategy, decision, UNIFORM)
            if function is not UNIFORM:
                assert len(inspect.signature(function).parameters) == 2
                assert isinstance(inspect.getattr_static(strategy, decision), staticmethod)

    def test_its_label_is_a_line_up_entry(self, strategy, game):
        changed = {key: p.low for key, p in strategy.parameters.items()}
        for one in (strategy(), strategy(**changed)):
            (player,) = seat_players(game, [one.label])
            assert player.label == one.label
            assert player.parameters == pytest.approx(one.values, rel=1e-5)

    def test_it_plays_with_any_number_of_seats_and_every_end_of_its_parameters(
        self, strategy, game
    ):
        found = find_game(game)
        ends = [strategy()]
        if strategy.parameters:
            ends += [strategy(**{key: getattr(p, end) for key, p in strategy.parameters.items()})
                     for end in ("low", "high")]
        for seats in range(found.seats[0], found.seats[1] + 1):
            for one in ends:
                players = seat_players(game, [one, *["random"] * (seats - 1)])
                run = Run(game, found.rules_class(), players, 16, 20, 5)
                assert play(run, jobs=1).tally.session_total("hands") > 0


class Tuned(LooStrategy):
    name = "tuned"
    parameters = {"x": Parameter(1, 0, 2, "a number")}  # noqa: RUF012


def test_parameters_are_checked_by_name_and_range():
    assert Tuned().label == "tuned"
    assert Tuned(x="1.5").label == "tuned(x=1.5)"
    for wrong, words in (({"y": 1}, "unknown parameter of 'tuned' 'y'"),
                         ({"x": 3}, "parameter x=3 of 'tuned' is not a number from 0 to 2"),
                         ({"x": "much"}, "parameter x=much"), ({"x": float("nan")}, "x=nan")):
        with pytest.raises(BoneyardError, match=words):
            Tuned(**wrong)


def test_names_classes_and_instances_are_accepted():
    players = seat_players("loo", ["random", Tuned, Tuned(x=2)])
    assert [player.label for player in players] == ["random", "tuned", "tuned(x=2)"]
    assert len(seat_players("loo", Tuned, 4)) == 4


def test_a_line_up_is_split_at_commas_outside_parentheses():
    assert split("a,b(x=1,y=2), c.py:D") == ["a", "b(x=1,y=2)", "c.py:D"]


@pytest.mark.parametrize(("lineup", "words"), [
    ([3], "line-up entry 3 is no name"),
    (["random(x)"], "'x' is not param=value"),
    (["random)"], "is none of name"),
    ([], "has an empty entry"),
    ([Strategy], "has no name"),
])
def test_wrong_entries_are_named(lineup, words):
    with pytest.raises(BoneyardError, match=words):
        seat_players("loo", lineup)


def test_a_strategy_for_another_game_is_refused():
    with pytest.raises(BoneyardError, match="plays loo, rounce, not"):
        seat_players(next(g for g in GAME_NAMES if g not in Tuned.games), [Tuned])
