"""Runs of every game, study and solution, and the digests of all that they write.

`python -m tests.tools.known_runs` compares what these commands write with `known_runs.json`, to the
byte, and names what differs; names after it choose some of them. `--keep` writes the digests
anew, after a change of the rules. A move of files must change none of them.
"""

import hashlib
import json
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

KNOWN = Path(__file__).with_suffix(".json")

RUNS = {
    "loo": "simulate loo --lineup banker,cautious,bold,random --sessions 200 --hands 40 --seed 3",
    "loo-cap": "simulate loo --lineup banker,cautious,bold,book --rule penalty=cap:40 "
               "--sessions 200 --hands 40 --seed 4",
    "loo-bankroll": "simulate loo --players 3 --lineup solved,book,bold --rule bankroll=200"
                    " --sessions 200 --hands 60 --seed 5",
    "loo-points": "simulate loo --players 2 --rule scoring=points --lineup solved,banker"
                  " --sessions 500 --seed 6",
    "loo-gamerules": "simulate loo --lineup banker,cautious,bold,random --preset gamerules"
            " --sessions 100 --hands 40 --seed 7",
    "rounce": "simulate rounce --lineup banker,cautious,bold,random --sessions 500 --seed 8",
    "euchre": "simulate euchre --sessions 300 --seed 9",
    "euchre-3": "simulate euchre --players 3 --rule lead_suit=high --sessions 300 --seed 9",
    "pool": "simulate pool --lineup counter,keep-options,heaviest,random --sessions 300"
            " --hands 20 --seed 10",
    "pool-hundred": "simulate pool --lineup counter,keep-options,heaviest,random,counter"
            " --rule score=hundred_up --sessions 300 --seed 11",
    "pool-draw": "simulate pool --lineup counter,keep-options,heaviest,random"
            " --rule draw=must --sessions 300 --hands 20 --seed 12",
    "casino": "simulate casino --lineup best-odds,save-doubles,blank-hunter --sessions 500"
            " --seed 13",
    "casino-5": "simulate casino --lineup best-odds,save-doubles,blank-hunter,random,best-odds"
            " --sessions 300 --seed 14",
    "report-loo": "report loo --sessions 500 --hands 40 --seed 1",
    "report-euchre": "report euchre --sessions 500 --seed 1 --studies none",
    "report-pool": "report pool --sessions 500 --hands 20 --seed 1 --studies none",
    "report-casino": "report casino --sessions 500 --seed 1 --studies none",
    "miss": "study miss loo --sessions 20000 --seed 2",
    "miss-rounce": "study miss rounce --players 3 --sessions 20000 --seed 2",
    "escalation": "study escalation loo --lineup banker,cautious,bold,random --sessions 200"
            " --hands 40 --seed 2",
    "risk": "study risk loo --lineup banker,bold,cautious,random --bankroll 200 --sessions 200"
            " --hands 40 --seed 2",
    "risk-pool": "study risk pool --lineup counter,keep-options,heaviest,random"
            " --sessions 200 --hands 20 --seed 2",
    "duel": "study duel loo --lineup banker,bold --sessions 300 --hands 40 --seed 2",
    "duel-euchre": "study duel euchre --lineup hoyle,random --sessions 300 --seed 2",
    "exploit-study": "study exploit loo --lineup banker,cautious,bold,random --sessions 20000"
            " --seed 2",
    "exploit": "exploit loo banker --deals 20000 --seed 2",
    "solve": "solve loo --players 3 --deals 20000 --rounds 1 --seed 2",
    "solve-lock": "solve loo --players 2 --lock 1=bold --deals 6000 --rounds 1 --seed 2",
    "solve-lock-euchre": "solve euchre --players 2 --lock 1=hoyle --this-hand --deals 3000"
                         " --rounds 1 --seed 2"}
HISTORIES = {
    "hands-loo": "replay loo --lineup banker,cautious,bold,random --seed 3 --session 0:20"
            " --hands 20",
    "hands-rounce": "replay rounce --lineup banker,cautious,bold --seed 3 --session 0:20",
    "hands-euchre": "replay euchre --seed 3 --session 0:10",
    "hands-pool": "replay pool --lineup counter,keep-options,heaviest,random --seed 3"
            " --session 0:10 --hands 10",
    "hands-hundred": "replay pool --lineup counter,keep-options,heaviest,random"
            " --rule score=hundred_up --seed 3 --session 0:10",
    "hands-casino": "replay casino --lineup best-odds,save-doubles,blank-hunter,random"
            " --seed 3 --session 0:20",
    "advise": "advise loo --hand '6-6 6-2 4-4 3-1 2-0' --turn-up 6-3 --position 2"
              " --before miss,drop --pool 40 --lineup banker --format json"}
#: What differs from one run to the next, or from one version to the next.
VOLATILE = ("seconds", "versions", "command", "digests")


def boneyard(arguments: list[str]) -> str:
    """Run the command line and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-m", "boneyard", *arguments], capture_output=True, text=True,
        check=False)
    if done.returncode:
        return f"{done.returncode}: {done.stderr}"
    return done.stdout


def digest(text: str | bytes) -> str:
    """Return a short digest."""
    data = text.encode() if isinstance(text, str) else text
    return hashlib.sha256(data).hexdigest()[:16]


def written(folder: Path) -> dict[str, str]:
    """Return the digests of summary and tables in a folder."""
    found = {}
    for path in sorted(folder.rglob("*.csv")):
        found[path.name] = digest(path.read_bytes())
    summary = json.loads((folder / "summary.json").read_text())
    stable = {key: value for key, value in summary.items() if key not in VOLATILE}
    for study in stable.get("studies", []) if isinstance(stable.get("studies"), list) else []:
        study.pop("command", None)
    found["summary.json"] = digest(json.dumps(stable, sort_keys=True))
    return found


def digests(names: set[str]) -> dict[str, dict[str, str]]:
    """Run these commands."""
    found: dict[str, dict[str, str]] = {}
    for name in RUNS.keys() & names:
        command = RUNS[name]
        with tempfile.TemporaryDirectory() as folder:
            out = Path(folder) / "out"
            said = boneyard([*shlex.split(command), "--out", str(out), "--quiet"])
            found[name] = written(out) if (out / "summary.json").exists() else {"said": said}
        print(name, len(found[name]), found[name].get("said", ""), flush=True)
    for name in HISTORIES.keys() & names:
        command = HISTORIES[name]
        for form in ("text", "jsonl") if command.startswith("replay") else ("",):
            words = [*shlex.split(command), *(["--format", form] if form else [])]
            found[f"{name}-{form}" if form else name] = {"said": digest(boneyard(words))}
    return found


def main() -> None:
    """Compare, or keep."""
    names = {word for word in sys.argv[1:] if word != "--keep"} or {*RUNS, *HISTORIES}
    if unknown := names - {*RUNS, *HISTORIES}:
        sys.exit(f"no run is called {', '.join(sorted(unknown))}")
    found, known = digests(names), json.loads(KNOWN.read_text())
    if "--keep" in sys.argv:
        KNOWN.write_text(json.dumps(known | found, indent=1, sort_keys=True) + "\n")
        return
    wrong = [
        f"{run}: {file}" for run in sorted(found)
        for file in sorted(known.get(run, {}) | found[run])
        if known.get(run, {}).get(file) != found[run].get(file)]
    print("\n".join(wrong) or f"{len(found)} runs are as they were")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
