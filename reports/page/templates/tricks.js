// What games of tricks share: suits and what beats what, the chance that a tile stands, and a trick.
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

// The chance that a hand of some of the tiles out has none of so many given ones, by all three.
const MOST_GIVEN = 10, MISSING = new Float64Array((TRICKS + 1) * 29 * MOST_GIVEN);
const waysOf = (many, of) => of === 0 ? 1 : waysOf(many - 1, of - 1) * many / of;
for (let held = 0; held <= TRICKS; held++) {
  for (let out = held; out <= 28; out++) {
    for (let given = 0; given < MOST_GIVEN && given <= out - held; given++) {
      MISSING[(held * 29 + out) * MOST_GIVEN + given] = waysOf(out - given, held) / waysOf(out, held);
    }
  }
}

// A table on which hands are played out; the last position deals. A game's own part begins a hand, and
// says what a tile is worth later (worthLater) and what is led and followed with (lead, follow).
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
    this.row = ((TRICKS - trick) * 29 + countTiles(this.unseen)) * MOST_GIVEN;
    this.rivals = toCome & ~this.partners[p];
  }

  // The chance that no rival to come beats a tile, within its suit or with a trump.
  chanceToStand(tile, suit) {
    const { trump, unseen, row, shown, voids } = this, isTrump = TRUMPS[trump] >> tile & 1;
    const followers = unseen & SUITS[trump * 7 + suit], over = unseen & (isTrump ? betterThan(tile, trump, trump) : TRUMPS[trump]);
    const better = isTrump ? 0 : followers & betterThan(tile, suit, trump);
    const noneOver = MISSING[row + countTiles(over)], noFollower = MISSING[row + countTiles(followers ^ better)];
    const noBetter = MISSING[row + countTiles(better)];
    let chance = 1;
    for (let left = this.rivals; left; left &= left - 1) {
      const p = lowestTile(left), isVoid = voids[p] >> suit & 1;
      const noTrump = p === this.players - 1 && shown & over ? 0 : voids[p] >> trump & 1 ? 1 : noneOver;
      chance *= suit === trump ? noTrump : (isVoid ? 1 : noBetter) * (1 - (isVoid ? 1 : noFollower) * (1 - noTrump));
    }
    return chance;
  }

  // The lead with the most chance above what its tile is worth later: the tile times 8 and its suit.
  bestLead(legal, drawing = 0) {
    let best = -9, answer = 0;
    for (; legal; legal &= legal - 1) {
      const tile = lowestTile(legal), isTrump = TRUMPS[this.trump] >> tile & 1;
      const value = (isTrump ? drawing : 0) - this.worthLater(tile);
      for (let end = isTrump || this.leadsHigh ? 0 : 1; end >= 0; end--) {
        const suit = isTrump ? this.trump : ENDS[tile][end], chance = this.chanceToStand(tile, suit);
        if (value + chance > best) [best, answer] = [value + chance, tile * 8 + suit];
      }
    }
    return answer;
  }

  // The same of those that may follow; some beat what wins so far, with some chance to stand as well.
  bestFollow(legal, led, beats, leftAlone = 0) {
    let best = -9, answer = 0;
    for (; legal; legal &= legal - 1) {
      const tile = lowestTile(legal);
      const value = (beats >> tile & 1 ? this.chanceToStand(tile, led) : leftAlone) - this.worthLater(tile);
      if (value > best) [best, answer] = [value, tile];
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
