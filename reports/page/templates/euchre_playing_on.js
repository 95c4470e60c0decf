// Euchre on the page: hands that the others can hold are dealt, and each call is played out, all
// calling by the solved table and playing tiles as strategies/euchre/skills/tile_play.py says; a test
// holds the two together.
const TRICKS = 5, BY_NUMBER = [0, 1, 2, 3, 4, 5, 6];
const ENDS = TILE_NAMES.map((name, tile) => endsOf(tile));

// By trump; by trump and suit; and by trump, suit and tile: as simulate/domino/tricks.py has them.
const TRUMPS = BY_NUMBER.map(trump => SHOWS[trump] | 1 << leftBower(trump));
const SUITS = BY_NUMBER.flatMap(trump => BY_NUMBER.map(
  suit => suit === trump ? TRUMPS[trump] : SHOWS[suit] & ~TRUMPS[trump]));
const rankIn = (tile, suit) => ENDS[tile][0] === ENDS[tile][1] ? 7 : ENDS[tile][0] + ENDS[tile][1] - suit;
const trumpRank = (tile, trump) => tile === rightBower(trump) ? 9 : tile === leftBower(trump) ? 8 : rankIn(tile, trump);
const STRENGTH = Int8Array.from(BY_NUMBER.flatMap(trump => BY_NUMBER.flatMap(led => TILE_NAMES.map((name, tile) =>
  TRUMPS[trump] >> tile & 1 ? 16 + trumpRank(tile, trump)
    : SUITS[trump * 7 + led] >> tile & 1 ? 1 + rankIn(tile, led) : 0))));
const BETTER = Int32Array.from(STRENGTH, (strength, at) => {
  const suit = SUITS[Math.floor(at / 28)], first = at - at % 28;
  return suit >> at % 28 & 1 ? tileSet(TILE_NAMES.map((name, tile) => tile).filter(
    tile => suit >> tile & 1 && STRENGTH[first + tile] > strength)) : 0;
});

// The chance that a hand of some of the tiles unseen has none of some given ones, by all three.
const MOST_GIVEN = 9;
const MISSING = new Float64Array((TRICKS + 1) * 29 * MOST_GIVEN);
const waysOf = (many, of) => of === 0 ? 1 : waysOf(many - 1, of - 1) * many / of;
for (let held = 0; held <= TRICKS; held++) {
  for (let unseen = held; unseen <= 28; unseen++) {
    for (let given = 0; given < MOST_GIVEN && given <= unseen - held; given++) {
      MISSING[(held * 29 + unseen) * MOST_GIVEN + given] = waysOf(unseen - given, held) / waysOf(unseen, held);
    }
  }
}

// What tiles are worth later, by how many out beat them, and what drawing trumps is worth.
const TRUMP_LATER = [0.95, 0.8, 0.65, 0.55, 0.5, 0.5, 0.45, 0.45];
const PLAIN_LATER = [0.2, 0.1, 0.06, 0.04, 0.03, 0.02, 0.01];
const DRAW_TRUMPS = 0.4;

const betterThan = (tile, suit, trump) => BETTER[(trump * 7 + suit) * 28 + tile];

function worthLater(tile, trump, unseen) {
  if (TRUMPS[trump] >> tile & 1) return TRUMP_LATER[countTiles(unseen & betterThan(tile, trump, trump))];
  const [high, low] = ENDS[tile];
  return PLAIN_LATER[Math.min(countTiles(unseen & betterThan(tile, high, trump)),
    countTiles(unseen & betterThan(tile, low, trump)))];
}

// The chance that no rival still to play beats a tile.
function chanceToStand(tile, suit, seen, trump) {
  const { unseen, row, turnUp, dealer, voids } = seen, followers = unseen & SUITS[trump * 7 + suit];
  let over = unseen & TRUMPS[trump], better = 0, chance = 1;
  if (TRUMPS[trump] >> tile & 1) over &= betterThan(tile, trump, trump);
  else better = followers & betterThan(tile, suit, trump);
  const noneOver = MISSING[row + countTiles(over)], noBetter = MISSING[row + countTiles(better)];
  const noFollower = MISSING[row + countTiles(followers ^ better)];
  for (let rivals = seen.rivals; rivals; rivals &= rivals - 1) {
    const position = lowestTile(rivals), isVoid = voids[position] >> suit & 1;
    const noTrump = voids[position] >> trump & 1 ? 1 : position === dealer && turnUp & over ? 0 : noneOver;
    const within = isVoid ? 1 : noBetter, followsNot = isVoid ? 1 : noFollower;
    chance *= suit === trump ? noTrump : within * (1 - followsNot * (1 - noTrump));
  }
  return chance;
}

