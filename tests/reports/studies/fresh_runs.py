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

#: Hands of the evenings that are counted, and of those that show what comes without a time limit.
_LONGEST, _ENDLESS = 500, 1_000
#: What a page's script says of settings (``NAMES``).
_SAID = """(async () => {
  const data = dataOf("price");
  const tables = await Promise.all(data.tables.map(one => new SurfaceTable(data, one).open()));
  return %s.map(([k, bank, hands, goal, pool]) => [tables[k].isLost(bank, hands, goal),
    goal ? tables[k].isWon(bank, hands, goal) : null, tables[k].passes(pool, hands),
    goal ? null : tables[k].halfGone(bank), ...[0, 1].map(c => tables[k].needed(c, hands, goal)),
    tables[k].quantile(tables[k].worst, hands), ...tables[k].fan.map(
      of => tables[k].quantile(of, hands))]).concat(%s.map(([k, bank, goal]) => [
    ...tables[k].winsAtLast(bank, goal), ...[0, 1].map(c => tables[k].leastAtLast(c, goal))]));
})()"""
NAMES = ("lost", "won", "passed", "half", *(f"bank {chance:.0%}" for chance in CHANCES), "worst",
         *(f"pool {share:.0%}" for share in FAN))
#: And without a time limit.
ENDLESS_NAMES = ("wins at last", "undecided", *(f"bank at last {chance:.0%}" for chance in CHANCES))


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


def _first(met):
    """Return the hand that first met something, past all hands if none did: [sessions, seats]."""
    return np.where(met.any(axis=1), met.argmax(axis=1), _ENDLESS)


def _ended(chips, bank, goal):
    """Count the seats whose bank was gone first, and those who won first, in every session."""
    empty = _first(chips <= -bank)
    full = _first(chips >= goal) if goal else np.full_like(empty, _ENDLESS)
    return full, (empty < full).sum(axis=1), (full < empty).sum(axis=1)


def shares(chips, pools, bank, hands, goal, pool):
    """Estimate what a setting brings from fresh runs (``NAMES``). None: won without a goal, the
    hand by which half are gone with one, or if it is beyond the last."""
    full, lost, won = _ended(chips[:, :hands], bank, goal)
    seats = chips.shape[2]
    return (share_of(lost, seats), share_of(won, seats) if goal else None,
            share_of((pools[:, :hands] >= pool).any(axis=1)),
            None if goal else half_gone(chips, bank),
            *(quantile(_deepest(chips[:, :hands], full) + 1, 1 - chance) for chance in CHANCES),
            quantile(-_deepest_hour(chips[:, :hands]), WORST),
            *(quantile(pools[:, hands - 1 : hands], share) for share in FAN))


def at_last(chips, bank, goal, *banks):
    """Estimate what comes without a time limit (``ENDLESS_NAMES``): the least and the most that
    fresh runs leave open, since what is undecided after their last hand may end either way.

    ``banks``: as large as one must be at least for each of the ``CHANCES``; how rarely is one
    lost?"""
    seats, never = chips.shape[2], Estimate(0.0, low=0.0, high=0.0)
    (_, lost, won), (_, lost_by_then, won_by_then) = (
        _ended(some, bank, goal) for some in (chips, chips[:, :_LONGEST]))
    undecided = share_of(seats - lost_by_then - won_by_then, seats)
    return ((share_of(won, seats), share_of(seats - lost, seats)), (undecided, undecided),
            *((never, share_of(seats - _ended(chips, large, goal)[2], seats)) for large in banks))


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
    """Tell whether two numbers, each from the least to the most that it may be, may be one: the
    square-and-add limits of the differences (Newcombe, Statistics in Medicine 17, 1998) hold zero
    or what lies on its right side."""
    def exceeds(one, other):
        reach = np.hypot(one.value - one.low, other.high - other.value)
        return one.value - other.value - reach > 1e-9

    return not exceeds(said[0], true[1]) and not exceeds(true[0], said[1])


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
    asked += [[k, between(10, 300), between(10, 150)]
              for k in range(len(tables)) for _ in range(settings)]
    by_length = [json.dumps([one for one in asked if len(one) == many]) for many in (5, 3)]
    said = told_at(card_page(found), folder, "", _SAID % tuple(by_length))
    looked, wrong = Counter(), []
    for k, table in enumerate(tables):
        chips, pools = fresh(set_up(
            run.game, run.labels[0], table.players, {"penalty": table.penalty}, hands // _LONGEST,
            _ENDLESS, seed))
        for setting, told in zip(asked, said, strict=True):
            if setting[0] != k:
                continue
            for name, one, true in _both(setting[1:], told, chips, pools):
                looked[name] += 1
                if not holds(one, true):
                    wrong.append((table.players, table.penalty, setting[1:], name, one, true))
    return looked, wrong


def _both(setting, told, chips, pools):
    """Yield what is said of a setting and what fresh runs say, where both are known, by name; each
    as the least and the most that it may be."""
    if len(setting) == 2:
        least, most, undecided, *banks = told
        rare = [dict.fromkeys(("value", "low", "high"), chance) for chance in CHANCES]
        names, told = ENDLESS_NAMES, [(least, most), *((one, one) for one in (undecided, *rare))]
        true = at_last(chips, *setting, *banks)
    else:
        names, told = NAMES, [(one, one) for one in told]
        true = [(one, one) for one in shares(chips[:, :_LONGEST], pools, *setting)]
    for name, ends, one in zip(names, told, true, strict=True):
        # Where an end of an interval is beyond all that was played, JSON has none.
        if None not in (*ends, *one) and not any(None in end.values() for end in ends):
            yield name, [Estimate(end["value"], low=end["low"], high=end["high"])
                         for end in ends], one
