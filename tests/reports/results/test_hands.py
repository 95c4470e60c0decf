"""The hands of a run as a frame are those of its replays, books and intervals."""


import numpy as np
import pandas as pd
import pytest

import boneyard
from simulate.games.game import game_names
from tests.conftest import example
from tests.docs.test_docs import EXAMPLES
from tests.reports.results.test_result import check_titles
from tests.sizes import without_drawing

booray, fortytwo = (example(game, "module") for game in EXAMPLES)
TABLES = {
    "loo": {"lineup": "stay,banker,random", "rules": {"penalty": "cap:40"}, "hands": 7},
    "rounce": {"lineup": "stay,random,random"}, "euchre": {"lineup": "random", "players": 4},
    "pool": {"lineup": "random", "players": 3, "hands": 5},
    "casino": {"lineup": "random", "players": 3}}


@pytest.fixture(scope="module", params=[*game_names(), *EXAMPLES])
def result(request):
    if request.param in EXAMPLES:
        request.getfixturevalue(request.param)
    return boneyard.simulate(
        request.param, sessions=40, seed=3, jobs=1, **TABLES.get(request.param, {}))


def test_a_title_stands_in_place_of_ours(result):
    check_titles(result.plot)


def test_sessions_add_up_to_the_tables(result):
    found, seats = result.sessions, result.tables["seats"]
    assert len(found) == 40 * len(seats) and found.attrs["seed"] == 3
    assert found["strategy"].tolist() == seats["strategy"].tolist() * 40
    made = found.groupby("seat")[["hands", result.unit]].sum()
    assert np.allclose(made[result.unit] / made["hands"], seats[result.unit])
    if result.is_game:
        assert np.allclose(found.groupby("seat")["games_won"].mean(), seats["games_won"])


def test_hands_add_up_to_sessions_and_to_what_was_played(result):
    hands, sessions = result.by_hand(), result.sessions
    players = len(result.run.players)
    assert len(hands) == result.hands * players
    made = hands.groupby(["session", "seat"])["net"].sum()
    column = f"{result.unit}_without_pool"
    if column in sessions or not result.is_game:
        assert made.tolist() == sessions[column if column in sessions else result.unit].tolist()
    assert hands.groupby("seat")["strategy"].first().tolist() == result.run.labels
    for name in ("looed", "missed", "played"):
        if "action" in hands and name in sessions:
            seen = hands["looed"] if name == "looed" else (
                hands["action"] == {"missed": "miss", "played": "play"}[name])
            if result.game.name == "booray" and name == "played":  # a dealer alone is not asked
                seen |= (hands["action"] == "none") & (hands["tricks"] > 0)
            counted = seen.groupby([hands["session"], hands["seat"]]).sum()
            assert counted.tolist() == sessions[name].tolist(), name


def check_auction(hand, own):
    """The last call of each seat before trumps are named, and who made trump."""
    calls = dict.fromkeys(range(hand["players"]), "none")
    for call in hand["auction"]:
        if call["call"] not in {f"{number}s" for number in range(7)}:  # bidders name trumps
            trump = f"{hand['trump']}s{' alone' * bool(call.get('alone'))}"
            calls[call["seat"]] = {"accept": trump, "name": trump}.get(call["call"], call["call"])
    assert own["action"].tolist() == list(calls.values())
    maker = hand["maker"] if "maker" in hand else hand["bidder"]
    assert own.index[own["maker"]].tolist() == [maker] * (maker is not None)


def test_a_hand_is_that_of_its_address(result):
    some = result.by_hand(sessions=3)
    assert some["session"].max() == 2
    run = result.run
    for hand in boneyard.replay(run.game, session=2, lineup=run.labels, rules=run.rules,
                                hands=run.hands, seed=run.seed):
        told = hand.history
        own = some[(some["session"] == 2) & (some["hand"] == told["hand"])].set_index("seat")
        for key, column in (("net", "net"), ("looed", "looed"), ("tricks_won", "tricks")):
            if column in own and isinstance(told.get(key), list):
                assert own[column].tolist() == told[key], key
        if "dealer" in own:
            assert set(own["dealer"]) == {told["dealer"]}
            assert own["position"][told["dealer"]] == own["position"].max()
        for said in told.get("declarations", ()) if "action" in own else ():
            assert own["action"][said["seat"]] == said["action"]
        if "auction" in told:
            check_auction(told, own)
        if "pool" in own:
            assert set(own["pool"]) == {told["pool"]}
            assert set(own["pool_after"]) == {told["pool_next"]}


def has_units(frame):
    """Return whether all columns and levels have a unit."""
    plain = frame.reset_index([level for level in frame.index.names if level is not None])
    return all(frame.attrs["units"].get(str(name)) for name in plain)


