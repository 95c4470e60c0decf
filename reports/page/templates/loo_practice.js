// Practise: a hand is dealt, the others declare as good players do, and an answer is priced.
// A hand that was answered wrongly comes back after so many others, to be learnt.
const COMES_BACK_AFTER = 3;
// From so many hands on it is told what costs most.
const ENOUGH_TO_TELL = 5;

class Practice {
  constructor(root, data) {
    this.data = data;
    this.played = this.right = this.cost = 0;
    this.wrong = [];
    this.mistakes = {};
    this.table = make("div", { class: "table-top" });
    this.heard = make("p");
    this.answers = make("div", { class: "controls", role: "group", "aria-label": "your declaration" });
    this.verdict = make("div", { class: "verdict", role: "status" });
    this.score = make("p", { class: "score", role: "status" });
    this.worst = make("p", { class: "score" });
    root.append(this.score, this.worst, this.table, this.heard, this.answers, this.verdict);
    root.addEventListener("keydown", event => {
      if (!event.ctrlKey && !event.metaKey && !event.altKey) {
        this.answers.querySelector(`[aria-keyshortcuts="${event.key}"]`)?.click();
      }
    });
    this.deal();
  }

  // What a good player declares with a hand, by chance where the solved table says so.
  declares(hand, turnUp, said) {
    const coarse = handClass(tileSet(hand), turnUp, said.length === this.data.players - 1);
    const moves = movesAfter(this.data, said);
    const often = sharesOf(this.data, this.dealt, said, coarse);
    let chance = Math.random() * often.reduce((sum, share) => sum + share, 0);
    return moves.find((letter, k) => (chance -= often[k]) < 0) ?? moves[0];
  }

  deal() {
    const back = this.wrong.findIndex(one => one.due <= this.played);
    this.isBack = back >= 0;
    if (this.isBack) {
      Object.assign(this, this.wrong.splice(back, 1)[0].hand);
      this.show();
      return;
    }
    const position = Math.floor(Math.random() * this.data.players);
    this.dealt = this.data.tables[Math.floor(Math.random() * this.data.tables.length)];
    const tiles = shuffledTiles();
    const hands = this.data.places.map((place, p) => tiles.slice(HAND_TILES * p, HAND_TILES * (p + 1)));
    const turnUp = tiles[HAND_TILES * this.data.players];
    let said = "";
    while (said.length < position) said += this.declares(hands[said.length], turnUp, said);
    // A dealer whom everybody leaves alone has nothing to declare.
    if (!this.data.nodes[said]) { this.deal(); return; }
    this.hand = hands[position].sort((a, b) => b - a);
    [this.turnUp, this.said] = [turnUp, said];
    this.show();
  }

  show() {
    const { places, taken } = this.data;
    const done = { P: "plays", M: `takes ${taken}`, D: "drops" };
    const before = [...this.said].map((letter, p) => `the ${places[p]} ${done[letter]}`);
    const who = `You are the ${places[this.said.length]}`;
    const pool = this.dealt.pool === null ? "" : ` The pool is ${this.dealt.pool}.`;
    const again = this.isBack ? "This hand comes back, since you got it wrong. " : "";
    this.heard.textContent = again + (before.length ? `${who}; ${before.join(", ")}.` : `${who}.`) + pool;
    this.table.replaceChildren(make("div", { class: "held" }, ...this.hand.map(tile => drawTile(tile))),
      make("div", { class: "turn-up" }, make("span", {}, "turn-up"), drawTile(this.turnUp)));
    this.answers.replaceChildren(...movesAfter(this.data, this.said).map((letter, at) => {
      const name = declarationName(this.data, letter);
      const button = make("button", { type: "button", "data-answer": letter, "aria-keyshortcuts": at + 1 },
        name[0].toUpperCase() + name.slice(1));
      button.addEventListener("click", () => this.answer(letter));
      return button;
    }));
    this.verdict.replaceChildren();
    this.showScore();
  }

  answer(letter) {
    const verdict = verdictOn(this.data, this.hand, this.turnUp, this.said, this.dealt);
    const cost = costOf(this.data, verdict, letter);
    this.played += 1;
    this.right += cost === 0;
    this.cost += cost;
    if (cost > 0) this.remember(letter, verdict.best.name, cost);
    const judged = cost > 0 ? `That costs ${shortNumber(cost)} ${this.data.unit}.`
      : verdict.clear ? "Right." : "Nothing lost: it is too close to call.";
    const [head, why] = verdictSentences(this.data, verdict);
    const next = make("button", { type: "button", class: "plain" }, "Next hand");
    next.addEventListener("click", () => { this.deal(); this.answers.querySelector("button").focus(); });
    this.answers.replaceChildren(next);
    this.verdict.replaceChildren(make("p", { class: "head" }, judged),
      make("p", {}, cost > 0 ? `Better: ${head[0].toLowerCase()}${head.slice(1)} ${why}` : why),
      movesTable(this.data, verdict, letter));
    this.showScore();
    next.focus();
  }

  // What was answered in place of what, how often, and what it cost; the hand will come back.
  remember(letter, better, cost) {
    const { hand, turnUp, said, dealt, played } = this;
    this.wrong.push({ due: played + COMES_BACK_AFTER, hand: { hand, turnUp, said, dealt } });
    const did = { P: "played", M: `took ${this.data.taken}`, D: "dropped", F: "played for the pool" }[letter];
    const mistake = this.mistakes[`${letter} ${better}`] ??= { did, better, times: 0, cost: 0 };
    mistake.times += 1;
    mistake.cost += cost;
  }

  showWorst() {
    const [worst] = Object.values(this.mistakes).sort((a, b) => b.cost - a.cost);
    const times = worst?.times === 1 ? "once" : `${worst?.times} times`;
    this.worst.textContent = !worst || this.played < ENOUGH_TO_TELL ? ""
      : `Most is lost where you ${worst.did} and should ${worst.better}: ${times}, `
        + `${shortNumber(worst.cost)} ${this.data.unit}.`;
  }

  showScore() {
    this.showWorst();
    const hands = this.played === 1 ? "hand" : "hands";
    this.score.textContent = this.played === 0
      ? `A hand is dealt, the others have declared as good players do. What do you declare? Keys 1 to ${movesAfter(this.data, this.said).length} answer, too.`
      : `${this.played} ${hands}, ${this.right} right; lost in all: ${shortNumber(this.cost)} ${this.data.unit}.`;
  }
}

const practiceFold = make("details", { id: "practise" }, make("summary", {}, "Practise: deal me a hand"));
document.getElementById("declaring-asking").after(practiceFold);
practiceFold.addEventListener("toggle", () => {
  if (!practiceFold.querySelector(".score")) new Practice(practiceFold, declaringData);
});
const linkToPractice = make("li", {}, make("a", { href: "#practise" }, "Practise"));
linkToPractice.addEventListener("click", () => { practiceFold.open = true; });
document.querySelector(".first li")?.after(linkToPractice);
