// What it costs to sit down, or what a point costs, by who sits there and the rules.
// Evenings of the first answer, and of the last.
const FIRST_EVENINGS = 1000, ALL_EVENINGS = 20000, SHOWN_EVENINGS = 30, SLICE = 2000;
// Parts of the evenings whose spread gives an interval, and Student's t for it.
const SECTIONS = 20, T_OF_SECTIONS = 2.093;
// A part of what a bad evening costs that hardly matters.
const HARDLY = .05;

// Whole chips in three figures, which are all that so many evenings bear, and with a sign.
function inFigures(chips) {
  const rounded = Math.round(chips < 100 ? chips : +chips.toPrecision(3)), millions = { notation: "compact", compactDisplay: "long" };
  return rounded.toLocaleString("en", { maximumSignificantDigits: 3, ...rounded >= 1e6 && millions });
}
const inSigned = (chips, plus = "") => `${chips < 0 ? "−" : chips > 0 ? plus : ""}${inFigures(Math.abs(chips))}`;
// One figure is enough where few wild evenings carry all.
const roughly = chips => inSigned(+chips.toPrecision(1));

// A quantile, with the ranks of its interval (David and Nagaraja, Order Statistics, 2003, 7.1; normal ones).
function quantileOf(sorted, share, independent) {
  const at = one => sorted[Math.min(sorted.length, Math.max(1, Math.ceil(one * sorted.length))) - 1], reach = 1.96 * Math.sqrt(share * (1 - share) / independent);
  return { value: at(share), low: at(share - reach), high: at(share + reach + 1 / independent) };
}

// How many of some numbers in rising order are at least so large.
function manyFrom(sorted, least) {
  let from = 0, to = sorted.length;
  while (from < to) {
    const middle = from + to >> 1;
    if (sorted[middle] < least) from = middle + 1; else to = middle;
  }
  return sorted.length - from;
}

// The interval of a share of so many independent trials (Wilson, JASA 22, 1927).
function shareOf(p, size, z = 1.96) {
  const grown = 1 + z * z / size, centre = (p + z * z / (2 * size)) / grown;
  const reach = z * Math.sqrt(p * (1 - p) / size + z * z / (4 * size * size)) / grown;
  return { value: p, low: p > 0 ? centre - reach : 0, high: p < 1 ? centre + reach : 1 };
}

const sumOf = numbers => numbers.reduce((sum, one) => sum + one, 0);
// The interval of a mean.
function meanOf(numbers, independent) {
  const value = sumOf(numbers) / numbers.length, reach = 1.96 * Math.sqrt(sumOf(numbers.map(one => (one - value) ** 2)) / numbers.length / independent);
  return { value, low: value - reach, high: value + reach };
}

// The evenings of a line-up under a rule, and what they cost: the first ones (rooms[0]), or all.
class SatEvenings {
  constructor(law, stakes, hands, seats, seed, dear) {
    const rooms = [FIRST_EVENINGS, ALL_EVENINGS].map(many => law.room(many, hands, SHOWN_EVENINGS));
    Object.assign(this, { law, stakes, seats, seed, dear, rooms, room: rooms[0] });
  }

  more(upto, room = this.room) {
    const many = upto - room.evenings;
    if (many > 0) { this.law.play(room, this.stakes, many, this.seed, 0, this.dear); this.sorted = null; }
    return this;
  }
  get isWhole() { return this.rooms[1].evenings === ALL_EVENINGS; }
  showIn(room) { if (room !== this.room) Object.assign(this, { room, sorted: null }); }

  // What a worker is to play, and what it has played.
  get asked() {
    const { law, stakes, seed, dear, room: { hands } } = this;
    return { numbers: law.numbers, stakes, seed, hands, dear: dear && { numbers: dear.law.numbers, above: dear.above }, evenings: ALL_EVENINGS, shown: SHOWN_EVENINGS };
  }
  take(room) { this.rooms[1] = room; }

