"""The command line ``boneyard``."""
