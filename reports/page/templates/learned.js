// Loo and Rounce: tiles by the tables that good players learnt. An answer is worth the sum of one cell of every
// table, numbered as in strategies/loo/skills (situations.py, learned_play.py); tests hold them together.
const SIZES_OF_TABLES = [
  4800, 23628, 3456, 11520, 2160, 2880, 4800, 2835, 5280, 23504, 3072, 11520, 1200, 2160, 5760,
  9216, 600, 1323, 336, 9216, 600, 1323, 336];
const [STANDS, RANKS, VOIDS, STAYS, SHARES, SAID, LOOED, NUMBERS_LED, WINS, SPENDS, WINNER, LEFT, GUARDS, COME, THROWN,
  AFTER_MISS, , , , FOR_TURN_UP] = SIZES_OF_TABLES.map((_, k) => SIZES_OF_TABLES.slice(0, k).reduce((sum, one) => sum + one, 1));
const [TILE, PAIR, NUMBER] = [9216, 9816, 11139];
makeSuits();

// By trump and tile: the number of a plain tile among the 21 of that trump.
const PLAIN = NUMBERS.flatMap(trump => TILES.map(tile => SHOWS[trump] >> tile & 1 ? 0 : countTiles(~SHOWS[trump] & (1 << tile) - 1)));

