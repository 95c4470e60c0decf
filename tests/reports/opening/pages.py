"""Pages whose opening is given what it would look for by itself, and what they answer."""

import json
import re
import shlex
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from boneyard import advise, simulate
from reports.opening import asking, casino, euchre, loo, pool
from reports.opening.find import opening_of
from reports.page.html import _file
from reports.request import set_up
from simulate.books.tally import CLEAR
from simulate.games.game import module_of, own_games
from tests.reports.page.browser import found_in
from tests.sizes import HANDS_OF_PAGES, without_drawing


@cache
def table(game="loo", players=4, scoring="chips"):
    """Return the tables of a small report, its own first."""
    rules = {"scoring": scoring} if game == "loo" else None
    run = set_up(game, "stay", players, rules, 2, 40)
    return loo.page_tables(loo.good_run(run), thorough=False, jobs=1)


#: The library's games with an opening of their own.
OPENED = [game for game in own_games() if module_of(f"reports.opening.{game}")]
#: By game: its module, what that looks for and a small one of these, and a run to report on.
OPENINGS = {
    "casino": (casino, None, None, ("random", 40, None)),
    "euchre": (euchre, None, None, ("random", 20, None)),
    "loo": (loo, "page_tables", lambda players: table("loo", players), ("stay,random", 20, 40)),
    "pool": (pool, None, None, ("random", 2, 2)),
    "rounce": (loo, "page_tables", lambda players: table("rounce", players, "points"),
               ("random", 20, None)),
}
KITS = {"loo": ("tricks.js", "chart.js", "loo_tables.js", "loo_play.js"),
        "euchre": ("tricks.js", "chart.js")}


def small_opening(result):
    """Return what a report opens with, from what a small one looks for."""
    module, find, found, _ = OPENINGS.get(result.run.game, (None, None, None, None))
    own = found and found(len(result.run.players))
    with pytest.MonkeyPatch.context() as patch:
        if find:
            patch.setattr(module, find, lambda run, *_: own)
        return opening_of(result, 1)


@cache
def report_of(game, players=4, **rules):
    *_, (lineup, sessions, hands) = OPENINGS.get(game, (("random", 20, None),))
    lineup = ",".join([lineup, *["random"] * (players - 2)][:players]) if "," in lineup else lineup
    result = simulate(game, lineup, players=players, rules=rules, sessions=sessions, hands=hands,
                      jobs=1)
    return replace(result.report(), opening=small_opening(result))


@cache
def page_of(game, players=4, **rules):
    """Return the page of a small report, its figures left empty."""
    with without_drawing():
        return report_of(game, players, **rules).page()


def card_of(game, name, players=4, **rules):
    opening = report_of(game, players, **rules).opening
    return next(one for one in opening.first if one.name == name)


def practice_of(game):
    """Return the class of a game's practice in its script."""
    return re.findall(r"^class (\w+Practice) ", _file(f"{game}.js"), re.MULTILINE)[-1]


def bare_page(game, data=None):
    """Return a page with no more than the scripts of a game that answer, and their ``data``."""
    scripts = "".join(map(_file, ("page.js", *asking.ANSWERING,
                                  *KITS.get(game, ()), f"{game}.js")))
    return (f"<!DOCTYPE html><body><script>{scripts}\nconst data = {json.dumps(data)};</script>"
            "</body>")


def advice_of(command, **changed):
    """Return what ``advise`` answers to a command that a page prints."""
    *called, game = shlex.split(command)[:3]
    words = shlex.split(command)[3:]
    assert called == ["boneyard", "advise"]
    told = {"rules": {}}
    for option, value in zip(words[::2], words[1::2], strict=True):
        if option == "--rule":
            told["rules"] |= [value.split("=")]
        else:
            name = option.removeprefix("--").replace("-", "_")
            told[name] = int(value) if value.isdigit() else value
    return advise(game, **{**told, **changed})


#: The most deals here; a page may play more.  Of the same deals few tell as much as many.
DEALS = 1 << 13 if HANDS_OF_PAGES == 3 else 1 << 16
#: What takes all that is to come from what prices in pieces.
PRICED = """
const pricedBy = pieces => {
  for (let last = null;;) {
    const { value, done } = pieces.next();
    last = value ?? last;
    if (done) return last;
  }
};
"""
_ASKED = PRICED + """
const part = %s;
found.answered = [];
for (const { sits, ...asked } of %s) {
  if (sits) chosen.choose(sits);
  if (sits) await new Promise(afterPaint);
  Object.assign(part, asked);
  const before = part.before(part), last = pricedBy(before.prices(%d));
  part.showPrices(before, last);
  const said = [...part.verdict.querySelectorAll("p:not(.again)")].map(one => one.textContent);
  found.answered.push({ behind: before.options.map((option, k) => [option, last.behind()[k]]),
    said, drawn: last.drawn, counted: last.counted, given: last.given, command: part.command() });
}
"""


def answered_as_advised(page, folder, part, asked, deals=DEALS):
    """Have a page answer, see that its command answers the same to the last digit.

    ``part``: that answers, as the page's script calls it. ``asked``: what each question changes of
    it. Returns, of each, what the command says and what the page did.
    """
    found = found_in(page, folder, _ASKED % (part, json.dumps(asked), deals))["answered"]
    assert len(found) == len(asked)
    both = []
    for one in found:
        advice = advice_of(one["command"], deals=deals)
        prices, unit = advice.prices, 100 / (len(advice.run.players) * advice.run.rules.contribution
                                             if advice.run.game == "pool" else 1)
        assert (one["drawn"], one["counted"]) == (prices.drawn, prices.counted), one
        assert one["given"] == len(prices.taken)
        assert [answer for answer, _ in one["behind"]] == prices.answers
        behind = np.array([gap for _, gap in one["behind"]])
        told = unit * np.array([prices.behind(k) for k in range(len(prices.answers))])
        assert behind[:, 0] == pytest.approx(told[:, 0], abs=1e-6)
        # Of equal answers rounding decides which is the best, and so what errors are told against.
        if np.sum(abs(told[:, 0]) < 1e-9) == 1:
            assert behind[:, 1] == pytest.approx(told[:, 1], abs=1e-6)
        close = [k for k in prices.order if prices.behind(k)[0] <= CLEAR * prices.behind(k)[1]]
        head = one["said"][0]
        assert head.count(",") + head.count(" or ") == len(close or [0]) - 1, one
        assert len(re.findall(r"\d-\d", head)) == len(close or [0])
        alike = "makes no difference" in one["said"][-1]
        assert alike == (len(close) > 1 and all(
            abs(prices.behind(k)[0]) + CLEAR * prices.behind(k)[1] <= advice.stakes.matters
            for k in close)), one
        both.append((advice, one))
    return both


def hands(tiles, many, seed=4):
    """Return questions about so many first hands."""
    chance = np.random.default_rng(seed)
    return [{"hand": chance.permutation(28)[:tiles].tolist()} for _ in range(many)]
