// Practice at Loo and Rounce: the seats before you declare as good players do.
class LooPractice extends Practice {
  dealt() {
    const position = Math.floor(Math.random() * this.data.players);
    const table = this.data.tables[Math.floor(Math.random() * this.data.tables.length)];
    const tiles = shuffledTiles();
    const hands = this.data.places.map((place, p) => tiles.slice(HAND_TILES * p, HAND_TILES * (p + 1)));
    const turnUp = tiles[HAND_TILES * this.data.players];
    const deal = { hands: hands.map(tileSet), turnUp, words: hands.map(() => Math.random()) };
    let said = "";
    while (said.length < position) said += declares(this.data, table, deal, said);
    // A dealer whom everybody leaves alone has nothing to declare.
    if (!this.data.nodes[said]) return this.dealt();
    return { hand: hands[position].sort((a, b) => b - a), turnUp, said, table };
  }

  heardNow() {
    const { places, taken } = this.data;
    const { said, table } = this.spot;
    const done = { P: "plays", M: `takes ${taken}`, D: "drops" };
    const before = [...said].map((letter, p) => `the ${places[p]} ${done[letter]}`);
    const who = `You are the ${places[said.length]}`;
    const pool = table.pool === null ? "" : ` The pool is ${table.pool}.`;
    return (before.length ? `${who}; ${before.join(", ")}.` : `${who}.`) + pool;
  }

  // Priced once for each hand, with the numbers of the card.
  verdictNow() {
    const { hand, turnUp, said, table } = this.spot;
    return this.spot.verdict ??= verdictOn(this.data, hand, turnUp, said, table);
  }

  did(letter) {
    return { P: "played", M: `took ${this.data.taken}`, D: "dropped", F: "played for the pool" }[letter];
  }

  does(letter) {
    return declarationName(this.data, letter);
  }

  prompt() {
    return "A hand is dealt, the others have declared as good players do. What do you declare?";
  }
}

offerPractice(document.getElementById("declaring-asking"), fold => new LooPractice(fold, declaringData));
