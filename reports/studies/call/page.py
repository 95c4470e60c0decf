"""What a page shows of ``study call``."""

from __future__ import annotations

from functools import partial

from reports.habits.habit import HANDS
from reports.habits.tables import SURE, page_columns
from reports.page.document import Column, Picture, Section, Table
from reports.studies.call import plots, sentences
from reports.studies.call.by_score import changes_frame
from reports.studies.call.found import Found
from reports.studies.call.habits import GAMES
from reports.studies.call.words import COLUMNS, MOVES

_HALVES = ("Half of the deals chose the best calls, the others measured them; every deal was "
           "played out under every call. ")
_READ = ("P pass, C call with a partner, A alone; the number is by how many points a hand the "
         "call beats the next best. White with a small letter: too close to call. Columns: "
         "doubles held that are no trumps. ")


def _chart(found: Found) -> Section:
    columns = [
        Column("round", "round", "count"), Column("place", "you are", "text"),
        Column("hand", "you hold", "text"), Column("often", "of hands"),
        Column("best", "best", "text"), Column("second", "next best", "text"),
        Column("margin", "ahead by, points", "amount"),
        Column("margin_games", "in games won", "share"),
        *(Column(f"points_{name}", f"{move}: points", "signed")
          for name, move in zip(COLUMNS, MOVES, strict=True)
          if found.partners or name != "alone"),
    ]
    note = (
        f"Those that come most often stand first. {_HALVES}A dealer counts "
        "the turn-up in the first round. In the second round the suit is the one whose row of "
        "the chart brings most. A question mark: too close to call; no call is named where the "
        "deals that measured do not bear out those that chose. Games won are those of the side "
        "from no score, hand by hand."
    )
    frame = found.chart.frame(found.games)
    caption = (
        _READ + "Left bower: the double of the next lower number (of blank trumps the double "
        "six).")
    pictures = (
        Picture("call_first", lambda: plots.first_round(found.chart),
                "First round, by place from the dealer's left. " + caption, wide=True),
        Picture("call_second", lambda: plots.second_round(found.chart),
                "Second round, with your best suit. " + caption, wide=True))
    return Section(
        "call", "When to order up, and when to name a suit", (sentences.when_to_call(found),),
        tuple(pictures[number] for number in plots.rounds_shown(found.chart, False)),
        (Table("call_chart", "The chart, with its numbers", frame, tuple(columns), note),),
    )


def _alone(found: Found) -> Section:
    caption = ("For the hands that call: A alone, C with the partner, and by how many points that "
               "is better. Hands that pass are left empty. No double is turned up, but for the "
               "dealer, who holds it. ")
    return Section(
        "call_alone", "When to go alone",
        (sentences.when_alone(found), *sentences.who_goes_alone(found)),
        tuple(Picture(f"call_alone_{number + 1}",
                      partial(plots.alone, found.chart, number),
                      caption, wide=True) for number in plots.rounds_shown(found.chart, True)),
    )


def _by_score(found: Found) -> Section:
    columns = (
        Column("own", "own points", "count"), Column("other", "others' points", "count"),
        Column("round", "round", "count"), Column("place", "you are", "text"),
        Column("hand", "you hold", "text"), Column("points_call", "for points", "text"),
        Column("better", "for the game", "text"), Column("often", "of hands"),
        Column("gain", "games won more"),
    )
    note = (
        "Those that bring most stand first. Changed where the deals that "
        "chose say clearly that another call wins more games; measured on the others. The chance "
        "to win from a score is worked out from how this line-up's hands end at every score.")
    return Section(
        "call_scores", "Where the score changes the call",
        (sentences.where_score_matters(found),),
        (Picture("call_scores", lambda: plots.by_score(found.by_score),
                 "What a seat wins that calls for the game and not for points, in games of 100, in "
                 "one hand at each score; with half the width of the 95% interval."),),
        (Table("call_scores", "Calls that the score changes",
               changes_frame(list(found.by_score)), columns, note),),
    )


def _tells(found: Found) -> Section:
    held = (
        Column("round", "round", "count"), Column("place", "place", "text"),
        Column("does", "does", "text"), Column("share", "of those asked"),
        Column("trumps", "trumps", "amount"), Column("right", "right bower"),
        Column("left", "left bower"), Column("doubles", "plain doubles", "amount"),
    )
    heard = (
        Column("round", "round", "count"), Column("place", "place", "text"),
        Column("heard", "when", "text"), Column("share", "of deals"),
        Column("change", "a call is worth more by, points", "signed"),
    )
    return Section(
        "call_tells", "What calls tell", (sentences.what_passes_tell(found),), (),
        (Table("call_tells", "What they hold who pass and call", found.held, held,
               "Of the suit called; of those who pass, of the suit turned, or in the second round "
               "of their best. A dealer counts the turn-up in the first round."),
         Table("call_heard", "What a pass before changes", found.heard, heard,
               "Points of a call with a partner (or against all others) by hands of the same kind: "
               "in deals where that was heard, above its mean over all deals.")),
    )


def _suits(found: Found) -> Section:
    columns = (
        Column("place", "place", "text"), Column("suit", "the second-best suit is", "text"),
        Column("share", "of hands that name"),
        Column("change", "more than the best suit, points", "signed"),
        Column("passing", "more than a pass, points", "signed"),
    )
    return Section(
        "call_suits", "Which suit to name", tuple(sentences.what_the_suit_brings(found)), (),
        (Table("call_suits", "What the second-best suit brings", found.suits, columns,
               "Hands that name a suit by the chart, on the deals that measured it: their "
               "second-best suit named in its place, on the same deals. The best suit is the one "
               "whose row of the chart brings most; longer and shorter count trumps, bowers among "
               "them."),),
    )


def _habits(found: Found) -> Section:
    changes = (
        Column("strategy", "strategy", "text"), Column("change", "a seat that", "text"),
        Column("points", "points a hand", "signed"), Column("games", f"of {GAMES} games", "signed"),
    )
    does = page_columns("points", "what is better", False, Column("round", "round", "text"),
                        Column("place", "as", "text"))
    pictures = () if found.departures.empty else (Picture(
        "call_habits", lambda: plots.worst_habits(found.departures),
        f"What the costliest habits lose in {HANDS} hands, with 95% intervals.", wide=True),)
    return Section(
        "call_habits", "What the strategies do wrong",
        (*sentences.what_changes_bring(found), *sentences.worst_habits(found)), pictures,
        (Table("call_changes", "What a seat gains that calls otherwise", found.changes, changes,
               "One seat changes, its partner and the others stay as they are; the chart is that "
               "of points at no score. A minus is what the change costs."),
         Table("call_habits", "Where it departs from the chart", found.departures, does,
               "Measured in those very deals, which the chart was not drawn from. A negative cost "
               f"is a gain: there the strategy knows more than the chart. {SURE}")),
    )


def sections(found: Found) -> tuple[Section, ...]:
    """Return what a page shows of the study."""
    alone = (_alone(found),) if found.partners else ()
    return (_chart(found), *alone, _suits(found), _by_score(found), _tells(found),
            _habits(found))
