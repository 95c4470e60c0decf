// Loo and Rounce: play, miss or drop. The others are dealt what they can hold, good players declare
// by the solved table, and all play their tiles by learnt ones (learned.js).
// What was declared is written in letters, the eldest hand's first: "PMD".

// Classes of hands are those of simulate/theory/loo/hands.py.
// The tile that a dealer can best spare for the turn-up: low and plain, no double if possible.
function sparedTile(hand, trump) {
  const plain = hand & ~SHOWS[trump];
  return lowestTile(plain & ~DOUBLES || plain || hand & ~DOUBLES);
}

// By the ranks of the trumps held among those and the ones out: a rank is how many are higher.
function trumpClass(trumps, out, trump) {
  const [best, second] = tilesOf(trumps).map(tile => trumpsAbove(tile, trump, trumps | out)).sort((a, b) => a - b);
  const held = countTiles(trumps);
  if (held === 0) return 0;
  if (held === 1) return 1 + Math.min(best, 4);
  if (held === 2) {
    if (best === 0) return 6 + Math.min(second - 1, 2);
    if (best === 1) return 9 + Math.min(second - 2, 1);
    return 9 + Math.min(best, 3);
  }
  if (held === 3) return best === 0 ? 13 + Math.min(second - 1, 2) : 15 + Math.min(best, 2);
  return 18 + Math.min(best, 1);
}

// Five tiles (a set) as they are counted, a dealer's with the turn-up: trumps, plain tiles and those out.
function asCounted(hand, turnUp, isDealer) {
  const [trump] = ENDS[turnUp], own = isDealer ? hand & ~(1 << sparedTile(hand, trump)) | 1 << turnUp : hand;
  return { trump, trumps: own & SHOWS[trump], plain: own & ~SHOWS[trump], out: ALL_TILES & ~(hand | own | 1 << turnUp) };
}

// The class of five tiles and a turn-up: below 240, odd where a double is turned up.
function handClass(hand, turnUp, isDealer) {
  const { trump, trumps, plain, out } = asCounted(hand, turnUp, isDealer);
  const doubles = Math.min(countTiles(plain & DOUBLES), 2);
  // Plain tiles, doubles apart, that at most one tile out beats when led.
  const isHigh = tilesOf(plain & ~DOUBLES).some(tile => beatenBy(tile, trump, out) <= 1);
  const ofTrumps = trumpClass(trumps, out & SHOWS[trump], trump);
  return 2 * ((ofTrumps * 3 + doubles) * 2 + isHigh) + (DOUBLES >> turnUp & 1);
}

// The class that so many players declare by: against one rival hands are told apart by the ranks of their trumps
// (patterns), and to who does not deal by that of the turn-up.
function classOf({ patterns }, hand, turnUp, isDealer) {
  const coarse = handClass(hand, turnUp, isDealer);
  if (!patterns) return coarse;
  const { trump, trumps, out } = asCounted(hand, turnUp, isDealer), all = (trumps | out) & SHOWS[trump];
  const ranks = tilesOf(trumps).reduce((bits, tile) => bits | 1 << trumpsAbove(tile, trump, all), 0);
  const turned = isDealer || DOUBLES >> turnUp & 1 ? 0 : ENDS[turnUp][1];
  return (patterns[ranks] * OTHER_TRUMPS + turned) * BESIDE + coarse % BESIDE;
}

// What a good player declares after what was said, by the solved table, which may leave it to chance.
function declares(table, deal, said) {
  const p = said.length, classes = deal.classes ??= [];
  const ofClass = classes[p] ??= classOf(table.size, deal.hands[p], deal.turnUp, p === table.players - 1);
  const chances = chancesOf(table, said, ofClass);
  let k = 0, word = deal.words[p];
  while (k < chances.length - 1 && word >= chances[k]) word -= chances[k++];
  return table.size.nodes[said][k];
}

// What a hand brings a position: its own chips, and the number of what is left to the next hands: of
// what stays in the pool, or of how all scores have changed.
function endOf(table, p, said, tricks) {
  const points = tricks.map((taken, q) => said[q] === undefined ? taken
    : "DF".includes(said[q]) ? 0 : taken || -5);
  if (table.pool === null) return [0, table.size.gains[points.reduce((key, one, q) => key + (one + 5 << 4 * q), 0)]];
  const last = table.players - 1, isWalkover = said[last] === undefined;
  const looed = points.filter(one => one < 0).length, kept = said[last] === "F" ? tricks[last] : 0;
  const own = isWalkover && p === last ? 7 : points[p] < 0 ? 6 : points[p];
  return [table.taken[own], isWalkover ? 9 : kept ? 3 + kept : looed];
}

