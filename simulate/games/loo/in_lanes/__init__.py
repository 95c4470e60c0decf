"""Loo and Rounce side by side: whole sessions in lanes, every seat playing uniformly.

A strategy is asked one seat at a time, but where all decisions are left to chance, hands of
different sessions take the same steps, and one instruction does a step of many.  The results are
those of the kernel, to the bit.  Four seats are at the table, and their banks have no end.
"""
