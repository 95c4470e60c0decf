"""Tables that were solved, and strategies that are exploited."""


import numpy as np
import pytest

import boneyard
from boneyard import exploit, simulate, study
from reports.request import set_up
from reports.studies import exploit as whole
from reports.studies.solution.loo import exploit_race
from reports.studies.solution.pages import tables_of
from simulate.branch.pricing import Cost
from simulate.errors import BoneyardError
from simulate.runs.follow import histories
from simulate.theory.loo.solutions import CUTS
from simulate.theory.solution_file import POOLS, Solution
from strategies.charts import from_solution
from strategies.lineup import strategy_of


@pytest.mark.slow
@pytest.mark.usefixtures("booray")
def test_who_plays_by_a_file_declares_as_often_as_it_says(tmp_path):
    path = str(tmp_path / "mine.npz")
    for locks in ({}, {0: "bold"}):
        solved = boneyard.solve("booray", players=3, lock=locks, deals=12_000, rounds=1, jobs=1)
        solved.save_solution(path, overwrite=True)
        assert set(solved.tables["solution"].get("seat", {1, 2})) == {1, 2}
        rows = solved.tables["solution_seats"].reset_index().query("pool == 3")
        lineup = [locks.get(seat, path) for seat in range(3)]
        # First hands: seat by seat in every position, the three seats dealing in turn.
        run = simulate("booray", lineup, sessions=9_000, hands=1, seed=5, jobs=1).run
        hands = [hand for hand, _ in histories(run, range(run.sessions), 0, 1)]
        for _, row in rows.iterrows():
            dealer = row.get("dealer", 0)
            seat = row.get("seat", 1 + ["eldest hand", "second", "dealer"].index(row.place)) % 3
            dealt = [hand["declarations"] for hand in hands if hand["dealer"] == dealer]
            play = np.mean([{"seat": seat, "action": "play"}.items() <= one.items()
                            for said in dealt for one in [next(
                                (one for one in said if one["seat"] == seat), {})]])
            assert play == pytest.approx(row.play, abs=0.035)
    with pytest.raises(BoneyardError, match="with 3 players, not for booray"):
        simulate("booray", path, players=4, sessions=1, jobs=1)
    with pytest.warns(match="was solved around bold in seat 0"):
        gains = exploit("booray", path, players=3, deals=3_000, jobs=1).tables["exploitability"]
    assert gains.gain[path] < 0.2


@pytest.mark.usefixtures("booray")
@pytest.mark.parametrize(("changes", "wrong"), [
    ({"tiles": "x.npz"}, "which strategy plays the tiles"),
    ({"tiles": None}, "which strategy plays the tiles"),
    ({"rules": {"ante": 0}}, "its rules are none of the game"),
    ({"players": 4}, "its table is"), ({"players": 6}, "for 6 players, not for 3 to 5")])
def test_a_file_that_says_something_else_is_refused(changes, wrong, tmp_path):
    about = {"game": "booray", "players": 3, "tiles": "thumb", "rules": {}} | changes
    about["states"], pools = POOLS, {"pools": np.array([3])}
    shape = Solution({**about, "players": 3, "rules": {}}, np.zeros(0), pools).at
    chances = np.full((1, len(shape.declared.histories), shape.kinds, 2), 0.5)
    chances[..., 0], chances[..., 1] = 1, 0
    Solution(about, chances, pools).save(tmp_path / "mine.npz")
    with pytest.raises(BoneyardError, match=wrong):
        from_solution("booray", strategy_of).load(tmp_path / "mine.npz")


def test_every_strategy_is_exploited_in_games_won(monkeypatch):
    monkeypatch.setitem(CUTS, 2, (1, 6))  # two classes of scores a seat: quickly answered
    run = set_up("rounce", "stay", 2, None, 1_000, 1, 3)
    assert {"stay", "racer", "random"} <= {one.labels[0] for one in tables_of(run)}
    few = [set_up("rounce", name, 2, None, 1_000, 1, 3) for name in ("stay", "book")]
    monkeypatch.setattr("reports.studies.exploit.tables_of", lambda run: few)
    found = study("exploit", "rounce", "stay", players=2, sessions=1_000, seed=3, jobs=1)
    table = found.tables["exploit_race"]
    assert table.index.tolist() == ["book", "stay"]  # the one that loses least comes first
    assert found.answer[0].startswith("The best declarations against stay win at least ")
    assert set(found.report().pictures()) == {"exploit_race"}
    (alone,) = exploit_race(run, 1_000, 1)
    assert table.loc["stay", "won"] == alone.gain.value
    assert table.loc["stay", "gain"] == pytest.approx(alone.gain.value - 0.5)


