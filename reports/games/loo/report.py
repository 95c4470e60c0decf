"""The report of Domino Loo and Domino Rounce: tables, sentences, sections."""

import math
from functools import partial
from typing import Any, cast

from reports.draw.shapes import Fan, Lines
from reports.headlines import amount, largest
from reports.page.document import Column, Picture, Row, Section, Table
from reports.results import game_report, shared_sections
from reports.results.result import Result
from reports.results.shared_sections import quantile_column, section, who_wins
from reports.stats.estimates import Estimate, Sizes
from reports.stats.tails import hill_of_counts
from simulate.books.rows import MAGNITUDES, MARKS, magnitude_floors
from simulate.games.loo.rules import LooRules
from simulate.games.loo.words import words_of

TRICKS, _QUANTILES = range(6), (0.05, 0.25, 0.5, 0.75, 0.95, 0.99)
#: Pools of more stakes than this are large, so that they follow the law of the tail.
_LARGE = 20


def sizes(result: Result, mark: int | None = None) -> Sizes:
    """Return the distribution of the pool over all hands, where only sessions are independent, or
    at a mark: one hand a session, and one that escalated before is beyond all others."""
    tally = result.played.tally
    counts = tally.counts.reshape(1 + len(MARKS), MAGNITUDES)
    if mark is None:
        return result.measures.pools(counts[0])
    # Without bankrolls a session ends early only because it escalates.
    ends_early = result.game.bankroll_of(result.run.rules) is not None
    reached = int(counts[1 + mark].sum())
    largest = tally.session_total(tally.books.largest)
    return Sizes(counts[1 + mark], largest, 0 if ends_early else tally.sessions - reached)


def _tail(result: Result) -> float:
    """Return the least exponent with which large pools grow rare: the lower end of Hill's interval
    if penalties are unlimited, 0 of one large pool, infinity where bankrolls bound payments."""
    rules = result.run.rules
    if not result.game.is_unlimited(rules) or result.game.bankroll_of(rules) is not None:
        return math.inf
    counts = result.played.tally.counts[:MAGNITUDES]
    threshold = _LARGE * result.game.stake(rules)
    floors = magnitude_floors()
    if not counts[floors >= threshold].any():
        return math.inf
    found = hill_of_counts(floors, counts, threshold)
    return 0.0 if math.isnan(found.low) else found.low


def _declarations(result: Result) -> Section:
    """Return the section of what strategies declare, and how often each declaration is looed."""
    words, measures = words_of(result.run.rules), result.measures
    plot = shared_sections.rates(
        result, {"looed_play": "after playing the dealt hand",
                 "looed_miss": f"after {words.taken}"},
        f"How often a declaration ends {words.looed}", f"{words.looed}, % of the hands so declared")
    return section(result, "declarations", "Declaring, and what comes of it", largest(
        measures.by_strategy(partial(measures.rate, "looed")), measures.tally.sessions,
        f"{{who}} {{was}} {words.looed} most often, in {{found}} of {{its}} hands.",
        f"Nobody was {words.looed}.",
        alone=f"A seat is {words.looed} in {{found}} of its hands."),
            (Picture("loo_rates", plot),), "What each declares",
            f"Played, {words.missed} and dropped are shares of the seat's declarations.")


def _tricks(result: Result) -> Section:
    """Return the section of how many tricks each strategy takes."""
    rate = result.measures.rate
    shares = result.measures.by_strategy(
        lambda unit: [rate(f"tricks_{many}", unit) for many in TRICKS])
    plot = Lines(
        shares, TRICKS, 0.2, bottom=0, scale=100, height=3.4 + 0.16 * len(shares),
        xlabel="tricks taken by a seat that stayed in", ylabel="hands, %", title="Tricks in a hand")
    return section(result, "tricks", "Tricks", (), (Picture(
        "tricks", plot, "A walkover, where all others dropped, counts as five."),), "Tricks taken",
        "Shares of the hands that the seat was still in at the end.", table="tricks")