  get independent() { return this.law.independent(this.room); }
  // What the seats that are asked about lose in some evenings, in rising order.
  losses(chips, from = 0, many = this.room.evenings) {
    const { seats, law: { players } } = this;
    return new Float64Array(many * seats).map((_, k) => -chips[(from + Math.floor(k / seats)) * players + k % seats]).sort();
  }
  order() {
    const { room, law: { players } } = this;
    return this.sorted ??= { lost: this.losses(room.total), depth: this.losses(room.lowest), largest: room.largest.slice(0, room.evenings).sort(),
      deepest: new Float64Array(room.evenings).map((_, i) => -Math.min(...room.lowest.subarray(i * players, (i + 1) * players))).sort() };
  }
  quantile(of, share) { return quantileOf(this.order()[of], share, this.independent); }
  // What a bad evening loses, section by section of the evenings.
  get sections() {
    const { total, evenings } = this.room, many = Math.floor(evenings / SECTIONS);
    return this.order().sections ??= Array.from({ length: SECTIONS }, (_, k) => quantileOf(this.losses(total, k * many, many), .95, many).value);
  }
  // By how much more a bad evening loses than under another rule. The same evenings are compared: the interval is that
  // of sectioning (Asmussen and Glynn, Stochastic Simulation, 2007, III.5).
  worseThan(other) {
    const apart = this.sections.map((lost, k) => lost - other.sections[k]), mean = sumOf(apart) / SECTIONS;
    const error = Math.sqrt(sumOf(apart.map(one => (one - mean) ** 2)) / (SECTIONS - 1) / SECTIONS * this.room.evenings / Math.min(this.independent, other.independent));
    const value = this.quantile("lost", .95).value - other.quantile("lost", .95).value;
    return { value, low: value - T_OF_SECTIONS * error, high: value + T_OF_SECTIONS * error };
  }
  // How often a bank is gone: of the seats that are asked about, or of any seat.
  gone(bank, of = "depth") {
    const sorted = this.order()[of], count = manyFrom(sorted, bank);
    return { count, of: sorted.length, ...shareOf(count / sorted.length, this.independent) };
  }
  // A share of what the evenings have, clustered by evening (Cochran, Sampling Techniques, 1977, 6.3).
  part(of, all) {
    const { room, independent, law: { misfit } } = this, whole = Math.max(1, sumOf(room[all])), p = sumOf(room[of]) / whole;
    const scatter = room[of].reduce((sum, one, i) => sum + (one - p * room[all][i]) ** 2, 0) / whole ** 2;
    const error = Math.hypot(Math.sqrt(scatter * room.evenings / independent), misfit * p);
    return shareOf(p, error > 0 && p * (1 - p) / error ** 2 || independent);
  }

  measures(bank) {
    const bank20 = this.quantile("depth", .95);
    for (const end in bank20) bank20[end] += 1;
    return { lose4: this.quantile("lost", .75), lose20: this.quantile("lost", .95), bank20, broke: this.gone(bank, "deepest"),
      pool: this.quantile("largest", .5), pool100: this.quantile("largest", .99), bare: this.part("bare", "played"), cut: this.part("cut", "looed") };
  }
}

function playedFor({ numbers, stakes, seed, hands, dear, evenings, shown }) {
  const law = new Law(numbers);
  return law.play(law.room(evenings, hands, shown), stakes, evenings, seed, 0, dear && { law: new Law(dear.numbers), above: dear.above });
}

// The script of a worker: it has the law of this page, and plays what it is asked, one after the other.
const BEHIND = URL.createObjectURL(new Blob([
  `"use strict"; const [LAW_EDGES, LARGE_POOL, LOOED_END, MISFIT] = ${JSON.stringify([LAW_EDGES, LARGE_POOL, LOOED_END, MISFIT])};
  ${Law} ${playedFor} onmessage = ({ data }) => postMessage(playedFor(data));`], { type: "text/javascript" }));

const MEASURES = { lose4: "one evening in four loses", lose20: "a bad evening (one in twenty) loses", bank20: "the bank for it", broke: "somebody broke", pool: "largest pool, as a rule",
  pool100: "once in a hundred", bare: "hands at the bare antes", cut: "loos that the limit cuts" };
const IN_SHARES = new Set(["broke", "bare", "cut"]);

function shareWords({ value, low, high, count, of }) {
  if (value === 0 && of === undefined) return "0%";
  if (count === 0) return `none of ${manyOf(of)}`;
  if (count < 20) return `${count} of ${manyOf(of)}`;
  const places = placesOf(50 * (high - low)), text = share => share === 1 ? "100%" : `${(100 * share).toFixed(places)}%`, least = 10 ** -places;
  return withCommand(100 * value < least / 2 ? `under ${least}%` : text(value), text(low), text(high));
}

// Axes: straight, bent (large numbers closer, on both sides of 0), and log by log.
const straight = (low, high, many = 5) => ({ low, high, at: number => number, ticks: Graph.ticks(low, high, many) });
const bent = (low, high, bend) => ({ low, high, at: number => Math.asinh(number / bend), ticks: [...POWERS.map(one => -one), 0, ...POWERS].filter(one => (one === 0 || Math.abs(one) > bend) && one >= low && one <= high) });
const logged = (low, high) => {
  const powers = POWERS.filter(one => one >= low && one <= high), every = Math.ceil(powers.length / 5);
  return { low, high, at: Math.log, isLogged: true, ticks: powers.filter((_, k) => k % every === 0) };
};
const POWERS = Array.from({ length: 16 }, (_, k) => +`1e${k - 3}`);

// A figure: two axes, and lines in it. Lines across it (marks) take the place of ticks.
class Graph {
  constructor(label, across, up, { name = one => inSigned(one), last = "", marks = [] } = {}) {
    Object.assign(this, { across, up });
    this.svg = draw("svg", { viewBox: "0 0 600 310", role: "img", "aria-label": label });
    const isFree = one => marks.every(([chips]) => Math.abs(this.y(one) - this.y(chips)) > Graph.LETTERS);
    const rules = [...up.ticks.filter(isFree).map(one => [one, "grid", name(one)]), ...marks.map(([chips, kind]) => [chips, kind, inSigned(chips, "+")])];
    this.left = 18 + Math.max(...rules.map(([, , text]) => text.length)) * Graph.LETTERS / 1.8;
    for (const [number, kind, text] of rules) this.rule({ y1: this.y(number), y2: this.y(number) }, kind, { x: this.left - 6, y: this.y(number) + 4, "text-anchor": "end" }, text);
    for (const one of across.ticks) {
      const x = this.x(one), text = across.isLogged ? inFigures(one) : one === across.ticks.at(-1) ? one + last : one;
      this.rule(across.isLogged && { x1: x, x2: x }, "grid", { x, y: 302, "text-anchor": x > 560 ? "end" : "middle" }, text);
    }
  }

