"""What must hold of any run of Euchre."""

import numpy as np

from simulate.games.euchre.kernel import unpack
from simulate.games.euchre.rules import EuchreRules
from simulate.runs.follow import histories
from simulate.runs.play import play
from simulate.runs.run import Run
from strategies.lineup import seat_players


def test_counts_of_makers_are_those_of_the_histories():
    run = Run("euchre", EuchreRules(), seat_players("euchre", "hoyle,loner,random,bold"), 40, 50, 3)
    makers = np.zeros((4, 7, 2, 2), int)
    for hand, _ in histories(run, range(40)):
        if hand["maker"] is not None:
            named = hand["auction"][-1]["round"] - 1
            makers[hand["maker"], hand["trump"], named, int(hand["alone"])] += 1
    counts = unpack(play(run, jobs=1).tally.counts, 4)
    assert np.array_equal(counts["makers"].sum(4), makers) and makers.sum((0, 1)).all()
