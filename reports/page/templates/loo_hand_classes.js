// The class of a hand, as simulate/solving/loo/hand_classes.py tells it; a test holds them together.
const ALL_TILES = 2 ** 28 - 1;

// Trumps from the highest down: the double, then the other end from 6 to blank.
const rankedTrumps = trump =>
  [trump, ...[6, 5, 4, 3, 2, 1, 0].filter(k => k !== trump)].map(k => tileOf(trump, k));

// The tile that a dealer can best spare for the turn-up: low and plain, no double if possible.
function sparedTile(hand, trump) {
  const plain = hand & ~SHOWS[trump];
  return lowestTile(plain & ~DOUBLES || plain || hand & ~DOUBLES);
}

// Ranks of the trumps held among those and the ones out, as bits.
function ranksOf(trumps, out, trump) {
  let ranks = 0, rank = 0;
  for (const tile of rankedTrumps(trump)) {
    if (trumps >> tile & 1) ranks |= 1 << rank;
    if ((trumps | out) >> tile & 1) rank++;
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

// Tiles that beat a plain tile led as one of its numbers.
function beaters(tile, suit, trump) {
  const ends = endsOf(tile);
  const rank = other => {
    const [a, b] = endsOf(other);
    return a === b ? 7 : a + b - suit;
  };
  const own = ends[0] === ends[1] ? 7 : ends[0] + ends[1] - suit;
  let set = 0;
  for (let other = 0; other < 28; other++) {
    const follows = SHOWS[suit] & ~SHOWS[trump] & 1 << other;
    if (follows && rank(other) > own) set |= 1 << other;
  }
  return set;
}

// Plain tiles, doubles apart, that at most one tile out beats when led.
function highTiles(plain, seen, trump) {
  const out = ALL_TILES & ~seen;
  let high = 0;
  for (let tile = 0; tile < 28; tile++) {
    if (!((plain & ~DOUBLES) >> tile & 1)) continue;
    const beaten = endsOf(tile).map(suit => countTiles(beaters(tile, suit, trump) & out));
    if (Math.min(...beaten) <= 1) high++;
  }
  return high;
}

// The class of five tiles (a set) and a turn-up: below 240, odd where a double is turned up.
function handClass(hand, turnUp, isDealer) {
  const trump = endsOf(turnUp)[0];
  const seen = hand | 1 << turnUp;
  if (isDealer) hand = hand & ~(1 << sparedTile(hand, trump)) | 1 << turnUp;
  const trumps = hand & SHOWS[trump];
  const plain = hand & ~trumps;
  const ranks = ranksOf(trumps, SHOWS[trump] & ~(seen | hand), trump);
  const doubles = Math.min(countTiles(plain & DOUBLES), 2);
  const high = Math.min(highTiles(plain, seen | hand, trump), 1);
  return 2 * ((trumpClass(ranks) * 3 + doubles) * 2 + high) + (DOUBLES >> turnUp & 1);
}
