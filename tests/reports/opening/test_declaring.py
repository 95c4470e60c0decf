"""The first screen of a game that declares before its tricks and has no screen of its own."""

import sys
from dataclasses import replace

import numpy as np
import pytest

from boneyard import simulate
from boneyard.proof.tools import install
from reports.opening import declaring
from reports.opening.find import opening_of
from reports.request import set_up
from simulate.branch.forks import fork
from simulate.domino.tiles import mask, parse
from simulate.games.game import ENTRY_POINTS
from tests.docs.test_docs import ROOT
from tests.reports.opening.pages import advice_of
from tests.reports.page.browser import found_in
from tests.sizes import without_drawing


@pytest.fixture(scope="module", autouse=True)
def site(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "examples" / "booray"))
        patch.syspath_prepend(install(tmp_path_factory.mktemp("site"), ENTRY_POINTS,
                                      booray="booray.game:GAME"))
        yield
    for name in [name for name in sys.modules if name.split(".")[0] == "booray"]:
        del sys.modules[name]


@pytest.fixture(scope="module")
def found():
    return declaring.find_declarations(set_up("booray", "thumb", 4, None, 1), 0, 1)


@pytest.fixture(scope="module")
def page(found):
    result = simulate("booray", "thumb,bold,cautious,random", sessions=20, hands=10, jobs=1)
    with pytest.MonkeyPatch.context() as patch, without_drawing():
        patch.setattr(declaring, "find_declarations", lambda *_: found)
        return replace(result.report(), opening=opening_of(result, 1)).page()


@pytest.mark.parametrize(("hand", "trump", "holds"), [
    ("5-5 5-4 3-2 1-0 6-6", 5, "2 trumps, one of the two best, one other double"),
    ("6-6 6-5 6-4 6-3 1-1", 6, "4 or 5 trumps, the two best, one other double"),
    ("4-3 2-1 1-0 2-0 5-3", 6, "no trump, no other double"),
    ("0-0 6-0 4-4 3-3 2-2", 0, "2 trumps, the two best, 2 or more other doubles"),
])
def test_a_hand_is_told_by_its_trumps_and_doubles(hand, trump, holds):
    of = declaring.hand_class(mask(map(parse, hand.split())), trump)
    assert declaring.names_of_classes()[of] == holds


def test_the_situations_are_those_that_are_asked(found):
    """A dealer whom everybody has left alone is not asked."""
    assert set(found.cells) == {
        (p, p - playing, playing) for p in range(4) for playing in range(p + 1)
        if p < 3 or playing}


def test_a_cell_is_the_mean_of_deals_of_its_hands(found, monkeypatch):
    kept = []

    def noted(run, decision, entries, outcomes, read, *args, **options):
        def also(forks):
            kept.append(forks)
            return read(forks)

        return fork(run, decision, entries, outcomes, also, *args, **options)

    monkeypatch.setattr(declaring, "fork", noted)
    again = declaring.find_declarations(set_up("booray", "thumb", 4, None, 1), 0, 1)
    situation, of = max(((situation, of) for situation in again.cells
                         for of in range(declaring.CLASSES)),
                        key=lambda one: again.cells[one[0]].count[one[1]])
    worth = []
    for forks in kept[1:] if len(kept[0].seat) == 1 else kept:
        for k in range(len(forks.seat)):
            noted_hand = {name: int(values[k]) for name, values in forks.noted.items()}
            said = [noted_hand[f"said_{p}"] for p in range(noted_hand["position"])]
            here = (noted_hand["position"], said.count(1), said.count(2))
            if here == situation and declaring.hand_class(
                    noted_hand["hand"], noted_hand["trump"]) == of:
                # Passes and plays in the order of the answers; a pool that is left is shared.
                made = forks.outcomes[k][:, forks.seat[k]] + forks.outcomes[k][:, 4] / 4
                answers = forks.answers[k].tolist()
                worth.append([made[answers.index(word)] for word in (1, 2)])
    assert len(worth) == found.cells[situation].count[of] > declaring.LEAST
    assert found.cells[situation].means[of] == pytest.approx(np.mean(worth, axis=0))


def test_a_page_tells_what_the_table_has_and_a_command_that_prices_the_hand(page, found, tmp_path):
    told = found_in(page, tmp_path, """
        found.classes = [];
        for (let k = 0; k < 200; k++) {
          const tiles = shuffledTiles(), trump = k % 7;
          const hand = tiles.slice(0, 5);
          found.classes.push([hand, trump, handClass(tileSet(hand), trump)]);
        }
        found.asked = Object.keys(asking.data.cells).map(situation => {
          asking.situation = situation;
          asking.hold(["6-5", "5-4", "4-3", "3-1", "2-0"].map(tileNumber), tileNumber("6-3"));
          asking.show();
          const before = asking.before(asking);
          return [situation, before.known, asking.command(), asking.hand.length];
        });
        asking.situation = Object.keys(asking.data.cells)[0];
        asking.show();
        asking.showPrices(asking.before(asking), asking.before(asking).prices().next().value);
        found.said = asking.verdict.textContent;
    """)
    for tiles, trump, of in told["classes"]:
        assert of == declaring.hand_class(sum(1 << tile for tile in tiles), trump)
    for text, known, command, held in told["asked"]:
        situation = tuple(map(int, text.split(",")))
        dealer = situation[0] == 3
        hand = "6-5 5-4 4-3 3-1 6-3" if dealer else "6-5 5-4 4-3 3-1 2-0"
        behind = found.behind(situation, declaring.hand_class(
            mask(map(parse, hand.split())), 6))
        assert held == 5 - dealer and (known is None) == (behind is None)
        if behind is not None:
            assert np.array(known) == pytest.approx(np.array(behind), rel=1e-3, abs=1e-9)
        assert f'--hand "{hand}" --turn-up 6-3' in command
        if situation in ((0, 0, 0), (3, 1, 2)):
            assert len(advice_of(command, deals=512).prices.answers) == 2
    assert ("You hold one trump, one of the two best, no other double (sixes are trumps)."
            in told["said"])


def test_the_hand_that_it_opens_with_is_clear(page, found):
    tiles, turn_up, of = declaring.drawn_hand(found)
    behind = found.behind((0, 0, 0), of)
    assert turn_up not in tiles and max(behind)[0] > 2 * max(behind)[1]
    assert "You are the eldest hand and hold " + declaring.names_of_classes()[of] in page
