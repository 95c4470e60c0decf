"""What the strategies of Loo know of hands and tiles."""
