// Click what you hold, and what there is to know besides: the page answers what to do, and by how much.

// The command that makes the page of a table, from the one that asks about it.
function reportCommand(advise) { return advise.replace(" advise ", " report ").replace(/ --deals \d+/, ""); }

// A game has the decision (before), the command that asks the same (command), and what else is clicked (controls) and
// shown.
class Asking extends Live {
  constructor(root, data) {
    super();
    const tables = [data, ...(data.others ?? []).map(other => ({ ...data, ...other }))];
    Object.assign(this, { data, tables, hand: data.hand.map(tileNumber), work: new InPieces(), card: root.closest(".card") });
    this.tiles = TILES.map(tile => makeButton(drawTile(tile, true), () => this.pick(tile), { class: "pick" }));
    this.picker = make("fieldset", { class: "picker" }, this.live("legend", {}, () => this.asksFor), ...this.tiles.slice().reverse());
    this.verdict = make("div", { class: "verdict", role: "status" });
    const table = this.live("div", {}, () => this.tableControls()), parts = this.parts().map(part => make("div", {}, ...part));
    // The table comes first: the keyboard reaches it before 28 tiles.
    root.replaceChildren(table, make("div", { class: "beside-tiles" }, ...parts));
    const [first, rules] = this.opensAt();
    if (first) {
      this.noteWhatStays(first, rules);
      chosen.follow(this.card, () => this.sit());
      this.sit();
    }
    this.show();
  }

  // A note at each part that was simulated for the first table and does not follow the one that is chosen; the first part
  // that asks makes them.
  noteWhatStays(first, rules) {
    const known = rules.filter(name => name in first).map(name => `, ${name}=${first[name]}`).join("");
    const words = `Of ${first.players} players${known}, as this report is. Yours has numbers of its own: `;
    for (const card of document.querySelectorAll(".card:not(:has(.asking, .surface:not(.fixed), #chart-chart, .stays))")) {
      card.querySelector("h2").after(this.live("p", { class: "stays" }, () =>
        this.sitsAt === first ? [] : [words, make("code", {}, reportCommand(this.sitsAt.advise))]));
    }
  }

  button(name, does, attributes) {
    return makeButton(name, () => { does(); this.show(); }, attributes);
  }

  // Show the tiles (stateOf: whether one is chosen, lies on the table, and cannot be clicked now), what else there is,
  // and the answer.
  show() {
    this.tiles.forEach((button, tile) => {
      const [isChosen, isExposed, isOff] = this.stateOf(tile);
      button.setAttribute("aria-pressed", String(isChosen));
      button.classList.toggle("exposed", isExposed);
      button.disabled = isOff;
    });
    super.show();
    this.showVerdict();
  }

  // The first of the tables that can be chosen, and what their rules are called; nothing where there is one.
  opensAt() {
    const [data] = this.tables;
    return data.choices ? [data, Object.keys(data.choices).slice(1)] : [];
  }

  // What can be chosen of the table, for all parts of the page at once.
  tableControls() {
    const boxes = Object.entries(this.data.choices ?? {}).map(([name, values]) => {
      const label = name.replace("_", " ");
      return makeChoice(label, label, values, this.data[name], value => chosen.choose({ [name]: value }));
    });
    return boxes.length ? [makeGroup("The table", ...boxes)] : [];
  }

  get sitsAt() { return this.data; }

  // Sit at the table that is chosen; what a part does not let one choose stays as it was.
  sit() {
    const before = this.data, isChosen = (table, name) => String(table[name]) === String(chosen[name] ?? before[name]);
    this.data = this.tables.find(table => Object.keys(before.choices).every(name => isChosen(table, name))) ?? before;
    if (this.data === before) return;
    this.follow(before);
    this.show();
  }

  holds(tiles) { return tiles.length === this.hand.length && tiles.every(tile => this.hand.includes(tileNumber(tile))); }

  takeOrLeave(tile) {
    this.hand = this.hand.includes(tile) ? this.hand.filter(held => held !== tile) : [...this.hand, tile];
  }

  answerWith(head, ...more) {
    this.verdict.replaceChildren(make("p", { class: "head" }, head), ...more);
  }

  // Answer as soon as nothing is missing.
  showVerdict() {
    this.work.stop();
    const missing = this.missing();
    if (missing) this.answerWith(missing);
    else this.answer(this.before(this));
  }

