"""Sessions side by side: the instructions on vectors that have a lane for each of them.

A strategy is asked one seat at a time, but where all decisions are left to chance, hands of
different sessions take the same steps, and one instruction does a step of many. The results are
those of the kernel, to the bit.

A value in lanes is a vector of ``LANES`` whole numbers.  It is added, compared and so on like a
number, lane by lane, and with plain numbers, which stand in every lane. Two things differ: ``>>``
takes no account of the sign, since words of randomness have none, and nothing branches on a
comparison; ``where`` chooses lane by lane.

What belongs to the seats or positions stands in tuples. Compiled code knows the length of a tuple
and the types in it, so that a function of tuples is compiled for tables of two, three and four
seats each, with all its loops unrolled. ``items`` are tuples of one length, in a tuple; a function
takes one value of each of them, then what stands in the tuple ``same``, which is the same for all
places.
"""

from __future__ import annotations

from typing import Any

from simulate.machine.compiling import Compiled

#: How many sessions stand side by side: two registers of the widest processors a value, which keeps
#: them busy while one of the two waits for a result.
LANES = 16

#: A vector of whole numbers, sets of tiles or words; of what a comparison says.
Lanes = Any
Flags = Any
#: The numbers of the seats, or of the positions: 0, 1 and so on.
Places = tuple[int, ...]
#: A value of each seat, or of each position: the dealer's is the last; and what is true of each.
Each = tuple[Lanes, ...]
FlagsOfEach = tuple[Flags, ...]


def _instruction(name: str) -> Any:
    return Compiled("simulate.games.loo.in_lanes.instructions", name)


#: ``everywhere(number)``: a plain number in every lane.
everywhere = _instruction("everywhere")
#: ``where(flags, a, b)``: a in the lanes of which the comparison is true, b in the others.
where = _instruction("where")
#: ``set_lanes(flags)``: the lanes of which it is true, as the bits of a plain number.
set_lanes = _instruction("set_lanes")
#: ``smaller(a, b)`` and ``larger(a, b)``, lane by lane.
smaller = _instruction("smaller")
larger = _instruction("larger")
#: ``populations(sets)``: how many bits are set in each lane.
populations = _instruction("populations")
#: ``leading_zeros(sets)``: the zeros above the highest bit set in each lane; 64 for nothing.
leading_zeros = _instruction("leading_zeros")
#: ``reals(numbers)``: the same numbers as floats.
reals = _instruction("reals")
#: ``load(place, k)`` and ``store(place, k, value)``: the k-th vector from a pointer on.
load = _instruction("load")
store = _instruction("store")

#: ``each(function, items, same)``: what a function makes of every place, as a tuple.
each = _instruction("each")
#: ``fold(function, so_far, items, same)``: what is known at last, where a function of what is known
#: so far and of a place returns what is known then; that may be of another type after each place,
#: as a tuple that grows.
fold = _instruction("fold")
#: ``shared_out(draws, places)``: the 28 draws of a deal by what they are drawn for: the hands, the
#: dealer's first, the turn-up, the first miss and the second; of each the last draw comes first.
shared_out = _instruction("shared_out")
