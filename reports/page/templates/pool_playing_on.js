// Pool from any turn on: hands that the others can hold are dealt, and each tile that could be played
// is played out, all playing as the strategy counter does (strategies/pool/counting.py; a test holds
// the two together).
const PIPS_OF_TILE = TILE_NAMES.map((name, tile) => endsOf(tile)[0] + endsOf(tile)[1]);
const HIGH_END = TILE_NAMES.map((name, tile) => endsOf(tile)[0]);
const LOW_END = TILE_NAMES.map((name, tile) => endsOf(tile)[1]);
const TO_THE_RIGHT = 32;
const PASSED = 64;
// Tiles of the stock that are never drawn.
const NEVER_DRAWN = 2;

// The tiles that show none of a set of numbers (bit k for number k).
const FREE_OF = Array.from({ length: 128 }, (_, numbers) =>
  SHOWS.reduce((free, shows, k) => numbers >> k & 1 ? free & ~shows : free, ALL_TILES));

// The chance that a hand of some tiles out has harmless ones only, by all three.
const ALL_PASS = new Float64Array(29 ** 3);
for (let out = 0; out <= 28; out++) {
  for (let harmless = 0; harmless <= out; harmless++) {
    for (let size = 0; size <= out; size++) {
      let chance = 1;
      for (let k = 0; k < size; k++) chance = harmless <= k ? 0 : chance * ((harmless - k) / (out - k));
      ALL_PASS[(out * 29 + harmless) * 29 + size] = chance;
    }
  }
}

const pipsIn = tiles => {
  let pips = 0;
  for (; tiles; tiles &= tiles - 1) pips += PIPS_OF_TILE[lowestTile(tiles)];
  return pips;
};

// The options of a hand: a tile's number, and 32 more where it goes to the right end; ends that show
// the same number are one, the left.
function optionsOf(hand, left, right) {
  const found = [];
  const add = (set, shift) => {
    for (; set; set &= set - 1) found.push(lowestTile(set) + shift);
  };
  if (left < 0) add(hand, 0);
  else {
    add(hand & SHOWS[left], 0);
    if (right !== left) add(hand & SHOWS[right], TO_THE_RIGHT);
  }
  return found;
}

// The open ends after an option, as left * 8 + right.
function endsAfter(left, right, option) {
  const tile = option & 31;
  if (left < 0) return HIGH_END[tile] * 8 + LOW_END[tile];
  if (option & TO_THE_RIGHT) return left * 8 + PIPS_OF_TILE[tile] - right;
  return (PIPS_OF_TILE[tile] - left) * 8 + right;
}

// What counter plays at a table: players, sizes and voids by position, played (set), left and right.
function counterPlays(weights, table, hand, position, options) {
  const unseen = ALL_TILES & ~(hand | table.played);
  let chosen = -1, most = -1;
  for (const option of options) {
    const tile = option & 31, ends = endsAfter(table.left, table.right, option);
    const fitting = SHOWS[ends >> 3] | SHOWS[ends & 7], kept = hand & ~(1 << tile);
    let numbers = 0;
    for (let k = 0; k < 7; k++) numbers += (kept & SHOWS[k]) !== 0;
    let worth = weights.fits * countTiles(kept & fitting) + weights.numbers * numbers;
    worth += weights.pips * PIPS_OF_TILE[tile];
    let weight = 1;
    for (let other = 1; other < table.players; other++) {
      const p = (position + other) % table.players, possible = unseen & FREE_OF[table.voids[p]];
      const place = countTiles(possible) * 29 + countTiles(possible & ~fitting);
      worth += weight * ALL_PASS[place * 29 + table.sizes[p]];
      weight *= weights.fade;
    }
    if (worth > most) [chosen, most] = [option, worth];
  }
  return chosen;
}

function emptyTable(players, size) {
  return { players, left: -1, right: -1, played: 0, passes: 0,
    sizes: new Array(players).fill(size), voids: new Array(players).fill(0) };
}

const copyOf = table => ({ ...table, sizes: table.sizes.slice(), voids: table.voids.slice() });

// Change a table by a turn: an option, or a pass; who drew a tile first could not follow before.
function takeTurn(table, position, option, drew = false) {
  const isPass = option === PASSED;
  if (isPass && drew) table.voids[position] = 0;
  if (isPass || drew) table.voids[position] |= 1 << table.left | 1 << table.right;
  table.passes = isPass && !drew ? table.passes + 1 : 0;
  if (isPass) return;
  const ends = endsAfter(table.left, table.right, option);
  table.left = ends >> 3;
  table.right = ends & 7;
  table.played |= 1 << (option & 31);
  table.sizes[position] -= 1;
}

// Whether a seat that cannot follow draws a tile where it may: see strategies/pool/base.py.
function wouldDraw(table, hand, position) {
  if (table.passes < table.players - 1) return false;
  const unseen = ALL_TILES & ~(hand | table.played);
  const fewest = Math.min(...table.sizes.filter((_, p) => p !== position));
  return pipsIn(hand) > pipsIn(unseen) * fewest / countTiles(unseen);
}

