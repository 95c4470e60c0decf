// Loo and Rounce from a declaration on: the others are dealt what they can hold, good players declare
// after you by the solved table, and all play their tiles as strategies/loo/skills does (a test holds
// the two together). So each declaration has its price for the very hand, as `boneyard advise` has it.
const TRICKS = 5;

// What tiles are worth, as strategies/loo/skills has it (tile_play.py, hand_strength.py).
const TRUMP_LATER = [0.95, 0.6, 0.4, 0.2, 0.13, 0.1, 0.08];
const LOW_TRUMP = 3, DOUBLE_COUNTS_MORE = 2, DOUBLE_VALUE = 0.28, CATCH_VALUE = 0.03, LEAD_VALUE = 0.03;

// The plain tiles led as their lower number that a plain tile beats.
const CAUGHT = new Int32Array(7 * 28);
for (let trump = 0; trump < 7; trump++) {
  for (let led = 0; led < 28; led++) {
    if (SHOWS[trump] >> led & 1 || DOUBLES >> led & 1) continue;
    for (let tiles = betterThan(led, ENDS[led][1], trump); tiles; tiles &= tiles - 1) {
      CAUGHT[trump * 28 + lowestTile(tiles)] |= 1 << led;
    }
  }
}

// The chance that some of the tiles out include none of so many given ones: by tiles, out and given.
const GIVEN = 10;
const MISSING = new Float64Array((TRICKS + 1) * 29 * GIVEN);
const ways = (from, some) => {
  let found = 1;
  for (let k = 0; k < some; k++) found = found * (from - k) / (k + 1);
  return found;
};
for (let held = 0; held <= TRICKS; held++) {
  for (let out = held; out <= 28; out++) {
    for (let given = 0; given < GIVEN; given++) {
      MISSING[(held * 29 + out) * GIVEN + given] = given > out - held ? 0 : ways(out - given, held) / ways(out, held);
    }
  }
}

const plainWorth = (tile, trump, unseen) => CATCH_VALUE * countTiles(unseen & CAUGHT[trump * 28 + tile])
  + LEAD_VALUE / (1 + beatenBy(tile, trump, unseen));
const trumpsAbove = (tile, trump, unseen) => countTiles(unseen & betterThan(tile, trump, trump));
const worthLater = (tile, trump, unseen) => SHOWS[trump] >> tile & 1
  ? TRUMP_LATER[trumpsAbove(tile, trump, unseen)] : plainWorth(tile, trump, unseen);
const highestTile = set => 31 - Math.clz32(set);
const highestTrump = trumps => highestTile(trumps & DOUBLES || trumps);
const lowestTrump = trumps => lowestTile(trumps & ~DOUBLES || trumps);

// The tile that can best be done without before play.
function leastUseful(tiles, trump, unseen) {
  let best = -1, least = 99;
  for (let plain = tiles & ~SHOWS[trump]; plain; plain &= plain - 1) {
    const tile = lowestTile(plain);
    const worth = plainWorth(tile, trump, unseen) + DOUBLE_VALUE * (DOUBLES >> tile & 1);
    if (worth < least) [best, least] = [tile, worth];
  }
  return best < 0 ? lowestTrump(tiles) : best;
}

// The five tiles that are kept of those that a miss draws.
function bestFive(tiles, trump, turnUp) {
  const unseen = ALL_TILES & ~(tiles | 1 << turnUp);
  while (countTiles(tiles) > TRICKS) tiles &= ~(1 << leastUseful(tiles, trump, unseen));
  return tiles;
}

// A table on which hands are played out: who holds what, and what can be seen.
class LooTable {
  constructor(data) {
    this.data = data;
    this.held = new Int32Array(4);
    this.gone = new Int32Array(4);
  }

