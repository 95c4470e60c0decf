"""A headless browser: a page is opened at some width, and a script says what it finds there."""

import html
import json
import re
import shutil
import subprocess

import pytest

_FRAME = """<!DOCTYPE html><meta charset="utf-8"><body style="margin: 0">
<iframe srcdoc="{page}" style="border: 0; width: {width}px; height: 900px"></iframe></body>"""

_PROBE = """<script>
const found = {};
try { (() => { %s })(); } catch (error) { found.error = String(error); }
found.overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
found.width = document.documentElement.clientWidth;
parent.document.body.dataset.found = JSON.stringify(found);
</script>"""


def chromium():
    """Return the browser, or skip the test where there is none."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip("no chromium to open the page with")
    return browser


def found_in(page, folder, script, width=1280, dark=False):
    """Open a page and return what a script has written into ``found``.

    Windows of a browser are not as narrow as a telephone, so the page is in a frame.
    """
    browser = chromium()
    inner = page.replace("</body>", _PROBE.replace("%s", script) + "</body>")
    frame = folder / "frame.html"
    frame.write_text(_FRAME.format(page=html.escape(inner, quote=True), width=width),
                     encoding="utf-8")
    done = subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         f"--user-data-dir={folder}/home", "--window-size=1400,1000",
         f"--blink-settings=preferredColorScheme={0 if dark else 1}",
         "--virtual-time-budget=20000", "--dump-dom", frame.as_uri()],
        capture_output=True, text=True, timeout=120, check=True,
    )
    found = json.loads(html.unescape(re.search(r'data-found="([^"]*)"', done.stdout).group(1)))
    assert "error" not in found, found
    assert found["width"] == width
    return found


def sheets_of(page, folder):
    """Return on how many sheets a page is printed."""
    browser, path, printed = chromium(), folder / "page.html", folder / "page.pdf"
    path.write_text(page, encoding="utf-8")
    subprocess.run(
        [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/home",
         "--virtual-time-budget=20000", f"--print-to-pdf={printed}", path.as_uri()],
        capture_output=True, timeout=120, check=True,
    )
    return len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes()))
