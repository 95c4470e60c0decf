"""Whole numbers as text, for the scripts of a page (``unpacked`` in ``chosen.js``)."""

from __future__ import annotations

from base64 import b64encode
from typing import Any
from zlib import compress

import numpy as np


def packed(numbers: Any, kind: str = "<i4") -> str:
    """Return whole numbers of a kind (``<i2``, ``u1``), deflated, as text."""
    limits = np.iinfo(kind)
    numbers = np.clip(numbers, limits.min, limits.max)
    return b64encode(compress(numbers.astype(kind).tobytes(), 9)).decode()
