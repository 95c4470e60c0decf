// Click what you hold, and what there is to know besides: the page answers what to do, and by how much.

// The command that makes the page of a table, from the one that asks about it.
function reportCommand(advise) { return advise.replace(" advise ", " report ").replace(/ --deals \d+/, ""); }

// A note at each part that was simulated for the first table and does not follow the one that is chosen; the first part
// that asks makes them.
function staysOf(first, rules) {
  const stays = [...document.querySelectorAll(".card:not(:has(.asking, .surface:not(.fixed), #chart-chart, .stays))")].map(card => {
    const command = make("code", {}), note = make("p", { class: "stays", hidden: true }, `Of ${first.players} players${rules}, as this report is. Yours has numbers of its own: `, command);
    card.querySelector("h2").after(note);
    return { note, command };
  });
  return table => stays.forEach(({ note, command }) => {
    note.hidden = table === first;
    command.textContent = reportCommand(table.advise);
  });
}

// A game has the decision (before), the command that asks the same (command), and what else is clicked and shown.
class Asking {
  constructor(root, data) {
    const tables = [data, ...(data.others ?? []).map(other => ({ ...data, ...other }))];
    Object.assign(this, { data, tables, hand: data.hand.map(tileNumber), work: new InPieces(), card: root.closest(".card").id });
    this.tiles = TILES.map(tile => makeButton(drawTile(tile, true), () => this.pick(tile), { class: "pick" }));
    this.held = make("div", { class: "table-top" });
    this.legend = make("legend");
    this.picker = make("fieldset", { class: "picker" }, this.legend, ...this.tiles.slice().reverse());
    this.verdict = make("div", { class: "verdict", role: "status" });
    const parts = this.parts(root).map(part => make("div", {}, ...part));
    // The table comes first: the keyboard reaches it before 28 tiles.
    root.replaceChildren(...this.tableControls(root), make("div", { class: "beside-tiles" }, ...parts));
    this.show();
  }

  button(name, does, attributes) {
    return makeButton(name, () => { does(); this.show(); }, attributes);
  }

  // Show the tiles (stateOf: whether one is chosen, lies on the table, and cannot be clicked now), what else there is
  // (showTable), and the answer.
  show() {
    this.tiles.forEach((button, tile) => {
      const [isChosen, isExposed, isOff] = this.stateOf(tile);
      button.setAttribute("aria-pressed", String(isChosen));
      button.classList.toggle("exposed", isExposed);
      button.disabled = isOff;
    });
    this.showTable();
    this.showVerdict();
  }

  // What can be chosen of the table, and is chosen for all parts of the page at once.
  tableControls(root) {
    const { data } = this, { choices } = data;
    if (!choices) return [];
    this.choosing = Object.entries(choices).map(([name, values]) => makeSelect(name.replace("_", " "),
      values.map(value => [value, value, value === data[name]]), value => chosen.choose({ [name]: value })));
    chosen.follow(root.closest(".card"), () => this.sit());
    const rules = Object.keys(choices).slice(1).map(name => `, ${name}=${data[name]}`).join("");
    this.showStays = staysOf(this.tables[0], rules);
    return [makeGroup("The table", ...this.choosing.map(box => make("label", {}, `${box.getAttribute("aria-label")} `, box)))];
  }

  // Sit at the table that is chosen; what a part does not let one choose stays as it was.
  sit() {
    const before = this.data, names = Object.keys(before.choices), isChosen = (table, name) =>
      String(table[name]) === String(chosen[name] ?? before[name]);
    this.data = this.tables.find(table => names.every(name => isChosen(table, name))) ?? before;
    names.forEach((name, k) => { this.choosing[k].value = this.data[name]; });
    this.showStays(this.data);
    if (this.data === before) return;
    this.follow(before);
    this.show();
  }

  holds(tiles) { return tiles.length === this.hand.length && tiles.every(tile => this.hand.includes(tileNumber(tile))); }

  offerSeats(seats) {
    this.places.replaceChildren(...Object.entries(seats).map(([value, name]) => make("option", { value }, name)));
  }

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
  parts(root) {
    this.history = "";
    this.turnUp = this.opensWith();
    this.isExample = true;
    // The verdict takes the place of what stands here without scripts.
    document.querySelectorAll(`#${this.card} > div:first-child > p`).forEach(one => one.remove());
    this.held.classList.add("own-hand");
    return [
      [this.held, this.picker, makeControls(
        this.button("Deal me another hand", () => {
          const tiles = shuffledTiles();
          this.hold(tiles.slice(0, this.size), tiles[this.size]);
        }),
        this.button("Clear the tiles", () => this.hold([], null)))],
      [...this.controls(root), this.verdict]];
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
  showControls() {}

  stateOf(tile) {
    const isUp = tile === this.turnUp, isHeld = this.hand.includes(tile);
    // What is full takes no other tile: one is clicked away first.
    return [isHeld || isUp, isUp, !this.isExample && this.isFull && !isHeld && !isUp];
  }

  showTable() {
    this.legend.textContent = this.asksFor;
    this.held.classList.toggle("example", this.isExample);
    this.held.replaceChildren(...this.drawPlaces());
    this.showControls();
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
    if (this.data.opened && this.isAsItOpened()) this.showPrices(before, before.opened(this.data.opened));
    else super.answer(before);
  }
}

// Asks on the way: the history is clicked, and what is held now. A game has words for clicks, the tiles on the table
// (gone), whether one may come now (mayCome), what a click adds (actionOf), and how many a seat holds (toHold).
class TableAsking extends Asking {
  parts() {
    const { what, click } = this.words();
    this.begin();
    this.modes = [`The tiles ${what}`, "The tiles I hold"].map((name, k) => this.button(name, () => { this.isHolding = k === 1; }));
    this.back = this.button(`Take the last ${click} back`, () => this.history.pop());
    const clear = this.button("Clear the table", () => Object.assign(this, { history: [], hand: [], isHolding: false }));
    return [[...this.above(), makeGroup("What the next clicks are", ...this.modes), this.picker, ...this.below(this.back, clear)],
      [this.held, this.verdict]];
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

  showTable() {
    this.modes.forEach((button, k) => button.setAttribute("aria-pressed", String(this.isHolding === (k === 1))));
    this.back.disabled = this.history.length === 0;
    this.held.replaceChildren(...drawHand(this.hand));
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
  if (asking.data.choices) asking.sit();
  if (Practises) offerPractice(root, asking, fold => new Practises(fold, asking));
  return asking;
}
