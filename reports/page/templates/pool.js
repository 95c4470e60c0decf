// Pool: which tile to lead, and to play in any turn. All play on as strategies/pool/counting.py does.
const PIPS_OF_TILE = ENDS.map(([high, low]) => high + low);
// An option is a tile's number, and 32 more where it goes to the right end.
const TO_THE_RIGHT = 32, PASSED = 64, tileIn = option => option & 31;
// Tiles of the stock that are never drawn.
const NEVER_DRAWN = 2;

// The tiles that show none of a set of numbers (bit k for number k).
const FREE_OF = Array.from({ length: 128 }, (_, numbers) =>
  SHOWS.reduce((free, shows, k) => numbers >> k & 1 ? free & ~shows : free, ALL_TILES));

const NONE_OF = chancesOfNone((size, out, given) => {
  let chance = 1;
  for (let k = 0; k < size; k++) chance *= Math.max(out - given - k, 0) / (out - k);
  return chance;
});

const pipsIn = tiles => tilesOf(tiles).reduce((pips, tile) => pips + PIPS_OF_TILE[tile], 0);

// The options of a hand; ends that show the same number are one, the left.
function optionsOf(hand, { left, right }) {
  if (left < 0) return tilesOf(hand);
  const found = tilesOf(hand & SHOWS[left]);
  if (right !== left) for (const tile of tilesOf(hand & SHOWS[right])) found.push(tile + TO_THE_RIGHT);
  return found;
}

// The open ends after an option, as left * 8 + right.
function endsAfter({ left, right }, option) {
  const tile = tileIn(option);
  if (left < 0) return ENDS[tile][0] * 8 + ENDS[tile][1];
  if (option & TO_THE_RIGHT) return left * 8 + PIPS_OF_TILE[tile] - right;
  return (PIPS_OF_TILE[tile] - left) * 8 + right;
}

// What counter plays at a table: players, sizes and voids by position, played (set), left and right.
function counterPlays(weights, table, hand, position, options) {
  const unseen = ALL_TILES & ~(hand | table.played);
  return bestOf(options, option => {
    const tile = tileIn(option), ends = endsAfter(table, option);
    const fitting = SHOWS[ends >> 3] | SHOWS[ends & 7], kept = hand & ~(1 << tile);
    let numbers = 0;
    for (let k = 0; k < 7; k++) numbers += (kept & SHOWS[k]) !== 0;
    let worth = weights.fits * countTiles(kept & fitting) + weights.numbers * numbers;
    worth += weights.pips * PIPS_OF_TILE[tile];
    let weight = 1;
    for (let other = 1; other < table.players; other++) {
      const p = (position + other) % table.players, possible = unseen & FREE_OF[table.voids[p]];
      worth += weight * NONE_OF[rowOf(table.sizes[p], countTiles(possible)) + countTiles(possible & fitting)];
      weight *= weights.fade;
    }
    return worth;
  });
}

function emptyTable(players, size) {
  return { players, left: -1, right: -1, played: 0, passes: 0,
    sizes: new Array(players).fill(size), voids: new Array(players).fill(0) };
}

const copyOf = table => ({ ...table, sizes: table.sizes.slice(), voids: table.voids.slice() });

// Change a table by a turn: an option, or a pass; who drew a tile first could not follow before.
function takeTurn(table, position, option, drew = false) {
  const isPass = option === PASSED;
  if (isPass && drew) table.voids[position] = 0;
  if (isPass || drew) table.voids[position] |= 1 << table.left | 1 << table.right;
  table.passes = isPass && !drew ? table.passes + 1 : 0;
  if (isPass) return;
  const ends = endsAfter(table, option);
  table.left = ends >> 3;
  table.right = ends & 7;
  table.played |= 1 << tileIn(option);
  table.sizes[position] -= 1;
}

// Whether a seat that cannot follow draws a tile where it may: see strategies/pool/base.py.
function wouldDraw(table, hand, position) {
  if (table.passes < table.players - 1) return false;
  const unseen = ALL_TILES & ~(hand | table.played);
  const fewest = Math.min(...table.sizes.filter((_, p) => p !== position));
  return pipsIn(hand) > pipsIn(unseen) * fewest / countTiles(unseen);
}

