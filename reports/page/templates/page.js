// What every page can do. Elements are made with some attributes, and what is in them; those of figures alike.
const make = (kind, ...more) => made(document.createElement(kind), ...more);
const draw = (kind, ...more) => made(document.createElementNS("http://www.w3.org/2000/svg", kind), ...more);
function made(element, attributes = {}, ...inside) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside);
  return element;
}

// The focus goes to a button, or where that is disabled to one beside it, or else of its card.
function focusOn(button) {
  const open = "button:enabled";
  const other = button.parentElement.querySelector(open) ?? button.closest(".card")?.querySelector(open);
  (button.disabled ? other : button)?.focus({ preventScroll: true });
}
const makeButton = (name, does, attributes = {}) => {
  const button = make("button", { type: "button", ...attributes }, name);
  button.addEventListener("click", event => {
    does(event);
    if (button.disabled) focusOn(button);
  });
  return button;
};
// Options are values, or values with their names.
const makeSelect = (label, options, chosen, does) => {
  const pairs = options.map(option => Array.isArray(option) ? option : [option, option]);
  const box = make("select", { "aria-label": label },
    ...pairs.map(([value, name]) => make("option", { value, selected: value === chosen }, name)));
  box.addEventListener("change", () => does(pairs[box.selectedIndex][0]));
  return box;
};
const makeChoice = (text, ...select) => make("label", {}, `${text} `, makeSelect(...select));
// A table of rows, each with what names it; a cell is what is in it, or an element.
const makeRow = (head, cells, attributes = {}) => make("tr", attributes, make("th", { scope: "row" }, head),
  ...cells.map(cell => cell instanceof HTMLTableCellElement ? cell : make("td", {}, cell)));
const makeTable = (titles, rows, attributes = {}) => make("table", attributes,
  make("thead", {}, make("tr", {}, ...titles.map(title => make("th", { scope: "col" }, title)))), make("tbody", {}, ...rows));
const makeControls = (...inside) => make("div", { class: "controls" }, ...inside);
const makeGroup = (label, ...inside) => make("div", { class: "controls", role: "group", "aria-label": label }, ...inside);

// Fill an element anew; who uses the keyboard stays where the focus was, and a slider is not to be lost while it is
// dragged, nor a number while it is typed.
function renew(element, ...inside) {
  const nameOf = one => one.getAttribute("aria-label") ?? one.textContent;
  const [active] = element.contains(document.activeElement) ? [document.activeElement] : [];
  if (["range", "number"].includes(active?.type)) return;
  element.replaceChildren(...inside);
  const same = active && [...element.querySelectorAll("button, select")].find(one => nameOf(one) === nameOf(active));
  if (same) focusOn(same);
}

// A part of a page that has a state. Its elements are made once, and filled from the state after every change.
class Live {
  fills = [];

  // An element that has what a function makes of the state: a text, or a list.
  live(kind, attributes, makes) {
    const element = make(kind, attributes);
    this.fills.push(() => {
      const inside = makes();
      if (Array.isArray(inside)) renew(element, ...inside);
      // A text that stays is not read out again.
      else if (element.textContent !== inside) element.textContent = inside;
    });
    return element;
  }

  change(what) {
    Object.assign(this, what);
    this.show();
  }

  show() { for (const fill of this.fills) fill(); }
}

// Do something as soon as the page shows what was done before.
const afterPaint = does => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(does)));

// Does some work piece by piece, from when the page shows what was asked until it is to do something else.
class InPieces {
  begin(pieces, does = () => {}) {
    this.pieces = pieces;
    const goOn = () => {
      if (this.pieces !== pieces) return;
      const { value, done } = pieces.next();
      does(value, done);
      if (!done) setTimeout(goOn);
    };
    afterPaint(goOn);
  }

  stop() { this.pieces = null; }
}

// What Python wrote for a card that answers back.
const dataOf = card => JSON.parse(document.getElementById(`${card}-data`).textContent);

// Tables sort by a heading, and long ones show their first rows and can be searched.
const LONG_TABLE = 12, ROWS_SHOWN = 8;
// "7 to 12" comes before "13 or more".
const inWords = new Intl.Collator("en", { numeric: true });

function sortTable(table, headings, at) {
  const heading = headings[at], numeric = heading.classList.contains("number"), before = heading.getAttribute("aria-sort");
  // Numbers begin with the largest, words with the first.
  const down = before ? before === "ascending" : numeric;
  const key = row => row.cells[at].dataset.key;
  const order = (a, b) => numeric ? Number(key(a)) - Number(key(b)) : inWords.compare(key(a), key(b));
  headings.forEach(other => other.removeAttribute("aria-sort"));
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  table.tBodies[0].append(...[...table.tBodies[0].rows].sort((a, b) => down ? order(b, a) : order(a, b)));
}

// A text with its tiles as pages write them, highest end first (as simulate/domino/tiles.py reads what is typed).
function withPlainTiles(text) {
  const highFirst = (a, b) => `${Math.max(a, b)}-${Math.min(a, b)}`;
  return text.normalize("NFKC")
    .replace(/[\u{1F031}-\u{1F061}\u{1F063}-\u{1F093}]/gu, sign => {
      const at = (sign.codePointAt(0) - 0x1F031) % 50;
      return ` ${highFirst(Math.floor(at / 7), at % 7)} `;
    })
    .replace(/[[(]\s*([0-6])\s*[|\/:,\p{Pd}\u2212\u00a6\u2502]?\s*([0-6])\s*[\])]/gu, (_, a, b) => ` ${highFirst(a, b)} `)
    .replace(/(?<![\w|\/:\p{Pd}\u2212])([0-6])[|\/:\p{Pd}\u2212\u00a6\u2502\u2044]([0-6])(?![\w|\/:\p{Pd}\u2212])/gu, (_, a, b) => highFirst(a, b));
}

