// Playing a decision out on the page: the others are dealt what they can hold, and each option is
// played to the end.  A deal counts if good players would have made from it the choices that were
// made, as in simulate/rollout/pricing.py: where too few do, the earliest are taken as given.
// Deals that show which choices count, how many of them must be left, and the most and the fewest deals.
const LOOKED_THROUGH = 8192, FEWEST_LEFT = 24, MOST_DEALS = 1 << 16, ENOUGH_DEALS = 200;
// Deals of a round: the page stays quick between rounds.
const A_ROUND = 2048;

// Random numbers from 0 to 1 that are the same each time (Mulberry32, by Tommy Ettinger).
function chanceFrom(seed) {
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let word = Math.imul(seed ^ seed >>> 15, 1 | seed);
    word = word + Math.imul(word ^ word >>> 7, 61 | word) ^ word;
    return ((word ^ word >>> 14) >>> 0) / 4294967296;
  };
}

// What each option brings, from weighted deals that all options share: sums for means and errors.
class PricedOptions {
  constructor(options) {
    this.options = options;
    this.weight = this.squared = this.counted = 0;
    this.first = options.map(() => 0);
    this.second = options.map(() => 0);
    this.products = options.map(() => options.map(() => 0));
  }

  add(weight, parts) {
    this.weight += weight;
    this.squared += weight * weight;
    this.counted += 1;
    parts.forEach((part, k) => {
      this.first[k] += weight * part;
      this.second[k] += weight * weight * part;
      parts.forEach((other, j) => { this.products[k][j] += weight * weight * part * other; });
    });
  }

  // How far each option is behind the best, and the standard error, in hundredths of what is won.
  behind() {
    const best = this.first.indexOf(Math.max(...this.first));
    return this.options.map((_, k) => {
      const gap = (this.first[best] - this.first[k]) / this.weight;
      const squares = this.products[best][best] + this.products[k][k] - 2 * this.products[best][k];
      const spread = squares - 2 * gap * (this.second[best] - this.second[k]) + gap * gap * this.squared;
      return [100 * gap, 100 * Math.sqrt(Math.max(spread, 0)) / this.weight];
    });
  }

  // Whether the deals weigh as much as enough equal ones, so that errors can be trusted.
  isEnough() {
    return this.weight * this.weight >= ENOUGH_DEALS * this.squared;
  }

  // Whether each option is clearly behind, or so near that it does not matter.
  isSettled(clear, near) {
    return this.isEnough() && this.behind().filter(([gap]) => gap > 0).every(([gap, se]) => gap > clear * se || gap + clear * se < near);
  }
}

// The choices that count: the latest ones are given up last.  A game's own part says what was before:
// the choices that were asked, the options now, how the others are dealt (dealt), whether good
// players would have made a choice in a deal (agrees), and what an option wins there (wonWith).
function choicesThatCount(before, chance) {
  let left = [];
  for (let tried = 0; tried < LOOKED_THROUGH; tried++) {
    const deal = before.dealt(chance);
    if (deal.weight > 0) left.push(deal);
  }
  const count = [];
  for (let k = before.asked.length - 1; k >= 0; k--) {
    const agree = left.filter(deal => before.agrees(deal, k));
    if (agree.length >= Math.min(FEWEST_LEFT, left.length)) {
      count.push(k);
      left = agree;
    }
  }
  return count;
}

// Price the options in rounds, each yielded; the last one is clear, or has had its deals.
function* pricesInRounds(data, before) {
  const chance = chanceFrom(1), count = choicesThatCount(before, chance);
  const priced = new PricedOptions(before.options);
  priced.given = before.asked.length - count.length;
  for (let drawn = A_ROUND; drawn <= MOST_DEALS; drawn += A_ROUND) {
    for (let tried = 0; tried < A_ROUND; tried++) {
      const deal = before.dealt(chance);
      if (deal.weight === 0 || !count.every(k => before.agrees(deal, k))) continue;
      priced.add(deal.weight, before.options.map(option => before.wonWith(deal, option)));
    }
    priced.drawn = drawn;
    if (priced.weight) yield priced;
    if (priced.weight && priced.isSettled(data.clear, data.near)) return;
  }
}

// A part that asks on the way: what happened is clicked, and what is held.  A game's own part shows
// the table (show) and what the options bring (showPrices).
class AskingOnTheWay {
  constructor(data) {
    this.data = data;
    this.round = 0;
    this.verdict = make("div", { class: "verdict", role: "status" });
    this.tiles = tileButtons(tile => this.pick(tile));
  }

  button(name, does) {
    const button = make("button", { type: "button" }, name);
    button.addEventListener("click", () => { does(); this.show(); });
    return button;
  }

  say(head, ...more) {
    this.verdict.replaceChildren(make("p", { class: "head" }, head), ...more);
  }

  playOut(before) {
    this.say("Playing it out …");
    this.goOn(before, pricesInRounds(this.data, before), this.round);
  }

  // Play a round out, until it is clear or something else is asked; show now and then what it says.
  goOn(before, rounds, round, last = null) {
    setTimeout(() => {
      if (round !== this.round) return;
      const { value: priced = last, done } = rounds.next();
      const isShown = priced && (done || (priced.isEnough() && Number.isInteger(Math.log2(priced.drawn))));
      if (isShown) this.showPrices(before, priced);
      if (!done) {
        if (isShown) this.verdict.append(make("p", { class: "again" }, "More deals are being played out: this may change."));
        this.goOn(before, rounds, round, priced);
      } else if (!priced) this.say("No hands were found with which that can have happened.");
    });
  }

  saidOfDeals(before, priced) {
    const given = priced.given ? `, but for the first ${priced.given === 1 ? "one" : priced.given}, which would leave too few` : "";
    return before.asked.length
      ? `Of ${priced.drawn.toLocaleString("en")} deals ${priced.counted.toLocaleString("en")} count: from these good players would have played what the others did${given}.`
      : `${priced.counted.toLocaleString("en")} deals were played out.`;
  }
}
