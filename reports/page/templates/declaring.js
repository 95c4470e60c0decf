// Games of tricks without a part of their own: what to declare, by what a hand holds
// (reports/opening/declaring.py): situations are a position and how often each thing was declared before it.
const TRICKS = 5;

// The class of a hand: its trumps, the best two of those, and its other doubles.
function handClass(hand, trump) {
  const trumps = hand & SHOWS[trump], best = trumps & (1 << tileOf(trump, trump) | 1 << tileOf(trump, trump === 6 ? 5 : 6));
  const doubles = Math.min(countTiles(hand & DOUBLES & ~trumps), 2);
  return (Math.min(countTiles(trumps), 4) * 3 + countTiles(best)) * 3 + doubles;
}

// "play once, pass twice" of a situation, in the order of the words.
function heardWords({ words }, situation) {
  const counts = situation.split(",").slice(1).map(Number);
  const said = words.flatMap((word, k) => counts[k] ? [`${word} ${["once", "twice"][counts[k] - 1] ?? `${counts[k]} times`}`] : []);
  return said.length ? `Before you: ${said.join(", ")}.` : "Nobody has declared before you.";
}

class DeclarationBefore extends Before {
  constructor(data, { hand, turnUp, situation }) {
    super();
    const isDealer = data.turnUpHeld && Number(situation.split(",")[0]) === data.players - 1;
    const ofClass = handClass(tileSet(isDealer ? [...hand, turnUp] : hand), ENDS[turnUp][0]);
    Object.assign(this, { data, options: data.words, holds: `${data.classes[ofClass]} (${NUMBER_NAMES[ENDS[turnUp][0]]} are trumps)`,
      known: data.cells[situation][ofClass] });
  }

  named() { return this.options.map(word => ({ letter: word, name: word })); }

  // All was priced before: nothing is played out here.
  * prices() {
    if (!this.known) return null;
    const { known } = this;
    return { weight: 1, best: known.findIndex(([gap]) => gap === 0), behind: () => known, isEnough: () => true };
  }
}

class DeclarationAsking extends HandAsking {
  controls() {
    const { places, cells } = this.data, names = places.map((place, at) => [at, place]);
    [this.situation] = Object.keys(cells);
    this.places = makeSelect("your seat", names, position => {
      this.situation = Object.keys(cells).find(situation => situation.startsWith(`${position},`));
      this.show();
    });
    this.heard = makeControls();
    return [makeControls(make("label", {}, "You are the ", this.places)), this.heard];
  }

  get position() { return Number(this.situation.split(",")[0]); }
  get holdsTurnUp() { return this.data.turnUpHeld && this.position === this.data.players - 1; }

  // A dealer's turn-up is one of the five tiles.
  show() {
    this.size = TRICKS - (this.holdsTurnUp ? 1 : 0);
    this.hand = this.hand.slice(0, this.size);
    super.show();
  }

  showControls() {
    const situations = Object.keys(this.data.cells).filter(one => one.startsWith(`${this.position},`));
    this.places.value = String(this.position);
    this.heard.replaceChildren(situations.length === 1 ? make("span", {}, heardWords(this.data, this.situation))
      : makeSelect("what was declared before you", situations.map(one => [one, heardWords(this.data, one), one === this.situation]),
        situation => { this.situation = situation; this.show(); }));
    this.legend.textContent = `Click ${this.size === TRICKS ? "five" : "four"} tiles for your hand, then the turn-up`
      + (this.holdsTurnUp ? ", which is your fifth" : "");
  }

  isAsItOpened() { return super.isAsItOpened() && this.situation === Object.keys(this.data.cells)[0]; }
  before(spot) { return new DeclarationBefore(this.data, spot); }
  beforeCommand() { return "For exactly these tiles: "; }

  answer(before) {
    if (before.known) super.answer(before);
    else this.say("Too few such hands were dealt to tell.", make("p", {}, `You hold ${before.holds}.`),
      make("p", { class: "again" }, this.beforeCommand(), make("code", {}, this.command())));
  }

  command() {
    const { words, places } = this.data, counts = this.situation.split(",").slice(1).map(Number);
    const said = words.flatMap((word, k) => Array(counts[k]).fill(word)), own = this.hand;
    if (this.holdsTurnUp) this.hand = [...own, this.turnUp];
    const command = this.commandFor(places[this.position], said.length ? ` --before ${said.join(",")}` : "");
    this.hand = own;
    return command;
  }
}

// Any hand in any situation that was dealt often enough.
class DeclarationPractice extends Practice {
  dealt() {
    const { cells, players, turnUpHeld } = this.data, situations = Object.keys(cells);
    for (;;) {
      const situation = situations[Math.floor(Math.random() * situations.length)], tiles = shuffledTiles();
      const size = TRICKS - (turnUpHeld && Number(situation.split(",")[0]) === players - 1 ? 1 : 0);
      const spot = { hand: highestFirst(tiles.slice(0, size)), turnUp: tiles[size], situation };
      if (this.asking.before(spot).known) return spot;
    }
  }

  heardNow() {
    const { situation } = this.spot;
    return `You are the ${this.data.places[Number(situation.split(",")[0])]}. ${heardWords(this.data, situation)}`;
  }

  did(letter) { return `said ${letter}`; }
  does(letter) { return letter; }
  prompt() { return "A hand is dealt. What do you declare?"; }
}

const asking = offer("declaring", DeclarationAsking, DeclarationPractice);