  // How high letters are at most, on a telephone.
  static LETTERS = 24;
  static ticks(low, high, many) {
    const rough = (high - low) / many, size = 10 ** Math.floor(Math.log10(rough));
    const step = size * [1, 2, 5, 10].find(one => one * size >= rough);
    return Array.from({ length: Math.floor(high / step) - Math.ceil(low / step) + 1 }, (_, k) => (Math.ceil(low / step) + k) * step);
  }
  static part({ at, low, high }, number) { return (at(number) - at(low)) / (at(high) - at(low)); }

  x(number) { return this.left + (594 - this.left) * Graph.part(this.across, number); }
  y(number) { return 275 - 251 * Graph.part(this.up, number); }
  rule(ends, kind, place, text) {
    if (ends) this.svg.append(draw("line", { x1: this.left, x2: 594, y1: 24, y2: 275, ...ends, class: kind }));
    this.svg.append(draw("text", { ...place, class: kind }, text));
  }
  line(points, kind) {
    this.svg.append(draw("polyline", { class: kind, points: points.map(point => `${this.x(point[0]).toFixed(1)},${this.y(point[1]).toFixed(1)}`).join(" ") }));
  }
}

// The sentence on limits, the highest first, by what a bad evening costs (bad), which share of loos is cut, and by how
// much a limit is cheaper than none (gap); and on the rule that is chosen. What is within an interval is too close to
// call, and what reads alike hardly matters.
function limitVerdict({ limits, own = [], rule = "unlimited", bank, bad, gap, cut, isWild }) {
  const rules = ["unlimited", ...[...new Set([...limits, ...own])].sort((a, b) => b - a).map(limit => `cap:${limit}`)], [none] = rules, least = rules.at(-1);
  const named = new Map(), chips = one => one.slice(4), middle = `cap:${limits[2]}`;
  const first = rules.find(one => bad(one).low <= bank), sure = rules.find(one => bad(one).high <= bank);
  const costs = one => named.set(one, (isWild && one === none ? roughly : inSigned)(bad(one).value)).get(one);
  const does = one => costs(one).replace(/^−?/, sign => sign ? "wins " : "costs "), isAlike = one => does(one) === does(none);
  const cuts = (one, it = "It", share = cut(one), many = Math.round(100 * share)) => many === 100 ? ` A loo then ${share < 1 ? "nearly " : ""}always costs ${chips(one)}.`
    : ` ${it} cuts ${share ? `${many || "fewer than 1"} of 100 loos` : "no loo"}.`;
  const verdict = () => {
    if (!first) return `Even a limit of ${chips(least)} lets a bad evening cost ${costs(least)}, more than your bank of ${manyOf(bank)}. Where a chip is worth half as much, the same money is a bank of ${manyOf(2 * bank)}.`;
    if (first !== sure) {
      return `Whether a bad evening stays within ${manyOf(bank)} ${first === none ? "without a limit" : `with a limit of ${chips(first)}`} is too close to call: it ${does(first)}.`
        + (!sure ? "" : does(sure) === does(first) ? ` With a limit of ${chips(sure)}, which hardly matters, it surely does.` : ` A limit of ${chips(sure)} keeps it there: it ${does(sure)}.${cuts(sure)}`);
    }
    if (first !== none) return `A limit of ${chips(first)} is the highest that keeps a bad evening within ${manyOf(bank)}: ${isAlike(first) ? `it ${does(first)}, hardly less than without one` : `${costs(first)} instead of ${costs(none)}`}.${cuts(first)}`;
    const { low, high } = gap(middle), isClose = low <= 0 && high >= 0;
    if (Math.max(-low, high) < HARDLY * Math.abs(bad(none).value) || (isAlike(middle) && !isClose)) {
      return `At this table a limit hardly matters: a bad evening ${does(none)} without one${isAlike(middle) ? ` and with ${chips(middle)}` : `, and ${does(middle)} with ${chips(middle)}`}.${cuts(middle, "That")}`;
    }
    const bears = bad(none).value < 0 ? `Without a limit even a bad evening ${does(none)}.` : `A bank of ${manyOf(bank)} bears a bad evening without a limit, which ${does(none)}.`;
    return `${bears} ${isClose ? `Whether a limit of ${chips(middle)} makes it cheaper is too close to call: by ${inFigures(high)} at most.` : `With ${chips(middle)} it ${does(middle)}.${cuts(middle, "That")}`}`;
  };
  const recommended = verdict(), amounts = [...named.values()];
  return recommended + (named.has(rule) ? "" : ` Under your rule, ${penaltyName(rule)}, it ${amounts.includes(costs(rule)) ? "comes to about the same" : does(rule)}.`);
}

