// Casino from any round on: what the others can hold, the tiles to come and the dice are dealt, and
// each tile that could be bet is played out, all playing as the strategy pot-chaser does
// (strategies/casino/patient.py; a test holds the two together).
const DRAWN_AT_FIRST = 3;
const DOUBLE_BLANK = 1 << tileOf(0, 0);
// Rolls of two dice, and the rolls that are drawn of a game.
const ROLLS = 36, ROLLS_DRAWN = 15;

// The chance of 36 that the dice match both halves of a tile; the blank is on no die.
const MATCHES = TILE_NAMES.map((name, tile) => {
  const [high, low] = endsOf(tile);
  return low === 0 ? 0 : high === low ? 1 : 2;
});

// What pot-chaser bets, as a set of one tile.
function chaserBets(fat, hand, pot) {
  let chosen = hand & -hand, most = -Infinity;
  for (let left = hand; left; left &= left - 1) {
    const bet = left & -left, worth = MATCHES[lowestTile(bet)] * (pot - fat);
    if (worth > most) [chosen, most] = [bet, worth];
  }
  return chosen;
}

// Settle a round as simulate/games/casino/settling.py does: bets are sets of one tile by seat.
// Returns the pot after it, and adds the tiles won to the stashes.
function settleRound(bets, pot, dice, stashes) {
  const [a, b] = dice, wanted = 1 << tileOf(a, b);
  let all = 0;
  for (const bet of bets) all |= bet;
  const winner = bets.indexOf(wanted);
  if (winner >= 0 && (a === b || !(all & DOUBLE_BLANK))) {
    stashes[winner] += countTiles(all | pot);
    return 0;
  }
  if (all & DOUBLE_BLANK) return pot | all;
  let taken = 0;
  for (const die of a === b ? [a] : [a, b]) {
    const hunter = bets.indexOf(1 << tileOf(die, 0));
    if (hunter >= 0) {
      stashes[hunter] += countTiles(all & SHOWS[die]);
      taken |= all & SHOWS[die];
    }
  }
  const matched = SHOWS[a] | SHOWS[b];
  bets.forEach((bet, seat) => { stashes[seat] += (bet & matched & ~taken) !== 0; });
  return pot | all & ~(matched | taken);
}

// What was bet before a round, looked through: pot and stashes, who bet what when.
class RoundsBefore {
  constructor(data, rounds, hand, me) {
    this.players = data.players;
    this.fat = data.fat;
    this.rounds = data.rounds;
    this.removed = TILE_NAMES.length - data.players * data.rounds;
    this.me = me;
    this.number = rounds.length;
    this.stashes = new Array(data.players).fill(0);
    this.pot = 0;
    this.asked = [];
    this.bets = rounds.map(({ bets }) => bets);
    rounds.forEach(({ bets, dice }, number) => {
      bets.forEach((tile, seat) => {
        if (seat !== me) this.asked.push({ seat, number, tile, pot: countTiles(this.pot) });
      });
      this.pot = settleRound(bets.map(tile => 1 << tile), this.pot, dice, this.stashes);
    });
    this.hand = tileSet(hand);
    this.options = tilesOf(this.hand).reverse();
  }

  named() {
    return this.options.map(tile => ({ letter: TILE_NAMES[tile], name: `bet ${TILE_NAMES[tile]}` }));
  }

  // The place in the deck of the tile that a seat draws, after so many: first come those removed,
  // then two tiles a seat, then one for each in every round.
  slotOf(seat, drawn) {
    return this.removed + (drawn < DRAWN_AT_FIRST - 1 ? (DRAWN_AT_FIRST - 1) * seat + drawn : drawn * this.players + seat);
  }

  slotsOf(seat, number) {
    return Array.from({ length: this.drawnBy(number) }, (_, drawn) => this.slotOf(seat, drawn));
  }

  // What is known of the order of the tiles, as simulate/games/casino/spots.py has it: a tile that
  // was bet was drawn before, each of the times when it can have been as likely.
  get deals() {
    const fixed = new Array(TILE_NAMES.length).fill(-1), mine = [...this.bets.map(bets => bets[this.me]), ...tilesOf(this.hand)];
    this.slotsOf(this.me, this.number).forEach((slot, k) => { fixed[slot] = mine[k]; });
    const groups = [];
    for (let seat = 0; seat < this.players && this.number > 0; seat++) {
      if (seat === this.me) continue;
      const slots = this.slotsOf(seat, this.number);
      const shown = this.bets.map((bets, number) => [bets[seat], slots.slice(0, this.drawnBy(number))]);
      groups.push({ slots, shown, can: ALL_TILES });
    }
    return dealsKnown(fixed, groups, TILE_NAMES.length);
  }

  dealt(number) {
    this.known ??= this.deals;
    return drawDeal(this.known, number);
  }

  // How many tiles a seat has drawn when it bets in a round.
  drawnBy(number) { return Math.min(number + DRAWN_AT_FIRST, this.rounds); }

  // What a seat that is not asked holds in a round up to now.
  handOf(order, seat, number) {
    let hand = 0;
    for (let k = this.drawnBy(number) - 1; k >= 0; k--) hand |= 1 << order[this.slotOf(seat, k)];
    for (let k = 0; k < number; k++) hand &= ~(1 << this.bets[k][seat]);
    return hand;
  }

  agrees({ order }, k) {
    const { seat, number, tile, pot } = this.asked[k];
    return chaserBets(this.fat, this.handOf(order, seat, number), pot) === 1 << tile;
  }

  // What a deal is played on from: the hands by seat, and the dice from now on.
  begun({ order, picks }) {
    const hands = this.stashes.map((_, seat) => seat === this.me ? this.hand : this.handOf(order, seat, this.number));
    const rolls = Array.from({ length: ROLLS_DRAWN - this.number }, () => picks.below(ROLLS));
    return { hands, dice: rolls.map(roll => [1 + Math.floor(roll / 6), 1 + roll % 6]) };
  }

  // The part of the game that a bet wins in a deal.
  wonWith(deal, option) {
    deal.begun ??= this.begun(deal);
    const stashes = this.stashes.slice(), hands = deal.begun.hands.slice(), bets = new Array(this.players);
    let pot = this.pot;
    for (let number = this.number; number < this.rounds; number++) {
      const isNow = number === this.number, inPot = countTiles(pot), added = number + DRAWN_AT_FIRST - 1;
      for (let seat = 0; seat < this.players; seat++) {
        if (!isNow && added < this.rounds) hands[seat] |= 1 << deal.order[this.slotOf(seat, added)];
        bets[seat] = isNow && seat === this.me ? 1 << option : chaserBets(this.fat, hands[seat], inPot);
        hands[seat] &= ~bets[seat];
      }
      pot = settleRound(bets, pot, deal.begun.dice[number - this.number], stashes);
    }
    const most = Math.max(...stashes);
    return stashes[this.me] < most ? 0 : 1 / stashes.filter(tiles => tiles === most).length;
  }
}
