// Loo and Rounce: play, miss or drop. The others are dealt what they can hold, good players declare
// by the solved table, and all play their tiles as strategies/loo/skills does; tests hold them together.
// What was declared is written in letters, the eldest hand's first: "PMD".

// What tiles are worth, as strategies/loo/skills has it (tile_play.py, hand_strength.py).
const TRUMP_LATER = [0.95, 0.6, 0.4, 0.2, 0.13, 0.1, 0.08];
const LOW_TRUMP = 3, DOUBLE_COUNTS_MORE = 2, DOUBLE_VALUE = 0.28, CATCH_VALUE = 0.03, LEAD_VALUE = 0.03;
makeSuits();

// The plain tiles led as their lower number that a plain tile beats.
const CAUGHT = NUMBERS.map(trump => TILES.map(tile => tileSet(TILES.filter(
  led => !((SHOWS[trump] | DOUBLES) >> led & 1) && betterThan(led, ENDS[led][1], trump) >> tile & 1))));

const plainWorth = (tile, trump, unseen) => CATCH_VALUE * countTiles(unseen & CAUGHT[trump][tile])
  + LEAD_VALUE / (1 + beatenBy(tile, trump, unseen));
const highestTrump = trumps => 31 - Math.clz32(trumps & DOUBLES || trumps);
const lowestTrump = trumps => lowestTile(trumps & ~DOUBLES || trumps);

// The tile that can best be done without before play.
function leastUseful(tiles, trump, unseen) {
  const plain = tilesOf(tiles & ~SHOWS[trump]);
  const worth = plain.map(tile => plainWorth(tile, trump, unseen) + DOUBLE_VALUE * (DOUBLES >> tile & 1));
  return plain.length ? plain[worth.indexOf(Math.min(...worth))] : lowestTrump(tiles);
}

// The five tiles that are kept of those that a miss draws; the hand thrown away for it has been seen.
function bestFive(tiles, trump, turnUp, thrown) {
  const unseen = ALL_TILES & ~(tiles | 1 << turnUp | thrown);
  while (countTiles(tiles) > TRICKS) tiles &= ~(1 << leastUseful(tiles, trump, unseen));
  return tiles;
}

class LooTable extends TrickTable {
  constructor({ players, rules }) {
    super(players);
    Object.assign(this, rules);
  }

  fearedMore(better) { return better & DOUBLES ? DOUBLE_COUNTS_MORE : 0; }

  worthLater(tile) {
    return SHOWS[this.trump] >> tile & 1 ? TRUMP_LATER[trumpsAbove(tile, this.trump, this.unseen)]
      : plainWorth(tile, this.trump, this.unseen);
  }

  lead(p, trick) {
    const { trump } = this, hand = this.held[p], own = hand & SHOWS[trump];
    if (trick && !own) this.voids[p] |= 1 << trump;
    const legal = own && countTiles(own) >= (trick ? 1 : this.leadTrumps) ? own : hand;
    if (legal & ~SHOWS[trump]) return this.bestLead(legal);
    const high = highestTrump(legal), low = lowestTrump(legal);
    if (trick === 0 && countTiles(legal) === 2) return low * 8 + trump;
    const isHigh = countTiles(this.seatsIn) === 2 || trumpsAbove(high, trump, this.unseen) === 0;
    return (isHigh ? high : low) * 8 + trump;
  }

  follow(p, legal, { trick, led, beats }) {
    const { trump, unseen } = this;
    if (trick === 0 && !this.rivals && led === trump && countTiles(legal) === 2 && SHOWS[trump] >> lowestTile(legal) & 1) {
      const high = highestTrump(legal), low = lowestTrump(legal);
      if (!(beats >> low & 1) && trumpsAbove(high, trump, unseen) === 0 && trumpsAbove(low, trump, unseen) >= LOW_TRUMP) return low;
    }
    return this.bestFollow(legal, led, beats);
  }

  // Play a deal out after all have declared; return the tricks of each position.
  playOut({ hands, misses, turnUp }, said) {
    const { players } = this, dealer = players - 1, [trump] = ENDS[turnUp], tricks = Array(players).fill(0);
    let drawn = 0, seatsIn = 0, isTaken = false;
    for (let p = 0; p < players; p++) {
      [this.held[p], this.gone[p]] = [hands[p], 0];
      if (said[p] === "D" || said[p] === undefined) continue;
      seatsIn |= 1 << p;
      if (said[p] === "M") {
        this.held[p] = bestFive(misses[drawn], trump, turnUp, hands[p]);
        this.gone[p] = hands[p] | misses[drawn++] & ~this.held[p];
      } else if (p === dealer) {
        const both = hands[p] | 1 << turnUp, tile = leastUseful(both, trump, ALL_TILES & ~both);
        isTaken = tile !== turnUp;
        this.held[p] = both & ~(1 << tile);
        this.gone[p] = both & ~(this.held[p] | 1 << turnUp);
      }
    }
    this.begin(turnUp, trump, seatsIn, isTaken);
    if (!(seatsIn & seatsIn - 1)) {
      tricks[seatsIn ? lowestTile(seatsIn) : dealer] = TRICKS;
      return tricks;
    }
    for (let trick = 0, leader = lowestTile(seatsIn); trick < TRICKS; trick++) {
      leader = this.playTrick(trick, leader);
      tricks[leader] += 1;
    }
    return tricks;
  }
}

