"""What the documentation shows is what the code does."""

from __future__ import annotations

import re

import nbformat
import numpy as np
import pytest

from scripts.learn_tiles import gain, tables_of
from simulate.games.game import find_game, game_names
from strategies.lineup import seat_players
from tests.tools.notebooks import FOLDER, NOTEBOOKS, run, texts
from tests.waiting import ROOT

TILES_PAGE = ROOT / "docs" / "tiles.md"


def test_the_example_strategy_plays():
    (player,) = seat_players("loo", [f"{ROOT / 'examples' / 'patient.py'}:Patient(needed=3)"])
    assert player.label == "patient(needed=3)"


def test_the_example_house_rules_are_rules():
    from reports.request import read_rules

    rules = read_rules("loo", str(ROOT / "examples" / "house.toml"))
    assert (rules.ante, rules.penalty, rules.must_trump) == (1, "cap:20", False)


@pytest.mark.parametrize("game", game_names())
def test_every_rule_option_is_in_the_rules_page(game):
    page = (ROOT / "docs" / "rules.md").read_text()
    for entry, _ in find_game(game).rules_class.options():
        assert f"`{entry.name}`" in page, entry.name


def rule(number, keeps, game, players):
    """Return a player that keeps or breaks one of the three rules for the tiles."""
    path = ROOT / "examples" / "three_rules.py"
    return seat_players(game, [f"{path}:Rule(number={number},keeps={keeps})"], players)[0]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players"), [
    (game, players) for game in ("loo", "rounce") for players in (2, 3, 4)])
def test_three_rules_are_worth_what_the_docs_say(game, players):
    """On other deals than those of the table, whose errors count too."""
    row = re.search(rf"^\| {game.title()} \| {players} \|(( [\d.]+ ± [\d.]+ \|)+)$",
                    TILES_PAGE.read_text(), re.MULTILINE)
    told = [tuple(map(float, cell.split(" ± "))) for cell in row[1].strip(" |").split(" | ")]
    table = tables_of(game, players, 5)[0].with_seats(seat_players(game, ["solved"], players)[0])
    for number, (worth, error) in enumerate(told, 1):
        (kept, one), (broken, other) = (
            gain(table, rule(number, keeps, game, players), 0, 1 << 15, 1) for keeps in (1, 0))
        assert kept - broken == pytest.approx(worth, abs=4 * np.hypot(np.hypot(one, other), error))
        assert kept - broken > np.hypot(one, other)


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_is_kept_with_its_results_in_order(name):
    code = [cell for cell in nbformat.read(FOLDER / name, as_version=4).cells
            if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    outputs = [output for cell in code for output in cell.outputs]
    assert not [output for output in outputs
                if output.get("name") == "stderr" or output.output_type == "error"]
    assert [output for output in outputs if "image/png" in output.get("data", {})]
    assert (FOLDER / name).stat().st_size < 600_000


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
@pytest.mark.filterwarnings("ignore")  # of Jupyter's own packages; the kernel has its own
def test_a_run_puts_out_what_is_kept(name):
    """Where an answer changed on purpose: ``python -m tests.tools.notebooks``."""
    assert texts(run(name, 600)) == texts(nbformat.read(FOLDER / name, as_version=4))
