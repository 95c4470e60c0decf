"""What is read on a page stands out from what is behind it, by day and by night."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reports.opening.find import opening_of
from tests.reports.page.browser import found_in

#: The least contrast of text by WCAG 2.2, level AA, and of large text.
LEAST, LEAST_LARGE = 4.5, 3.0

CONTRASTS = """
const numbers = text => (text.match(/[\\d.]+/g) || []).map(Number);
const light = colour => {
  const [r, g, b] = numbers(colour).slice(0, 3).map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const behind = element => {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor, parts = numbers(colour);
    if (parts.length < 4 || parts[3] > 0.99) return colour;
  }
  return getComputedStyle(document.documentElement).backgroundColor;
};
document.querySelectorAll("details").forEach(one => { one.open = true; });
found.read = 0; found.faint = [];
for (const element of document.querySelectorAll("body *")) {
  const own = [...element.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
  if (!own || element.closest("svg, script, style, template, option") || element.disabled) continue;
  const style = getComputedStyle(element);
  if (style.visibility === "hidden" || !element.getClientRects().length) continue;
  const [a, b] = [light(style.color), light(behind(element))].sort((x, y) => y - x);
  const contrast = (a + 0.05) / (b + 0.05), size = parseFloat(style.fontSize);
  const large = size >= 24 || size >= 18.6 && Number(style.fontWeight) >= 700;
  found.read += 1;
  if (contrast < (large ? LARGE : LEAST))
    found.faint.push(`${element.textContent.trim().slice(0, 30)}: ${contrast.toFixed(2)}`);
}
found.night = matchMedia("(prefers-color-scheme: dark)").matches;
found.ink = light(getComputedStyle(document.body).color);
""".replace("LARGE", str(LEAST_LARGE)).replace("LEAST", str(LEAST))


@pytest.fixture(scope="module")
def complete_pages(chips):
    return replace(chips.report(), opening=opening_of(chips, 1)).pages()


@pytest.mark.parametrize(("name", "dark"), [
    ("alone", True), *(pytest.param(name, dark, marks=pytest.mark.slow)
                       for name in ("index.html", "numbers.html") for dark in (True, False))])
def test_all_text_stands_out(page, request, tmp_path, name, dark):
    """Of the page of a report without an opening, and of both pages of one that has all."""
    if name != "alone":
        page = request.getfixturevalue("complete_pages")[name]
    found = found_in(page, tmp_path, CONTRASTS, dark=dark)
    assert found["night"] is dark and (found["ink"] > 0.5) is dark
    assert found["read"] > 100
    assert not found["faint"]


def test_text_that_is_faint_is_found(page, tmp_path):
    faint = page.replace("</body>", '<p style="color: #999; background: #eee">pale</p></body>')
    found = found_in(faint, tmp_path, CONTRASTS)
    assert [text for text in found["faint"] if text.startswith("pale: ")]
