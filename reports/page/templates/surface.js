// What it costs to sit down: players, penalty, bank, goal and evening are controls, and all follows.

// A monotone cubic between numbers that rise (Steffen, Astronomy and Astrophysics 239, 1990).
function between(xs, y, x) {
  const last = xs.length - 1;
  if (x <= xs[0] || !last) return y(0);
  if (x >= xs[last]) return y(last);
  const i = xs.findIndex(one => one > x) - 1, h = xs[i + 1] - xs[i];
  if (xs[i] === x) return y(i);
  const secant = k => (y(k + 1) - y(k)) / (xs[k + 1] - xs[k]);
  const slope = k => {
    if (k === 0) return secant(0);
    if (k === last) return secant(last - 1);
    const [a, b] = [secant(k - 1), secant(k)], [g, w] = [xs[k] - xs[k - 1], xs[k + 1] - xs[k]];
    return (Math.sign(a) + Math.sign(b)) * Math.min(Math.abs(a), Math.abs(b), Math.abs(a * w + b * g) / (g + w) / 2);
  };
  const t = (x - xs[i]) / h, u = 1 - t;
  return u * u * ((1 + 2 * t) * y(i) + t * h * slope(i)) + t * t * ((3 - 2 * t) * y(i + 1) - u * h * slope(i + 1));
}

// The interval of a share of so many independent trials (Wilson, JASA 22, 1927).
function shareOf(p, size, z) {
  p = Math.min(1, Math.max(0, p));
  const grown = 1 + z * z / size, centre = (p + z * z / (2 * size)) / grown;
  const reach = z * Math.sqrt(p * (1 - p) / size + z * z / (4 * size * size)) / grown;
  return { value: p, low: p > 0 ? centre - reach : 0, high: p < 1 ? centre + reach : 1 };
}

// A share of which it is known only that it is no larger, and one that lies between two.
const atMost = share => ({ ...share, low: 0, isBound: true });
const amid = (least, most) => ({ value: (least.value + most.value) / 2, low: least.low, high: most.high });

// A table of the page, with what it says of a bank, a goal (0: none) and a number of hands.
class SurfaceTable {
  constructor(data, table) {
    Object.assign(this, table);
    this.hands = data.marks.map(Math.log);
    this.chips = data.chips.map(Math.log);
    this.levels = data.pools.slice(0, this.sizes).map(Math.log);
    // What was counted ends here.
    [this.lastBank, this.lastGoal, this.lastPool] = [data.chips[this.banks - 1], data.chips[this.goals - 1], data.pools[this.sizes - 1]];
    [this.least, this.most] = [data.marks[0], data.marks.at(-1)];
  }

  async open() {
    const marks = this.hands.length, across = marks * (this.goals + 1);
    const [lost, won, passed, lines] = await Promise.all([this.lost, this.won, this.passed, this.lines].map(one => unpacked(one)));
    const summed = one => addUp(addUp(addUp(one, across, this.banks), marks, this.goals + 1), 1, marks);
    return Object.assign(this, { lost: summed(lost), won: summed(won), passed: addUp(passed, 1, marks), lines: addUp(lines, 1, this.most) });
  }

  // The seats that were counted, between banks, goals and hands.
  at(counts, bank, hands, goal) {
    const marks = this.hands.length, inHands = from => between(this.hands, m => counts[from + m], Math.log(hands));
    const banks = this.chips.slice(0, this.banks), goals = this.chips.slice(0, this.goals);
    const inGoals = b => goal
      ? between(goals, g => inHands((b * (this.goals + 1) + 1 + g) * marks), Math.log(goal))
      : inHands(b * (this.goals + 1) * marks);
    return between(banks, inGoals, Math.log(bank));
  }

  ofSeats(count) { return shareOf(count / (this.players * this.sessions), this.independent, this.z); }

