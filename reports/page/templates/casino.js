// Casino: which tile to bet, in the first round or later. All play on as strategies/casino/odds.py does (pot-chaser).
const DRAWN_AT_FIRST = 3, DOUBLE_BLANK = 1 << tileOf(0, 0), FACES = NUMBERS.slice(1);
// Rolls of two dice, and the rolls that are drawn of a game.
const ROLLS = 36, ROLLS_DRAWN = 15;

// The chance of 36 that the dice match both halves of a tile; the blank is on no die.
const MATCHES = ENDS.map(([high, low]) => low === 0 ? 0 : high === low ? 1 : 2);

// What pot-chaser bets, as a set of one tile.
const chaserBets = (fat, hand, pot) => 1 << bestOf(tilesOf(hand), tile => MATCHES[tile] * (pot - fat));

// The pot after a round (simulate/games/casino/kernel.py); tiles won go to the stashes.
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

// Rounds as they are clicked: the tiles bet from the first roller on, then two dice; the last one may be half of it.
function roundsOf(history, players) {
  return Array.from({ length: Math.ceil(history.length / (players + 2)) }, (_, round) => {
    const clicks = history.slice(round * (players + 2), (round + 1) * (players + 2));
    return { bets: clicks.slice(0, players), dice: clicks.slice(players) };
  });
}

// A bet after a history: pot and stashes, who bet what when.
class RoundsBefore extends Before {
  constructor(data, { history = [], hand, me = 0 }) {
    super();
    const { players, fat } = data, rounds = roundsOf(history, players);
    Object.assign(this, { data, players, fat, me, rounds: data.rounds, number: rounds.length, pot: 0, asked: [] });
    this.removed = TILES.length - players * data.rounds;
    this.stashes = new Array(players).fill(0);
    this.bets = rounds.map(({ bets }) => bets);
    rounds.forEach(({ bets, dice }, number) => {
      bets.forEach((tile, seat) => {
        const pot = countTiles(this.pot);
        if (seat !== me) this.asked.push(({ order }) => chaserBets(fat, this.handOf(order, seat, number), pot) === 1 << tile);
      });
      this.pot = settleRound(bets.map(tile => 1 << tile), this.pot, dice, this.stashes);
    });
    this.hand = tileSet(hand);
    this.options = tilesOf(this.hand).reverse();
  }

  named() {
    const kindOf = ([high, low]) => high === 0 ? "the double blank" : high === low ? "a double" : low === 0 ? "a tile with one blank" : "a tile with two numbers";
    return this.options.map(tile => ({ letter: TILE_NAMES[tile], name: `bet ${TILE_NAMES[tile]}`, kind: kindOf(ENDS[tile]) }));
  }

  // Where the tile lies that a seat draws after so many: after those removed two a seat, then one for each a round.
  slotOf(seat, drawn) {
    return this.removed + (drawn < DRAWN_AT_FIRST - 1 ? (DRAWN_AT_FIRST - 1) * seat + drawn : drawn * this.players + seat);
  }

  slotsOf(seat, number) {
    return Array.from({ length: this.drawnBy(number) }, (_, drawn) => this.slotOf(seat, drawn));
  }

  // What is known of the order of the tiles (simulate/games/casino/events.py): a tile that was bet was drawn before.
  get deals() {
    const mine = [...this.bets.map(bets => bets[this.me]), ...tilesOf(this.hand)];
    const fixed = orderOf(mine, this.slotsOf(this.me, this.number));
    const groups = [];
    for (let seat = 0; seat < this.players && this.number > 0; seat++) {
      if (seat === this.me) continue;
      const slots = this.slotsOf(seat, this.number);
      const shown = this.bets.map((bets, number) => [bets[seat], slots.slice(0, this.drawnBy(number))]);
      groups.push({ slots, shown, can: ALL_TILES });
    }
    return dealsKnown(fixed, groups, TILES.length);
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

class BetAsking extends HandAsking {
  before({ hand }) { return new RoundsBefore(this.data, { hand }); }
  command() { return this.commandFor("first"); }
}

class BetPractice extends Practice {
  whatIsKnown() { return "It is the first round, and the pot is empty."; }
  prompt() { return "A hand is dealt. Which tile do you bet first?"; }
}

// In any round: click what was bet and what the dice showed, round by round, and what you hold.
class RoundsAsking extends TableAsking {
  words() { return { what: "bet", click: "click" }; }

  begin() {
    super.begin();
    this.me = 0;
  }

  above() {
    const { places } = this.data, rounds = this.roundsInWords().map(round => make("li", {}, round));
    return [makeControls(makeChoice("You are the", "your place", [...places.entries()], this.me, me => this.change({ me }))),
      make("ol", { class: "again" }, ...rounds)];
  }

  below(...buttons) {
    const dice = FACES.map(face => this.button(`${face}`, () => this.history.push(face), { "aria-label": `a die shows ${face}`, disabled: !this.wantsDice }));
    return [makeGroup("the dice", make("span", {}, "The dice:"), ...dice), makeControls(...buttons)];
  }

  get number() { return Math.floor(this.history.length / (this.data.players + 2)); }
  // Clicks of the round that is not whole yet.
  get begun() { return this.history.length % (this.data.players + 2); }
  get wantsDice() { return this.begun >= this.data.players; }
  get isOver() { return this.number >= this.data.rounds - 1; }

  gone() { return tileSet(roundsOf(this.history, this.data.players).flatMap(({ bets }) => bets)); }
  mayCome() { return !this.wantsDice && !this.isOver; }
  actionOf(tile) { return tile; }
  toHold() { return Math.min(DRAWN_AT_FIRST, this.data.rounds - this.number); }

  get asksFor() {
    return this.isHolding ? `Click the ${this.toHold()} tiles you hold`
      : this.wantsDice ? "Click what the dice show" : `Round ${this.number + 1}: click the tile that the ${this.data.places[this.begun]} bets`;
  }

  roundsInWords() {
    return roundsOf(this.history, this.data.players).map(({ bets, dice }) =>
      bets.map(tile => TILE_NAMES[tile]).join(" ") + (dice.length ? ` / ${dice.join(" ")}` : ""));
  }

  missing() {
    if (this.begun) return `Round ${this.number + 1} is not whole: click its bets and the dice, or take them back.`;
    return this.isOver ? "In the last round there is nothing to choose." : super.missing();
  }

  before(spot) { return new RoundsBefore(this.data, spot); }

  // What lies on the table.
  onTheTable({ pot, stashes }) {
    const has = this.data.places.map((place, at) => `${at === this.me ? "you" : place} ${stashes[at]}`);
    return [make("p", {}, `In the pot: ${countTiles(pot)}. In the stashes: ${has.join(", ")}.`)];
  }

  command() { return this.commandFor(this.data.places[this.me], "", this.roundsInWords().join("; ")); }
}

const asking = offer("betting", BetAsking, BetPractice), laterAsking = offer("later", RoundsAsking);
