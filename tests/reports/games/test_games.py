"""Reports of all games: what each figure must add up to."""

import numpy as np
import pytest

from boneyard import simulate
from reports.games.casino import report as casino_counts
from reports.games.euchre import report as euchre_counts
from reports.games.pool import report as pool_counts
from simulate.domino.tiles import TILES
from simulate.games.game import game_names
from tests.sizes import stats

SIZES = {
    **{game: {"sessions": 200, "hands": 40} for game in game_names()},
    "loo": {"rules": {"penalty": "cap:40"}, "sessions": 400, "hands": 40},
    "euchre": {"lineup": "hoyle,random,hoyle,random", "sessions": 1500},
    "pool": {"lineup": "heaviest,random,random,random", "sessions": 60, "hands": 40},
    "hundred_up": {
        "lineup": "heaviest,random,random", "sessions": 60, "rules": {"score": "hundred_up"}},
    "casino": {"lineup": "random", "players": 5, "sessions": 600}}
EXACT = {
    "seats", "seat", "hands", "games", "count", "session", "hand", "rounds", "round", "asked",
    "named", "tried", "bets", "trumps", "suit", "own", "other", "hands_in", "sessions"}


@pytest.fixture(scope="module")
def runs():
    return {
        name: simulate("pool" if name == "hundred_up" else name, seed=7, jobs=1, **size)
        for name, size in SIZES.items()}


@pytest.fixture(params=SIZES)
def result(request, runs):
    return runs[request.param]


def test_chips_at_pool_credit_an_equal_share_of_what_is_left():
    # A hand a session: two who tie leave one chip of three.
    result = simulate("pool", lineup="random", players=3, sessions=3000, hands=1, seed=2, jobs=1)
    measures, left = result.measures, result.played.tally.session_total("left")
    assert left > 0
    own = measures.tally.books.value_a_hand.name
    plain = [measures.amount(own, seat).value for seat in range(3)]
    assert sum(plain) == pytest.approx(-left / 3000)
    credited = [measures.value(seat).value for seat in range(3)]
    assert credited == pytest.approx([value + left / 3 / 3000 for value in plain])


def test_tables_carry_an_interval_for_every_number(result):
    for name, frame in result.tables.items():
        if name == "extremes":
            continue
        plain = [
            c for c in frame.select_dtypes("number")
            if not c.endswith(("_low", "_high", "_se"))
            and not (c in EXACT and f"{c}_low" not in frame)]
        assert plain, name
        for column in plain:
            low, value, high = (frame[f"{column}{side}"] for side in ("_low", "", "_high"))
            shown = low.notna() & high.notna()
            slack = 1e-9 * (1 + value.abs())
            inside = (low <= value + slack) & (value <= high + slack)
            assert inside[shown].all(), (name, column)
            assert shown.any(), (name, column)


def test_partners_win_together_and_others_lose(runs):
    seats = runs["euchre"].seats
    assert seats["points"].sum() == pytest.approx(0, abs=1e-12)
    assert seats["games_won"].tolist() == pytest.approx([*seats["games_won"][:2]] * 2)
    assert seats["games_won"][:2].sum() == pytest.approx(1)


def test_what_a_hand_made_is_worth():
    hands = np.zeros((2, 6), np.int64)
    hands[0, [1, 3, 5]] = 1, 2, 1  # -2, 1, 1, 2
    hands[1, 5] = 1  # 4
    made = euchre_counts.made(hands)
    assert made["points"].value == pytest.approx((-2 + 1 + 1 + 2 + 4) / 5)
    assert [made[how].value for how in ("euchred", "marched", "alone")] == [0.2, 0.4, 0.2]


def test_every_game_starts_at_no_points_and_one_side_wins_it(runs):
    result = runs["euchre"]
    games, won = euchre_counts.odds(result, 0, 0, 0)
    assert games == result.counts()["games"]
    assert won.value == pytest.approx(result.seats["games_won"][0])
    for own in euchre_counts.SCORES:
        ours, theirs = (euchre_counts.odds(result, s, *p) for s, p in
                        ((0, (own, 2)), (1, (2, own))))
        assert ours[0] == theirs[0]
        assert not ours[0] or ours[1].value + theirs[1].value == pytest.approx(1)


@pytest.mark.parametrize("name", ["pool", "hundred_up"])
def test_positions_share_every_hand(runs, name):
    result = runs[name]
    places = [pool_counts.position(result, p) for p in range(result.measures.seats)]
    assert sum(p["share"].value for p in places) == pytest.approx(1)
    assert sum(p["worth"].value for p in places) == pytest.approx(0, abs=1e-12)
    assert places[0]["worth"].low > 0  # the leader has a tile less to play
    endings = [pool_counts.ending(result, blocked) for blocked in range(2)]
    assert sum(e["hands"] for e in endings) == result.hands
    assert endings[1]["hands"] == result.counts()["blocked"]
    assert endings[0]["tied"].value == 0


def test_tiles_earn_what_the_seats_win(runs):
    result = runs["casino"]
    found = casino_counts.counts_of(result)
    earned = [casino_counts.tile(found, number) for number in range(TILES)]
    stashes = sum(seat["stash"] for seat in result.counts()["by_seat"])
    assert sum(tile["bets"] * tile["tiles"].value for tile in earned) == pytest.approx(stashes)
    last = result.tables["stashes"].groupby("seat")["tiles"].last()
    assert last.sum() * result.hands == pytest.approx(stashes)


def test_what_a_tile_earns_has_the_interval_of_rare_wins():
    """Seven bets of 200 won, of 3 to 21 tiles: Fay and Feuer's interval lies to the right."""
    counts = casino_counts.kernel.Counts(*(np.zeros_like(part) for part in casino_counts.counts_of(
        simulate("casino", "random", players=3, sessions=4, jobs=1))))
    counts.bets[27], counts.wins[27, 0], counts.wins[27, 1] = 200, 4, 3
    counts.won[27, 0, 3], counts.won[27, 1, 21] = 4, 3
    found = casino_counts.tile(counts, 27)["tiles"]
    assert found.value == pytest.approx(75 / 200)
    assert found.high - found.value > 1.5 * (found.value - found.low) > 0
    # As that of a Poisson number of 75**2 / 1359 = 4.14 wins of 1359 / 75 = 18.1 tiles.
    assert found.low == pytest.approx(18.12 / 200 * stats.gamma.ppf(0.025, 4.139), rel=1e-2)
    assert np.isnan(casino_counts.tile(counts, 0)["tiles"].low)


@pytest.mark.parametrize(("lineup", "sessions"), [("random", 64), (None, 8)])
@pytest.mark.parametrize("game", game_names())
def test_no_section_has_a_sentence_twice(game, lineup, sessions):
    rules = {"loo": {"scoring": "points"}, "pool": {"score": "hundred_up"}}.get(game)
    result = simulate(game, lineup, players=3, rules=rules,
                      sessions=sessions, jobs=1)
    for section in result.report().sections:
        assert len({*section.answer}) == len(section.answer), section.name
