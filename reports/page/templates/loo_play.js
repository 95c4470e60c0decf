// Loo and Rounce: tiles by learnt tables, whose cells (strategies/loo/skills) add up to their values.
const SIZES_OF_TABLES = [
  23628, 3456, 2160, 2835, 23504, 1200, 2160, 5760, 9216, 600, 1323, 336, 9216, 600, 1323, 336];
const [RANKS, VOIDS, SHARES, NUMBERS_LED, SPENDS, GUARDS, COME, THROWN, AFTER_MISS, , , , FOR_TURN_UP] =
  SIZES_OF_TABLES.map((_, k) => SIZES_OF_TABLES.slice(0, k).reduce((sum, one) => sum + one, 1));
const [TILE, PAIR, NUMBER] = [9216, 9816, 11139];
makeSuits();

// By trump and tile: the number of a plain tile among the 21 of that trump.
const PLAIN = NUMBERS.flatMap(trump => TILES.map(tile => SHOWS[trump] >> tile & 1 ? 0 : countTiles(~SHOWS[trump] & (1 << tile) - 1)));

const atMost = (most, number) => number < most ? number : most;
const fromTheTop = (pattern, trumps) => pattern << 7 - trumps;
const placeOf = (tile, trump, among) => countTiles(among & ~(betterThan(tile, trump, trump) | 1 << tile));
// How many of the tiles out beat a plain tile led as its higher (0) or lower (1) number.
const beat = (tile, end, trump, out) => countTiles(out & betterThan(tile, ENDS[tile][end], trump));
function patternOf(trumps, trump, among) {
  let set = 0;
  for (; trumps; trumps &= trumps - 1) set |= 1 << placeOf(lowestTile(trumps), trump, among);
  return set;
}

// The class of what a looed seat pays, by its share of the pool; for points it is five tricks of five.
function stakeOf({ penalty, pool }) {
  return pool === null ? 3 : (20 * penalty >= 3 * pool) + (5 * penalty >= 2 * pool) + (4 * penalty >= 3 * pool);
}

// All sets of so many tiles of a set, two at most.
function* setsOf(tiles, many) {
  if (many === 0) yield 0;
  for (let left = many && tiles; left; left &= left - 1) {
    const one = left & -left;
    if (many === 1) yield one;
    for (let other = many === 2 && left ^ one; other; other &= other - 1) yield one | other & -other;
  }
}

class LooTable extends TrickTable {
  constructor({ rules }, table) {
    super(table.players);
    Object.assign(this, rules, { cells: table.size.cells, stake: stakeOf(table), dealer: table.players - 1, laid: [] });
  }

  // The best five of six or seven tiles; ``thrown`` ones are seen, ``stayed`` is who plays, ``keep`` is kept.
  bestFive(start, p, tiles, turnUp, thrown, stayed, keep = 0) {
    const [trump] = ENDS[turnUp], unseen = ALL_TILES & ~(tiles | 1 << turnUp | thrown), { cells } = this;
    const trumps = tiles & SHOWS[trump], plain = tiles ^ trumps, among = (tiles | unseen) & SHOWS[trump];
    const stay = atMost(2, countTiles(stayed)), fears = p !== this.dealer ? DOUBLES >> turnUp & 1 : 0;
    const about = ((stay * 3 + atMost(2, this.dealer - p)) * 4 + this.stake) * 2 + fears;
    const spare = countTiles(tiles) - TRICKS;
    let best = -Infinity, kept = 0;
    for (let many = Math.max(0, spare - countTiles(plain)); many <= Math.min(spare, countTiles(trumps)); many++) {
      const held = countTiles(trumps) - many;
      for (const gone of setsOf(trumps & ~keep, many)) {
        const pattern = fromTheTop(patternOf(trumps ^ gone, trump, among), countTiles(among));
        const ofTrumps = cells[start + pattern * 72 + about];
        for (const other of setsOf(plain, spare - many)) {
          const worth = ofTrumps + this.worthOfPlain(start, plain ^ other, trump, unseen, held, stay);
          if (worth > best) [best, kept] = [worth, tiles ^ gone ^ other];
        }
      }
    }
    return kept;
  }

