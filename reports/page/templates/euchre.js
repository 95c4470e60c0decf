// Euchre: pass, order up, or go alone, after passes. Calls are the solved table's, tiles strategies/euchre/base.py's.
const PLAIN_DOUBLE_KINDS = 3, BOWER_KINDS = 4;
// Values of tiles later, by how many out beat them, and of drawing trumps.
const TRUMP_LATER = [0.95, 0.8, 0.65, 0.55, 0.5, 0.5, 0.45, 0.45];
const PLAIN_LATER = [0.2, 0.1, 0.06, 0.04, 0.03, 0.02, 0.01];
const DRAW_TRUMPS = 0.4;
// Chances of the solved table are in so many parts; a hand ends with so many points to its maker.
const PARTS = 255, POINTS = [-2, 0, 1, 2, 4];

const rightBower = trump => tileOf(trump, trump);
const leftBower = trump => rightBower(trump === 0 ? 6 : trump - 1);
makeSuits(NUMBERS.map(trump => 1 << leftBower(trump)));

// Trumps, bowers among them and plain doubles, as a number: simulate/theory/euchre/forked_deals.py.
function handKind(hand, trump) {
  const trumps = hand & TRUMPS[trump];
  const bowers = (hand >> rightBower(trump) & 1) * 2 + (hand >> leftBower(trump) & 1);
  const doubles = Math.min(countTiles(hand & DOUBLES & ~trumps), PLAIN_DOUBLE_KINDS - 1);
  return (Math.min(countTiles(trumps), TRICKS) * BOWER_KINDS + bowers) * PLAIN_DOUBLE_KINDS + doubles;
}

const waysOf = (many, of) => of === 0 ? 1 : waysOf(many - 1, of - 1) * many / of;
const NONE_OF = chancesOfNone((size, out, given) => waysOf(out - given, size) / waysOf(out, size));

class EuchreTable extends TrickTable {
  worthLater(tile) {
    return TRUMPS[this.trump] >> tile & 1 ? TRUMP_LATER[trumpsAbove(tile, this.trump, this.unseen)]
      : PLAIN_LATER[beatenBy(tile, this.trump, this.unseen)];
  }

  look(p, trick, toCome) {
    super.look(p, trick, toCome);
    this.row = rowOf(TRICKS - trick, countTiles(this.unseen));
    this.drawing = this.makers >> p & 1 && this.unseen & TRUMPS[this.trump] ? DRAW_TRUMPS : 0;
  }

  // The chance that no rival to come beats a tile, within its suit or with a trump.
  chanceToStand(tile, suit) {
    const { trump, unseen, row, shown, voids } = this, isTrump = TRUMPS[trump] >> tile & 1;
    const followers = unseen & SUITS[trump * 7 + suit], over = unseen & (isTrump ? betterThan(tile, trump, trump) : TRUMPS[trump]);
    const better = isTrump ? 0 : followers & betterThan(tile, suit, trump);
    const none = tiles => NONE_OF[row + countTiles(tiles)];
    const noneOver = none(over), noFollower = none(followers ^ better), noBetter = none(better);
    let chance = 1;
    for (let left = this.rivals; left; left &= left - 1) {
      const p = lowestTile(left), isVoid = voids[p] >> suit & 1;
      const noTrump = p === this.players - 1 && shown & over ? 0 : voids[p] >> trump & 1 ? 1 : noneOver;
      chance *= suit === trump ? noTrump : (isVoid ? 1 : noBetter) * (1 - (isVoid ? 1 : noFollower) * (1 - noTrump));
    }
    return chance;
  }

  // The chance to win the trick above the value of the tile later.
  worthOfLead(tile, suit) {
    const value = (suit === this.trump ? this.drawing : 0) - this.worthLater(tile);
    return value + this.chanceToStand(tile, suit);
  }

  worthOfFollow(tile, { led, beats }) {
    return (beats >> tile & 1 ? this.chanceToStand(tile, led) : this.leftAlone) - this.worthLater(tile);
  }

  follow(p, legal, trick) {
    this.leftAlone = this.partners[p] >> trick.winner & 1 ? this.chanceToStand(trick.winning, trick.led) : 0;
    return super.follow(p, legal, trick);
  }

  // The tile that a dealer discards.
  discarded(tiles) {
    this.unseen = ALL_TILES & ~tiles;
    return bestOf(tilesOf(tiles), tile => -this.worthLater(tile));
  }

