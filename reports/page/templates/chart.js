// The chart for the wall: for every kind of hand in every situation, with how many such hands each
// declaration is best (reports/opening/loo_tables.py). It follows the table that is chosen.
const OPEN = "≠";
// The share of a cell that is drawn at least: a letter fits in. What is less often best is read out alone.
const DRAWN = .25, EVERY_SEAT = -1;

// The places of a table's settings on both sides of what is chosen: pools, or needs of the seat and of its rivals.
function aroundChosen({ at }) {
  const sides = (known, value) => {
    const above = known.findIndex(one => one >= value);
    return above < 0 ? [known.length - 1] : known[above] === value || !above ? [above] : [above - 1, above];
  };
  if (chosen.pool !== null) return sides(at, chosen.pool);
  const needs = [...new Set(at.map(([own]) => own))], [own, rivals] = [sides(needs, chosen.own), sides(needs, chosen.rivals)];
  return own.flatMap(one => rivals.map(other => one * needs.length + other));
}

class Chart {
  constructor(root, data) {
    const letters = [..."PMDF"], lettersOf = Array.from({ length: 16 }, (_, bits) => letters.filter((_, bit) => bits >> bit & 1));
    // A kind's classes of hands: without a double turned up, and with one.
    const kinds = data.kinds.map((name, kind) => {
      const classes = data.kindOf.flatMap((own, one) => own === kind ? [one] : []);
      return { name, classes, halves: [0, 1].map(double => classes.filter(one => one % 2 === double)) };
    });
    Object.assign(this, { root, data, letters, lettersOf, kinds });
    this.controls = make("div", {});
    this.seats = makeControls();
    this.seat = 0;
    this.note = make("p", { role: "status" });
    this.key = make("p", { class: "hint" });
    root.before(this.controls, this.seats, this.note, this.key);
    chosen.follow(root, () => this.show());
    // Paper has room for every seat.
    let onScreen = 0;
    addEventListener("beforeprint", () => { onScreen = this.seat; this.sit(EVERY_SEAT); });
    addEventListener("afterprint", () => this.sit(onScreen));
    this.show();
  }

  sit(seat) {
    this.seat = seat;
    this.show();
  }

  // The situations of the seat that is shown, as numbers.
  get columns() {
    return chosen.table.size.situations.flatMap(([position], s) => this.seat === EVERY_SEAT || this.seat === position ? [s] : []);
  }

  // All orders of what was declared before, the eldest hand's first, that a column stands for: they come to the same.
  ordersOf(situation) {
    const { situations, nodes } = chosen.table.size, [position, said] = situations[situation], { letter } = this.data;
    const named = history => [...history].map(one => one === "M" ? letter : one), sorted = letters => [...letters].sort().join("");
    return Object.keys(nodes).filter(history => history.length === position && sorted(named(history)) === sorted(said.replaceAll(" ", "")))
      .map(history => named(history).join(" ") || "–");
  }

  // What may be best with a class of hands, as letters, where settings on both sides agree.
  mayBe(situation, ofClass) {
    const { best, size } = chosen.table, many = size.situations.length;
    const bits = at => best[(at * many + situation) * CLASSES + ofClass], first = bits(this.around[0]);
    return this.around.every(at => bits(at) === first) ? this.lettersOf[first] : [OPEN];
  }

  // The parts of a cell: with which share of the hands of a kind each declaration is best.
  parts(situation, classes) {
    const [position] = chosen.table.size.situations[situation], dealt = chosen.table.size.dealt[position], shares = {};
    let whole = 0;
    for (const one of classes) {
      const letters = dealt[one] ? this.mayBe(situation, one) : [];
      for (const letter of letters) shares[letter] = (shares[letter] ?? 0) + dealt[one] / letters.length;
      whole += letters.length ? dealt[one] : 0;
    }
    return [...this.letters, OPEN].filter(letter => shares[letter]).map(letter => [letter, shares[letter] / whole]);
  }

  show() {
    const { data } = this, { table, pool } = chosen, { dealt, places } = table.size;
    if (this.seat >= places.length) this.seat = 0;
    this.around = aroundChosen(table);
    this.draw(this.kinds.filter(({ classes }) => classes.some(one => dealt.some(of => of[one]))));
    if (this.isOf !== table.k || !this.controls.contains(document.activeElement)) renew(this.controls, tableControls(data, text => { this.note.textContent = text; }));
    if (this.isOf !== table.k) renew(this.seats, make("label", {}, "You are the ", makeSelect("seat of the chart",
      [...places.map((place, p) => [p, place, p === this.seat]), [EVERY_SEAT, "every seat", this.seat === EVERY_SEAT]], seat => this.sit(Number(seat)))));
    this.isOf = table.k;
    this.note.textContent = this.said(pool);
    this.key.textContent = `${this.letters.filter(letter => Object.values(table.size.nodes).some(moves => moves.includes(letter)))
      .map(letter => `${letter === "M" ? data.letter : letter}: ${declarationName(data, letter)}`).join(", ")}.`;
    if (data.toRemember) this.showRule();
  }

