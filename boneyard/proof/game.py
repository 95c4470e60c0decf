"""What proves a game: subclass ``Proof`` as ``TestGAME``, and name its oracle and its rules.

The library's own games are proved by it as well (``test_agreement.py`` of the tests)."""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from boneyard.proof.history import assert_same_hand, false_tricks
from boneyard.proof.randomness import deck_of
from boneyard.proof.tools import boneyard, install, interrupt, resume
from reports.results.game_report import ValuedTable
from simulate.branch.rolling import Rolling
from simulate.branch.whole import check_outcome
from simulate.errors import BoneyardError
from simulate.games.game import ENTRY_POINTS, find_game, module_of
from simulate.games.spot import UNKNOWN, asking, no_extra, nothing_fixed
from simulate.machine.table import BASE
from simulate.runs.chunk import record_sessions
from simulate.runs.follow import Paths, histories
from simulate.runs.play import play
from simulate.runs.run import Run
from simulate.theory.declarations import SILENT
from simulate.theory.declared import declared_at
from strategies.lineup import library, seat_players

SEED, HANDS = 1936, 12
#: The most hands of a game that is played to its end.
LONGEST = 400
#: What may stand in place of any part of a history.
JUNK: Sequence[Any] = (None, 5, -1, 10**30, 1.5, "x", [], {}, [[]], [{"seat": 0}])


def refuse_false_tricks(monkeypatch, capsys, tmp_path, hands):
    """Assert that ``boneyard review`` refuses tricks that cannot have been, by what is wrong."""
    played = [hand for hand in hands if hand.get("tricks")]
    if not played:
        pytest.skip("a game without tricks")
    place = tmp_path / "hand.jsonl"
    for false, words in false_tricks(max(played, key=lambda hand: len(str(hand)))):
        place.write_text(json.dumps(false) + "\n")
        status, _, err = boneyard(monkeypatch, capsys, "review", str(place), "--deals", "512")
        assert status == 2
        assert f"line 1: {words}" in err


def agree(spot, deal):
    """Return whether a deal, as far as it is known, is one that a seat thinks possible."""
    possible = [one in (UNKNOWN, tile) for one, tile in zip(spot.fixed, deal, strict=True)
                if tile != UNKNOWN]
    for group in spot.holdings:
        held = [int(deal[slot]) for slot in group.slots]
        known = [tile for tile, *_ in group.known]
        possible += [not {tile, UNKNOWN}.isdisjoint(held[first:end])
                     for tile, first, end in group.known]
        possible += [can >> tile & 1 for can, tile in zip(group.open, held, strict=True)
                     if tile not in (*known, UNKNOWN)]
    return all(possible)


def check_endings(run, games=32):
    """Assert that hands that end a game are worth it to those who win it, by the engine; also where
    the others are at the end as well. Return how many such hands there were."""
    game, ask, table, found = find_game(run.game), asking(run.game), ValuedTable(run), 0
    if not game.plays_to_the_end(run.rules) or table.stakes(0, 0, 1).unit != "games":
        return 0
    for row in record_sessions(replace(run, hands=LONGEST), range(games)):
        hand = {"game": run.game, "players": len(run.players), **game.record(row, len(run.players))}
        if hand.get("game_over", True) and "points_before" in hand:
            row = _nearly_won_by_others(run, row, hand)
            hand |= game.record(row, len(run.players))
        for seat in range(len(run.players) if hand.get("game_over", True) else 0):
            winners = hand.get("game_winners", hand["winners"])
            stakes = table.stakes(seat, hand.get("dealer", 0), hand.get("pool", 1),
                                  hand.get("points_before", ()))
            won = stakes.worth(row[ask.kept(seat, run.rules)][None, None])[0, 0]
            assert won in {(seat in winners) / k for k in (1, len(winners))}, hand
            found += 1
    return found


def _nearly_won_by_others(run, row, hand):
    """Return the row of a hand that ended a game, where the others lacked no more than a point."""
    game, ask, score = find_game(run.game), asking(run.game), hand["points_before"]
    falls = hand["points_after"][hand["winners"][0]] < score[hand["winners"][0]]
    for seat in {*range(len(score))} - {*hand["winners"]}:
        score[seat] = 1 if falls else (game.points(run.rules) or 0) - 1
    events, (order, key) = ask.events(hand, run.rules), deck_of(row)
    rolling = Rolling(run, ask.spot(hand, run.rules, events, 0))
    return rolling.replay(order, no_extra(), key, events[0].answer)


