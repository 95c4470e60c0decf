"""The search for a rule in few words finds one, and keeps to its family."""

import pytest

from reports.stats.estimates import Estimate
from reports.studies.tune.space import Measured
from scripts import pocket_rule
from strategies.lineup import seat_players
from strategies.loo.book import PocketRule, sum_in_words

NAMES = ["highest", "second", "third", "more", "first", "later", "dealer", "turned"]


class Measuring:
    """Counts what it is asked to measure."""

    unit, scale = "nothing", 1.0

    def __init__(self):
        self.asked = []

    def measure(self, player, stage, best=None):
        self.asked.append(player.label)
        return Measured(Estimate(0.0))


@pytest.mark.parametrize(("asked", "said"), [
    ("--trials 0", "trials 0 is too small; at least 1 is needed"),
    ("--words 0", "words 0 is too small"), ("--deals 10", "deals 10 is too small"),
    ("--judged 10", "judged 10 is too small; at least 1,000 is needed"),
    ("--players 7", "7"), ("--words 5 --trials 2", "no rule of at most 5 words was found")])
def test_what_cannot_give_a_rule_is_refused_in_one_sentence(asked, said, capsys):
    with pytest.raises(SystemExit) as stopped:
        pocket_rule.main([*asked.split(), "--jobs", "1"])
    printed = capsys.readouterr()
    assert stopped.value.code == 2 and not printed.out
    assert said in printed.err.splitlines()[-1] and "Traceback" not in printed.err


@pytest.mark.parametrize(("values", "words", "inside"), [
    ("", 60, True), ("", 59, False), ("(first=8)", 57, True), ("(second=10)", 60, False),
    ("(third=0)", 60, False)])
def test_rules_that_are_too_long_or_count_a_lower_trump_more_are_not_measured(
    values, words, inside
):
    measuring = Measuring()
    family = pocket_rule.InFamily(measuring, 4, words)
    (player,) = seat_players("loo", f"pocket-rule{values}", 1)
    assert (family.measure(player, "search").worth == 0) == inside
    assert len(measuring.asked) == inside


def test_the_search_improves_on_where_it_begins_and_prints_words_and_loss(capsys):
    pocket_rule.main(["--players", "2", "--trials", "12", "--deals", "2000", "--judged", "4000",
                      "--jobs", "1"])
    words, loss, entry = capsys.readouterr().out.splitlines()
    assert words.startswith("Trumps count") and words.endswith("Else miss.")
    assert f"{len(words.split())} words; a best response wins" in loss and "% (" in loss
    (found,) = seat_players("loo", entry, 1)
    assert sum_in_words(found.parameters, 2) == words
    assert set(found.parameters) == set(PocketRule.parameters)
