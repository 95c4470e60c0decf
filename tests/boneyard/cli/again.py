"""Commands that results print, run again: what they find is what was found."""

import json
import shlex


def words_of(text):
    return " ".join(text.split())


def run_again(run, command):
    """Run a command that was printed; return what it prints."""
    name, *words = shlex.split(command)
    assert name == "boneyard"
    status, out, err = run(*words)
    assert status == 0, (command, err)
    return out


def answers_again(found, run):
    """Run the command of a result or an answer, and look for every sentence of it."""
    out = words_of(run_again(run, found.command))
    for sentence in found.report().answers:
        assert words_of(sentence) in out, found.command


def hands_again(run, command):
    """Run a command that shows hands; return their histories."""
    return [json.loads(line) for line in run_again(run, f"{command} --format jsonl").splitlines()]
