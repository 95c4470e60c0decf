// The chart for the wall: for every kind of hand in every situation, with how many such hands each
// declaration is best (reports/opening/loo_tables.py). It follows the table that is chosen.
const OPEN = "≠";

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
    this.note = make("p", { role: "status" });
    this.key = make("p", { class: "hint" });
    root.before(this.controls, this.note, this.key);
    chosen.follow(root, () => this.show());
    this.show();
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
    const { data } = this, { table, pool } = chosen, { dealt } = table.size;
    this.around = aroundChosen(table);
    this.draw(this.kinds.filter(({ classes }) => classes.some(one => dealt.some(of => of[one]))));
    if (this.isOf !== table.k || !this.controls.contains(document.activeElement)) renew(this.controls, tableControls(data, text => { this.note.textContent = text; }));
    this.isOf = table.k;
    this.note.textContent = this.said(pool);
    this.key.textContent = `${this.letters.filter(letter => Object.values(table.size.nodes).some(moves => moves.includes(letter)))
      .map(letter => `${letter === "M" ? data.letter : letter}: ${declarationName(data, letter)}`).join(", ")}.`;
    if (data.toRemember) this.showRule();
  }

  // Draw the table; of one for as many players only the cells that are not as they were. What lies below the
  // window is drawn when the rest is painted.
  draw(kinds) {
    const { situations, places } = chosen.table.size, around = this.around;
    if (this.situations !== situations) {
      const spans = places.map((place, p) => `<th scope="colgroup" colspan="${situations.filter(([position]) => position === p).length}">${place}</th>`);
      this.root.innerHTML = `<table class="chart"><thead><tr><th></th>${spans.join("")}</tr><tr><th>you hold</th>${situations.map(([, said]) => `<th scope="col">${said || "–"}</th>`).join("")}</tr></thead>`
        + `<tbody>${kinds.map(({ name }) => `<tr><th scope="row">${name}</th></tr>`).join("")}</tbody></table>`;
      Object.assign(this, { situations, cells: [] });
      const isWider = () => this.root.scrollWidth > this.root.clientWidth;
      new ResizeObserver(() => this.root.classList.toggle("swiped", isWider())).observe(this.root.firstChild);
    }
    const rows = [...this.root.querySelector("tbody").rows], isBelow = rows.map(row => row.getBoundingClientRect().top > innerHeight);
    const fill = below => rows.forEach((row, k) => {
      if (isBelow[k] !== below) return;
      const before = this.cells[k], cells = this.cells[k] = situations.map((_, s) => this.cell(s, kinds[k]));
      if (!before) row.insertAdjacentHTML("beforeend", cells.join(""));
      else cells.forEach((cell, s) => { if (cell !== before[s]) row.cells[s + 1].outerHTML = cell; });
    });
    fill(false);
    afterPaint(() => this.around === around && fill(true));
  }

  // A cell; letters are drawn, not written: it says by itself what they mean.
  cell(situation, { classes, halves }) {
    const { letter: miss, miss: taken } = this.data, words = { P: "play", M: taken, D: "drop", F: "play for the pool", [OPEN]: "open" };
    const look = ([letter, share]) => `class="move-${letter === OPEN ? "open" : letter}"${share < .3 ? "" : ` data-letter="${letter === "M" ? miss : letter}"`}`;
    const bar = parts => parts.length === 1 ? `<div ${look(parts[0])}></div>`
      : `<div>${parts.map(part => `<span ${look(part)} style="width:${(100 * part[1]).toFixed(1)}%"></span>`).join("")}</div>`;
    const named = parts => parts.map(([letter, share]) => `${words[letter]} ${Math.round(100 * share)}%`).join(", ");
    const [other, double] = halves.map(half => this.parts(situation, half));
    if (double.length && String(double.map(([letter]) => letter)) !== String(other.map(([letter]) => letter))) {
      return `<td aria-label="${named(other)}; if a double is turned up: ${named(double)}">${bar(other)}${bar(double)}</td>`;
    }
    const parts = double.length ? this.parts(situation, classes) : other;
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
