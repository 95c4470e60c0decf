"""What the page says of any bank, goal and evening, against fresh runs added up in plain numpy."""

import json
from collections import Counter
from dataclasses import replace

import numpy as np

from reports.page.document import Opening
from reports.page.html import render
from reports.request import set_up
from reports.stats.estimates import Estimate, share_of
from reports.studies.surface.table import CHANCES, FAN, HOUR, WORST
from simulate.games.game import find_game
from simulate.runs.follow import follow, values_of
from tests.reports.page.browser import told_at

_LONGEST = 500
#: What a page's script says of settings (``NAMES``).
_SAID = """(async () => {
  const data = dataOf("price");
  const tables = await Promise.all(data.tables.map(one => new SurfaceTable(data, one).open()));
  return %s.map(([k, bank, hands, goal, pool]) => [tables[k].isLost(bank, hands, goal),
    goal ? tables[k].isWon(bank, hands, goal) : null, tables[k].passes(pool, hands),
    goal ? null : tables[k].halfGone(bank), ...[0, 1].map(c => tables[k].needed(c, hands, goal)),
    tables[k].quantile(tables[k].worst, hands), ...tables[k].fan.map(
      of => tables[k].quantile(of, hands))]);
})()"""
NAMES = ("lost", "won", "passed", "half", *(f"bank {chance:.0%}" for chance in CHANCES), "worst",
         *(f"pool {share:.0%}" for share in FAN))


def card_page(found):
    """Return a page that has the card of a study, and nothing else above its numbers."""
    report = found.report()
    return render(replace(report, opening=Opening((found.study.card,))))["index.html"]


def fresh(run):
    """Return the chips of the seats and the pools of a run: int64[sessions, hands, ...]."""
    entries = {**values_of(run), "pool": (find_game(run.game).row.pool, 1)}

    def read(paths):
        chips = np.zeros((paths.sessions, run.hands, len(run.players)), np.int64)
        pools = np.zeros((paths.sessions, run.hands), np.int64)
        for i in range(paths.sessions):
            hands = slice(paths.starts[i], paths.starts[i + 1])
            own = hands.stop - hands.start
            chips[i, :own] = paths.entries["value"][hands]
            pools[i, :own], pools[i, own:] = paths["pool"][hands], np.iinfo(np.int64).max
        return chips.cumsum(axis=1), pools

    chips, pools = zip(*follow(run, entries, read, 2).pieces, strict=True)
    return np.concatenate(chips), np.concatenate(pools)


def shares(chips, pools, bank, hands, goal, pool):
    """Estimate what a setting brings from fresh runs (``NAMES``). None: won without a goal, the
    hand by which half are gone with one, or if it is beyond the last."""
    def first(met):
        return np.where(met.any(axis=1), met.argmax(axis=1), _LONGEST)

    empty = first(chips[:, :hands] <= -bank)
    full = first(chips[:, :hands] >= goal) if goal else np.full_like(empty, _LONGEST)
    seats = chips.shape[2]
    lost, won = ((one < other).sum(axis=1) for one, other in ((empty, full), (full, empty)))
    return (share_of(lost, seats), share_of(won, seats) if goal else None,
            share_of((pools[:, :hands] >= pool).any(axis=1)),
            None if goal else half_gone(chips, bank),
            *(quantile(_deepest(chips[:, :hands], full) + 1, 1 - chance) for chance in CHANCES),
            quantile(-_deepest_hour(chips[:, :hands]), WORST),
            *(quantile(pools[:, hands - 1 : hands], share) for share in FAN))


def half_gone(chips, bank):
    """Estimate the hand by which half of the banks are gone; None if it may be beyond the last."""
    gone = np.logical_or.accumulate(chips <= -bank, axis=1).sum(axis=2)
    by_hand = [share_of(gone[:, n], chips.shape[2]) for n in range(_LONGEST)]
    value, low, high = (
        next((n for n, share in enumerate(by_hand, 1) if getattr(share, bound) >= 0.5), None)
        for bound in ("value", "high", "low"))
    return high and Estimate(value, low=low, high=high)


def _deepest(chips, full):
    """Return how far seats fall before the hand that fills a goal: [sessions, seats]."""
    before = np.arange(chips.shape[1])[:, None] < full[:, None]
    return -np.where(before, chips, 0).min(axis=1).clip(max=0)


def _deepest_hour(chips):
    """Return what seats lose in their worst hour: [sessions, seats]."""
    start = np.pad(chips, ((0, 0), (HOUR, 0), (0, 0)))[:, : chips.shape[1]]
    return (start - chips).max(axis=1).clip(min=0)


def quantile(values, share):
    """Estimate a quantile of [sessions, seats] values: the least of which so many are no larger,
    by the interval of that share (clustered by session) at each of them."""
    levels = np.unique(values)

    def least(bound):
        low, high = 0, len(levels) - 1
        while low < high:
            middle = (low + high) // 2
            below = share_of((values <= levels[middle]).sum(axis=1), values.shape[1])
            low, high = (low, middle) if getattr(below, bound) >= share else (middle + 1, high)
        return levels[low]

    return Estimate(least("value"), low=least("high"), high=least("low"))


def holds(said, true):
    """Tell whether two shares with intervals may be one: the square-and-add limits of their
    difference (Newcombe, Statistics in Medicine 17, 1998) hold zero."""
    gap = said["value"] - true.value
    low = np.hypot(said["value"] - said["low"], true.high - true.value)
    high = np.hypot(said["high"] - said["value"], true.value - true.low)
    return gap - low <= 1e-9 and gap + high >= -1e-9


def missed(found, folder, settings, hands, seed):
    """Return how many numbers of settings by chance were looked at, by name, and those that do not
    hold.

    ``settings``: at each table. ``hands``: of its fresh run.
    """
    chance = np.random.default_rng(seed)
    tables, run = found.study.found["tables"], found.run

    def between(low, high):
        return round(float(low * (high / low) ** chance.random()))

    asked = [[k, between(10, 1000), between(5, _LONGEST), between(10, 500) * (n % 2),
              between(12, 400)] for k in range(len(tables)) for n in range(settings)]
    said = told_at(card_page(found), folder, "", _SAID % json.dumps(asked))
    looked, wrong = Counter(), []
    for k, table in enumerate(tables):
        played = fresh(set_up(run.game, run.labels[0], table.players, {"penalty": table.penalty},
                              hands // _LONGEST, _LONGEST, seed))
        for setting, told in zip(asked, said, strict=True):
            if setting[0] != k:
                continue
            for name, one, true in zip(NAMES, told, shares(*played, *setting[1:]), strict=True):
                # Where an end of an interval is beyond all that was played, JSON has none.
                if true is None or None in one.values():
                    continue
                looked[name] += 1
                if not holds(one, true):
                    wrong.append((table.players, table.penalty, setting[1:], name, one, true))
    return looked, wrong