  // Draw the table; of one for as many players only the cells that are not as they were. What lies below the
  // window is drawn when the rest is painted.
  draw(kinds) {
    const { situations, places } = chosen.table.size, around = this.around, { columns } = this, shown = `${places} ${columns}`;
    if (this.shown !== shown) {
      const spans = places.map((place, p) => [place, columns.filter(s => situations[s][0] === p).length]).filter(([, many]) => many)
        .map(([place, many]) => `<th scope="colgroup" colspan="${many}">${place}</th>`);
      this.root.innerHTML = `<table class="chart"><thead><tr><th></th>${spans.join("")}</tr><tr><th>you hold</th>${columns.map(s => `<th scope="col">${this.ordersOf(s).join("<br>")}</th>`).join("")}</tr></thead>`
        + `<tbody>${kinds.map(({ name }) => `<tr><th scope="row">${name}</th></tr>`).join("")}</tbody></table>`;
      Object.assign(this, { shown, cells: [] });
      const isWider = () => this.root.scrollWidth > this.root.clientWidth;
      new ResizeObserver(() => this.root.classList.toggle("swiped", isWider())).observe(this.root.firstChild);
    }
    const rows = [...this.root.querySelector("tbody").rows], isBelow = rows.map(row => row.getBoundingClientRect().top > innerHeight);
    const fill = below => rows.forEach((row, k) => {
      if (isBelow[k] !== below) return;
      const before = this.cells[k], cells = this.cells[k] = columns.map(s => this.cell(s, kinds[k]));
      if (!before) row.insertAdjacentHTML("beforeend", cells.join(""));
      else cells.forEach((cell, s) => { if (cell !== before[s]) row.cells[s + 1].outerHTML = cell; });
    });
    fill(false);
    afterPaint(() => this.around === around && fill(true));
  }

  // A cell; letters are drawn, not written: it says by itself what they mean.
  cell(situation, { classes, halves }) {
    const { letter: miss, miss: taken } = this.data, words = { P: "play", M: taken, D: "drop", F: "play for the pool", [OPEN]: "open" };
    const look = ([letter]) => `class="move-${letter === OPEN ? "open" : letter}" data-letter="${letter === "M" ? miss : letter}"`;
    const bar = all => {
      const least = Math.min(DRAWN, Math.max(...all.map(([, share]) => share))), parts = all.filter(([, share]) => share >= least), whole = parts.reduce((sum, [, share]) => sum + share, 0);
      return parts.length === 1 ? `<div ${look(parts[0])}></div>`
        : `<div>${parts.map(part => `<span ${look(part)} style="width:${(100 * part[1] / whole).toFixed(1)}%"></span>`).join("")}</div>`;
    };
    const named = parts => parts.map(([letter, share]) => `${words[letter]} ${Math.round(100 * share)}%`).join(", ");
    const [other, double] = halves.map(half => this.parts(situation, half));
    if (double.length && other.length && String(double.map(([letter]) => letter)) !== String(other.map(([letter]) => letter))) {
      return `<td aria-label="${named(other)}; if a double is turned up: ${named(double)}">${bar(other)}${bar(double)}</td>`;
    }
    const parts = this.parts(situation, classes);
    return `<td aria-label="${named(parts)}"${parts.length === 1 ? ` ${look(parts[0])}></td>` : `>${bar(parts)}</td>`}`;
  }

  // The rule of that pool beside the chosen one whose cost there and beyond is smaller, and what a seat loses by it.
  showRule() {
    const { around, data } = this, { table } = chosen, rules = data.toRemember[table.k];
    const most = ([, costs]) => Math.max(...around.map(at => (costs[at][0] + costs[at][1]) / table.at[at]));
    const rule = around.map(at => rules[at]).reduce((one, other) => most(other) < most(one) ? other : one), [lines, costs] = rule;
    const [first, second] = around.map(at => {
      const [cost, reach] = costs[at];
      return withCommand(...[cost, cost - reach, cost + reach].map(chips => signed(chips.toFixed(placesOf(reach)))));
    });
    const says = [...most(rule) > data.goodRule ? ["No rule of this kind is good here. "] : [],
      `At pool ${table.at[around[0]]} the rule loses `, first, " chips a hand to the chart.",
      ...second ? [` At pool ${table.at[around[1]]} it loses `, second, "."] : []];
    this.root.closest(".card").querySelectorAll(".rule td").forEach((cell, k) => cell.replaceChildren(...k < 3 ? [data.lines[lines[k]]] : says));
  }

  // What the eldest hand should do, of all hands, and whether the chart knows these stakes.
  said(pool) {
    const { table } = chosen, classes = [...Array(CLASSES).keys()], shares = Object.fromEntries(this.parts(0, classes));
    const sure = letter => {
      const of = classes.filter(one => this.mayBe(0, one).includes(letter)), weight = some => some.reduce((sum, one) => sum + table.size.dealt[0][one], 0);
      const most = weight(of), least = weight(of.filter(one => this.mayBe(0, one).length === 1)), all = weight(classes);
      return [...new Set([least, most].map(some => Math.round(100 * some / all)))].join(" to ");
    };
    const does = [..."PMD"].filter(letter => shares[letter] > .005).map(letter => `${doesSay(this.data, letter)} ${sure(letter)}`);
    const known = this.around.map(at => table.at[at]), open = Math.round(100 * (shares[OPEN] ?? 0));
    const of = open ? `, for ${open} of these hands` : "";
    const between = known.length < 2 ? "" : pool === null ? ` Between scores that were looked at ${OPEN} stands where they disagree${of}.`
      : ` Pools of ${known.join(" and ")} were looked at: ${OPEN} stands where they disagree${of}.`;
    return `Of 100 hands the eldest ${listed(does, "and")}.${between}`;
  }
}

tablesReady?.then(data => {
  const root = document.getElementById("chart-chart");
  if (root) new Chart(root, data);
});