// Whether a position that stays in has taken no trick.
const isLooed = (p, said, tricks) => "PM".includes(said[p] ?? "P") && tricks[p] === 0;

// Deals that are played out, and the most that are drawn for them.
const PLAYED_OUT = 6144, MOST_DRAWN = 1 << 16, AT_ONCE = 192;
// The largest pool of a hand that is remembered.
const FURTHEST = 1_000_000;
// Of the hands that practice deals, so many ask for a lead, and for a tile that follows; those that teach nothing are
// passed over.
const LEADS_ASKED = 0.25, FOLLOWS_ASKED = 0.25;
// So many of them are looked at for one in which much is at stake.
const HANDS_LOOKED_AT = 4;
// Hands that show what is usually declared.
const USUAL_OF = 300;

// Deals that agree with what a position holds and has heard, and what declarations bring there.
class DeclaringBefore extends Before {
  constructor(data, { table, hand, turnUp, said }, position = said.length) {
    super();
    Object.assign(this, { data, table, said, turnUp, hand: tileSet(hand), position });
    this.options = this.legal();
    // The positions whose declarations tell something of their tiles.
    this.asked = [...said].map((_, p) => p).filter(p => p !== position);
    this.free = TILES.filter(tile => tile !== turnUp && !hand.includes(tile));
    this.playing = new LooTable(data, table);
    this.isDealer = this.position === table.players - 1;
    this.ofClass = handClass(this.hand, turnUp, this.isDealer);
  }

  legal() { return [...this.table.size.nodes[this.said]]; }

  // The declarations, and how often good players make each with such a hand, of 100.
  named() {
    const { table, said, hand, turnUp, isDealer } = this;
    const often = chancesOf(table, said, classOf(table.size, hand, turnUp, isDealer));
    return this.options.map((letter, k) => (
      { letter, name: declarationName(this.data, letter), often: Math.round(100 * often[k]) }));
  }

  // What five tiles hold, in words, with a turn-up that a dealer counts as his own.
  get holds() {
    const withIt = this.isDealer ? ", the turn-up counted" : "";
    const double = this.ofClass & 1 && !this.isDealer ? "; a double is turned up, the best trump, and the dealer may take it" : "";
    return `${this.data.classes[this.ofClass >> 1]}${withIt} (${NUMBER_NAMES[ENDS[this.turnUp][0]]} are trumps)${double}`;
  }

  // The prices of the hand that the page opens with: the command has priced it.
  opened({ margins, looed, given, deals }) {
    return { behind: () => this.options.map(letter => margins[letter]), looed: this.options.map(letter => looed[letter]), given, counted: deals };
  }

  dealt(chance) {
    const { players, size: { missTiles, misses } } = this.table, { free } = this;
    let gone = 0;
    const draw = many => {
      let set = 0;
      for (const stop = gone + many; gone < stop; gone++) {
        const other = gone + Math.floor(chance() * (free.length - gone)), tile = free[other];
        free[other] = free[gone];
        free[gone] = tile;
        set |= 1 << tile;
      }
      return set;
    };
    const hands = Array.from({ length: players }, (_, p) => p === this.position ? this.hand : draw(TRICKS));
    return { hands, turnUp: this.turnUp, words: hands.map(() => chance()),
      misses: Array.from({ length: misses }, () => draw(missTiles)) };
  }

  agrees(deal, p) {
    return declares(this.table, deal, this.said.slice(0, p)) === this.said[p];
  }

  // Priced at once with a few deals, and then for good, whatever they say.
  * prices() {
    yield yield* this.pricedWith(...yield* this.counted(this.asked.length ? A_ROUND : AT_ONCE, AT_ONCE));
    return yield* this.pricedWith(...yield* this.counted(LOOKED_THROUGH, PLAYED_OUT));
  }