// What a chip is worth, as a person writes money, "10 cents" or "€0.50": the number, and what stands around it. A comma
// before three digits stands between thousands, as in all numbers of a page, but not after a nought alone.
function moneyIn(text) {
  const [, before, number, after] = text.trim().match(/^([^\d.,-]*)(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?)([^\d.,-]*)$/) ?? [];
  const worth = Number(number?.replace(/(?<!^0+),(?=\d{3}(?!\d))/g, "").replace(",", "."));
  return worth > 0 ? { worth, before, after: before || after ? after : " in money" } : null;
}
const inMoney = ({ worth, before, after }, chips) => {
  const money = chips * worth, long = money >= 1e6 && { notation: "compact", compactDisplay: "long" };
  const digits = money < 100 && money % 1 ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumSignificantDigits: 3, ...long };
  return `${before}${money.toLocaleString("en", digits)}${after}`;
};

// Who sits there; each kind has what else is chosen (opens, choices), and shows what comes of it (show).
class SittingPart {
  constructor(root, data, laws) {
    const sits = kept.sits ?? {}, { players } = data;
    Object.assign(this, { root, data, laws, cache: new Map(), work: new InPieces(), players, who: [sits.who, "own"].find(who => laws[players][`${who}/like`]) ?? data.good, you: sits.you === "well" ? "well" : "like" });
    Object.assign(this, this.opens(sits, (one, opened, least = 1, most = 1e6) => keptNumber(one, least, most, opened)));
    this.controls = make("div", { class: "beside-tiles" });
    this.answers = make("div", { class: "verdict", role: "status" });
    this.table = make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": this.tableName });
    this.evenings = make("div", { class: "evenings" });
    this.note = make("p", { class: "again" });
    root.closest(".card").querySelectorAll(":scope > div:first-child > p").forEach(one => one.remove());
    // A phone has the figures behind a fold.
    root.replaceChildren(this.controls, this.answers, this.table, make("details", { open: innerWidth > 600 }, make("summary", {}, this.figuresName), this.evenings), this.note);
    this.change({});
    chosen.follow(root, () => chosen.table && chosen.table.players !== this.players && this.laws[chosen.table.players] && this.change({ players: chosen.table.players }));
  }

  // The kinds of players that can be chosen; of two at Loo none can drop, and the run's own sit at its own number.
  get kinds() {
    const { data, laws, players } = this, some = Object.keys(data.who).filter(who => laws[players][`${who}/like`]);
    return some.length < 2 ? [] : laws[players]["own/like"] ? [...some, "own"] : some;
  }

  get seated() {
    const { data, laws: { [this.players]: laws }, you } = this, who = laws[`${this.who}/like`] ? this.who : data.good;
    // Where nobody is asked how they play, what was chosen at another table says nothing.
    const name = this.kinds.length && laws[`${who}/${you}`] ? `${who}/${you}` : `${who}/like`;
    return { law: laws[name], alike: name.endsWith("/like") && (who === "own" ? data.alike : who !== "mixed"), name };
  }

  change(what) {
    Object.assign(this, what);
    kept.sits = Object.fromEntries(["who", "you", ...Object.keys(this.opens({}, () => 0))].map(name => [name, this[name]]));
    renew(this.controls, make("div", {}, ...this.whoSits()), make("div", {}, ...this.choices()));
    this.show();
  }

  choice(label, options, value, key) {
    return makeGroup(label, make("strong", {}, label), ...Object.entries(options).map(([name, text]) =>
      makeButton(text, () => this.change({ [key]: name }), { "aria-pressed": String(name === value), "aria-label": text })));
  }

  number(label, key, least, most) {
    return makeNumber(label, this[key], least, most, typed => { this[key] = typed; kept.sits[key] = typed; this.show(); }, wrong => this.refuse(wrong));
  }

  // What is being played for the last answer must not come in place of this.
  refuse(wrong) {
    this.isRefused = true;
    this.answers.replaceChildren(make("p", {}, wrong));
  }

  whoSits() {
    const { data, laws, players, kinds, seated: { name } } = this, sizes = Object.keys(laws).filter(Number).map(Number), [who] = name.split("/");
    const loos = kinds.filter(one => one !== "own").map(one => [one, laws[players][`${one}/like`]]).filter(([, { loos }]) => loos).map(([one, { loos, hands }]) => `${one} ${Math.round(10 * loos / hands)}`);
    const own = who === "own" ? `At this table: ${data.lineup}.${name === "own/well" ? ` You sit in for ${data.first}.` : data.alike ? "" : ` You are ${data.first}.`}` : data.who[who][1];
    return [...sizes.length < 2 ? [] : [makeControls(makeChoice("players", "players", sizes, players, n => this.sit(n)))],
      ...kinds.length ? [this.choice("Who sits there?", Object.fromEntries(kinds.map(one => [one, one === "own" ? data.here : data.who[one][0]])), who, "who")] : [make("p", { class: "hint" }, players === 2 ? "Two players cannot drop, so it hardly matters who sits there." : own)],
      ...kinds.length ? [make("p", { class: "hint" }, own, loos.length ? ` Count ${data.count} in ten hands at your own table: ${loos.join(", ")}.` : "", data.why ? ` The run's own line-up is left out here: ${data.why}.` : "")] : [],
      ...!kinds.length || !laws[players][`${who}/well`] ? [] : [this.choice("You", { like: who === "mixed" ? "play by the old rule" : "play as they do", well: "play well" }, this.you, "you")]];
  }

