// Euchre: pass, order up, or go alone; who is asked has heard only passes. The others call by the
// solved table and play tiles as strategies/euchre/base.py says; tests hold them together.
const PLAIN_DOUBLE_KINDS = 3, BOWER_KINDS = 4;
// What tiles are worth later, by how many out beat them, and what drawing trumps is worth.
const TRUMP_LATER = [0.95, 0.8, 0.65, 0.55, 0.5, 0.5, 0.45, 0.45];
const PLAIN_LATER = [0.2, 0.1, 0.06, 0.04, 0.03, 0.02, 0.01];
const DRAW_TRUMPS = 0.4;
// Chances of the solved table are told in so many parts; a hand ends with so many points to its maker.
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

// The chance that a hand of some of the tiles out has none of so many given ones, by all three.
const MOST_GIVEN = 10, MISSING = new Float64Array((TRICKS + 1) * 29 * MOST_GIVEN);
const waysOf = (many, of) => of === 0 ? 1 : waysOf(many - 1, of - 1) * many / of;
for (let held = 0; held <= TRICKS; held++) {
  for (let out = held; out <= 28; out++) {
    for (let given = 0; given < MOST_GIVEN && given <= out - held; given++) {
      MISSING[(held * 29 + out) * MOST_GIVEN + given] = waysOf(out - given, held) / waysOf(out, held);
    }
  }
}

class EuchreTable extends TrickTable {
  worthLater(tile) {
    return TRUMPS[this.trump] >> tile & 1 ? TRUMP_LATER[trumpsAbove(tile, this.trump, this.unseen)]
      : PLAIN_LATER[beatenBy(tile, this.trump, this.unseen)];
  }

  look(p, trick, toCome) {
    super.look(p, trick, toCome);
    this.row = ((TRICKS - trick) * 29 + countTiles(this.unseen)) * MOST_GIVEN;
  }

  // The chance that no rival to come beats a tile, within its suit or with a trump.
  chanceToStand(tile, suit) {
    const { trump, unseen, row, shown, voids } = this, isTrump = TRUMPS[trump] >> tile & 1;
    const followers = unseen & SUITS[trump * 7 + suit], over = unseen & (isTrump ? betterThan(tile, trump, trump) : TRUMPS[trump]);
    const better = isTrump ? 0 : followers & betterThan(tile, suit, trump);
    const noneOver = MISSING[row + countTiles(over)], noFollower = MISSING[row + countTiles(followers ^ better)];
    const noBetter = MISSING[row + countTiles(better)];
    let chance = 1;
    for (let left = this.rivals; left; left &= left - 1) {
      const p = lowestTile(left), isVoid = voids[p] >> suit & 1;
      const noTrump = p === this.players - 1 && shown & over ? 0 : voids[p] >> trump & 1 ? 1 : noneOver;
      chance *= suit === trump ? noTrump : (isVoid ? 1 : noBetter) * (1 - (isVoid ? 1 : noFollower) * (1 - noTrump));
    }
    return chance;
  }

  // The lead with the most chance above what its tile is worth later.
  lead(p) {
    const { trump } = this, drawing = this.makers >> p & 1 && this.unseen & TRUMPS[trump] ? DRAW_TRUMPS : 0;
    let best = -9, answer = 0;
    for (let legal = this.held[p]; legal; legal &= legal - 1) {
      const tile = lowestTile(legal), isTrump = TRUMPS[trump] >> tile & 1;
      const value = (isTrump ? drawing : 0) - this.worthLater(tile);
      for (let end = isTrump || this.leadsHigh ? 0 : 1; end >= 0; end--) {
        const suit = isTrump ? trump : ENDS[tile][end], chance = this.chanceToStand(tile, suit);
        if (value + chance > best) [best, answer] = [value + chance, tile * 8 + suit];
      }
    }
    return answer;
  }

  // The same of those that may follow; some beat what wins so far, with some chance to stand as well.
  follow(p, legal, { led, winning, winner, beats }) {
    const leftAlone = this.partners[p] >> winner & 1 ? this.chanceToStand(winning, led) : 0;
    let best = -9, answer = 0;
    for (; legal; legal &= legal - 1) {
      const tile = lowestTile(legal);
      const value = (beats >> tile & 1 ? this.chanceToStand(tile, led) : leftAlone) - this.worthLater(tile);
      if (value > best) [best, answer] = [value, tile];
    }
    return answer;
  }

