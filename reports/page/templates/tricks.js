// What games of tricks share: suits and what beats what, and a trick.
const TRICKS = 5;
// By trump, and by trump and suit: as simulate/domino/tricks.py has them; and what beats a tile there.
let TRUMPS, SUITS, BETTER;

// Fix the suits of a game; beside the tiles that show a number its trumps have a left bower, or none.
function makeSuits(leftBowers = NUMBERS.map(() => 0)) {
  TRUMPS = NUMBERS.map(trump => SHOWS[trump] | leftBowers[trump]);
  SUITS = NUMBERS.flatMap(trump => NUMBERS.map(suit => suit === trump ? TRUMPS[trump] : SHOWS[suit] & ~TRUMPS[trump]));
  // The double is the highest of a suit, then the left bower, then the other end counts.
  const rank = (tile, suit, bower) => bower >> tile & 1 ? 6.5 : DOUBLES >> tile & 1 ? 7 : ENDS[tile][0] + ENDS[tile][1] - suit;
  BETTER = Int32Array.from(SUITS.flatMap((tiles, at) => {
    const suit = at % 7, bower = leftBowers[Math.floor(at / 7)];
    return TILES.map(tile => tiles >> tile & 1
      ? tileSet(tilesOf(tiles).filter(other => rank(other, suit, bower) > rank(tile, suit, bower))) : 0);
  }));
}

const betterThan = (tile, suit, trump) => BETTER[(trump * 7 + suit) * 28 + tile];
const trumpsAbove = (tile, trump, unseen) => countTiles(unseen & betterThan(tile, trump, trump));

// How many of the tiles out beat a plain tile led as the better of its numbers.
const beatenBy = (tile, trump, out) => Math.min(...ENDS[tile].map(suit => countTiles(out & betterThan(tile, suit, trump))));

// A table on which hands are played out; the last position deals. A game begins a hand and values tiles.
class TrickTable {
  constructor(players) {
    this.players = players;
    // By position: tiles held, tiles out of play that it knows of, suits that it cannot have, partners.
    [this.held, this.gone, this.voids, this.partners] = Array.from({ length: 4 }, () => new Int32Array(4));
  }

  // Before the first trick: who plays, and whether the dealer has taken the turn-up.
  begin(turnUp, trump, seatsIn, isTaken) {
    Object.assign(this, { turnUp, trump, seatsIn, isTaken, played: 0 });
    this.voids.fill(0);
    if (!isTaken) this.gone = this.gone.map(tiles => tiles | 1 << turnUp);
  }

  // What a seat sees before it plays a tile; the rivals who come after it.
  look(p, trick, toCome) {
    this.unseen = ALL_TILES & ~(this.held[p] | this.played | this.gone[p]);
    this.shown = this.isTaken ? 1 << this.turnUp & ~this.played : 0;
    this.rivals = toCome & ~this.partners[p];
  }

  // The lead of most value (worthOfLead), as the tile times 8 and its suit; of equal ones the first.
  lead(p) { return this.bestLead(this.held[p]); }

  bestLead(legal) {
    let best = -Infinity, answer = 0;
    for (; legal; legal &= legal - 1) {
      const tile = lowestTile(legal);
      for (const suit of this.suitsOf(tile)) {
        const worth = this.worthOfLead(tile, suit);
        if (worth > best) [best, answer] = [worth, tile * 8 + suit];
      }
    }
    return answer;
  }

  // The suits that a tile can be led as, the lower first.
  suitsOf(tile) {
    const { trump, leadsHigh } = this, [high, low] = ENDS[tile];
    if (TRUMPS[trump] >> tile & 1) return [trump];
    return leadsHigh || high === low ? [high] : [low, high];
  }

  // The same of the tiles that may follow (worthOfFollow).
  follow(p, legal, trick) {
    let best = -Infinity, answer = 0;
    for (; legal; legal &= legal - 1) {
      const worth = this.worthOfFollow(lowestTile(legal), trick);
      if (worth > best) [best, answer] = [worth, lowestTile(legal)];
    }
    return answer;
  }

  // The tiles that beat the one that wins so far.
  beating(winning, led) {
    const { trump } = this, isTrump = TRUMPS[trump] >> winning & 1;
    return isTrump ? betterThan(winning, trump, trump) : betterThan(winning, led, trump) | TRUMPS[trump];
  }

  // Play a trick; return who wins it.
  playTrick(trick, leader) {
    const { trump, mustTrump } = this, trumps = TRUMPS[trump];
    let toCome = this.seatsIn & ~(1 << leader);
    this.look(leader, trick, toCome);
    const lead = this.lead(leader, trick), led = lead & 7, suit = SUITS[trump * 7 + led];
    let winning = lead >> 3, winner = leader, beats = this.beating(winning, led);
    this.playTile(leader, winning);
    for (let p = leader; toCome;) {
      do p = (p + 1) % this.players; while (!(toCome >> p & 1));
      toCome &= ~(1 << p);
      const legal = this.held[p] & suit || (mustTrump && this.held[p] & trumps) || this.held[p];
      let tile = lowestTile(legal);
      if (legal & legal - 1) {
        this.look(p, trick, toCome);
        tile = this.follow(p, legal, { trick, led, winning, winner, beats });
      }
      this.playTile(p, tile);
      if (!(suit >> tile & 1)) this.voids[p] |= 1 << led | (mustTrump && !(trumps >> tile & 1) ? 1 << trump : 0);
      if (beats >> tile & 1) [winning, winner, beats] = [tile, p, this.beating(tile, led)];
    }
    return winner;
  }

  playTile(p, tile) {
    this.held[p] &= ~(1 << tile);
    this.played |= 1 << tile;
  }
}