class Proof:
    """The tests of a game."""

    #: The game's name, and the object of its entry point; empty for a game of the library.
    game: str
    entry_point: str = ""
    #: The module that plays it at the oracle's table (``boneyard.proof.seated``): its
    #: ``by_oracle(run, session)`` and its ``Witness``, and the oracle.
    seated: ModuleType
    oracle: ModuleType
    #: Rules to play by, the game's own first; rules, and what is wrong of them; what is put in the
    #: place of a function of the oracle, or of a class there (``Class.name``).
    rules: Sequence[Mapping[str, Any]] = ({},)
    wrong: Sequence[tuple[Mapping[str, Any], Mapping[str, Any]]]
    broken: Mapping[str, Any]
    #: Rules by which hands are played and not asked about, as those of a bankroll.
    unasked: Sequence[Mapping[str, Any]] = ()
    #: What a history has of before a hand, which hands with forced actions have not.
    before: Sequence[str] = ()
    #: What the books count of a hand, by the history: ``counted[form](hand, seat)``, and of a
    #: session's row ``counted[field](hand)``. What a history has by that name needs no line.
    counted: Mapping[str, Callable[..., int]] = {}
    #: What chance decides besides the deck, by the row of a hand, as an ``InfoState`` has it.
    luck: Callable[..., Any] = staticmethod(lambda row, players: no_extra())
    #: How many sessions of how many hands are held against the oracle at each table.
    sessions, most_hands = 10, HANDS

    @pytest.fixture(autouse=True)
    def _installed(self, tmp_path_factory, monkeypatch):
        if self.entry_point:
            monkeypatch.syspath_prepend(install(
                tmp_path_factory.mktemp("site"), ENTRY_POINTS, **{self.game: self.entry_point}))

    def names(self):
        """Return the strategies that are seated beside the witness."""
        return sorted(library(self.game))

    def run(self, rules, players, shift=0, sessions=1, lineup=None):
        """Return a table: the witness in all seats, or strategies in turn."""
        names = [*self.names(), self.seated.Witness]
        seats = lineup or [names[(shift + seat * (1 + shift // len(names))) % len(names)]
                           if shift else self.seated.Witness for seat in range(players)]
        made = find_game(self.game).rules_class.of(None, **rules)
        return Run(self.game, made, seat_players(self.game, seats), sessions,
                   self.most_hands, SEED)

    def hands(self, run, session=0):
        return [hand for hand, _ in histories(run, range(session, session + 1))]

    def agrees(self, run, oracles=None, session=0):
        """Hold a session of kernel and oracle together; return how many hands it has."""
        kernel, oracle = self.hands(run, session), self.seated.by_oracle(oracles or run, session)
        for number, (one, other) in enumerate(zip(kernel, oracle, strict=True)):
            assert_same_hand(number, one, other | {"rules": one["rules"]})
        return len(kernel)

    def all_agree(self, tables):
        """Hold kernel and oracle together at several tables, each in a session of its own."""
        for session, (run, oracles) in enumerate(tables):
            self.agrees(run, oracles, session)

    @property
    def seats(self):
        fewest, most = find_game(self.game).seats
        return range(fewest, most + 1)

    @property
    def tables(self):
        """The game's own rules among any number of players, and all others among four."""
        return [*product(self.rules[:1], self.seats), *product(self.rules[1:], (4,))]

    def test_the_kernel_agrees_with_the_oracle_hand_for_hand(self):
        tables = [*self.tables, *product(self.unasked, (4,))]
        for k, ((rules, players), session) in enumerate(product(tables, range(self.sessions))):
            # Witnesses alone at first, then whoever comes to sit there.
            self.agrees(self.run(rules, players, session and k), session=session)

    def test_they_agree_where_nobody_looks_on(self):
        for players in self.seats:
            run = self.run({}, players, lineup=["random"] * players)
            for session in range(10**12, 10**12 + 5):
                self.agrees(run, session=session)

    def test_a_wrong_rule_is_found_out(self):
        for rules, wrong in self.wrong:
            tables = [(self.run(rules, 4, session), self.run({**rules, **wrong}, 4, session))
                      for session in range(20)]
            with pytest.raises((AssertionError, ValueError)):
                self.all_agree(tables)

    def test_a_wrong_oracle_is_found_out(self, monkeypatch):
        for name, wrong in self.broken.items():
            with monkeypatch.context() as patch:
                patch.setattr(f"{self.oracle.__name__}.{name}", wrong)
                with pytest.raises((AssertionError, ValueError, StopIteration)):
                    self.all_agree([(self.run({}, 4, session), None) for session in range(20)])

    def test_the_books_are_the_sums_of_the_hands(self):
        game = find_game(self.game)
        for shift, rules in enumerate((*self.rules, *self.unasked)):
            run = self.run(rules, 4, shift, 2 * self.sessions)
            rows = [row for session in range(run.sessions)
                    for row in record_sessions(run, (session,), 0, run.hands)]
            values = np.array([row[game.values : game.values + 4] for row in rows])
            powers = np.stack([(values.astype(float) ** k).sum(0) for k in range(1, 5)], axis=-1)
            extremes = [sorted(
                (sign * int(value), *map(int, row[[BASE.session, BASE.number]]), seat)
                for row, of_hand in zip(rows, values, strict=True)
                for seat, value in enumerate(of_hand)) for sign in (1, -1)]
            for jobs in (1, 2):
                tally = play(run, jobs=jobs).tally
                assert tally.session_total("hands") == len(rows)
                assert [tally.form(game.books.value, [seat]) for seat in range(4)] == (
                    values.sum(0).tolist())
                np.testing.assert_allclose(tally.powers.sum(0)[:, 1:], powers, rtol=1e-12)
                for kept, found in zip(tally.extremes, extremes, strict=True):
                    assert kept.tolist() == [list(one) for one in found[: len(kept)]]
            self.counts_are_those_of_the_hands(tally, [
                self.hands(run, session) for session in range(run.sessions)])

    def counts(self, name, hands, *seat):
        """Return a count of every hand, of the table or of a seat."""
        if name in self.counted:
            return [self.counted[name](hand, *seat) for hand in hands]
        entries = [hand.get(re.sub("^max_|_sum$", "", name)) for hand in hands]
        found = [one[seat[0]] if seat and isinstance(one, list) else one for one in entries]
        if not all(isinstance(one, int) for one in found):
            whose = "each of its seats" if seat else "the table"
            pytest.fail(f"books count {name!r}, which in histories is no number of {whose}: "
                        "give counted a line for it")
        return found

    def counts_are_those_of_the_hands(self, tally, sessions):
        hands, books = [hand for session in sessions for hand in session], tally.books
        left = sum(one[-1].get("pool_next", 0) for one in sessions)
        known = {"hands": len(hands), books.left: left}
        for name in books.session:
            if name not in known:
                known[name] = (max if name.startswith("max_") else sum)(self.counts(name, hands))
            assert tally.session_total(name) == known[name], name
        for seat in range(len(tally.labels)):
            value = tally.form(books.value, [seat])
            own = {books.hands: len(hands), books.value: value,
                   books.credited: len(tally.labels) * value + left}
            for name in books.forms:
                if name in self.counted or name not in own:
                    own[name] = sum(self.counts(name, hands, seat))
                assert tally.form(name, [seat]) == own[name], name

    def test_a_pool_grows_as_the_game_says(self):
        game, run = find_game(self.game), self.run({}, 4, 1)
        growth = game.growth(run.rules)
        if growth is None:
            pytest.skip("a game without such a pool")
        rows = np.array([*record_sessions(run, range(20), 0, run.hands)])
        hands = Paths(0, np.array([0, len(rows)]), {
            name: rows[:, at : at + size] for name, (at, size) in growth.entries.items()})
        owe = [sum(map(bool, game.record(row, 4)["penalties"])) for row in rows]
        assert growth.looed(hands).tolist() == owe
        assert set(owe) > {0}
        pool, left = (rows[:, at] for at in growth.pools)
        if game.is_unlimited(run.rules):
            # A remainder of other pools may stay.
            whole, factors = pool % growth.parts == 0, growth.factors(hands)
            assert (pool * factors)[whole].tolist() == (growth.parts * left)[whole].tolist()

    def test_hands_pay_what_the_solver_says(self):
        game, ask, found = find_game(self.game), asking(self.game), set()
        if module_of(game.solves or f"simulate.theory.{self.game}.declared") is None:
            pytest.skip("a game that is not solved")
        for rules, players in self.tables:
            run = self.run(rules, players, 1)
            at, sessions, left = declared_at(run), 2 * players, 0
            if not at.counts_later and not game.partners(players):
                continue  # a race of each for itself: what an end is worth depends on the score
            rolled = at.roll(sessions, 1)
            assert not at.names or (rolled.coarse < len(at.names)).all()
            for row in record_sessions(run, range(sessions), 0, HANDS):
                hand = {"game": self.game, "players": players, **game.record(row, players)}
                events, chairs = ask.events(hand, run.rules), ask.chairs(hand)
                acts = {one.seat: one.answer for one in events if one.decision == at.decision}
                _, (leaf,) = at.declared.walk(np.array([[acts.get(p, SILENT) for p in chairs]]))
                end = int(leaf), int(at.shares_won(row[None, at.outcome])[0])
                left = left if row[BASE.number] else 0
                paid, stakes = at.paid(np.array(left)), at.stakes(hand.get("pool", 0))
                value = np.array([row[game.values + seat] for seat in chairs])
                if at.counts_later:
                    assert hand["pool"] == left + paid.sum()
                    left = hand["pool_next"]
                else:  # by how much a side is ahead of the other
                    value = value - np.roll(value, 1)
                assert (at.taken(stakes)[end] - paid).tolist() == value.tolist()
                assert at.left(stakes)[end] == left
                if row[BASE.number] == 0 and chairs[-1] == players - 1:  # as it is solved
                    assert rolled.outcomes[row[BASE.session], leaf] == end[1]
                ways = at.endings.pool if at.counts_later else at.endings.own[..., 0]
                found.add(int(ways[end]))
        assert len(found) > 2

    def test_a_run_that_died_is_completed(self, tmp_path):
        run = self.run({}, 4, 1, 64)
        interrupt(tmp_path, 32, run)
        tally, _ = resume(tmp_path, run, jobs=1, chunk=16)
        whole = play(run, jobs=1).tally
        for name in ("session", "seat", "rates", "counts", "extremes", "powers", "amounts"):
            assert np.array_equal(getattr(tally, name), getattr(whole, name)), name

    def test_every_decision_is_asked_as_it_was_and_forced_gives_the_same_hand(self):
        game, ask, asked = find_game(self.game), asking(self.game), Counter[str]()
        for shift, (rules, players) in enumerate(self.tables):
            run = self.run(rules, players, shift)
            for row in record_sessions(run, (0,), 0, 3):
                order, key = deck_of(row)
                hand = {"game": self.game, "players": players, **game.record(row, players)}
                events, (at, steps) = ask.events(hand, run.rules), game.begins
                assert (row[at] + steps) % players == ask.chairs(hand)[0]
                chances = ask.chances(hand, run.rules, events, 0)
                deal = chances[-1].after if chances else nothing_fixed()
                for index, event in enumerate(events):
                    spot = ask.spot(hand, run.rules, events, index)
                    assert agree(spot, deal), event.about
                    rolling = Rolling(run, spot)
                    self.keeps_what_a_hand_brings(ask.kept(event.seat, run.rules), event.seat)
                    left = game.record(rolling.replay(
                        order, self.luck(row, players), key, event.answer), players)
                    known = {*left} - {*self.before}
                    assert {key: left[key] for key in known} == {
                        key: hand[key] for key in known}, event.about
                    if rolling.legal():
                        assert event.answer in rolling.legal()
                        asked[event.decision] += 1
                # Some deals agree with all that a seat had seen.
                assert (rolling.roll(0, 256, [], 0).otherwise >= 0).any(), hand
        assert set(asked) == set(game.decisions)

    def test_every_seat_thinks_the_deal_possible_that_was_and_the_outcome_is_true(self):
        game, ask = find_game(self.game), asking(self.game)
        for rules, players in self.tables:
            run = self.run(rules, players, 1)
            for row in record_sessions(run, range(2), 0, HANDS):
                hand = {"game": self.game, "players": players, **game.record(row, players)}
                events = ask.events(hand, run.rules)
                check_outcome(run, hand, events)
                # By its last decision a seat has seen most.
                for seat, index in {event.seat: k for k, event in enumerate(events)}.items():
                    deal = ask.chances(hand, run.rules, events, seat)[-1].after
                    spot = ask.spot(hand, run.rules, events, index)
                    assert agree(spot, deal), events[index].about

    def test_the_hand_that_ends_a_game_is_worth_it_to_those_who_win(self):
        game, found, ends = find_game(self.game), 0, False
        for rules, players in self.tables:
            run = self.run(rules, players, lineup=[*game.default_lineup[:players]])
            found += check_endings(run)
            ends |= game.plays_to_the_end(run.rules)
        assert found > 50 or not ends

    def keeps_what_a_hand_brings(self, kept, seat):
        game = find_game(self.game)
        growth = game.growth(game.rules_class())
        assert kept[0] == game.values + seat
        assert growth is None or growth.pools[1] in kept

    @pytest.mark.parametrize("junk", JUNK, ids=repr)
    def test_a_damaged_hand_is_told_in_a_sentence(self, monkeypatch, capsys, tmp_path, junk):
        run, place = self.run({}, 4, 1), tmp_path / "hand.jsonl"
        hand = max(self.hands(run), key=lambda hand: len(str(hand)))
        last = str(len(asking(self.game).events(hand, run.rules)))

        def priced(*about):
            raise BoneyardError("now it is priced")

        def refusal_of(hand):
            place.write_text(json.dumps(hand) + "\n")
            status, _, err = boneyard(monkeypatch, capsys, "advise", self.game, "--decision", last,
                                      "--history", str(place))
            assert status == 2 and err.startswith("boneyard: ") and err.count("\n") == 1, err
            return err

        monkeypatch.setattr(ValuedTable, "stakes", priced)
        assert "now it is priced" in refusal_of(hand)
        refused = {name for name in set(hand) - {"lineup", "seed", "session", "hand"}
                   if "now it is priced" not in refusal_of(hand | {name: junk})}
        assert refused >= {"dealt", "players"}

    def test_a_false_outcome_is_refused(self, monkeypatch, capsys, tmp_path):
        hand, place = self.hands(self.run({}, 4, 1))[0], tmp_path / "hand.jsonl"
        outcomes = {key for key in ("net", "points", "tricks_won", "winners") if hand.get(key)}
        for key in outcomes:
            false = [*hand[key][:-1], hand[key][-1] + 1]
            place.write_text(json.dumps(hand | {key: false}) + "\n")
            status, _, err = boneyard(monkeypatch, capsys, "review", str(place), "--deals", "512")
            assert status == 2, err
            assert f"line 1: {key} is {false}: what was played makes it {hand[key]}\n" in err
        assert outcomes

    def test_false_tricks_are_refused(self, monkeypatch, capsys, tmp_path):
        hands = self.hands(self.run({}, 4, 1))
        refuse_false_tricks(monkeypatch, capsys, tmp_path, hands)

    @pytest.mark.parametrize("words", [
        "rules {}", "strategies {}", "simulate {} -s 4 -H 4 -j 1",
        "replay {} --seed 1 --session 0 --hand 1",
        "study risk {} -s 32 -H 8 -j 1", "study duel {} -s 32 -H 8 -j 1",
        "study skill {} -s 32 -H 8 -j 1", "study rules {} -s 32 -H 8 -j 1",
        "study escalation {} -s 32 -H 8 -j 1",
        "report {} -s 32 -H 8 -j 1 --studies duel --out page"])
    def test_the_commands_of_every_game(self, monkeypatch, capsys, tmp_path, words):
        monkeypatch.chdir(tmp_path)
        status, text, err = boneyard(monkeypatch, capsys, *words.format(self.game).split())
        # The study of the pool is for games that have one, that of risk for those that can be lost.
        game = find_game(self.game)
        refused = ("escalation" in words and not game.has_pool(game.rules_class())) or (
            "risk" in words and not game.can_lose)
        assert status == 2 * refused, err
        assert text or re.match("boneyard: study (escalation is for|risk: .* are only won)", err)
