"""The page docs/views.md, made from the comments of the views.

    python -m tests.tools.views_page      writes it anew
"""

from collections.abc import Collection
from importlib import import_module
from pathlib import Path
from types import ModuleType

PAGE = Path(__file__).parents[2] / "docs" / "views.md"
#: The views of each game, with the decisions that are asked with them.
VIEWS = {
    ("loo", "Domino Loo and Rounce"): {
        "Declaring": ("declare", "take_turn_up", "keep_after_miss"),
        "Playing": ("lead", "follow")},
    ("euchre", "Domino Euchre"): {
        "Calling": ("call", "discard"), "Playing": ("lead", "follow")},
    ("pool", "Domino Pool"): {
        "Turn": ("play", "draw"), "Starring": ("star",)},
    ("casino", "Domino Casino"): {"Betting": ("bet",)}}
_HEAD = """\
# What strategies see

A decision is given a *view*: whole numbers by name, and nothing else. This page is made from the
code (`python -m tests.tools.views_page`); `help(boneyard.loo.Declaring)` shows the same.

- **Tiles**: tile high-low has the number `high * (high + 1) // 2 + low`, so 0-0 is 0, 1-0 is 1,
  1-1 is 2 and 6-6 is 27. In `boneyard.tiles`, `TILE[a, b]` is the number of a tile, `HIGH` and
  `LOW` are its ends, `PIPS` their sum.
- **Sets of tiles**: bit *t* stands for tile *t*. `view.hand & DOUBLES` are the doubles of the hand;
  `count` counts a set, `lowest`, `highest` and `nth` pick from it, `SHOWS[k]` shows the number k.
- **Suits and trumps** (Loo, Rounce, Euchre): `trumps_of(order)`, `suit_of(order, k)` and
  `strength(order, led, tile)`, where the order is `plain(view.trump)` at Loo and
  `bowers(view.trump, view.high)` at Euchre.
- **Positions** count from the dealer's left: 0 is the eldest hand, `players - 1` the dealer. At
  Pool and Casino 0 is the leader, or the seat that rolls. A set of positions has bit *p* for
  position *p*; `chips_0` is the number of position 0.
- **Several numbers in one**: "8 bits a position" means `view.voids >> 8 * position & 255`.
"""


def _fields(module: ModuleType, views: Collection[str]) -> dict[tuple[str, ...], list[str]]:
    """Return a line a field, numbered ones as one, by the views that alone have it."""
    having: dict[str, list[str]] = {}
    for name in views:
        fields = getattr(module, name)._fields
        for field in fields:
            stem, _, number = field.rpartition("_")
            if number.isdecimal() and number != "0":
                continue
            last = max(one for one in fields if one.startswith(f"{stem}_")) if number == "0" else ""
            told = f"`{field}` to `{last}`" if last else f"`{field}`"
            meaning = getattr(getattr(module, name), field).__doc__
            if last:  # the first of them is the eldest hand's
                meaning = meaning.replace("the eldest hand", "each position")
            having.setdefault(f"- {told}: {meaning}", []).append(name)
    lines: dict[tuple[str, ...], list[str]] = {tuple(views): []}
    for line, names in having.items():
        lines.setdefault(tuple(names), []).append(line)
    return lines


def page() -> str:
    """Return the page as it should be."""
    parts = [_HEAD]
    for (game, title), views in VIEWS.items():
        module = import_module(f"boneyard.{game}")
        asked = "; ".join(
            f"`{name}` for {', '.join(f'`{decision}`' for decision in decisions)}"
            for name, decisions in views.items())
        parts.append(f"## {title}\n\n`from boneyard.{game} import {', '.join(views)}`: {asked}.\n")
        for names, lines in _fields(module, views).items():
            alone = f"{' and '.join(f'`{name}`' for name in names)} alone:\n\n"
            parts.append(("" if len(names) == len(views) else alone) + "\n".join(lines) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page())
