// Loo and Rounce: play, miss or drop, by the solved table. Histories are letters, the eldest hand's first: "PMD".

// The tile that a dealer can best spare for the turn-up: low and plain, no double if possible.
function sparedTile(hand, trump) {
  const plain = hand & ~SHOWS[trump];
  return lowestTile(plain & ~DOUBLES || plain || hand & ~DOUBLES);
}

// The finest class of five tiles (a set) and a turn-up, a dealer's with it, as in simulate/theory/loo/hands.py: by the
// ranks of trumps (patterns), which are how many held and out are higher, by that of the turn-up, and by other tiles.
function fineClass(patterns, hand, turnUp, isDealer) {
  const [trump, low] = ENDS[turnUp], own = isDealer ? hand & ~(1 << sparedTile(hand, trump)) | 1 << turnUp : hand;
  const trumps = own & SHOWS[trump], plain = own & ~trumps, out = ALL_TILES & ~(hand | own | 1 << turnUp);
  const ranks = tileSet(tilesOf(trumps).map(tile => trumpsAbove(tile, trump, trumps | out)));
  const isDouble = DOUBLES >> turnUp & 1, turned = isDealer || isDouble ? 0 : low;
  const doubles = Math.min(countTiles(plain & DOUBLES), 2);
  // Plain tiles, doubles apart, that at most one tile out beats when led.
  const isHigh = tilesOf(plain & ~DOUBLES).some(tile => beatenBy(tile, trump, out) <= 1);
  return (patterns[ranks] * OTHER_TRUMPS + turned) * BESIDE + 2 * (2 * doubles + isHigh) + isDouble;
}

// The class that so many players declare by: two by the finest ones in chips, others by coarse ones.
function classOf({ patterns, coarseOf, isFine }, hand, turnUp, isDealer) {
  const fine = fineClass(patterns, hand, turnUp, isDealer);
  return isFine ? fine : coarseOf[fine];
}

// What a good player declares after a history, by the solved table, which may leave it to chance.
function declares(table, deal, history) {
  const p = history.length, classes = deal.classes ??= [];
  const ofClass = classes[p] ??= classOf(table.size, deal.hands[p], deal.turnUp, p === table.players - 1);
  const chances = chancesOf(table, history, ofClass);
  let k = 0, word = deal.words[p];
  while (k < chances.length - 1 && word >= chances[k]) word -= chances[k++];
  return table.size.nodes[history][k];
}

// What a hand brings a position: its own chips, and the number of what the pool, or the scores, are then.
function endOf(table, p, history, tricks) {
  const points = tricks.map((taken, q) => history[q] === undefined ? taken
    : "DF".includes(history[q]) ? 0 : taken || -5);
  if (table.pool === null) return [0, table.size.gains[points.reduce((key, one, q) => key + (one + 5 << 4 * q), 0)]];
  const last = table.players - 1, isWalkover = history[last] === undefined;
  const looed = points.filter(one => one < 0).length, kept = history[last] === "F" ? tricks[last] : 0;
  const own = isWalkover && p === last ? 7 : points[p] < 0 ? 6 : points[p];
  return [table.taken[own], isWalkover ? 9 : kept ? 3 + kept : looed];
}

// Whether a position that stays in has taken no trick.
const isLooed = (p, history, tricks) => "PM".includes(history[p] ?? "P") && tricks[p] === 0;

// Deals that are played out, and drawn where others have declared.
const PLAYED_OUT = 1 << 13, MOST_DRAWN = 1 << 16;
// The largest pool of a hand that is remembered.
const FURTHEST = 1_000_000;
// The part of practice's hands that ask for a lead, and for a tile that follows.
const LEADS_ASKED = 0.25, FOLLOWS_ASKED = 0.25;
// So many of them are looked at for one in which much is at stake.
const HANDS_LOOKED_AT = 4;
// Hands that show what is usually declared.
const USUAL_OF = 300;

// Where the turn-up and the tiles of each miss lie in the order of the tiles, after the hands.
const turnUpPlace = players => TRICKS * players;
const missPlaces = ({ players, size: { missTiles } }, miss) =>
  Array.from({ length: missTiles }, (_, k) => turnUpPlace(players) + 1 + miss * missTiles + k);