  // So many deals that count, and whose declarations are taken as given: where hardly any deal fits what
  // a position declared, as in simulate/branch/pricing.py.
  * counted(looked, many) {
    const chance = chanceFrom(1), given = [], tell = [];
    let deals = Array.from({ length: looked }, () => this.dealt(chance));
    for (const p of this.asked) {
      const agree = deals.filter(deal => this.agrees(deal, p)), counts = agree.length >= FEWEST_LEFT;
      (counts ? tell : given).push(p);
      if (counts) deals = agree;
    }
    for (let drawn = looked; drawn < MOST_DRAWN && deals.length < many; drawn++) {
      const deal = this.dealt(chance);
      if (tell.every(p => this.agrees(deal, p))) deals.push(deal);
      if (drawn % A_ROUND === 0) yield null;
    }
    return [deals.slice(0, many), given];
  }

  * pricedWith(deals, given) {
    const choosing = Math.floor(deals.length / CHOOSE), { best } = yield* this.playedOut(deals.slice(0, choosing));
    return Object.assign(yield* this.playedOut(deals.slice(choosing), best), { given });
  }

  * playedOut(deals, chosen = null) {
    const priced = new PricedOptions(this.options, { chosen, parts: 1 }), looed = this.options.map(() => 0);
    for (const deal of deals) {
      priced.add(1, this.options.map((option, k) => {
        const { worth, isLooed } = this.endWith(deal, option);
        looed[k] += isLooed;
        return worth;
      }));
      if (priced.counted % AT_ONCE === 0) yield null;
    }
    return Object.assign(priced, { looed: looed.map(many => many / deals.length) });
  }

  // What an option brings, with replicas: what is left to later hands was measured, too; and whether it is looed.
  endWith(deal, option) {
    let said = this.said + option;
    while (this.table.size.nodes[said]) said += declares(this.table, deal, said);
    return this.endAfter(deal, said);
  }

  endAfter(deal, said, told) {
    const tricks = this.playing.playOut(deal, said, told), [own, left] = endOf(this.table, this.position, said, tricks);
    return { worth: this.table.later[this.position][left].map(later => own + later), isLooed: isLooed(this.position, said, tricks) };
  }
}

// Who leads first when all have declared; nobody (-1) where that seat does not play, or is left alone.
function leaderOf({ players, size: { nodes } }, said) {
  const leader = [...said].findIndex(letter => letter !== "D"), isDeclared = nodes[said.slice(0, -1)]?.includes(said.at(-1));
  return isDeclared && said.length === players && said[leader] === "P" && /[^D]/.test(said.slice(leader + 1)) ? leader : -1;
}

// Deals that agree with all declarations as well, and what tiles bring that are led to the first trick. Whether a
// dealer who plays has taken the turn-up is seen (takes), and tells as a declaration does.
class LeadBefore extends DeclaringBefore {
  constructor(data, spot, move = "lead") {
    const { table, said, shown } = spot;
    super({ ...data, move, brings: "brings", near: (table.pool ?? 100) / 1000 }, spot, asksTile(table, said, shown));
    if (!(this.position >= 0)) throw new RangeError("nobody who plays is asked");
    this.takes = spot.takes;
    if (this.takes !== undefined) this.asked.push(this.playing.players);
  }

  get trumps() { return this.hand & SHOWS[ENDS[this.turnUp][0]]; }

  // A lead is the tile times 8, and its suit.
  legal() {
    const { trumps } = this, [trump] = ENDS[this.turnUp];
    return highestFirst(tilesOf(countTiles(trumps) >= this.data.rules.leadTrumps ? trumps : this.hand)).flatMap(tile =>
      trumps >> tile & 1 ? tile * 8 + trump : [...new Set(ENDS[tile])].map(suit => tile * 8 + suit));
  }

  named() {
    return this.options.map(option => {
      const tile = option >> 3, letter = `${TILE_NAMES[tile]}${this.isOne(tile) ? "" : ` as a ${option & 7}`}`;
      return { letter, name: `lead ${letter}` };
    });
  }

  // Whether it has one number to be led by.
  isOne(tile) { return (SHOWS[ENDS[this.turnUp][0]] | DOUBLES) >> tile & 1; }

  // A lead is told by itself.
  get holds() { return undefined; }

  agrees(deal, p) {
    return p < this.playing.players ? super.agrees(deal, p) : this.playing.takesUp(deal, this.said) === this.takes;
  }

