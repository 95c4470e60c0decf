"""When to take the miss."""
