// Games of tricks without a part of their own: what to declare, by what a hand holds
// (reports/opening/declaring.py), after what was said before, the eldest hand first: "play,pass".

const saidIn = said => said ? said.split(",") : [];

// The class of a hand: its trumps, the best two of those, and its other doubles.
function handClass(hand, trump) {
  const trumps = hand & SHOWS[trump], best = trumps & (1 << tileOf(trump, trump) | 1 << tileOf(trump, trump === 6 ? 5 : 6));
  const doubles = Math.min(countTiles(hand & DOUBLES & ~trumps), 2);
  return (Math.min(countTiles(trumps), 4) * 3 + countTiles(best)) * 3 + doubles;
}

const heardWords = said => said ? `Before you: ${saidIn(said).join(", ")}.` : "Nobody has declared before you.";

class DeclarationBefore extends Before {
  constructor(data, { hand, turnUp, said }) {
    super();
    const isDealer = data.turnUpHeld && saidIn(said).length === data.players - 1;
    const ofClass = handClass(tileSet(isDealer ? [...hand, turnUp] : hand), ENDS[turnUp][0]);
    const cell = data.cells[said][ofClass], known = cell ?? data.words.map(() => [0, 0]);
    Object.assign(this, { data, options: data.words, known, isRare: !cell, holds: `${data.classes[ofClass]} (${NUMBER_NAMES[ENDS[turnUp][0]]} are trumps)` });
  }

  named() { return this.options.map(word => ({ letter: word, name: word })); }

  // All was priced before: nothing is played out here.
  * prices() {
    const { known } = this;
    return { weight: 1, best: known.findIndex(([gap]) => gap === 0), behind: () => known, isEnough: () => true };
  }
}

class DeclarationAsking extends HandAsking {
  controls() {
    this.places = makeSelect("your seat", this.data.places.map((place, at) => [at, place]), position => {
      [this.said] = this.saidBefore(Number(position));
      this.show();
    });
    this.heard = makeControls();
    return [makeControls(make("label", {}, "You are the ", this.places)), this.heard];
  }

  saidBefore(position) { return Object.keys(this.data.cells).filter(said => saidIn(said).length === position); }
  get position() { return saidIn(this.said).length; }
  get holdsTurnUp() { return this.data.turnUpHeld && this.position === this.data.players - 1; }

  // A dealer's turn-up is one of its tiles.
  get size() { return this.data.tiles - (this.holdsTurnUp ? 1 : 0); }
  get asksFor() { return super.asksFor + (this.holdsTurnUp ? "; the turn-up is yours, too" : ""); }

  show() {
    this.hand = this.hand.slice(0, this.size);
    super.show();
  }

  showControls() {
    const offered = this.saidBefore(this.position);
    this.places.value = String(this.position);
    this.heard.replaceChildren(offered.length === 1 ? make("span", {}, heardWords(this.said))
      : makeSelect("what was declared before you", offered.map(said => [said, heardWords(said), said === this.said]),
        said => { this.said = said; this.show(); }));
  }

  before(spot) { return new DeclarationBefore(this.data, spot); }
  beforeCommand() { return "For exactly these tiles: "; }

  answer(before) {
    if (!before.isRare) super.answer(before);
    else this.say("Such hands came up too rarely to tell.", make("p", { class: "again" }, this.beforeCommand(), make("code", {}, this.command())));
  }

  command() {
    const { places } = this.data, own = this.hand;
    if (this.holdsTurnUp) this.hand = [...own, this.turnUp];
    const command = this.commandFor(places[this.position], this.said && ` --before ${this.said}`);
    this.hand = own;
    return command;
  }
}

// Any hand that came up, after anything that did.
class DeclarationPractice extends Practice {
  dealt() {
    const { cells } = this.data, heard = Object.keys(cells), deck = shuffledTiles();
    const said = heard[Math.floor(Math.random() * heard.length)];
    const size = this.sizeOf({ said }, this.data), spot = { hand: highestFirst(deck.slice(0, size)), turnUp: deck[size], said };
    return new DeclarationBefore(this.data, spot).isRare ? this.dealt() : spot;
  }

  sizeOf({ said }, data) { return data.tiles - (data.turnUpHeld && saidIn(String(said)).length === data.players - 1 ? 1 : 0); }

  whatIsKnown() { return `You are the ${this.data.places[saidIn(this.spot.said).length]}. ${heardWords(this.spot.said)}`; }
  did(letter) { return `said ${letter}`; }
  does(letter) { return letter; }
  prompt() { return "A hand is dealt. What do you declare?"; }
}

const asking = offer("declaring", DeclarationAsking, DeclarationPractice);
