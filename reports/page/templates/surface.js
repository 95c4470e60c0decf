// What it costs to sit down: who sits there, what you bring and the rules they can choose; evenings are played here.
const SITTING = {
  careful: ["Careful", "drop unless nearly sure of a trick"], good: ["Good", "play as the chart of this page says"],
  "by the old rule": ["By the old rule", "stay in with two trumps, or with the best one"], mixed: ["Mixed", "one careful, one by the old rule, one keen"],
  keen: ["Keen", "stay in as soon as a trick is as likely as not"], "nobody drops": ["Nobody drops", "play every hand that is dealt"], own: ["As in this run", ""],
};
// Evenings of the first answer, and of the last.
const FIRST_EVENINGS = 1000, ALL_EVENINGS = 20000, SHOWN_EVENINGS = 30;

const inSigned = chips => `${chips < 0 ? "−" : ""}${inFigures(Math.abs(chips))}`;
// Three figures are all that so many evenings tell.
function inFigures(chips) {
  const at = Math.max(0, Math.floor(Math.log10(Math.max(1, chips))) - 2), rounded = Math.round(chips / 10 ** at) * 10 ** at;
  const [size, name] = [[1e12, " trillion"], [1e9, " billion"], [1e6, " million"]].find(([one]) => rounded >= one) ?? [1, ""];
  return size === 1 ? manyOf(rounded) : `${+(rounded / size).toPrecision(3)}${name}`;
}
// Two are enough in a sentence, and one where few wild evenings carry all.
const roughly = (chips, figures = 2) => inSigned(+chips.toPrecision(figures));

// A quantile, with the ranks of its interval (David and Nagaraja, Order Statistics, 2003, 7.1; normal ones).
function quantileOf(sorted, share, independent) {
  const at = one => sorted[Math.min(sorted.length, Math.max(1, Math.ceil(one * sorted.length))) - 1], reach = 1.96 * Math.sqrt(share * (1 - share) / independent);
  return { value: at(share), low: at(share - reach), high: at(share + reach + 1 / independent) };
}

// The interval of a share of so many independent trials (Wilson, JASA 22, 1927).
function shareOf(p, size, z = 1.96) {
  const grown = 1 + z * z / size, centre = (p + z * z / (2 * size)) / grown;
  const reach = z * Math.sqrt(p * (1 - p) / size + z * z / (4 * size * size)) / grown;
  return { value: p, low: p > 0 ? centre - reach : 0, high: p < 1 ? centre + reach : 1 };
}

const sumOf = numbers => numbers.reduce((sum, one) => sum + one, 0);

// The evenings of a line-up under a rule, and what they cost.
class SatEvenings {
  constructor(law, stakes, hands, seats, seed, dear) {
    Object.assign(this, { law, stakes, seats, seed, dear, room: law.room(ALL_EVENINGS, hands, SHOWN_EVENINGS) });
  }

  more(upto) {
    const many = upto - this.room.evenings;
    if (many > 0) { this.law.play(this.room, this.stakes, many, this.seed, 0, this.dear); this.sorted = null; }
    return this;
  }

  get independent() { return this.law.independent(this.room); }
  // What the seats that are asked about have, in rising order.
  order() {
    const { room, seats, law: { players } } = this, of = (numbers, sign) => {
      const found = new Float64Array(room.evenings * seats);
      for (let i = 0, k = 0; i < room.evenings; i++) for (let seat = 0; seat < seats; seat++) found[k++] = sign * numbers[i * players + seat];
      return found.sort();
    };
    const deepest = Float64Array.from({ length: room.evenings }, (_, i) => -Math.min(...room.lowest.subarray(i * players, (i + 1) * players))).sort();
    this.sorted ??= { lost: of(room.total, -1), depth: of(room.lowest, -1), deepest, largest: room.largest.slice(0, room.evenings).sort() };
    return this.sorted;
  }
  quantile(of, share) { return quantileOf(this.order()[of], share, this.independent); }
  // How often a bank is gone: of the seats that are asked about, or of any seat.
  gone(bank, of = "depth") {
    const sorted = this.order()[of], count = sorted.length - sorted.findLastIndex(chips => chips < bank) - 1;
    return { count, of: sorted.length, ...shareOf(count / sorted.length, this.independent) };
  }
  // A share of what the evenings have, clustered by evening (Cochran, Sampling Techniques, 1977, 6.3).
  part(of, all) {
    const { room, independent } = this, whole = Math.max(1, sumOf(room[all])), p = sumOf(room[of]) / whole;
    const scatter = room[of].reduce((sum, one, i) => sum + (one - p * room[all][i]) ** 2, 0) / whole ** 2;
    return shareOf(p, scatter > 0 ? p * (1 - p) / scatter * independent / room.evenings : independent);
  }

