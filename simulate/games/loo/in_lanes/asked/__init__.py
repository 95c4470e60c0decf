"""Loo and Rounce side by side with players who are asked.

All that the rules decide is worked out in lanes.  What a seat has to choose is asked one lane at a
time, or in all lanes at once where its strategy can do that.  A strategy sees the entries of a lane
(``seen``) under the names that they have in a row.
"""
