// Pool from any turn on: hands that the others can hold are dealt, and each tile that could be played
// is played out, all playing as the strategy counter does (strategies/pool/counting.py; a test holds
// the two together).
const ALL_TILES = (1 << 28) - 1;
const PIPS_OF_TILE = TILE_NAMES.map((name, tile) => endsOf(tile)[0] + endsOf(tile)[1]);
const HIGH_END = TILE_NAMES.map((name, tile) => endsOf(tile)[0]);
const LOW_END = TILE_NAMES.map((name, tile) => endsOf(tile)[1]);
const TO_THE_RIGHT = 32;
const PASSED = 64;

// The tiles that show none of a set of numbers (bit k for number k).
const FREE_OF = Array.from({ length: 128 }, (_, numbers) =>
  SHOWS.reduce((free, shows, k) => numbers >> k & 1 ? free & ~shows : free, ALL_TILES));

// The chance that a hand of some tiles out has harmless ones only, by all three.
const MOST_HELD = 7;
const ALL_PASS = new Float64Array(29 * 29 * MOST_HELD);
for (let out = 0; out <= 28; out++) {
  for (let harmless = 0; harmless <= out; harmless++) {
    for (let size = 0; size < MOST_HELD; size++) {
      let chance = 1;
      for (let k = 0; k < size; k++) chance = harmless <= k ? 0 : chance * ((harmless - k) / (out - k));
      ALL_PASS[(out * 29 + harmless) * MOST_HELD + size] = chance;
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
      worth += weight * ALL_PASS[place * MOST_HELD + table.sizes[p]];
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

// Change a table by a turn: an option, or a pass.
function takeTurn(table, position, option) {
  if (option === PASSED) {
    table.voids[position] |= 1 << table.left | 1 << table.right;
    table.passes += 1;
    return;
  }
  const ends = endsAfter(table.left, table.right, option);
  table.left = ends >> 3;
  table.right = ends & 7;
  table.played |= 1 << (option & 31);
  table.sizes[position] -= 1;
  table.passes = 0;
}

// The part of the pool that a seat takes when all play on; hands are by position, and are changed.
function partWon(weights, table, hands, position, option, me) {
  for (;;) {
    takeTurn(table, position, option);
    if (option !== PASSED) hands[position] &= ~(1 << (option & 31));
    if (hands[position] === 0) return position === me ? 1 : 0;
    if (table.passes === table.players) break;
    position = (position + 1) % table.players;
    const options = optionsOf(hands[position], table.left, table.right);
    option = options.length === 0 ? PASSED : options.length === 1 ? options[0]
      : counterPlays(weights, table, hands[position], position, options);
  }
  const pips = hands.map(pipsIn), least = Math.min(...pips);
  return pips[me] > least ? 0 : 1 / pips.filter(each => each === least).length;
}

// What was played before a seat's turn, looked through: the table, who played what when, and what
// cannot have been, in a sentence.
class LineBefore {
  constructor(data, turns, hand) {
    this.players = data.players;
    this.weights = data.counter;
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

  // Hands that the others can hold, by position, and their weight: 0 if it came to nothing.
  dealt(chance) {
    const free = ALL_TILES & ~(this.table.played | this.hand);
    const places = [...this.table.sizes.keys()].filter(p => p !== this.me)
      .map(p => [p, free & FREE_OF[this.table.voids[p]]]).sort((a, b) => countTiles(a[1]) - countTiles(b[1]));
    const hands = new Array(this.players).fill(0);
    hands[this.me] = this.hand;
    let left = free, weight = 1;
    for (const [p, can] of places) {
      for (let k = 0; k < this.table.sizes[p]; k++) {
        let open = can & left;
        const choices = countTiles(open);
        if (choices === 0) return { hands, weight: 0 };
        for (let skip = Math.floor(chance() * choices); skip; skip--) open &= open - 1;
        open &= -open;
        weight *= choices / countTiles(can);
        hands[p] |= open;
        left &= ~open;
      }
    }
    return { hands, weight };
  }

  // Whether counter would have made a play with these hands.
  agrees({ hands }, k) {
    const { position, option, before, later } = this.asked[k];
    const hand = hands[position] | later, options = optionsOf(hand, before.left, before.right);
    return options.length === 1 || counterPlays(this.weights, before, hand, position, options) === option;
  }

  // The part of the pool that an option wins in a deal.
  wonWith({ hands }, option) {
    return partWon(this.weights, copyOf(this.table), hands.slice(), this.me, option, this.me);
  }
}
