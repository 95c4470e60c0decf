// Games of tricks without a part of their own: what to declare, by what a hand holds (reports/opening/declaring.py).
// Histories are the actions, the eldest hand's first: "play,pass".
const actionsIn = history => history ? history.split(",") : [];

// The class of a hand: its trumps, the best two of those, and its other doubles.
function handClass(hand, trump) {
  const trumps = hand & SHOWS[trump], best = trumps & (1 << tileOf(trump, trump) | 1 << tileOf(trump, trump === 6 ? 5 : 6));
  const doubles = Math.min(countTiles(hand & DOUBLES & ~trumps), 2);
  return (Math.min(countTiles(trumps), 4) * 3 + countTiles(best)) * 3 + doubles;
}

// Whether the turn-up is one of the tiles of who is asked: the dealer.
const holdsTurnUp = (data, history) => data.turnUpHeld && actionsIn(history).length === data.players - 1;

const historyWords = history => history ? `Before you: ${actionsIn(history).join(", ")}.` : "Nobody has declared before you.";

class DeclarationBefore extends Before {
  constructor(data, { hand, turnUp, history }) {
    super();
    const ofClass = handClass(tileSet(holdsTurnUp(data, history) ? [...hand, turnUp] : hand), ENDS[turnUp][0]);
    const cell = data.cells[history][ofClass], known = cell ?? data.words.map(() => [0, 0]);
    Object.assign(this, { data, options: data.words, known, isRare: !cell, holds: `${data.classes[ofClass]} (${NUMBER_NAMES[ENDS[turnUp][0]]} are trumps)` });
  }

  named() { return this.options.map(word => ({ letter: word, name: word, did: `declared ${word}` })); }

  // All was priced before: nothing is played out here.
  * prices() {
    const { known } = this;
    return { weight: 1, best: known.findIndex(([gap]) => gap === 0), behind: () => known, isEnough: () => true };
  }
}

class DeclarationAsking extends HandAsking {
  controls() {
    const { places } = this.data, offered = this.historiesOf(this.position);
    return [
      makeControls(makeChoice("You are the", "your seat", [...places.entries()], this.position, position => this.change({ history: this.historiesOf(position)[0] }))),
      makeControls(offered.length === 1 ? make("span", {}, historyWords(this.history))
        : makeSelect("what was declared before you", offered.map(history => [history, historyWords(history)]), this.history, history => this.change({ history })))];
  }

  historiesOf(position) {
    return Object.keys(this.data.cells).filter(history => actionsIn(history).length === position);
  }
  get position() { return actionsIn(this.history).length; }
  get holdsTurnUp() { return holdsTurnUp(this.data, this.history); }

  // A dealer's turn-up is one of its tiles.
  get size() { return this.data.tiles - (this.holdsTurnUp ? 1 : 0); }
  get asksFor() { return super.asksFor + (this.holdsTurnUp ? "; the turn-up is yours, too" : ""); }

  show() {
    this.hand = this.hand.slice(0, this.size);
    super.show();
  }

  before(spot) { return new DeclarationBefore(this.data, spot); }
  beforeCommand() { return "For exactly these tiles: "; }

  answer(before) {
    if (!before.isRare) super.answer(before);
    else this.answerWith("Such hands came up too rarely to tell.", make("p", { class: "again" }, this.beforeCommand(), make("code", {}, this.command())));
  }

  command() {
    const { places } = this.data, own = this.hand;
    if (this.holdsTurnUp) this.hand = [...own, this.turnUp];
    const command = this.commandFor(places[this.position], this.history && ` --before ${this.history}`);
    this.hand = own;
    return command;
  }
}

// Any hand that came up, after anything that did.
class DeclarationPractice extends Practice {
  dealt() {
    const { cells } = this.data, histories = Object.keys(cells), deck = shuffledTiles();
    const history = histories[Math.floor(Math.random() * histories.length)], size = this.sizeOf({ history }, this.data);
    const spot = { hand: highestFirst(deck.slice(0, size)), turnUp: deck[size], history };
    return new DeclarationBefore(this.data, spot).isRare ? this.dealt() : spot;
  }

  sizeOf({ history }, data) { return data.tiles - (holdsTurnUp(data, String(history)) ? 1 : 0); }

  whatIsKnown() {
    const { history } = this.spot;
    return `You are the ${this.data.places[actionsIn(history).length]}. ${historyWords(history)}`;
  }
  prompt() { return "A hand is dealt. What do you declare?"; }
}

const asking = offer("declaring", DeclarationAsking, DeclarationPractice);
