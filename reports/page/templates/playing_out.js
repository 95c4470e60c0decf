// Playing a decision out on the page: the others are dealt what they can hold, and each option is
// played to the end.  The deals are those of `advise`, one by one, and they count as they do there
// (simulate/rollout/deals.py and pricing.py; a test holds them together): what the page says is
// what the command says.
// Deals that are looked through, and how many of them must be left where a choice counts.
const LOOKED_THROUGH = 8192, FEWEST_LEFT = 24;
// More than so many deals of equal weight must measure; after so many drawn we take what there is.
const FEWEST_EFFECTIVE = 2, MOST_FOR_FEW = 1 << 17;
// The most deals of a hand that is practised.
const PRACTISED = 1 << 15;
// Deals after which the page may do something else, and how often a deal is drawn in vain.
const A_ROUND = 1024, PATIENCE = 1000;
const WORDS = 2 ** 32, ALL_TILES = (1 << 28) - 1, HALF_OF_THE_TILES = (1 << 14) - 1;

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

// Numbers below so many choices, one after the other, as the rollouts of `advise` draw them for a
// deal: Philox for the first word, wyrand for what follows (simulate/machine/randomness.py).
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

// What is known of the order in which tiles come: the tiles by place (-1 if not known), and what
// seats were dealt in groups of places, each with the tiles that were shown ([tile, places]) and the
// tiles that others can be (can).  Places that nothing is known of come last, up to the last needed.
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