  // The points of a deal to its maker, or with a minus those against it: of the hands by position.
  pointsMade({ hands, turnUp }, { maker, suit, alone, isTurned }) {
    const { players } = this, dealer = players - 1, out = alone ? 1 << (maker ^ 2) : 0;
    this.makers = players === 4 ? 0b0101 << (maker & 1) : 1 << maker;
    hands.forEach((hand, p) => {
      [this.held[p], this.gone[p]] = [hand, 0];
      this.partners[p] = this.makers >> p & 1 ? this.makers : ~this.makers;
    });
    const isTaken = isTurned && !(out >> dealer & 1);
    this.trump = suit;
    if (isTaken) {
      this.gone[dealer] = 1 << this.discarded(hands[dealer] | 1 << turnUp);
      this.held[dealer] = (hands[dealer] | 1 << turnUp) & ~this.gone[dealer];
    }
    this.begin(turnUp, suit, (1 << players) - 1 & ~out, isTaken);
    let made = 0;
    for (let trick = 0, leader = maker; trick < TRICKS; trick++) {
      leader = this.playTrick(trick, leader);
      made += this.makers >> leader & 1;
    }
    return made < 3 ? -2 : made < TRICKS ? 1 : alone ? 4 : 2;
  }
}

// With what chances the solved table passes and makes the suit turned with a hand, in the
// place of who was asked so many times that nobody had called.
function chancesOfCalls(data, asked, hand, suit, turnUp) {
  const { players } = data, isFirst = asked < players, isDealer = asked % players === players - 1;
  const held = isFirst && isDealer ? hand | 1 << turnUp : hand;
  const isDouble = isFirst && !isDealer && DOUBLES >> turnUp & 1;
  return data.chances[asked][2 * handKind(held, suit) + isDouble];
}

// The suit that is named when it is turned down: the one whose kind comes first in the table's order.
function suitToName(data, hand, turned) {
  return bestOf(NUMBERS.filter(suit => suit !== turned), suit => data.order[handKind(hand, suit)]);
}

// A decision of the first round, all before having passed: as pricing.js has it.
class AuctionBefore extends Before {
  constructor(data, { hand, turnUp, history }) {
    super();
    const { players } = data;
    Object.assign(this, { data, turnUp, history, hand: tileSet(hand), suit: ENDS[turnUp][0], me: history.length });
    this.options = [...data.letters];
    this.asked = [];
    // By ending, with replicas: the worth was measured, too.
    const worth = data.worth[this.me % data.worth.length];
    this.worth = worth[0].map((_, ending) => worth.map(each => each[ending]));
    const places = [...handPlaces(this.me, TRICKS), TRICKS * players];
    this.deals = dealsKnown(orderOf([...hand, turnUp], places), [], TRICKS * players);
    this.table = new EuchreTable(players);
    this.table.leadsHigh = data.lead_suit === "high";
  }

  // The calls, and how often good players make each with such a hand, of 100.
  named() {
    const chances = chancesOfCalls(this.data, this.me, this.hand, this.suit, this.turnUp);
    const all = [...chances, PARTS - chances.reduce((sum, chance) => sum + chance, 0)];
    // Mistakes of all seats are counted together.
    const does = { P: "pass", C: "order it up", A: "go alone" };
    return this.options.map((letter, k) => (
      { letter, name: this.data.names[this.history][letter], does: does[letter], often: Math.round(100 * all[k] / PARTS) }));
  }

  // "3 trumps, right bower, one other double; fours are trumps", of a dealer with the turn-up.
  get holds() {
    const { data, suit } = this, isDealer = this.me === data.players - 1;
    const kind = handKind(isDealer ? this.hand | 1 << this.turnUp : this.hand, suit);
    const held = Math.floor(kind / PLAIN_DOUBLE_KINDS);
    const doubles = data.doubles[held % BOWER_KINDS ? 1 : 0][kind % PLAIN_DOUBLE_KINDS];
    return `${data.trumps[held]}, ${doubles}${isDealer ? ", with the turn-up" : ""}; ${NUMBER_NAMES[suit]} are trumps`;
  }

  // The hands, with the chance that those before would have passed with them.
  dealt(number) {
    const { order, weight, picks } = super.dealt(number), hands = handsIn(order, this.data.players, TRICKS);
    const passes = hands.slice(0, this.me).reduce(
      (chance, hand, p) => chance * chancesOfCalls(this.data, p, hand, this.suit, this.turnUp)[0] / PARTS, 1);
    return { hands, turnUp: this.turnUp, weight: weight * passes, picks };
  }

  // The chance to win the game that a call leaves.
  wonWith(deal, letter) {
    const call = letter === "P" ? this.callAfter(deal, this.me + 1)
      : { maker: this.me, suit: this.suit, alone: letter === "A", isTurned: true };
    const points = call ? this.table.pointsMade(deal, call) : 0;
    return this.worth[POINTS.length * ((call?.maker ?? 0) % this.data.worth.length) + POINTS.indexOf(points)];
  }