  endWith(deal, opening) { return this.endAfter(deal, this.said, { takes: this.takes, opening }); }
}

// Deals that agree with the tiles of the first trick as well, and what tiles bring that follow.
class FollowBefore extends LeadBefore {
  constructor(data, spot) {
    super(data, spot, "tile");
    this.order = playersOf(this.said);
    this.shown = spot.shown;
    this.tiles = [spot.shown[0] >> 3, ...spot.shown.slice(1)];
    this.free = this.free.filter(tile => !this.tiles.includes(tile));
    this.asked.push(...spot.shown.map((_, j) => this.table.players + 1 + j));
    this.options = this.follows();
  }

  legal() { return []; }
  follows() {
    const { hand, trumps } = this, suit = SUITS[ENDS[this.turnUp][0] * 7 + (this.shown[0] & 7)];
    return highestFirst(tilesOf(hand & suit || (this.data.rules.mustTrump && trumps) || hand));
  }

  named() { return this.options.map(tile => ({ letter: TILE_NAMES[tile], name: `play ${TILE_NAMES[tile]}` })); }

  // Whether a tile beats what lies there.
  wins(tile) {
    const { playing, tiles, shown, turnUp } = this;
    playing.trump = ENDS[turnUp][0];
    return tiles.every(other => other === tile || playing.beating(other, shown[0] & 7) >> tile & 1);
  }

  // A tile that was shown takes the place of one of those that its seat was dealt, or drew.
  dealt(chance) {
    const deal = super.dealt(chance), { said, order, tiles } = this;
    tiles.forEach((tile, j) => {
      const p = order[j], drawn = [...said.slice(0, p)].filter(letter => letter === "M").length;
      if (tile === this.turnUp) return;
      const [sets, at] = said[p] === "M" ? [deal.misses, drawn] : [deal.hands, p], held = tilesOf(sets[at]);
      sets[at] = sets[at] & ~(1 << held[Math.floor(chance() * held.length)]) | 1 << tile;
    });
    return deal;
  }

  told(many, more = {}) {
    const followed = Object.fromEntries(this.order.slice(1, Math.max(1, many)).map((p, j) => [p, this.shown[j + 1]]));
    return { takes: this.takes, opening: many ? this.shown[0] : undefined, followed: { ...followed, ...more } };
  }

  agrees(deal, p) {
    const j = p - this.table.players - 1;
    if (j < 0) return super.agrees(deal, p);
    this.playing.playOut(deal, this.said, this.told(j));
    return (j ? this.playing.laid[j] : this.playing.opened) === this.shown[j];
  }

  endWith(deal, tile) { return this.endAfter(deal, this.said, this.told(this.shown.length, { [this.position]: tile })); }
}

const playersOf = said => [...said].flatMap((letter, p) => letter === "D" ? [] : [p]);

// Who is asked for a tile: the leader, or who follows the tiles that were shown; they play what they were dealt.
function asksTile(table, said, shown) {
  const leader = leaderOf(table, said), position = shown ? playersOf(said)[shown.length] : leader;
  return leader < 0 || said[position] !== "P" || (shown && position === table.players - 1) ? -1 : position;
}

function declarationName({ taken }, letter) {
  return { P: "play", M: `take ${taken}`, D: "drop", F: "play for the pool" }[letter];
}

const doesSay = ({ taken }, letter) => ({ P: "plays", M: `takes ${taken}`, D: "drops" }[letter]);

// What else is asked: the table, your seat, and what was declared before you.
class DeclaringAsking extends HandAsking {
  controls(root) {
    this.choosing = make("div", {});
    this.penalty = make("p", {});
    this.heard = makeControls();
    const [first] = this.data.tables;
    this.tellStays = staysOf(first, first.penalty ? `, penalty=${first.penalty}` : "");
    this.follow();
    chosen.follow(root.closest(".card"), () => { this.follow(); this.show(); });
    return [this.heard, this.penalty];
  }

  tableControls() { return [this.choosing]; }

  // Only what changes is made anew: a slider is not to be lost while it is dragged.
  follow() {
    const { table: { size, k } } = chosen, isSame = this.isOf === k;
    if (isSame && this.choosing.contains(document.activeElement)) return;
    renew(this.choosing, tableControls(this.data, text => {
      this.work.stop();
      this.say(text);
    }));
    if (isSame) return;
    this.isOf = k;
    this.tellStays(chosen.table);
    this.said = "";
    this.places = makeSelect("your seat", size.places.map((place, p) => [p, place]), position => this.sit(Number(position)));
  }