  // A larger bank is lost more rarely, and a larger goal is won more rarely. So beyond the last that were counted these
  // shares are bounds, or lie between two that were counted.
  isLost(bank, hands, goal = 0) {
    const lost = upTo => this.ofSeats(this.at(this.lost, bank, hands, upTo));
    if (bank > this.lastBank) return atMost(lost(goal > this.lastGoal ? 0 : goal));
    return goal > this.lastGoal ? amid(lost(goal), lost(0)) : lost(goal);
  }

  isWon(bank, hands, goal) {
    const won = this.at(this.won, bank, hands, goal), isBeyond = bank > this.lastBank;
    const most = this.ofSeats(won + (isBeyond ? this.at(this.lost, bank, hands, goal) : 0));
    if (goal > this.lastGoal) return atMost(most);
    return isBeyond ? amid(this.ofSeats(won), most) : most;
  }

  // Chances of ruin for which banks were counted.
  static CHANCES = [.05, .01];

  // The least bank that is lost no more often than in one of these cases before a goal (0: none) is reached,
  // with its interval. No goal needs more than none.
  needed(k, hands, goal) {
    const most = this.quantile(this.gone[k], hands);
    if (!goal) return most;
    const found = this.neededBetween(SurfaceTable.CHANCES[k], hands, goal);
    for (const end in most) if (Number.isFinite(most[end])) found[end] = Math.min(found[end], most[end]);
    return found;
  }

  // The same, from chances between those that were counted.
  neededBetween(chance, hands, goal) {
    const [value, low, high] = ["value", "low", "high"].map(bound => {
      const isRisky = bank => this.isLost(bank, hands, goal)[bound] > chance;
      let least = Math.exp(this.chips[0]), most = Math.exp(this.chips[this.banks - 1]);
      if (isRisky(most)) return Infinity;
      while (most - least > .5) {
        const middle = (least + most) / 2;
        if (isRisky(middle)) least = middle; else most = middle;
      }
      return Math.ceil(most - 1e-9);
    });
    return { value, low, high };
  }

  // The chance to reach a goal before a bank is gone when there is no time limit: at least so much, and at most. What
  // is undecided after the last hand counted may end either way; where hardly anything is, both are one number.
  winsAtLast(bank, goal) {
    const least = this.isWon(bank, this.most, goal), lost = this.isLost(bank, this.most, goal), value = 1 - lost.value;
    const most = { value, low: 1 - lost.high, high: 1 - lost.low }, undecided = value - least.value;
    if (undecided >= .005) return [least, most, shareOf(undecided, this.independent, this.z)];
    const middle = { ...least, ...amid(least, most) };
    return [middle, middle, null];
  }

  // What a bank has at least that is lost first so rarely, without a time limit: among equals a seat wins nothing on
  // average, so a bank is lost before a goal with a chance of goal / (bank + goal), or more where a hand wins past it.
  // What is lost within the hands that were counted is lost without a time limit, too.
  leastAtLast(k, goal) {
    const { low } = this.needed(k, this.most, goal);
    return Math.max(goal * (1 / SurfaceTable.CHANCES[k] - 1), Number.isFinite(low) ? Math.round(low) : 0);
  }

  // The hand by which half of such banks are gone, with its interval: where more may be lost, sooner. Which of
  // the hands up to the first counted is not known.
  halfGone(bank) {
    const [value, low, high] = ["value", "high", "low"].map(bound => {
      const isOver = hands => this.isLost(bank, hands)[bound] >= .5;
      if (!isOver(this.most)) return Infinity;
      let before = bound === "high" ? 0 : this.least - 1, by = this.most;
      while (by - before > 1) {
        const middle = Math.floor((before + by) / 2);
        if (isOver(middle)) by = middle; else before = middle;
      }
      return by;
    });
    return { value, low, high };
  }

  passes(pool, hands) {
    const marks = this.hands.length;
    const share = between(this.levels, s => between(this.hands, m => this.passed[s * marks + m], Math.log(hands)), Math.log(pool));
    const found = shareOf(share / this.sessions, this.sessions, this.z);
    return pool > this.lastPool ? atMost(found) : found;
  }

