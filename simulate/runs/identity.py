"""Everything that the results of a run follow from."""

from __future__ import annotations

import hashlib
import inspect
import json
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

import cloudpickle
import numpy as np

from simulate.machine.sources import source_hash
from simulate.runs.chunk import reached_by
from simulate.runs.run import Run


def _strategy_sources(run: Run) -> list[str]:
    """Hash the source files of each seat's strategy, and what its decisions reach by name."""
    hashes = []
    for player, reached in zip(run.players, reached_by(run.players), strict=True):
        code = hashlib.sha256(reached.encode())
        functions = filter(None, player.decisions.values())
        for path in sorted({inspect.unwrap(f).__code__.co_filename for f in functions}):
            code.update(Path(path).read_bytes() if Path(path).is_file() else b"")
        if player.agent is not None and player.agent.has_state:
            code.update(cloudpickle.dumps(player.agent.entry))
        hashes.append(code.hexdigest()[:16])
    return hashes


def of_this_computer() -> dict[str, str]:
    """Return what all runs on this computer have in common: the versions and the sources."""
    return {
        "version": version("boneyard"),
        "sources": source_hash(),
        "Python": platform.python_version(),
        "numpy": version("numpy"),
        "numba": version("numba"),
    }


def identity(run: Run) -> dict[str, Any]:
    """Return everything that the results of a run follow from, ready for JSON."""
    identity = {
        **of_this_computer(),
        "game": run.game,
        "rules": {name: str(value) for name, value in vars(run.rules).items()},
        "line-up": run.labels,
        "parameters": [dict(player.parameters) for player in run.players],
        "strategy files": _strategy_sources(run),
        "charts": ["" if player.chart is None else hashlib.sha256(
            np.ascontiguousarray(player.chart).tobytes()).hexdigest()[:16]
            for player in run.players],
        "sessions": run.sessions,
        "hands": run.hands,
        "seed": run.seed,
    }
    return json.loads(json.dumps(identity))


def difference(begun: Any, now: Any) -> tuple[str, str]:
    """Return two values in words; where both are mappings, only their entries that differ."""
    if isinstance(begun, dict) and isinstance(now, dict):
        apart = {name for name in {**begun, **now} if begun.get(name) != now.get(name)}
        begun, now = ({name: kept.get(name) for name in {**begun, **now} if name in apart}
                      for kept in (begun, now))
    return _in_words(begun), _in_words(now)


def _in_words(value: Any) -> str:
    """Write an entry of an identity as people do, penalty=cap:40, and not as Python does."""
    if isinstance(value, dict):
        return ", ".join(f"{name}={_in_words(one)}" for name, one in value.items())
    return ", ".join(map(_in_words, value)) if isinstance(value, list) else str(value)
