"""The first screen of a game that declares before its tricks and has no screen of its own."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from boneyard import simulate
from reports.opening import declaring
from reports.opening.find import opening_of
from reports.request import set_up
from reports.results.game_report import ValuedTable
from simulate.books.tally import CLEAR
from simulate.branch.forced import fork
from simulate.domino.pool_kit import POOL
from simulate.domino.tiles import members, parse
from simulate.domino.trick_kit import HAND
from simulate.games.game import find_game
from simulate.games.spot import asking
from tests.conftest import example
from tests.reports.opening.pages import advice_of
from tests.reports.page.browser import found_in
from tests.sizes import without_drawing

booray = example("booray", "module")


@pytest.fixture(scope="module")
def found(booray):
    return declaring.find_declarations(set_up("booray", "thumb", 4, None, 1), 0, 1)


@pytest.fixture(scope="module")
def page(found):
    result = simulate("booray", "thumb,bold,cautious,random", sessions=20, hands=10, jobs=1)
    with pytest.MonkeyPatch.context() as patch, without_drawing():
        patch.setattr(declaring, "find_declarations", lambda *_: found)
        return replace(result.report(), opening=opening_of(result, 1)).page()


def class_of(hand, trump):
    return int(declaring.classes_of(held([map(parse, hand.split())]), np.array([trump]))[0])


def held(hands):
    """Return hands of tiles as classes are counted of them."""
    return np.array([np.isin(np.arange(28), [*hand]) for hand in hands]).astype(np.int64)


@pytest.mark.parametrize(("hand", "trump", "holds"), [
    ("5-5 5-4 3-2 1-0 6-6", 5, "2 trumps, one of the two best, one other double"),
    ("6-6 6-5 6-4 6-3 1-1", 6, "4 or 5 trumps, the two best, one other double"),
    ("4-3 2-1 1-0 2-0 5-3", 6, "no trump, no other double"),
    ("0-0 6-0 4-4 3-3 2-2", 0, "2 trumps, the two best, 2 or more other doubles"),
    ("6-6 6-5 6-4 6-3", 6, "4 trumps, the two best, no other double"),
])
def test_a_hand_is_told_by_its_trumps_and_doubles(booray, hand, trump, holds):
    tiles = len(hand.split())
    assert declaring.names_of_classes(tiles)[class_of(hand, trump)] == holds


def test_there_is_an_answer_after_all_that_can_be_declared(found):
    """A dealer whom everybody has left alone is not asked."""
    assert set(found.values) == {
        said for heard in range(4) for said in product(("pass", "play"), repeat=heard)
        if said != ("pass",) * 3}


def test_cells_agree_with_what_is_met_in_plain_play(found):
    """Sorted by hand, by what was declared and by class."""
    run, game = replace(found.run, sessions=6000, seed=1), find_game("booray")
    about, met = asking("booray"), {}
    worth = [ValuedTable(run).stakes(seat, 3, 4).worth for seat in range(4)]
    noted = {"hand": HAND.hand, "trump": HAND.trump, "position": HAND.position} | {
        str(p): POOL.action + p for p in range(3)}
    for forks in fork(
            run, "declare", noted, [game.values + seat for seat in range(4)] + about.kept(
                0, run.rules)[1:], lambda forks: forks, about.state(
                {"game": "booray", "dealer": 3, "players": 4, "pool": 4}, run.rules)):
        for k, seat in enumerate(forks.seat.tolist()):
            row = {name: int(values[k]) for name, values in forks.noted.items()}
            said = tuple(found.words[row[str(p)] - 1] for p in range(row["position"]))
            of = int(declaring.classes_of(
                held([members(row["hand"])]), np.array([row["trump"]]))[0])
            passed, played = worth[seat](forks.outcomes[[k], :2][..., [seat, 4]])[0]
            met.setdefault((said, of), []).append(played - passed)
    apart = []
    for (said, of), gains in met.items():
        values = found.values[said]
        if len(gains) >= declaring.LEAST:
            own, error = (pairs[of, 1, 0] for pairs in (values.margins, values.errors))
            apart.append((np.mean(gains) - own) / np.hypot(np.std(gains) / len(gains)**0.5, error))
    assert len(apart) > 30
    assert np.mean(np.abs(apart) < CLEAR) > 0.9
    assert np.std(apart) == pytest.approx(1, abs=0.25)


def test_a_page_tells_what_the_table_has_and_a_command_that_prices_the_hand(page, found, tmp_path):
    told = found_in(page, tmp_path, """
        found.classes = [];
        for (let k = 0; k < 200; k++) {
          const tiles = shuffledTiles(), hand = tiles.slice(0, 5), turnUp = tiles[5];
          found.classes.push([hand, ENDS[turnUp][0], handClass(tileSet(hand), ENDS[turnUp][0])]);
        }
        found.asked = Object.keys(asking.data.cells).map(said => {
          asking.history = said;
          asking.hold(["6-5", "5-4", "4-3", "3-1", "2-0"].map(tileNumber), tileNumber("6-3"));
          asking.show();
          const before = asking.before(asking);
          return [said, before.isRare, before.known, asking.command(), asking.hand.length];
        });
        const practised = new DeclarationPractice(make("div"), asking);
        for (let k = 0; k < 200; k++) {
          practised.spot = practised.dealt();
          practised.verdictNow();
          practised.revived({ spot: practised.written(practised.spot) }).before.named();
        }
        asking.history = "";
        asking.hold(asking.hand, tileNumber("6-3"));
        asking.hand = ["6-5", "5-4", "4-3", "3-1", "2-0"].map(tileNumber);
        const before = asking.before(asking), priced = before.prices().next().value;
        asking.showPrices(before, priced);
        found.said = asking.verdict.textContent;
        asking.answer({ ...before, isRare: true });
        found.rare = asking.verdict.textContent;
    """)
    assert "error" not in told, told["error"]
    for tiles, trump, of in told["classes"]:
        assert of == declaring.classes_of(held([tiles]), np.array([trump]))[0]
    for text, rare, known, command, many in told["asked"]:
        said = tuple(filter(None, text.split(",")))
        hand = "6-5 5-4 4-3 3-1 6-3" if len(said) == 3 else "6-5 5-4 4-3 3-1 2-0"
        behind = found.behind(said, class_of(hand, 6))
        assert many == 5 - (len(said) == 3) and rare == (behind is None)
        assert np.array(known) == pytest.approx(
            np.array(behind or [(0, 0)] * 2), rel=1e-3, abs=1e-9)
        assert f'--hand "{hand}" --turn-up 6-3' in command
        if said in ((), ("play", "pass", "play")):
            prices = advice_of(command, deals=512).prices
            assert len(prices.answers) == 2 and not prices.taken
    assert ("You hold one trump, one of the two best, no other double (sixes are trumps)."
            in told["said"])
    assert told["rare"].startswith("Such hands came up too rarely to tell.For exactly these")


def test_the_hand_that_it_opens_with_is_clear(page, found):
    tiles, turn_up, of = declaring.drawn_hand(found)
    gap, se = max(found.behind((), of))
    assert turn_up not in tiles and gap > CLEAR * se
    assert "You are the eldest hand and hold " + declaring.names_of_classes(5)[of] in page