  // What some plain tiles are worth together, beside so many trumps.
  worthOfPlain(start, plain, trump, unseen, held, stay) {
    const { cells } = this, few = atMost(3, held), many = atMost(2, held);
    let worth = 0;
    for (let left = plain; left; left &= left - 1) {
      const tile = lowestTile(left), own = PLAIN[trump * 28 + tile];
      const high = beat(tile, 0, trump, unseen), low = beat(tile, 1, trump, unseen);
      worth += cells[start + TILE + (((atMost(4, high) * 5 + atMost(4, low)) * 2 + (DOUBLES >> tile & 1)) * 4 + few) * 3 + stay]
        + cells[start + NUMBER + (own * 4 + atMost(3, Math.min(high, low))) * 4 + few];
      for (let lower = plain & (1 << tile) - 1; lower; lower &= lower - 1) {
        worth += cells[start + PAIR + (PLAIN[trump * 28 + lowestTile(lower)] * 21 + own) * 3 + many];
      }
    }
    return worth;
  }

  // How many seats to come cannot have a suit.
  voidIn(suit) {
    let found = 0;
    for (let left = this.rivals; left; left &= left - 1) found += this.voids[lowestTile(left)] >> suit & 1;
    return found;
  }

  // What all answers have in common.
  look(p, trick, toCome) {
    super.look(p, trick, toCome);
    const { trump, unseen, dealer, tricks } = this, hand = this.held[p], own = hand & SHOWS[trump], among = (hand | unseen) & SHOWS[trump];
    let masters = 0;
    for (let left = hand ^ own; left; left &= left - 1) {
      const tile = lowestTile(left);
      masters += Number(beat(tile, 0, trump, unseen) === 0 || beat(tile, 1, trump, unseen) === 0);
    }
    Object.assign(this, {
      hand, trick, among, me: Number(this.forPool && p === dealer || tricks[p] > 0), masters: atMost(2, masters),
      pattern: fromTheTop(patternOf(own, trump, among), countTiles(among)), ownTrumps: countTiles(own),
      out: countTiles(unseen & SHOWS[trump]), rest: countTiles(this.seatsIn) - 2, coming: countTiles(toCome),
      noTrumps: atMost(2, this.voidIn(trump)), turned: p === dealer ? 0 : this.shown,
    });
  }

  // The pattern of the trumps held with the place of one of them, by those that beat it.
  heldAs(better) { return this.pattern * 7 + 6 - countTiles(this.among & better); }

  // How many other plain tiles in the hand show a number.
  shares(tile, number) { return countTiles(this.hand & ~SHOWS[this.trump] & ~(1 << tile) & SHOWS[number]); }

  worthOfLead(tile, suit) {
    const { cells, trump, unseen, trick, rest, out, turned } = this;
    const isTrump = SHOWS[trump] >> tile & 1, [high, low] = ENDS[tile], better = betterThan(tile, suit, trump);
    const beaters = countTiles(unseen & better), more = countTiles(unseen & SUITS[trump * 7 + suit]) - beaters;
    let ranks, ownOther = 0, kind = 2, numbers;
    if (isTrump) {
      ranks = ((this.heldAs(better) * 3 + Number(turned !== 0) + Number((turned & better) !== 0)) * 2 + Number(trick === 0)) * 3;
      numbers = 2520 + ((atMost(6, beaters) * 3 + this.masters) * 5 + trick) * 3;
    } else {
      const otherSuit = suit === high ? low : high, other = countTiles(unseen & betterThan(tile, otherSuit, trump));
      kind = Number(high === low);
      ownOther = kind ? 0 : atMost(2, this.shares(tile, otherSuit));
      ranks = 16128 + (((((atMost(4, beaters) * 5 + atMost(4, more)) * 5 + atMost(4, other)) * 2
        + Number((unseen & better & DOUBLES) !== 0)) * 5 + atMost(4, out)) * 2 + Number(trick > 2)) * 3;
      numbers = ((PLAIN[trump * 28 + tile] * 2 + Number(suit === high)) * 5 + trick) * 12 + atMost(3, beaters) * 3;
    }
    const few = atMost(3, beaters), ownSuit = atMost(3, this.shares(tile, suit));
    return cells[RANKS + ranks + rest]
      + cells[VOIDS + (((((atMost(2, this.voidIn(suit)) * 3 + this.noTrumps) * 2 + isTrump) * 4 + few) * 4 + atMost(3, more)) * 4 + atMost(3, out)) * 3 + rest]
      + cells[SHARES + ((((ownSuit * 3 + ownOther) * 4 + few) * 5 + trick) * 3 + kind) * 3 + rest]
      + cells[NUMBERS_LED + numbers + rest];
  }