  // The tile that a dealer discards.
  discarded(tiles) {
    this.unseen = ALL_TILES & ~tiles;
    const worth = tilesOf(tiles).map(tile => this.worthLater(tile));
    return tilesOf(tiles)[worth.indexOf(Math.min(...worth))];
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
  const ranks = NUMBERS.map(suit => suit === turned ? -1 : data.order[handKind(hand, suit)]);
  return ranks.indexOf(Math.max(...ranks));
}

// A decision of the first round, all before having passed: as pricing.js has it.
class AuctionBefore extends Before {
  constructor(data, { hand, turnUp, said }) {
    super();
    const { players } = data, fixed = new Array(28).fill(-1);
    Object.assign(this, { data, turnUp, said, hand: tileSet(hand), suit: ENDS[turnUp][0], me: said.length });
    this.options = [...data.letters];
    this.asked = [];
    // By ending, with replicas: the worth was measured, too.
    const worth = data.worth[this.me % data.worth.length];
    this.worth = worth[0].map((_, ending) => worth.map(each => each[ending]));
    hand.forEach((tile, k) => { fixed[TRICKS * this.me + k] = tile; });
    fixed[TRICKS * players] = turnUp;
    this.known = dealsKnown(fixed, [], TRICKS * players);
    this.table = new EuchreTable(players);
    this.table.leadsHigh = data.lead_suit === "high";
  }

  // The calls, and how often good players make each with such a hand, of 100.
  named() {
    const chances = chancesOfCalls(this.data, this.me, this.hand, this.suit, this.turnUp);
    const all = [...chances, PARTS - chances.reduce((sum, chance) => sum + chance, 0)];
    return this.options.map((letter, k) => (
      { letter, name: this.data.names[this.said][letter], often: Math.round(100 * all[k] / PARTS) }));
  }

  // "3 trumps, right bower, one other double; fours are trumps": a dealer is told it with the turn-up.
  get holds() {
    const { data, suit } = this, isDealer = this.me === data.players - 1;
    const kind = handKind(isDealer ? this.hand | 1 << this.turnUp : this.hand, suit);
    const held = Math.floor(kind / PLAIN_DOUBLE_KINDS);
    const doubles = data.doubles[held % BOWER_KINDS ? 1 : 0][kind % PLAIN_DOUBLE_KINDS];
    return `${data.trumps[held]}, ${doubles}${isDealer ? ", with the turn-up" : ""}; ${NUMBER_NAMES[suit]} are trumps`;
  }

  // The prices of the hand that the page opens with: the command has priced it.
  opened(behind) { return { behind: () => behind }; }

  // The hands, with the chance that those before would have passed with them.
  dealt(number) {
    const { order, weight, picks } = drawDeal(this.known, number);
    const hands = Array.from({ length: this.data.players }, (_, p) => tileSet(order.slice(TRICKS * p, TRICKS * (p + 1))));
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

// What a command is told of so many passes.
const beforePasses = many => many ? ` --before ${Array(many).fill("pass").join(",")}` : "";

class CallAsking extends HandAsking {
  controls() {
    this.places = makeSelect("your seat", [], said => { this.said = said; this.show(); });
    this.offerSeats(this.data.asked);
    return [makeControls(make("label", {}, "You are the ", this.places))];
  }

  follow(before) {
    super.follow(before);
    this.offerSeats(this.data.asked);
    this.said = this.said in this.data.asked ? this.said : "";
  }

  showControls() { this.places.value = this.said; }
  before(spot) { return new AuctionBefore(this.data, spot); }
  command() { return this.commandFor(this.data.places[this.said.length], beforePasses(this.said.length)); }
  beforeCommand() { return "For exactly these tiles: "; }

  // At another score, and in the second round, other calls are best.
  afterCommand() {
    return [make("p", { class: "again" },
      "The answers above hold when a game begins. At another score, add the points from the eldest hand on: ",
      make("code", {}, `--score ${this.data.score}`),
      ". To ask which suit to name when all have passed and it is turned down: ",
      make("code", {}, beforePasses(this.data.players + this.said.length).trim()), ".")];
  }
}

// The seats before you pass as good players do; hands are dealt until they all do.
class CallPractice extends Practice {
  dealt() {
    const { asked, players } = this.data, places = Object.keys(asked), said = places[Math.floor(Math.random() * places.length)];
    for (;;) {
      const tiles = shuffledTiles(), turnUp = tiles[TRICKS * players];
      const handAt = p => tiles.slice(TRICKS * p, TRICKS * (p + 1));
      const passes = p => PARTS * Math.random()
        < chancesOfCalls(this.data, p, tileSet(handAt(p)), ENDS[turnUp][0], turnUp)[0];
      if ([...said].every((_, p) => passes(p))) return { hand: highestFirst(handAt(said.length)), turnUp, said };
    }
  }

  whatIsKnown() { return `You are the ${this.data.asked[this.spot.said]}.`; }
  did(letter) { return { P: "passed", C: "ordered it up", A: "went alone" }[letter]; }
  does(letter) { return { P: "pass", C: "order it up", A: "go alone" }[letter]; }
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
    note: `With ${players} players. Columns go by the doubles that you hold, trumps apart.` };
}

const asking = offer("calling", CallAsking, CallPractice);
if (asking) offerChart(() => callingChart(asking.data));