  measures(bank) {
    const bank20 = this.quantile("depth", .95);
    for (const end in bank20) bank20[end] += 1;
    return { lose4: this.quantile("lost", .75), lose20: this.quantile("lost", .95), bank20, broke: this.gone(bank, "deepest"),
      pool: this.quantile("largest", .5), pool100: this.quantile("largest", .99), bare: this.part("bare", "played"), cut: this.part("cut", "looed") };
  }
}

const MEASURES = { lose4: "one evening in four loses", lose20: "a bad evening (one in twenty) loses", bank20: "the bank for it", broke: "somebody broke", pool: "largest pool, as a rule",
  pool100: "once in a hundred", bare: "hands at the bare antes", cut: "loos that the limit cuts" };
const IN_SHARES = new Set(["broke", "bare", "cut"]);

function toldOfShare({ value, low, high, count, of }) {
  if (value === 0 && of === undefined) return "0%";
  if (count === 0) return `none of ${manyOf(of)}`;
  if (count < 20) return `${count} of ${manyOf(of)}`;
  const places = placesOf(50 * (high - low)), text = share => `${(100 * share).toFixed(places)}%`;
  return withCommand(text(value), text(low), text(high));
}

const drawn = (kind, attributes, ...inside) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
};

const chipsAt = (chips, plus = "") => `${chips < 0 ? "−" : chips > 0 ? plus : ""}${inFigures(Math.abs(chips))}`;

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

class SittingCard {
  constructor(root, data, laws) {
    const sits = kept.sits ?? {}, number = (one, opened, least = 1, most = 1e6) => keptNumber(one, least, most, opened);
    Object.assign(this, { root, data, laws, cache: new Map(), players: data.players, own: number(sits.own, 3 * data.limits.at(-1)), hands: number(sits.hands, data.hands, 1, data.longest),
      bank: number(sits.bank, data.bank), who: sits.who in SITTING ? sits.who : data.own ? "own" : "good", you: sits.you === "well" ? "well" : "like", cents: number(sits.cents, 1, 1, 10000), above: keptNumber(sits.above, 1, 1e6, 0), rule: sits.rule ?? data.rule, beside: sits.beside ?? `cap:${data.limits.at(-2)}` });
    if (!this.rules.includes(this.rule)) this.rule = data.rule;
    this.controls = make("div", {});
    this.answers = make("div", { class: "verdict", role: "status" });
    this.table = make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Rules, side by side" });
    this.evenings = make("div", { class: "beside-tiles" });
    this.note = make("p", { class: "again" });
    root.closest(".card").querySelectorAll(":scope > div:first-child > p").forEach(one => one.remove());
    root.replaceChildren(this.controls, this.answers, this.table, this.evenings, this.note);
    this.change({});
    chosen.follow(root, () => chosen.table.players !== this.players && this.laws[chosen.table.players] && this.change({ players: chosen.table.players }));
  }

  // All rules of the table: those of the buttons, and one of fixed penalties.
  get buttons() { return [...new Set(["unlimited", ...this.data.limits.map(limit => `cap:${limit}`), this.data.rule, "own"])]; }
  get rules() { return [...new Set([...this.buttons, `fixed:${this.data.limits.at(-1)}`])]; }
  named(rule) { return rule === "own" ? `cap:${this.own}` : rule; }
  text(rule) {
    const [kind, chips] = this.named(rule).split(":");
    return kind === "unlimited" ? "no limit" : `${kind === "cap" ? "limit" : "always"} ${chips}`;
  }

  // What a loo may cost before they turn careful.
  get turns() { return [...new Set([...this.data.limits, ...this.data.limits.map(limit => 4 * limit)])].sort((a, b) => a - b); }

  // Who sits there: of two players none can drop, and the run's own sit at its own number.
  get seated() {
    const isOwn = this.who === "own" && this.laws.own && this.players === this.data.players, who = this.players === 2 || this.who === "own" ? "good" : this.who;
    if (isOwn) return { law: this.laws.own, alike: this.data.alike, name: "own" };
    const name = `${who}/${who === "good" ? "like" : this.you}`;
    return { law: this.laws[this.players][name], alike: this.you === "like" && who !== "mixed" || who === "good", name };
  }

  // The law of those who turn careful, and from where on: none where nobody does.
  get dear() {
    const law = this.laws[this.players][`careful/${this.you}`];
    return this.above && this.players > 2 && law ? { law, above: this.above } : undefined;
  }