  // Play a decision out, and answer as soon as that can be trusted.
  answer(before) {
    let last = null;
    this.answerWith("Playing it out …");
    this.work.begin(before.prices(), (priced, isOver) => {
      last = priced ?? last;
      if (!last?.weight) return isOver && this.answerWith("No hands were found that fit what happened.");
      if ((priced && priced.isEnough()) || isOver) this.showPrices(before, last, isOver);
    });
  }

  // The headline waits until more deals will hardly turn it.
  showPrices(before, priced, isOver = true) {
    const verdict = verdictOf(this.data, before, priced), [head, why] = verdictSentences(this.data, verdict), command = this.command();
    const isOpen = this.verdict.querySelector("details")?.open ?? false;
    this.verdict.dataset.again = command;
    this.answerWith(isOver || verdict.moves.every(isFar(verdict)) ? head : "Playing it out …", ...this.onTheTable(before), make("p", {}, why),
      movesTable(this.data, verdict), make("details", { open: isOpen }, make("summary", {}, "How sure?"),
        make("ul", {}, ...intervalsOf(this.data, verdict).map(one => make("li", {}, one))),
        make("p", { class: "again" }, this.beforeCommand(before, priced), make("code", {}, command))), ...this.afterCommand());
    if (!isOver) this.verdict.append(make("p", { class: "again" }, "More deals are being played out: this may change."));
  }

  onTheTable() { return []; }
  afterCommand() { return []; }

  beforeCommand(before, { given, counted, drawn, chose = 0 }) {
    const but = given ? `, but for ${given === 1 ? "one choice" : `${given} choices`}, which would leave too few` : "";
    const count = before.asked.length
      ? `Of ${manyOf(drawn - chose)} deals ${manyOf(counted)} count: from these good players would have played what the others did${but}.`
      : `${manyOf(counted)} deals were played out.`;
    return `${count}${chose ? ` The best was chosen on ${manyOf(chose)} other deals.` : ""} ${this.sameThere}: `;
  }

  get sameThere() { return "The same in the terminal"; }

  // The command that prices this very hand for who sits in a place; at Loo and Euchre not its class.
  commandFor(place, more = "", seen = "", advise = this.data.advise) {
    const hand = this.hand.map(tile => TILE_NAMES[tile]).join(" ");
    const turnUp = this.turnUp === undefined ? "" : ` --turn-up ${TILE_NAMES[this.turnUp]}`;
    return `${advise} --hand "${hand}"${turnUp}${seen ? ` --seen "${seen}"` : ""} --position ${place.split(" ")[0]}${more}`;
  }
}

// Asks for a hand, and for a turn-up where the game has one (else undefined). The first click puts an example away.
class HandAsking extends Asking {
  parts() {
    Object.assign(this, { history: "", turnUp: this.opensWith(), isExample: true });
    // The verdict takes the place of what stands here without scripts.
    this.card.querySelectorAll(":scope > div:first-child > p").forEach(one => one.remove());
    this.held = this.live("div", { class: "table-top own-hand" }, () => this.drawPlaces());
    return [
      [this.held, this.picker, makeControls(
        this.button("Deal me another hand", () => {
          const tiles = shuffledTiles();
          this.hold(tiles.slice(0, this.size), tiles[this.size]);
        }),
        this.button("Clear the tiles", () => this.hold([], null)))],
      [this.live("div", { class: "unboxed" }, () => this.controls()), this.verdict]];
  }

  get size() { return this.data.tiles ?? TRICKS; }
  get isFull() { return this.hand.length >= this.size && this.turnUp !== null; }

  // What the next click does.
  get asksFor() {
    const many = ["no", "one", "two", "three", "four", "five", "six", "seven"][this.size], hasTurnUp = this.turnUp !== undefined;
    if (this.isExample) return `An example. Click your own ${many} tiles${hasTurnUp ? ", then the turn-up" : ""}`;
    if (this.hand.length < this.size) return `Click ${many} tiles for your hand`;
    return this.turnUp === null ? "Now click the turn-up" : `Your hand${hasTurnUp ? " and the turn-up" : ""}: click a tile to take it away`;
  }

  // Until a tile is clicked a hand of the table is shown.
  follow() {
    if (this.isExample) this.hand = this.data.hand.map(tileNumber);
  }

  opensWith() { return this.data.turnUp && tileNumber(this.data.turnUp); }

  hold(hand, turnUp) {
    this.isExample = false;
    this.hand = highestFirst(hand);
    if (this.turnUp !== undefined) this.turnUp = turnUp;
  }