  // Who of those asked from now on makes what; nothing where all pass.
  callAfter({ hands, turnUp, picks }, asked) {
    for (const { players, chances } = this.data; asked < chances.length; asked++) {
      const maker = asked % players, isTurned = asked < players;
      const suit = isTurned ? this.suit : suitToName(this.data, hands[maker], this.suit);
      const [passes, calls] = chancesOfCalls(this.data, asked, hands[maker], suit, turnUp);
      const drawn = picks.below(PARTS);
      if (drawn >= passes) return { maker, suit, alone: players === 4 && drawn >= passes + calls, isTurned };
    }
    return null;
  }
}

// So many passes, for a command.
const beforePasses = many => many ? ` --before ${Array(many).fill("pass").join(",")}` : "";

class CallAsking extends HandAsking {
  controls() {
    return [makeControls(makeChoice("You are the", "your seat", Object.entries(this.data.asked), this.history, history => this.change({ history })))];
  }

  follow(before) {
    super.follow(before);
    if (!(this.history in this.data.asked)) this.history = "";
  }

  before(spot) { return new AuctionBefore(this.data, spot); }
  command() { return this.commandFor(this.data.places[this.history.length], beforePasses(this.history.length)); }
  beforeCommand() { return "For exactly these tiles: "; }

  // At another score, and in the second round, other calls are best.
  afterCommand() {
    return [make("p", { class: "again" },
      "The answers above hold when a game begins. At another score, add the points from the eldest hand on: ",
      make("code", {}, `--score ${this.data.score}`),
      ". To ask which suit to name when all have passed and it is turned down: ",
      make("code", {}, beforePasses(this.data.players + this.history.length).trim()), ".")];
  }
}

// The seats before you pass as good players do; hands are dealt until they all do.
class CallPractice extends Practice {
  dealt() {
    const { asked, players } = this.data, places = Object.keys(asked), history = places[Math.floor(Math.random() * places.length)];
    for (;;) {
      const tiles = shuffledTiles(), turnUp = tiles[TRICKS * players];
      const handAt = p => tiles.slice(TRICKS * p, TRICKS * (p + 1));
      const passes = p => PARTS * Math.random()
        < chancesOfCalls(this.data, p, tileSet(handAt(p)), ENDS[turnUp][0], turnUp)[0];
      if ([...history].every((_, p) => passes(p))) return { hand: highestFirst(handAt(history.length)), turnUp, history };
    }
  }

  whatIsKnown() { return `You are the ${this.data.asked[this.spot.history]}.`; }
  prompt() { return "A hand is dealt, and all before you passed as good players do. What do you call?"; }
}

// Hands that show how often each kind is dealt, and what is rarer than so many of them.
const DEALT = 20000, RARE = 20;

// The chart of the table that is chosen: trumps and bowers, and other doubles, by seat.
function callingChart(data) {
  const { players, letters, places, trumps } = data, chance = chanceFrom(1), heads = ["0", "1", "2+"];
  const dealt = places.map(() => new Int32Array(2 * trumps.length * PLAIN_DOUBLE_KINDS));
  for (let k = 0; k < DEALT; k++) {
    const tiles = shuffledTiles(chance), hand = tileSet(tiles.slice(0, TRICKS)), turnUp = tiles[TRICKS], [suit] = ENDS[turnUp];
    places.forEach((_, p) => { dealt[p][p === players - 1 ? 2 * handKind(hand | 1 << turnUp, suit) : 2 * handKind(hand, suit) + (DOUBLES >> turnUp & 1)]++; });
  }
  const shares = (p, cell) => {
    const chances = data.chances[p][cell], last = PARTS - chances.reduce((sum, one) => sum + one, 0);
    return dealt[p][cell] < RARE ? [] : sharesOf([...letters], [[1, [...chances, last]]]);
  };
  const columns = places.flatMap((_, p) => heads.map((head, doubles) => ({ seat: p, heads: [head], shares: row => [0, 1].map(up => shares(p, 2 * (row * PLAIN_DOUBLE_KINDS + doubles) + up)) })));
  return { seats: places, rows: trumps, columns, names: data.names[""], signs: Object.fromEntries([...letters].map(letter => [letter, letter])),
    note: () => `With ${players} players. Columns go by the doubles that you hold, trumps apart.` };
}

const asking = offer("calling", CallAsking, CallPractice);
if (asking) offerChart(() => callingChart(asking.data));