def test_each_seat_of_a_mixed_table_responds_to_the_others(monkeypatch):
    monkeypatch.setitem(CUTS, 2, (1, 6))
    found = exploit("rounce", "stay,book", players=2, deals=3_000, seed=3, jobs=1)
    table = found.tables["exploit_race"]
    assert table.index.tolist() == ["book (seat 1)", "stay (seat 0)"]
    assert table.own.sum() == pytest.approx(1)
    assert table.gain_low.iloc[1] > 0.02
    assert (table.won - table.own).tolist() == pytest.approx(table.gain.tolist())
    assert found.answer[0].startswith("The best declarations against stay (seat 0) win at least ")


def test_a_hand_of_rounce_is_solved_by_itself():
    found = boneyard.solve("rounce", players=2, this_hand=True, deals=3_000, rounds=1, jobs=1)
    assert "may expect most" in found.answer[0] and " points a hand" in found.answer[0]
    # Five points are won, and each seat that is rounced loses five.
    seats = found.tables["solution_seats"]
    assert seats.worth.sum() == pytest.approx(5 - 5 * seats.looed.sum(), abs=2e-3)


def _won(found):
    return {one.decision: one for one in found.study.found["won"]}


def _doubled(cost, times):
    def of(*arguments):
        value, se, replicas = cost(*arguments)
        return Cost(times * value, times * se, times * replicas)
    return of


@pytest.mark.slow
def test_a_seat_that_errs_wins_by_asking_at_every_decision(monkeypatch):
    found = exploit("loo", "random,book", rules={"penalty": "cap:20"}, deals=120, seed=1,
                    whole=True, advice=128, jobs=1)
    won = _won(found)
    assert won["all"].won.low > 0 and won["all"].dealt.low > 0
    assert found.answer[0].startswith("The best answers against book win "
                                      "at least ")
    assert not any("More than luck" in sentence for sentence in found.answer)
    assert found.command.endswith("--deals 120 --advice 128 --seed 1")
    # The kinds of decisions add up to the hand.
    for sum_ in ("won", "dealt", "priced"):
        kinds = [getattr(one, sum_).value for kind, one in won.items() if kind != "all"]
        assert sum(kinds) == pytest.approx(getattr(won["all"], sum_).value)
    # Prices that are four times as high are found out; what the hands bring stays.
    monkeypatch.setattr(whole, "cost_of", _doubled(whole.cost_of, 4))
    again = exploit("loo", "random,book", rules={"penalty": "cap:20"}, deals=120, seed=1,
                    whole=True, advice=128, jobs=2)
    assert "More than luck sets the prices" in again.answer[1]
    assert _won(again)["all"].dealt.value == won["all"].dealt.value


def test_the_hands_as_they_were_dealt_are_games_won_or_lost():
    found = exploit("casino", "random", players=2, deals=12, whole=True, advice=64, jobs=1)
    all_of_it = _won(found)["all"]
    # Every game is won, shared or lost: twelve of them come to halves.
    assert np.isclose(24 * all_of_it.dealt.value % 1, [0, 1]).any()
    assert all_of_it.asked > 1 and 0 < all_of_it.changed <= all_of_it.asked
    # Whoever bets by lot is put right by a price.
    assert all_of_it.priced.value > 0 and all_of_it.priced.se > 0
    assert "of the games" in found.answer[0]
    # What may be luck is nowhere won.
    assert "do not surely win" in found.answer[0]
    # What is surely won comes on top of the games won without advice.
    sure = all_of_it._replace(won=all_of_it.won._replace(low=0.1))
    study = whole._study(found.run, found.run, [sure], "games", 12, 64)
    assert study.answer[0].endswith("of the games more.")