  evening(rule) {
    const { law, alike, name } = this.seated, [kind, limit] = this.named(rule).split(":"), key = [name, this.players, this.hands, this.named(rule), this.dear && this.above].join();
    if (!this.cache.has(key)) this.cache.set(key, new SatEvenings(law, { ...this.data.stakes, kind, limit: Number(limit ?? 0) }, this.hands, alike ? this.players : 1, this.data.seed, this.dear));
    return this.cache.get(key).more(FIRST_EVENINGS);
  }

  change(what) {
    Object.assign(this, what);
    const { who, you, rule, beside, hands, bank, own, cents, above } = this;
    kept.sits = { who, you, rule, beside, hands, bank, own, cents, above };
    this.showControls();
    this.show();
  }

  choice(label, options, value, key) {
    return makeGroup(label, make("strong", {}, label), ...Object.entries(options).map(([name, text]) => {
      const button = makeButton(text, () => this.change({ [key]: name }));
      button.setAttribute("aria-pressed", name === value);
      button.setAttribute("aria-label", text);
      return button;
    }));
  }

  number(label, key, least, most) {
    return makeNumber(label, this[key], least, most, typed => { this[key] = typed; kept.sits[key] = typed; this.show(); }, wrong => this.answers.replaceChildren(make("p", {}, wrong)));
  }

  showControls() {
    const { data, laws, players } = this, sizes = Object.keys(laws).filter(Number).map(Number);
    const loos = Object.keys(SITTING).filter(who => laws[players][`${who}/like`]).map(who => `${who} ${Math.round(10 * laws[players][`${who}/like`].loos / laws[players][`${who}/like`].hands)}`);
    const kinds = Object.fromEntries(Object.entries(SITTING).filter(([who]) => who !== "own" || laws.own && players === data.players).map(([who, [name]]) => [who, name]));
    const who = this.seated.name.split("/")[0], [, how] = SITTING[who];
    renew(this.controls, ...sizes.length < 2 ? [] : [makeControls(make("label", {}, "players ", makeSelect("players", sizes.map(n => [n, n, n === players]), n => this.sit(Number(n)))))],
      ...players === 2 ? [make("p", { class: "hint" }, "Two players cannot drop, so it hardly matters who sits there.")] : [
        this.choice("Who sits there?", kinds, who, "who"),
        make("p", { class: "hint" }, who === "own" ? `At this table: ${data.lineup}. ` : `They ${how}. `, `Count the loos in ten hands at your own table: ${loos.join(", ")}.`, data.why ? ` The run's own line-up is left out here: ${data.why}.` : "")],
      ...players === 2 || who === "good" || who === "own" ? [] : [this.choice("You", { like: "play as they do", well: "play well" }, this.you, "you")],
      ...players === 2 || who === "careful" ? [] : [makeControls(make("label", {}, "They turn careful where a loo costs more than ", makeSelect("they turn careful above", [[0, "never", !this.above], ...this.turns.map(chips => [chips, chips, chips === this.above])], chips => this.change({ above: Number(chips) }))))],
      makeControls(this.number("hands", "hands", 1, data.longest), this.number("your bank", "bank", 1, 1e6), this.number("cents a chip", "cents", 1, 10000)),
      this.choice("Your rule", Object.fromEntries(this.buttons.map(rule => [rule, rule === "own" ? "own" : this.text(rule)])), this.rule, "rule"),
      makeControls(this.number("own limit", "own", 1, 1e6), make("label", {}, "beside it ", makeSelect("a second rule", this.rules.map(rule => [rule, rule === "own" ? "own" : this.text(rule), rule === this.beside]), beside => this.change({ beside })))));
  }

  sit(players) {
    const same = chosen.tables && samePenalty(chosen.tables, chosen.table, players);
    if (same) chosen.sitAt(same);
    if (this.players !== players) this.change({ players });
  }

  // A first answer at once; more evenings behind it, a little at a time, so that the page answers meanwhile.
  show() {
    const turn = this.turn = {}, rules = this.rules;
    this.tell();
    const more = upto => {
      if (turn !== this.turn) return;
      const next = rules.find(rule => this.evening(rule).room.evenings < upto);
      if (next) { this.evening(next).more(upto); setTimeout(() => more(upto)); } else if (upto < ALL_EVENINGS) setTimeout(() => more(Math.min(ALL_EVENINGS, upto + 2000))); else this.tell();
    };
    setTimeout(() => more(FIRST_EVENINGS));
  }

