"""What the strategies of Euchre know of hands and tiles."""
