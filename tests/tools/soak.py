"""``make soak``: random tables of all games through kernel and oracle until the time is up.

Every table has random rules, strategies with random parameters, seed and sessions.  Some
sessions are played by the kernel twice, for the tallies and for the histories, which must
add up to the same, and one of them by the oracle, which must play the same hands.  Stops at
the first difference and prints its address.

Usage: python -m tests.tools.soak MINUTES [SEED [TABLE]]; with a table, that one alone.
"""

import random
import sys
import time
from collections.abc import Callable

from boneyard.proof.history import assert_same_hand
from reports.commands import replay_command
from simulate.errors import BoneyardError
from simulate.games.euchre.rules import EuchreRules
from simulate.games.game import find_game, game_names
from simulate.games.loo.rules import LooRules, RounceRules
from simulate.games.pool.rules import PoolRules
from simulate.games.rules import Rules
from simulate.runs.chunk import play_sessions, record_sessions
from simulate.runs.follow import histories
from simulate.runs.run import Run
from strategies.base import Parameter
from strategies.lineup import library, seat_players
from tests.simulate.games.oracles import by_oracle

#: Sessions that the kernel plays of each table, and the most hands of each.
SESSIONS, HANDS = 3, 20


def loo_rules(chance: random.Random) -> Rules:
    """Return random rules of Loo."""
    if chance.random() < 0.3:
        return LooRules(scoring="points", must_trump=chance.random() < 0.7,
                        lead_trump_min=chance.randrange(1, 7))
    penalty = chance.choice(
        ["unlimited", f"fixed:{chance.randrange(90)}", f"cap:{chance.randrange(1, 90)}",
         f"fixed:{chance.randrange(9)}n", f"cap:{chance.randrange(1, 25)}n"])
    return LooRules(
        ante=chance.randrange(9), dealer_ante=chance.randrange(1, 20),
        dealer_top_up=chance.randrange(9), penalty=penalty,
        remainder=chance.choice(["ante", "stays"]),
        escalation_limit=10 ** chance.randrange(2, 13), lead_trump_min=chance.randrange(1, 7),
        must_trump=chance.random() < 0.7, bankroll=chance.choice([None, None, 30, 100, 1000]))


def rounce_rules(chance: random.Random) -> Rules:
    """Return random rules of Rounce."""
    return RounceRules(lead_trump_min=chance.randrange(1, 7), must_trump=chance.random() < 0.3)


def euchre_rules(chance: random.Random) -> Rules:
    """Return random rules of Euchre."""
    return EuchreRules(lead_suit=chance.choice(["announced", "high"]))


def pool_rules(chance: random.Random) -> Rules:
    """Return random rules of Pool."""
    common = {
        "contribution": chance.randrange(1, 30), "leader": chance.choice(["draw", "rotate"]),
        "draw": chance.choice(["no", "may", "must"]),
    }
    if chance.random() < 0.5:
        return PoolRules(**common, bankroll=chance.choice([None, None, 1, 25, 400]))
    return PoolRules(**common, score="hundred_up", target=chance.randrange(1, 250),
                     star=chance.choice(["no", "may", "must", "must"]))


#: Of the games that have any.
RULES: dict[str, Callable[[random.Random], Rules]] = {
    "loo": loo_rules, "rounce": rounce_rules, "euchre": euchre_rules, "pool": pool_rules,
}


def _drawn(one: Parameter, chance: random.Random) -> float:
    """Return a value that a parameter may have."""
    if one.whole:
        return chance.randint(int(one.low), int(one.high))
    return chance.uniform(one.low, one.high)


def entry(game: str, chance: random.Random) -> str:
    """Return a strategy as a line-up writes it, half of the time with random parameters."""
    strategy = library(game)[chance.choice(sorted(library(game)))]
    given = [f"{name}={_drawn(p, chance):.4g}"
             for name, p in strategy.parameters.items() if chance.random() < 0.5]
    return f"{strategy.name}({','.join(given)})" if given else strategy.name


def random_table(chance: random.Random, game: str | None = None) -> tuple[Run, int]:
    """Return a table, of any game if none is named, and the first session that it is to play."""
    game = game or chance.choice(game_names())
    low, high = find_game(game).seats
    players = chance.randrange(low, high + 1)
    while True:
        lineup = [entry(game, chance) for _ in range(players)]
        try:
            seats = seat_players(game, lineup)
        except BoneyardError:  # rounding took a parameter past its end
            continue
        rules = RULES[game](chance) if game in RULES else find_game(game).rules_class()
        run = Run(game, rules, seats, 1, HANDS, chance.randrange(2**63))
        return run, chance.randrange(2 ** chance.randrange(1, 60))


def tallied(run: Run, first: int) -> list[list[int]]:
    """Return what each seat won in each session, as the kernel tallies it."""
    books = find_game(run.game).books
    fields = [books.seat.index(name) for name in books.forms[books.value]]
    rows = play_sessions(run, first, SESSIONS, run.hands)
    return rows.seat[:, :, fields].sum(axis=2).tolist()


def told(run: Run, session: int) -> list[int]:
    """Return what each seat won in a session, as the rows of its hands have it."""
    values = find_game(run.game).values
    total = [0] * len(run.players)
    for row in record_sessions(run, (session,), 0, run.hands):
        for seat in range(len(total)):
            total[seat] += int(row[values + seat])
    return total


def check(run: Run, first: int) -> int:
    """Play a table and return the hands that kernel and oracle agree in.

    Raises ``AssertionError`` at the first difference, with its address.
    """
    for session, won in enumerate(tallied(run, first), first):
        if told(run, session) != won:
            raise AssertionError(
                f"tallied {won}, told {told(run, session)} in session {session}: "
                + replay_command(run, session, 0))
    kernel = [hand for hand, _ in histories(run, range(first, first + 1))]
    oracle = by_oracle(run, first)
    for number, (mine, other) in enumerate(zip(kernel, oracle, strict=False)):
        try:
            assert_same_hand(number, mine, other)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{replay_command(run, first, number)}") from None
    if len(kernel) != len(oracle):
        last = min(len(kernel), len(oracle))
        raise AssertionError(f"{len(kernel)} hands by the kernel, {len(oracle)} by the oracle\n"
                             + replay_command(run, first, last))
    return len(kernel)


def soak(minutes: float, seed: int, only: int | None = None) -> str:
    """Check random tables until the time is up and say how many."""
    end, number = time.monotonic() + 60 * minutes, 0 if only is None else only
    played: dict[str, list[int]] = {game: [0, 0] for game in game_names()}
    while time.monotonic() < end:
        run, first = random_table(random.Random(f"{seed} {number}"))
        try:
            hands = check(run, first)
        except Exception as error:
            error.add_note(f"in table {number} of seed {seed}: {run.game}, {run.rules}, "
                           f"{run.labels}, seed {run.seed}, session {first}")
            raise
        played[run.game][0] += 1
        played[run.game][1] += hands
        if only is not None:
            break
        number += 1
    counts = (f"{game} {tables:,} tables, {hands:,} hands"
              for game, (tables, hands) in played.items())
    return f"no difference ({'; '.join(counts)}; seed {seed})"


def main() -> None:
    """Soak for the minutes that the command line says."""
    minutes, *rest = [*sys.argv[1:], "5"][: max(len(sys.argv) - 1, 1)]
    numbers = [int(word) for word in rest]
    print(soak(float(minutes), *(numbers or [time.time_ns() % 10**9])))


if __name__ == "__main__":
    main()