def pool_plot(result: Result, by_hand: list[Row]) -> Fan:
    """Return the quantiles of the pool by number of the hand."""
    return Fan([row["hand_number"] for row in by_hand], {
        q: [row[quantile_column(q).name] for row in by_hand] for q in _QUANTILES},
        cast("LooRules", result.run.rules).escalation_limit, height=3.7,
        xlabel="number of the hand in its session", ylabel="pool at the start of play, chips",
        title="The pool, hand by hand")


def _pool(result: Result) -> Section:
    """Return the section of the pool at the start of play, over all hands and hand by hand."""
    tally, measures, all_hands = result.played.tally, result.measures, sizes(result)
    by_hand: list[Row] = [
        {"hand_number": number + 1, "sessions": pools.hands,
         **{quantile_column(q).name: pools.quantile(q) for q in _QUANTILES}}
        for mark, number in enumerate(MARKS.tolist())
        if number < result.run.hands and (pools := sizes(result, mark)).hands]
    most = tally.session_total(tally.books.largest)
    median = all_hands.quantile(0.5)
    answer = (f"In half of the hands the pool at the start of play is {amount(median)} chips or "
              "less.", measures.narrow.strip())
    return Section("pool", "The pool", answer, (
        Picture("pool", pool_plot(result, by_hand)),), (
        Table.of("pool", "The pool over all hands", (
            Column("pool", "pool", "text", "text", "which figure of the pool at the start of play"),
            Column("chips", "chips", "amount", "chips", "the pool", with_error=True),
        ), ({"pool": name, "chips": chips} for name, chips in (
            ("mean", measures.pool),
            *((f"{q:.0%}", all_hands.quantile(q)) for q in _QUANTILES),
            ("max", Estimate(float(most))), ("left after a session", measures.left))),
            measures.narrow.strip()),
        Table.of("pool_by_hand", "The pool by number of the hand", (
            Column("hand_number", "hand", "count"), Column("sessions", "sessions", "count"),
            *map(quantile_column, _QUANTILES),
        ), by_hand, "A session that escalated before counts as larger than any pool (∞). From 64 "
            "chips on a quantile is the top of a class 3% wide.")))


def _sections(result: Result) -> tuple[Section, ...]:
    measures = result.measures
    answer: tuple[str, ...] = (who_wins(measures),)
    note = "Chips a hand have an equal share of what a session leaves in the pool; net has none."
    if result.in_points:
        note = "Games won are those of one seat."
        answer = who_wins(measures, games=True), *answer
    return (
        shared_sections.winnings(result, answer, measures.withheld + note), _declarations(result),
        _tricks(result), *([] if result.in_points else [_pool(result)]),
        shared_sections.table_section(result))


def _stakes(*asked: Any) -> game_report.Stakes:
    from reports.games.loo import stakes as own

    return own.stakes(*asked)


GAME = game_report.GameReport(
    sections=_sections, tail=_tail, words="reports.games.loo.typed",
    stakes=_stakes,
    columns={
        "played": ("share of hands", "declared to play the dealt hand"),
        "missed": ("share of hands", "took the miss"),
        "dropped": ("share of hands", "dropped"),
        "for_pool": ("share of hands", "played for the pool as dealer"),
        "looed": ("share of hands", "looed: stayed in and won no trick (rounced at Rounce)"),
        "looed_play": ("share of hands so declared", "looed with the dealt hand"),
        "looed_miss": ("share of hands so declared", "looed after a miss"),
        "some_trick": ("share of hands stayed in", "won a trick or more"),
        "all_tricks": ("share of hands stayed in", "won all five tricks"),
        "hands_in": ("hands", "played to the end"),
        **{f"tricks_{many}": ("share of hands stayed in",
                               f"won {many} trick{'' if many == 1 else 's'}") for many in TRICKS}})