  worthOfFollow(tile, { led, beats }) {
    const { cells, trump, unseen, trick, rest, out, me, coming } = this;
    const isTrump = SHOWS[trump] >> tile & 1, [high, low] = ENDS[tile], isLast = Number(coming === 0), wins = beats >> tile & 1;
    let beaters, spends, thrown, guards;
    if (isTrump) {
      const better = betterThan(tile, trump, trump), few = atMost(3, beaters = countTiles(unseen & better));
      spends = (((this.heldAs(better) * 2 + wins) * 2 + isLast) * 3 + rest) * 2 + Number(trick === 0);
      thrown = 5040 + ((((few * 3 + this.masters) * 5 + trick) * 2 + wins) * 2 + isLast) * 3 + rest;
      guards = 1080 + ((few * 5 + trick) * 3 + rest) * 2 + me;
    } else {
      const asHigh = beat(tile, 0, trump, unseen), asLow = beat(tile, 1, trump, unseen), few = atMost(3, Math.min(asHigh, asLow));
      beaters = led === high ? asHigh : asLow;
      const ledAs = atMost(2, Number(led === high) + 2 * Number(led === low));
      thrown = ((((PLAIN[trump * 28 + tile] * 4 + few) * 5 + trick) * 2 + wins) * 2 + Number(out > 0)) * 3 + ledAs;
      spends = 21504 + ((((atMost(4, asHigh) * 5 + atMost(4, asLow)) * 2 + (DOUBLES >> tile & 1)) * 4 + atMost(3, out)) * 5 + trick) * 2 + wins;
      guards = ((((atMost(2, this.shares(tile, high)) * 3 + atMost(2, this.shares(tile, low))) * 4 + few) * 5 + trick) * 3
        + atMost(2, this.ownTrumps)) * 2 + me;
    }
    if (!wins || isLast) beaters = 0;
    return cells[SPENDS + spends] + cells[GUARDS + guards] + cells[THROWN + thrown]
      + cells[COME + ((((atMost(2, this.voidIn(led)) * 3 + this.noTrumps) * 3 + wins * (1 + isTrump)) * 5 + atMost(4, beaters)) * 4 + atMost(3, out)) * 4 + coming];
  }

  lead(p, trick) {
    const hand = this.held[p], own = hand & SHOWS[this.trump];
    if (trick && !own) this.voids[p] |= 1 << this.trump;
    const mustLeadTrump = own && countTiles(own) >= (trick ? 1 : this.leadTrumps);
    const lead = (trick === 0 ? this.opening : undefined) ?? this.bestLead(mustLeadTrump ? own : hand);
    if (trick === 0) this.opened = lead;
    return lead;
  }

  follow(p, legal, before) {
    return (before.trick === 0 ? this.followed?.[p] : undefined) ?? super.follow(p, legal, before);
  }

  playTile(p, tile) {
    super.playTile(p, tile);
    this.laid.push(tile);
  }

  // What a dealer who plays holds in the end: whether he takes the turn-up may be forced.
  dealersFive({ hands, turnUp }, stayed, takes) {
    const own = hands[this.dealer], up = 1 << turnUp;
    return takes === false ? own : this.bestFive(FOR_TURN_UP, this.dealer, own | up, turnUp, 0, stayed, takes ? up : 0);
  }

  // Whether he takes it after what was declared.
  takesUp(deal, history) {
    const stayed = [...history].slice(0, -1).reduce((set, letter, p) => set | (letter === "P") << p, 0);
    return (this.dealersFive(deal, stayed) >> deal.turnUp & 1) !== 0;
  }

  // The tricks of each position after a history; what the dealer takes, the first lead and follows may be forced.
  playOut({ hands, misses, turnUp }, history, { takes, opening, followed } = {}) {
    const { players, dealer } = this, [trump] = ENDS[turnUp], tricks = this.tricks = Array(players).fill(0);
    let drawn = 0, missed = 0, stayed = 0, isTaken = false;
    Object.assign(this, { opening, followed, laid: [], forPool: history[dealer] === "F" });
    for (let p = 0; p < players; p++) {
      [this.held[p], this.gone[p]] = [hands[p], 0];
      if (history[p] === "D" || history[p] === undefined) continue;
      if (history[p] === "M") {
        this.held[p] = this.bestFive(AFTER_MISS, p, misses[drawn], turnUp, hands[p], stayed);
        this.gone[p] = hands[p] | misses[drawn++] & ~this.held[p];
        missed |= 1 << p;
        continue;
      }
      if (p === dealer) {
        this.held[p] = this.dealersFive({ hands, turnUp }, stayed, takes);
        isTaken = (this.held[p] >> turnUp & 1) !== 0;
        this.gone[p] = hands[p] & ~this.held[p];
      }
      stayed |= 1 << p;
    }
    this.begin(turnUp, trump, stayed | missed, isTaken);
    const { seatsIn } = this;
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
