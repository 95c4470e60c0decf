"""Tuples of any length: what is done to one place of a table is done to all of them.

Compiled code knows the length of a tuple and the types in it, so that a function of tuples is
compiled for tables of two, three and four seats each, with all its loops unrolled.  ``items`` are
tuples of one length, in a tuple; a function takes one value of each of them, then what stands in
the tuple ``same``, which is the same for all places.
"""

from __future__ import annotations

from typing import Any

from simulate.machine.compiling import Compiled


def _instruction(name: str) -> Any:
    return Compiled("simulate.games.loo.in_lanes.instructions", name)


#: ``each(function, items, same)``: what a function makes of every place, as a tuple.
each = _instruction("each")
#: ``in_turn(function, so_far, items, same)``: a function of what is known so far and of a place
#: returns what is known then and its answer; returns (what is known at last, the answers).
in_turn = _instruction("in_turn")
#: ``fold(function, so_far, items, same)``: the same for a function without an answer; what is known
#: may be of another type after each place, as a tuple that grows.
fold = _instruction("fold")
#: ``for_length(items, of_two, of_three, of_four)``: the function that is meant for tuples of this
#: length.
for_length = _instruction("for_length")
