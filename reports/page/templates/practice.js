// Practise: a hand is dealt, the others do as good players do, and an answer is priced.
// A hand that was answered wrongly comes back after so many others, to be learnt.
const COMES_BACK_AFTER = 3;
// From so many hands on it is told what costs most.
const ENOUGH_TO_TELL = 5;
// The most deals of a hand that is practised.
const PRACTISED = 1 << 15;

// A game's own part deals (dealt: hand, turnUp, said and what else its decision has), says who you are
// and what was said (heardNow) and what is asked (prompt), and has words for the moves (did, does).
class Practice {
  constructor(root, asking) {
    const { data } = asking;
    Object.assign(this, { asking, data, played: 0, right: 0, cost: 0, wrong: [], mistakes: {}, work: new InPieces() });
    this.table = make("div", { class: "table-top" });
    this.heard = make("p");
    this.answers = makeGroup(`your ${data.move}`);
    this.verdict = make("div", { class: "verdict", role: "status" });
    this.score = make("p", { class: "score", role: "status" });
    this.worst = make("p", { class: "score" });
    root.append(this.score, this.worst, this.table, this.heard, this.answers, this.verdict);
    root.addEventListener("keydown", event => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) {
        [...this.answers.querySelectorAll("[aria-keyshortcuts]")]
          .find(button => button.getAttribute("aria-keyshortcuts") === event.key)?.click();
      }
    });
    this.deal();
  }

  deal() {
    const back = this.wrong.findIndex(one => one.due <= this.played);
    this.isBack = back >= 0;
    if (this.isBack) this.spot = this.wrong.splice(back, 1)[0].spot;
    else [this.spot, this.next] = [this.next ?? this.dealt(), null];
    this.show();
  }

  // While a person thinks the hand is priced, and hands to come are looked through for one that teaches.
  * ahead(spot) {
    yield* this.pricing(spot);
    let next;
    do {
      next = this.dealt();
      yield* this.pricing(next);
    } while (!this.teaches(this.verdictOn(next)));
    this.next = next;
  }

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

  movesNow() {
    this.pricing(this.spot);
    return this.spot.before.named();
  }

  show() {
    const again = this.isBack ? "This hand comes back, since you got it wrong. " : "";
    this.heard.textContent = again + this.heardNow();
    this.table.replaceChildren(...drawHand(this.spot.hand, this.spot.turnUp));
    this.answers.replaceChildren(...this.movesNow().map(({ letter, name }, at) => {
      const button = makeButton(capital(name), () => this.answer(letter));
      button.dataset.answer = letter;
      button.setAttribute("aria-keyshortcuts", at + 1);
      return button;
    }));
    this.verdict.replaceChildren();
    this.showScore();
    this.work.begin(this.ahead(this.spot));
  }

  answer(letter) {
    const verdict = this.verdictNow(), cost = costOf(this.data, verdict, letter);
    this.played += 1;
    this.right += cost === 0;
    this.cost += cost;
    if (cost > 0) this.remember(letter, verdict.best.letter, cost);
    const judged = cost > 0
      ? `That costs ${shortNumber(cost)}${unitAfter(this.data)}.`
      : verdict.clear ? "Right."
      : "Nothing lost: it is too close to call.";
    const [head, why] = verdictSentences(this.data, verdict);
    const next = makeButton("Next hand", () => { this.deal(); this.answers.querySelector("button").focus(); });
    next.className = "plain";
    this.answers.replaceChildren(next);
    this.verdict.replaceChildren(make("p", { class: "head" }, judged),
      make("p", {}, cost > 0 ? `Better: ${head[0].toLowerCase()}${head.slice(1)} ${why}` : why),
      movesTable(this.data, verdict, letter));
    this.showScore();
    next.focus();
  }

  // What was answered in place of what, how often, and what it cost; the hand will come back.
  remember(letter, better, cost) {
    this.wrong.push({ due: this.played + COMES_BACK_AFTER, spot: this.spot });
    const mistake = this.mistakes[this.mistakeOf(letter, better)] ??= { letter, better, times: 0, cost: 0 };
    mistake.times += 1;
    mistake.cost += cost;
  }

  // What mistakes are counted together.
  mistakeOf(letter, better) { return letter + better; }

  showScore() {
    const [worst] = Object.values(this.mistakes).sort((a, b) => b.cost - a.cost), unit = unitAfter(this.data);
    const times = worst?.times === 1 ? "once" : `${worst?.times} times`;
    this.worst.textContent = !worst || this.played < ENOUGH_TO_TELL ? ""
      : `Most is lost where you ${this.did(worst.letter)} and should ${this.does(worst.better, worst.letter)}: `
        + `${times}, ${shortNumber(worst.cost)}${unit}.`;
    this.score.textContent = this.played === 0
      ? `${this.prompt()} Keys 1 to ${this.movesNow().length} answer, too.`
      : `${this.played} ${this.played === 1 ? "hand" : "hands"}, ${this.right} right; lost in all: ${shortNumber(this.cost)}${unit}.`;
  }
}

// Practice of the first tile. Tiles differ from hand to hand, so mistakes are told by what the tiles are
// (kindOf): what was done, and what is to be done (verbs).
class TilePractice extends Practice {
  dealt() { return { hand: highestFirst(shuffledTiles().slice(0, this.data.tiles)) }; }
  kind(letter) { return this.kindOf(...ENDS[tileNumber(letter)]); }
  did(letter) { return `${this.verbs[0]} ${this.kind(letter)}`; }

  does(better, letter) {
    const kind = this.kind(better);
    return `${this.verbs[1]} ${kind === this.kind(letter) ? kind.replace("a ", "another ") : kind}`;
  }

  mistakeOf(letter, better) { return this.kind(letter) + this.kind(better); }
}

// The fold behind a part that asks, filled when it is first opened, and a link at the top of the page.
// The fold takes the focus of who comes by the link, so that keys answer.
function offerPractice(root, begin) {
  const fold = make("details", { id: "practise", tabindex: "-1" }, make("summary", {}, "Practise: deal me a hand"));
  root.after(fold);
  fold.addEventListener("toggle", () => {
    if (!fold.querySelector(".score")) begin(fold);
  });
  const link = make("li", {}, make("a", { href: "#practise" }, "Practise"));
  link.addEventListener("click", () => { fold.open = true; });
  document.querySelector(".first li")?.after(link);
}