  tell() {
    const found = new Map(this.rules.map(rule => [rule, this.evening(rule).measures(this.bank)]));
    const evenings = this.evening(this.rule).room.evenings;
    this.answers.replaceChildren(...[this.recommended(found), this.gone(), this.inMoney(found), this.wild(found)].filter(Boolean).map((parts, k) => make("p", {}, k ? parts : make("strong", {}, parts))));
    this.showTable(found);
    this.evenings.replaceChildren(...[this.rule, this.beside].filter((rule, k, both) => both.indexOf(rule) === k).map(rule => this.figure(rule)), this.banks());
    this.note.textContent = `${manyOf(evenings)} evenings a rule, the same under every rule${evenings < ALL_EVENINGS ? "; more are being played" : ""}. A bank is gone when a hand leaves you so far below your start; others can always pay. A seat that loses less than 0 wins.`;
    this.root.dataset.evenings = evenings;
  }

  recommended(found) {
    const { data: { limits }, bank } = this, [, , middle, least] = limits, bad = rule => found.get(rule).lose20.value, cut = rule => Math.round(100 * found.get(rule).cut.value);
    const [none, some] = [bad("unlimited"), bad(`cap:${middle}`)], fits = limits.find(limit => bad(`cap:${limit}`) <= bank);
    const costs = chips => chips < 0 ? `wins ${roughly(-chips)}` : `costs ${roughly(chips)}`, others = `With ${middle} it ${costs(some)}, and ${cut(`cap:${middle}`)} of 100 loos are cut.`;
    if (none <= bank && Math.abs(some - none) < .05 * Math.abs(none)) return `At this table a limit hardly matters: a bad evening ${costs(none)} without one. ${others}`;
    if (none <= bank) return none < 0 ? `Without a limit even a bad evening ${costs(none)}. ${others}` : `A bank of ${inFigures(bank)} bears a bad evening without a limit, which ${costs(none)}. ${others}`;
    if (fits) return `A limit of ${fits} is the highest that keeps a bad evening within ${inFigures(bank)}: ${roughly(bad(`cap:${fits}`))} instead of ${roughly(none)}. It cuts ${cut(`cap:${fits}`)} of 100 loos.`;
    return `Even a limit of ${least} lets a bad evening cost ${roughly(bad(`cap:${least}`))}, more than your bank of ${inFigures(bank)}. Half the antes and half the limit halve every number here.`;
  }

  gone() {
    const { bank, hands } = this, lost = this.evening(this.rule).gone(bank), evenings = this.evening(this.rule).room.evenings;
    if (!lost.count) return `In none of ${manyOf(evenings)} evenings was a bank of ${inFigures(bank)} gone: at most 1 in ${manyOf(Math.floor(evenings / 3))}.`;
    return make("span", {}, `Within ${hands} hands a bank of ${inFigures(bank)} is gone in `, toldOfShare(lost), lost.count < 20 ? " seats." : " of evenings.");
  }

  inMoney(found) {
    const { lose20, bank20 } = found.get(this.rule), money = chips => inFigures(Math.max(0, chips) * this.cents / 100);
    return this.cents > 1 && !this.isWild && `At ${manyOf(this.cents)} cents a chip a bad evening loses ${money(lose20.value)}, and the bank for it is ${money(bank20.value)}.`;
  }

  // Where more comes into a pool than a hand pays out no average says anything.
  get isWild() { return this.named(this.rule) === "unlimited" && this.seated.law.growth > 1; }
  wild(found) {
    return this.isWild && `Without a limit a hand makes a large pool ${this.seated.law.growth.toFixed(2)} times as large on average, so no average says anything about such evenings. Half meet a pool of ${roughly(found.get("unlimited").pool.value, 1)}, one of a hundred a pool of ${roughly(found.get("unlimited").pool100.value, 1)}.`;
  }

