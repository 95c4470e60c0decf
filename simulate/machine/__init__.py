"""What stands between Python and compiled code: tables, pointers, decisions, randomness."""
