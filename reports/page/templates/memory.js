// What practice remembers, in this browser alone: hands that went wrong, and the cost of mistakes.
const MINUTE = 60 * 1000, DAY = 24 * 60 * MINUTE;
// Leitner's boxes: a right answer moves a hand on, a wrong one back to the first; after the last it is learnt.
const COMES_BACK = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY];
// In one sitting so many other hands come between as well.
const OTHERS_BETWEEN = 3;
const FORMAT = 1;

// Numbers, and times in milliseconds, that go on being numbers when they are added up.
const isCount = value => value >= 0 && value < 1e15 && typeof value === "number", isWhole = value => Number.isInteger(value) && isCount(value);
const isTile = value => Number.isInteger(value) && value >= 0 && value < TILES.length;
const countsOf = ({ played, right, cost }) => isWhole(played) && isWhole(right) && right <= played && isCount(cost);

// What a text has, if it is JSON; texts of other kinds have nothing.
function parsed(text) {
  try { return JSON.parse(text); } catch { return null; }
}

// Whether an object is what a memory of a table has written, but for its cards: it may come from a file.
function isMemory(found, table) {
  return found?.format === FORMAT && found.table === table && countsOf(found) && Array.isArray(found.cards) && Object(found.mistakes) === found.mistakes
    && Object.values(found.mistakes).map(Object).every(({ said, times, cost }) => typeof said === "string" && isWhole(times) && isCount(cost))
    // A review writes none, nor did the page once.
    && Object.values(found.decisions ?? {}).map(Object).every(countsOf);
}

// Whether an object is a card, whatever its hand.
function isCard(card) {
  const { spot, box, due, told } = Object(card);
  return Array.isArray(spot?.hand) && spot.hand.every(isTile) && (spot.turnUp === undefined || isTile(spot.turnUp))
    && isWhole(box) && box < COMES_BACK.length && isCount(due) && Array.isArray(told) && told.every(line => typeof line === "string");
}

// What is remembered of a table; canAsk(card): whether its page can ask a card.
class Memory {
  constructor(table, canAsk = () => true) {
    Object.assign(this, { table, canAsk, isKept: true, key: "" });
    this.forget();
    this.load();
    if (!this.known.cards.some(card => card.after)) return;
    for (const card of this.known.cards) card.after = null;
    this.save();
  }

  forget() {
    this.known = { format: FORMAT, table: this.table, played: 0, right: 0, cost: 0, mistakes: {}, cards: [] };
    this.odd = [];
  }

  clear() {
    this.load();
    this.forget();
    this.save();
  }

  isAsked(card) { return isCard(card) && this.canAsk(card); }

  // Another window may have practised meanwhile. What cannot be read keeps its place, and ours is the next; cards that
  // cannot be asked here (odd) are kept, too.
  load() {
    if (!this.isKept) return;
    try {
      for (let place = 1; ; place++) {
        this.key = `boneyard practice: ${this.table}${place > 1 ? ` (${place})` : ""}`;
        const text = localStorage.getItem(this.key), found = parsed(text);
        if (text === null) return;
        if (!isMemory(found, this.table)) continue;
        this.odd = found.cards.filter(card => !this.isAsked(card));
        this.known = { ...found, cards: found.cards.filter(card => !this.odd.includes(card)) };
        return;
      }
    } catch {
      this.isKept = false;
    }
  }

  save() {
    if (!this.isKept) return;
    try {
      localStorage.setItem(this.key, this.written);
    } catch {
      this.isKept = false;
    }
  }

  get written() { return JSON.stringify({ ...this.known, cards: [...this.known.cards, ...this.odd] }); }

  // What there is to be saved as a file.
  get file() {
    this.load();
    return this.written;
  }

  cardOf(spot) { return this.known.cards.find(card => JSON.stringify(card.spot) === JSON.stringify(spot)); }

  // The hands that come back now, the one that has waited longest first.
  due(now = Date.now()) {
    return this.known.cards.filter(({ due, after }) => due <= now && (after ?? 0) <= this.known.played)
      .sort((a, b) => a.due - b.due);
  }

  // An answer to a hand: its cost, what was asked (decision), its kind of mistake, and the page's lines on it.
  note(spot, cost, { decision = "hand", kind, mistake: said, lines: told } = {}, now = Date.now()) {
    this.load();
    const { known } = this, card = this.cardOf(spot), isRight = cost === 0;
    known.decisions ??= {};
    for (const counts of [known, known.decisions[decision] ??= { played: 0, right: 0, cost: 0 }]) {
      counts.played += 1;
      counts.right += isRight;
      counts.cost += cost;
    }
    if (isRight && card) {
      if (card.box + 1 === COMES_BACK.length) known.cards.splice(known.cards.indexOf(card), 1);
      else Object.assign(card, { box: card.box + 1, due: now + COMES_BACK[card.box + 1], after: null });
    } else if (!isRight) {
      const first = { box: 0, due: now + COMES_BACK[0], after: known.played + OTHERS_BETWEEN, told };
      if (card) Object.assign(card, first);
      else known.cards.push({ spot, ...first });
      const mistake = known.mistakes[kind] ??= { said, times: 0, cost: 0 };
      mistake.times += 1;
      mistake.cost += cost;
    }
    this.save();
  }

  // The kinds of mistakes, the dearest first.
  get dearest() { return Object.values(this.known.mistakes).sort((a, b) => b.cost - a.cost); }

  // Take in a file's hands, and its counts where it has seen more; return what was wrong, if anything.
  take(text) {
    const found = parsed(text);
    if (typeof found?.table !== "string" || !isMemory(found, found.table)) return "This is no file of practice.";
    if (found.table !== this.table) return `This file is of another table. Take it on the page that this makes: ${reportCommand(found.table)}`;
    const { cards, ...counts } = found, good = cards.filter(card => this.isAsked(card)), odd = cards.length - good.length;
    if (odd && !good.length) return "No hand of this file can be asked here.";
    this.load();
    if (counts.played > this.known.played) this.known = { ...counts, cards: this.known.cards };
    for (const card of good) if (!this.cardOf(card.spot)) this.known.cards.push({ ...card, after: null });
    this.save();
    return odd ? `${odd} of ${cards.length} hands cannot be asked here and ${odd === 1 ? "was" : "were"} left out.` : "";
  }
}

function saveAs(name, text, kind) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: kind })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE);
}
