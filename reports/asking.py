"""Single decisions and played hands from a notebook: ``advise``, ``ask`` and ``review``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from reports.door import checked
from reports.request import Lineup, Number, RulesGiven, read_rules, set_up
from simulate.branch.limits import MOST_DEALS
from simulate.errors import BoneyardError
from simulate.runs.interrupting import interruptible
from simulate.whole_numbers import whole

if TYPE_CHECKING:
    from reports.review.review import Review
    from reports.studies.advise.decision import Answers


@checked
@interruptible()
def ask(
    game: str, hand: str | Mapping[str, Any] = "", position: object = "", decision: object = None,
    lineup: Lineup | None = None, players: Number | None = None, rules: RulesGiven = None,
    pool: int | None = None, seed: Number = 0, deals: Number = MOST_DEALS,
    seconds: object = None, spot: str = "", **told: str,
) -> Answers:
    """Say what to do in a decision of any game, and by how much it is best.

    Parameters
    ----------
    game : str
    hand : str or mapping
        The tiles held, ``"6-6 6-2 4-4"``; or a hand of the exchange format; empty with ``spot``.
    position : str or int
        Where the seat sits; not needed with a hand of the exchange format.
    decision : str or int, optional
        ``"take_turn_up"`` or ``"draw"``, which the rest does not tell; in a hand of the exchange
        format the number of the decision, from 1.
    lineup, players, rules, seed
        As for ``simulate``; good players in the order of the positions where none are named.
    pool : int, optional
    deals : int
        The most deals that are drawn.
    seconds : float, optional
        After so long no further round of deals begins; the note says when the time was up.
    spot : str
        Loo and Rounce: a class of hands as on the chart, ``"2 trumps with the best, 1 double"``.
    **told : str
        ``turn_up``, ``before``, ``seen``, ``drawn``, ``discarded`` and ``score``, as the options
        of ``boneyard advise`` have them.

    Raises
    ------
    BoneyardError
        If it cannot be read, or cannot have happened.

    Examples
    --------
    >>> import boneyard
    >>> boneyard.ask("casino", "6-6 4-4 5-0", "second", seen="6-4 2-1 5-5 / 3 4",
    ...              lineup="random", players=3, deals=512).frame.index.name
    'answer'
    """
    from reports.studies.advise.decision import answers_to
    from reports.studies.advise.decision_input import read_limits, read_question
    from reports.studies.advise.history_input import as_hand, as_written, run_of
    from reports.typed.told import Told
    from simulate.games.spot import asking

    limits = read_limits(deals, seconds)
    if isinstance(hand, Mapping):
        hand = as_hand(hand)
        run = run_of(hand, lineup, None if rules is None else read_rules(game, rules),
                     whole(seed, "seed", 0))
        with as_written():
            events = asking(game).events(hand, run.rules)
            number = whole(decision, "decision", 1, len(events))
            return answers_to(run, hand, events, number - 1, limits=limits)
    try:
        said = Told(hand, str(position), pool=None if pool is None else whole(pool, "pool", 1),
                    decision=None if decision is None else str(decision), **told)
    except TypeError as error:
        raise BoneyardError(f"ask: {str(error).partition(') ')[2]}; tell turn_up, before, seen, "
                            "drawn, discarded or score") from error
    run = set_up(game, lineup, players, rules, 1, None, seed, good=True)
    asked, among = read_question(run, said, spot)
    return answers_to(run, *asked, limits=limits, among=among)


@checked
def advise(
    game: str, hand: str | Iterable[object] = "", turn_up: object = "", position: object = "",
    before: str | Iterable[object] = (), pool: int | None = None, lineup: Lineup | None = None,
    players: Number | None = None, rules: RulesGiven = None, seed: Number = 0, **more: Any,
) -> Answers:
    """Say what to do with one hand: ``ask`` for a decision before a tile is played.

    Parameters
    ----------
    game : str
    hand : str or sequence of str
        The tiles held: ``"6-6 6-2 4-4 3-1 2-0"``.
    turn_up : str, optional
    position : str or int
        0 or ``"eldest"`` is the first on the dealer's left, ``"dealer"`` the last.
    before : str or sequence of str
        What the positions before said: ``"drop,miss"``.
    pool, lineup, players, rules, seed
        As for ``ask``.
    **more
        What else ``ask`` understands: ``deals``, ``seconds``, ``seen`` and the like.

    Raises
    ------
    BoneyardError
        If it cannot be read, or cannot have happened.

    Examples
    --------
    >>> import boneyard
    >>> advice = boneyard.advise("loo", "6-6 6-2 4-4 3-1 2-0", "6-3", position=2,
    ...                          before="drop,miss", lineup="banker")
    >>> advice.answer.partition(":")[0]
    'Play'
    """
    held, said = (text if isinstance(text, str) else joint.join(map(str, text))
                  for text, joint in ((hand, " "), (before, ",")))
    return ask(game, held, position, lineup=lineup, players=players, rules=rules, pool=pool,
               seed=seed, turn_up="" if turn_up is None else str(turn_up), before=said, **more)


@checked
def review(
    hands: str | Sequence[Mapping[str, Any]], seat: int | str = 0, lineup: Lineup | None = None,
    rules: RulesGiven = None, seed: Number = 0, jobs: int | None = None, deals: int = 2048,
) -> Review:
    """Price every decision of a seat in hands that were played.

    Parameters
    ----------
    hands : str or sequence of mapping
        A file of hand histories or of typed hands, or hands of the exchange format.
    seat : int or str
        Its number; or the player's name in typed hands.
    lineup, rules : optional
        Who the players are assumed to be, and the rules: as the hands say when not given, and good
        players where the hands do not say.
    seed, jobs
        As for ``simulate``.
    deals : int
        The most deals that a decision is priced with.

    Raises
    ------
    BoneyardError
        If no hand can be reviewed.

    Examples
    --------
    >>> import boneyard
    >>> hands = boneyard.replay("casino", lineup="random", players=3, session=0)
    >>> boneyard.review([hand.history for hand in hands], seat=1, deals=512, jobs=1).unit
    'games'
    """
    from reports.review.notation import hands_of, seat_named
    from reports.review.review import review as go_through
    from reports.studies.advise.history_input import as_hand, read_text

    lines: Any = (list(hands_of(read_text(hands))) if isinstance(hands, str)
                  else [(number, as_hand(hand)) for number, hand in enumerate(hands, 1)])
    given = None
    if rules is not None:
        game = next((hand["game"] for _, hand in lines if isinstance(hand, dict)), "loo")
        given = read_rules(game, rules)
    place = seat_named(lines, str(seat))
    return go_through(lines, place, lineup, given, whole(seed, "seed", 0), jobs, deals)
