// A hand line by line: a line that is not set in is a heading, every other is a step.
function stepsOf(lines) {
  const steps = [];
  let headings = [], inColumns = false;
  for (const line of lines) {
    if (!line.startsWith(" ")) headings.push(line);
    else {
      // What came of a hand stands in columns, from a line of their titles on.
      inColumns = headings.length ? /^ {20}/.test(line) : inColumns && /\) {2,}\S/.test(line);
      steps.push({ headings, line: inColumns ? line.slice(2) : line.trim(), inColumns });
      headings = [];
    }
  }
  if (headings.length) steps.push({ headings, line: "" });
  return steps;
}

// Text with its tiles drawn: 6-4, and [4-6] as it lies in a line.
function withTiles(text) {
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(/(?<![\d-])\[?([0-6])-([0-6])\]?(?![\d-])/g)) {
    parts.push(text.slice(at, found.index), drawTile(tileOf(found[1], found[2]), true));
    at = found.index + found[0].length;
  }
  return [...parts, text.slice(at)];
}

// A line as it is shown: in columns, or what a seat did beside its place.
function shownLine({ line, inColumns }, latest) {
  const classes = [latest && "latest", inColumns && "columns"].filter(Boolean).join(" ");
  const paragraph = make("p", classes ? { class: classes } : {});
  const [, whose, rest] = (!inColumns && line.match(/^(.+?\)) {2,}(.*)$/)) || [null, "", line];
  if (whose) paragraph.append(make("span", { class: "whose" }, whose), " ");
  paragraph.append(...(inColumns ? [rest] : withTiles(rest.replace(/ {3,}/g, "  "))));
  return paragraph;
}

class HandSteps {
  constructor(root, hands) {
    this.hands = hands;
    const choice = makeSelect("which hand", hands.map((hand, at) => [at, hand.title]), at => this.open(at));
    this.back = makeButton("Back", () => this.go(this.at - 1));
    this.next = makeButton("Next", () => this.go(this.at + 1));
    this.all = makeButton("To the end", () => this.go(this.steps.length));
    this.where = make("span", { role: "status" });
    this.list = make("div", { class: "steps", tabindex: "0", role: "region", "aria-label": "the hand so far" });
    this.list.addEventListener("keydown", event => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (by) { this.go(this.at + by); event.preventDefault(); }
    });
    this.again = make("p", { class: "again" });
    root.replaceChildren(makeControls(choice, this.back, this.next, this.all, this.where), this.list, this.again);
    this.open(0);
  }

  open(number) {
    this.steps = stepsOf(this.hands[number].lines);
    this.again.replaceChildren("The same hand in the terminal: ", make("code", {}, this.hands[number].command));
    // The deal is one step: a hand begins when there is something to do.
    this.dealt = Math.max(1, this.steps.findIndex((step, k) => k > 0 && step.headings.length > 0));
    this.go(this.dealt);
  }

  go(at) {
    this.at = Math.max(this.dealt, Math.min(at, this.steps.length));
    const shown = [];
    this.steps.slice(0, this.at).forEach((step, number) => {
      step.headings.forEach(heading => shown.push(make("h3", {}, ...withTiles(heading))));
      if (step.line) shown.push(shownLine(step, number === this.at - 1));
    });
    this.list.replaceChildren(...shown);
    this.list.scrollTop = this.list.scrollHeight;
    this.back.disabled = this.at === this.dealt;
    this.next.disabled = this.all.disabled = this.at === this.steps.length;
    // What is new is read out; the whole list would be too much.
    const latest = this.steps[this.at - 1];
    const before = this.dealt - 1;
    this.where.replaceChildren(`step ${this.at - before} of ${this.steps.length - before}`,
      make("span", { class: "unseen" }, `: ${[...latest.headings, latest.line].join(", ")}`));
  }
}

const handSteps = new HandSteps(document.getElementById("extreme_hands-steps"),
  dataOf("extreme_hands").hands);
