"""Runs: chunks of sessions, workers, keeping and replaying."""
