"""The answers: results as tables, figures and pages; ``import boneyard`` is the way in."""
