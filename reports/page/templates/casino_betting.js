// Asking and practice at Casino: which tile to bet in the first round. Hands that become one
// another when the numbers 1 to 6 are exchanged are of one kind, as
// reports/opening/casino/first_hands.py has it; a test holds them together.
function ordersOf(numbers) {
  if (numbers.length === 0) return [[]];
  return numbers.flatMap(first => ordersOf(numbers.filter(one => one !== first)).map(rest => [first, ...rest]));
}
const EXCHANGED = ordersOf([1, 2, 3, 4, 5, 6]).map(order => TILE_NAMES.map((name, tile) => {
  const [high, low] = endsOf(tile).map(end => [0, ...order][end]);
  return tileOf(high, low);
}));

const inTileOrder = tiles => [...tiles].sort((a, b) => a - b);

// The first of two hands that are in order, comparing tile by tile.
function isLower(one, other) {
  const at = one.findIndex((tile, k) => tile !== other[k]);
  return at >= 0 && one[at] < other[at];
}

// The tiles that stand for those of a hand, in its order, in the hand that stands for its kind.
function standingFor(hand) {
  return EXCHANGED.map(became => hand.map(tile => became[tile]))
    .reduce((best, tiles) => isLower(inTileOrder(tiles), inTileOrder(best)) ? tiles : best);
}

function betVerdict(data, hand) {
  const tiles = standingFor(hand), inOrder = inTileOrder(tiles);
  const priced = data.kinds[inOrder.map(tile => TILE_NAMES[tile]).join(" ")];
  const moves = hand.map((tile, k) => {
    const [behind, se] = priced[inOrder.indexOf(tiles[k])];
    return { letter: TILE_NAMES[tile], name: `bet ${TILE_NAMES[tile]}`, behind, se };
  });
  const isWorse = isClear(data);
  return { moves, best: moves.reduce((a, b) => b.behind < a.behind ? b : a), known: true,
    alike: moves.every(move => move.behind === 0),
    clear: moves.every(move => move.behind === 0 || isWorse(move)) };
}

function betSentences(data, verdict) {
  const [first, worse] = closeAndWorse(data, verdict.moves);
  const next = worse.filter(move => move.behind === worse[0].behind);
  const [value, interval] = next.length ? marginWords(data, next[0]) : [];
  const loses = next.length
    ? ` To bet ${next.map(move => move.letter).join(" or ")} wins ${value} ${data.unit} less (95% interval ${interval}).`
    : "";
  if (verdict.alike) return ["Bet any of them.", "To the dice these tiles are alike."];
  // The sentence stands alone in practice, so it names its tiles.
  const between = first.length === 1 ? ""
    : verdict.clear ? `To the dice ${listedMoves(first, "and")} are alike.`
      : `Between ${listedMoves(first, "and")} it is too close to call.`;
  return [`Bet ${listedMoves(first, "or")}.`, (between + loses).trim()];
}

class BetAsking extends Asking {
  controls() { return []; }
  showControls() {}
  verdictNow() { return betVerdict(this.data, this.hand); }
  sentences(verdict) { return betSentences(this.data, verdict); }
  command() { return this.commandFor("first", ""); }
}

class BetPractice extends Practice {
  dealt() { return { hand: inTileOrder(shuffledTiles().slice(0, this.data.tiles)).reverse() }; }

  // Of hands of which nothing is known but that it is close nobody learns.
  teaches(verdict) { return verdict.moves.some(isClear(this.data)); }

  heardNow() { return "It is the first round, and the pot is empty."; }
  verdictNow() { return betVerdict(this.data, this.spot.hand); }
  sentences(verdict) { return betSentences(this.data, verdict); }

  // Tiles differ from hand to hand, so mistakes are told by what the tiles are.
  kindOf(letter) {
    const [high, low] = endsOf(tileNumber(letter));
    if (high === 0) return "the double blank";
    return high === low ? "a double" : low === 0 ? "a tile with one blank" : "a tile with two numbers";
  }

  did(letter) { return `bet ${this.kindOf(letter)}`; }

  does(better, letter) {
    const [kind, instead] = [this.kindOf(better), this.kindOf(letter)];
    return `bet ${kind === instead ? kind.replace("a ", "another ") : kind}`;
  }

  mistakeOf(letter, better) { return this.kindOf(letter) + this.kindOf(better); }
  prompt() { return "A hand is dealt. Which tile do you bet first?"; }
}

const bettingRoot = document.getElementById("betting-asking");
const asking = new BetAsking(bettingRoot, dataOf("betting"));
offerPractice(bettingRoot, fold => new BetPractice(fold, asking.data));