  pick(tile) {
    if (this.isExample) this.hold([], null);
    if (tile === this.turnUp) this.turnUp = null;
    else if (this.hand.includes(tile) || this.hand.length < this.size) this.takeOrLeave(tile);
    else if (this.turnUp === null) this.turnUp = tile;
    this.show();
  }

  controls() { return []; }

  stateOf(tile) {
    const isUp = tile === this.turnUp, isHeld = this.hand.includes(tile);
    // What is full takes no other tile: one is clicked away first.
    return [isHeld || isUp, isUp, !this.isExample && this.isFull && !isHeld && !isUp];
  }

  show() {
    this.held.classList.toggle("example", this.isExample);
    super.show();
  }

  // The hand and the turn-up, with a place for each tile that is missing; the one that the next click fills is marked.
  drawPlaces() {
    const [held, up] = drawHand(this.hand, this.turnUp), left = Math.max(this.size - this.hand.length, 0);
    const empty = (many, isNext) => Array.from({ length: many }, (_, k) => make("span", { class: isNext && k === 0 ? "place next" : "place" }));
    held.append(...empty(left, true));
    if (this.turnUp === null) up.append(...empty(1, left === 0));
    return up ? [held, up] : [held];
  }

  isAsItOpened() {
    return this.data === this.tables[0] && this.history === "" && this.turnUp === this.opensWith() && this.holds(this.data.hand);
  }

  missing() {
    const left = this.size - this.hand.length;
    if (left < 0) return `${-left} ${left === -1 ? "tile" : "tiles"} too many for your hand.`;
    return left ? `${left} more ${left === 1 ? "tile" : "tiles"} for your hand.` : this.turnUp === null ? "Now the turn-up." : "";
  }

  // The hand that the page opens with may have been priced already.
  answer(before) {
    const { opened } = this.data;
    if (opened && this.isAsItOpened()) this.showPrices(before, { ...opened, behind: () => opened.behind, looed: k => opened.looed?.[k] });
    else super.answer(before);
  }
}

// Asks on the way: the history is clicked, and what is held now. A game has words for clicks, the tiles on the table
// (gone), whether one may come now (mayCome), what a click adds (actionOf), and how many a seat holds (toHold).
class TableAsking extends Asking {
  parts() {
    this.begin();
    const live = makes => this.live("div", { class: "unboxed" }, makes);
    return [[live(() => [...this.above(), this.modes()]), this.picker, live(() => this.below(...this.takesBack()))],
      [this.live("div", { class: "table-top" }, () => drawHand(this.hand)), this.verdict]];
  }

  modes() {
    const modes = [`The tiles ${this.words().what}`, "The tiles I hold"];
    return makeGroup("What the next clicks are", ...modes.map((name, k) => makeButton(
      name, () => this.change({ isHolding: k === 1 }), { "aria-pressed": String(this.isHolding === (k === 1)) })));
  }

  takesBack() {
    return [
      this.button(`Take the last ${this.words().click} back`, () => this.history.pop(), { disabled: this.history.length === 0 }),
      makeButton("Clear the table", () => this.change({ history: [], hand: [], isHolding: false }))];
  }

  begin() {
    const { history, hand } = this.data;
    Object.assign(this, { history: history.slice(), hand: hand.map(tileNumber), isHolding: false });
  }

  // What was played at one table cannot have been at another.
  follow() { this.begin(); }

  pick(tile) {
    if (this.isHolding) this.takeOrLeave(tile);
    else this.history.push(this.actionOf(tile));
    this.show();
  }

  stateOf(tile) {
    const isGone = Boolean(this.gone() >> tile & 1), isHeld = this.hand.includes(tile);
    return [isGone || isHeld, isGone, isGone || (!this.isHolding && (isHeld || !this.mayCome(tile)))];
  }

  missing() {
    const { what, click } = this.words(), many = this.toHold() - this.hand.length;
    if (this.hand.some(tile => this.gone() >> tile & 1)) return `You hold a tile that was ${what}: click it away or take ${click}s back.`;
    if (many < 0) return `You hold ${-many} too many: your hand has ${this.toHold()} now.`;
    return many > 0 && `${many} more ${many === 1 ? "tile" : "tiles"} that you hold.`;
  }
}

// Bring a card to life where the page has it.
function offer(card, Asks, Practises = null, data = null) {
  const root = document.getElementById(`${card}-asking`);
  if (!root) return null;
  const asking = new Asks(root, data ?? dataOf(card));
  if (Practises) offerPractice(root, asking, fold => new Practises(fold, asking));
  return asking;
}
