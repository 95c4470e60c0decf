"""The command: ``boneyard``, or ``python -m boneyard``."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType


def _fill_closed_streams() -> None:
    """Open the empty device for closed standard streams, whose numbers a file would get."""
    with suppress(OSError):
        while (device := os.open(os.devnull, os.O_RDWR)) <= 2:
            os.set_inheritable(device, True)
        os.close(device)
        if sys.stderr is None:
            sys.stderr = open(2, "w", closefd=False)  # noqa: SIM115  # open to the end


def _stop(number: int, frame: FrameType | None) -> None:
    os.write(2, b"boneyard: stopped\n")
    os._exit(130)


@contextmanager
def _stops_quietly() -> Iterator[None]:
    """Let Ctrl-C print one line, not a traceback, while everything is being loaded."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    try:
        signal.signal(signal.SIGINT, _stop)
    except ValueError:  # only the main thread can catch it
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def main() -> None:
    """Run the command line and end with its exit status."""
    _fill_closed_streams()
    with _stops_quietly():
        try:
            import boneyard._house  # noqa: F401  # fails where somebody's file hides our packages
        except ImportError as hidden:
            print(f"boneyard: {hidden}", file=sys.stderr)
            sys.exit(2)
        from boneyard.cli.main import main as run

    run()


if __name__ == "__main__":
    main()
