// Tables sort by a heading, and long ones show their first rows and can be searched.
const LONG_TABLE = 12;
const ROWS_SHOWN = 8;

// "7 to 12" comes before "13 or more".
const inWords = new Intl.Collator("en", { numeric: true });

function sortTable(table, headings, at) {
  const heading = headings[at];
  const numeric = heading.classList.contains("number");
  const before = heading.getAttribute("aria-sort");
  // Numbers begin with the largest, words with the first.
  const down = before ? before === "ascending" : numeric;
  const key = row => row.cells[at].dataset.key;
  const order = (a, b) => numeric ? Number(key(a)) - Number(key(b)) : inWords.compare(key(a), key(b));
  const rows = [...table.tBodies[0].rows].sort((a, b) => down ? order(b, a) : order(a, b));
  headings.forEach(other => other.removeAttribute("aria-sort"));
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  table.tBodies[0].append(...rows);
}

// A text with its tiles as pages write them, highest end first; what people type is read in
// simulate/domino/tiles.py, and tests hold the two together.
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

// Every word that is looked for must stand in the row, as it was typed or as the tile that it is.
function rowsWith(rows, text) {
  const looked = [text, withPlainTiles(text)].map(one => one.toLowerCase().split(/\s+/).filter(Boolean));
  return rows.filter(row => {
    const written = row.textContent.toLowerCase();
    return looked.some(words => words.every(word => written.includes(word)));
  });
}

function shortenTable(table) {
  const search = make("input", { type: "search", placeholder: "Find rows", "aria-label": "Find rows of this table" });
  const more = makeButton("", () => { all = !all; show(); }), found = make("span", { role: "status" });
  let all = false;
  const show = () => {
    const rows = [...table.tBodies[0].rows];
    const right = new Set(rowsWith(rows, search.value));
    let shown = 0;
    for (const row of rows) {
      const visible = right.has(row) && (all || shown < ROWS_SHOWN);
      shown += visible;
      row.classList.toggle("rest", !visible);
    }
    more.textContent = all ? "Show fewer rows" : `Show all ${right.size} rows`;
    more.hidden = right.size <= ROWS_SHOWN;
    found.textContent = search.value ? `${right.size} of ${rows.length} rows` : "";
  };
  search.addEventListener("input", show);
  table.addEventListener("sorted", show);
  table.parentElement.before(makeControls(search, more, found));
  show();
}

for (const table of document.querySelectorAll("table")) {
  if (!table.tHead) continue;
  const headings = [...table.tHead.rows[0].cells];
  headings.forEach((heading, at) => heading.querySelector("button")?.addEventListener("click", () => {
    sortTable(table, headings, at);
    table.dispatchEvent(new Event("sorted"));
  }));
  if (table.tBodies[0].rows.length > LONG_TABLE) shortenTable(table);
}