  get table() { return chosenTable(this.data, this.said.length); }

  sit(position) {
    this.said = this.said.slice(0, position);
    while (this.said.length < position) this.said += this.likeliest();
    this.show();
  }

  // What a seat is taken to have declared before a person says otherwise: what good players declare most often there.
  likeliest() {
    const { said, table } = this, { nodes } = table.size, usual = {}, chance = chanceFrom(1);
    for (let k = 0; k < USUAL_OF; k++) {
      const tiles = shuffledTiles(chance), at = p => tileSet(tiles.slice(TRICKS * p, TRICKS * (p + 1)));
      const letter = declares(table, { hands: [...said, ""].map((_, p) => at(p)), turnUp: tiles.at(-1), words: [...said, ""].map(chance) }, said);
      usual[letter] = (usual[letter] ?? 0) + 1;
    }
    return [...nodes[said]].filter(letter => letter !== "F" && nodes[said + letter]).sort((a, b) => (usual[b] ?? 0) - (usual[a] ?? 0))[0];
  }

  showControls() {
    const { said, table } = this, { nodes, places } = table.size;
    this.penalty.textContent = `A player who stays in and takes no trick ${table.pool === null ? "loses five points" : `pays ${table.penalty}`}.`;
    this.places.value = String(said.length);
    this.heard.replaceChildren(make("label", {}, "You are the ", this.places), ...[...said].map((letter, p) => {
      const before = said.slice(0, p), moves = [...nodes[before]].filter(move => move !== "F" && nodes[before + move]);
      return make("label", {}, `${places[p]} `, makeSelect(`what the ${places[p]} declared`,
        moves.map(move => [move, doesSay(this.data, move), move === letter]), move => {
          this.said = before + move;
          this.sit(said.length);
        }));
    }));
  }

  isAsItOpened() {
    const { table: { k, first }, pool, own, rivals } = chosen;
    return super.isAsItOpened() && k === 0 && (pool === null ? own === NEEDED && rivals === NEEDED : pool === first);
  }

  before(spot) { return new (spot.table.size.nodes[spot.said] ? DeclaringBefore : spot.shown ? FollowBefore : LeadBefore)(this.data, spot); }

  beforeCommand(before, { given, counted }) {
    const taken = given.map(p => `what the ${before.table.size.places[p]} declared`);
    const same = this.isAsItOpened() ? "The same in a terminal: " : "A terminal deals other hands, so it may differ within the interval: ";
    return `${manyOf(counted)} deals were played out. The best was chosen on other deals. ${taken.length
      ? `Good players hardly ever declare so: ${listed(taken, "and")} is taken as given. ` : ""}${same}`;
  }

  command() {
    const { said, table } = this, words = { P: "play", M: this.data.miss, D: "drop" }, { places } = table.size;
    const before = said ? ` --before ${[...said].map(letter => words[letter]).join(",")}` : "";
    return this.commandFor(places[said.length], before + this.stakes(table), "", table.advise);
  }

  stakes({ pool, own, rivals, players }) {
    if (pool !== null) return ` --pool ${pool}`;
    if (own === NEEDED && rivals === NEEDED) return "";
    const needs = Array.from({ length: players }, (_, p) => p === this.said.length ? own : rivals);
    return ` --score "${needs.map(need => this.data.countsDown ? need : NEEDED - need).join(" ")}"`;
  }
}