// The class of a hand, as simulate/theory/loo/hands.py tells it.
// The tile that a dealer can best spare for the turn-up: low and plain, no double if possible.
function sparedTile(hand, trump) {
  const plain = hand & ~SHOWS[trump];
  return lowestTile(plain & ~DOUBLES || plain || hand & ~DOUBLES);
}

// By the ranks of the trumps held among those and the ones out: a rank is how many are higher.
function trumpClass(trumps, out, trump) {
  const [best, second] = tilesOf(trumps).map(tile => trumpsAbove(tile, trump, trumps | out)).sort((a, b) => a - b);
  const held = countTiles(trumps);
  if (held === 0) return 0;
  if (held === 1) return 1 + Math.min(best, 4);
  if (held === 2) {
    if (best === 0) return 6 + Math.min(second - 1, 2);
    if (best === 1) return 9 + Math.min(second - 2, 1);
    return 9 + Math.min(best, 3);
  }
  if (held === 3) return best === 0 ? 13 + Math.min(second - 1, 2) : 15 + Math.min(best, 2);
  return 18 + Math.min(best, 1);
}

// The class of five tiles (a set) and a turn-up: below 240, odd where a double is turned up.
function handClass(hand, turnUp, isDealer) {
  const [trump] = ENDS[turnUp];
  let seen = hand | 1 << turnUp;
  if (isDealer) hand = hand & ~(1 << sparedTile(hand, trump)) | 1 << turnUp;
  seen |= hand;
  const trumps = hand & SHOWS[trump], plain = hand & ~trumps;
  const doubles = Math.min(countTiles(plain & DOUBLES), 2);
  // Plain tiles, doubles apart, that at most one tile out beats when led.
  const isHigh = tilesOf(plain & ~DOUBLES).some(tile => beatenBy(tile, trump, ALL_TILES & ~seen) <= 1);
  const ofTrumps = trumpClass(trumps, SHOWS[trump] & ~seen, trump);
  return 2 * ((ofTrumps * 3 + doubles) * 2 + isHigh) + (DOUBLES >> turnUp & 1);
}

// The chances of the moves after what was said, with a class of hand; the last one's is what is left.
function chancesOf(data, table, said, ofClass) {
  table.read ??= {};
  return (table.read[said] ??= readChances(data.signs, table.often[said], data.nodes[said].length - 1))[ofClass];
}

function readChances(signs, text, many) {
  const found = [];
  for (let at = 0; at < text.length;) {
    const chances = [];
    for (; chances.length < many; at += 2) {
      chances.push((signs.length * signs.indexOf(text[at]) + signs.indexOf(text[at + 1])) / 10000);
    }
    found.push([...chances, 1 - chances.reduce((sum, chance) => sum + chance, 0)]);
  }
  return found;
}

// What a good player declares after what was said, by the solved table, which may leave it to chance.
function declares(data, table, deal, said) {
  const p = said.length, classes = deal.classes ??= [];
  const ofClass = classes[p] ??= handClass(deal.hands[p], deal.turnUp, p === data.players - 1);
  const chances = chancesOf(data, table, said, ofClass);
  let k = 0, word = deal.words[p];
  while (k < chances.length - 1 && word >= chances[k]) word -= chances[k++];
  return data.nodes[said][k];
}

// What a hand brings a position: its own chips, and the number of what is left to the next hands: of
// what stays in the pool, or of how all scores have changed.
function endOf(data, table, p, said, tricks) {
  const points = tricks.map((taken, q) => said[q] === undefined ? taken
    : "DF".includes(said[q]) ? 0 : taken || -5);
  if (table.pool === null) return [0, data.gains[points.reduce((key, one, q) => key + (one + 5 << 4 * q), 0)]];
  const last = data.players - 1, isWalkover = said[last] === undefined;
  const looed = points.filter(one => one < 0).length, kept = said[last] === "F" ? tricks[last] : 0;
  const own = isWalkover && p === last ? 7 : points[p] < 0 ? 6 : points[p];
  return [table.taken[own], isWalkover ? 9 : kept ? 3 + kept : looed];
}

