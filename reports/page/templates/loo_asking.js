// Click five tiles and a turn-up, say who declared what: play, miss or drop, and by how much.
const HAND_TILES = 5;

// A number whose interval is shown when it is asked for.
function estimateOf(text, interval) {
  const number = make("span", { class: "estimate", tabindex: "0" }, text,
    make("span", { class: "interval" }, ` (95% interval ${interval})`));
  for (const event of ["mouseenter", "focus"]) number.addEventListener(event, () => keepInside(number));
  return number;
}

function movesTable(data, verdict, chosen = null) {
  const body = make("tbody");
  for (const move of [...verdict.moves].sort((a, b) => (a.behind ?? 0) - (b.behind ?? 0))) {
    const cost = move.behind === null ? "too rare to tell"
      : move.behind === 0 ? "most" : estimateOf(`−${marginWords(data, move, true)[0]}`, marginWords(data, move, true)[1]);
    const bar = make("span", { class: `bar move-${move.letter}`, style: `width: ${move.often}%` });
    body.append(make("tr", move.letter === chosen ? { class: "chosen" } : {},
      make("th", { scope: "row" }, move.name), make("td", {}, cost),
      make("td", { class: "often" }, make("span", { class: "track" }, bar), ` ${move.often}`)));
  }
  return make("table", { class: "moves" },
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, "declaration"),
      make("th", { scope: "col" }, `worth, ${data.unit}`),
      make("th", { scope: "col" }, "good players, of 100"))), body);
}

// "Take the miss." and why, in a sentence or two.
function verdictSentences(data, verdict) {
  const name = verdict.best.name;
  const head = `${name[0].toUpperCase()}${name.slice(1)}.`;
  const holds = `You hold ${verdict.holds}. `;
  if (!verdict.known) {
    return [head, `${holds}That is too rare here to say what a declaration is worth; good players `
      + `${name} ${verdict.favourite.often} times in 100.`];
  }
  if (!verdict.clear) {
    return [`${head.slice(0, -1)}, or not: it is too close to call.`,
      `${holds}Of 100 such hands good players ${name} with ${verdict.favourite.often}.`];
  }
  const second = verdict.moves.filter(move => move !== verdict.best)
    .reduce((a, b) => b.behind < a.behind ? b : a);
  const [value, interval] = marginWords(data, second);
  const differs = verdict.best.often < 10
    ? ` The solved table looks at more of the hand and likes to ${verdict.favourite.name} better.` : "";
  return [head, `${holds}To ${second.name} brings ${value} ${data.unit} less (95% interval ${interval}).${differs}`];
}

class Asking {
  constructor(root, data) {
    this.data = data;
    this.hand = data.hand.map(tileNumber);
    this.turnUp = tileNumber(data.turnUp);
    this.position = 0;
    this.said = "";
    this.tiles = TILE_NAMES.map((name, tile) => {
      const button = make("button", { type: "button", class: "pick", "aria-pressed": "false" },
        drawTile(tile, true));
      button.addEventListener("click", () => this.pick(tile));
      return button;
    });
    this.table = data.tables[0];
    const pools = make("select", { "aria-label": "the pool" },
      ...data.tables.map((table, at) => make("option", { value: at }, String(table.pool))));
    pools.addEventListener("change", () => {
      this.table = data.tables[Number(pools.value)];
      this.show();
    });
    const pool = data.tables.length > 1 ? [make("label", {}, "The pool is ", pools, " chips")] : [];
    this.before = make("div", { class: "controls" });
    this.places = make("select", { "aria-label": "your seat" },
      ...data.places.map((place, at) => make("option", { value: at }, place)));
    this.places.addEventListener("change", () => this.sit(Number(this.places.value)));
    // What the card says of the hand that it opens with: true of no other.
    this.told = [...document.querySelectorAll("#declaring > div:first-child > p")];
    this.shown = make("div", { class: "table-top" });
    this.verdict = make("div", { class: "verdict", role: "status" });
    const deal = make("button", { type: "button" }, "Deal me another hand");
    deal.addEventListener("click", () => this.deal());
    const clear = make("button", { type: "button" }, "Clear the tiles");
    clear.addEventListener("click", () => this.clear());
    root.replaceChildren(
      make("div", { class: "beside-tiles" },
        make("div", {}, this.shown,
          make("fieldset", { class: "picker" },
            make("legend", {}, "Click five tiles for your hand, then the turn-up"), ...this.tiles.slice().reverse()),
          make("div", { class: "controls" }, deal, clear)),
        make("div", {},
          make("div", { class: "controls" }, make("label", {}, "You are the ", this.places), ...pool),
          this.before, this.verdict)));
    this.show();
  }

