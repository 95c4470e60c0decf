"""The commands as they are typed: their options and help.

Nothing heavy is imported before a command needs it, so that help answers at once.
"""