  // The chance that no seat to come beats a trump, led or played on a plain suit.
  trumpStands(better, noFollower, suit, toCome, row) {
    const noneBetter = MISSING[row + countTiles(this.unseen & better)];
    let chance = 1;
    for (; toCome; toCome &= toCome - 1) {
      const p = lowestTile(toCome), empty = this.voids >> 8 * p;
      let cannot = empty >> this.trump & 1 ? 1 : noneBetter;
      if (p === this.dealer && this.shown & better) cannot = 0;
      if (suit !== this.trump) cannot = 1 - (empty >> suit & 1 ? 1 : noFollower) * (1 - cannot);
      chance *= cannot;
    }
    return chance;
  }

  // The chance that no seat to come beats a plain tile within its suit, or trumps it.
  plainStands(followers, better, noneOfTrumps, suit, toCome, row) {
    const feared = countTiles(better) + DOUBLE_COUNTS_MORE * (better & DOUBLES ? 1 : 0);
    const noBetter = MISSING[row + feared], noFollower = MISSING[row + countTiles(followers ^ better)];
    let chance = 1;
    for (; toCome; toCome &= toCome - 1) {
      const p = lowestTile(toCome), empty = this.voids >> 8 * p;
      const noTrump = p === this.dealer && this.shown ? 0 : empty >> this.trump & 1 ? 1 : noneOfTrumps;
      const isVoid = empty >> suit & 1;
      chance *= (isVoid ? 1 : noBetter) * (1 - (isVoid ? 1 : noFollower) * (1 - noTrump));
    }
    return chance;
  }

  // What a seat sees before it plays a tile; return where its chances stand.
  look(p, trick) {
    this.unseen = ALL_TILES & ~(this.held[p] | this.played | this.gone[p]);
    this.shown = this.isTaken ? 1 << this.turnUp & ~this.played : 0;
    return ((TRICKS - trick) * 29 + countTiles(this.unseen)) * GIVEN;
  }

  // The tile that is led, times eight, and the suit that it is led as.
  lead(p, legal, toCome, trick) {
    const { trump } = this, trumps = SHOWS[trump], row = this.look(p, trick);
    if (!(legal & ~trumps)) {
      const high = highestTrump(legal), low = lowestTrump(legal);
      if (trick === 0 && countTiles(legal) === 2) return low * 8 + trump;
      const isHigh = countTiles(this.seatsIn) === 2 || trumpsAbove(high, trump, this.unseen) === 0;
      return (isHigh ? high : low) * 8 + trump;
    }
    const noneOfTrumps = MISSING[row + countTiles(this.unseen & trumps)];
    let best = -9, answer = 0;
    for (; legal; legal &= legal - 1) {
      const tile = lowestTile(legal), worth = worthLater(tile, trump, this.unseen);
      if (trumps >> tile & 1) {
        const value = this.trumpStands(betterThan(tile, trump, trump), 1, trump, toCome, row) - worth;
        if (value > best) [best, answer] = [value, tile * 8 + trump];
        continue;
      }
      for (let end = 1; end >= 0; end--) {
        const suit = ENDS[tile][end], followers = this.unseen & SUITS[trump][suit];
        const value = this.plainStands(
          followers, followers & betterThan(tile, suit, trump), noneOfTrumps, suit, toCome, row) - worth;
        if (value > best) [best, answer] = [value, tile * 8 + suit];
      }
    }
    return answer;
  }