// The part of the pool that a seat takes when all play on; hands are by position, and are changed.
// Tiles are drawn from the stock in order; what cannot be divided stays in the pool.
function partWon(data, table, hands, stock, position, option, me) {
  let drawn = 0, drew = false;
  for (;;) {
    takeTurn(table, position, option, drew);
    if (option !== PASSED) hands[position] &= ~(1 << tileIn(option));
    if (hands[position] === 0) return position === me ? 1 : 0;
    if (table.passes === table.players) break;
    position = (position + 1) % table.players;
    let options = optionsOf(hands[position], table);
    drew = options.length === 0 && data.draw !== "no" && stock.length - drawn > NEVER_DRAWN
      && (data.draw === "must" || wouldDraw(table, hands[position], position));
    if (drew) {
      hands[position] |= 1 << stock[drawn++];
      table.sizes[position] += 1;
      options = optionsOf(hands[position], table);
    }
    option = options.length === 0 ? PASSED : options.length === 1 ? options[0]
      : counterPlays(data.counter, table, hands[position], position, options);
  }
  const pips = hands.map(pipsIn), least = Math.min(...pips), pool = data.contribution * table.players;
  return pips[me] > least ? 0 : Math.floor(pool / pips.filter(each => each === least).length) / pool;
}

// A turn after a history: the table, who played what when, and what cannot have been (fault).
class LineBefore extends Before {
  constructor(data, { history = [], hand }) {
    super();
    Object.assign(this, { data, me: history.length % data.players, hand: tileSet(hand), asked: [], fault: "" });
    this.table = emptyTable(data.players, data.tiles);
    // By position, the tiles that were played.
    this.shown = Array.from({ length: data.players }, () => []);
    history.forEach((option, k) => {
      const position = k % data.players;
      if (option !== PASSED && FREE_OF[this.table.voids[position]] >> tileIn(option) & 1 ^ 1) {
        this.fault ||= `The ${data.places[position]} has passed and cannot have played ${TILE_NAMES[tileIn(option)]} then.`;
      }
      if (option !== PASSED && position !== this.me) this.asked.push(this.asksFor(position, option, copyOf(this.table)));
      takeTurn(this.table, position, option);
      if (option !== PASSED) this.shown[position].push(tileIn(option));
    });
    if (this.hand & ~FREE_OF[this.table.voids[this.me]]) this.fault ||= "You passed, and hold a tile that fitted.";
    this.options = optionsOf(this.hand, this.table);
  }

  // Whether counter would have made a play in a deal; a tile that a seat plays later was in its hand before.
  asksFor(position, option, before) {
    return ({ hands }) => {
      const hand = hands[position] | tileSet(this.shown[position]) & ~before.played, options = optionsOf(hand, before);
      return options.length === 1 || counterPlays(this.data.counter, before, hand, position, options) === option;
    };
  }

  // The options with their names, the end where a tile fits both.
  named() {
    return this.options.map(option => {
      const tile = tileIn(option), isTwice = this.options.filter(other => tileIn(other) === tile).length > 1;
      const where = isTwice ? ` on the ${option & TO_THE_RIGHT ? "right" : "left"}` : "";
      const does = this.table.left < 0 ? "lead" : "play";
      const kind = DOUBLES >> tile & 1 ? "a double" : PIPS_OF_TILE[tile] > 6 ? "a heavy tile" : "a light tile";
      return { letter: TILE_NAMES[tile] + where, name: `${does} ${TILE_NAMES[tile]}${where}`, kind };
    });
  }

  // What is known of the order of the tiles, as simulate/games/pool/events.py has it.
  get deals() {
    const { players, tiles, draw } = this.data, { voids } = this.table;
    const own = tilesOf(this.hand | tileSet(this.shown[this.me])), fixed = orderOf(own, handPlaces(this.me, tiles).slice(0, own.length));
    const groups = this.shown.map((played, p) => {
      const slots = handPlaces(p, tiles);
      return { slots, shown: played.map(tile => [tile, slots]), can: FREE_OF[voids[p]] };
    }).filter(({ shown, can }, p) => p !== this.me && (shown.length || can !== ALL_TILES));
    return dealsKnown(fixed, groups, draw === "no" ? players * tiles : TILES.length);
  }