// Deals that are played out, and the most that are drawn for them.
const PLAYED_OUT = 6144, MOST_DRAWN = 1 << 16;

// Random numbers from 0 to 1 that are the same each time (Mulberry32, by Tommy Ettinger).
function chanceFrom(seed) {
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let word = Math.imul(seed ^ seed >>> 15, 1 | seed);
    word = word + Math.imul(word ^ word >>> 7, 61 | word) ^ word;
    return ((word ^ word >>> 14) >>> 0) / 4294967296;
  };
}

// Deals that agree with what a position holds and has heard, and what declarations bring there.
class DeclaringBefore extends Before {
  constructor(data, { table, hand, turnUp, said }) {
    super();
    Object.assign(this, { data, table, said, turnUp, hand: tileSet(hand), position: said.length });
    this.options = [...data.nodes[said]];
    this.free = TILES.filter(tile => tile !== turnUp && !hand.includes(tile));
    this.playing = new LooTable(data);
    this.isDealer = this.position === data.players - 1;
    this.ofClass = handClass(this.hand, turnUp, this.isDealer);
  }

  // The declarations, and how often good players make each with such a hand, of 100.
  named() {
    const often = chancesOf(this.data, this.table, this.said, this.ofClass);
    return this.options.map((letter, k) => (
      { letter, name: declarationName(this.data, letter), often: Math.round(100 * often[k]) }));
  }

  // What five tiles hold, in words, with a turn-up that a dealer counts as his own.
  get holds() {
    const withIt = this.isDealer ? ", the turn-up counted" : "";
    const double = this.ofClass & 1 && !this.isDealer ? "; a double is turned up, the best trump, and the dealer may take it" : "";
    return `${this.data.classes[this.ofClass >> 1]}${withIt} (${NUMBER_NAMES[ENDS[this.turnUp][0]]} are trumps)${double}`;
  }

  // The prices of the hand that the page opens with: the command has priced it.
  opened({ margins, given, deals }) {
    return { behind: () => this.options.map(letter => margins[letter]), given, counted: deals };
  }

  dealt(chance) {
    const { players, missTiles, misses } = this.data, { free } = this;
    let gone = 0;
    const draw = many => {
      let set = 0;
      for (const stop = gone + many; gone < stop; gone++) {
        const other = gone + Math.floor(chance() * (free.length - gone)), tile = free[other];
        free[other] = free[gone];
        free[gone] = tile;
        set |= 1 << tile;
      }
      return set;
    };
    const hands = Array.from({ length: players }, (_, p) => p === this.position ? this.hand : draw(TRICKS));
    return { hands, turnUp: this.turnUp, words: hands.map(() => chance()),
      misses: Array.from({ length: misses }, () => draw(missTiles)) };
  }

  agrees(deal, p) {
    return declares(this.data, this.table, deal, this.said.slice(0, p)) === this.said[p];
  }

  // The options priced with as many deals that count as are wanted, whatever they say. Where hardly any
  // deal fits what a position declared, that is taken as given, as in simulate/branch/pricing.py.
  * prices() {
    const chance = chanceFrom(1), given = [], tell = [];
    let deals = Array.from({ length: LOOKED_THROUGH }, () => this.dealt(chance));
    for (let p = 0; p < this.position; p++) {
      const agree = deals.filter(deal => this.agrees(deal, p)), counts = agree.length >= FEWEST_LEFT;
      (counts ? tell : given).push(p);
      if (counts) deals = agree;
    }
    for (let drawn = LOOKED_THROUGH; drawn < MOST_DRAWN && deals.length < PLAYED_OUT; drawn++) {
      const deal = this.dealt(chance);
      if (tell.every(p => this.agrees(deal, p))) deals.push(deal);
      if (drawn % A_ROUND === 0) yield null;
    }
    deals.splice(PLAYED_OUT);
    const choosing = Math.floor(deals.length / CHOOSE);
    const { best } = this.playedOut(deals.slice(0, choosing)), measured = this.playedOut(deals.slice(choosing), best);
    return Object.assign(measured, { given });
  }

  playedOut(deals, chosen = null) {
    const priced = new PricedOptions(this.options, { chosen, parts: 1 });
    for (const deal of deals) priced.add(1, this.options.map(option => this.wonWith(deal, option)));
    return priced;
  }

  // What an option brings, with replicas: what is left to later hands was measured, too.
  wonWith(deal, option) {
    let said = this.said + option;
    while (this.data.nodes[said]) said += declares(this.data, this.table, deal, said);
    const [own, left] = endOf(this.data, this.table, this.position, said, this.playing.playOut(deal, said));
    return this.table.later[this.position][left].map(later => own + later);
  }
}