  follow(p, legal, toCome, trick, led, winning, better) {
    if (!(legal & legal - 1)) return lowestTile(legal);
    const { trump } = this, trumps = SHOWS[trump], row = this.look(p, trick);
    if (trick === 0 && !toCome && led === trump && countTiles(legal) === 2 && trumps >> lowestTile(legal) & 1) {
      const high = highestTrump(legal), low = lowestTrump(legal);
      if (!(better >> low & 1) && trumpsAbove(high, trump, this.unseen) === 0
        && trumpsAbove(low, trump, this.unseen) >= LOW_TRUMP) return low;
    }
    const followers = this.unseen & SUITS[trump][led];
    const noneOfTrumps = MISSING[row + countTiles(this.unseen & trumps)], noneOfSuit = MISSING[row + countTiles(followers)];
    let best = -9, answer = 0;
    for (; legal; legal &= legal - 1) {
      const tile = lowestTile(legal);
      let value = -worthLater(tile, trump, this.unseen);
      if (better >> tile & 1) {
        if (!toCome) value += 1;
        else if (trumps >> tile & 1) value += this.trumpStands(betterThan(tile, trump, trump), noneOfSuit, led, toCome, row);
        else value += this.plainStands(followers, followers & betterThan(tile, led, trump), noneOfTrumps, led, toCome, row);
      }
      if (value > best) [best, answer] = [value, tile];
    }
    return answer;
  }

  // The tiles that beat the one that wins so far.
  beating(winning, led) {
    const trumps = SHOWS[this.trump];
    return trumps >> winning & 1 ? betterThan(winning, this.trump, this.trump)
      : betterThan(winning, led, this.trump) | trumps;
  }

  playTrick(trick, leader) {
    const { trump } = this, trumps = SHOWS[trump], { mustTrump, leadTrumps } = this.data.rules;
    let hand = this.held[leader], toCome = this.seatsIn & ~(1 << leader);
    const own = hand & trumps;
    const answer = this.lead(leader, own && countTiles(own) >= (trick ? 1 : leadTrumps) ? own : hand, toCome, trick);
    const led = answer & 7, suit = SUITS[trump][led];
    let winning = answer >> 3, winner = leader, better = this.beating(winning, led);
    this.held[leader] = hand & ~(1 << winning);
    this.played |= 1 << winning;
    if (trick && led !== trump) this.voids |= 1 << trump + 8 * leader;
    for (let p = leader; toCome;) {
      do p = (p + 1) % this.data.players; while (!(toCome >> p & 1));
      toCome &= ~(1 << p);
      hand = this.held[p];
      const legal = hand & suit || (mustTrump && hand & trumps) || hand;
      const tile = this.follow(p, legal, toCome, trick, led, winning, better);
      this.held[p] = hand & ~(1 << tile);
      this.played |= 1 << tile;
      if (!(suit >> tile & 1)) {
        this.voids |= 1 << led + 8 * p;
        if (mustTrump && !(trumps >> tile & 1)) this.voids |= 1 << trump + 8 * p;
      }
      if (better >> tile & 1) [winning, winner, better] = [tile, p, this.beating(tile, led)];
    }
    return winner;
  }

  // Play a deal out after all have declared; return the tricks of each position.
  playOut(deal, said) {
    const { players } = this.data, tricks = Array(players).fill(0);
    [this.turnUp, this.trump, this.dealer] = [deal.turnUp, ENDS[deal.turnUp][0], players - 1];
    this.seatsIn = this.isTaken = this.voids = this.played = 0;
    let drawn = 0;
    for (let p = 0; p < players; p++) {
      const dealt = deal.hands[p];
      [this.held[p], this.gone[p]] = [dealt, 0];
      if (said[p] === "D" || said[p] === undefined) continue;
      this.seatsIn |= 1 << p;
      if (said[p] === "M") {
        this.held[p] = bestFive(deal.misses[drawn], this.trump, deal.turnUp);
        this.gone[p] = dealt | deal.misses[drawn++] & ~this.held[p];
      } else if (p === this.dealer) {
        const both = dealt | 1 << deal.turnUp, tile = leastUseful(both, this.trump, ALL_TILES & ~both);
        this.isTaken = tile !== deal.turnUp;
        this.held[p] = both & ~(1 << tile);
        this.gone[p] = both & ~(this.held[p] | 1 << deal.turnUp);
      }
    }
    if (!this.isTaken) for (let p = 0; p < players; p++) this.gone[p] |= 1 << deal.turnUp;
    if (!(this.seatsIn & this.seatsIn - 1)) {
      tricks[this.seatsIn ? lowestTile(this.seatsIn) : this.dealer] = TRICKS;
      return tricks;
    }
    for (let trick = 0, leader = lowestTile(this.seatsIn); trick < TRICKS; trick++) {
      leader = this.playTrick(trick, leader);
      tricks[leader] += 1;
    }
    return tricks;
  }
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

// Deals that show whether good players say what was said, and how many of those that are left must do
// so; deals that are played out, and the most that are drawn for them, as `advise` draws.
const LOOKED_THROUGH = 8192, FEWEST_LEFT = 24, PLAYED_OUT = 6144, MOST_DRAWN = 1 << 16;

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
class DeclaringBefore {
  constructor(data, table, hand, turnUp, said) {
    Object.assign(this, { data, table, said, turnUp, hand: tileSet(hand), position: said.length });
    this.options = data.nodes[said];
    this.free = TILE_NAMES.map((_, tile) => tile).filter(tile => tile !== turnUp && !hand.includes(tile));
    this.playing = new LooTable(data);
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
    const hands = this.data.places.map((_, p) => p === this.position ? this.hand : draw(TRICKS));
    return { hands, turnUp: this.turnUp, words: hands.map(() => chance()),
      misses: Array.from({ length: misses }, () => draw(missTiles)) };
  }