const atMost = (most, number) => number < most ? number : most;
const fromTheTop = (pattern, trumps) => pattern << 7 - trumps;
const without = (pattern, place) => pattern >> place + 1 << place | pattern & (1 << place) - 1;
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
    Object.assign(this, rules, { cells: table.size.cells, stake: stakeOf(table), dealer: table.players - 1 });
  }

  // Rivals keep doubles: one that is out counts as three.
  fearedMore(better) { return better & DOUBLES ? 2 : 0; }

  // The five tiles with the highest sum, of six or seven: ``thrown`` tiles are seen, ``stayed`` sets who plays,
  // trumps of ``keep`` are kept.
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
    const mine = this.forPool && p === dealer ? 2 : Number(tricks[p] > 0), others = this.seatsIn & ~(1 << p);
    let looedYet = 0, masters = 0;
    for (let left = others; left; left &= left - 1) looedYet += Number(tricks[lowestTile(left)] === 0);
    for (let left = hand ^ own; left; left &= left - 1) {
      const tile = lowestTile(left);
      masters += Number(beat(tile, 0, trump, unseen) === 0 || beat(tile, 1, trump, unseen) === 0);
    }
    Object.assign(this, {
      hand, trick, among, mine, masters, place: p, me: atMost(1, mine), looedYet: atMost(3, looedYet), left: countTiles(among),
      pattern: patternOf(own, trump, among), ownTrumps: countTiles(own), out: countTiles(unseen & SHOWS[trump]),
      rest: countTiles(others) - 1, coming: countTiles(toCome), noTrumps: atMost(2, this.voidIn(trump)),
    });
  }

  // How many other plain tiles in the hand show a number.
  shares(tile, number) { return countTiles(this.hand & ~SHOWS[this.trump] & ~(1 << tile) & SHOWS[number]); }

  worthOfLead(tile, suit) {
    const { cells, trump, unseen, trick, place, dealer, left, rest, out, mine, me, stake, shown, missed } = this;
    const isTrump = SHOWS[trump] >> tile & 1, [high, low] = ENDS[tile], isDouble = Number(high === low);
    const followers = unseen & SUITS[trump * 7 + suit], better = betterThan(tile, suit, trump);
    const beaters = countTiles(followers & better), more = countTiles(followers) - beaters, dealerHas = Number(shown !== 0 && place !== dealer);
    const full = fromTheTop(this.pattern, left);
    let stays = full, later, ranks, ownOther = 0, kind, masters, numbers;
    if (isTrump) {
      const at = placeOf(tile, trump, this.among), turned = dealerHas + Number(dealerHas && (shown & better) !== 0);
      stays = fromTheTop(without(this.pattern, at), left - 1);
      later = atMost(3, beaters);
      ranks = (((full * 7 + 6 - (left - 1 - at)) * 3 + turned) * 2 + Number(trick === 0)) * 3;
      [kind, masters] = [2, atMost(2, this.masters)];
      numbers = 2520 + ((atMost(6, beaters) * 3 + masters) * 5 + trick) * 3;
    } else {
      const otherSuit = suit === high ? low : high, other = countTiles(unseen & betterThan(tile, otherSuit, trump));
      later = 4 + atMost(3, Math.min(beaters, other));
      ranks = 16128 + (((((atMost(4, beaters) * 5 + atMost(4, more)) * 5 + atMost(4, other)) * 2
        + Number((followers & better & DOUBLES) !== 0)) * 5 + atMost(4, out)) * 2 + Number(trick > 2)) * 3;
      ownOther = isDouble ? 0 : atMost(2, this.shares(tile, otherSuit));
      [kind, masters] = [isDouble, atMost(2, this.masters - Number(Math.min(beaters, other) === 0))];
      numbers = ((PLAIN[trump * 28 + tile] * 2 + Number(suit === high)) * 5 + trick) * 12 + atMost(3, beaters) * 3;
    }
    const stood = atMost(9, Math.floor(this.chanceToStand(tile, suit) * 10)), few = atMost(3, beaters), ownSuit = atMost(3, this.shares(tile, suit));
    const missers = atMost(2, countTiles(missed & this.seatsIn & ~(1 << place)));
    return cells[STANDS + (((stood * 8 + later) * 5 + trick) * 3 + mine) * 4 + stake]
      + cells[RANKS + ranks + rest]
      + cells[VOIDS + (((((atMost(2, this.voidIn(suit)) * 3 + this.noTrumps) * 2 + isTrump) * 4 + few) * 4 + atMost(3, more)) * 4 + atMost(3, out)) * 3 + rest]
      + cells[STAYS + (((stays * 3 + rest) * 5 + trick) * 2 + me) * 3 + masters]
      + cells[SHARES + ((((ownSuit * 3 + ownOther) * 4 + few) * 5 + trick) * 3 + kind) * 3 + rest]
      + cells[SAID + ((((((missers * 2 + dealerHas) * 2 + (missed >> place & 1)) * 2 + Number(place === dealer)) * 2 + isTrump) * 4 + few) * 5 + trick) * 3 + rest]
      + cells[LOOED + ((((this.looedYet * 3 + mine) * 4 + stake) * 2 + isTrump) * 10 + stood) * 5 + trick]
      + cells[NUMBERS_LED + numbers + rest];
  }

  worthOfFollow(tile, { led, winner, beats }) {
    const { cells, trump, unseen, trick, dealer, left, rest, out, mine, me, stake, coming, missed } = this;
    const isTrump = SHOWS[trump] >> tile & 1, [high, low] = ENDS[tile], isLast = Number(coming === 0), wins = beats >> tile & 1;
    const followers = unseen & SUITS[trump * 7 + led], full = fromTheTop(this.pattern, left), stands = wins && !isLast ? this.chanceToStand(tile, led) : 1;
    let stays = full, beaters = 0, later, spends, masters, thrown, guards;
    if (isTrump) {
      const at = placeOf(tile, trump, this.among), above = countTiles(unseen & betterThan(tile, trump, trump));
      stays = fromTheTop(without(this.pattern, at), left - 1);
      if (wins && !isLast) beaters = above;
      later = atMost(3, above);
      spends = ((((full * 7 + 6 - (left - 1 - at)) * 2 + wins) * 2 + isLast) * 3 + rest) * 2 + Number(trick === 0);
      masters = atMost(2, this.masters);
      thrown = 5040 + ((((later * 3 + masters) * 5 + trick) * 2 + wins) * 2 + isLast) * 3 + rest;
      guards = 1080 + ((later * 5 + trick) * 3 + rest) * 2 + me;
    } else {
      const asHigh = beat(tile, 0, trump, unseen), asLow = beat(tile, 1, trump, unseen), few = atMost(3, Math.min(asHigh, asLow));
      if (wins && !isLast) beaters = countTiles(followers & betterThan(tile, led, trump));
      later = 4 + few;
      masters = atMost(2, this.masters - Number(few === 0));
      const ledAs = atMost(2, Number(led === high) + 2 * Number(led === low));
      thrown = ((((PLAIN[trump * 28 + tile] * 4 + few) * 5 + trick) * 2 + wins) * 2 + Number(out > 0)) * 3 + ledAs;
      spends = 21504 + ((((atMost(4, asHigh) * 5 + atMost(4, asLow)) * 2 + (DOUBLES >> tile & 1)) * 4 + atMost(3, out)) * 5 + trick) * 2 + wins;
      guards = ((((atMost(2, this.shares(tile, high)) * 3 + atMost(2, this.shares(tile, low))) * 4 + few) * 5 + trick) * 3
        + atMost(2, this.ownTrumps)) * 2 + me;
    }
    const stood = wins * (1 + atMost(9, Math.floor(stands * 10)));
    const said = (missed >> winner & 1) * 2 + Number(winner === dealer), its = Number(this.tricks[winner] > 0);
    return cells[WINS + (((stood * 8 + later) * 5 + trick) * 3 + mine) * 4 + stake]
      + cells[SPENDS + spends]
      + cells[WINNER + (((((its * 4 + said) * 2 + wins) * 4 + this.looedYet) * 3 + mine) * 4 + coming) * 4 + stake]
      + cells[LEFT + (((stays * 2 + wins) * 3 + rest) * 5 + trick) * 3 + masters]
      + cells[GUARDS + guards]
      + cells[COME + ((((atMost(2, this.voidIn(led)) * 3 + this.noTrumps) * 3 + wins * (1 + isTrump)) * 5 + atMost(4, beaters)) * 4 + atMost(3, out)) * 4 + coming]
      + cells[THROWN + thrown];
  }

  lead(p, trick) {
    if (trick === 0 && this.opening !== undefined) return this.opening;
    const { trump } = this, hand = this.held[p], own = hand & SHOWS[trump];
    if (trick && !own) this.voids[p] |= 1 << trump;
    let best = -Infinity, answer = 0;
    for (let legal = own && countTiles(own) >= (trick ? 1 : this.leadTrumps) ? own : hand; legal; legal &= legal - 1) {
      const tile = lowestTile(legal), [high, low] = own >> tile & 1 ? [trump, trump] : ENDS[tile];
      const asLow = this.worthOfLead(tile, low), asHigh = high === low ? asLow : this.worthOfLead(tile, high);
      if (Math.max(asLow, asHigh) > best) [best, answer] = [Math.max(asLow, asHigh), tile * 8 + (asHigh > asLow ? high : low)];
    }
    return answer;
  }

  follow(p, legal, before) {
    let best = -Infinity, answer = 0;
    for (; legal; legal &= legal - 1) {
      const worth = this.worthOfFollow(lowestTile(legal), before);
      if (worth > best) [best, answer] = [worth, lowestTile(legal)];
    }
    return answer;
  }

  // What a dealer who plays holds in the end, where it is told whether he takes the turn-up, or as he likes best.
  dealersFive({ hands, turnUp }, stayed, takes) {
    const own = hands[this.dealer], up = 1 << turnUp;
    return takes === false ? own : this.bestFive(FOR_TURN_UP, this.dealer, own | up, turnUp, 0, stayed, takes ? up : 0);
  }

  // Whether he takes it after what was declared.
  takesUp(deal, said) {
    const stayed = [...said].slice(0, -1).reduce((set, letter, p) => set | (letter === "P") << p, 0);
    return (this.dealersFive(deal, stayed) >> deal.turnUp & 1) !== 0;
  }

  // Play a deal out after all have declared; return the tricks of each position. What is known may be told:
  // whether the dealer took the turn-up, and what was led to the first trick.
  playOut({ hands, misses, turnUp }, said, { takes, opening } = {}) {
    const { players, dealer } = this, [trump] = ENDS[turnUp], tricks = this.tricks = Array(players).fill(0);
    let drawn = 0, stayed = 0, isTaken = false;
    Object.assign(this, { opening, missed: 0, forPool: said[dealer] === "F" });
    for (let p = 0; p < players; p++) {
      [this.held[p], this.gone[p]] = [hands[p], 0];
      if (said[p] === "D" || said[p] === undefined) continue;
      if (said[p] === "M") {
        this.held[p] = this.bestFive(AFTER_MISS, p, misses[drawn], turnUp, hands[p], stayed);
        this.gone[p] = hands[p] | misses[drawn++] & ~this.held[p];
        this.missed |= 1 << p;
        continue;
      }
      if (p === dealer) {
        this.held[p] = this.dealersFive({ hands, turnUp }, stayed, takes);
        isTaken = (this.held[p] >> turnUp & 1) !== 0;
        this.gone[p] = hands[p] & ~this.held[p];
      }
      stayed |= 1 << p;
    }
    this.begin(turnUp, trump, stayed | this.missed, isTaken);
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