// The lead with the most chance above what its tile is worth later: the tile times 8 and its suit.
function bestLead(hand, trump, leadsHigh, seen, isMaker) {
  const drawing = isMaker && seen.unseen & TRUMPS[trump] ? DRAW_TRUMPS : 0;
  let best = -9, answer = 0;
  for (let left = hand; left; left &= left - 1) {
    const tile = lowestTile(left), isTrump = TRUMPS[trump] >> tile & 1, [high, low] = ENDS[tile];
    const value = -worthLater(tile, trump, seen.unseen) + (isTrump ? drawing : 0);
    const suits = isTrump ? [trump] : leadsHigh || high === low ? [high] : [low, high];
    for (const suit of suits) {
      const chance = chanceToStand(tile, suit, seen, trump);
      if (value + chance > best) [best, answer] = [value + chance, tile * 8 + suit];
    }
  }
  return answer;
}

function bestFollow(legal, led, winning, isOurs, trump, seen) {
  const at = (trump * 7 + led) * 28, leftAlone = isOurs ? chanceToStand(winning, led, seen, trump) : 0;
  let best = -9, answer = 0;
  for (; legal; legal &= legal - 1) {
    const tile = lowestTile(legal);
    const chance = STRENGTH[at + tile] > STRENGTH[at + winning] ? chanceToStand(tile, led, seen, trump) : leftAlone;
    const value = chance - worthLater(tile, trump, seen.unseen);
    if (value > best) [best, answer] = [value, tile];
  }
  return answer;
}

// The tile that a dealer discards.
function leastUseful(tiles, trump) {
  let best = 0, least = 9;
  for (let left = tiles; left; left &= left - 1) {
    const worth = worthLater(lowestTile(left), trump, ALL_TILES & ~tiles);
    if (worth < least) [best, least] = [lowestTile(left), worth];
  }
  return best;
}

const sideOf = (position, players) => players === 4 ? 0b0101 << (position & 1) : 1 << position;

// The points of a deal to its maker, or with a minus those against it.  A deal has the hands by
// position, the dealer's last, and the turn-up.
function pointsMade({ hands, turnUp }, maker, trump, alone, isTurned, leadsHigh) {
  const players = hands.length, dealer = players - 1, held = hands.slice();
  const out = alone ? maker ^ 2 : -1, makers = sideOf(maker, players), isTaken = isTurned && out !== dealer;
  const voids = new Array(players).fill(0);
  let discarded = -1, played = 0, leader = maker, made = 0;
  if (isTaken) {
    discarded = leastUseful(held[dealer] | 1 << turnUp, trump);
    held[dealer] = (held[dealer] | 1 << turnUp) & ~(1 << discarded);
  }
  // What a seat sees when it plays; those of its rivals who come after it are still to play.
  const seenBy = (position, trick, toCome) => {
    const gone = !isTaken ? 1 << turnUp : position === dealer ? 1 << discarded : 0;
    const unseen = ALL_TILES & ~(held[position] | played | gone);
    const side = makers >> position & 1 ? makers : ~makers;
    return { unseen, voids, dealer, rivals: toCome & ~side, turnUp: isTaken ? 1 << turnUp & ~played : 0,
      row: ((TRICKS - trick) * 29 + countTiles(unseen)) * MOST_GIVEN };
  };
  for (let trick = 0; trick < TRICKS; trick++) {
    let toCome = (1 << players) - 1 & ~(1 << leader) & ~(out < 0 ? 0 : 1 << out);
    const lead = bestLead(held[leader], trump, leadsHigh, seenBy(leader, trick, toCome), makers >> leader & 1);
    const led = lead & 7, suit = SUITS[trump * 7 + led], at = (trump * 7 + led) * 28;
    let winning = lead >> 3, winner = leader;
    held[leader] &= ~(1 << winning);
    played |= 1 << winning;
    for (let p = (leader + 1) % players; p !== leader; p = (p + 1) % players) {
      if (p === out) continue;
      toCome &= ~(1 << p);
      const legal = held[p] & suit || held[p];
      const isOurs = (makers >> p & 1) === (makers >> winner & 1);
      const tile = legal & legal - 1
        ? bestFollow(legal, led, winning, isOurs, trump, seenBy(p, trick, toCome)) : lowestTile(legal);
      held[p] &= ~(1 << tile);
      played |= 1 << tile;
      if (!(suit >> tile & 1)) voids[p] |= 1 << led;
      if (STRENGTH[at + tile] > STRENGTH[at + winning]) [winning, winner] = [tile, p];
    }
    made += makers >> winner & 1;
    leader = winner;
  }
  return made < 3 ? -2 : made < TRICKS ? 1 : alone ? 4 : 2;
}

