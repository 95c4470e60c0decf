// Text with its tiles drawn: 6-4, and [4-6] as it lies in a line.
const withTiles = text => text.split(/(?<![\d-])(\[?[0-6]-[0-6]\]?)(?![\d-])/).map((part, k) =>
  k % 2 ? drawTile(tileOf(...part.match(/\d/g)), true) : part);

// The lines of a hand: one that is not set in is a heading, every other a step with the headings above it.
function drawLines(lines) {
  let isBelowHeading = false, inColumns = false;
  return lines.map(line => {
    const isHeading = !line.startsWith(" ");
    // What came of a hand stands in columns, from a line of their titles on.
    if (!isHeading) inColumns = isBelowHeading ? /^ {20}/.test(line) : inColumns && /\) {2,}\S/.test(line);
    isBelowHeading = isHeading;
    if (isHeading) return make("h3", {}, ...withTiles(line));
    if (inColumns) return make("p", { class: "columns" }, line.slice(2));
    const [, whose, rest] = line.trim().match(/^(?:(.+?\)) {2,})?(.*)$/);
    return make("p", {}, ...whose ? [make("span", { class: "whose" }, whose), " "] : [],
      ...withTiles(rest.replace(/ {3,}/g, "  ")));
  });
}

class HandSteps {
  constructor(root, hands) {
    this.hands = hands;
    const choice = makeSelect("which hand", hands.map((hand, at) => [at, hand.title]), 0, at => this.open(at));
    this.back = makeButton("Back", () => this.go(this.at - 1));
    this.next = makeButton("Next", () => this.go(this.at + 1));
    this.all = makeButton("To the end", () => this.go(this.ends.length));
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
    const { lines, command } = this.hands[number];
    this.again.replaceChildren("The same hand in the terminal: ", make("code", {}, command));
    [this.lines, this.parts] = [lines, drawLines(lines)];
    // Where each step ends; the deal is the first: a hand begins when there is something to do.
    this.ends = [...lines.keys()].filter(k => lines[k].startsWith(" ") || k === lines.length - 1);
    this.dealt = Math.max(1, this.ends.findIndex((end, k) => k > 0 && end - this.ends[k - 1] > 1));
    this.go(this.dealt);
  }

  go(at) {
    const { lines, parts, ends, dealt } = this;
    this.at = Math.max(dealt, Math.min(at, ends.length));
    const end = ends[this.at - 1], from = this.at > 1 ? ends[this.at - 2] + 1 : 0;
    parts.forEach((part, k) => part.classList.toggle("latest", k === end));
    this.list.replaceChildren(...parts.slice(0, end + 1));
    this.list.scrollTop = this.list.scrollHeight;
    this.back.disabled = this.at === dealt;
    this.next.disabled = this.all.disabled = this.at === ends.length;
    // What is new is read out; the whole list would be too much.
    const latest = lines.slice(from, end + 1).map(line => line.trim()).join(", ");
    this.where.replaceChildren(`step ${this.at - dealt + 1} of ${ends.length - dealt + 1}`, make("span", { class: "unseen" }, `: ${latest}`));
  }
}

const handSteps = new HandSteps(document.getElementById("extreme_hands-steps"),
  dataOf("extreme_hands").hands);