// A deal of tiles in their order; words are what chance decides of each declaration.
function layOut(table, order, chance) {
  const { players, size: { misses } } = table;
  const hands = handsIn(order, players, TRICKS);
  return { hands, turnUp: order[turnUpPlace(players)], words: hands.map(() => chance()),
    misses: Array.from({ length: misses }, (_, k) => tileSet(missPlaces(table, k).map(place => order[place]))) };
}

// Deals that agree with a history, and what declarations bring after it.
class DeclaringBefore extends Before {
  constructor(data, { table, hand, turnUp, history }, position = history.length) {
    super();
    Object.assign(this, { data, table, history, turnUp, tiles: hand, hand: tileSet(hand), position });
    this.options = [...table.size.nodes[history] ?? []];
    this.asked = [...history].flatMap((letter, p) => p === position ? []
      : [deal => declares(table, deal, history.slice(0, p)) === letter]);
    this.early = this.asked.length;
    this.playing = new LooTable(data, table);
    this.isDealer = this.position === table.players - 1;
    // A coarse one: below 240, odd where a double is turned up.
    this.ofClass = table.size.coarseOf[fineClass(table.size.patterns, this.hand, turnUp, this.isDealer)];
  }

  get parts() { return 1; }

  // The declarations, and how often good players make each with such a hand, of 100.
  named() {
    const { table, history, hand, turnUp, isDealer } = this;
    const often = chancesOf(table, history, classOf(table.size, hand, turnUp, isDealer));
    return this.options.map((letter, k) => (
      { letter, name: declarationName(this.data, letter), often: Math.round(100 * often[k]) }));
  }

  // What five tiles hold, in words, with a turn-up that a dealer counts as his own.
  get holds() {
    const withIt = this.isDealer ? ", the turn-up counted" : "";
    const double = this.ofClass & 1 && !this.isDealer
      ? "; a double is turned up, the best trump, and the dealer may take it" : "";
    const trumps = NUMBER_NAMES[ENDS[this.turnUp][0]];
    return `${this.data.classes[this.ofClass >> 1]}${withIt} (${trumps} are trumps)${double}`;
  }

  // What is known of the order of the tiles: the own ones, the turn-up, and those that others have shown.
  get deals() {
    const { table, tiles, turnUp, position } = this, { players, size: { misses } } = table;
    const fixed = orderOf([...tiles, turnUp], [...handPlaces(position, TRICKS), turnUpPlace(players)]);
    return dealsKnown(fixed, this.shownGroups(), misses ? missPlaces(table, misses - 1).at(-1) + 1 : turnUpPlace(players));
  }

  shownGroups() { return []; }

  dealt(number) {
    const { order, weight, picks } = super.dealt(number);
    return { ...layOut(this.table, order, () => picks.below(WORDS) / WORDS), weight };
  }

  // Where others have declared few deals count, so that many are drawn.
  prices() { return super.prices(this.asked.length ? MOST_DRAWN : PLAYED_OUT); }

  // What an option brings.
  wonWith(deal, option) {
    let history = this.history + option;
    while (this.table.size.nodes[history]) history += declares(this.table, deal, history);
    return this.endAfter(deal, history);
  }

  // With replicas, for what is left to later hands was measured, too; and whether it is looed.
  endAfter(deal, history, forced) {
    const { table, position } = this, tricks = this.playing.playOut(deal, history, forced);
    const [own, left] = endOf(table, position, history, tricks);
    return { worth: table.later[position][left].map(later => own + later), isLooed: isLooed(position, history, tricks) };
  }
}

// Who leads first when all have declared; nobody (-1) where that seat does not play, or is left alone.
function leaderOf({ players, size: { nodes } }, history) {
  const leader = [...history].findIndex(letter => letter !== "D");
  const isDeclared = history.length === players && nodes[history.slice(0, -1)]?.includes(history.at(-1));
  return isDeclared && history[leader] === "P" && /[^D]/.test(history.slice(leader + 1)) ? leader : -1;
}