// Chances of the solved table are told in so many parts; a hand ends with so many points to its maker.
const PARTS = 255, POINTS = [-2, 0, 1, 2, 4];

// With what chances the solved table passes and makes the suit turned with a hand, in the
// place of who was asked so many times that nobody had called.
function chancesOfCalls(data, asked, hand, suit, turnUp) {
  const { players } = data, isFirst = asked < players, isDealer = asked % players === players - 1;
  const held = isFirst && isDealer ? hand | 1 << turnUp : hand;
  const isDouble = isFirst && !isDealer && DOUBLES >> turnUp & 1;
  return data.chances[asked][2 * handKind(held, suit) + isDouble];
}

// The suit that is named when it is turned down: the one whose kind comes first in the table's order.
function suitToName(data, hand, turned) {
  let best = -1, most = -1;
  for (const suit of BY_NUMBER) {
    const rank = suit === turned ? -1 : data.order[handKind(hand, suit)];
    if (rank > most) [best, most] = [suit, rank];
  }
  return best;
}

// A decision of the first round, all before having passed: as playing_out.js has it.
class AuctionBefore {
  constructor(data, hand, turnUp, said) {
    const { players } = data, fixed = new Array(28).fill(-1);
    this.data = data;
    this.turnUp = turnUp;
    this.said = said;
    this.suit = ENDS[turnUp][0];
    this.me = said.length;
    this.options = [...data.letters];
    this.asked = [];
    // By ending, with replicas: the worth was measured, too.
    const worth = data.worth[this.me % data.worth.length];
    this.worth = worth[0].map((_, ending) => worth.map(each => each[ending]));
    hand.forEach((tile, k) => { fixed[TRICKS * this.me + k] = tile; });
    fixed[TRICKS * players] = turnUp;
    this.known = dealsKnown(fixed, [], TRICKS * players);
  }

  named() {
    return this.options.map(letter => ({ letter, name: this.data.names[this.said][letter] }));
  }

  // The hands, with the chance that those before would have passed with them.
  dealt(number) {
    const { order, weight, picks } = drawDeal(this.known, number);
    const hands = Array.from({ length: this.data.players }, (_, p) => tileSet(order.slice(TRICKS * p, TRICKS * (p + 1))));
    const passes = hands.slice(0, this.me).reduce(
      (chance, hand, p) => chance * chancesOfCalls(this.data, p, hand, this.suit, this.turnUp)[0] / PARTS, 1);
    return { hands, turnUp: this.turnUp, weight: weight * passes, picks };
  }

  // The chance to win the game that a call leaves.
  wonWith(deal, letter) {
    const call = letter === "P" ? this.callAfter(deal, this.me + 1)
      : { maker: this.me, suit: this.suit, alone: letter === "A", isTurned: true };
    const points = call ? pointsMade(deal, call.maker, call.suit, call.alone, call.isTurned, this.data.leadsHigh) : 0;
    const ending = POINTS.length * ((call?.maker ?? 0) % this.data.worth.length) + POINTS.indexOf(points);
    return this.worth[ending];
  }

  // Who of those asked from now on makes what; nothing where all pass.
  callAfter({ hands, turnUp, picks }, asked) {
    for (const { players, chances } = this.data; asked < chances.length; asked++) {
      const maker = asked % players, isTurned = asked < players;
      const suit = isTurned ? this.suit : suitToName(this.data, hands[maker], this.suit);
      const [passes, calls] = chancesOfCalls(this.data, asked, hands[maker], suit, turnUp);
      const drawn = picks.below(PARTS);
      if (drawn >= passes) return { maker, suit, alone: players === 4 && drawn >= passes + calls, isTurned };
    }
    return null;
  }
}