// The seats before you declare as good players do. Now and then all have declared, and you lead, or follow.
class DeclaringPractice extends TilePractice {
  dealt(move = this.moveAsked()) {
    const { players, size, pools } = chosen.table, isLead = move === "lead", isTile = isLead || move === "follow";
    const position = this.theme === "only my seat" ? this.asking.said.length : Math.floor(Math.random() * players);
    const table = chosen.pool === null ? chosenTable(this.data, position)
      : atPool(this.data, chosen.table, pools[Math.floor(Math.random() * pools.length)]);
    const tiles = shuffledTiles(), turnUp = tiles[TRICKS * players];
    const hands = Array.from({ length: players }, (_, p) => tiles.slice(TRICKS * p, TRICKS * (p + 1)));
    const deal = { hands: hands.map(tileSet), turnUp, words: hands.map(() => Math.random()),
      misses: Array.from({ length: size.misses }, (_, k) => tileSet(tiles.slice(TRICKS * players + 1 + k * size.missTiles).slice(0, size.missTiles))) };
    let said = "";
    while (isTile ? size.nodes[said] : said.length < position) said += declares(table, deal, said);
    // A dealer whom everybody leaves alone has nothing to declare.
    if (isTile ? leaderOf(table, said) < 0 || (isLead && leaderOf(table, said) !== position) : !size.nodes[said]) return this.dealt(move);
    const playing = isTile && new LooTable(this.data, table), takes = isTile && said.at(-1) === "P" ? playing.takesUp(deal, said) : undefined;
    const spot = { hand: highestFirst(hands[position]), turnUp, said, table, takes };
    if (move !== "follow") return spot;
    playing.playOut(deal, said, { takes });
    spot.shown = [playing.opened, ...playing.laid.slice(1)].slice(0, playersOf(said).indexOf(position));
    return spot.shown.length && asksTile(table, said, spot.shown) >= 0 && new FollowBefore(this.data, spot).options.length > 1 ? spot : this.dealt(move);
  }

  // Of some hands that ask for a tile the one with most at stake, as few deals price them: what the worst tile surely
  // costs.
  * toAsk() {
    const move = this.moveAsked();
    let [best, most] = [this.dealt(move), -Infinity];
    if (!move) return best;
    for (let k = 0, spot = best; k < HANDS_LOOKED_AT; k++, spot = this.dealt(move)) {
      spot.before = this.asking.before(spot);
      let priced = null;
      for (const pieces = spot.before.prices(); !priced; yield) priced = pieces.next().value;
      const stake = priced.weight ? Math.max(...priced.behind().map(([gap, se]) => gap - this.data.clear * se)) : -Infinity;
      if (stake > most) [best, most] = [spot, stake];
    }
    return best;
  }

  onTable() {
    const { shown, before } = this.spot;
    return shown ? before.tiles.map((tile, j) => [`${this.spot.table.size.places[before.order[j]]} ${j ? "plays" : "leads"}`, tile]) : [];
  }

  moveAsked() {
    const at = Math.random(), tile = at < LEADS_ASKED ? "lead" : at < LEADS_ASKED + FOLLOWS_ASKED ? "follow" : "";
    return { "only leads": "lead", "only follows": "follow" }[this.theme] ?? (this.theme ? "" : tile);
  }

  get themes() { return [`only ${this.data.taken}`, "only my seat", "only leads", "only follows"]; }

  // Of declarations the pools and the seats teach, whatever is held; of the miss alone, those where it is one of the
  // best two.
  teaches(verdict) {
    if (this.theme !== this.themes[0]) return verdict.holds !== undefined || super.teaches(verdict);
    return [...verdict.moves].sort((a, b) => a.behind - b.behind).slice(0, 2).some(({ letter }) => letter === "M");
  }

  seated() {
    const { said, table, before: { position } } = this.spot;
    return table.size.places.map((place, p) => p === position ? [place, "you", "you"]
      : [place, p < said.length ? doesSay(this.data, said[p]) : "…", said[p] ?? "none"]);
  }

  get isLead() { return this.spot.before instanceof LeadBefore; }
  get shown() { return this.spot.shown; }

  whatIsKnown() {
    const { said, table, turnUp, takes, before: { position } } = this.spot, { places } = table.size;
    const does = (letter, p) => p < table.players - 1 || takes === undefined ? doesSay(this.data, letter) : `${takes ? "takes" : "leaves"} the turn-up`;
    const others = [...said].map((letter, p) => `the ${places[p]} ${does(letter, p)}`).filter((_, p) => p !== position);
    const { shown, before } = this.spot, laid = shown ? before.tiles.map((tile, j) => `the ${places[before.order[j]]} ${j ? "plays" : "leads"} ${TILE_NAMES[tile]}${
      j || before.isOne(tile) ? "" : ` as a ${shown[0] & 7}`}`) : [];
    const who = `You are the ${places[position]}${this.isLead && !shown ? " and lead" : ""}`, trumps = NUMBER_NAMES[ENDS[turnUp][0]];
    return `${others.length ? `${who}; ${others.join(", ")}` : who}. ${this.isLead ? `${capital(trumps)} are trumps. ` : ""}${laid.length ? `${capital(laid.join(", "))}. ` : ""}With ${
      table.players} players: ${stakesWords(table)}.`;
  }