function tilesOf(set) {
  const tiles = [];
  for (; set; set &= set - 1) tiles.push(lowestTile(set));
  return tiles;
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

// The choices that count: the latest ones are given up last.  A game's own part says what was before:
// the choices that were asked, the options now, how the others are dealt (dealt), whether good
// players would have made a choice in a deal (agrees), and what an option wins there (wonWith).
function choicesThatCount(before) {
  if (before.asked.length === 0) return [];
  let left = Array.from({ length: LOOKED_THROUGH }, (_, number) => before.dealt(number)).filter(deal => deal.weight > 0);
  const count = [];
  for (let k = before.asked.length - 1; k >= 0; k--) {
    const agree = left.filter(deal => before.agrees(deal, k));
    if (agree.length === left.length || agree.length >= FEWEST_LEFT) {
      count.push(k);
      left = agree;
    }
  }
  return count;
}

// Play some more deals out, with a rest now and then.
function* drawMore(priced, before, count, deals) {
  for (const stop = priced.drawn + deals; priced.drawn < stop;) {
    const deal = before.dealt(priced.drawn);
    if (deal.weight > 0 && count.every(k => before.agrees(deal, k))) {
      priced.add(deal.weight, before.options.map(option => before.wonWith(deal, option)));
    }
    if (++priced.drawn % A_ROUND === 0) yield null;
  }
}

// Price the options: the best one is chosen in rounds, each yielded, until it is clear, and other
// deals measure by how much it is best.  They are yielded last.
function* pricesInRounds(data, before, most = data.most) {
  const count = choicesThatCount(before), choice = new PricedOptions(before.options);
  const last = Math.floor(most / CHOOSE);
  choice.given = before.asked.length - count.length;
  for (let size = Math.min(Math.ceil(LOOKED_THROUGH / CHOOSE), last); size > 0; size = Math.min(choice.drawn, last - choice.drawn)) {
    yield* drawMore(choice, before, count, size);
    if (choice.weight) yield choice;
    if (choice.weight && choice.isSettled(data.clear, data.near)) break;
  }
  if (!choice.weight) return;
  const measured = new PricedOptions(before.options, { chosen: choice.best });
  Object.assign(measured, { given: choice.given, drawn: choice.drawn, chose: choice.drawn });
  for (let deals = (CHOOSE - 1) * choice.drawn, size = deals; ; size = deals, deals *= 2) {
    yield* drawMore(measured, before, count, size);
    if (measured.weight ** 2 > (FEWEST_EFFECTIVE + ROUNDING) * measured.squared || deals >= MOST_FOR_FEW) break;
  }
  yield measured;
}

// What the options bring, as all parts that answer have it: see verdicts.js.
function verdictOfPrices(data, before, priced) {
  const behind = priced.behind(), named = before.named();
  const moves = named.map((move, k) => ({ ...move, behind: behind[k][0], se: behind[k][1] }));
  return { moves, best: moves[priced.best], clear: closeAndWorse(data, moves)[0].length === 1 };
}

// "Play 5-4." and why; of answers that are close it is told within what they are.
function playedSentences(data, verdict, verb) {
  const [close, [next]] = closeAndWorse(data, verdict.moves);
  const [value, interval] = next ? marginWords(data, next) : [];
  const worse = next ? ` To ${next.name} ${data.brings} ${value}${unitAfter(data)} less (95% interval ${interval}).` : "";
  const within = Math.max(...close.map(move => Math.abs(move.behind) + data.clear * move.se));
  // The sentence stands alone in practice, so it names its tiles.
  const between = close.length === 1 ? "" : `Between ${listedMoves(close, "and")} it `
    + (within <= data.near ? "makes no difference." : `is too close to call: ${shortNumber(within)}${unitAfter(data)} at most.`);
  return [`${verb} ${listedMoves(close, "or")}.`, (between + worse).trim()];
}

// Does some work piece by piece, so that the page stays quick, until it is to do something else.
class InPieces {
  begin(pieces, does = () => {}) {
    this.pieces = pieces;
    const goOn = () => {
      if (this.pieces !== pieces) return;
      const { value, done } = pieces.next();
      does(value, done);
      if (!done) setTimeout(goOn);
    };
    setTimeout(goOn);
  }

  stop() { this.pieces = null; }
}

// Play a decision out for a part of the page that says something (say) and can be asked for its
// command; it says how the verdict is told (sentences, onTheTable).
function playOut(part, before) {
  let last = null;
  part.say("Playing it out …");
  part.work.begin(pricesInRounds(part.data, before), (priced, isOver) => {
    last = priced ?? last;
    if (!last?.weight) return isOver && part.say("No hands were found with which that can have happened.");
    if ((priced && priced.isEnough()) || isOver) showPrices(part, before, last, isOver);
  });
}

function showPrices(part, before, priced, isOver = true) {
  const verdict = verdictOfPrices(part.data, before, priced), [head, why] = part.sentences(verdict);
  part.say(head, ...part.onTheTable(before), make("p", {}, why), movesTable(part.data, verdict),
    make("p", { class: "again" }, `${saidOfDeals(before, priced)} The same in the terminal: `, make("code", {}, part.command())));
  if (!isOver) part.verdict.append(make("p", { class: "again" }, "More deals are being played out: this may change."));
}

function saidOfDeals(before, priced) {
  const given = priced.given ? `, but for the first ${priced.given === 1 ? "one" : priced.given}, which would leave too few` : "";
  const many = number => number.toLocaleString("en"), { counted, drawn, chose = 0 } = priced;
  const said = before.asked.length
    ? `Of ${many(drawn - chose)} deals ${many(counted)} count: from these good players would have played what the others did${given}.`
    : `${many(counted)} deals were played out.`;
  return chose ? `${said} ${many(chose)} others chose the best.` : said;
}

// A part that asks on the way: what happened is clicked, and what is held.  A game's own part shows
// the table (show) and tells what the options bring (sentences, onTheTable, command).
class AskingOnTheWay {
  constructor(data) {
    this.data = data;
    this.work = new InPieces();
    this.verdict = make("div", { class: "verdict", role: "status" });
    this.tiles = tileButtons(tile => this.pick(tile));
  }

  button(name, does) {
    const button = make("button", { type: "button" }, name);
    button.addEventListener("click", () => { does(); this.show(); });
    return button;
  }

  say(head, ...more) {
    this.verdict.replaceChildren(make("p", { class: "head" }, head), ...more);
  }

  onTheTable() { return []; }
}

// A part that asks for a hand before anything happened (before), and plays it out.
class AskingAtFirst extends Asking {
  controls() { return []; }
  showControls() {}
  onTheTable() { return []; }

  say(head, ...more) {
    this.verdict.replaceChildren(make("p", { class: "head" }, head), ...more);
  }

  showVerdict() {
    this.work ??= new InPieces();
    this.work.stop();
    if (this.hand.length < this.size) super.showVerdict();
    else playOut(this, this.before(this.hand));
  }
}

// Practice where hands are played out (before): while a person thinks, and to the end when they
// answer.  Meanwhile hands to come are looked through for one that teaches something.
class PractisingOut extends Practice {
  dealOneThatTeaches() {
    this.spot = this.next ?? this.dealt();
    this.next = null;
  }

  teaches(verdict) { return verdict.moves.some(isClear(this.data)); }

  show() {
    super.show();
    this.work ??= new InPieces();
    this.work.begin(this.ahead(this.spot));
  }

  * ahead(spot) {
    yield* this.pricing(spot);
    let next;
    do {
      next = this.dealt();
      yield* this.pricing(next);
    } while (!this.teaches(this.verdictOf(next)));
    this.next = next;
  }

  pricing(spot) {
    spot.before ??= this.before(spot.hand);
    return spot.pricing ??= this.priced(spot);
  }

  * priced(spot) {
    for (const priced of pricesInRounds(this.data, spot.before, Math.min(PRACTISED, this.data.most))) {
      spot.priced = priced ?? spot.priced;
      yield;
    }
  }

  verdictOf(spot) { return verdictOfPrices(this.data, spot.before, spot.priced); }

  movesNow() {
    this.pricing(this.spot);
    return this.spot.before.named();
  }

  verdictNow() {
    while (!this.pricing(this.spot).next().done);
    return this.verdictOf(this.spot);
  }
}
