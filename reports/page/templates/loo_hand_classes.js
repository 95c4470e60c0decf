// The class of a hand, as simulate/theory/loo/hands.py tells it; a test holds them together.
const ALL_TILES = 2 ** 28 - 1;
const ENDS = TILE_NAMES.map((name, tile) => endsOf(tile));

// The tiles of suit k where a number is trump: a tile that shows it is a trump and nothing else.
const SUITS = SHOWS.map((trumps, trump) =>
  SHOWS.map((tiles, k) => k === trump ? trumps : tiles & ~trumps));

// The tiles of a suit that beat a tile of it: the double is the highest, then the other end.
const rankIn = (suit, tile) => ENDS[tile][0] === ENDS[tile][1] ? 7 : ENDS[tile][0] + ENDS[tile][1] - suit;
const BETTER = new Int32Array(7 * 7 * 28);
SUITS.forEach((suits, trump) => suits.forEach((tiles, suit) => {
  for (let tile = 0; tile < 28; tile++) {
    if (!(tiles >> tile & 1)) continue;
    for (let other = 0; other < 28; other++) {
      if (tiles >> other & 1 && rankIn(suit, other) > rankIn(suit, tile)) {
        BETTER[(trump * 7 + suit) * 28 + tile] |= 1 << other;
      }
    }
  }
}));
const betterThan = (tile, suit, trump) => BETTER[(trump * 7 + suit) * 28 + tile];

// How many of the tiles out beat a plain tile led as the better of its numbers.
const beatenBy = (tile, trump, out) => Math.min(
  countTiles(out & betterThan(tile, ENDS[tile][0], trump)),
  countTiles(out & betterThan(tile, ENDS[tile][1], trump)));

// The tile that a dealer can best spare for the turn-up: low and plain, no double if possible.
function sparedTile(hand, trump) {
  const plain = hand & ~SHOWS[trump];
  return lowestTile(plain & ~DOUBLES || plain || hand & ~DOUBLES);
}

// Ranks of the trumps held among those and the ones out, as bits: a rank is how many are higher.
function ranksOf(trumps, out, trump) {
  let ranks = 0;
  for (let left = trumps; left; left &= left - 1) {
    ranks |= 1 << countTiles((trumps | out) & betterThan(lowestTile(left), trump, trump));
  }
  return ranks;
}

function trumpClass(ranks) {
  const held = countTiles(ranks);
  if (held === 0) return 0;
  const best = lowestTile(ranks);
  if (held === 1) return 1 + Math.min(best, 4);
  const second = lowestTile(ranks & ranks - 1);
  if (held === 2) {
    if (best === 0) return 6 + Math.min(second - 1, 2);
    if (best === 1) return 9 + Math.min(second - 2, 1);
    return 9 + Math.min(best, 3);
  }
  if (held === 3) return best === 0 ? 13 + Math.min(second - 1, 2) : 15 + Math.min(best, 2);
  return 18 + Math.min(best, 1);
}

// Plain tiles, doubles apart, that at most one tile out beats when led.
function highTiles(plain, seen, trump) {
  let high = 0;
  for (let tiles = plain & ~DOUBLES; tiles; tiles &= tiles - 1) {
    if (beatenBy(lowestTile(tiles), trump, ALL_TILES & ~seen) <= 1) high++;
  }
  return high;
}

// The class of five tiles (a set) and a turn-up: below 240, odd where a double is turned up.
function handClass(hand, turnUp, isDealer) {
  const trump = ENDS[turnUp][0];
  const seen = hand | 1 << turnUp;
  if (isDealer) hand = hand & ~(1 << sparedTile(hand, trump)) | 1 << turnUp;
  const trumps = hand & SHOWS[trump];
  const plain = hand & ~trumps;
  const ranks = ranksOf(trumps, SHOWS[trump] & ~(seen | hand), trump);
  const doubles = Math.min(countTiles(plain & DOUBLES), 2);
  const high = Math.min(highTiles(plain, seen | hand, trump), 1);
  return 2 * ((trumpClass(ranks) * 3 + doubles) * 2 + high) + (DOUBLES >> turnUp & 1);
}
