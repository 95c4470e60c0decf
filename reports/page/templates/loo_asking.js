// What else is asked at Loo and Rounce: your seat, what was declared before you, and the pool.
const PLAYERS = { 2: "two", 3: "three", 4: "four" };

class LooAsking extends Asking {
  controls() {
    this.position = 0;
    this.table = this.data.tables[0];
    const pools = make("select", { "aria-label": "the pool" },
      ...this.data.tables.map((table, at) => make("option", { value: at }, String(table.pool))));
    pools.addEventListener("change", () => {
      this.table = this.data.tables[Number(pools.value)];
      this.show();
    });
    this.penalty = make("span");
    const pool = this.data.tables.length > 1
      ? [make("label", {}, "The pool is ", pools, " chips")] : [];
    this.before = make("div", { class: "controls" });
    this.places = make("select", { "aria-label": "your seat" },
      ...this.data.places.map((place, at) => make("option", { value: at }, place)));
    this.places.addEventListener("change", () => this.sit(Number(this.places.value)));
    return [make("div", { class: "controls" }, make("label", {}, "You are the ", this.places, ` of ${PLAYERS[this.data.players]}`), ...pool, this.penalty),
      this.before];
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

  showControls() {
    const penalty = this.table.pool === null ? "loses five points" : `pays ${this.table.penalty}`;
    this.penalty.textContent = `Who stays in and takes no trick ${penalty}.`;
    this.places.value = String(this.position);
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

  isAsItOpened() {
    return super.isAsItOpened() && this.table === this.data.tables[0];
  }

  verdictNow() {
    return verdictOn(this.data, this.hand, this.turnUp, this.said, this.table,
      this.isAsItOpened() ? this.data.opened : null);
  }

  beforeCommand(verdict) {
    const given = verdict.given.map(p => `what the ${this.data.places[p]} declared`);
    return `${verdict.deals.toLocaleString("en")} deals were played out; others chose the best. ${given.length
      ? `Good players hardly ever declare so: ${listed(given, "and")} is taken as given. ` : ""}In a terminal: `;
  }

  command() {
    const words = { P: "play", M: this.data.miss, D: "drop" };
    const before = this.said ? ` --before ${[...this.said].map(letter => words[letter]).join(",")}` : "";
    const pool = this.table.pool === null ? "" : ` --pool ${this.table.pool}`;
    return this.commandFor(this.data.places[this.position], before + pool);
  }
}

const declaringData = dataOf("declaring");
const asking = new LooAsking(document.getElementById("declaring-asking"), declaringData);