  sit(players) {
    const same = chosen.tables && samePenalty(chosen.tables, chosen.table, players);
    if (same) chosen.sitAt(same);
    if (this.players !== players) this.change({ players });
  }
}

// For chips: what evenings cost under a rule, beside others where the game has such.
class SittingCard extends SittingPart {
  get tableName() { return "Rules, side by side"; }
  get figuresName() { return `${SHOWN_EVENINGS} evenings, and how often a bank is gone`; }
  opens(sits, number) {
    const { data: { limits, hands, longest, bank, rule, stakes } } = this, hasRules = limits.length > 0;
    const some = { own: number(sits.own, hasRules ? 3 * limits.at(-1) : 1), hands: number(sits.hands, hands, 1, longest), bank: number(sits.bank, bank), ante: number(sits.ante, stakes.each, 1, 10000), chip: moneyIn(String(sits.chip ?? "")) ? sits.chip : "", above: number(sits.above, 0), rule, beside: hasRules ? ["unlimited", `cap:${limits.at(-2)}`].findLast(one => one !== rule) : rule };
    return { ...some, ...Object.fromEntries(["rule", "beside"].filter(name => this.rules.includes(sits[name])).map(name => [name, sits[name]])) };
  }

  // All rules of the table: those of the buttons, and one of fixed penalties.
  get known() { return [...new Set(this.data.limits.length ? ["unlimited", ...this.data.limits.map(limit => `cap:${limit}`), this.data.rule] : [this.data.rule])]; }
  get buttons() { return this.data.limits.length ? [...this.known, "own"] : []; }
  get rules() { return [...new Set(this.data.limits.length ? [...this.buttons, `fixed:${this.data.limits.at(-1)}`] : this.known)]; }
  get measured() { return Object.keys(MEASURES).slice(0, this.data.limits.length ? undefined : 4); }
  named(rule) { return rule === "own" ? `cap:${this.own}` : rule; }
  text(rule) { return penaltyName(this.named(rule)); }

  // The stakes at other antes: the dealer pays as many times as much as before.
  get stakes() {
    const { data: { stakes }, ante } = this, paid = name => [name, stakes.each ? Math.round(stakes[name] * ante / stakes.each) : stakes[name]];
    return { ...stakes, ...Object.fromEntries(["each", "dealer", "topUp", "again"].map(paid)) };
  }

  // The law of those who turn careful, and from where on: none where nobody does.
  get dear() {
    const law = this.laws[this.players][`careful/${this.you}`];
    return this.above && law ? { law, above: this.above } : undefined;
  }

  evening(rule) {
    const { law, alike, name } = this.seated, [kind, limit] = this.named(rule).split(":"), key = [name, this.players, this.hands, this.named(rule), this.ante, this.dear && this.above].join();
    if (!this.cache.has(key)) this.cache.set(key, new SatEvenings(law, { ...this.stakes, kind, limit: Number(limit ?? 0) }, this.hands, alike ? this.players : 1, this.data.seed, this.dear));
    return this.cache.get(key).more(FIRST_EVENINGS);
  }

  whoSits() {
    const { data, laws, players, seated: { name } } = this, turns = [...new Set(data.limits.flatMap(limit => [limit, 4 * limit]))].sort((a, b) => a - b), canTurn = turns.length && laws[players]["careful/like"] && !name.startsWith("careful");
    return [...super.whoSits(), ...canTurn ? [makeControls(makeChoice("They turn careful where a loo costs more than", "they turn careful above", [[0, "never"], ...turns], this.above, above => this.change({ above })))] : []];
  }

  choices() {
    const { buttons, rules, rule, beside } = this, nameOf = one => one === "own" ? "own" : this.text(one);
    const chip = make("input", { type: "text", size: 8, placeholder: "10 cents", value: this.chip, "aria-label": "a chip is worth" });
    chip.addEventListener("input", () => {
      const isMoney = !chip.value.trim() || moneyIn(chip.value);
      if (!isMoney) return this.refuse(`a chip is worth: a number with its money, as 10 cents or €0.50, not “${chip.value}”.`);
      this.chip = kept.sits.chip = chip.value;
      this.showAll();
    });
    chip.addEventListener("blur", () => {
      if (chip.value === this.chip) return;
      chip.value = this.chip;
      this.showAll();
    });
    return [makeControls(this.number("hands", "hands", 1, this.data.longest), this.number("your bank", "bank", 1, 1e6), ...this.data.stakes.each ? [this.number("ante", "ante", 1, 10000)] : [],
      make("label", {}, "a chip is worth ", chip)),
      ...buttons.length ? [this.choice("Your rule", Object.fromEntries(buttons.map(one => [one, nameOf(one)])), rule, "rule"),
        makeControls(this.number("own limit", "own", 1, 1e6), makeChoice("beside it", "a second rule", rules.map(one => [one, nameOf(one)]), beside, one => this.change({ beside: one })))] : []];
  }

