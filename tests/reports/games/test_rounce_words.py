"""Rounce is told in its own words: a dummy is taken, and a seat without a trick is rounced."""

import re
from dataclasses import replace

import pytest
from matplotlib.text import Text

from boneyard import simulate
from boneyard.cli.commands.listing import strategies
from reports.games.loo.typed import declarations
from reports.request import set_up
from reports.studies.advise.decision_input import in_words
from reports.studies.miss.study import study_miss
from reports.studies.solution.exploiting import study_exploit
from simulate.errors import BoneyardError
from simulate.games.loo.views import DECLARE, MISS
from simulate.games.spot import Event
from tests.reports.words_shown import words_shown

#: Words of Loo; names of strategies, files and commands are no words of the game.
LOOS_OWN = re.compile(r"\b(?:miss|misses|missed|looed)\b")
NAMES = re.compile(r"never-miss|miss-lover|boneyard study miss|\w+\.csv")


def told_of_loo(text):
    return LOOS_OWN.findall(NAMES.sub("", text))


@pytest.fixture(scope="module")
def run():
    return set_up("rounce", "stay", 3, None, 1, 100, 5)


def test_where_games_are_won_the_first_sentence_ranks_by_games():
    ranked = simulate("rounce", "stay,random,random", sessions=200, seed=1, jobs=1)
    first, second = ranked.game_report.answers(ranked)[:2]
    assert first.startswith("stay ") and " of the games." in first
    assert second.startswith("stay ") and " points a hand." in second
    alike = simulate("rounce", "stay", players=3, sessions=40, jobs=1)
    assert alike.game_report.answers(alike)[0].startswith("All seats play stay")


def test_a_run_is_told_in_words_of_rounce():
    document = simulate("rounce", "random", players=3, sessions=40, jobs=1).report()
    text = "\n".join([*document.answers, words_shown(document.sections)])
    assert told_of_loo(text) == []
    assert "rounced after a dummy" in text


def test_the_chart_is_told_in_words_of_rounce(run):
    study = study_miss(replace(run, sessions=80_000), jobs=1)
    text = "\n".join([study.question, *study.answer, words_shown(study.sections)])
    assert told_of_loo(text) == []
    assert study.question == "When should a seat play, take a dummy, or drop?"
    (picture,) = study.sections[0].pictures
    drawn = [one.get_text() for one in picture.figure.findobj(Text)]
    assert "Y  dummy" in drawn and "Play, dummy or drop?" in drawn
    assert "Y" in drawn and "M" not in drawn


def test_a_best_response_is_told_in_words_of_rounce(run):
    study = study_exploit(run, library_too=False, deals=4_000, jobs=1)
    text = "\n".join([*study.answer, words_shown(study.sections)])
    assert told_of_loo(text) == []
    assert "take a dummy" in text


@pytest.mark.parametrize("word", ["dummy", "miss"])
def test_a_dummy_is_declared_by_its_name_and_by_that_of_loo(run, word):
    assert declarations(run, f"drop,{word}")[1] == {"seat": 1, "action": "miss"}


def test_no_more_dummies_are_declared_than_there_are_and_none_at_loo(run):
    with pytest.raises(BoneyardError, match="3 dummies, but with 3 players there are 2"):
        declarations(run, "dummy,dummy,dummy")
    with pytest.raises(BoneyardError, match="unknown declaration 'dummy'"):
        declarations(set_up("loo", "stay", 3, None, 1, 100, 5), "dummy")


@pytest.mark.parametrize(("game", "words"), [("loo", "take the miss"), ("rounce", "take a dummy")])
def test_advice_names_what_is_taken(game, words):
    assert in_words(game, Event(0, "declare", DECLARE, None, ""), MISS) == words


def test_strategies_are_listed_in_words_of_rounce(capsys):
    strategies("rounce")
    text = capsys.readouterr().out
    assert told_of_loo(text) == []
    assert "never takes a dummy" in text
    strategies("loo")
    assert "never takes the miss" in capsys.readouterr().out
