// Deals by their numbers as `advise` draws them (simulate/machine/randomness.py, simulate/branch/deals.py).
const WORDS = 2 ** 32, HALF_OF_THE_TILES = (1 << 14) - 1;

// The product of two words of 64 bits as four halves, the highest first.
const PRODUCT = new Uint32Array(4);

function upperHalf(a, b) {
  const a0 = a & 0xffff, a1 = a >>> 16, b0 = b & 0xffff, b1 = b >>> 16;
  const middle = a1 * b0 + (a0 * b0 >>> 16), other = a0 * b1 + (middle & 0xffff);
  return a1 * b1 + (middle >>> 16) + (other >>> 16);
}

const lowerHalf = (a, b) => Math.imul(a, b) >>> 0;

function multiplyWide(aHigh, aLow, bHigh, bLow) {
  const second = upperHalf(aLow, bLow) + lowerHalf(aLow, bHigh) + lowerHalf(aHigh, bLow);
  const third = upperHalf(aLow, bHigh) + upperHalf(aHigh, bLow) + lowerHalf(aHigh, bHigh) + Math.floor(second / WORDS);
  PRODUCT[3] = lowerHalf(aLow, bLow);
  PRODUCT[2] = second;
  PRODUCT[1] = third;
  PRODUCT[0] = upperHalf(aHigh, bHigh) + Math.floor(third / WORDS);
}

// The keys of Philox by round: its two words, each as two halves.
const KEYS = Array.from({ length: 10 }, (_, round) => [0x9e3779b97f4a7c15n, 0xbb67ae8584caa73bn]
  .map(step => BigInt.asUintN(64, BigInt(round) * step)).flatMap(word => [Number(word >> 32n), Number(word & 0xffffffffn)]));

// Numbers below so many choices, one after the other, for a deal: Philox, then wyrand.
class Picks {
  constructor(deal) {
    let [aHigh, aLow, bHigh, bLow] = [0, deal, 256, 0], [cHigh, cLow, dHigh, dLow] = [0, 0, 0, 0];
    for (let round = 0; round < KEYS.length; round++) {
      const key = KEYS[round];
      multiplyWide(0xca5a8263, 0x95121157, cHigh, cLow);
      const high0 = PRODUCT[0], high1 = PRODUCT[1], low0 = PRODUCT[2], low1 = PRODUCT[3];
      multiplyWide(0xd2e7470e, 0xe14c6c93, aHigh, aLow);
      aHigh = high0 ^ bHigh ^ key[0];
      aLow = high1 ^ bLow ^ key[1];
      bHigh = low0;
      bLow = low1;
      cHigh = PRODUCT[0] ^ dHigh ^ key[2];
      cLow = PRODUCT[1] ^ dLow ^ key[3];
      dHigh = PRODUCT[2];
      dLow = PRODUCT[3];
    }
    this.high = aHigh;
    this.low = aLow;
  }

  below(choices) {
    const low = (this.low >>> 0) + 0x78bd642f;
    this.high = this.high + 0xa0761d64 + (low >= WORDS) | 0;
    this.low = low | 0;
    multiplyWide(this.high, this.low, this.high ^ 0xe7037ed1, this.low ^ 0xa0b428db);
    return Math.floor(((PRODUCT[0] ^ PRODUCT[2]) >>> 0) * choices / WORDS);
  }
}

// What is known of the order of tiles: by place (-1: unknown), and groups of places with the tiles that
// were shown ([tile, places]) and the tiles that others can be (can); other places come last.
function dealsKnown(fixed, groups, needed) {
  const shown = groups.flatMap(group => group.shown);
  let free = ALL_TILES & ~tileSet([...fixed.filter(tile => tile >= 0), ...shown.map(([tile]) => tile)]);
  const places = groups.flatMap(({ slots, can }) => slots.map(slot => [slot, can & free]))
    .sort((one, other) => countTiles(one[1]) - countTiles(other[1]));
  const grouped = new Set(places.map(([slot]) => slot));
  for (let slot = 0; slot < needed; slot++) {
    if (fixed[slot] < 0 && !grouped.has(slot)) places.push([slot, free]);
  }
  return { fixed, shown, places, free };
}

// The places of a seat's tiles where hands come first, the hands there, and the order where so many places are known.
const handPlaces = (p, size) => Array.from({ length: size }, (_, k) => size * p + k);
const handsIn = (order, players, size) => Array.from({ length: players }, (_, p) =>
  tileSet(order.slice(size * p, size * (p + 1))));
function orderOf(tiles, places) {
  const order = new Array(TILES.length).fill(-1);
  places.forEach((place, k) => { order[place] = tiles[k]; });
  return order;
}

function nthTile(set, nth) {
  const first = set & HALF_OF_THE_TILES, many = countTiles(first);
  let left = nth < many ? first : set ^ first;
  for (let skip = nth < many ? nth : nth - many; skip; skip--) left &= left - 1;
  return lowestTile(left);
}

// Put a tile that was shown into one of the places that are free; return the share that is.
function placeShown(order, [tile, slots], picks) {
  let free = 0;
  for (const slot of slots) free += order[slot] < 0;
  let chosen = picks.below(free);
  order[slots.find(slot => order[slot] < 0 && chosen-- === 0)] = tile;
  return free / slots.length;
}

// Draw a deal by its number: the tiles by place, its weight, and what else is to be drawn.
function drawDeal({ fixed, shown, places, free }, number) {
  const picks = new Picks(number), order = new Int8Array(fixed.length);
  let weight = 0;
  for (let tries = 0; tries < PATIENCE && weight === 0; tries++) {
    let left = free;
    weight = 1;
    order.set(fixed);
    for (const one of shown) weight *= placeShown(order, one, picks);
    for (const [slot, can] of places) {
      if (order[slot] >= 0) continue;
      const open = can & left, choices = countTiles(open);
      weight *= choices / countTiles(can);
      if (choices === 0) break;
      order[slot] = nthTile(open, picks.below(choices));
      left &= ~(1 << order[slot]);
    }
  }
  return { order, weight, picks };
}

// The chance that a hand of so many of the tiles out has none of some given ones, at rowOf(size, out) + given.
// Each game computes it as its strategy does, for rounding decides between equal values.
const rowOf = (size, out) => (size * 29 + out) * 29;
function chancesOfNone(chance) {
  const table = new Float64Array(29 ** 3);
  for (let size = 0; size <= 28; size++) {
    for (let out = size; out <= 28; out++) {
      for (let given = 0; given <= out; given++) table[rowOf(size, out) + given] = chance(size, out, given);
    }
  }
  return table;
}

// Random numbers from 0 to 1 that are the same each time (Mulberry32, by Tommy Ettinger).
function chanceFrom(seed) {
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let word = Math.imul(seed ^ seed >>> 15, 1 | seed);
    word = word + Math.imul(word ^ word >>> 7, 61 | word) ^ word;
    return ((word ^ word >>> 14) >>> 0) / 4294967296;
  };
}
