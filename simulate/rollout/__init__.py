"""Rollouts: a decision's answers, each played out on the same deals that agree with all seen."""