  // A first answer at once, and all evenings behind it.
  show() {
    this.showAll();
    this.behind?.terminate();
    this.work.stop();
    const left = [...new Set(this.rules.map(rule => this.evening(rule)))].filter(one => !one.isWhole);
    if (!left.length) return;
    const done = () => { left.shift(); if (!left.length && !this.isRefused) this.showAll(); };
    const inSlices = () => this.work.begin(this.slices([...left], done));
    try {
      const behind = this.behind = new Worker(BEHIND);
      behind.onmessage = ({ data }) => { left[0].take(data); done(); };
      // A worker that was ended may fail late.
      behind.onerror = () => { if (behind === this.behind) inSlices(); };
      left.forEach(({ asked }) => behind.postMessage(asked));
    } catch { inSlices(); }
  }

  // Where a browser forbids workers evenings are played here, some at a time: the page answers meanwhile.
  * slices(left, done) {
    for (const one of left) {
      const [, room] = one.rooms;
      for (; !one.isWhole; yield) one.more(Math.min(ALL_EVENINGS, room.evenings + SLICE), room);
      done();
    }
  }

  showAll() {
    this.isRefused = false;
    // Only as many evenings as all rules have can be compared.
    const all = this.rules.map(rule => this.evening(rule)), isWhole = all.every(one => one.isWhole);
    all.forEach(one => one.showIn(one.rooms[+isWhole]));
    const found = new Map(this.rules.map(rule => [rule, this.evening(rule).measures(this.bank)]));
    const evenings = this.evening(this.rule).room.evenings;
    this.answers.replaceChildren(...[this.recommended(found), this.gone(), this.inMoney(found), this.wild(found)].filter(Boolean).map((parts, k) => make("p", {}, k ? parts : make("strong", {}, parts))));
    this.showTable(found);
    this.evenings.replaceChildren(...[this.rule, this.beside].filter((rule, k, both) => both.indexOf(rule) === k).map(rule => this.figure(rule)), this.banks());
    this.note.textContent = `${manyOf(evenings)} evenings a rule, the same under every rule${evenings < ALL_EVENINGS ? "; more are being played" : ""}. A bank is gone when a hand leaves you so far below your start; others can always pay. A seat that loses less than 0 wins.${this.seated.law.misfit && this.ante <= this.data.small.ante ? this.data.small.note : ""}`;
    this.root.dataset.evenings = evenings;
  }

  recommended(found) {
    const { data: { limits }, bank } = this, { lose20, bank20 } = found.get(this.rule);
    if (!limits.length) return `One evening of twenty ${lose20.value < 0 ? `wins ${inFigures(-lose20.value)} or less` : `costs ${inFigures(lose20.value)} or more`}; the bank for it is ${inFigures(bank20.value)}.`;
    const own = this.rules.map(rule => this.named(rule)).filter(rule => rule.startsWith("cap:")).map(rule => Number(rule.slice(4))), of = rule => found.get(rule) ?? found.get("own");
    return limitVerdict({ limits, own, rule: this.named(this.rule), bank, bad: rule => of(rule).lose20, isWild: this.isGrowing("unlimited"), cut: rule => of(rule).cut.value, gap: rule => this.evening("unlimited").worseThan(this.evening(rule)) });
  }

  gone() {
    const { bank, hands } = this, evening = this.evening(this.rule), lost = evening.gone(bank);
    if (!lost.count) return `In none of ${manyOf(evening.room.evenings)} evenings was a bank of ${manyOf(bank)} gone: at most 1 in ${manyOf(Math.max(1, Math.floor(evening.independent / 3)))}.`;
    return make("span", {}, `Within ${hands} hands a bank of ${manyOf(bank)} is gone in `, shareWords(lost), lost.count >= 20 ? " of evenings." : this.seated.alike ? " seats." : " evenings.");
  }

  inMoney(found) {
    const { lose20, bank20 } = found.get(this.rule), chip = moneyIn(this.chip), money = chips => inMoney(chip, +Math.abs(chips).toPrecision(this.isGrowing(this.rule) ? 1 : 3));
    return chip && `In money: a bad evening ${lose20.value < 0 ? "wins" : "loses"} ${money(lose20.value)}, the bank for it is ${money(bank20.value)}, and yours is ${inMoney(chip, this.bank)}.`;
  }

  // Where more comes into a pool than a hand pays out no average means anything.
  isGrowing(rule) { return this.named(rule) === "unlimited" && this.seated.law.growth > 1; }
  wild(found) {
    return this.isGrowing(this.rule) && `Without a limit a hand makes a large pool ${this.seated.law.growth.toFixed(2)} times as large on average, so no average says anything about such evenings. Half meet a pool of ${roughly(found.get("unlimited").pool.value)}, one of a hundred a pool of ${roughly(found.get("unlimited").pool100.value)}.`;
  }

