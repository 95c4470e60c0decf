"""What a report of Pool opens with: which tile to lead, and which to play."""

from dataclasses import replace
from typing import Any

from reports import commands
from reports.games.pool.decisions import HABITS, plays, single_hands
from reports.opening import asking
from reports.page.document import Card, Opening
from reports.results.game_report import ValuedTable
from reports.results.result import Result
from reports.stats.comparisons import p_value, signs
from reports.stats.move_values import MoveValues
from simulate.branch.limits import MOST_DEALS
from simulate.domino.tiles import name
from simulate.games.game import find_game
from simulate.games.pool.rules import PoolRules, hand_size
from simulate.games.pool.views import AT, NO_OPTION, tile_of
from simulate.runs.follow import histories
from simulate.runs.run import Progress, Run, silent
from strategies.pool import counting

#: What the page is for: single hands, and a game hundred up.
_FIRST_ONE_OUT = ("Be rid of your tiles before the others are: which tile to lead, and which to "
                  "play then.")
_AT_A_SCORE = ("Be the last whose pips stay below the target. Which tile to play depends on the "
               "score: ask boneyard advise pool {} with --hand, --position, what was played "
               "(--seen) and the --score.")
_ANSWER = ("Click what was played, turn by turn, and what you hold. This page then deals the "
           "others the hands that they can have. It plays every tile of yours out, and shows which "
           "brings most.")
#: Hands to look through for a turn with several tiles to choose from, and the turns to look at.
_LATER_LOOKED_AT, _TURNS, _CHOICES = 200, range(5, 9), 3
#: Every tile of good players is tried in one hand for so many of the run, at least and at most.
_TRIED = 5, 4_000, 20_000
#: How a sentence names the tile of each habit.
_TILE = ("a double", "the heaviest tile", "the tile that keeps the most numbers in your hand",
         "the tile after which the fewest unseen tiles fit")


def asked_table(run: Run) -> Run:
    """Return a table of good players under the rules of a run, as the cards ask ``advise``."""
    rules = run.rules.changed(bankroll=None, leader="draw")
    return asking.good_table(replace(run, rules=rules), seed=0)


def _data(table: Run, move: str, **own: Any) -> dict[str, Any]:
    """Return what the scripts read of a table."""
    rules, players = table.rules, len(table.players)
    assert isinstance(rules, PoolRules)
    return asking.data_of(
        table, move, "% of the pool", MOST_DEALS, tiles=hand_size(players), draw=rules.draw,
        contribution=rules.contribution, brings="brings",
        counter={name: one.default for name, one in counting.Counter.parameters.items()}, **own)


def leading_card(table: Run, asks_later: bool) -> Card:
    """Return the card where a hand is clicked, and practised."""
    def read(table: Run) -> dict[str, Any]:
        tiles, _ = next(asking.hands_looked_at(hand_size(len(table.players))))
        return _data(table, "lead", hand=list(map(name, tiles)))

    data = asking.at_tables(table, read, "draw")
    pool = data["players"] * data["contribution"]
    hand = asking.clear_hand(ValuedTable(table), data["tiles"], asking.HUNDRED / pool)
    sentence = hand.sentence(
        [name(tile_of(answer)) for answer in hand.prices.answers], "% of the pool", "lead ")
    return asking.card("pool", "leading", "Which tile should I lead?", f"You lead. {sentence}",
                       {**data, "hand": hand.tiles, "asksLater": asks_later}, "hands")


def _position(run: Run) -> tuple[list[int], list[str]]:
    """Return the turns before one with a choice, after a pass, and the tiles held then."""
    for hand, row in histories(run, range(run.sessions), 0, 1):
        options = [int(row[AT.choice_of + k]) for k in range(len(hand["plays"]))]
        for k in _TURNS:
            if k < len(options) and NO_OPTION in options[:k] and (
                int(row[AT.legal_of + k]).bit_count() >= _CHOICES
            ):
                seat = hand["plays"][k]["seat"]
                gone = {play.get("tile") for play in hand["plays"][:k]}
                return options[:k], [tile for tile in hand["dealt"][seat] if tile not in gone]
    return [], []


def later_card(table: Run) -> Card:
    """Return the card that answers in any turn."""
    def read(table: Run) -> dict[str, Any]:
        history, hand = _position(replace(table, sessions=_LATER_LOOKED_AT))
        places = find_game(table.game).position_names(len(table.players))
        return _data(table, "tile", history=history, hand=hand, places=places)

    return asking.card("pool", "later", "Which tile should I play now?", _ANSWER,
                       asking.at_tables(table, read), "hands")


def best_option(found: MoveValues, players: str) -> str:
    """Return which tile to play first among such players, from what options of each sort bring: all
    sorts are judged together."""
    means = [found.mean(k) for k in range(len(HABITS))]
    judged = signs(means, [p_value(one, found.sessions) for one in means])
    sure = sorted((k for k, sign in enumerate(judged) if sign > 0), key=lambda k: -means[k].value)
    if not sure:
        return f"Among {players} no sort of tile surely takes more than the others of its turn."
    then = f" Where that does not decide, play {_TILE[sure[1]]}." if sure[1:] else ""
    return f"Among {players}, first play {_TILE[sure[0]]}.{then}"


def chart_card(table: Run, hands: int, jobs: int | None, progress: Progress) -> Card:
    """Return the chart of what good players' tiles take."""
    run = single_hands(table)
    return asking.wall_card(
        run, plays(run), "openings", hands, _TRIED, lambda found: best_option(
            found["habits"].both, f"{len(run.players)} good players"),
        "Per cent of the pool taken more, or less",
        "Per cent of the pool that a lead of the tile takes more (blue) or less (orange) than the "
        "hand's other tiles, with half of the interval, among good players. Empty: too rare.",
        "hands", "line_habits", jobs, progress)


def opening(result: Result, jobs: int | None = None, progress: Progress = silent) -> Opening:
    """Return what a report opens with: a hand is priced, and tiles of good players are tried for
    it; no cards hundred up, where pips are played for as well."""
    if result.is_game:
        return Opening(lead=_AT_A_SCORE.format(commands.written(commands.rule_options(result.run))))
    table = asked_table(result.run)
    # The page can play later turns out where nobody draws.
    later = [later_card(table)] if getattr(table.rules, "draw", "") == "no" else []
    return Opening((leading_card(table, bool(later)), *later,
                    chart_card(table, result.hands, jobs, progress)), lead=_FIRST_ONE_OUT)
