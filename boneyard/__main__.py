"""The command: ``boneyard``, or ``python -m boneyard``."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line and end with its exit status.

    Examples
    --------
    >>> import sys
    >>> from boneyard.__main__ import main
    >>> sys.argv = ["boneyard", "replay", "casino", "--session", "3", "--players", "9"]
    >>> try:
    ...     main()
    ... except SystemExit as stop:
    ...     print(stop.code)
    2
    """
    try:
        import boneyard._house  # noqa: F401  # fails where somebody's file hides our packages
    except ImportError as hidden:
        print(f"boneyard: {hidden}", file=sys.stderr)
        sys.exit(2)
    from scripts.main import main as run

    run()


if __name__ == "__main__":
    main()
