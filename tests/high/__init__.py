"""A whole game of its own: it plugs in without touching any other file.

Every seat is dealt three tiles, bids one of them face down, and the most pips take the stakes;
among equal ones that of the seat nearest to the leader's left, the leader first.
"""
