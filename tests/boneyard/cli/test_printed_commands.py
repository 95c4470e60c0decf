"""Every command that is printed, run back: it plays the same players and finds the same numbers."""

import csv
import json
import re
import shlex
import sys
from html.parser import HTMLParser

import pytest

import boneyard
from simulate.errors import BoneyardError
from simulate.games.game import game_names
from tests.boneyard.cli.again import answers_again, hands_again, run_again, words_of
from tests.reports.opening.pages import OPENED, page_of, practice_of, small_opening
from tests.reports.page.browser import found_in
from tests.sizes import in_pieces

CAP = {"penalty": "cap:40"}
SMALL = {"sessions": 30, "hands": 10, "jobs": 1}
OWN = """
from boneyard import Parameter
from boneyard.loo import DROP, PLAY, LooStrategy

class Banker(LooStrategy):
    name = "banker"
    parameters = {"x": Parameter(1, 0, 2, "whether it plays")}

    @staticmethod
    def declare(view, p):
        return DROP if p.x > 1 and view.legal >> DROP & 1 else PLAY
"""


class Banker(boneyard.loo.LooStrategy):
    name = "banker"

    @staticmethod
    def declare(view, p):
        return boneyard.loo.PLAY


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A module of one's own, beside which the person works."""
    (tmp_path / "own_players.py").write_text(OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    import own_players

    yield own_players.Banker
    del sys.modules["own_players"]


def test_a_class_of_ones_own_that_is_named_as_one_of_the_library(run, own):
    for lineup in ([own(x=2), "banker"], "own_players.py:Banker(x=2),banker"):
        found = boneyard.simulate("loo", lineup, rules=CAP, **SMALL)
        assert found.run.labels == ["banker(x=2) (own_players.py)", "banker"]
        assert "--lineup 'own_players.py:Banker(x=2),banker'" in found.command
        answers_again(found, run)


def drops(view):
    return min(view.legal_actions())


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("player", [Banker, drops])
@pytest.mark.parametrize("ask", [
    lambda player: boneyard.simulate("loo", [player, "banker"], rules=CAP, **SMALL),
    lambda player: boneyard.study("risk", "loo", [player, "banker"], rules=CAP, **SMALL),
    lambda player: boneyard.sweep("loo", "penalty", ["cap:20", "cap:40"], [player, "stay"],
                                  **SMALL),
    lambda player: boneyard.exploit("loo", player, players=2, rules=CAP, deals=2, advice=64,
                                    whole=True, jobs=1),
    lambda player: boneyard.tune("loo", "book", ["first"], against=[player], players=2, rules=CAP,
                                 trials=2, sessions=16, hands=2, jobs=1),
    lambda player: boneyard.report("loo", [player, "stay"], studies="duel", rules=CAP, **SMALL),
], ids=["simulate", "study", "sweep", "exploit", "tune", "report"])
def test_what_is_in_no_file_has_no_command_and_none_is_printed(ask, player, tmp_path, monkeypatch):
    monkeypatch.setattr("reports.games.loo.stakes.POOL_HANDS", 1_000)  # agents take long
    found = ask(player)
    assert found.command == getattr(found, "play", "") == getattr(found, "sharper", "") == ""
    found.save(tmp_path)
    assert not [command for command in commands_in(tmp_path) if "<class" in command]
    assert json.loads((tmp_path / "summary.json").read_text())["command"] == ""


def test_a_class_in_no_file_is_not_verified_and_no_other_plays_in_its_place(run, tmp_path):
    boneyard.simulate("loo", [Banker, "banker"], **SMALL).save(tmp_path / "run", figures=False)
    assert "was made by a Python program, and no" in run("verify", str(tmp_path / "run"))[2]
    assert boneyard.load(tmp_path / "run").command == ""
    with pytest.raises(BoneyardError, match="put it into a file"):
        boneyard.simulate("loo", "<class Banker>(x=1)")


def test_what_was_solved_is_named_by_the_file_that_still_holds_it(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    solving = {"players": 2, "this_hand": True, "deals": 3000, "rounds": 1, "jobs": 1}
    solved = boneyard.solve("loo", file="m.npz", **solving)
    found = boneyard.simulate("loo", [solved, "book"], **SMALL)
    assert "--lineup m.npz,book" in found.command and found.run.labels == ["m.npz", "book"]
    answers_again(found, run)
    boneyard.solve("loo", file="m.npz", overwrite=True, seed=5, **solving)
    assert boneyard.simulate("loo", [solved, "book"], **SMALL).run.labels[0] == "solved (in memory)"


@pytest.mark.parametrize("rules", [{}, {"bankroll": 60}])
def test_the_worst_sessions_of_risk(run, rules):
    wishes = {} if rules else {"bankroll": 60}
    found = boneyard.study("risk", "loo", "banker,random", rules=CAP | rules, **wishes, **SMALL)
    answers_again(found, run)
    for name in ("risk_sessions", "risk_bankroll_sessions"):
        for row in found.tables[name].reset_index().to_dict("records"):
            hands = hands_again(run, row["replay"])
            assert sum(hand["net"][row["seat"]] for hand in hands) == row["worst"], row["replay"]


@pytest.mark.parametrize("ask", [
    lambda own: boneyard.solve("loo", players=2, this_hand=True, deals=3000, rounds=1, jobs=1,
                               lock={1: own(x=2)}),
    lambda own: boneyard.exploit("loo", own, players=2, rules=CAP, deals=3000, jobs=1),
    lambda own: boneyard.tune("loo", "own_players.py:Banker", against="banker", players=2,
                              rules=CAP, trials=2, sessions=16, hands=2, jobs=1),
], ids=["solve", "exploit", "tune"])
def test_what_is_solved_exploited_and_tuned(run, own, ask):
    answers_again(ask(own), run)


def _play_it(printed):
    line, = (line for line in printed.splitlines() if line.startswith("Play it: "))
    return line.removeprefix("Play it: ")


@in_pieces("against", "banker", "exploit")
def test_a_strategy_is_tuned_whose_path_has_signs_of_a_lineup(run, own, tmp_path, against):
    (tmp_path / "a, b (c)").mkdir()
    (tmp_path / "a, b (c)" / "own.py").write_text(OWN)
    entry, deals = r"a\, b (c)/own.py:Banker(x=0)", 1000 if against == "exploit" else 16
    found = boneyard.tune("loo", entry, against=against, players=2, rules=CAP, trials=2,
                          sessions=deals, hands=2, jobs=1)
    answers_again(found, run)
    assert boneyard.simulate("loo", found.lineup, players=2, **SMALL).run.players
    for file, named in (("", "(own.py)"), (" --file 'to, play.toml'", "(to, play.toml)")):
        command = _play_it(run_again(run, found.command + file))
        small = "--deals 3000" if against == "exploit" else "--sessions 5"
        assert named in words_of(run_again(run, f"{command} {small}"))


def is_command(text):
    """Tell whether a text is a whole command, which says more than its own name."""
    return re.match(r"boneyard \S+ \S", text) is not None


def words_in(value):
    """Yield all texts of what was JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for one in value.values() if isinstance(value, dict) else value:
            yield from words_in(one)


class Page(HTMLParser):
    """The commands of a page, and by the name of each section its command and its words."""

    def __init__(self, text):
        super().__init__()
        self.commands, self.sections, self.kind, self.at = {}, {}, "", None
        self.feed(text)

    def add(self, *texts):
        self.commands |= dict.fromkeys(filter(is_command, texts))

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.kind = given.get("type", tag)
        self.add(*filter(None, given.values()))
        if tag == "section":
            self.at = given.get("id")
            self.sections[self.at] = given.get("data-again"), []

    def handle_endtag(self, tag):
        self.kind = ""

    def handle_data(self, data):
        self.add(*words_in(json.loads(data)) if self.kind == "application/json" else (data,))
        if self.at and data.strip() and self.kind not in ("script", "style", "application/json") \
                and not is_command(data):
            self.sections[self.at][1].append(" ".join(data.split()))


def pages_of(folder):
    return [Page(path.read_text()) for path in sorted(folder.glob("*.html"))]


def commands_in(folder):
    """Return the commands that stand in the files of a report."""
    found = {}
    for page in pages_of(folder):
        found |= page.commands
    found |= dict.fromkeys(filter(is_command, words_in(
        json.loads((folder / "summary.json").read_text()))))
    for path in (folder / "tables").glob("*.csv"):
        found |= dict.fromkeys(filter(is_command, (
            cell for row in csv.reader(path.open()) for cell in row)))
    return list(found)


def same_again(there, here, command):
    """Assert that what a command wrote stands in a report: tables, and of a report all its cards.
    """
    same = [path for path in (here / "tables").glob("*.csv")
            if (there / "tables" / path.name).exists()]
    assert same, command
    for path in same:
        assert (there / "tables" / path.name).read_text() == path.read_text(), (command, path)
    if " report " in command:
        for own, page in zip(pages_of(there), pages_of(here), strict=True):
            assert own.sections.keys() == page.sections.keys()
            for name, told in own.sections.items():
                assert name == "again" or page.sections[name] == told, name


@pytest.mark.slow
@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("game", game_names())
def test_every_command_of_a_report_finds_what_stands_there(game, run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("reports.opening.find.opening_of", lambda result, *_: small_opening(result))
    size = ["--hands", "20"] if game in ("loo", "pool") else []
    assert run("report", game, "--sessions", "60", *size, "--jobs", "1", "--seed", "3",
               "--studies", "duel", "--out", "there")[0] == 0
    there, ran = tmp_path / "there", []
    found = commands_in(there)
    worth = {row["replay"]: row for row in csv.DictReader((there / "tables/extremes.csv").open())}
    sized = [sorted(shlex.split(command)) for command in found]
    for k, command in enumerate(found):
        ran.append(kind := shlex.split(command)[1])
        if kind == "replay":
            (hand,), row = hands_again(run, command), worth[command]
            assert (hand["session"], hand["hand"]) == (int(row["session"]), int(row["hand"]))
            if "chips" in row:
                assert hand["net"][int(row["seat"])] == int(row["chips"])
        elif kind == "study" and "--sessions" not in command:
            # As many deals as the study has by itself; with fewer it is the chapter's own.
            assert any(sorted([*shlex.split(command), "--sessions", many]) in sized
                       for many in re.findall(r"--sessions (\d+)", " ".join(found))), command
        elif kind != "advise":  # of these the pages below have the answers
            run_again(run, f"{command} --jobs 1 --out {k}")
            same_again(there, tmp_path / str(k), command)
    assert {"report", "simulate", "study", "replay"} <= set(ran)


PRINTED = """
const printed = new Set();
for (const table of asking.tables) {
  Object.defineProperty(asking, "sitsAt", { get: () => table, configurable: true });
  asking.show();
  for (const one of document.querySelectorAll(".stays code")) printed.add(one.textContent);
}
localStorage.clear();
const game = new PRACTISES(document.getElementById("practise"), asking);
const spot = game.written(game.spot);
game.memory.known.cards = [{ spot, told: ["a"], box: 0, due: 0, after: null }];
game.memory.save();
found.printed = [...printed].filter(Boolean);
found.asked = asking.tables.map(({ advise, hand, turnUp }) => [advise, hand, turnUp]);
"""


@in_pieces("game", *sorted({*OPENED, "rounce"}))
def test_what_a_page_prints_of_its_tables_can_be_run(game, run, tmp_path, monkeypatch):
    """Notes beside the parts that do not follow, and questions to be completed,
    at every table that can be chosen."""
    page, own = page_of(game), practice_of("loo" if game == "rounce" else game)
    found = found_in(page, tmp_path, PRINTED.replace("PRACTISES", own))
    monkeypatch.chdir(tmp_path)
    _, hand, up = found["asked"][0]
    asked = {one: (hand, up) for one in Page(page).commands
             if " advise " in one and "--hand" not in one} | {
                 advise: their for advise, *their in found["asked"]}
    for advise, (hand, up) in asked.items():
        words = ["--hand", " ".join(hand), "--position", "0", *(["--turn-up", up] if up else [])]
        limited = re.sub(r" --deals \d+$", "", advise)
        run_again(run, f"{limited} {shlex.join(words)} --deals 512")
    monkeypatch.setattr("simulate.runs.play.play", refuse)
    for command in found["printed"]:
        assert run(*shlex.split(command)[1:])[2].endswith("boneyard: now it is played\n"), command
    assert found["printed"] and asked


def refuse(*arguments, **options):
    raise BoneyardError("now it is played")