// The same for a tile of the first trick: the lead, or one that follows those that are shown. A lead is the tile times 8,
// and its suit. Whether a dealer who plays has taken the turn-up is seen (takes).
class TileBefore extends DeclaringBefore {
  constructor(data, spot) {
    const { table, history, shown = [], takes } = spot, move = shown.length ? "tile" : "lead";
    super({ ...data, move, brings: "brings", near: (table.pool ?? 100) / 1000 }, spot, asksTile(table, history, shown));
    if (!(this.position >= 0)) throw new RangeError("nobody who plays is asked");
    const { playing } = this;
    Object.assign(this, { takes, shown, order: playersOf(history), laid: shown.map((tile, j) => j ? tile : tile >> 3) });
    if (takes !== undefined) this.early = this.asked.push(deal => playing.takesUp(deal, history) === takes);
    this.asked.push(...shown.map((tile, j) => deal => {
      playing.playOut(deal, history, this.forced(shown.slice(0, j)));
      return (j ? playing.laid[j] : playing.opened) === tile;
    }));
    this.options = shown.length ? this.follows() : this.leads();
  }

  get trumps() { return this.hand & SHOWS[ENDS[this.turnUp][0]]; }

  leads() {
    const { trumps } = this, [trump] = ENDS[this.turnUp];
    return highestFirst(tilesOf(countTiles(trumps) >= this.data.rules.leadTrumps ? trumps : this.hand)).flatMap(tile =>
      trumps >> tile & 1 ? tile * 8 + trump : [...new Set(ENDS[tile])].map(suit => tile * 8 + suit));
  }

  follows() {
    const { hand, trumps } = this, suit = SUITS[ENDS[this.turnUp][0] * 7 + (this.shown[0] & 7)];
    return highestFirst(tilesOf(hand & suit || (this.data.rules.mustTrump && trumps) || hand));
  }

  named() {
    const isLead = this.data.move === "lead";
    return this.options.map(option => {
      const tile = isLead ? option >> 3 : option, letter = `${TILE_NAMES[tile]}${!isLead || this.isOne(tile) ? "" : ` as a ${option & 7}`}`;
      return { letter, name: `${isLead ? "lead" : "play"} ${letter}`, kind: this.kindOf(tile, option & 7) };
    });
  }

  kindOf(tile, suit) {
    const { trumps, turnUp, shown } = this;
    if (trumps >> tile & 1) return trumpsAbove(tile, ENDS[turnUp][0], trumps) ? "a lower trump" : "your highest trump";
    if (shown.length) return `a tile that ${this.wins(tile) ? "wins so far" : "cannot win"}`;
    return DOUBLES >> tile & 1 ? "a double" : `a tile as its ${ENDS[tile][0] === suit ? "higher" : "lower"} number`;
  }

  // Whether it has one number to be led by.
  isOne(tile) { return (SHOWS[ENDS[this.turnUp][0]] | DOUBLES) >> tile & 1; }

  // A tile is shown by itself.
  get holds() { return undefined; }

  // Whether a tile beats what lies there.
  wins(tile) {
    const { playing, laid, shown, turnUp } = this;
    playing.trump = ENDS[turnUp][0];
    return laid.every(other => other === tile || playing.beating(other, shown[0] & 7) >> tile & 1);
  }

  // A tile that was shown is one of those that its seat was dealt, or drew.
  shownGroups() {
    const { table, history, order, laid, turnUp } = this;
    return laid.flatMap((tile, j) => {
      const p = order[j], drawn = [...history.slice(0, p)].filter(letter => letter === "M").length;
      const slots = history[p] === "M" ? missPlaces(table, drawn) : handPlaces(p, TRICKS);
      return tile === turnUp ? [] : [{ slots, shown: [[tile, slots]], can: ALL_TILES }];
    });
  }

  // The trick with so many first tiles.
  forced([opening, ...others]) {
    return { takes: this.takes, opening, followed: Object.fromEntries(others.map((tile, j) => [this.order[j + 1], tile])) };
  }

  wonWith(deal, option) { return this.endAfter(deal, this.history, this.forced([...this.shown, option])); }
}

const playersOf = history => [...history].flatMap((letter, p) => letter === "D" ? [] : [p]);