  showTable(found) {
    const isWild = rule => this.named(rule) === "unlimited" && this.seated.law.growth > 1;
    const chips = ({ value, low, high }, rule) => isWild(rule) ? roughly(value, 1) : withCommand(inSigned(value), inSigned(low), inSigned(high));
    const row = rule => make("tr", { class: rule === this.rule && "mine" }, make("th", { scope: "row", class: "number" }, rule === "own" ? `own: ${this.text(rule)}` : this.text(rule)),
      ...Object.keys(MEASURES).map(name => {
        const one = found.get(rule)[name];
        return make("td", { class: "number", "data-rule": this.named(rule), "data-measure": name, "data-low": one.low, "data-high": one.high }, IN_SHARES.has(name) ? toldOfShare(one) : chips(one, rule));
      }));
    // A number of one's own that stands in the table already has no second row.
    const rules = this.rules.filter(rule => rule !== "own" || !this.rules.includes(this.named("own")));
    this.table.replaceChildren(make("table", {}, make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "a loo costs the pool"), ...Object.values(MEASURES).map(text => make("th", { scope: "col", class: "number" }, text)))), make("tbody", {}, ...rules.map(row))));
  }

  // How often a bank is gone, under both rules. Log by log, where a straight line is a tail without an end.
  banks() {
    const rules = [...new Set([this.rule, this.beside])], many = this.evening(this.rule).order().depth.length, least = 20 / many;
    const depths = rules.map(rule => this.evening(rule).order().depth), largest = Math.max(10, ...depths.map(depth => depth[Math.floor(depth.length * (1 - least))]));
    const low = Math.max(1, this.data.stakes.each), across = chips => 80 + 510 * Math.log(chips / low) / Math.log(largest / low), down = share => 24 + 251 * Math.log(share) / Math.log(least);
    const svg = drawn("svg", { viewBox: "0 0 600 310", role: "img", "aria-label": "How often a bank is gone, log by log" });
    const shares = [1, .1, .01, .001].filter(share => share >= least), banks = Array.from({ length: 13 }, (_, k) => 10 ** k).filter(chips => chips > low && chips < largest);
    for (const share of shares) svg.append(drawn("line", { x1: 80, x2: 594, y1: down(share), y2: down(share), class: "grid" }), drawn("text", { x: 72, y: down(share) + 4, "text-anchor": "end" }, `${100 * share}%`));
    for (const chips of banks) svg.append(drawn("line", { x1: across(chips), x2: across(chips), y1: 24, y2: 275, class: "grid" }), drawn("text", { x: across(chips), y: 302, "text-anchor": "middle" }, inFigures(chips)));
    depths.forEach((depth, k) => {
      const steps = Array.from({ length: 120 }, (_, step) => low * (largest / low) ** (step / 119)), gone = steps.map(chips => [chips, 1 - (depth.findLastIndex(own => own < chips) + 1) / depth.length]);
      svg.append(drawn("polyline", { class: k ? "beside" : "mine", points: gone.filter(([, share]) => share >= least).map(([chips, share]) => `${across(chips).toFixed(1)},${down(share).toFixed(1)}`).join(" ") }));
    });
    return make("figure", { class: "banks" }, svg, make("figcaption", {}, make("strong", {}, "How often a bank is gone, log by log"), `: across, the bank; up, the part of evenings. The heavy line is ${this.text(this.rule)}${rules[1] ? `, the thin one ${this.text(this.beside)}` : ""}. A line that stays straight has no largest loss.`));
  }

  figure(rule) {
    const { room, law: { players } } = this.evening(rule), { hands, bank } = this, chips = (k, hand) => room.chips[(k * hands + hand) * players];
    const lines = Array.from({ length: SHOWN_EVENINGS }, (_, k) => [[0, 0], ...Array.from({ length: hands }, (_, hand) => [hand + 1, chips(k, hand)])]), all = lines.flatMap(line => line.map(([, held]) => held));
    const low = 1.08 * Math.min(-bank, ...all), high = 1.08 * Math.max(10, ...all), ends = lines.map(line => Math.abs(line.at(-1)[1])).sort((a, b) => a - b), usual = Math.max(10, ends[Math.floor(.8 * SHOWN_EVENINGS)]);
    const graph = new Graph(`${SHOWN_EVENINGS} evenings, ${this.text(rule)}`, hands, low, high, { bend: Math.max(high, -low) > 5 * usual ? usual / 2 : 0, marks: [[-bank, "lost"]] });
    const isGone = line => line.some(([, held]) => held <= -bank);
    for (const line of lines) graph.line(line, isGone(line) ? "walk lost" : "walk");
    return make("figure", {}, graph.svg, make("figcaption", {}, make("strong", {}, this.text(rule)), `: your chips in ${SHOWN_EVENINGS} evenings; in ${lines.filter(isGone).length} of them ${inFigures(bank)} were gone.`));
  }
}

for (const root of document.querySelectorAll(".surface")) {
  const data = dataOf(root.id.replace(/-surface$/, "")), read = async some => Object.fromEntries(await Promise.all(Object.entries(some).map(async ([name, text]) => [name, await Law.read(text)])));
  Promise.all(Object.entries(data.laws).map(async ([players, some]) => [players, await read(some)]))
    .then(async found => {
      const laws = Object.fromEntries(found), wild = (laws[4] ?? laws[data.players])["nobody drops/like"], fold = document.getElementById("for-a-class");
      new SittingCard(root, data, { ...laws, own: data.own && await Law.read(data.own) });
      if (wild) new Lesson(fold, data, wild); else fold.remove();
    });
}
