"""``make bench``: how fast it is, part by part, each figure beside its goal."""