// Who is asked for a tile: the leader, or who follows the tiles that were shown; they play what they were dealt.
function asksTile(table, history, shown = []) {
  const position = playersOf(history)[shown.length];
  return leaderOf(table, history) < 0 || history[position] !== "P" || (shown.length && position === table.players - 1) ? -1 : position;
}

function declarationName({ taken }, letter) {
  return { P: "play", M: `take ${taken}`, D: "drop", F: "play for the pool" }[letter];
}

const verbOf = ({ taken }, letter) => ({ P: "plays", M: `takes ${taken}`, D: "drops" }[letter]);

// What else is asked: the table, your seat, and the history.
class DeclaringAsking extends HandAsking {
  opensAt() { return [this.data.tables[0], ["penalty"]]; }

  tableControls() {
    return [tableControls(this.data, text => {
      this.work.stop();
      this.answerWith(text);
    })];
  }

  get sitsAt() { return chosen.table; }

  // Who sits down at another table is the eldest hand.
  sit() {
    const history = this.satAt === this.sitsAt ? this.history : "";
    this.change({ history, satAt: this.sitsAt });
  }

  get table() { return chosenTable(this.data, this.history.length); }

  takeSeat(position) {
    this.history = this.history.slice(0, position);
    while (this.history.length < position) this.history += this.likeliest();
    this.show();
  }

  // What can be declared after a history so that another one declares, too.
  goesOn(history) {
    const { nodes } = this.table.size;
    return [...nodes[history]].filter(letter => letter !== "F" && nodes[history + letter]);
  }

  // What good players declare most often there: what a seat has declared until a person chooses otherwise.
  likeliest() {
    const { history, table } = this, chance = chanceFrom(1), usual = Array.from({ length: USUAL_OF }, () =>
      declares(table, layOut(table, shuffledTiles(chance), chance), history));
    const times = letter => usual.filter(one => one === letter).length;
    return this.goesOn(history).sort((a, b) => times(b) - times(a))[0];
  }

  controls() {
    const { history, table } = this, { places } = table.size;
    const costs = table.pool === null ? "loses five points" : `pays ${table.penalty}`;
    const others = [...history].map((letter, p) => {
      const before = history.slice(0, p), options = this.goesOn(before).map(move => [move, verbOf(this.data, move)]);
      return makeChoice(places[p], `what the ${places[p]} declared`, options, letter, move => {
        this.history = before + move;
        this.takeSeat(history.length);
      });
    });
    return [makeControls(makeChoice("You are the", "your seat", [...places.entries()], history.length, position => this.takeSeat(position)), ...others),
      make("p", {}, `A player who stays in and takes no trick ${costs}.`)];
  }

  isAsItOpened() {
    const { table: { k, first }, pool, own, rivals } = chosen;
    return super.isAsItOpened() && k === 0 && (pool === null ? own === NEEDED && rivals === NEEDED : pool === first);
  }

  before(spot) {
    return new (spot.table.size.nodes[spot.history] ? DeclaringBefore : TileBefore)(this.data, spot);
  }

  get sameThere() {
    return this.isAsItOpened() ? super.sameThere
      : "A terminal deals other hands, so it may differ within the interval";
  }

  command() {
    const { history, table } = this, words = { P: "play", M: this.data.miss, D: "drop" }, { places } = table.size;
    const before = history ? ` --before ${[...history].map(letter => words[letter]).join(",")}` : "";
    return this.commandFor(places[history.length], before + this.stakes(table), "", table.advise);
  }

  stakes({ pool, own, rivals, players }) {
    if (pool !== null) return ` --pool ${pool}`;
    if (own === NEEDED && rivals === NEEDED) return "";
    const needs = Array.from({ length: players }, (_, p) => p === this.history.length ? own : rivals);
    return ` --score "${needs.map(need => this.data.countsDown ? need : NEEDED - need).join(" ")}"`;
  }
}

// The seats before you declare as good players do. Now and then all have declared, and you lead, or follow.
class DeclaringPractice extends Practice {
  get dealtFor() {
    const { table: { k }, own, rivals } = chosen;
    return [super.dealtFor, k, own, rivals, this.asking.history.length].join();
  }