function declarationName({ taken }, letter) {
  return { P: "play", M: `take ${taken}`, D: "drop", F: "play for the pool" }[letter];
}

const doesSay = ({ taken }, letter) => ({ P: "plays", M: `takes ${taken}`, D: "drops" }[letter]);

// What else is asked: your seat, what was declared before you, and the pool.
class DeclaringAsking extends HandAsking {
  controls() {
    const { tables, places, players } = this.data, many = { 2: "two", 3: "three", 4: "four" }[players];
    this.table = tables[0];
    const pools = makeSelect("the pool", tables.map((table, at) => [at, String(table.pool)]), at => {
      this.table = tables[at];
      this.show();
    });
    const pool = tables.length > 1 ? [make("label", {}, "The pool is ", pools, " chips")] : [];
    this.places = makeSelect("your seat", Object.entries(places), position => this.sit(Number(position)));
    this.penalty = make("span");
    this.heard = makeControls();
    return [makeControls(make("label", {}, "You are the ", this.places, ` of ${many}`), ...pool, this.penalty), this.heard];
  }

  sit(position) {
    this.said = this.said.slice(0, position);
    while (this.said.length < position) this.said += this.likeliest();
    this.show();
  }

  // What a seat is taken to have declared before a person says otherwise.
  likeliest() {
    const { nodes } = this.data, { said } = this;
    return [..."DMP"].find(letter => nodes[said].includes(letter) && (letter !== "D" || nodes[said + "D"])) ?? nodes[said][0];
  }

  showControls() {
    const { nodes, places } = this.data, { said, table } = this;
    this.penalty.textContent = `Who stays in and takes no trick ${table.pool === null ? "loses five points" : `pays ${table.penalty}`}.`;
    this.places.value = String(said.length);
    this.heard.replaceChildren(...[...said].map((letter, p) => {
      const before = said.slice(0, p), moves = [...nodes[before]].filter(move => move !== "F" && nodes[before + move]);
      return make("label", {}, `${places[p]} `, makeSelect(`what the ${places[p]} declared`,
        moves.map(move => [move, doesSay(this.data, move), move === letter]), move => {
          this.said = before + move;
          this.sit(said.length);
        }));
    }));
  }

  isAsItOpened() { return super.isAsItOpened() && this.table === this.data.tables[0]; }
  before(spot) { return new DeclaringBefore(this.data, spot); }

  beforeCommand(before, { given, counted }) {
    const taken = given.map(p => `what the ${this.data.places[p]} declared`);
    return `${manyOf(counted)} deals were played out; others chose the best. ${taken.length
      ? `Good players hardly ever declare so: ${listed(taken, "and")} is taken as given. ` : ""}In a terminal: `;
  }

  command() {
    const { miss, places } = this.data, { said, table } = this, words = { P: "play", M: miss, D: "drop" };
    const before = said ? ` --before ${[...said].map(letter => words[letter]).join(",")}` : "";
    return this.commandFor(places[said.length], before + (table.pool === null ? "" : ` --pool ${table.pool}`));
  }
}

// The seats before you declare as good players do.
class DeclaringPractice extends Practice {
  dealt() {
    const { tables, players, nodes } = this.data, position = Math.floor(Math.random() * players);
    const table = tables[Math.floor(Math.random() * tables.length)], tiles = shuffledTiles(), turnUp = tiles[TRICKS * players];
    const hands = Array.from({ length: players }, (_, p) => tiles.slice(TRICKS * p, TRICKS * (p + 1)));
    const deal = { hands: hands.map(tileSet), turnUp, words: hands.map(() => Math.random()) };
    let said = "";
    while (said.length < position) said += declares(this.data, table, deal, said);
    // A dealer whom everybody leaves alone has nothing to declare.
    return nodes[said] ? { hand: highestFirst(hands[position]), turnUp, said, table } : this.dealt();
  }

  // The pools and the seats teach, whatever is held.
  teaches() { return true; }

  heardNow() {
    const { places } = this.data, { said, table } = this.spot;
    const before = [...said].map((letter, p) => `the ${places[p]} ${doesSay(this.data, letter)}`);
    const who = `You are the ${places[said.length]}`, pool = table.pool === null ? "" : ` The pool is ${table.pool}.`;
    return (before.length ? `${who}; ${before.join(", ")}.` : `${who}.`) + pool;
  }

  did(letter) {
    return { P: "played", M: `took ${this.data.taken}`, D: "dropped", F: "played for the pool" }[letter];
  }

  does(letter) { return declarationName(this.data, letter); }
  prompt() { return "A hand is dealt, the others have declared as good players do. What do you declare?"; }
}

const asking = offer("declaring", DeclaringAsking, DeclaringPractice);
