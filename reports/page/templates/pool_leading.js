// Asking and practice at Pool: which tile to lead, by what can be counted in the hand, as
// reports/opening/pool/lead_values.py counts it; a test holds them together.
function leadFacts(data, hand, tile) {
  const rest = hand & ~(1 << tile), [high, low] = endsOf(tile), double = high === low ? 1 : 0;
  const ends = [countTiles(rest & SHOWS[high]), countTiles(rest & SHOWS[low])];
  const better = Math.min(Math.max(...ends), data.follow);
  const other = Math.min(Math.min(...ends), data.followOther);
  const counted = [high + low, double, SHOWS.filter(suit => rest & suit).length,
    countTiles(rest & DOUBLES), countTiles(rest & DOUBLES & (SHOWS[high] | SHOWS[low])),
    double * (high + low)];
  const places = data.followOther + 1;
  return [counted, counted.length + (double ? (data.follow + 1) * places + better : better * places + other)];
}

function leadWorth(data, hand, tile) {
  const [counted, place] = leadFacts(data, hand, tile);
  return counted.reduce((sum, fact, k) => sum + fact * data.weights[k], data.weights[place]);
}

// A lead is known better than another by a margin that is the same for all.
function leadVerdict(data, hand) {
  const set = tileSet(hand), worth = hand.map(tile => leadWorth(data, set, tile));
  const most = Math.max(...worth);
  const moves = hand.map((tile, k) => ({
    letter: TILE_NAMES[tile], name: `lead ${TILE_NAMES[tile]}`, behind: most - worth[k], se: data.error,
  }));
  const [best, second] = [...moves].sort((a, b) => a.behind - b.behind);
  return { moves, best, clear: isClear(data)(second), known: true };
}

function leadSentences(data, verdict, verb = "Lead") {
  const [first, [next]] = closeAndWorse(data, verdict.moves);
  const [value, interval] = next ? marginWords(data, next) : [];
  const worse = next ? ` To ${next.name} brings ${value}${data.unit} less (95% interval ${interval}).` : "";
  // The sentence stands alone in practice, so it names its tiles.
  const between = first.length === 1 ? "" : `Between ${listedMoves(first, "and")} it is too close to call.`;
  return [`${verb} ${listedMoves(first, "or")}.`, between + worse];
}

class LeadAsking extends Asking {
  controls() { return []; }
  showControls() {}
  verdictNow() { return leadVerdict(this.data, this.hand); }
  sentences(verdict) { return leadSentences(this.data, verdict); }
  command() { return this.commandFor("leader", ""); }
}

class LeadPractice extends Practice {
  dealt() {
    return { hand: shuffledTiles().slice(0, this.data.tiles).sort((a, b) => b - a) };
  }

  heardNow() { return "You lead."; }
  verdictNow() { return leadVerdict(this.data, this.spot.hand); }
  sentences(verdict) { return leadSentences(this.data, verdict); }

  // Tiles differ from hand to hand, so mistakes are told by what the tiles are.
  kindOf(letter) {
    const [high, low] = endsOf(tileNumber(letter));
    return high === low ? "a double" : high + low > 6 ? "a heavy tile" : "a light tile";
  }

  did(letter) { return `led ${this.kindOf(letter)}`; }

  does(better, letter) {
    const [kind, instead] = [this.kindOf(better), this.kindOf(letter)];
    return `lead ${kind === instead ? kind.replace("a ", "another ") : kind}`;
  }

  mistakeOf(letter, better) { return this.kindOf(letter) + this.kindOf(better); }
  prompt() { return "A hand is dealt, and you lead. Which tile?"; }
}

const leadingRoot = document.getElementById("leading-asking");
const asking = new LeadAsking(leadingRoot, dataOf("leading"));
offerPractice(leadingRoot, fold => new LeadPractice(fold, asking.data));
