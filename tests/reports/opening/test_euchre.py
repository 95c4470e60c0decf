"""What a report of Euchre opens with: calls and tiles as the library has them, and the chart."""

import json
from functools import cache
from itertools import islice

import numpy as np
import pytest

from reports.opening import euchre
from reports.opening.asking import good_table
from reports.request import set_up
from simulate.domino.tiles import HIGH, mask, members, parse
from simulate.games.euchre.views import make
from simulate.runs.follow import histories
from simulate.theory.euchre.forked_deals import ROUNDS, calls_at, fork_deals, kind_of, parts_of
from tests.reports.opening.pages import PRICED, advice_of, bare_page, page_of
from tests.reports.page.browser import found_in
from tests.sizes import in_pieces


@cache
def data_of(players=4, **rules):
    """Return what a page needs to play out."""
    run = good_table(set_up("euchre", None, players, rules, 1, 1))
    return euchre.calling_data(run)


def dealt_hands(players, position, strong, seed):
    """Yield hands (sets) and turn-ups by chance: with three trumps or more, or fewer."""
    chance = np.random.default_rng(seed)
    while True:
        *tiles, up = chance.permutation(28)[:6].tolist()
        held = mask(tiles) | (1 << up if position == players - 1 else 0)
        if (parts_of(kind_of(held, int(HIGH[up])))[0] >= 3) == strong:
            yield mask(tiles), up


DEALS = """
found.values = %s.map(([hands, turnUp]) => {
  const values = [], table = new EuchreTable(hands.length);
  table.leadsHigh = data.lead_suit === "high";
  for (let number = 0; number < 2; number++) for (let maker = 0; maker < 4; maker++) {
    for (let suit = 0; suit < 7; suit++) for (const alone of [false, true]) {
      const isPlayed = maker < hands.length && (suit === ENDS[turnUp][0]) === (number === 0)
        && (!alone || hands.length === 4);
      values.push(isPlayed
        ? table.pointsMade({ hands, turnUp }, { maker, suit, alone, isTurned: number === 0 }) : 0);
    }
  }
  return values;
});
found.calls = %s.map(([hands, turnUp]) => data.chances.map((_, asked) => {
  const hand = hands[asked %% hands.length], turned = ENDS[turnUp][0];
  const suit = asked < hands.length ? turned : suitToName(data, hand, turned);
  return [suit, ...chancesOfCalls(data, asked, hand, suit, turnUp)];
}));
"""


@in_pieces("deals", 30, 400)
@pytest.mark.parametrize(("players", "leads"), [(4, "announced"), (3, "high"), (2, "announced")])
def test_in_a_browser_hands_are_called_and_played_as_good_players_do(
    deals, players, leads, tmp_path
):
    """Every deal is played under every call that could make trump."""
    run = good_table(set_up("euchre", None, players, {"lead_suit": leads}, 1, 1, 3))
    forked, dealt = fork_deals(run, deals, jobs=1), []
    for hand, _ in histories(run, range(deals), 0, 1):
        seats = [(hand["dealer"] + 1 + p) % players for p in range(players)]
        dealt.append(([mask(map(parse, hand["dealt"][seat])) for seat in seats],
                      parse(hand["turn_up"])))
    found = found_in(bare_page("euchre", data_of(players, lead_suit=leads)), tmp_path,
                     DEALS % ((json.dumps(dealt),) * 2))
    assert found["values"] == forked.values.tolist() and forked.values.any()
    said = calls_at(forked, (0,) * min(players, 3 - players // 4), jobs=1).reshape(deals, -1)
    assert said.shape[1] == ROUNDS * players
    for (suit, passes, *calls_), call in zip(
            (one for deal in found["calls"] for one in deal), said.ravel().tolist(), strict=True):
        alone = 255 - passes - sum(calls_) if players == 4 else 0
        can = {0: passes, make(suit, 0): 255 - passes - alone, make(suit, 1): alone}
        assert can[call] > 0


def test_in_a_browser_hands_are_told_and_shared_out_as_the_solved_table_has_them(tmp_path):
    chance, asked = np.random.default_rng(3), []
    for _ in range(500):
        *held, up = chance.permutation(28)[:6].tolist()
        asked.append((held, up, "P" * int(chance.integers(4))))
    found = found_in(bare_page("euchre", data_of()), tmp_path, f"""
        const asked = {json.dumps(asked)};
        const before = (hand, turnUp, history) =>
          new AuctionBefore(data, {{ hand, turnUp, history }});
        found.kinds = asked.map(([held]) => NUMBERS.map(suit => handKind(tileSet(held), suit)));
        found.often = asked.map(one => before(...one).named().map(call => call.often));
        found.holds = before(["4-4", "3-3", "6-4", "5-5", "1-0"].map(tileNumber),
          tileNumber("4-0"), "PPP").holds;
    """)
    assert found["kinds"] == [[kind_of(mask(held), suit) for suit in range(7)]
                              for held, *_ in asked]
    for (held, up, said), often in zip(asked, found["often"], strict=True):
        assert often == pytest.approx(100 * euchre.moves_of(4, len(said), mask(held), up), abs=0.51)
    assert found["holds"] == ("4 trumps, both bowers, one other double, with the turn-up; "
                              "fours are trumps")


def test_in_a_browser_the_chart_has_the_calls_of_the_solved_table(tmp_path):
    """For every kind of hand that is dealt now and then, by seat."""
    found = found_in(page_of("euchre"), tmp_path, """
const { columns, rows } = callingChart(asking.data);
found.shares = columns.map(({ shares }) => rows.map((_, row) => shares(row)));
found.drawn = document.querySelectorAll("#chart td").length;
""")
    chances, drawn = euchre.solved_table(4).chances[0], 0
    for column, rows in enumerate(found["shares"]):
        position, doubles = divmod(column, 3)
        for row, halves in enumerate(rows):
            for up, shares in enumerate(halves):
                known = dict(zip("PCA", chances[position, 2 * (3 * row + doubles) + up],
                                 strict=True))
                assert all(share == pytest.approx(known[one], abs=0.01) for one, share in shares)
                drawn += bool(shares)
    assert drawn > 100 and 30 < found["drawn"] < 3 * 21


SITS = PRICED + """
chosen.choose(%s);
await new Promise(afterPaint);
found.told = %s.map(([hand, turnUp, history]) => {
  Object.assign(asking, { hand, turnUp, history });
  return [pricedBy(asking.before(asking).prices()).behind(), asking.command()];
});
"""


@in_pieces("sits", {"players": 3, "lead_suit": "high"}, {"players": 2}, {"lead_suit": "high"})
def test_in_a_browser_the_chosen_table_is_answered_as_its_command_answers(sits, tmp_path):
    """But for the lots by which good players mix."""
    players = sits.get("players", 4)
    asked = [([*members(hand)], up, "P" * position) for position in range(players)
             for hand, up in islice(dealt_hands(players, position, True, 2), 1)]
    found = found_in(page_of("euchre"), tmp_path, SITS % (json.dumps(sits), json.dumps(asked)))
    for told, command in found["told"]:
        advice = advice_of(command)
        assert (len(advice.run.players), advice.run.rules.lead_suit) == (
            players, sits.get("lead_suit", "announced"))
        behind = np.array([advice.prices.behind(k) for k in range(len(advice.prices.answers))])
        assert np.array(told)[:, 0] == pytest.approx(100 * behind[:, 0], abs=0.3)
        assert np.array(told)[:, 1] == pytest.approx(100 * behind[:, 1], abs=0.05)
