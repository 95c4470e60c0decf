"""scipy's special functions, imported without the Fortran tools of numpy.

scipy asks numpy for everything that it has, by name. Its Fortran tools (``numpy.f2py``), which we
do not need, take longer to import than the functions.
"""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np

__all__ = ["special"]

_TOOLS = "numpy.f2py"

if _TOOLS in sys.modules:
    from scipy import special
else:
    np.f2py = sys.modules[_TOOLS] = ModuleType(_TOOLS)
    try:
        from scipy import special
    finally:
        del np.f2py, sys.modules[_TOOLS]  # code that needs them can still import them
