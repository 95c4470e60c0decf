// Asking at Pool in any turn: click what was played, turn by turn, and what you hold.
class LineAsking extends AskingOnTheWay {
  constructor(root, data) {
    super(data);
    this.turns = data.turns.slice();
    this.hand = data.hand.map(tileNumber);
    this.isHolding = false;
    this.line = make("div", { class: "line-of-tiles" });
    this.heard = make("p", { class: "again" });
    this.held = make("div", { class: "table-top" });
    this.legend = make("legend");
    this.modes = [["The tiles played", false], ["The tiles I hold", true]].map(([name, isHolding]) =>
      this.button(name, () => { this.isHolding = isHolding; }));
    this.pass = this.button("The next one passes", () => this.turns.push(PASSED));
    this.flip = this.button("Put the last tile to the other end", () => this.turns.push(this.atTheOtherEnd(this.turns.pop())));
    this.back = this.button("Take the last turn back", () => this.turns.pop());
    const clear = this.button("Clear the table", () => { [this.turns, this.hand, this.isHolding] = [[], [], false]; });
    root.replaceChildren(
      make("div", { class: "beside-tiles" },
        make("div", {}, this.line, this.heard,
          make("div", { class: "controls", role: "group", "aria-label": "What the next clicks are" }, ...this.modes),
          make("fieldset", { class: "picker" }, this.legend, ...this.tiles.slice().reverse()),
          make("div", { class: "controls" }, this.pass, this.flip, this.back, clear)),
        make("div", {}, this.held, this.verdict)));
    this.show();
  }

  // The table after the turns so far; whose turn it is now.
  table() {
    const table = emptyTable(this.data.players, this.data.tiles);
    this.turns.forEach((option, k) => takeTurn(table, k % this.data.players, option));
    return table;
  }

  get me() { return this.turns.length % this.data.players; }

  isOver(table) { return table.sizes.includes(0) || table.passes === this.data.players; }

  // The last tile as it would lie at the other end, or as it lies where it fits one end only.
  atTheOtherEnd(option) {
    const table = this.table();
    const options = optionsOf(1 << (option & 31), table.left, table.right);
    return options.find(other => other !== option) ?? option;
  }

  pick(tile) {
    if (this.isHolding) {
      this.hand = this.hand.includes(tile) ? this.hand.filter(held => held !== tile) : [...this.hand, tile];
    } else {
      const table = this.table();
      this.turns.push(optionsOf(1 << tile, table.left, table.right)[0]);
    }
    this.show();
  }

  show() {
    const table = this.table(), last = this.turns.at(-1), isOver = this.isOver(table);
    this.tiles.forEach((button, tile) => {
      const isPlayed = table.played >> tile & 1, isHeld = this.hand.includes(tile);
      const fits = optionsOf(1 << tile, table.left, table.right).length > 0;
      button.setAttribute("aria-pressed", String(Boolean(isPlayed) || isHeld));
      button.classList.toggle("exposed", Boolean(isPlayed));
      button.disabled = Boolean(isPlayed) || (!this.isHolding && (isHeld || !fits || isOver));
    });
    this.modes.forEach((button, k) => button.setAttribute("aria-pressed", String(this.isHolding === (k === 1))));
    this.pass.disabled = isOver || this.turns.length === 0;
    this.back.disabled = this.turns.length === 0;
    this.flip.disabled = last === undefined || last === PASSED || this.turns.length < 2 || !this.fitsBoth(last);
    const place = this.data.places[this.me];
    this.legend.textContent = this.isHolding ? `You are the ${place}: click the ${this.toHold(table)} you hold`
      : `Click the tile that the ${place} plays, or say that it passes`;
    this.line.replaceChildren(...this.drawnLine());
    this.heard.textContent = this.turns.length ? `Played so far: ${this.saidTurns()}.` : "Nothing is played yet: you lead.";
    this.held.replaceChildren(make("div", { class: "held" }, ...this.hand.map(tile => drawTile(tile))));
    this.showVerdict(table, isOver);
  }

  fitsBoth(option) {
    const kept = this.turns.pop(), other = this.atTheOtherEnd(option);
    this.turns.push(kept);
    return other !== option;
  }

  toHold(table) {
    const many = table.sizes[this.me];
    return many === 1 ? "one tile that" : `${many} tiles that`;
  }

  // The line from left to right, each tile as it lies.
  drawnLine() {
    const table = emptyTable(this.data.players, this.data.tiles), line = [];
    this.turns.forEach((option, k) => {
      const { left, right } = table;
      takeTurn(table, k % this.data.players, option);
      if (option === PASSED) return;
      const drawn = drawTile(option & 31, true);
      const first = left < 0 ? HIGH_END[option & 31] : option & TO_THE_RIGHT ? right : table.left;
      drawn.classList.toggle("turned", first !== HIGH_END[option & 31]);
      if (option & TO_THE_RIGHT || left < 0) line.push(drawn);
      else line.unshift(drawn);
    });
    return line;
  }

  saidTurns() {
    return this.turns.map((option, k) => `${this.data.places[k % this.data.players]} `
      + (option === PASSED ? "passes" : TILE_NAMES[option & 31])).join(", ");
  }

  showVerdict(table, isOver) {
    this.work.stop();
    const missing = table.sizes[this.me] - this.hand.length;
    const isTwice = this.hand.some(tile => table.played >> tile & 1);
    if (isOver) return this.say("The hand is over.");
    if (isTwice) return this.say("You hold a tile that was played: click it away or take turns back.");
    if (missing < 0) return this.say(`You hold ${-missing} too many: the ${this.data.places[this.me]} has ${this.toHold(table).replace(" that", "")} now.`);
    if (missing > 0) return this.say(`${missing} more ${missing === 1 ? "tile" : "tiles"} that you hold.`);
    const before = new LineBefore(this.data, this.turns, this.hand);
    if (before.fault) return this.say(before.fault);
    if (before.options.length === 0) return this.say("Nothing that you hold fits: you pass.");
    if (before.options.length === 1) return this.say(`Play ${TILE_NAMES[before.options[0] & 31]}: nothing else fits.`);
    playOut(this, before);
  }

  sentences(verdict) { return playedSentences(this.data, verdict, "Play"); }

  command() {
    const seen = this.turns.map((option, k) => option === PASSED ? "pass"
      : TILE_NAMES[option & 31] + (k === 0 ? "" : option & TO_THE_RIGHT ? " right" : " left")).join(", ");
    const hand = this.hand.map(tile => TILE_NAMES[tile]).join(" ");
    return `${this.data.advise} --hand "${hand}"${seen ? ` --seen "${seen}"` : ""} --position ${this.data.places[this.me]}`;
  }
}

const laterAsking = new LineAsking(document.getElementById("later-asking"), dataOf("later"));
