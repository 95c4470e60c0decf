"""What the strategies for Euchre claim, and that they do no worse than chance."""

import pytest

from simulate.games.euchre.kernel import unpack
from simulate.games.euchre.rules import EuchreRules
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import library, seat_players

NAMES = sorted(set(library("euchre")) - {"random"})


def tally(lineup, sessions=400):
    run = Run("euchre", EuchreRules(), seat_players("euchre", lineup), sessions, 1000, 3)
    return play(run, jobs=1).tally


def rate(result, above, below, seat=0):
    return result.form(above, [seat]) / result.form(below, [seat])


@pytest.mark.parametrize("name", NAMES)
def test_partners_with_a_strategy_beat_chance(name):
    assert rate(tally([name, "random"] * 2), "games_won", "games") > 0.9


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_a_strategy_beats_chance_alone(name, players):
    result = tally([name] + ["random"] * (players - 1))
    assert rate(result, "games_won", "games") > 0.6


def test_the_bold_make_trump_more_often_than_the_cautious_and_are_euchred_more():
    bold, cautious = tally(["bold"] * 4), tally(["cautious"] * 4)
    assert rate(bold, "euchred", "made") > rate(cautious, "euchred", "made") + 0.1
    assert bold.session_total("voids") < cautious.session_total("voids")


def test_the_loner_goes_alone_and_often_matches():
    loner, cautious = (tally([name] * 4, 2000) for name in ("loner", "cautious"))
    assert rate(loner, "alone", "made") > 1.3 * rate(cautious, "alone", "made")
    tricks = unpack(loner.counts, 4)["makers"].sum((0, 1, 2))[1]
    assert tricks[5] > 0.2 * tricks.sum()
    assert tricks[:3].sum() < 0.3 * tricks.sum()


def test_thresholds_decide():
    never = tally(["threshold(accept_1=9,accept_2=9,accept_3=9,accept_4=9,name=9)"] * 4, 1)
    assert never.session_total("voids") == never.session_total("hands") == 1000
    always = tally(["threshold(accept_1=0,alone=0)"] * 4)
    assert always.session_total("voids") == 0
    assert sum(always.form("made", [seat]) for seat in range(4)) == always.session_total("hands")


def test_hoyle_orders_up_at_the_bridge_only_when_told():
    with_rule, without = tally(["hoyle"] * 4, 2000), tally(["hoyle(bridge=0)"] * 4, 2000)
    assert with_rule.form("made", range(4)) != without.form("made", range(4))


def test_hoyle_takes_the_turn_up_with_less_where_there_is_one_rival():
    games = tally(["hoyle", "hoyle(take_of_two=7)"], 2000)
    assert games.form("games_won", [0]) > 0.56 * games.form("games", [0, 1]) / 2
    alike = tally(["hoyle(take_of_two=30)"] * 4, 200), tally(["hoyle"] * 4, 200)
    assert alike[0].form("made", range(4)) == alike[1].form("made", range(4))
