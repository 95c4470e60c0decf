"""What a report of Loo or Rounce opens with: what to declare, the wall chart, what is at stake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from reports.draw import style
from reports.opening import asking
from reports.page.document import Card, Opening, Picture
from reports.results import commands
from reports.results.shared_sentences import amount, share
from reports.stats.estimates import Estimate
from reports.stats.number_text import listed, whole
from reports.studies.advise.decision_input import ENOUGH
from reports.studies.advise.stakes import Table
from reports.studies.miss import words as say
from reports.studies.race.study import solved_chance
from reports.studies.risk import shown as risk
from reports.studies.risk.ruin import TableRisks
from reports.studies.risk.study import study_risk
from reports.studies.solution.loo.chart import ACTIONS, RARE, DeclarationChart, Wall, wall_chart
from reports.studies.solution.loo.race import NEEDED
from reports.studies.study import part_of
from simulate.books.tally import Floats, Ints
from simulate.branch.limits import Limits
from simulate.branch.pricing import Prices
from simulate.domino.tiles import DOUBLES, HIGH, TILES, mask, members
from simulate.games.game import find_game
from simulate.games.loo.rules import GAME_POINTS, LooRules, RounceRules, miss_tiles, misses_in
from simulate.games.loo.views import DROP, FOR_POOL, MISS, PLAY, TRICKS
from simulate.games.loo.words import Words, words_of
from simulate.runs.progress import Progress
from simulate.runs.run import Run, count_jobs
from simulate.theory.declared import Declarations, declared_at
from simulate.theory.loo.at_score import GAMES
from simulate.theory.loo.declaration_tree import declarations
from simulate.theory.loo.endings import SHARES, gains_of, in_digits, left_by_end, taken_by_end
from simulate.theory.loo.hands import COARSE, HAND_KINDS, TURNED_UP, coarse_class_of, kinds_in
from simulate.theory.loo.what_if_counts import Situation, plays_for_chips, stakes_of, unit_of
from simulate.theory.tree import NO_MOVE, Deals
from strategies.loo.book import rule_in_sentences
from strategies.loo.racer import race_of_table, shipped_race
from strategies.loo.solved import chart_of, nearest_chances, shipped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from reports.results.result import Result

# A table of good players, whatever line-up a report is about: readers can learn from them.

#: Deals that weigh the classes of hands.
WEIGHED = 20_000
#: Sessions (games, for points) that show what it costs to sit down.
SESSIONS = (200, 2_000)
#: The pools that a person may choose from, in first pools of a session.
POOLS = (1, 2, 4, 8)
#: The most hands of an evening that does not end by itself.
_EVENING = 200


def good_run(run: Run) -> Run:
    """Return a run of the same table with good players in all seats and without a bankroll."""
    game = find_game(run.game)
    if game.bankroll_of(run.rules) is not None:
        run = replace(run, rules=run.rules.changed(bankroll=None))
    sessions = min(max(run.sessions, SESSIONS[0]), SESSIONS[1])
    hands = run.hands if game.plays_to_the_end(run.rules) else min(run.hands, _EVENING)
    return asking.good_table(run, sessions, hands)


@dataclass(frozen=True)
class GoodTable:
    """How good players declare at a table, and what it costs to sit."""

    run: Run
    risks: TableRisks
    jobs: int

    @property
    def players(self) -> int:
        """Seats at the table."""
        return len(self.run.players)

    @property
    def in_chips(self) -> bool:
        """Whether there is a pool."""
        return plays_for_chips(self.run)

    @cached_property
    def pools(self) -> tuple[int | None, ...]:
        """The pools that a person may choose from; none where points are played for."""
        first = stakes_of(self.run).pool
        return tuple(times * first for times in POOLS) if self.in_chips else (None,)

    @cached_property
    def asked(self) -> Table:
        """The table as ``boneyard advise`` sets it, whatever the seed of the report."""
        return Table(asking.good_table(self.run, hands=None, seed=0))

    @property
    def words(self) -> Words:
        """What the game calls its own."""
        return words_of(self.run.rules)

    @property
    def declared(self) -> Declarations:
        """All that can be declared."""
        return declarations(self.players, isinstance(self.run.rules, RounceRules))

    def chances_at(self, at: int) -> Floats:
        """Return the solved table's chances at one of the pools, those of the nearest stakes.

        Where points win the game, they are those of the solved race at the start of a game.

        Returns float64[nodes, COARSE, moves].
        """
        if not self.in_chips:
            race = shipped_race(self.run.game, self.players)
            at_start: Floats = race.chances[race.classes.number((0,) * self.players)]
            return at_start
        stakes, rules = stakes_of(self.run, self.pools[at]), self.run.rules
        chart = chart_of((), shipped())
        assert isinstance(rules, LooRules)
        # The most chips that a looed seat pays; 0 where there is no limit.
        limit = rules.penalty_parts.limit(self.players)
        start = nearest_chances(chart, self.players, 0, 0, int(rules.must_trump), stakes.penalty,
                                limit, stakes.pool)
        # A strategy's chart leaves the chance of the last move out.
        follows = self.declared.tree.follows
        nodes, moves = follows.shape
        first = chart[start : start + nodes * COARSE * (moves - 1)].reshape(nodes, COARSE, -1)
        chances: Floats = np.concatenate([first, 1 - first.sum(-1, keepdims=True)], axis=-1)
        return np.where(follows[:, None, :] == NO_MOVE, 0, chances.clip(0, 1))

    @cached_property
    def chart(self) -> DeclarationChart:
        """How often good players declare what, by situation and kind of hand."""
        rolled = declared_at(self.run).roll(WEIGHED, self.jobs)
        nothing = np.zeros((len(self.declared.ends), len(SHARES), self.players))
        deals = Deals(rolled.coarse, rolled.outcomes, nothing, COARSE)
        return DeclarationChart(self.declared, self.chances_at(0), deals, self.words, self.jobs)


def play_good_table(
    run: Run, jobs: int | None = None, progress: Progress | None = None
) -> GoodTable:
    """Return the table of good players with the rules and seats of a run."""
    own = good_run(run)
    risks = study_risk(
        own, jobs=jobs, progress=progress, table_options=commands.table_options(own)).found["risks"]
    return GoodTable(own, risks, count_jobs(jobs))


# What is asked: play, miss or drop.

#: What trumps are called, by ``simulate.theory.loo.hands.trump_class``.
_TRUMPS = (
    "no trump", "the best trump", "the second best trump", "the third best trump",
    "one trump, the fourth", "one low trump",
    "2 trumps, the two best", "2 trumps, the best and the third", "2 trumps with the best",
    "2 trumps, the second and the third", "2 trumps with the second", "2 trumps with the third",
    "2 low trumps",
    "3 trumps with the two best", "3 trumps with the best and the third", "3 trumps with the best",
    "3 trumps with the second", "3 lower trumps",
    "4 or 5 trumps with the best", "4 or 5 trumps without the best",
)
_DOUBLES = ("no double", "one double", "2 or more doubles")
_HIGH = ("no high tile", "one high tile")
#: A hand leaves no doubt where good players take the miss so often with such a hand.
_NEARLY_ALWAYS = 0.9
#: Letters of declarations, as the page has them.
LETTER = {PLAY: "P", MISS: "M", DROP: "D", FOR_POOL: "F"}
_FIGURES = 6
_PLAIN = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"&<>\\')
#: The signs, by what each is worth, 0 to 100.  None has a meaning in JSON or in HTML; those of two
#: bytes are for what is just below 95, which is rare.
SIGNS = _PLAIN[:-6] + "".join(map(chr, range(0xC0, 0xCC))) + _PLAIN[-6:]
_PARTS = 10_000


def names_of_classes() -> list[str]:
    """Return what a hand holds, in words: for every coarse class, whatever is turned up."""
    return [f"{trumps}, {doubles}, {high}"
            for trumps in _TRUMPS for doubles in _DOUBLES for high in _HIGH]


def drawn_hand(table: GoodTable) -> asking.DrawnHand:
    """Return a hand that leaves no doubt, priced on as many deals whatever they say.

    It is one that should take the miss, if any.
    """
    often, miss = table.chances_at(0)[0], table.declared.actions[0].index(MISS)
    likely = [(tiles, up) for tiles, up in asking.hands_looked_at(TRICKS) if often[
        coarse_class_of(mask(tiles), int(HIGH[up]), up, False), miss] > _NEARLY_ALWAYS]
    return asking.draw_hand(
        (asking.advised(table.asked, *hand, Limits(ENOUGH, ENOUGH)) for hand in likely),
        lambda prices: prices.clear and prices.answers[prices.order[0]] == MISS)


def letters(said: tuple[int, ...]) -> str:
    """Return what was declared as the page writes it."""
    return "".join(LETTER[action] for action in said)


def _often(table: GoodTable, at: int) -> dict[str, str]:
    """Return how often good players declare what at a pool: by what was declared, and class.

    All declarations of a class but the last, then those of the next, in parts of ten thousand, two
    signs each.
    """
    declared, chances = table.declared, table.chances_at(at)
    found = {}
    for node, said in enumerate(declared.heard):
        shares = chances[node, :, : len(declared.actions[node]) - 1].ravel().tolist()
        found[letters(said)] = "".join(
            SIGNS[part // len(SIGNS)] + SIGNS[part % len(SIGNS)]
            for part in (round(_PARTS * share) for share in shares))
    return found


def _later(table: Table, pool: int, kept: Ints, many: float = 1) -> list[list[list[float]]]:
    """Return what ends of hands leave to each position, and what it is by every replica.

    ``kept`` (int64[ends, entries]): what is kept of a hand that ends so
    (``simulate.games.loo.spots``). ``many``: so many times as much is told.
    """
    last = len(table.run.players) - 1
    later = np.array([replicas(np.ones(1), kept[None]) for replicas in (
        table.stakes(position, last, pool).replicas for position in range(last + 1))
        if replicas is not None])
    if (later == later[..., :1]).all():
        later = later[..., :1]
    return [[[float(f"{many * one:.{_FIGURES}g}") for one in end] for end in ends]
            for ends in later]


def _worth(table: GoodTable, at: int) -> dict[str, Any]:
    """Return what ends of hands bring and leave at a pool, or games of a hundred for points."""
    stakes = stakes_of(table.run, table.pools[at])
    if not table.in_chips:
        gains = gains_of(table.players)
        kept = np.concatenate([np.zeros((len(gains), 2), np.int64), gains], axis=1)
        return {"pool": None, "later": _later(table.asked, 0, kept, GAMES)}
    left = left_by_end(stakes.pool, stakes.penalty)
    return {"pool": stakes.pool, "penalty": stakes.penalty,
            "taken": taken_by_end(stakes.pool, stakes.penalty).tolist(),
            "later": _later(table.asked, stakes.pool, np.stack([0 * left, left], axis=-1))}


def declaring_data(table: GoodTable) -> dict[str, Any]:
    """Return what a page needs to say what to declare with any hand."""
    run, rules, declared = table.run, table.run.rules, table.declared
    assert isinstance(rules, LooRules | RounceRules)
    gains = {} if table.in_chips else {
        str(key): at for at, key in enumerate(in_digits(gains_of(table.players)))}
    return asking.data_of(
        run, "declaration", unit_of(run) if table.in_chips else f"games of {GAMES}",
        places=[say.place(p, table.players) for p in range(table.players)],
        taken=table.words.taken, miss=table.words.miss, classes=names_of_classes(),
        # What may be declared, by what was declared before.
        nodes={letters(said): letters(declared.actions[node])
               for node, said in enumerate(declared.heard)},
        signs=SIGNS, rules={"mustTrump": rules.must_trump, "leadTrumps": rules.lead_trump_min},
        misses=misses_in(table.players), missTiles=miss_tiles(table.players), gains=gains,
        tables=[_worth(table, at) | {"often": _often(table, at)} for at in range(len(table.pools))])


def _hand(table: GoodTable) -> Card:
    """Return the card where a hand is clicked, and practised; the one drawn is priced."""
    hand = drawn_hand(table)
    does = {PLAY: "play", MISS: f"take {table.words.taken}", DROP: "drop"}
    said = hand.told(
        [does[answer] for answer in hand.prices.answers],
        "You are the eldest hand. With these five tiles {best}: against good players that brings "
        f"{{margin}} {hand.answers.told_in[1]} more than to {{second}}.",
        "You are the eldest hand: to {best} or to {second} is too close to call.")
    margins = {LETTER[answer]: gap
               for answer, gap in zip(hand.prices.answers, hand.behind, strict=True)}
    data = declaring_data(table) | {
        "hand": hand.tiles, "turnUp": hand.turn_up,
        "opened": {"margins": margins, "given": [], "deals": hand.prices.counted}}
    return asking.card("loo", "declaring", "What should I declare?", said, data, "study_miss",
                       ("tricks.js",))


# The chart for the wall: with which share of the hands of a kind each declaration is best. Hands of
# every kind are dealt in every situation, whether good players come there or not, and each is
# priced as ``boneyard advise`` prices it.

#: Deals in which hands are looked for, and their seed.
_DEALS, _SEED = 1 << 15, 23
#: Deals for each hand.
_OF_A_HAND = Limits(512, 512)
#: Hands of a kind that are priced at first; where not all of these say the same by such a share of
#: what is much, more are.
_FIRST, _FAR = 3, 0.1
#: As many games won are much as a pool is.
_MANY_GAMES = 0.2


def heard(table: GoodTable) -> Iterator[tuple[int, int, list[tuple[int, ...]]]]:
    """Yield the situations by number, each with its position and all that may have been said."""
    for s, situation in enumerate(table.chart.situations):
        said = [one for one in table.declared.heard if situation == Situation(
            len(one), len(one) - one.count(DROP), one.count(MISS))]
        yield s, situation.position, said


def cells_of(orders: Ints, position: int, players: int) -> Ints:
    """Return the kind of hand that deals give a position, and whether a double is turned up."""
    turned_up = DOUBLES >> orders[:, TRICKS * players] & 1
    cells: Ints = TURNED_UP * kinds_in(orders, position, players) + turned_up
    return cells


def prices_at(
    table: GoodTable, position: int, said: tuple[int, ...], order: list[int], limits: Limits
) -> Prices:
    """Price a hand of a deal: of the tiles in the order in which they come."""
    words = {PLAY: "play", MISS: table.words.miss, DROP: "drop"}
    hand = members(mask(order[TRICKS * position : TRICKS * (position + 1)]))
    return asking.advised(table.asked, hand, order[TRICKS * table.players], limits, position,
                          before=",".join(words[one] for one in said)).prices


def price_wall(table: GoodTable, most: int, progress: Progress | None = None) -> Wall:
    """Price hands of every kind in every situation.

    ``most``: hands of a kind that are priced in a situation, at most.
    """
    solved, players, hands = table.chart, table.players, 0
    orders: Ints = np.random.default_rng(_SEED).permuted(
        np.tile(np.arange(TILES), (_DEALS, 1)), axis=1)
    shares = np.zeros((TURNED_UP, len(solved.situations), HAND_KINDS, len(ACTIONS)))
    for s, position, said in heard(table):
        cells = cells_of(orders, position, players)
        for cell in np.unique(cells).tolist():
            kind, double = divmod(cell, TURNED_UP)
            if solved.dealt_by_turn_up[double, s, kind] > RARE:
                some = orders[np.flatnonzero(cells == cell)[:most]]
                best = _best_of(table, position, said, some)
                hands += len(best)
                shares[double, s, kind] = np.mean(
                    [[(action in one) / len(one) for action in ACTIONS] for one in best], axis=0)
        if progress:
            progress((s + 1) / len(solved.situations), hands)
    weights = np.where(shares.sum(-1) > 0, solved.dealt_by_turn_up, 0)
    return Wall(
        solved.words, solved.situations, solved.often, solved.dealt_by_turn_up, weights, shares,
        "A cell shows what is best against good players. It is divided as the hands of its kind "
        "are, which the chart cannot tell apart; equally where it is too close to call.")


def _best_of(
    table: GoodTable, position: int, said: list[tuple[int, ...]], orders: Ints
) -> list[list[int]]:
    """Return the declarations that may be best for each of some hands, after all said in turn.

    Those are one, or those that are too close to call. Hands that differ ask for more of them.
    """
    much = _FAR * (stakes_of(table.run).pool if table.in_chips else _MANY_GAMES)
    best: list[list[int]] = []
    is_far = True
    for number, order in enumerate(orders.tolist()):
        if number >= _FIRST and is_far:
            break
        prices = prices_at(table, position, said[number % len(said)], order, _OF_A_HAND)
        behind = [prices.behind(k) for k in prices.order]
        best.append([prices.answers[k] for k, (gap, error) in zip(prices.order, behind, strict=True)
                     if gap <= 0 or gap < 2 * error])
        is_far = is_far and min(gap for gap, _ in behind[1:]) > much and best[-1] == best[0]
    return best


def rule_to_remember(table: GoodTable) -> dict[str, str]:
    """Return the rule of thumb, which is the strategy ``pocket-rule``: what counts, play, and else.

    Where the table plays for points there is none: the rule was found at tables that play for
    chips, and with points the score matters, too.
    """
    return dict(zip(("Count", "Play", "Otherwise"),
                    rule_in_sentences(table.players, table.words),
                    strict=True)) if table.in_chips else {}


def no_rule(table: GoodTable) -> tuple[str, ...]:
    """Say why there is no rule of thumb, where there is none."""
    return () if table.in_chips else (
        "There is no short rule to remember here: what to declare depends on the score, too. The "
        f"chart is for the start of a game. At any other boneyard advise {table.run.game} with "
        "--score answers.",)


def with_a_double_turned_up(table: GoodTable) -> tuple[str, ...]:
    """Say that a double that is turned up makes drops of misses, where it surely does so."""
    root, chances = table.declared.actions[0], table.chances_at(0)[0]
    if DROP not in root:
        return ()
    best = np.array(root)[chances[:COARSE].argmax(axis=-1)].reshape(-1, TURNED_UP)
    dealt = table.chart.dealt_by_class.reshape(-1, TURNED_UP)[:, 1]  # with a double turned up
    misses = float(dealt @ (best[:, 0] == MISS))
    drops = float(dealt @ ((best[:, 0] == MISS) & (best[:, 1] == DROP)))
    if drops <= misses / 2:
        return ()
    part, taken = f"{drops / misses:.0%}", table.words.taken
    of_these = (f"every hand with which it would otherwise take {taken}" if part == "100%" else
                f"{part} of the hands with which it would otherwise take {taken}")
    return ("A double that is turned up is the best trump, and the dealer may take it: the lower "
            f"part of a cell is for that. Then the eldest hand should drop {of_these}.",)


def _wall(table: GoodTable, wall: Wall) -> Card:
    chart, stakes = table.chart, stakes_of(table.run)
    played = f"pool {stakes.pool:,}, penalty {stakes.penalty:,}; later pools counted"
    subtitle = (f"{find_game(table.run.game).title}, {table.players} players who all declare "
                f"well; {played if table.in_chips else 'to win the game, from its start'}")
    often = np.nansum(chart.often[..., None] * np.nan_to_num(chart.chances), axis=1)
    eldest = often[0] / often[0].sum()
    said = f"Against good players the eldest hand takes {table.words.taken} with {eldest[1]:.0%} " \
           f"of its hands and plays {eldest[0]:.0%}"
    picture = Picture(
        "opening_chart", lambda: wall_chart(wall, "What to declare among good players", subtitle),
        "Find your seat and what you heard at the top, in any order, and your hand at the left. A "
        "divided cell shows for how many such hands each is best; below a white line stands the "
        "same if a double is turned up. It prints on one sheet.", wide=True,
    )
    return Card(
        "chart", "The chart for the wall",
        (f"{said}.", *no_rule(table), *with_a_double_turned_up(table)),
        picture, link="study_miss", wide=True, rule=rule_to_remember(table),
    )


# What it costs to sit down, for chips or for points.

#: What each rival still needs, in the figure: a line each.
_RIVALS = (15, 10, 5, 1)
#: Points ahead, or behind, in the sentence.
_AHEAD = 5
_IN_WORDS = {2: "two", 3: "three", 4: "four", 5: "five"}
#: Banks that are lost in one session of a hundred.
_RARELY = 0.01


def _pool(table: GoodTable) -> Card:
    result = table.risks.table
    frame = result.tables["pool_by_hand"]
    hand, last = int(frame.index[-1]), frame.iloc[-1]
    half, most = (amount(Estimate(last[q], np.nan, last[f"{q}_low"], last[f"{q}_high"]))
                  for q in ("q50", "q95"))
    return Card(
        "pool_fan", "How large does the pool get?",
        (f"In hand {hand} of an evening among good players the pool is {half} chips or less in "
         f"half of all evenings; in one of twenty it is more than {most}.",),
        Picture("opening_pool", lambda: result.plot.pool(),
                "The pool at the start of play, hand by hand: the line is the median, the bands "
                "half of all evenings and nine of ten. Pools are whole numbers: bands have steps."),
        link="study_escalation", again=result.command,
    )


def stakes_card(table: GoodTable) -> Card:
    """Say what it costs to sit down for chips, or how a game for points goes."""
    risks, run = table.risks, table.risks.table.run
    unit = risks.table.measures.strategies[0]
    low, high = (amount(risks.result(unit, q), signed=True) for q in (0.05, 0.95))
    if table.in_chips:
        hands = risks.marks[-1]
        title, what = "What does it cost to sit down?", f"an evening of {whole(hands)} hands"
        bank = amount(risks.bank_needed(unit, _RARELY, hands))
        said: tuple[str, ...] = (
            f"Among equals nobody wins in the long run. In nine of ten cases {what} brings "
            f"between {low} and {high} chips.",
            f"Who brings {bank} chips loses them all, at some time of the evening, in about one "
            "evening of a hundred.")
        shows = f"How often a {risks.bank} is lost at the end of some hand of {what}"
    else:
        title, length = "How does a game go?", risks.table.measures.session_mean("length")
        said = (
            f"Among equals every seat wins one game of {_IN_WORDS[table.players]}, and a game "
            f"takes {amount(length)} hands. In nine of ten games a seat makes between {low} and "
            f"{high} points.",)
        shows = "How often a seat is so many points below its start after some hand of a game"
    return Card(
        "price", title, said,
        Picture("opening_price", lambda: risk.ruin_by_bank(risks),
                f"{shows}; the band is the 95% interval."),
        link="study_risk",
        again=(f"boneyard study risk {run.game} {commands.table_options(run)} "
               f"--sessions {run.sessions} --hands {run.hands} --seed {run.seed}"),
    )


def _chance(table: GoodTable, position: int, own: int, rivals: int) -> Estimate:
    """Return a position's chance to win where it and each of its rivals need so many points."""
    score = [GAME_POINTS - rivals] * table.players
    score[position] = GAME_POINTS - own
    return solved_chance(table.run, score, position)


