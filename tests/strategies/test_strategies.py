"""What every strategy of the library claims of itself holds, whoever adds one."""

import inspect

import pytest

from reports.request import set_up
from simulate.errors import BoneyardError, StrategyError
from simulate.games.game import find_game, game_names
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.base import UNIFORM, Parameter
from strategies.lineup import library, seat_players
from strategies.loo.base import LooStrategy
from tests.sizes import in_pieces

EVERY = [(game, name) for game in game_names() for name in sorted(library(game))]


@pytest.mark.parametrize("game", game_names())
def test_every_strategy_explains_itself(game):
    wide = max(map(len, library(game)))
    for name, strategy in library(game).items():
        assert name == name.lower() and not set(name) & set(" ,():=")
        # `boneyard strategies` has a line of a terminal for each.
        assert wide + 2 + len(find_game(game).in_own_words(strategy.summary)) <= 80, name
        assert strategy.summary.endswith(".") and strategy.looks_at, name
        assert " ".join(inspect.getdoc(strategy).split()).startswith(strategy.summary), name
        for parameter in strategy.parameters.values():
            assert parameter.low <= parameter.default <= parameter.high and parameter.meaning, name
        for decision in strategy.decisions:
            function = getattr(strategy, decision, UNIFORM)
            if function is not UNIFORM:
                assert len(inspect.signature(function).parameters) == 2, (name, decision)
                assert isinstance(inspect.getattr_static(strategy, decision), staticmethod)


@pytest.mark.parametrize("game", game_names())
def test_the_label_of_every_strategy_is_a_line_up_entry(game):
    for strategy in library(game).values():
        changed = {key: p.low for key, p in strategy.parameters.items()}
        for one in (strategy(), strategy(**changed)):
            (player,) = seat_players(game, [one.label])
            assert player.label == one.label
            assert player.parameters == pytest.approx(one.values_at(None), rel=1e-5)


@in_pieces("sessions", 3, 16)
@pytest.mark.parametrize(("game", "name"), EVERY)
def test_it_plays_with_any_number_of_seats_and_every_end_of_its_parameters(game, name, sessions):
    found, strategy = find_game(game), library(game)[name]
    ends = [strategy()]
    if strategy.parameters:
        ends += [strategy(**{key: getattr(p, end) for key, p in strategy.parameters.items()})
                 for end in ("low", "high")]
    for seats in range(found.seats[0], found.seats[1] + 1):
        for one in ends:
            # With all that it may imagine a hand takes seconds.
            thinks_long = strategy.is_slow and one is ends[-1]
            if thinks_long and sessions == 3 and seats < found.seats[1]:
                continue
            players = seat_players(game, [one, *["random"] * (seats - 1)])
            played = (1, 1) if thinks_long else (sessions, 3 if one.is_slow else 20)
            run = Run(game, found.rules_class(), players, *played, 5)
            assert play(run, jobs=1).tally.session_total("hands") > 0


class Tuned(LooStrategy):
    name = "tuned"
    parameters = {  # noqa: RUF012  # read only
        "x": Parameter(1, 0, 2, "a number"), "n": Parameter(1, 0, 2, "a count", whole=True)}
    declare = UNIFORM


@pytest.mark.parametrize("value", [1 / 3, 0.1 + 0.2, 1e-7, 1.5, 2.0])
def test_a_label_gives_the_parameters_again_exactly(value):
    player, = seat_players("loo", [Tuned(x=value)])
    again = Tuned(x=player.label.removeprefix("tuned(x=").removesuffix(")"))
    assert again.values_at(None) == {"x": value, "n": 1}


class AtTables(LooStrategy):
    name = "at-tables"
    parameters = Tuned.parameters
    defaults_by_table = {  # noqa: RUF012  # read only
        ("loo", "points", 3): {"x": 2}, ("rounce", "points", 3): {"x": 2}}
    declare = UNIFORM


@pytest.mark.parametrize(("game", "rules", "players", "x"), [
    ("loo", {}, 3, 1), ("loo", {"scoring": "points"}, 3, 2), ("rounce", {}, 3, 2),
    ("rounce", {}, 4, 1)])
def test_a_table_may_have_defaults_of_its_own(game, rules, players, x):
    rules = find_game(game).rules_class(**rules)
    for entry in (AtTables, AtTables(n=2)):  # among others, and at a table of its own
        (one, *_) = seat_players(game, [entry], 1, rules, players)
        assert one.parameters["x"] == x
        assert seat_players(game, [entry], players, rules)[0].parameters == one.parameters
    assert seat_players(game, [AtTables(x=0)], players, rules)[0].parameters["x"] == 0
    assert set_up(game, AtTables, players, rules).players[0].parameters["x"] == x


def test_defaults_of_tables_are_told_and_checked():
    assert AtTables.default_in_words("x", "loo") == "1 (2 for points with 3 players)"
    assert library("rounce")["book"].default_in_words("second", "rounce") == (
        "5 (7 for points with 3 or 4 players)")
    assert AtTables.default_in_words("n", "loo") == "1"
    for wrong, words in (({"x": 3}, "x=3 of 'at-tables' is not"), ({"y": 1}, "unknown parameter")):
        with pytest.raises(StrategyError, match=f"has defaults at .*points.*{words}"):
            type("Wrong", (AtTables,), {"defaults_by_table": {("loo", "points", 2): wrong}})


@pytest.mark.parametrize("games", [5, None])
def test_a_class_that_cannot_sit_down_is_an_error_of_one_sentence(games):
    with pytest.raises(BoneyardError, match="cannot sit down: TypeError"):
        seat_players("loo", type("Wrong", (LooStrategy,), {"name": "wrong", "games": games}), 3)


def test_seats_named_in_the_same_words_share_one_player():
    """Their charts would compete for the cache if each had its own."""
    first, second, other = seat_players("loo", ["solved", "solved", "book"])
    assert first is second and first.chart is second.chart and other is not first
    mine = seat_players("loo", [library("loo")["book"]()] * 2)
    assert mine[0] is not mine[1]
