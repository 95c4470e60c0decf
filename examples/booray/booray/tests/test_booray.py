"""Boo-Ray: the kernel agrees with the oracle hand for hand, and wrong rules are found out."""

import pytest

from booray.players import BoorayStrategy
from booray.rules import BoorayRules
from simulate.domino.tile_sets import count, nth
from simulate.games.game import ENTRY_POINTS
from simulate.runs.play import play
from simulate.runs.replay import histories
from simulate.runs.run import Run
from strategies.lineup import library, seat_players
from tests.boneyard.cli.test_main import boneyard
from tests.simulate.games.seated import decks
from tests.tools.installed import install

from . import oracle
from .seated import Seated


@pytest.fixture(autouse=True)
def installed(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(install(tmp_path, ENTRY_POINTS, booray="booray.game:GAME"))


SEED, SESSIONS, HANDS = 1936, 12, 12
RULES = [BoorayRules(), BoorayRules(head=False, penalty="cap:2n"), BoorayRules(top=False, ante=3),
         BoorayRules(penalty="fixed:5", escalation_limit=40)]


class Watchful(BoorayStrategy):
    """Answers by all that its view shows, so that no entry can be wrong unnoticed."""

    name = "watchful"

    @staticmethod
    def declare(view, p):
        shown = 3 * view.playing + 5 * view.passed + 7 * view.pool + view.penalty + view.position
        return 1 + (view.word + shown + view.turn_up) % 65537 % 2

    @staticmethod
    def keep(view, p):
        shown = view.changed + view.playing + view.most + view.hand + view.trump
        hand = view.hand
        for _ in range((view.word + shown) % 65537 % (view.most + 1)):
            hand &= hand - 1
        return hand

    @staticmethod
    def follow(view, p):
        shown = (view.tricks + view.voids + view.played + 3 * view.discarded + view.winning
                 + 5 * view.winner + view.to_come + view.trick + view.seats_in + view.changed)
        return nth(view.legal, (view.word + shown) % 65537 % count(view.legal))


def by_kernel(run, session):
    return [hand for hand, _ in histories(run, range(session, session + 1))]


def by_oracle(run, session):
    players = len(run.players)
    return oracle.play_session(run.rules.as_dict(), players, session % players,
                               decks(run, session), Seated(run, session), HANDS)


def canonical(hand):
    said = [one | {key: sorted(one[key]) for key in ("discarded", "drawn")}
            for one in hand["declarations"]]
    return hand | {"dealt": [sorted(tiles) for tiles in hand["dealt"]], "declarations": said}


def agree(rules, players):
    names = [*sorted(library("booray")), Watchful, Watchful]
    for session in range(SESSIONS):
        lineup = [names[(session + seat) % len(names)] for seat in range(players)]
        run = Run("booray", rules, seat_players("booray", lineup), 1, HANDS, SEED)
        kernel, plain = by_kernel(run, session), by_oracle(run, session)
        assert len(kernel) == len(plain)
        for told, expected in zip(kernel, plain, strict=True):
            for key, value in canonical(expected).items():
                assert canonical(told)[key] == value, (session, told["hand"], key)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_kernel_agrees_with_the_oracle(rules, players):
    agree(rules, players)


def test_what_is_counted_is_what_the_histories_tell():
    run = Run("booray", RULES[0], seat_players("booray", "thumb,cautious,bold,random"), 40, 10, 7)
    hands, tally = [hand for hand, _ in histories(run, range(40))], play(run, jobs=1).tally
    for seat in range(4):
        says = [next((one for one in hand["declarations"] if one["seat"] == seat), None)
                for hand in hands]
        assert tally.form("looed", [seat]) == sum(hand["looed"][seat] for hand in hands)
        assert tally.form("value", [seat]) == sum(hand["net"][seat] for hand in hands)
        assert tally.form("changed", [seat]) == sum(len(one["drawn"]) for one in says if one)
    assert tally.session_total("ties") == sum(not any(hand["paid"]) for hand in hands) > 0


def test_decisions_are_priced_and_a_typed_hand_is_reviewed(monkeypatch, capsys, tmp_path):
    status, text, _ = boneyard(
        monkeypatch, capsys, "advise", "booray", "--hand", "5-2 5-1 2-2 3-2 0-0", "--position", "1",
        "--turn-up", "2-1", "--before", "pass", "--deals", "512")
    assert status == 0 and "Play: worth" in text
    status, text, _ = boneyard(
        monkeypatch, capsys, "advise", "booray", "--hand", "5-2 5-1 2-2 3-2 0-0", "--position", "1",
        "--turn-up", "2-1", "--before", "play, play, pass, pass", "--deals", "512")
    assert status == 0 and "\nkeep 5-2 3-2 2-2 " in text
    (tmp_path / "hands.txt").write_text(
        "game: booray\nplayers: Ann, Bob, Cy\ndealer: Cy\npool: 3\nturn-up: 2-1\n"
        "said: play 1, play 0, pass\nAnn: 5-2 2-2 3-2 0-0 5-1\ndiscarded Ann: 0-0\n"
        "drawn Ann: 6-6\n2: 2-2 4-2\n")
    status, text, said = boneyard(monkeypatch, capsys, "review", str(tmp_path / "hands.txt"),
                                  "--seat", "Ann", "--deals", "512")
    assert status == 0, said
    assert "1 hand and 3 decisions of Ann" in text


def test_a_typed_hand_without_declarations_is_told_so(monkeypatch, capsys, tmp_path):
    (tmp_path / "hands.txt").write_text(
        "game: booray\nplayers: Ann, Bob, Cy\ndealer: Cy\npool: 3\nturn-up: 2-1\n")
    status, _, said = boneyard(monkeypatch, capsys, "review", str(tmp_path / "hands.txt"),
                               "--seat", "Ann", "--deals", "512")
    assert status == 2 and "the hand has no declarations: write a line said: " in said


@pytest.mark.parametrize("broken", ["penalty", "left_to"])
def test_a_wrong_rule_is_found_out(monkeypatch, broken):
    wrong = {"penalty": lambda rules, pool, players: pool + 1,
             "left_to": lambda state, options, winning: options}
    monkeypatch.setattr(oracle, broken, wrong[broken])
    with pytest.raises((AssertionError, ValueError)):
        agree(RULES[0], 4)
