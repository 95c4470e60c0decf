"""Rule options that say where they matter."""

from __future__ import annotations

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from reports.request import read_rules
from simulate.errors import BoneyardError
from simulate.games.game import find_game, game_names
from simulate.games.loo.rules import LooRules
from simulate.games.pool.rules import PoolRules
from tests.sizes import in_pieces


@pytest.mark.parametrize(("rules", "idle"), [
    (LooRules(penalty="cap:40"), {}),
    (LooRules(penalty="cap:40", scoring="points"), {"penalty": "scoring=chips"}),
    (LooRules(scoring="points", must_trump=False), {}),
    (LooRules(ante=1, remainder="stays", scoring="points"),
     {"ante": "scoring=chips", "remainder": "scoring=chips"}),
    (PoolRules(star="no"), {"star": "score=hundred_up"}),
    (PoolRules(star="no", target=50, score="hundred_up"), {}),
    (PoolRules(draw="may", leader="rotate"), {})])
def test_options_that_change_nothing_are_named(rules, idle):
    assert rules.idle() == idle
    assert not idle.keys() & rules.in_force(3).keys()


@pytest.mark.parametrize("game", game_names())
def test_conditions_name_options_and_values_of_the_game(game):
    wanted = find_game(game).rules_class
    defaults = {entry.name: entry.default for entry, _ in wanted.options()}
    for entry, explained in wanted.options():
        assert wanted.condition(entry.name) == explained.condition
        if explained.only_with is not None:
            name, value = explained.only_with
            assert name in defaults and wanted(**{name: value}).as_dict()[name] == value


RED_LION = """
game = "loo"
preset = "gamerules"
penalty = "cap:20"
must_trump = false
bankroll = 2e2
"""


@pytest.fixture
def house(tmp_path):
    """Return a function that writes a file and returns its path."""
    path = tmp_path / "house.toml"

    def write(content: str | bytes) -> str:
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write


def test_a_file_sets_options_on_a_preset(house):
    expected = find_game("loo").rules_class.of(
        "gamerules", penalty="cap:20", must_trump=False, bankroll=200)
    path = house(RED_LION)
    assert read_rules("loo", path) == expected
    assert read_rules("loo", {"preset": path, "ante": 3}) == expected.changed(ante=3)


@pytest.mark.parametrize(("content", "words"), [
    ("x = " + "[" * 9_000, "nested too deep"),
    ("# " + "x" * 200_000, "is longer than 10,000 bytes"),
    (b"\xff\xfe", "is not a text in UTF-8")])
def test_what_is_no_file_of_rules_is_named_and_why(house, content, words):
    with pytest.raises(BoneyardError, match=rf"rules file '.*house\.toml'.*{words}"):
        read_rules("loo", house(content))


@pytest.mark.parametrize("path", [
    "no such.toml", ".toml", "/.toml", "\0.toml", "x" * 5000 + ".toml", "\udc80.toml"])
def test_a_file_that_cannot_be_read_is_named(path):
    with pytest.raises(BoneyardError, match=r"\.toml"):
        read_rules("loo", path)


OPTIONS = sorted({entry.name for game in game_names()
                  for entry, _ in find_game(game).rules_class.options()})
VALUES = st.one_of(
    st.booleans().map(lambda value: str(value).lower()), st.integers().map(str),
    st.floats().map(repr), st.text(max_size=6).map(json.dumps),
    st.sampled_from(['"cap:40"', '"unlimited"', '"none"', "{}", "[]", "1979-05-27", "07:32:00"]))
LINES = st.tuples(st.sampled_from([*OPTIONS, "game", "preset"]), VALUES).map(" = ".join)
ANYTHING = st.lists(LINES, max_size=4, unique_by=lambda line: line.split()[0]).map("\n".join)


@in_pieces("files", 100, 400)
def test_no_file_ends_in_another_error(house, files):
    @settings(max_examples=files, derandomize=True, deadline=None, database=None,
              suppress_health_check=list(HealthCheck))
    @given(game=st.sampled_from(game_names()), content=st.one_of(ANYTHING, st.text(), st.binary()))
    def read(game, content):
        content = content if isinstance(content, bytes) else content.encode(errors="ignore")
        path = house(content)
        try:
            rules = read_rules(game, path)
        except BoneyardError as error:
            rules, said = None, str(error)
        assert isinstance(rules, find_game(game).rules_class) if rules else "rules file" in said

    read()
