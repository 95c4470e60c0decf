// What practice remembers, in this browser alone: the hands that went wrong and when each comes back, and
// what which mistakes cost.
const MINUTE = 60 * 1000, DAY = 24 * 60 * MINUTE;
// Leitner's boxes: a right answer moves a hand on, a wrong one back to the first; after the last it is learnt.
const COMES_BACK = [10 * MINUTE, DAY, 3 * DAY, 7 * DAY, 21 * DAY, 60 * DAY];
// In one sitting so many other hands come between as well.
const OTHERS_BETWEEN = 3;
const FORMAT = 1;
const NO_FILE = "This is no file of practice.";

const isCount = value => Number.isFinite(value) && value >= 0;
const isTile = value => Number.isInteger(value) && value >= 0 && value < TILES.length;

// Whether an object is what a memory of this table has written: it may come from a file.
function isMemory(found, table) {
  return found?.format === FORMAT && found.table === table && [found.played, found.right, found.cost].every(isCount)
    && Array.isArray(found.cards) && Object(found.mistakes) === found.mistakes
    && found.cards.map(Object).every(({ spot, box, due, told }) => Array.isArray(spot?.hand) && spot.hand.every(isTile)
      && (!spot.turnUp || isTile(spot.turnUp)) && COMES_BACK[box] && isCount(due)
      && Array.isArray(told) && told.every(line => typeof line === "string"))
    && Object.values(found.mistakes).map(Object).every(({ said, times, cost }) => typeof said === "string" && isCount(times) && isCount(cost))
    // A review writes none, nor did the page once.
    && Object.values(found.decisions ?? {}).map(Object).every(({ played, right, cost }) => [played, right, cost].every(isCount));
}

class Memory {
  constructor(table) {
    Object.assign(this, { table, key: `boneyard practice: ${table}`, isKept: true });
    this.clear(false);
    this.load();
    for (const card of this.known.cards) card.after = null;
    this.save();
  }

  clear(forGood = true) {
    this.known = { format: FORMAT, table: this.table, played: 0, right: 0, cost: 0, mistakes: {}, cards: [] };
    if (forGood) this.save();
  }

  // Another window may have practised meanwhile; where nothing can be kept, what was kept before is out of date.
  load() {
    if (!this.isKept) return;
    try {
      const found = JSON.parse(localStorage.getItem(this.key));
      if (isMemory(found, this.table)) this.known = found;
    } catch (error) {
      if (!(error instanceof SyntaxError)) this.isKept = false;
    }
  }

  save() {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.known));
    } catch {
      this.isKept = false;
    }
  }

  cardOf(spot) { return this.known.cards.find(card => JSON.stringify(card.spot) === JSON.stringify(spot)); }

  // The hands that come back now, the one that has waited longest first.
  due(now = Date.now()) {
    return this.known.cards.filter(({ due, after }) => due <= now && (after ?? 0) <= this.known.played)
      .sort((a, b) => a.due - b.due);
  }

  // An answer to a hand: what it cost, what was asked (decision), what kind of mistake it is (kind, said), and what
  // the page said of it (told).
  note(spot, cost, { decision = "hand", kind, said, told } = {}, now = Date.now()) {
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

  // Take in what a file has: all its hands, and its counts where it has seen more. Says what was wrong, if anything,
  // or what is to be done. Of the other tables of a page (tables) some are practised with this one and have numbers
  // (k), some have memories of their own.
  take(text, tables = []) {
    let found = null;
    try { found = JSON.parse(text); } catch { return NO_FILE; }
    if (typeof found?.table !== "string" || !isMemory(found, found.table)) return NO_FILE;
    if (found.table !== this.table) {
      const table = tables.find(({ advise }) => advise === found.table);
      if (!table) return `This file is of another table. Take it on the page that this makes: ${found.table.replace(" advise ", " report ").replace(/ --deals \d+/, "")}`;
      if (table.k === undefined) return new Memory(found.table).take(text) || `These hands are of the table with ${table.players} players: choose it above.`;
      const own = found.cards.filter(({ spot }) => spot.at?.[0] === 0);
      found = { ...found, played: 0, cards: own.map(card => ({ ...card, spot: { ...card.spot, at: [table.k, ...card.spot.at.slice(1)] } })) };
    }
    const mine = this.known;
    if (found.played > mine.played) this.known = { ...found, cards: mine.cards };
    this.known.cards.push(...found.cards.filter(card => !this.cardOf(card.spot)).map(card => ({ ...card, after: null })));
    this.save();
    return "";
  }

  // A text that Anki imports: a card a line, the hand drawn in front, what is best and by how much behind.
  deck(title, front) {
    const line = parts => parts.map(part => part.replace(/\s+/g, " ")).join("\t");
    return ["#separator:tab", "#html:true", "#notetype:Basic", `#deck:${title}`, "#columns:Front\tBack",
      ...this.known.cards.map(({ spot, told }) => [front(spot), told.map(escaped).join("<br>")])
        .filter(([asks]) => asks).map(line)].join("\n") + "\n";
  }
}

function escaped(text) {
  const holder = make("p", {}, text);
  return holder.innerHTML;
}

// Tiles that need no page around them: the pips that the page draws once are put into each.
function tilesAlone(tiles) {
  return tiles.map(tile => {
    const drawn = drawTile(tile);
    drawn.setAttribute("width", 40);
    // Anki tells cards apart by their text alone.
    const title = document.createElementNS(drawn.namespaceURI, "title");
    title.textContent = TILE_NAMES[tile];
    drawn.prepend(title);
    drawn.querySelector("rect").setAttribute("style", "fill:#fffdf6;stroke:#6b6558");
    drawn.querySelector("path").setAttribute("style", "stroke:#6b6558");
    for (const half of drawn.querySelectorAll("use")) {
      const pips = document.querySelector(half.getAttribute("href")).cloneNode(true), alone = document.createElementNS(drawn.namespaceURI, "svg");
      for (const name of ["y", "width", "height"]) if (half.hasAttribute(name)) alone.setAttribute(name, half.getAttribute(name));
      alone.setAttribute("viewBox", "0 0 40 40");
      alone.append(...pips.childNodes);
      half.replaceWith(alone);
    }
    return drawn.outerHTML;
  }).join(" ");
}

function saveAs(name, text, kind) {
  const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: kind })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), MINUTE);
}
