// Asking at Casino in any round: click what was bet and what the dice showed, round by round, and
// what you hold.
const FACES = [1, 2, 3, 4, 5, 6];

class RoundsAsking extends AskingOnTheWay {
  constructor(root, data) {
    super(data);
    // The tiles bet from the first roller to the left, then two dice, round after round.
    this.told = data.told.slice();
    this.hand = data.hand.map(tileNumber);
    this.isHolding = false;
    this.heard = make("ol", { class: "again" });
    this.held = make("div", { class: "table-top" });
    this.legend = make("legend");
    this.places = make("select", { "aria-label": "your place" },
      ...data.places.map((place, at) => make("option", { value: at }, place)));
    this.places.value = data.me;
    this.places.addEventListener("change", () => this.show());
    this.modes = [["The tiles bet", false], ["The tiles I hold", true]].map(([name, isHolding]) =>
      this.button(name, () => { this.isHolding = isHolding; }));
    this.dice = FACES.map(face => this.button(`${face}`, () => this.told.push(face)));
    this.dice.forEach((button, k) => button.setAttribute("aria-label", `a die shows ${k + 1}`));
    this.back = this.button("Take the last click back", () => this.told.pop());
    const clear = this.button("Clear the table", () => { [this.told, this.hand, this.isHolding] = [[], [], false]; });
    root.replaceChildren(
      make("div", { class: "beside-tiles" },
        make("div", {},
          make("div", { class: "controls" }, make("label", {}, "You are the ", this.places)), this.heard,
          make("div", { class: "controls", role: "group", "aria-label": "What the next clicks are" }, ...this.modes),
          make("fieldset", { class: "picker" }, this.legend, ...this.tiles.slice().reverse()),
          make("div", { class: "controls", role: "group", "aria-label": "the dice" }, make("span", {}, "The dice:"), ...this.dice),
          make("div", { class: "controls" }, this.back, clear)),
        make("div", {}, this.held, this.verdict)));
    this.show();
  }

  get me() { return Number(this.places.value); }
  get aRound() { return this.data.players + 2; }
  // Clicks of the round that is not whole yet.
  get begun() { return this.told.length % this.aRound; }

  // The rounds so far; what is told of the last one may be half of it.
  allRounds() {
    const rounds = [];
    for (let k = 0; k < this.told.length; k += this.aRound) {
      const told = this.told.slice(k, k + this.aRound);
      rounds.push({ bets: told.slice(0, this.data.players), dice: told.slice(this.data.players) });
    }
    return rounds;
  }

  get bets() { return this.allRounds().flatMap(({ bets }) => bets); }

  pick(tile) {
    if (this.isHolding) {
      this.hand = this.hand.includes(tile) ? this.hand.filter(held => held !== tile) : [...this.hand, tile];
    } else this.told.push(tile);
    this.show();
  }

  show() {
    const { players, places, rounds } = this.data, bets = this.bets, number = Math.floor(this.told.length / this.aRound);
    const isOver = number >= rounds - 1, wantsDice = this.begun >= players;
    this.tiles.forEach((button, tile) => {
      const isBet = bets.includes(tile), isHeld = this.hand.includes(tile);
      button.setAttribute("aria-pressed", String(isBet || isHeld));
      button.classList.toggle("exposed", isBet);
      button.disabled = isBet || (!this.isHolding && (isHeld || wantsDice || isOver));
    });
    this.modes.forEach((button, k) => button.setAttribute("aria-pressed", String(this.isHolding === (k === 1))));
    for (const button of this.dice) button.disabled = !wantsDice;
    this.back.disabled = this.told.length === 0;
    this.legend.textContent = this.isHolding ? `Click the ${this.toHold(number)} tiles you hold`
      : wantsDice ? "Say what the dice show" : `Round ${number + 1}: click the tile that the ${places[this.begun]} bets`;
    this.heard.replaceChildren(...this.allRounds().map(({ bets: made, dice }) => make("li", {},
      made.map(tile => TILE_NAMES[tile]).join(" ") + (dice.length ? ` / ${dice.join(" ")}` : ""))));
    this.held.replaceChildren(make("div", { class: "held" }, ...this.hand.map(tile => drawTile(tile))));
    this.showVerdict(number);
  }

  // How many tiles a seat holds when it bets in a round.
  toHold(number) { return Math.min(DRAWN_AT_FIRST, this.data.rounds - number); }

  showVerdict(number) {
    this.work.stop();
    const missing = this.toHold(number) - this.hand.length, bets = this.bets;
    if (this.hand.some(tile => bets.includes(tile))) return this.say("You hold a tile that was bet: click it away or take clicks back.");
    if (this.begun) return this.say(`Round ${number + 1} is not whole: click its bets and the dice, or take them back.`);
    if (number >= this.data.rounds - 1) return this.say("In the last round there is nothing to choose.");
    if (missing < 0) return this.say(`You hold ${-missing} too many: there are ${this.toHold(number)} in a hand now.`);
    if (missing > 0) return this.say(`${missing} more ${missing === 1 ? "tile" : "tiles"} that you hold.`);
    playOut(this, new RoundsBefore(this.data, this.allRounds(), this.hand, this.me));
  }

  sentences(verdict) { return playedSentences(this.data, verdict, "Bet"); }

  // What lies on the table.
  onTheTable(before) {
    const stashes = this.data.places.map((place, at) => `${at === this.me ? "you" : place} ${before.stashes[at]}`);
    return [make("p", {}, `In the pot: ${countTiles(before.pot)}. In the stashes: ${stashes.join(", ")}.`)];
  }

  command() {
    const seen = this.allRounds().map(({ bets, dice }) =>
      `${bets.map(tile => TILE_NAMES[tile]).join(" ")} / ${dice.join(" ")}`).join("; ");
    const hand = this.hand.map(tile => TILE_NAMES[tile]).join(" ");
    return `${this.data.advise} --hand "${hand}"${seen ? ` --seen "${seen}"` : ""} --position ${this.data.places[this.me].split(" ")[0]}`;
  }
}

const laterAsking = new RoundsAsking(document.getElementById("later-asking"), dataOf("later"));