  dealt(move = this.moveAsked()) {
    for (;;) {
      const spot = this.spotOf(move);
      if (spot) return spot;
    }
  }

  // A hand as it is dealt; nothing where it does not ask for such a move.
  spotOf(move) {
    const { players, pools } = chosen.table;
    const position = this.theme === "only my seat" ? this.asking.history.length : Math.floor(Math.random() * players);
    const table = chosen.pool === null ? chosenTable(this.data, position)
      : atPool(this.data, chosen.table, pools[Math.floor(Math.random() * pools.length)]);
    const { nodes } = table.size, tiles = shuffledTiles(), deal = layOut(table, tiles, Math.random), { turnUp } = deal;
    let history = "";
    while (move ? nodes[history] : history.length < position) history += declares(table, deal, history);
    const hand = highestFirst(tiles.slice(TRICKS * position, TRICKS * (position + 1)));
    const spot = { hand, turnUp, history, table };
    // A dealer whom everybody leaves alone has nothing to declare.
    if (!move) return nodes[history] && spot;
    const leader = leaderOf(table, history), playing = new LooTable(this.data, table);
    if (history.at(-1) === "P") spot.takes = playing.takesUp(deal, history);
    if (move === "lead") return leader === position && spot;
    if (leader < 0) return null;
    playing.playOut(deal, history, { takes: spot.takes });
    spot.shown = [playing.opened, ...playing.laid.slice(1)].slice(0, playersOf(history).indexOf(position));
    const isAsked = spot.shown.length && asksTile(table, history, spot.shown) >= 0;
    return isAsked && new TileBefore(this.data, spot).options.length > 1 && spot;
  }

  // Of some hands that ask for a tile the one where, as few deals price it, the worst tile surely costs most.
  * toAsk() {
    const move = this.moveAsked();
    let [best, most] = [this.dealt(move), -Infinity];
    if (!move) return best;
    for (let k = 0, spot = best; k < HANDS_LOOKED_AT; k++, spot = this.dealt(move)) {
      spot.before = this.asking.before(spot);
      const pieces = spot.before.prices();
      let step = pieces.next();
      for (; !step.value && !step.done; step = pieces.next()) yield;
      const stake = Math.max(...step.value?.behind().map(([gap, se]) => gap - this.data.clear * se) ?? []);
      if (stake > most) [best, most] = [spot, stake];
    }
    return best;
  }

  // The tiles of the first trick, each with who lays it.
  onTable() {
    const { table: { size: { places } }, before: { laid = [], order } } = this.spot;
    return laid.map((tile, j) => [`${places[order[j]]} ${j ? "plays" : "leads"}`, tile]);
  }

  moveAsked() {
    const at = Math.random(), tile = at < LEADS_ASKED ? "lead" : at < LEADS_ASKED + FOLLOWS_ASKED ? "follow" : "";
    return { "only leads": "lead", "only follows": "follow" }[this.theme] ?? (this.theme ? "" : tile);
  }

  get themes() { return [`only ${this.data.taken}`, "only my seat", "only leads", "only follows"]; }

  // Declarations teach whatever is held; of the miss alone, those where it is one of the best two.
  teaches(verdict) {
    if (this.theme !== this.themes[0]) return verdict.holds !== undefined || super.teaches(verdict);
    return [...verdict.moves].sort((a, b) => a.behind - b.behind).slice(0, 2).some(({ letter }) => letter === "M");
  }

  seated() {
    const { history, table, before: { position } } = this.spot;
    return table.size.places.map((place, p) => p === position ? [place, "you", "you"]
      : [place, p < history.length ? verbOf(this.data, history[p]) : "…", history[p] ?? "none"]);
  }

  get isTile() { return this.spot.before instanceof TileBefore; }