  // Chips, with the interval within which they are, between hands; of: what each mark has of them.
  quantile(of, hands) {
    const [value, low, high] = [0, 1, 2].map(k => between(this.hands, m => of[m][k] ?? Infinity, Math.log(hands)));
    // Each has a curve of its own. An end that is not known stays so.
    return { value, low: Number.isFinite(low) ? Math.min(low, value) : low, high: Math.max(high, value) };
  }
}

const inChips = chips => Number.isFinite(chips) ? manyOf(Math.round(chips)) : "∞";

const toldChips = ({ value, low, high }) => withCommand(inChips(value), inChips(low), inChips(high));
const toldShare = ({ value, low, high }) => {
  const [one, least, most] = [value, low, high].map(share => (100 * share).toFixed(placesOf(50 * (high - low))));
  return withCommand(`${one}%`, least, most);
};
// How many of the evenings, or of the cases: beyond what was counted, fewer than one in as many as were played can tell.
const howMany = (share, one, all = `${one}s`) => {
  if (!share.isBound) return [toldShare(share), ` of ${all}`];
  const many = Math.floor(1 / share.high);
  return [many > 1 ? `fewer than one ${one} in ${manyOf(many)}` : `too few ${one}s to be told from those played`];
};

const drawn = (kind, attributes, ...inside) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
};

const chipsAt = (chips, plus = "") => `${chips < 0 ? "−" : chips > 0 ? plus : ""}${manyOf(Math.abs(chips))}`;

// A figure: an axis of hands, an axis of chips, and lines in it. It is drawn to a bent scale of chips (large
// ones closer, on both sides of 0) where one is given. Lines across it (marks) take the place of ticks.
class Graph {
  constructor(label, hands, low, high, { bend = 0, marks = [] } = {}) {
    Object.assign(this, { hands, low, high, bend });
    this.svg = drawn("svg", { viewBox: "0 0 600 310", role: "img", "aria-label": label });
    const ticks = bend ? Graph.powers(bend).filter(one => one >= low && one <= high) : Graph.ticks(low, high);
    const isFree = one => marks.every(([chips]) => Math.abs(this.y(one) - this.y(chips)) > Graph.LETTERS);
    const rules = [...ticks.filter(isFree).map(one => [one, "grid", chipsAt(one)]), ...marks.map(([chips, kind]) => [chips, kind, chipsAt(chips, "+")])];
    this.left = 18 + Math.max(...rules.map(([, , text]) => text.length)) * Graph.LETTERS / 1.8;
    for (const rule of rules) this.rule(...rule);
    const across = Graph.ticks(0, hands, 3), last = across.at(-1);
    for (const one of across) this.svg.append(drawn("text", { x: this.x(one), y: 302, "text-anchor": one === hands ? "end" : "middle" }, `${one}${one === last ? " hands" : ""}`));
  }

  // How high letters are at most, on a telephone.
  static LETTERS = 24;
  static ticks(low, high, many = 5) {
    const rough = (high - low) / many, size = 10 ** Math.floor(Math.log10(rough));
    const step = size * [1, 2, 5, 10].find(one => one * size >= rough);
    return Array.from({ length: Math.floor(high / step) - Math.ceil(low / step) + 1 }, (_, k) => (Math.ceil(low / step) + k) * step);
  }
  static powers(bend) {
    const above = Array.from({ length: 13 }, (_, k) => 10 ** k).filter(one => one > bend);
    return [...above.map(one => -one), 0, ...above];
  }

  x(hand) { return this.left + (594 - this.left) * hand / this.hands; }
  y(chips) {
    const at = value => this.bend ? Math.asinh(value / this.bend) : value;
    return 275 - 265 * (at(chips) - at(this.low)) / (at(this.high) - at(this.low));
  }
  rule(chips, kind, text) {
    this.svg.append(drawn("line", { x1: this.left, x2: 594, y1: this.y(chips), y2: this.y(chips), class: kind }),
      drawn("text", { x: this.left - 6, y: this.y(chips) + 4, "text-anchor": "end", class: kind }, text));
  }
  line(points, kind) {
    this.svg.append(drawn("polyline", { class: kind, points: points.map(([hand, chips]) => `${this.x(hand).toFixed(1)},${this.y(chips).toFixed(1)}`).join(" ") }));
  }
}

