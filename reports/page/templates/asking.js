// Click tiles for a hand, and a turn-up where there is one, say the rest: what to do, and by how much.
const HAND_TILES = 5;

// A game's own part says what else is asked (controls, showControls), what good players would do
// (verdictNow) and which command prices the very hand (command).
class Asking {
  constructor(root, data) {
    this.data = data;
    this.hand = data.hand.map(tileNumber);
    this.size = data.tiles ?? HAND_TILES;
    this.turnUp = this.opened();
    this.said = "";
    this.tiles = tileButtons(tile => this.pick(tile));
    // What the card says of the hand that it opens with: true of no other.
    this.told = [...root.closest(".card").querySelectorAll(":scope > div:first-child > p")];
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
            make("legend", {}, this.legend()), ...this.tiles.slice().reverse()),
          make("div", { class: "controls" }, deal, clear)),
        make("div", {}, ...this.controls(), this.verdict)));
    this.show();
  }

  hasTurnUp() {
    return this.data.turnUp !== undefined;
  }

  // The turn-up that the card opens with.
  opened() {
    return this.hasTurnUp() ? tileNumber(this.data.turnUp) : null;
  }

  legend() {
    const many = ["three", "four", "five", "six", "seven"][this.size - 3];
    return `Click ${many} tiles for your hand${this.hasTurnUp() ? ", then the turn-up" : ""}`;
  }

  pick(tile) {
    if (tile === this.turnUp) this.turnUp = null;
    else if (this.hand.includes(tile)) this.hand = this.hand.filter(held => held !== tile);
    else if (this.hand.length < this.size) this.hand = [...this.hand, tile];
    else if (this.hasTurnUp()) this.turnUp = tile;
    this.show();
  }

  deal() {
    const tiles = shuffledTiles();
    this.hand = tiles.slice(0, this.size).sort((a, b) => b - a);
    if (this.hasTurnUp()) this.turnUp = tiles[this.size];
    this.show();
  }

  clear() {
    [this.hand, this.turnUp] = [[], null];
    this.show();
  }

  show() {
    this.tiles.forEach((button, tile) => {
      const held = this.hand.includes(tile);
      button.setAttribute("aria-pressed", String(held || tile === this.turnUp));
      button.classList.toggle("exposed", tile === this.turnUp);
    });
    this.shown.replaceChildren(...handAndTurnUp(this.hand, this.hasTurnUp() ? this.turnUp : undefined));
    for (const sentence of this.told) sentence.hidden = !this.isAsItOpened();
    this.showControls();
    this.showVerdict();
  }

  isAsItOpened() {
    const opened = this.data.hand.map(tileNumber);
    return this.said === "" && this.turnUp === this.opened()
      && this.hand.length === opened.length && opened.every(tile => this.hand.includes(tile));
  }

  showVerdict() {
    if (this.hand.length < this.size || (this.hasTurnUp() && this.turnUp === null)) {
      const left = this.size - this.hand.length;
      this.verdict.replaceChildren(make("p", {}, left
        ? `${left} more ${left === 1 ? "tile" : "tiles"} for your hand.` : "Now the turn-up."));
      return;
    }
    const verdict = this.verdictNow();
    const [head, why] = this.sentences(verdict);
    this.verdict.replaceChildren(make("p", { class: "head" }, head), make("p", {}, why),
      movesTable(this.data, verdict),
      make("p", { class: "again" }, this.beforeCommand(verdict), make("code", {}, this.command())));
  }

  sentences(verdict) {
    return verdictSentences(this.data, verdict);
  }

  beforeCommand() {
    return "For exactly these tiles: ";
  }

  // The command that prices this very hand, and not its class, for who sits in a place.
  commandFor(place, more) {
    const hand = this.hand.map(tile => TILE_NAMES[tile]).join(" ");
    const turnUp = this.hasTurnUp() ? ` --turn-up ${TILE_NAMES[this.turnUp]}` : "";
    return `${this.data.advise} --hand "${hand}"${turnUp} --position ${place.split(" ")[0]}${more}`;
  }
}

// All tiles, to be clicked.
function tileButtons(pick) {
  return TILE_NAMES.map((name, tile) => {
    const button = make("button", { type: "button", class: "pick", "aria-pressed": "false" }, drawTile(tile, true));
    button.addEventListener("click", () => pick(tile));
    return button;
  });
}

function handAndTurnUp(hand, turnUp) {
  if (turnUp === undefined) return [make("div", { class: "held" }, ...hand.map(tile => drawTile(tile)))];
  const exposed = turnUp === null ? [] : [drawTile(turnUp)];
  return [make("div", { class: "held" }, ...hand.map(tile => drawTile(tile))),
    make("div", { class: "turn-up" }, make("span", {}, "turn-up"), ...exposed)];
}

function shuffledTiles() {
  const tiles = TILE_NAMES.map((name, tile) => tile);
  for (let last = tiles.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
  }
  return tiles;
}

// What Python wrote for a card that answers back.
const dataOf = card => JSON.parse(document.getElementById(`${card}-data`).textContent);