  // Leads are told by what the tiles are.
  get verbs() { return this.shown ? ["played", "play"] : ["led", "lead"]; }

  kind(letter) {
    const tile = tileNumber(letter.slice(0, 3)), { trumps, turnUp } = this.spot.before;
    if (trumps >> tile & 1) return trumpsAbove(tile, ENDS[turnUp][0], trumps) ? "a lower trump" : "your highest trump";
    if (this.shown) return `a tile that ${this.spot.before.wins(tile) ? "wins so far" : "cannot win"}`;
    return DOUBLES >> tile & 1 ? "a double" : `a tile as its ${ENDS[tile][0] === Number(letter.at(-1)) ? "higher" : "lower"} number`;
  }

  did(letter) {
    return this.isLead ? super.did(letter)
      : { P: "played", M: `took ${this.data.taken}`, D: "dropped", F: "played for the pool" }[letter];
  }

  does(better, letter) { return this.isLead ? super.does(better, letter) : declarationName(this.data, better); }
  mistakeOf(letter, better) { return this.isLead ? super.mistakeOf(letter, better) : letter + better; }

  prompt() {
    return `A hand is dealt, the others have declared as good players do. ${this.isLead ? `Which tile do you ${this.verbs[1]}?` : "What do you declare?"}`;
  }
}

// The table of a spot that practice has written down. What a review has priced may be at a score at which the rivals
// differ; then they are listed from the eldest hand on.
function tableAgain(data, at, said, shown) {
  const [k, pool, own, rivals] = at, table = data.tables[k], position = Object.hasOwn(table.size.nodes, said) ? said.length : asksTile(table, said, shown);
  if (!data.game) {
    if (!fits(pool, 1, FURTHEST)) throw new RangeError(`pool ${pool}`);
    return atPool(data, table, pool);
  }
  if (fits(own, 1, NEEDED) && fits(rivals, 1, NEEDED)) return atScore(data, table, position, own, rivals);
  return { ...table, key: at, pool, own, rivals, entry: 0, read: {} };
}

// The chart of the table that is chosen: kinds of hands, and what was declared before in every order that comes to the
// same.
function declaringChart(data) {
  const { table, table: { size } } = chosen, { situations, nodes, places, dealt, coarse } = size, letters = [..."PMDF"];
  const classes = data.kinds.map((_, kind) => [0, 1].map(double => [...coarse.keys()].filter(one => data.kindOf[coarse[one]] === kind && coarse[one] % 2 === double)));
  const signOf = letter => letter === "M" ? data.letter : letter, sorted = some => [...some].sort().join("");
  const tables = places.map((_, position) => chosenTable(data, position));
  // By letter, the chances of a class after what was declared.
  const chances = (position, history, one) => letters.map(letter => chancesOf(tables[position], history, one)[nodes[history].indexOf(letter)] ?? 0);
  const columns = situations.map(([position, said]) => {
    const histories = Object.keys(nodes).filter(history => history.length === position && sorted([...history].map(signOf)) === sorted(said.replaceAll(" ", "")));
    const hands = some => some.flatMap(one => dealt[position][one] ? histories.map(history => [dealt[position][one], chances(position, history, one)]) : []);
    return { seat: position, heads: histories.map(history => [...history].map(signOf).join(" ") || "–"), shares: row => classes[row].map(some => sharesOf(letters, hands(some))) };
  });
  const names = Object.fromEntries(letters.filter(letter => Object.values(nodes).some(moves => moves.includes(letter))).map(letter => [letter, declarationName(data, letter)]));
  const eldest = sharesOf(letters, [...coarse.keys()].map(one => [dealt[0][one], chances(0, "", one)]));
  return { seats: places, rows: data.kinds, columns, names, signs: Object.fromEntries(letters.map(letter => [letter, signOf(letter)])),
    note: `Of 100 hands the eldest ${listed(eldest.map(([letter, share]) => `${doesSay(data, letter)} ${Math.round(100 * share)}`), "and")}.` };
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