// Numbers with intervals, made level as long as one number lies in all of these: what turns is no accident.
function level(numbers) {
  const found = [];
  for (let begin = 0, end; begin < numbers.length; begin = end) {
    let { low, high } = numbers[begin];
    for (end = begin + 1; end < numbers.length; end++) {
      const { low: least, high: most } = numbers[end];
      if (Math.max(low, least) > Math.min(high, most)) break;
      [low, high] = [Math.max(low, least), Math.min(high, most)];
    }
    const some = numbers.slice(begin, end), mean = some.reduce((sum, { value }) => sum + value, 0) / some.length;
    found.push(...some.map(() => Math.min(high, Math.max(low, mean))));
  }
  return found;
}

class SurfaceCard {
  constructor(root, data, tables) {
    const table = keptTable(tables), sits = kept.sits ?? {}, [least, most] = [data.chips[0], data.chips.at(-1)];
    const chips = (number, opened, smallest = least) => keptNumber(number, smallest, most, opened);
    const hands = number => keptNumber(number, data.marks[0], data.marks.at(-1), data.evening);
    Object.assign(this, { data, tables, table, isEndless: sits.isEndless === true, hands: hands(sits.hands), limit: hands(sits.limit),
      bank: chips(sits.bank, data.bank), goal: chips(sits.goal, 0), typed: chips(sits.typed), passed: chips(sits.passed, data.bank / 2, data.pools[0]),
      beside: tables.find(one => one.players === table.players && one.penalty === sits.beside) ?? null });
    this.sentences = make("div", { class: "verdict", role: "status" });
    this.controls = make("div", {});
    this.evenings = make("figure", {});
    this.pools = make("figure", {});
    root.closest(".card").querySelectorAll(":scope > div:first-child > p").forEach(one => one.remove());
    root.replaceChildren(this.controls, this.sentences, make("div", { class: "beside-tiles" }, this.evenings, this.pools));
    this.showControls();
    this.show();
    chosen.follow(root, () => this.follow(chosen.table));
  }

  // A number that can be dragged and typed.
  number(label, value, least, most, does) {
    return makeNumber(label, value, least, most, typed => {
      does(typed);
      this.show();
    }, wrong => this.sentences.replaceChildren(make("p", {}, wrong)));
  }

  // The table is that of all parts of the page; what else is chosen here is this part's own.
  pick(table) {
    const same = chosen.tables?.find(one => one.players === table.players && one.penalty === table.penalty);
    if (same) chosen.sitAt(same);
    else this.follow(table);
  }

  follow({ players, penalty }) {
    const table = this.tables.find(one => one.players === players && one.penalty === penalty);
    if (!table || table === this.table) return;
    this.change({ table, beside: this.beside && perSeat(this.tables, this.beside, players) });
  }

  // What changes which controls there are. The keyboard goes on at what takes a button's place.
  change(what, next = "") {
    Object.assign(this, what);
    const isHere = this.controls.contains(document.activeElement);
    this.showControls();
    this.show();
    const controls = [...this.controls.querySelectorAll("button, input")];
    if (isHere) controls.find(one => [one.ariaLabel, one.textContent].includes(next))?.focus();
  }