// The part of the pool that a seat takes when all play on; hands are by position, and are changed.
// Tiles are drawn from the stock in order; what cannot be divided stays in the pool.
function partWon(data, table, hands, stock, position, option, me) {
  let drawn = 0, drew = false;
  for (;;) {
    takeTurn(table, position, option, drew);
    if (option !== PASSED) hands[position] &= ~(1 << (option & 31));
    if (hands[position] === 0) return position === me ? 1 : 0;
    if (table.passes === table.players) break;
    position = (position + 1) % table.players;
    let options = optionsOf(hands[position], table.left, table.right);
    drew = options.length === 0 && data.draw !== "no" && stock.length - drawn > NEVER_DRAWN
      && (data.draw === "must" || wouldDraw(table, hands[position], position));
    if (drew) {
      hands[position] |= 1 << stock[drawn++];
      table.sizes[position] += 1;
      options = optionsOf(hands[position], table.left, table.right);
    }
    option = options.length === 0 ? PASSED : options.length === 1 ? options[0]
      : counterPlays(data.counter, table, hands[position], position, options);
  }
  const pips = hands.map(pipsIn), least = Math.min(...pips), pool = data.contribution * table.players;
  return pips[me] > least ? 0 : Math.floor(pool / pips.filter(each => each === least).length) / pool;
}

// What was played before a seat's turn, looked through: the table, who played what when, and what
// cannot have been, in a sentence.
class LineBefore {
  constructor(data, turns, hand) {
    this.data = data;
    this.me = turns.length % data.players;
    this.hand = tileSet(hand);
    this.table = emptyTable(data.players, data.tiles);
    this.shown = new Array(data.players).fill(0);
    this.asked = [];
    this.fault = "";
    turns.forEach((option, k) => {
      const position = k % data.players;
      if (option !== PASSED && FREE_OF[this.table.voids[position]] >> (option & 31) & 1 ^ 1) {
        this.fault ||= `The ${data.places[position]} has passed and cannot have played ${TILE_NAMES[option & 31]} then.`;
      }
      if (option !== PASSED && position !== this.me) {
        this.asked.push({ position, option, before: copyOf(this.table) });
      }
      takeTurn(this.table, position, option);
      if (option !== PASSED) this.shown[position] |= 1 << (option & 31);
    });
    if (this.hand & ~FREE_OF[this.table.voids[this.me]]) this.fault ||= "You passed, and hold a tile that fitted.";
    // A tile that a seat plays later was in its hand before.
    for (const one of this.asked) one.later = this.shown[one.position] & ~one.before.played;
    this.options = optionsOf(this.hand, this.table.left, this.table.right);
  }

  // The options with their names: the end is told where a tile fits both.
  named() {
    return this.options.map(option => {
      const tile = option & 31, isTwice = this.options.filter(other => (other & 31) === tile).length > 1;
      const where = isTwice ? ` on the ${option & TO_THE_RIGHT ? "right" : "left"}` : "";
      const does = this.table.left < 0 ? "lead" : "play";
      return { letter: TILE_NAMES[tile] + where, name: `${does} ${TILE_NAMES[tile]}${where}` };
    });
  }

  // What is known of the order of the tiles, as simulate/games/pool/known_deck.py has it.
  get deals() {
    const { players, tiles, draw } = this.data, { voids } = this.table;
    const slotsOf = p => Array.from({ length: tiles }, (_, k) => tiles * p + k);
    const fixed = new Array(TILE_NAMES.length).fill(-1);
    tilesOf(this.hand | this.shown[this.me]).forEach((tile, k) => { fixed[tiles * this.me + k] = tile; });
    const groups = this.shown.map((_, p) => {
      const slots = slotsOf(p), played = this.asked.filter(({ position }) => position === p);
      return { slots, shown: played.map(({ option }) => [option & 31, slots]), can: FREE_OF[voids[p]] };
    }).filter(({ shown, can }, p) => p !== this.me && (shown.length || can !== ALL_TILES));
    return dealsKnown(fixed, groups, draw === "no" ? players * tiles : TILE_NAMES.length);
  }

  // Hands that the others can hold, by position, the stock, and their weight: 0 if there are none.
  dealt(number) {
    this.known ??= this.deals;
    const { order, weight } = drawDeal(this.known, number), { players, tiles } = this.data;
    const hands = new Array(players).fill(0);
    for (let slot = 0; slot < players * tiles; slot++) hands[Math.floor(slot / tiles)] |= 1 << order[slot];
    return { hands: hands.map(hand => hand & ~this.table.played), stock: order.slice(players * tiles), weight };
  }

  // Whether counter would have made a play with these hands.
  agrees({ hands }, k) {
    const { position, option, before, later } = this.asked[k];
    const hand = hands[position] | later, options = optionsOf(hand, before.left, before.right);
    return options.length === 1 || counterPlays(this.data.counter, before, hand, position, options) === option;
  }

  // The part of the pool that an option wins in a deal.
  wonWith({ hands, stock }, option) {
    return partWon(this.data, copyOf(this.table), hands.slice(), stock, this.me, option, this.me);
  }
}
