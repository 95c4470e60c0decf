"""Games in which hands are hidden and every move is heard, solved by regret minimisation."""
