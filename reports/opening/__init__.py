"""The opening of a game's report: what people came for, before all that was measured."""
