"""Strategies are asked what they would have declared with the hands that a player may have had."""

import numpy as np
import pytest

from reports.request import set_up
from simulate.branch.asked import Panel
from simulate.errors import BoneyardError
from simulate.games.spot import asking
from simulate.runs.follow import histories
from strategies.lineup import seat_players

TABLES = [("loo", "book,bold,banker,threshold", {}),
          ("loo", "book,banker,bold", {"penalty": "cap:30"}),
          ("loo", "bold,banker", {"scoring": "points"}), ("rounce", "book,banker,bold", {}),
          ("euchre", "hoyle,threshold,loner,bold", {}), ("euchre", "loner,hoyle,bold", {})]


def _decisions(game, lineup, rules, sessions=6, keep=None):
    """Yield how likely each player of a table is to do what one of them did, and whose it was."""
    run = set_up(game, lineup, None, rules, sessions, 8, 3)
    panel, ask = Panel(run, run.players), asking(game)
    for hand, _ in histories(run, range(sessions)):
        for part in () if keep is None else {"dealt", "tricks", "tricks_won", "looed"} - keep:
            hand = {**hand, part: [] if part == "tricks" else None}
        events = ask.events(hand, run.rules)
        for index, event in enumerate(events):
            if event.decision == ask.opens_with:
                chances, legal = panel.chances(hand, events, index)
                assert legal >> event.answer & 1
                assert chances.sum(axis=1) == pytest.approx(1)
                yield chances[:, event.answer], event.seat


@pytest.mark.parametrize(("game", "lineup", "rules"), TABLES)
def test_players_do_what_they_did_with_the_tiles_that_they_had_and_others_do_not(
    game, lineup, rules
):
    found = list(_decisions(game, lineup, rules))
    assert all(chances[seat] == 1 for chances, seat in found)
    others = [np.delete(chances, seat).mean() for chances, seat in found]
    assert np.mean(others) < 0.97


@pytest.mark.parametrize(("game", "lineup", "rules"), TABLES[::2])
def test_tiles_that_were_laid_tell_nearly_as_much(game, lineup, rules):
    dark, laid = ([np.log(0.95 * chances[seat] + 0.02) for chances, seat in _decisions(
        game, lineup, rules, keep=keep)] for keep in (set(), {"tricks", "tricks_won", "looed"}))
    assert np.mean(laid) > 0.6 * np.mean(dark)


def test_chances_in_the_dark_are_how_often_it_is_done():
    """A player who stays in with so many hands of a hundred is found to stay in as often."""
    run = set_up("loo", "book,bold,banker,threshold", 4, None, 40, 8, 5)
    panel, ask, found = Panel(run, run.players), asking("loo"), []
    for hand, _ in histories(run, range(40)):
        blind = {**hand, "dealt": None, "tricks": [], "tricks_won": None}
        events = ask.events(blind, run.rules)
        for index, event in enumerate(events):
            if event.decision == "declare":
                chance = panel.chances(blind, events, index)[0][event.seat, 3]
                found.append(((event.answer == 3) - chance, chance * (1 - chance)))
    off, variance = np.array(found).sum(axis=0)
    assert abs(off) < 3.5 * variance**0.5


def test_who_plays_by_lot_and_what_has_no_declarations():
    run = set_up("loo", "solved", 4, None, 1, 1, 3)
    hand, _ = next(histories(run, range(1)))
    events = asking("loo").events(hand, run.rules)
    (player,) = seat_players("loo", ["solved"], 1, run.rules, 4)
    assert ((chances := Panel(run, [player]).chances(hand, events, 0)[0]) >= 0).all()
    assert chances.sum() == pytest.approx(1)
    (lot,) = seat_players("loo", ["random"], 1, run.rules, 4)
    chances, legal = Panel(run, [lot]).chances(hand, events, 0)
    assert np.count_nonzero(chances) == legal.bit_count() > 1
    assert chances.max() == 1 / legal.bit_count(), "each legal action is as likely"
    run = set_up("pool", "counter", 3)
    with pytest.raises(BoneyardError, match="Domino Pool has no declarations and no calls"):
        asking("pool").opening({"game": "pool"}, run.rules, [], 0)
