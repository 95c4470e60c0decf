"""The answers: results as tables, figures and pages; ``import boneyard`` is the way in."""

#: Tells it from another author's package of this name (``boneyard._house``).
OF_BONEYARD = True