  whatIsKnown() {
    const { history, table, turnUp, takes, before, shown } = this.spot, { places } = table.size, { position } = before;
    const does = (letter, p) => p < table.players - 1 || takes === undefined ? verbOf(this.data, letter)
      : `${takes ? "takes" : "leaves"} the turn-up`;
    const others = [...history].map((letter, p) => `the ${places[p]} ${does(letter, p)}`).filter((_, p) => p !== position);
    const suit = shown && !before.isOne(before.laid[0]) ? ` as a ${shown[0] & 7}` : "";
    const laid = this.onTable().map(([who, tile], j) => `the ${who} ${TILE_NAMES[tile]}${j ? "" : suit}`);
    const who = `You are the ${places[position]}${this.isTile && !shown ? " and lead" : ""}`;
    return [`${others.length ? `${who}; ${others.join(", ")}` : who}.`,
      this.isTile && `${capital(NUMBER_NAMES[ENDS[turnUp][0]])} are trumps.`, laid.length && `${capital(laid.join(", "))}.`,
      `With ${table.players} players: ${stakesWords(table)}.`].filter(Boolean).join(" ");
  }

  prompt() {
    const asked = this.isTile ? `Which tile do you ${this.spot.shown ? "play" : "lead"}?` : "What do you declare?";
    return `A hand is dealt, and the others have declared as good players do. ${asked}`;
  }
}

// The table of a spot that practice has written down; rivals who differ, as a review has them, are a list.
function tableAgain(data, at, history, shown) {
  const [k, pool, own, rivals] = at, table = data.tables[k];
  const position = Object.hasOwn(table.size.nodes, history) ? history.length : asksTile(table, history, shown);
  if (!data.game) {
    if (!fits(pool, 1, FURTHEST)) throw new RangeError(`pool ${pool}`);
    return atPool(data, table, pool);
  }
  if (fits(own, 1, NEEDED) && fits(rivals, 1, NEEDED)) return atScore(data, table, position, own, rivals);
  return { ...table, key: at, pool, own, rivals, entry: 0, read: {} };
}

// The chart of the table that is chosen: kinds of hands, by histories in every order that comes to the same.
function declaringChart(data) {
  const { table, table: { size } } = chosen, { situations, nodes, places, dealt, coarse } = size, letters = [..."PMDF"];
  const classes = data.kinds.map((_, kind) => [0, 1].map(double => [...coarse.keys()].filter(one => data.kindOf[coarse[one]] === kind && coarse[one] % 2 === double)));
  const signOf = letter => letter === "M" ? data.letter : letter, sorted = some => [...some].sort().join("");
  const tables = places.map((_, position) => chosenTable(data, position));
  // By letter, the chances of a class after what was declared.
  const chances = (position, history, one) => letters.map(letter => chancesOf(tables[position], history, one)[nodes[history].indexOf(letter)] ?? 0);
  const columns = situations.map(([position, situation]) => {
    const histories = Object.keys(nodes).filter(history => history.length === position && sorted([...history].map(signOf)) === sorted(situation.replaceAll(" ", "")));
    const hands = some => some.flatMap(one => dealt[position][one] ? histories.map(history => [dealt[position][one], chances(position, history, one)]) : []);
    return { seat: position, heads: histories.map(history => [...history].map(signOf).join(" ") || "–"), shares: row => classes[row].map(some => sharesOf(letters, hands(some))) };
  });
  const names = Object.fromEntries(letters.filter(letter => Object.values(nodes).some(moves => moves.includes(letter))).map(letter => [letter, declarationName(data, letter)]));
  const eldest = sharesOf(letters, [...coarse.keys()].map(one => [dealt[0][one], chances(0, "", one)]));
  return { seats: places, rows: data.kinds, columns, names, signs: Object.fromEntries(letters.map(letter => [letter, signOf(letter)])),
    note: seat => seat ? "" : `Of 100 hands the eldest ${listed(eldest.map(([letter, share]) => `${verbOf(data, letter)} ${Math.round(100 * share)}`), "and")}.` };
}

let asking = null;
const declaringRoot = document.getElementById("declaring-asking");
const tablesReady = declaringRoot && openTables(dataOf("declaring")).then(data => {
  asking = offer("declaring", DeclaringAsking, DeclaringPractice,
    Object.assign(data, { tableAgain: (...spot) => tableAgain(data, ...spot) }));
  offerChart(() => declaringChart(data), refuse => [tableControls(data, refuse)]);
  goToAddress();
  return data;
});
