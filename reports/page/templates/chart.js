// The chart for the wall: how often good players take each action with every kind of hand. It follows the table
// that is chosen. A game reads it (read): its seats; the kinds of hands (rows); the columns, each with its seat, what
// stands above it (heads) and the shares of actions by kind, where another tile is turned up and a double (shares:
// [[letter, share], ...], none where no such hand is dealt); what an action is called, by its letter, and the letter
// that stands in a cell (signs); and a sentence on a seat (note).
const EVERY_SEAT = -1;
// The share of a cell that is drawn at least. What is less often taken is read out alone.
const DRAWN = .25;

class Chart extends Live {
  constructor(root, read, controls = () => []) {
    super();
    Object.assign(this, { root, read, seat: 0 });
    const note = this.live("p", { role: "status" }, () => this.sheet.note(this.seat));
    root.before(
      this.live("div", {}, () => controls(text => { note.textContent = text; })),
      this.live("div", { class: "controls" }, () => [this.seatChoice()]), note,
      this.live("p", { class: "hint" }, () => `${Object.entries(this.sheet.names).map(([letter, name]) => `${this.sheet.signs[letter]}: ${name}`).join(", ")}.`));
    chosen.follow(root, () => this.show());
    // Paper has room for every seat, and for how it is read.
    let onScreen = 0, isOpen = false;
    const how = root.parentElement.querySelector(".reading");
    addEventListener("beforeprint", () => { [onScreen, isOpen, how.open] = [this.seat, how.open, true]; this.change({ seat: EVERY_SEAT }); });
    addEventListener("afterprint", () => { how.open = isOpen; this.change({ seat: onScreen }); });
    this.show();
  }

  seatChoice() {
    const seats = [...this.sheet.seats.entries(), [EVERY_SEAT, "every seat"]];
    return makeChoice("You are the", "seat of the chart", seats, this.seat, seat => this.change({ seat }));
  }

  show() {
    const { seats, rows, columns } = this.sheet = this.read();
    if (this.seat >= seats.length) this.seat = 0;
    super.show();
    const shown = columns.filter(({ seat }) => this.seat === EVERY_SEAT || seat === this.seat);
    const spans = seats.map((name, k) => [name, shown.filter(({ seat }) => seat === k).length]).filter(([, many]) => many);
    const cells = rows.map((name, row) => [name, shown.map(({ shares }) => shares(row))]).filter(([, all]) => all.flat(2).length);
    this.root.style.columnWidth = `${12 + 6 * shown.length}rem`;
    this.root.innerHTML = `<table class="chart"><thead><tr><th></th>${spans.map(([name, many]) => `<th scope="colgroup" colspan="${many}">${name}</th>`).join("")}</tr>`
      + `<tr><th>you hold</th>${shown.map(({ heads }) => `<th scope="col">${heads.join("<br>")}</th>`).join("")}</tr></thead>`
      + `<tbody>${cells.map(([name, all]) => `<tr><th scope="row">${name}</th>${all.map(halves => this.cell(halves)).join("")}</tr>`).join("")}</tbody></table>`;
    this.root.classList.toggle("swiped", this.root.scrollWidth > this.root.clientWidth);
  }

  // A cell; its letters are drawn, not written, so it has a label.
  cell(halves) {
    const { names, signs } = this.sheet, lettersIn = parts => String(this.drawn(parts).map(([letter]) => letter));
    const named = parts => parts.map(([letter, share]) => `${names[letter]} ${Math.round(100 * share)}%`).join(", ");
    const bar = parts => `<div>${this.drawn(parts).map(([letter, share]) => `<span class="move-${letter}" data-letter="${signs[letter]}" style="flex:${(100 * share).toFixed(1)}"></span>`).join("")}</div>`;
    const [other, double] = halves.filter(({ length }) => length), isDivided = double && lettersIn(other) !== lettersIn(double);
    if (!other) return "<td></td>";
    return `<td aria-label="${named(other)}${isDivided ? `; if a double is turned up: ${named(double)}` : ""}">${bar(other)}${isDivided ? bar(double) : ""}</td>`;
  }

  drawn(parts) {
    const least = Math.min(DRAWN, Math.max(...parts.map(([, share]) => share)));
    return parts.filter(([, share]) => share >= least);
  }
}

// The shares of actions of some hands, each with its weight and the chances of the letters, as a cell has them.
function sharesOf(letters, hands) {
  const sums = letters.map((_, k) => hands.reduce((sum, [weight, chances]) => sum + weight * (chances[k] ?? 0), 0)), whole = sums.reduce((a, b) => a + b, 0);
  return letters.map((letter, k) => [letter, sums[k] / whole]).filter(([, share]) => share > .005);
}

// Draw the chart where the page has it.
function offerChart(read, controls) {
  const root = document.getElementById("chart-chart");
  return root && new Chart(root, read, controls);
}