function shortenTable(table) {
  const search = make("input", { type: "search", placeholder: "Find rows", "aria-label": "Find rows of this table" });
  const more = makeButton("", () => { all = !all; show(); }), found = make("span", { role: "status" });
  let all = false;
  const show = () => {
    // Every word that is looked for must stand in the row, as it was typed or as the tile that it is.
    const looked = [search.value, withPlainTiles(search.value)].map(one => one.toLowerCase().split(/\s+/).filter(Boolean));
    const isFound = written => looked.some(words => words.every(word => written.includes(word)));
    const rows = [...table.tBodies[0].rows], right = rows.filter(row => isFound(row.textContent.toLowerCase())), shown = all ? right : right.slice(0, ROWS_SHOWN);
    for (const row of rows) row.classList.toggle("rest", !shown.includes(row));
    more.textContent = all ? "Show fewer rows" : `Show all ${right.length} rows`;
    more.hidden = right.length <= ROWS_SHOWN;
    found.textContent = search.value ? `${right.length} of ${rows.length} rows` : "";
  };
  search.addEventListener("input", show);
  table.addEventListener("sorted", show);
  table.parentElement.before(makeControls(search, more, found));
  show();
}

for (const table of document.querySelectorAll("table:has(thead)")) {
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, at) => heading.querySelector("button")?.addEventListener("click", () => {
    sortTable(table, headings, at);
    table.dispatchEvent(new Event("sorted"));
  }));
  if (table.tBodies[0].rows.length > LONG_TABLE) shortenTable(table);
}

// A link to something that is folded away opens the folds around it.
function goToAddress() {
  const target = document.getElementById(location.hash.slice(1));
  if (!target?.closest("details:not([open])")) return;
  for (let fold = target.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  target.scrollIntoView();
}

// A fold after a part of a card, and a link to it at the head of the page after that to the card. Its heading takes the
// focus: were it the fold itself (tabindex -1), the Tab key would pass over all that is in it.
function foldAfter(part, name, heading, text) {
  const link = make("a", { href: `#${name}` }, text), fold = make("details", { id: name }, make("summary", {}, heading));
  part.after(fold);
  link.addEventListener("click", event => {
    event.preventDefault();
    fold.open = true;
    fold.scrollIntoView();
    fold.firstElementChild.focus();
  });
  document.querySelector(`.first a[href="#${part.closest(".card").id}"]`)?.parentElement.after(make("li", {}, link));
  return fold;
}

addEventListener("hashchange", goToAddress);
// At the end: some folds are made by scripts that come later.
addEventListener("DOMContentLoaded", goToAddress);

const unfold = document.getElementById("unfold");
if (unfold) {
  unfold.hidden = false;
  unfold.addEventListener("click", () => {
    const folds = [...document.querySelectorAll("details")], open = folds.some(fold => !fold.open);
    folds.forEach(fold => { fold.open = open; });
    unfold.textContent = open ? "Fold everything" : "Unfold everything";
  });
}

// Every number, table and figure shows the command that computes it again, which is written once a section.
const commandFor = element => element.closest("[data-again]")?.dataset.again;

// What stands at the end of a fold for those without scripts is at every table with them.
document.querySelectorAll("details > .again").forEach(line => line.remove());

for (const caption of document.querySelectorAll("figure > figcaption")) {
  const command = commandFor(caption);
  if (!command) continue;
  const shown = make("code", { hidden: true }, command);
  const button = makeButton("Compute it again", () => {
    shown.hidden = !shown.hidden;
    button.setAttribute("aria-expanded", String(!shown.hidden));
  }, { class: "compute", "aria-expanded": "false" });
  caption.append(" ", button, shown);
}

// An interval that would reach beyond the right edge is moved to the left.
const EDGE = 12;

// A number that is pointed at or focused shows its interval and the command behind it, until Escape.
function showsInterval(estimate) {
  const note = estimate.querySelector(".interval");
  const show = () => {
    const command = commandFor(estimate);
    if (command && !note.querySelector("code")) note.append(make("code", {}, command));
    estimate.style.removeProperty("--shift");
    const beyond = note.getBoundingClientRect().right - document.documentElement.clientWidth + EDGE;
    if (beyond > 0) estimate.style.setProperty("--shift", `${-beyond}px`);
  };
  for (const event of ["mouseenter", "focus"]) estimate.addEventListener(event, show);
  estimate.addEventListener("keydown", event => { if (event.key === "Escape") estimate.blur(); });
  return estimate;
}

document.querySelectorAll(".estimate").forEach(showsInterval);

// The decimals that the half width of an interval allows, as in reports/stats/number_text.py.
const placesOf = reach => Math.min(3, Math.max(0, -Math.floor(Math.log10(reach / 2))));

const manyOf = number => number.toLocaleString("en");

// A number with its interval, as its ends or as one text.
const withCommand = (text, ...ends) => showsInterval(make("span", { class: "estimate", tabindex: 0 }, text,
  make("span", { class: "interval" }, ` (95% interval ${ends.join(" to ")})`)));

// A chart for the wall is printed alone.
for (const button of document.querySelectorAll(".print-alone")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const turn = () => [[document.body, "one-card"], [button.closest(".card"), "alone"]].forEach(([element, name]) => element.classList.toggle(name));
    turn();
    print();
    turn();
  });
}
