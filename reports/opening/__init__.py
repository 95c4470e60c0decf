"""What the report of a game opens with: what people came for, before what was measured."""