  showTable(found) {
    const chips = ({ value, low, high }, rule) => this.isGrowing(rule) ? roughly(value) : withCommand(inSigned(value), inSigned(low), inSigned(high));
    const cell = (rule, name) => {
      const one = found.get(rule)[name], more = { "data-rule": this.named(rule), "data-measure": name, "data-low": one.low, "data-high": one.high };
      return make("td", more, IN_SHARES.has(name) ? shareWords(one) : chips(one, rule));
    };
    const row = rule => makeRow(rule === "own" ? `own: ${this.text(rule)}` : this.text(rule), this.measured.map(name => cell(rule, name)), { class: rule === this.rule && "mine" });
    // A number of one's own that stands in the table already has no second row.
    const rules = this.rules.filter(rule => rule !== "own" || !this.rules.includes(this.named("own")));
    this.table.replaceChildren(makeTable([this.buttons.length ? "a loo costs the pool" : "rule", ...this.measured.map(name => MEASURES[name])], rules.map(row), { class: "numbers" }));
  }

  // How often a bank is gone, under both rules. Log by log, where a straight line is a tail without an end.
  banks() {
    const rules = [...new Set([this.rule, this.beside])], depths = rules.map(rule => this.evening(rule).order().depth), least = 20 / depths[0].length;
    const low = Math.max(1, this.ante), high = Math.max(10, ...depths.map(depth => depth[Math.floor(depth.length * (1 - least))]));
    const graph = new Graph("How often a bank is gone, on logarithmic scales", logged(low, high), logged(least, 1), { name: share => `${+(100 * share).toPrecision(1)}%` });
    depths.forEach((depth, k) => {
      const steps = Array.from({ length: 120 }, (_, step) => low * (high / low) ** (step / 119)), gone = steps.map(chips => [chips, manyFrom(depth, chips) / depth.length]);
      graph.line(gone.filter(([, share]) => share >= least), k ? "beside" : "mine");
    });
    return make("figure", { class: "banks" }, graph.svg, make("figcaption", {}, make("strong", {}, "How often a bank is gone, on logarithmic scales"), `: across, the bank; up, the share of evenings. ${this.buttons.length ? `The heavy line is ${this.text(this.rule)}` : "The line is your own"}${rules[1] ? `, the thin one ${this.text(this.beside)}` : ""}. A line that stays straight has no largest loss.`));
  }

  figure(rule) {
    const { room, law: { players } } = this.evening(rule), { hands, bank } = this, chips = (k, hand) => room.chips[(k * hands + hand) * players];
    const lines = Array.from({ length: SHOWN_EVENINGS }, (_, k) => [[0, 0], ...Array.from({ length: hands }, (_, hand) => [hand + 1, chips(k, hand)])]), all = lines.flatMap(line => line.map(([, held]) => held));
    const low = 1.08 * Math.min(-bank, ...all), high = 1.08 * Math.max(10, ...all), ends = lines.map(line => Math.abs(line.at(-1)[1])).sort((a, b) => a - b), usual = Math.max(10, ends[Math.floor(.8 * SHOWN_EVENINGS)]);
    const graph = new Graph(`${SHOWN_EVENINGS} evenings, ${this.text(rule)}`, straight(0, hands, 3), Math.max(high, -low) > 5 * usual ? bent(low, high, usual / 2) : straight(low, high), { last: " hands", marks: [[-bank, "lost"]] });
    const isGone = line => line.some(([, held]) => held <= -bank);
    for (const line of lines) graph.line(line, isGone(line) ? "walk lost" : "walk");
    return make("figure", {}, graph.svg, make("figcaption", {}, make("strong", {}, this.text(rule)), `: your chips in ${SHOWN_EVENINGS} evenings; in ${lines.filter(isGone).length || "none"} of them the bank of ${manyOf(bank)} was gone.`));
  }
}

// For points: what one more is worth at a score, among games that begin there.
class PointsCard extends SittingPart {
  get tableName() { return "What a point is worth, by the score"; }
  get figuresName() { return `${SHOWN_EVENINGS} games`; }
  opens(sits, number) { return { own: number(sits.own, 0, 0, this.data.target - 1), theirs: number(sits.theirs, 0, 0, this.data.target - 1) }; }

  choices() {
    const { data: { target }, own, theirs, heads } = this, scores = Array.from({ length: target }, (_, k) => k);
    const box = (label, value, key) => makeChoice(label, label, scores.map(one => [one, this.score(one)]), value, one => this.change({ [key]: one }));
    return [makeControls(box(heads[0], own, "own"), box(heads[1], theirs, "theirs"))];
  }

  // Points are counted up, or down from those that win.
  score(points) { return this.data.countsDown ? this.data.target - points : points; }
  get heads() {
    const { countsDown, rivals } = this.data, [one, many] = countsDown ? ["needs", "need"] : ["has", "have"];
    return [`you ${many}`, `${rivals} ${rivals === "they" ? many : one}`];
  }

