"""Where the command begins: Ctrl-C is one line even while everything is being loaded."""

from __future__ import annotations

import os
import signal
from types import FrameType


def _stop(number: int, frame: FrameType | None) -> None:
    os.write(2, b"boneyard: stopped\n")
    os._exit(130)


def main() -> None:
    """Run the command line and end with its exit status."""
    signal.signal(signal.SIGINT, _stop)
    from scripts.main import main as run

    signal.signal(signal.SIGINT, signal.default_int_handler)
    run()
