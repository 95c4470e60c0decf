"""Prices that a page makes of decisions, beside those of ``advise``."""

import json
import re
import shlex

import numpy as np
import pytest

from boneyard import ask
from simulate.branch.limits import CLEAR
from tests.reports.page.browser import found_in

#: The most deals here; a page may play more.
DEALS = 1 << 16

_ASKED = """
const part = %s;
found.answered = %s.map(asked => {
  const before = (%s)(part, asked), data = { ...part.data, most: %d };
  let last = null;
  for (const priced of pricesInRounds(data, before)) last = priced ?? last;
  showPrices(part, before, last);
  const said = [...part.verdict.querySelectorAll("p:not(.again)")].map(one => one.textContent);
  return { behind: before.options.map((option, k) => [option, last.behind()[k]]), said: said,
    drawn: last.drawn, counted: last.counted, given: last.given, command: part.command() };
});
"""


def advice_of(command, **changed):
    """Return what ``ask`` answers to a command that a page prints."""
    boneyard, advise, game, *words = shlex.split(command)
    assert (boneyard, advise) == ("boneyard", "advise")
    told = {"rules": {}}
    for option, value in zip(words[::2], words[1::2], strict=True):
        if option == "--rule":
            told["rules"] |= [value.split("=")]
        else:
            told[option.removeprefix("--")] = int(value) if value.isdigit() else value
    return ask(game, **{**told, **changed})


def answered_as_advised(page, folder, part, asked, before):
    """Have a page answer, see that its command answers the same to the last digit.

    Parameters
    ----------
    page : str
    folder : Path
    part : str
        The part of the page that answers, as its script calls it.
    asked : list
    before : str
        A function in JavaScript: from the part and one of those to what was before.

    Returns
    -------
    list of (Answers, dict)
        What the command says, and what the page did.
    """
    script = _ASKED % (part, json.dumps(asked), before, DEALS)
    found = found_in(page, folder, script)["answered"]
    assert len(found) == len(asked)
    both = []
    for one in found:
        advice = advice_of(one["command"], deals=DEALS)
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