  // The games that begin at a score, by the same draws each time: whether the first seat wins, and their hands.
  games(own, theirs) {
    const { law, name } = this.seated, { stakes, mine, seed, hands, target } = this.data, { players } = law, isShown = own === this.own && theirs === this.theirs, key = [name, own, theirs, isShown].join();
    if (!this.cache.has(key)) {
      const room = law.room(ALL_EVENINGS / 2, hands, isShown ? SHOWN_EVENINGS : 0, Array.from({ length: players }, (_, seat) => seat % mine ? theirs : own)), { total } = room;
      if (own < target) law.play(room, { ...stakes, sides: law.kinds > 1 ? mine : 0 }, ALL_EVENINGS / 2, seed);
      const isBest = i => total[i * players] >= target && total.subarray(i * players, (i + 1) * players).every((points, seat) => (stakes.shared && seat % mine === 0) || seat === 0 || points < total[i * players]);
      this.cache.set(key, { won: Float64Array.from({ length: ALL_EVENINGS / 2 }, (_, i) => own >= target || isBest(i)), chips: room.chips, played: room.played, independent: own < target ? law.independent(room) : Infinity });
    }
    return this.cache.get(key);
  }

  // What a point is worth, in games, and how many are won without it and with it.
  worth(own, theirs) {
    const now = this.games(own, theirs), ahead = this.games(own + 1, theirs), wins = ({ won, independent }) => shareOf(sumOf(won) / won.length, independent);
    return { point: meanOf(now.won.map((won, i) => ahead.won[i] - won), now.independent), now: wins(now), ahead: wins(ahead), hands: meanOf(now.played, now.independent) };
  }

  show() {
    const { own, theirs, data: { target } } = this, { point, now, ahead, hands } = this.worth(own, theirs);
    // A game that is over is won for sure.
    const of = ({ value, low, high }, scale = 100, places = 1) => low === high ? (scale * value).toFixed(places) : withCommand(...[value, low, high].map(one => (scale * one).toFixed(places)));
    const at = `${this.score(own)} to ${this.score(theirs)}`, head = point.low <= 0 ? `At ${at} it is too close to call whether a point is worth anything.` : make("span", {}, `At ${at} a point is worth `, of(point), " games of 100.");
    this.answers.replaceChildren(make("p", {}, make("strong", {}, head)), make("p", {}, "You win ", of(now), " of 100 games from there, and ", of(ahead), " with one point more. ", of(hands, 1), " hands are to come."));
    this.evenings.replaceChildren(this.figure(own, theirs));
    this.note.textContent = `${manyOf(ALL_EVENINGS / 2)} games a score, the same at every score.`;
    const scores = Array.from({ length: target }, (_, k) => k).filter(k => k % Math.max(1, Math.floor(target / 5)) === 0), rows = scores.map(k => makeRow(this.score(k), []));
    this.table.replaceChildren(makeTable([this.heads.join(", "), ...scores.map(k => this.score(k))], rows, { class: "numbers" }));
    // A score at a time, so that the page answers meanwhile.
    this.work.begin(scores.flatMap((own, k) => scores.map(theirs => [rows[k], own, theirs])).values(), (at, isOver) => {
      if (isOver) { this.root.dataset.evenings = ALL_EVENINGS; return; }
      const [row, ...score] = at, { point, now } = this.worth(...score);
      row.append(make("td", { "data-score": score.join(" "), "data-low": 100 * point.low, "data-high": 100 * point.high }, of(point), make("small", {}, "won: ", of(now, 100, 0), "%")));
    });
  }

  figure(own, theirs) {
    const at = `${SHOWN_EVENINGS} games from ${this.score(own)} to ${this.score(theirs)}`, { chips, played, won } = this.games(own, theirs), { law: { players } } = this.seated, { hands, mine } = this.data;
    const lead = (k, hand) => {
      const points = chips.subarray((k * hands + hand) * players, (k * hands + hand + 1) * players);
      return points[0] - Math.max(...points.filter((_, seat) => seat % mine));
    };
    const lines = Array.from({ length: SHOWN_EVENINGS }, (_, k) => [[0, own - theirs], ...Array.from({ length: played[k] }, (_, hand) => [hand + 1, lead(k, hand)])]), all = lines.flatMap(line => line.map(([, held]) => held));
    const graph = new Graph(at, straight(0, Math.max(...lines.map(line => line.length - 1)), 3), straight(1.08 * Math.min(-1, ...all), 1.08 * Math.max(1, ...all)), { last: " hands" });
    lines.forEach((line, k) => graph.line(line, won[k] ? "walk" : "walk lost"));
    return make("figure", {}, graph.svg, make("figcaption", {}, make("strong", {}, at), `: by how much you lead; you win ${sumOf([...won.subarray(0, SHOWN_EVENINGS)])} of them.`));
  }
}

for (const root of document.querySelectorAll(".surface")) {
  const data = dataOf(root.id.replace(/-surface$/, "")), read = async some => Object.fromEntries(await Promise.all(Object.entries(some).map(async ([name, text]) => [name, await Law.read(text)])));
  Promise.all(Object.entries(data.laws).map(async ([players, some]) => [players, await read(some)]))
    .then(async found => {
      const laws = Object.fromEntries(found), wild = !data.target && (laws[4] ?? laws[data.players])["nobody drops/like"];
      new (data.target ? PointsCard : SittingCard)(root, data, laws);
      if (wild) {
        new Lesson(foldAfter(root, "for-a-class", "For a class: how large does the largest pool become?", "For a class"), data, wild);
        goToAddress();
      }
    });
}