  showControls() {
    const { data, table } = this, own = this.tables.filter(one => one.players === table.players), most = data.chips.at(-1);
    const goal = this.goal
      ? [this.number("goal", this.goal, data.chips[0], most, goal => { this.goal = this.typed = goal; }), makeButton("no goal", () => this.change({ goal: 0 }, "with a goal"))]
      : [makeButton("with a goal", () => this.change({ goal: this.typed ?? this.bank }, "goal"))];
    renew(this.controls,
      makeGroup("The table",
        makePlayers(this.tables, table.players, n => this.pick(samePenalty(this.tables, table, n))),
        makePenalties(this.tables, table, name => this.pick(own.find(one => one.penalty === name))),
        make("label", {}, "beside it ", makeSelect("a second penalty", [["", "nothing", !this.beside], ...own.map((one, k) => [k, one.penalty, one === this.beside])],
          k => { this.beside = k === "" ? null : own[k]; this.show(); }))),
      makeGroup("You",
        this.number("bank", this.bank, data.chips[0], most, bank => { this.bank = bank; }),
        ...this.isEndless
          ? [makeButton("with a time limit", () => this.change({ isEndless: false, hands: this.limit }, "hands"))]
          : [this.number("hands", this.hands, data.marks[0], data.marks.at(-1), hands => { this.hands = hands; }),
            // What is drawn then are as many hands as were counted.
            makeButton("no time limit", () => this.change({ isEndless: true, limit: this.hands, hands: data.marks.at(-1) }, "with a time limit"))],
        ...goal, this.number("how often the pool reaches", this.passed, data.pools[0], most, pool => { this.passed = pool; })));
  }

  show() {
    const { table, beside, hands, passed, isEndless, bank, goal, typed, limit } = this;
    kept.sits = { hands, passed, isEndless, bank, goal, typed, limit, beside: beside?.penalty };
    this.sentences.dataset.again = table.command;
    this.sentences.replaceChildren(...this.said().map(parts => make("p", {}, ...parts)));
    if (beside) this.sentences.append(make("p", { "data-again": beside.command }, `With ${beside.penalty} such a pool has come up in `, ...howMany(beside.passes(passed, hands), "evening"), "."));
    this.showEvenings();
    this.showPools();
  }

  said() {
    const { table, hands, bank, goal, passed, isEndless } = this;
    const evening = `${hands} hands`, lost = table.isLost(bank, hands, goal);
    const ruin = isEndless ? this.saidWithoutLimit() : goal
      ? [["Within ", evening, " you win ", manyOf(goal), " chips first in ", ...howMany(table.isWon(bank, hands, goal), "evening"), "."], ["You lose your ", manyOf(bank), " first in ", ...howMany(lost, "evening", "them"), "."]]
      : [["Within ", evening, " a bank of ", manyOf(bank), " chips is gone in ", ...howMany(lost, "evening"), "."]];
    const bring = isEndless && !goal ? [] : ["twenty", "a hundred"].map((of, k) => isEndless
      ? [`Fewer than ${manyOf(table.leastAtLast(k, goal))} chips are lost before the goal in more than one case of ${of}.`]
      : ["Bring ", toldChips(table.needed(k, hands, goal)), ` chips, and they are gone in one evening of ${of}.`]);
    const worst = table.quantile(table.worst, hands), pool = table.quantile(table.fan[2], hands);
    return [...ruin, ...bring,
      [`${isEndless ? `Within ${evening} the` : "The"} worst ${this.data.hour} hands in a row cost more than `, withCommand(inChips(-worst.value), inChips(-worst.high), inChips(-worst.low)), " chips in one evening of twenty."],
      [`In hand ${hands} the pool is `, toldChips(pool), " chips or less in half of the evenings."],
      [`A pool of ${manyOf(passed)} chips or more has come up by then in `, ...howMany(table.passes(passed, hands), "evening"), "."]];
  }

  // Among equals no seat drifts: a bank without a goal is gone at some time, surely. With a goal, what was
  // undecided after the last hand counted may end either way.
  saidWithoutLimit() {
    const { table, hands, bank, goal } = this, lost = table.isLost(bank, hands, goal);
    if (goal) {
      const [least, most, undecided] = table.winsAtLast(bank, goal);
      const wins = ["Without a time limit you win ", manyOf(goal), " chips before losing ", manyOf(bank), " in "];
      if (!undecided) return [[...wins, ...howMany(least, "case"), "."]];
      // An end that is no more than a bound leaves out what it would say.
      const ends = [...least.isBound ? [] : [["at least ", toldShare(least)]], ...lost.isBound ? [] : [["at most ", toldShare(most)]]];
      return [...ends.length ? [[...wins, ...ends[0], " of cases", ...ends.slice(1).flatMap(end => [", ", ...end]), "."]] : [],
        [`After ${hands} hands ${least.isBound || lost.isBound ? "at least " : ""}`, toldShare(undecided), " are undecided."]];
    }
    const half = table.halfGone(bank);
    return [[`Without a time limit and a goal every bank is gone at some time: among equals nobody wins for good.`],
      half.value < Infinity ? ["Half of such banks are gone by hand ", toldChips(half), "."] : [`After ${hands} hands such a bank is gone in `, ...howMany(lost, "case"), "."]];
  }