  pick(tile) {
    if (tile === this.turnUp) this.turnUp = null;
    else if (this.hand.includes(tile)) this.hand = this.hand.filter(held => held !== tile);
    else if (this.hand.length < HAND_TILES) this.hand = [...this.hand, tile];
    else this.turnUp = tile;
    this.show();
  }

  deal() {
    const tiles = shuffledTiles();
    this.hand = tiles.slice(0, HAND_TILES).sort((a, b) => b - a);
    this.turnUp = tiles[HAND_TILES];
    this.show();
  }

  clear() {
    [this.hand, this.turnUp] = [[], null];
    this.show();
  }

  sit(position) {
    this.position = position;
    this.said = this.said.slice(0, position);
    while (this.said.length < position) this.said += this.likeliest();
    this.show();
  }

  // What a seat is taken to have declared before a person says otherwise.
  likeliest() {
    const moves = movesAfter(this.data, this.said);
    return ["D", "M", "P"].find(letter => moves.includes(letter)
      && (letter !== "D" || this.data.nodes[this.said + "D"])) ?? moves[0];
  }

  hear(position, letter) {
    this.said = this.said.slice(0, position) + letter;
    this.sit(this.position);
  }

  showBefore() {
    const boxes = [...this.said].map((letter, position) => {
      const box = make("select", { "aria-label": `what the ${this.data.places[position]} declared` },
        ...movesAfter(this.data, this.said.slice(0, position))
          .filter(move => move !== "F" && this.data.nodes[this.said.slice(0, position) + move])
          .map(move => make("option", { value: move, selected: move === letter },
            { P: "plays", M: `takes ${this.data.taken}`, D: "drops" }[move])));
      box.addEventListener("change", () => this.hear(position, box.value));
      return make("label", {}, `${this.data.places[position]} `, box);
    });
    this.before.replaceChildren(...boxes);
  }

  show() {
    this.places.value = String(this.position);
    this.tiles.forEach((button, tile) => {
      const held = this.hand.includes(tile);
      button.setAttribute("aria-pressed", String(held || tile === this.turnUp));
      button.classList.toggle("exposed", tile === this.turnUp);
    });
    const turnUp = this.turnUp === null ? [] : [drawTile(this.turnUp)];
    this.shown.replaceChildren(make("div", { class: "held" }, ...this.hand.map(tile => drawTile(tile))),
      make("div", { class: "turn-up" }, make("span", {}, "turn-up"), ...turnUp));
    for (const sentence of this.told) sentence.hidden = !this.isAsItOpened();
    this.showBefore();
    this.showVerdict();
  }

  isAsItOpened() {
    const opened = this.data.hand.map(tileNumber);
    return this.position === 0 && this.table === this.data.tables[0]
      && this.turnUp === tileNumber(this.data.turnUp) && this.hand.length === opened.length
      && opened.every(tile => this.hand.includes(tile));
  }

  showVerdict() {
    if (this.hand.length < HAND_TILES || this.turnUp === null) {
      const left = HAND_TILES - this.hand.length;
      this.verdict.replaceChildren(make("p", {}, left
        ? `${left} more ${left === 1 ? "tile" : "tiles"} for your hand.` : "Now the turn-up."));
      return;
    }
    const verdict = verdictOn(this.data, this.hand, this.turnUp, this.said, this.table);
    const [head, why] = verdictSentences(this.data, verdict);
    this.verdict.replaceChildren(make("p", { class: "head" }, head), make("p", {}, why),
      movesTable(this.data, verdict),
      make("p", { class: "again" }, "For exactly these tiles: ", make("code", {}, this.command())));
  }

  // The command that prices this very hand, and not its class.
  command() {
    const words = { P: "play", M: this.data.miss, D: "drop" };
    const [hand, turnUp] = [this.hand.map(tile => TILE_NAMES[tile]).join(" "), TILE_NAMES[this.turnUp]];
    const before = this.said ? ` --before ${[...this.said].map(letter => words[letter]).join(",")}` : "";
    const pool = this.table.pool === null ? "" : ` --pool ${this.table.pool}`;
    const place = this.data.places[this.position].split(" ")[0];
    return `${this.data.advise} --hand "${hand}" --turn-up ${turnUp} --position ${place}${before}${pool}`;
  }
}

function shuffledTiles() {
  const tiles = TILE_NAMES.map((name, tile) => tile);
  for (let last = tiles.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
  }
  return tiles;
}

const declaringData = JSON.parse(document.getElementById("declaring-data").textContent);
const asking = new Asking(document.getElementById("declaring-asking"), declaringData);