  agrees(deal, p) {
    return declares(this.data, this.table, deal, this.said.slice(0, p)) === this.said[p];
  }

  // The positions whose declarations tell of their tiles, and deals in which they say so. Of another
  // hardly any deal fits what it said: that is taken as given, as in simulate/rollout/pricing.py.
  look(chance) {
    let left = Array.from({ length: LOOKED_THROUGH }, () => this.dealt(chance));
    const tell = [...this.said].map((_, p) => p).filter(p => {
      const agree = left.filter(deal => this.agrees(deal, p));
      if (agree.length < FEWEST_LEFT) return false;
      left = agree;
      return true;
    });
    return [tell, left];
  }

  // How far each option is behind the best, by its letter, in as many deals that count as are wanted,
  // whatever they say; the positions that are taken as given.  The first deals choose the best.
  priced() {
    const chance = chanceFrom(1), [tell, deals] = this.look(chance);
    for (let drawn = LOOKED_THROUGH; drawn < MOST_DRAWN && deals.length < PLAYED_OUT; drawn++) {
      const deal = this.dealt(chance);
      if (tell.every(p => this.agrees(deal, p))) deals.push(deal);
    }
    deals.splice(PLAYED_OUT);
    const choosing = Math.floor(deals.length / CHOOSE);
    const { best } = this.playedOut(deals.slice(0, choosing)), measured = this.playedOut(deals.slice(choosing), best);
    const margins = Object.fromEntries(measured.behind().map((margin, k) => [this.options[k], margin]));
    const given = [...this.said].map((_, p) => p).filter(p => !tell.includes(p));
    return { margins, given, deals: measured.counted };
  }

  playedOut(deals, chosen = null) {
    const options = [...this.options], priced = new PricedOptions(options, { chosen, parts: 1 });
    for (const deal of deals) priced.add(1, options.map(option => this.wonWith(deal, option)));
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

// What a good player declares after what was said, by the solved table, which may leave it to chance.
function declares(data, table, deal, said) {
  const p = said.length;
  const chances = chancesOf(data, table, said, handClass(deal.hands[p], deal.turnUp, p === data.players - 1));
  let k = 0, word = deal.words[p];
  while (k < chances.length - 1 && word >= chances[k]) word -= chances[k++];
  return data.nodes[said][k];
}

// The chances of the moves after what was said, with a class of hand; the last one's is what is left.
function chancesOf(data, table, said, ofClass) {
  table.read ??= {};
  return (table.read[said] ??= readChances(data, table.often[said], data.nodes[said].length - 1))[ofClass];
}

function readChances({ signs }, text, many) {
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