  // Hands that the others can hold, by position, and the stock.
  dealt(number) {
    const { order, weight } = super.dealt(number), { players, tiles } = this.data;
    const hands = handsIn(order, players, tiles).map(hand => hand & ~this.table.played);
    return { hands, stock: order.slice(players * tiles), weight };
  }

  // The part of the pool that an option wins in a deal.
  wonWith({ hands, stock }, option) {
    return partWon(this.data, copyOf(this.table), hands.slice(), stock, this.me, option, this.me);
  }
}

class LeadAsking extends HandAsking {
  before({ hand }) { return new LineBefore(this.data, { hand }); }
  command() { return this.commandFor("leader"); }
}

class LeadPractice extends Practice {
  whatIsKnown() { return "You lead."; }
  prompt() { return "A hand is dealt, and you lead. Which tile?"; }
}

// In any turn: click what was played, turn by turn, and what you hold.
class LineAsking extends TableAsking {
  words() { return { what: "played", click: "turn" }; }

  above() {
    const turns = this.history.map((option, k) => `${this.data.places[k % this.data.players]} ${option === PASSED ? "passes" : TILE_NAMES[tileIn(option)]}`);
    return [make("div", { class: "line-of-tiles" }, ...this.table.line),
      make("p", { class: "again" }, turns.length ? `Played so far: ${turns.join(", ")}.` : "Nothing is played yet: you lead.")];
  }

  below(...buttons) {
    const { history, isOver } = this, isFixed = history.length < 2 || history.at(-1) === PASSED || this.atTheOtherEnd() === undefined;
    return [makeControls(
      this.button("The next one passes", () => this.history.push(PASSED), { disabled: isOver || history.length === 0 }),
      this.button("Put the last tile to the other end", () => this.history.splice(-1, 1, this.atTheOtherEnd()), { disabled: isFixed }), ...buttons)];
  }

  // The table after the turns so far, with the line from left to right, each tile as it lies.
  get table() {
    const table = emptyTable(this.data.players, this.data.tiles), line = [];
    this.history.forEach((option, k) => {
      const { left, right } = table, toTheRight = option & TO_THE_RIGHT;
      takeTurn(table, k % this.data.players, option);
      if (option === PASSED) return;
      const drawn = drawTile(tileIn(option), true), [high] = ENDS[tileIn(option)];
      drawn.classList.toggle("turned", left >= 0 && high !== (toTheRight ? right : table.left));
      if (toTheRight || left < 0) line.push(drawn);
      else line.unshift(drawn);
    });
    return { ...table, line };
  }

  get me() { return this.history.length % this.data.players; }
  get isOver() { return this.table.sizes.includes(0) || this.table.passes === this.data.players; }

  // The last tile as it would lie at the other end; nothing where it fits one end only.
  atTheOtherEnd() {
    const last = this.history.pop(), other = optionsOf(1 << tileIn(last), this.table).find(option => option !== last);
    this.history.push(last);
    return other;
  }

  gone() { return this.table.played; }
  mayCome(tile) { return optionsOf(1 << tile, this.table).length > 0 && !this.isOver; }
  actionOf(tile) { return optionsOf(1 << tile, this.table)[0]; }
  toHold() { return this.table.sizes[this.me]; }

  get asksFor() {
    const place = this.data.places[this.me], many = this.toHold();
    return this.isHolding ? `You are the ${place}: click the ${many === 1 ? "one tile" : `${many} tiles`} that you hold`
      : `Click the tile that the ${place} plays, or that it passes`;
  }

  missing() { return this.isOver ? "The hand is over." : super.missing(); }
  before(spot) { return new LineBefore(this.data, spot); }

  answer(before) {
    const { fault, options } = before;
    if (fault || options.length === 0) this.answerWith(fault || "Nothing that you hold fits: you pass.");
    else if (options.length === 1) this.answerWith(`Play ${TILE_NAMES[tileIn(options[0])]}: nothing else fits.`);
    else super.answer(before);
  }

  command() {
    const seen = this.history.map((option, k) => option === PASSED ? "pass"
      : TILE_NAMES[tileIn(option)] + (k === 0 ? "" : option & TO_THE_RIGHT ? " right" : " left"));
    return this.commandFor(this.data.places[this.me], "", seen.join(", "));
  }
}

const asking = offer("leading", LeadAsking, LeadPractice), laterAsking = offer("later", LineAsking);
