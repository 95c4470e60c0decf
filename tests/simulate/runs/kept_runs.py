"""Runs that die in the midst, and are completed from what was kept."""

from functools import partial
from pathlib import Path

from boneyard.proof import tools
from simulate.games.loo.rules import LooRules
from simulate.runs import resuming, safe_files
from simulate.runs.play import play
from simulate.runs.resuming import Checkpoint
from simulate.runs.run import Run
from strategies.lineup import seat_players

RUN = Run("loo", LooRules(penalty="cap:40"), seat_players("loo", ["random"] * 3), 160, 20, 11)


def keep_every_chunk(monkeypatch) -> None:
    """Let totals be kept after every chunk, however short a while ago others were."""
    monkeypatch.setattr(resuming, "_PAUSE", 0.0)
    monkeypatch.setattr(resuming, "_TIMES", 0)


#: Plays a run with chunks of 16 sessions and lets it die after some of them; and completes it.
interrupt, resume = (partial(one, run=RUN) for one in (tools.interrupt, tools.resume))


def play_kept(folder: Path, **settings) -> None:
    """Play the run into a folder."""
    with Checkpoint(folder) as keep:
        keep.begin(RUN, {"any": "note"})
        play(RUN, jobs=1, chunk=16, keep=keep, **settings)


def go_on(folder: Path, run: Run = RUN, **settings) -> None:
    """Open a folder again for a run and play it as far as it goes."""
    with Checkpoint(folder) as keep:
        keep.reopen()
        keep.check(run)
        play(run, jobs=1, chunk=16, keep=keep, **settings)


def slots(folder: Path) -> list[Path]:
    """Return the files of totals, the newest last."""
    found = (folder / resuming.FOLDER).glob("totals-*.json")
    return sorted(found, key=lambda path: safe_files.read(path)["sessions"])


def damage(path: Path, place: float) -> None:
    """Change a bit of a file, at a place from 0 to 1."""
    content = bytearray(path.read_bytes())
    content[int(place * (len(content) - 2))] ^= 1
    path.write_bytes(content)