def _chances_figure(table: GoodTable) -> Figure:
    each = "the other needs" if table.players == 2 else "the others need"
    with style.style():
        figure, axes = style.blank()
        for rivals, (colour, marker, dash) in zip(_RIVALS, style.series(len(_RIVALS)), strict=True):
            chances = [100 * _chance(table, 0, own, rivals).value for own in NEEDED]
            axes.plot(NEEDED, chances, color=colour, marker=marker, markersize=4, linestyle=dash,
                      linewidth=1.2, label=f"{each} {rivals}")
        axes.set_xticks(range(1, GAME_POINTS + 1, 2))
        axes.set_ylim(0, 100)
        axes.set(xlabel="points that you need", ylabel="you win, % of games",
                 title="The chance to win the game")
        style.legend_below(figure, axes)
    return figure


def score_cards(table: GoodTable) -> tuple[Card, ...]:
    """Return the card of the score; none under rules for which no race was solved."""
    if race_of_table(table.run) is None:
        return ()
    players = table.players
    first, last = (f"the {say.place(p, players)} wins "
                   f"{share(_chance(table, p, GAME_POINTS, GAME_POINTS))}"
                   for p in (0, players - 1))
    ahead, behind = (share(_chance(table, 0, GAME_POINTS - own, GAME_POINTS - rivals))
                     for own, rivals in ((_AHEAD, 0), (0, _AHEAD)))
    each = "the other" if players == 2 else "each of the others"
    return (Card(
        "score", "Is the game still open?",
        (f"At the start {first} of the games and {last}. Five points ahead of {each} the eldest "
         f"hand wins {ahead}, and {behind} where it is five behind.",),
        Picture("opening_score", lambda: _chances_figure(table),
                "How often you win as the eldest hand, by the points that you still need and those "
                f"that {each} needs."),
        link="study_race",
    ),)


#: Hands of a kind that the chart for the wall knows in each situation; one after a small run.
_WELL_KNOWN, _SMALL = 8, 100_000
#: The part of the work that is done before hands are priced.
_PLAYING = 0.3


def opening(
    result: Result, jobs: int | None = None, progress: Progress | None = None
) -> Opening:
    """Return what a report opens with."""
    table = play_good_table(result.run, jobs, part_of(progress, 0, _PLAYING))
    wall = price_wall(table, _WELL_KNOWN if result.hands >= _SMALL else 1,
                      part_of(progress, _PLAYING, 1 - _PLAYING))
    stakes = [_pool(table), stakes_card(table)] if table.in_chips else [
        *score_cards(table), stakes_card(table)]
    taken = table.words.taken
    lead = ("Five tiles in your hand, and one turned up that names the trumps: play yours, take "
            f"{taken} (other tiles in their place), or drop out? Click your own hand to see what "
            "good players do, practise until you know it, and print the chart for the wall.")
    note = "" if set(result.run.labels) == set(table.run.labels) else (
        "The first page is about good players. This one is about "
        f"{listed(list(dict.fromkeys(result.run.labels)))}.")
    return Opening((_hand(table), _wall(table, wall), *stakes), note=note, lead=lead)
