// Casino from any round on: what the others can hold, the tiles to come and the dice are dealt, and
// each tile that could be bet is played out, all playing as the strategy pot-chaser does
// (strategies/casino/patient.py; a test holds the two together).
const DRAWN_AT_FIRST = 3;
const DOUBLE_BLANK = 1 << tileOf(0, 0);

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
  const [a, b] = dice, wanted = 1 << tileOf(a, b), all = bets.reduce((set, bet) => set | bet, 0);
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
    this.me = me;
    this.number = rounds.length;
    this.stashes = new Array(data.players).fill(0);
    this.pot = this.seen = 0;
    this.asked = [];
    this.bets = rounds.map(({ bets }) => bets);
    rounds.forEach(({ bets, dice }, number) => {
      bets.forEach((tile, seat) => {
        if (seat !== me) this.asked.push({ seat, number, tile, pot: countTiles(this.pot) });
        this.seen |= 1 << tile;
      });
      this.pot = settleRound(bets.map(tile => 1 << tile), this.pot, dice, this.stashes);
    });
    this.options = inTileOrder(hand);
    this.unseen = TILE_NAMES.map((name, tile) => tile)
      .filter(tile => !(this.seen >> tile & 1) && !hand.includes(tile));
  }

  // The tiles that seats draw, by round: those of the others up to now, and all that come later.
  // A tile that was bet was drawn before, each of the times when it can have been as likely.
  dealt(chance) {
    const tiles = this.unseen.slice(), slots = [];
    const next = () => {
      const at = Math.floor(chance() * tiles.length), tile = tiles[at];
      tiles[at] = tiles.at(-1);
      tiles.pop();
      return tile;
    };
    for (let seat = 0; seat < this.players; seat++) {
      const drawn = new Array(this.rounds).fill(-1);
      if (seat !== this.me) {
        this.bets.forEach((bets, number) => {
          const open = [];
          for (let k = 0; k < this.drawnBy(number); k++) if (drawn[k] < 0) open.push(k);
          drawn[open[Math.floor(chance() * open.length)]] = bets[seat];
        });
      }
      const known = seat === this.me ? this.drawnBy(this.number) : 0;
      for (let k = known; k < this.rounds; k++) if (drawn[k] < 0) drawn[k] = next();
      slots.push(drawn);
    }
    const dice = [];
    for (let k = this.number; k < this.rounds; k++) dice.push([1, 2].map(() => 1 + Math.floor(6 * chance())));
    return { slots, dice, weight: 1 };
  }

  // How many tiles a seat has drawn when it bets in a round.
  drawnBy(number) { return Math.min(number + DRAWN_AT_FIRST, this.rounds); }

  // What a seat that is not asked holds in a round up to now.
  handOf(slots, seat, number) {
    let hand = 0;
    for (let k = 0; k < this.drawnBy(number); k++) hand |= 1 << slots[seat][k];
    for (let k = 0; k < number; k++) hand &= ~(1 << this.bets[k][seat]);
    return hand;
  }

  agrees({ slots }, k) {
    const { seat, number, tile, pot } = this.asked[k];
    return chaserBets(this.fat, this.handOf(slots, seat, number), pot) === 1 << tile;
  }

  // The part of the game that a bet wins in a deal.
  wonWith({ slots, dice }, option) {
    const stashes = this.stashes.slice();
    const hands = slots.map((_, seat) => seat === this.me
      ? this.options.reduce((set, tile) => set | 1 << tile, 0) : this.handOf(slots, seat, this.number));
    let pot = this.pot;
    for (let number = this.number; number < this.rounds; number++) {
      const isNow = number === this.number, inPot = countTiles(pot), added = number + DRAWN_AT_FIRST - 1;
      const bets = hands.map((hand, seat) => {
        if (!isNow && added < this.rounds) hand |= 1 << slots[seat][added];
        const bet = isNow && seat === this.me ? 1 << option : chaserBets(this.fat, hand, inPot);
        hands[seat] = hand & ~bet;
        return bet;
      });
      pot = settleRound(bets, pot, dice[number - this.number], stashes);
    }
    const most = Math.max(...stashes);
    return stashes[this.me] < most ? 0 : 1 / stashes.filter(tiles => tiles === most).length;
  }
}