def keeps_what_it_is(frame, path):
    """Check categories and units of a frame, and that a Parquet file keeps all of it."""
    plain = frame.reset_index([level for level in frame.index.names if level is not None])
    for name in {"strategy", "action"} & set(plain):
        assert isinstance(plain[name].dtype, pd.CategoricalDtype), name
    assert has_units(frame)
    frame.to_parquet(path)
    again = pd.read_parquet(path)
    assert again.attrs == frame.attrs
    pd.testing.assert_frame_equal(again, pd.DataFrame(frame), check_categorical=len(frame) > 0)


def test_what_frames_are_stays_with_them_in_files(result, tmp_path):
    hands, sessions, unit = result.by_hand(sessions=2), result.sessions, result.unit
    frames = {"hands": hands, "sessions": sessions, **result.tables, "tidy": result.tidy(),
              "long": result.tidy(long=True)}
    assert hands.attrs["units"]["net"] == sessions.attrs["units"][unit] == unit
    for name in hands.columns.intersection(sessions.columns).difference(["looed"]):
        assert hands[name].dtype == sessions[name].dtype, name
        assert hands.attrs["units"][name] == sessions.attrs["units"][name], name
    assert list(hands["strategy"].cat.categories) == list(dict.fromkeys(result.run.labels))
    for name, frame in frames.items():
        about = {key: value for key, value in frame.attrs.items() if key != "units"}
        assert about == {key: hands.attrs[key] for key in about}, name
        keeps_what_it_is(frame, tmp_path / name)
    both = boneyard.concat([result, result])
    keeps_what_it_is(both, tmp_path / "both")
    assert len(both.attrs["commands"]) == 2


@pytest.mark.parametrize("game", game_names())
def test_lists_and_answers_have_units_and_their_origin(game):
    for frame in (boneyard.rules(game), boneyard.strategies(game)):
        assert has_units(frame) and frame.attrs["game"] == game
        assert frame.attrs["command"].endswith(f"s {game}") and frame.attrs["boneyard"]
    hand = boneyard.replay(game, session=0, hand=0, seed=3)[0]
    found = boneyard.advise(game, hand, decision=1, deals=512)
    assert has_units(found.frame) and found.frame.attrs["rules"] == found.run.rules.as_dict()


def test_a_run_writes_its_hands_and_says_first_that_it_cannot(tmp_path, monkeypatch):
    asked = {"lineup": "stay,random", "sessions": 20, "hands": 3, "jobs": 1, "by_hand": True}
    with without_drawing():
        result = boneyard.simulate("loo", out=tmp_path / "out", **asked)
    pd.testing.assert_frame_equal(
        pd.read_parquet(tmp_path / "out/hands.parquet"), result.by_hand())
    monkeypatch.setattr("simulate.runs.play.play", None)
    with pytest.raises(boneyard.BoneyardError, match=r"by_hand writes hands\.parquet: name its"):
        boneyard.simulate("loo", **asked)
    monkeypatch.setattr("reports.results.hands.MOST_ROWS", 119)
    with pytest.raises(boneyard.BoneyardError, match="about 120 rows"):
        boneyard.simulate("loo", out=tmp_path / "more", **asked)
    assert not (tmp_path / "more").exists()


def test_a_bootstrap_of_whole_sessions_meets_the_printed_interval():
    result = boneyard.simulate("loo", "banker,bold,book", rules={"penalty": "cap:40"},
                               sessions=2_000, hands=20, seed=5, jobs=1)
    hands = result.by_hand()
    counted = hands.groupby(["strategy", "session"], observed=True)["looed"].agg(["sum", "size"])
    chance = np.random.default_rng(7)
    drawn = chance.integers(0, 2_000, (1_000, 2_000))
    for strategy, row in result.strategies.iterrows():
        looed, dealt = counted.loc[strategy].to_numpy().T
        low, high = np.quantile(looed[drawn].sum(1) / dealt[drawn].sum(1), [0.025, 0.975])
        assert looed.sum() / dealt.sum() == pytest.approx(row["looed"])
        width = row["looed_high"] - row["looed_low"]
        assert abs(low - row["looed_low"]) < width / 8
        assert abs(high - row["looed_high"]) < width / 8


def test_too_many_hands_are_refused_before_they_are_played(monkeypatch):
    result = boneyard.simulate("casino", "random", players=3, sessions=5, jobs=1)
    monkeypatch.setattr("reports.results.hands.MOST_ROWS", 14)
    with pytest.raises(boneyard.BoneyardError, match=r"about 15 rows.* ask for 4 sessions at most"):
        result.by_hand()
