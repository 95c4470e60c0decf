"""Games in which hands are hidden and every action is public, solved by regret minimisation."""
