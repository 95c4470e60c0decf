"""A headless browser: a page is opened at some width, and a script says what it finds there.

Starting a browser takes longer than anything that we ask of it, so the tests of a process share
one, which opens their pages one after the other.  We speak to it over a pipe in the DevTools
protocol: https://chromedevtools.github.io/devtools-protocol.
"""

import atexit
import base64
import html
import json
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from functools import cache
from itertools import count

import pytest

_FRAME = """<!DOCTYPE html><meta charset="utf-8"><body style="margin: 0">
<iframe srcdoc="{page}" style="border: 0; width: {width}px; height: 900px"></iframe></body>"""

_PROBE = """<script>
const widths = WIDTHS, foundAt = [];
(async () => {
  if (typeof tablesReady !== "undefined") await tablesReady;
  for (const width of widths) {
    const found = {};
    foundAt.push(found);
    if (frameElement.clientWidth !== width) {
      frameElement.style.width = `${width}px`;
      await new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    }
    await (async () => {
      SCRIPT
    })().catch(error => { found.error = String(error); });
    found.overflow = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    found.width = document.documentElement.clientWidth;
  }
})().then(() => { parent.document.body.dataset.found = JSON.stringify(foundAt); });
</script>"""

#: What the probe has found, as soon as its script, which may wait for something, has ended.
_FOUND = """new Promise(done => {
  const look = () => {
    const { found } = document.body.dataset;
    if (found) done(found); else setTimeout(look, 5);
  };
  look();
})"""

#: The browser reads what we ask from file 3, and answers into file 4.
_WITH_PIPES = """
import fcntl, os, sys
for old, new in [(fcntl.fcntl(int(sys.argv[i]), fcntl.F_DUPFD, 10), i + 2) for i in (1, 2)]:
    os.dup2(old, new)
os.execvp(sys.argv[3], sys.argv[3:])
"""
_LONGEST = 600
_FRAMES = count()


#: Why a test of a page is skipped.
NO_BROWSER = "there is no chromium to open pages with"


def chromium():
    """Return the browser, or skip the test where there is none."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if browser is None:
        pytest.skip(NO_BROWSER)
    return browser


class _Browser:
    """A browser that runs until this process ends."""

    def __init__(self, program):
        self._home = tempfile.TemporaryDirectory(prefix="browser", ignore_cleanup_errors=True)
        theirs, self._asks = os.pipe()
        self._answers, back = os.pipe()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _WITH_PIPES, str(theirs), str(back), program, "--headless",
             "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             "--disable-background-networking", f"--user-data-dir={self._home.name}"],
            pass_fds=(theirs, back), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs)
        os.close(back)
        self._number, self._read, self._events, self._where = 0, b"", [], {}
        tab = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._where = {"sessionId": self.ask(
            "Target.attachToTarget", targetId=tab, flatten=True)["sessionId"]}
        self.ask("Page.enable")
        self.ask("Emulation.setDeviceMetricsOverride", width=1400, height=1000,
                 deviceScaleFactor=1, mobile=False)

    def end(self):
        """End the browser, and take its files away."""
        os.close(self._asks)
        os.close(self._answers)
        self._process.kill()
        self._process.wait()
        self._home.cleanup()

    def _message(self, until):
        while b"\0" not in self._read:
            assert select.select([self._answers], [], [], max(0, until - time.monotonic()))[0], \
                "the browser does not answer"
            part = os.read(self._answers, 1 << 20)
            assert part, "the browser has ended"
            self._read += part
        message, _, self._read = self._read.partition(b"\0")
        return json.loads(message)

    def ask(self, method, **what):
        """Ask for something, and return the answer; what else is told meanwhile is kept."""
        self._number += 1
        asked = {"id": self._number, "method": method, "params": what, **self._where}
        left = json.dumps(asked).encode() + b"\0"
        while left:
            left = left[os.write(self._asks, left):]
        until = time.monotonic() + _LONGEST
        while (message := self._message(until)).get("id") != self._number:
            self._events.append(message.get("method"))
        assert "error" not in message, message
        return message["result"]

    def open(self, path, dark=False, place=""):
        """Open a page, at a place in it, and wait until it has been loaded."""
        self.ask("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self._events.clear()
        self.ask("Page.navigate", url=path.as_uri() + place)
        self._until_loaded()

    def leave(self):
        """Leave the page, whose scripts would go on beside the next tests."""
        self._events.clear()
        self.ask("Page.navigate", url="about:blank")
        self._until_loaded()

    def go_back(self):
        """Go back to the page that was open before, and wait until it has been loaded."""
        self._events.clear()
        self.ask("Runtime.evaluate", expression="void setTimeout(() => history.back())")
        self._until_loaded()

    def _until_loaded(self):
        until = time.monotonic() + _LONGEST
        while "Page.loadEventFired" not in self._events:
            self._events.append(self._message(until).get("method"))


@cache
def _browser(program):
    browser = _Browser(program)
    atexit.register(browser.end)
    return browser


def found_in(page, folder, script, width=1280, dark=False):
    """Open a page and return what a script has written into ``found``."""
    return found_at(page, folder, script, [width], dark)[0]


def found_at(page, folder, script, widths, dark=False):
    """Open a page, make it as wide as each of ``widths`` in turn, and return what is found there.

    Windows of a browser are not as narrow as a telephone, so the page is in a frame.
    """
    browser = _browser(chromium())
    probe = _PROBE.replace("WIDTHS", json.dumps(widths)).replace("SCRIPT", script)
    inner = page.replace("</body>", probe + "</body>")
    # What is chosen on a page comes back where it was chosen, so that no two are in one place.
    frame = folder / f"frame{next(_FRAMES)}.html"
    frame.write_text(_FRAME.format(page=html.escape(inner, quote=True), width=widths[0]),
                     encoding="utf-8")
    browser.open(frame, dark)
    told = browser.ask("Runtime.evaluate", expression=_FOUND, awaitPromise=True)
    browser.leave()
    found = json.loads(told["result"]["value"])
    assert not any("error" in one for one in found), found
    assert [one["width"] for one in found] == widths
    return found


def _told(browser, script):
    told = browser.ask(
        "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
    assert "exceptionDetails" not in told, told
    return told["result"]["value"]


def _opened(page, folder, script, place=""):
    """Open a page and let a script change it; return the browser and what the script says."""
    browser, path = _browser(chromium()), folder / "page.html"
    path.write_text(page, encoding="utf-8")
    browser.open(path, place=place)
    return browser, _told(browser, script)


def told_at(page, folder, place, script):
    """Open a page at a place in it (``#name``), and return what the promise of a script says."""
    browser, told = _opened(page, folder, script, place)
    browser.leave()
    return told


def sheets_of(page, folder, script):
    """Open a page, let a script change it, and return how many sheets of letter paper it prints."""
    browser, _ = _opened(page, folder, script)
    printed = browser.ask("Page.printToPDF", preferCSSPageSize=True)["data"]
    browser.leave()
    return len(re.findall(rb"/Type\s*/Page\b", base64.b64decode(printed)))


def told_after_back(page, folder, script, then):
    """Open a page, let a script change it, open another page, go back, and return what the promise
    of ``then`` says."""
    browser, _ = _opened(page, folder, script)
    (path := folder / "other.html").write_text("<!DOCTYPE html>", encoding="utf-8")
    browser.open(path)
    browser.go_back()
    told = _told(browser, then)
    browser.leave()
    return told
