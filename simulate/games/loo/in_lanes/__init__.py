"""Loo and Rounce side by side: whole sessions in lanes, every seat playing uniformly.

A strategy is asked one seat at a time, but where all decisions are left to chance, hands of
different sessions take the same steps, and one instruction does a step of many.  The results are
those of the kernel, to the bit.  Banks have no end.  What belongs to the seats, or to their
positions, stands in tuples as long as there are seats at the table, and the code is compiled for
two, three or four of them (``simulate.games.loo.in_lanes.vectors``).
"""
