"""``study bet``: is there skill at Casino, and when is a tile bet best?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reports.draw import shapes
from reports.draw.parts import Axes, Figure
from reports.games.casino.decisions import bets, labels_of
from reports.moves import Buckets, draw, measure, section_of
from reports.page.document import Column, Picture, Section, Table
from reports.results.shared_sentences import share
from reports.stats.estimates import Estimate
from reports.stats.move_values import Halves
from reports.studies.bet.ceiling import Ceiling, find_ceiling
from reports.studies.study import Study, each_once, in_parts, tried
from simulate.runs.progress import Progress, silent
from simulate.runs.run import Run

_PER_CENT = 100
_NOTES = (
    "Games of 100 that a bet of the tile wins more (blue) or fewer (orange) than the hand's other "
    "tiles, on the same deal and the same dice. Below stands half the width of the 95% interval. "
    "Tiles that matter are those that a blank preys on or that could take another tile. A cell "
    "without a number came too rarely.",
    "The best bets: games that the best fitted bets win on fresh deals, at least. The dashed line "
    "is what luck alone gives.")


def _draw_ceilings(axes: Axes, found: Sequence[Ceiling], players: int) -> None:
    shapes.dotted(axes, [f"against {one.rival}" for one in found], [one.wins for one in found],
                  _PER_CENT, _PER_CENT / players)
    axes.set_xlabel("games won of 100", fontsize=shapes.NAME)


def wall_chart(
    buckets: Mapping[str, Buckets], found: Mapping[str, Halves], ceilings: Sequence[Ceiling],
    run: Run,
) -> Figure:
    """Draw the study on one sheet."""
    players = len(run.players)
    return shapes.wall(
        f"Domino Casino with {players} players: when to bet which tile",
        f"Bets of {', '.join(labels_of(run))}; {run.sessions:,} games.", _NOTES, 6.4, (
            (("When is each kind of tile bet best?", 1,
              lambda axes: draw(axes, buckets["when"], found["when"].both)),),
            (("Each tile, whenever it is bet", 7,
              lambda axes: draw(axes, buckets["tiles"], found["tiles"].both)),
             ("What do the best bets win?", 3,
              lambda axes: _draw_ceilings(axes, ceilings, players)))))


def _skill(run: Run, found: Sequence[Ceiling]) -> Section:
    fair, seats = 1 / len(run.players), len(run.players)
    said = [f"The best bets win at least {share(one.wins)} from {one.rival}." for one in found]
    gap = Estimate(*(100 * number for number in (
        found[0].wins.value - fair, found[0].wins.se, found[0].wins.low - fair,
        found[0].wins.high - fair)))
    answer = (f"{' '.join(said)} Luck alone gives {fair:.1%} with {seats} seats: "
              f"{_how_much(gap)}.",)
    picture = Picture(
        "bet_ceiling", lambda: shapes.dots(
            [f"against {one.rival}" for one in found], [one.wins for one in found],
            "games won by the best bets found, % (dashed: luck alone)", scale=_PER_CENT,
            neutral=_PER_CENT * fair),
        "Share of games that the best bets found win when all others play one strategy, with 95% "
        "intervals.")
    table = Table.of("bet_ceiling", "How much skill there is", (
        Column("rival", "all others play", "text", "text", "the strategy in all other seats"),
        Column("best", "best found", "text", "text", "the best player that was found"),
        Column("known", "best strategy of the library or line-up", "text", "text",
               "the best of the strategies that there were"),
        Column("wins", "games won", "share", "share of games", "won; ties are shared"),
        Column("gain", "more than one of the others", "share", "share of games",
               "won more than the rival in the same seat"),
    ), ({"rival": one.rival, "best": one.chosen, "known": one.best_known, "wins": one.wins,
         "gain": one.gain} for one in found),
        "Found on some deals, chosen on others and measured on others again. A best response to "
        "all that a seat sees may win more, not less.")
    return Section("bet_ceiling", "How much skill is there?", answer, (picture,), (table,))


#: Games of 100 above what luck gives: below the first there is little skill, below the second some.
_LITTLE, _SOME = 3.0, 8.0
#: With a half interval beyond this skill is named only if the whole interval is of one sort.
_TOO_WIDE = 1.0


def _how_much(gap: Estimate) -> str:
    """Say how much skill there is; few games do not show that there is little."""
    at = _sort_of(gap.value)
    wide = not (gap.high - gap.low) / 2 <= _TOO_WIDE
    if wide and not (gap.low >= _LITTLE and _sort_of(gap.low) == _sort_of(gap.high)):
        return "there are too few games to tell how much skill there is"
    return f"as far as was found, {at}"


def _sort_of(gap: float) -> str:
    if gap < _LITTLE:
        return "there is little skill"
    return "there is some skill" if gap < _SOME else "there is much skill"


QUESTION = "Is there skill in betting, and when is a tile bet best?"
#: Parts of the work: the tiles, and each of the two ceilings.
_BY_TILE, _CEILING = 0.2, 0.4
_MORE = ("How many more games of 100 a bet wins than the hand's other tiles. All meet the same "
         "deal and the same dice, and all play on as before.")
#: Title and note of each section, by its buckets.
_SECTIONS = {
    "when": ("When is a tile bet best?", _MORE),
    "tiles": ("What does a bet of each tile bring?", _MORE),
    "rounds": ("Which strategy wins its tiles when?",
               "Tiles that a seat wins a round; the last two rounds are one, their mean."),
    "holdings": ("What are the first tiles worth?",
                 "Games of 100 that a seat wins whose first three tiles hold so many of a kind."),
    "endings": ("How are the last rounds bet best?",
                "With two players and nothing left to draw both hands are known, and the ending is "
                "solved. What a bet of the last but one or two gives away.")}


def study_bet(run: Run, jobs: int | None = None, progress: Progress = silent) -> Study:
    """Answer whether there is skill in betting, and when each kind of tile is bet best."""
    by_tile, *fits = in_parts(progress, (_BY_TILE, _CEILING, _CEILING))
    decision = bets(run)
    found, buckets = measure(run, decision, jobs, by_tile), decision.buckets
    known = each_once(*tried(run).values(), *run.players)
    by_name = {player.label: player for player in known}
    first = find_ceiling(run, by_name["random"], known, jobs, fits[0])
    best = by_name[first.best_known]
    second = find_ceiling(run, best, known, jobs, fits[1])
    ceilings = (first, second) if best.label != "random" else (first,)
    wall = Picture("bet_wall", lambda: wall_chart(buckets, found, ceilings, run),
                   "The chart for the wall: when each kind of tile wins more than the hand's other "
                   "tiles.", wide=True)
    shown = (_skill(run, ceilings), Section("bet_wall", "The chart for the wall", (), (wall,)), *(
        section_of(f"bet_{name}", title, buckets[name], found[name], note,
                   name not in ("when", "tiles"))
        for name, (title, note) in _SECTIONS.items() if name in found))
    answer = tuple(section.answer[0] for section in (shown[0], *shown[2:4]))
    return Study(QUESTION, answer, shown, {"bets": found, "ceilings": ceilings})
