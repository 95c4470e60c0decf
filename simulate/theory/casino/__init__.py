"""Solving Casino: best responses to a table, and the late rounds of two players."""
