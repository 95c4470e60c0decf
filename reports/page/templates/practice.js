// Practise: a hand is dealt, the others do as good players do, and an answer is priced.
// From so many hands on what costs most is shown.
const ENOUGH_HANDS = 5;
// The most deals of a hand that is practised.
const PRACTISED = 1 << 15;

const often = times => times === 1 ? "once" : `${times} times`;

// What a generator returns in the end.
function lastOf(pieces) {
  let piece;
  do piece = pieces.next(); while (!piece.done);
  return piece.value;
}

// A game deals (dealt: hand, turnUp, history and what else its decision has), and has words for what is known
// (whatIsKnown) and what is asked (prompt).
class Practice extends Live {
  constructor(root, asking) {
    super();
    const { data } = asking;
    Object.assign(this, { asking, data, work: new InPieces(), theme: "", refused: "", memory: this.memoryOf(data) });
    this.answers = this.live("div", { class: "unboxed" }, () => [this.offered()]);
    // No command deals its hands.
    this.verdict = make("div", { class: "verdict", role: "status", "data-again": "" });
    this.score = this.live("p", { class: "score", role: "status" }, () => this.scoreInWords());
    this.worst = this.live("p", { class: "score" }, () => this.worstInWords());
    this.facts = this.live("p", {}, () => (this.isBack ? "This hand comes back, since you got it wrong. " : "") + this.situation());
    const seats = this.live("ol", { class: "seats", "aria-hidden": "true" }, () => this.seated().map(([place, what, sign]) =>
      make("li", { class: sign === "you" ? "you" : "" }, place, make("span", { class: `move-${sign}` }, what))));
    this.table = this.live("div", { class: "table-top" }, () => [...drawHand(this.spot.hand, this.spot.turnUp),
      ...this.onTable().map(([what, tile]) => make("div", { class: "turn-up" }, make("span", {}, what), drawTile(tile)))]);
    root.append(this.score, this.worst, ...this.choosesTheme(), seats, this.table, this.facts, this.answers, this.verdict, this.remembered());
    root.addEventListener("keydown", event => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) {
        [...this.answers.querySelectorAll("[aria-keyshortcuts]")]
          .find(button => button.getAttribute("aria-keyshortcuts") === event.key)?.click();
      }
    });
    if (data.choices) chosen.follow(root.closest(".card"), () => this.follow());
    this.deal();
  }

  // Every table has a memory of its own.
  follow() {
    const { data } = this.asking;
    if (data === this.data) return;
    Object.assign(this, { data, memory: this.memoryOf(data) });
    this.deal();
  }

  // What is chosen of the hands that are dealt. One that was dealt ahead is asked only where this is as it was.
  get dealtFor() { return `${this.data.advise} ${this.theme}`; }

  // What may be asked alone, by name; a game has these (themes), "" being everything.
  get themes() { return []; }

  choosesTheme() {
    if (this.themes.length === 0) return [];
    return [makeControls(makeChoice("Ask", "what practice asks", [["", "everything"], ...this.themes], "", theme => {
      this.theme = theme;
      this.deal();
    }))];
  }

  // The tiles that were played, each with a word for it.
  onTable() { return []; }

  // The seats with what each has done, the eldest hand first: [place, what, letter or "you"].
  seated() { return []; }

  memoryOf(data) { return new Memory(data.advise, card => this.canAsk(card, data)); }

  // Whether a card can be asked at a table: its tiles are dealt there, and its moves have names and prices.
  canAsk(card, data) {
    try {
      const { spot: { hand, turnUp }, priced } = card, tiles = turnUp === undefined ? hand : [...hand, turnUp];
      const spot = this.revived(card, data), letters = spot.before.named().map(({ letter }) => letter);
      return new Set(tiles).size === tiles.length && hand.length === this.sizeOf(spot, data) && (turnUp === undefined) === (data.turnUp === undefined)
        && letters.length > 0 && (!priced || letters.every(letter => priced[letter].every(Number.isFinite)));
    } catch {
      return false;
    }
  }

  sizeOf(spot, data) { return data.tiles ?? TRICKS; }

  deal() {
    this.memory.load();
    const [back] = this.memory.due();
    this.isBack = Boolean(back);
    const isAhead = this.next?.dealtFor === this.dealtFor;
    if (this.isBack) this.spot = this.revived(back);
    else [this.spot, this.next] = [isAhead ? this.next : lastOf(this.toAsk()), null];
    this.pricing(this.spot);
    this.verdict.replaceChildren();
    this.change({ isAnswered: false, refused: "" });
    this.work.begin(this.ahead(this.spot));
  }

  dealt() { return { hand: highestFirst(shuffledTiles().slice(0, this.data.tiles)) }; }

  // What a hand is remembered by. Files of all versions call its history so.
  written({ hand, turnUp, history: said, table, takes, shown, score, pool }) {
    return JSON.parse(JSON.stringify({ hand, turnUp, said, at: table?.key, takes, shown, score, pool }));
  }

  // The hand of a card again. A review has priced its cards, some at a score or a pool that this page has not.
  revived({ spot: { at, said: history, ...spot }, priced }, data = this.data) {
    const revived = { ...spot, history };
    if (at !== undefined) revived.table = data.tableAgain(at, history, spot.shown);
    revived.before = this.asking.before(revived);
    if (!priced) return revived;
    const behind = revived.before.named().map(({ letter }) => priced[letter]);
    const best = behind.findIndex(([gap, se]) => gap === 0 && se === 0);
    return { ...revived, pricing: [].values(), priced: { behind: () => behind, best, isOfCard: true } };
  }

  // Who you are, the history, and what the page itself would not deal.
  situation() {
    const { score, pool } = this.spot;
    return `${this.whatIsKnown()}${score ? ` The score is ${score.join(" ")}, from the eldest hand on.` : ""}${pool ? ` The pool is ${pool}.` : ""}`;
  }

  // While a person thinks the hand is priced, and hands to come are looked through for one that teaches.
  * ahead(spot) {
    yield* this.pricing(spot);
    let next;
    do {
      const { dealtFor } = this;
      next = Object.assign(yield* this.toAsk(), { dealtFor });
      yield* this.pricing(next);
    } while (!this.teaches(this.verdictOn(next)));
    this.next = next;
  }

  // A hand to ask; a game may choose among some, a piece at a time.
  * toAsk() { return this.dealt(); }

  teaches(verdict) { return verdict.moves.some(isClear(this.data)); }

  // The decision of a hand, priced as it goes on.
  pricing(spot) {
    spot.before ??= this.asking.before(spot);
    return spot.pricing ??= this.priced(spot);
  }

  * priced(spot) {
    const pieces = spot.before.prices(Math.min(PRACTISED, this.data.most));
    for (let isOver = false; !isOver; yield) {
      const { value, done } = pieces.next();
      [spot.priced, isOver] = [value ?? spot.priced, done];
    }
  }

  verdictOn(spot) { return verdictOf(this.data, spot.before, spot.priced); }

  // The hand that is shown is priced to the end when it is answered.
  verdictNow() {
    while (!this.pricing(this.spot).next().done);
    return this.verdictOn(this.spot);
  }

  movesNow() { return this.spot.before.named(); }

  // The answers to choose from, and then the next hand.
  offered() {
    if (this.isAnswered) return makeGroup("", makeButton("Next hand", () => { this.deal(); this.answers.querySelector("button").focus(); }, { class: "plain" }));
    // The key of a tenth answer is 0.
    return makeGroup(`your ${this.spot.before.data.move}`, ...this.movesNow().map(({ letter, name }, at) =>
      makeButton(capital(name), () => this.answer(letter), { "data-answer": letter, "aria-keyshortcuts": (at + 1) % 10 })));
  }

  answer(letter) {
    const verdict = this.verdictNow(), { data } = this.spot.before, cost = costOf(data, verdict, letter);
    const [head, why] = verdictSentences(data, verdict), move = verdict.moves.find(one => one.letter === letter);
    this.memory.note(this.written(this.spot), cost,
      { decision: data.move, ...mistakeOf(move, verdict.best), lines: [head, why, ...intervalsOf(data, verdict)] });
    const judged = cost > 0
      ? `That costs ${marginWords(data, move)[0]}${unitAfter(data)}.`
      : verdict.clear ? "Right."
      : verdict.holds === undefined ? "Nothing lost." // How close tiles are stands below.
      : "Nothing lost: it is too close to call.";
    this.verdict.replaceChildren(make("p", { class: "head" }, judged),
      make("p", {}, cost > 0 ? `Better: ${head[0].toLowerCase()}${head.slice(1)} ${why}` : why),
      movesTable(data, verdict, letter));
    this.change({ isAnswered: true, refused: "" });
    this.answers.querySelector("button").focus();
  }

  get unit() { return unitAfter(this.data); }

  scoreInWords() {
    const { played, right, cost } = this.memory.known, most = Math.min(this.movesNow().length, 9);
    return played === 0
      ? `${this.prompt()} Keys 1 ${most === 2 ? "and" : "to"} ${most} answer, too.`
      : `${played} ${played === 1 ? "hand" : "hands"}, ${right} right; lost in all: ${shortNumber(cost)}${this.unit}.`;
  }

  worstInWords() {
    const { known: { played }, dearest: [worst] } = this.memory;
    return !worst || played < ENOUGH_HANDS ? "" : `Most is lost where ${worst.said}: ${often(worst.times)}, ${shortNumber(worst.cost)}${this.unit}.`;
  }

  keptInWords() {
    const { known: { cards, decisions = {} }, odd, isKept } = this.memory, asked = Object.entries(decisions);
    return this.refused || `${cards.length === 1 ? "1 hand comes" : `${cards.length} hands come`} back, ${this.memory.due().length} of them now. `
      + (odd.length ? `${odd.length} more cannot be asked here and ${odd.length === 1 ? "is" : "are"} kept as found. ` : "")
      + (isKept ? "All this stays in this browser, on this machine."
        : "This browser forbids the page to remember: it is lost when the page is closed. Save it as a file.")
      + (asked.length < 2 ? "" : ` By what was asked: ${asked.map(([decision, one]) =>
        `${decision} ${one.played}, ${one.right} right, ${shortNumber(one.cost)}${this.unit} lost`).join("; ")}.`);
  }

  mistakesByKind() {
    const rows = this.memory.dearest.map(({ said, times, cost }) => makeRow(said, [often(times), shortNumber(cost)]));
    return rows.length ? [makeTable(["where", "how often", `lost, ${this.data.unit}`], rows, { class: "moves" })] : [];
  }

  // The fold of what is remembered: by kind, saved, taken from a file, forgotten.
  remembered() {
    const title = `${document.querySelector("h1")?.textContent ?? ""} practice`, name = title.trim().toLowerCase().replaceAll(" ", "-");
    const file = make("input", { type: "file", accept: ".json", class: "unseen", "aria-label": "A file that was saved here" });
    file.addEventListener("change", async () => {
      this.change({ refused: this.memory.take(await file.files[0].text()) });
      file.value = "";
    });
    const isArmed = () => forget.textContent.startsWith("Really"), arm = (again = true) => {
      forget.textContent = again ? "Really forget? Click again" : "Forget everything";
    };
    const disarm = () => arm(false), forget = makeButton("Forget everything", () => {
      if (!isArmed()) return arm();
      this.memory.clear();
      this.change({ refused: "" });
      disarm();
    });
    // A person who does anything else has thought better of it.
    forget.addEventListener("blur", disarm);
    for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, event => { if (event.target !== forget) disarm(); });
    const saved = make("p", { role: "status" }), save = () => {
      saveAs(`${name}.json`, this.memory.file, "application/json");
      saved.textContent = `Saved as ${name}.json, where your browser keeps downloads.`;
    };
    const kept = this.live("p", { role: "status" }, () => this.keptInWords()), byKind = this.live("div", {}, () => this.mistakesByKind());
    return make("details", { class: "remembered" }, make("summary", {}, "What practice remembers"), kept, saved, byKind, makeControls(
      makeButton("Save as a file", save), makeButton("Take from a file", () => file.click()), file, forget));
  }
}

// The fold behind a part that asks, filled when it is first opened, and a link to it.
function offerPractice(root, asking, begin) {
  const due = new Memory(asking.data.advise).due().length, back = due === 1 ? "1 hand comes back" : `${due} hands come back`;
  const fold = foldAfter(root, "practise", due ? `Practise: ${back} now` : "Practise: deal me a hand", due ? `Practise: ${back}` : "Practise");
  fold.addEventListener("toggle", () => {
    if (!fold.querySelector(".score")) begin(fold);
  });
}