  // An evening's chips, up to where the bank is gone or the goal is reached.
  evening(k) {
    const { table, hands, bank, goal } = this, points = [[0, 0], ...Array.from({ length: hands }, (_, n) => [n + 1, table.lines[k * table.most + n]])];
    const over = points.findIndex(([, chips]) => chips <= -bank || (goal && chips >= goal));
    if (over < 0) return [points, "walk"];
    const [[hand, before], [, after]] = points.slice(over - 1, over + 1), end = after < 0 ? -bank : goal;
    return [[...points.slice(0, over), [hand + (end - before) / (after - before), end]], after < 0 ? "walk lost" : "walk won"];
  }

  showEvenings() {
    const { table, hands, bank, goal } = this, count = table.lines.length / table.most;
    const evenings = Array.from({ length: count }, (_, k) => this.evening(k)), all = evenings.flatMap(([points]) => points.map(([, chips]) => chips));
    const ends = evenings.map(([points]) => Math.abs(points.at(-1)[1])).sort((a, b) => a - b), usual = Math.max(10, ends[Math.floor(.8 * count)]);
    const low = 1.08 * Math.min(-10, ...all), high = 1.08 * Math.max(10, ...all), isFar = Math.max(high, -low) > 5 * usual;
    const marks = [[-bank, "lost"], ...goal ? [[goal, "won"]] : []].filter(([chips]) => chips >= low && chips <= high);
    const graph = new Graph(`${count} evenings of ${hands} hands`, hands, low, high, { bend: isFar ? usual / 2 : 0, marks });
    for (const [points, kind] of evenings) graph.line(points, kind);
    this.evenings.replaceChildren(graph.svg, make("figcaption", {}, `Your chips in ${count} evenings. A line ends where the bank is gone${goal ? " or the goal is reached" : ""}.`));
  }

  showPools() {
    const { table, hands, data, beside } = this, marks = [...data.marks.filter(mark => mark < hands), hands];
    // So few sessions may not tell a bound.
    const known = (chips, other) => chips < 1e15 ? chips : other;
    const told = ({ value, low, high }) => ({ value: known(value, 1e15), low: known(low, 0), high: known(high, 1e15) });
    const fan = one => one.fan.map(of => level(marks.map(mark => told(one.quantile(of, mark)))).map((chips, m) => [marks[m], chips]));
    const fans = [table, ...(beside ? [beside] : [])].map(fan), all = fans.flat(2).map(([, chips]) => chips);
    const most = 1.1 * Math.max(...all), least = Math.min(...all), isFar = most > 50 * least;
    const graph = new Graph("The pool, hand by hand", hands, 0, most, { bend: isFar ? Math.max(1, least) : 0 });
    fans.forEach((lines, k) => lines.forEach((line, q) => graph.line(line, `fan ${k ? "second" : "first"}${data.fan[q] === .5 ? " middle" : ""}`)));
    this.pools.replaceChildren(graph.svg, make("figcaption", {}, "The pool, hand by hand: the pool of half of the evenings is no larger than the thick line. Nine of ten lie between the outer ones, or on them. "
      + `A line rises or falls only where that is more than luck.${beside ? ` Dashed: ${beside.penalty}.` : ""}`));
  }
}

for (const root of document.querySelectorAll(".surface")) {
  const data = dataOf(root.id.replace(/-surface$/, ""));
  Promise.all(data.tables.map(table => new SurfaceTable(data, table).open())).then(tables => new SurfaceCard(root, data, tables));
}
