"""All the ways in which people type a tile."""

from reports.studies.advise.decision_input import drawn
from simulate.domino.tiles import name, parse

#: Dashes of keyboards, word processors and phones.
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
_WIDE = str.maketrans("0123456|/:[]", "\uff10\uff11\uff12\uff13\uff14\uff15\uff16\uff5c\uff0f\uff1a"
                      "\uff3b\uff3d")


def signs(high, low):
    """Return the signs of Unicode for a tile: lying and upright, either end first."""
    return [chr(first + 7 * a + b) for first in (0x1F031, 0x1F063)
            for a, b in ((high, low), (low, high))]


def spellings(tile):
    """Return the texts for a tile, those that we print among them."""
    high, low = name(tile).split("-")
    ways = [name(tile), drawn([name(tile)]), f"{low}-{high}", f"{low}|{high}", f"({high}, {low})",
            f"[ {high} | {low} ]", f"[{high}{low}]"]
    ways += [f"{high}{between}{low}" for between in (*DASHES, "|", "/", ":", "\u2502")]
    ways += [f"[{high}{between}{low}]" for between in (*DASHES, "/", ":", ",")]
    ways += [way.translate(_WIDE) for way in (f"{high}-{low}", f"{high}|{low}", f"[{high}/{low}]")]
    return [*ways, *signs(int(high), int(low))]


#: Of one tile with two ends, of a double, and of one with a blank.
TEXTS = [(parse(one), way) for one in ("6-4", "5-5", "3-0") for way in spellings(parse(one))]
