"""The part of a page that asks who sits at a table: evenings, or games for points, played there."""

from __future__ import annotations

from collections.abc import Mapping

from reports.page.document import Card, Widget
from reports.page.packing import packed
from reports.studies.surface.laws import asked, good_kind, is_shipped, kinds_of, laws_of, rules_of
from simulate.errors import listed
from simulate.games.game import find_game
from simulate.games.loo.words import words_of
from simulate.games.rules import PENALTY_KINDS, PaysPenalties
from simulate.runs.run import Run
from simulate.theory.law import Law, Stakes, why_in_full

#: The most hands of an evening on the page.
_LONGEST = 500
#: The bank that is asked about, in stakes, and four times as many where pools grow.
BANK = 20
#: The usual limits, in stakes.
LIMITS = (32, 16, 8, 4)


def sitting_card(
    title: str, run: Run, law: Law | None, laws: Mapping[str, Law], answer: tuple[str, ...],
) -> Card:
    """Return the card that plays evenings, or games for points, from laws: of the run's own table
    where it has one, and of the usual line-ups."""
    game, players, stakes = find_game(run.game), len(run.players), Stakes.of(run)
    words = words_of(run.rules)
    stake, has_rules = game.stake(run.rules), isinstance(run.rules, PaysPenalties)
    sizes = range(game.seats[0], game.seats[1] + 1) if is_shipped(run) else [players]
    known = {n: laws if n == players else laws_of(run, n, 0) for n in sizes}
    data = {
        "players": players, "hands": min(run.hands, _LONGEST), "longest": _LONGEST,
        "bank": (4 if has_rules else 1) * BANK * stake, "seed": run.seed, "target": stakes.target,
        "mine": 2 if game.partners(players) else players,
        "rivals": "they" if players == 2 or game.partners(players) else "each of them",
        "countsDown": words.counts_down, "count": (
            "the loos" if words.looed == "looed" else f"the times that somebody is {words.looed}"),
        "stakes": {"each": stakes.each, "dealer": stakes.dealer, "topUp": stakes.top_up,
                   "again": stakes.again, "emptyBelow": stakes.empty_below, "most": stakes.most,
                   "points": stakes.points, "target": stakes.target, "shared": stakes.shared,
                   "turns": stakes.turns, "kind": PENALTY_KINDS[0], "limit": 0},
        "limits": [k * stake for k in LIMITS] if has_rules and not stakes.points else [],
        "rule": str(rules_of(run, players)[0].as_dict().get("penalty", "none")),
        "own": law and packed(law.numbers()), "alike": len(asked(run)) > 1,
        "why": "" if law else why_in_full(run), "lineup": listed(run.labels),
        "who": {name: (name.capitalize() if strategy != name else name, how)
                for name, (strategy, how) in kinds_of(run).items()},
        "good": good_kind(run),
        "laws": {n: {name: packed(one.numbers()) for name, one in some.items()}
                 for n, some in known.items()}}
    return Card("sitting", title, answer,
                widget=Widget("surface.html.j2",
                              ("chosen.js", "law.js", "lesson.js", "surface.js"), data),
                link="study_surface", wide=True)
