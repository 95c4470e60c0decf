// What the options of a decision bring: the others are dealt what they can hold, and each option is played out.
// Deals count as in simulate/branch/pricing.py; but for Loo and Rounce they are those of `advise`, one by one.

// One deal in so many chooses the best option, the others measure it; so many equal ones make errors trusted.
const CHOOSE = 3, ENOUGH_DEALS = 100;
// Equal weights are as many as there are of them, whatever their sums are rounded to.
const ROUNDING = 1e-6;
// Deals that are looked through, and how many of them must be left where a choice counts.
const LOOKED_THROUGH = 8192, FEWEST_LEFT = 24, LEAST_SHARE = .01;
// More than so many deals of equal weight must measure; after so many drawn we take what there is.
const FEWEST_EFFECTIVE = 2, MOST_FOR_FEW = 1 << 17;
// Deals after which the page may do something else, and how often a deal is drawn in vain.
const A_ROUND = 1024, PATIENCE = 1000;

// Sums over weighted deals that all options share; values are in so many parts (parts). The deals that measure know
// which option was chosen.
class PricedOptions {
  constructor({ options, parts }, chosen = null) {
    Object.assign(this, { options, chosen, parts, drawn: 0, weight: 0, squared: 0, counted: 0 });
    [this.first, this.second, this.losses] = [0, 0, 0].map(zero => options.map(() => zero));
    this.products = options.map(() => options.map(() => 0));
    this.replicas = options.map(() => []);
  }

  // Values, or those that were measured with their replicas (itself first, each without some of its deals).
  add(weight, outcomes) {
    const wins = outcomes.map(one => one.worth ?? one), parts = wins.map(won => won[0] ?? won);
    this.weight += weight;
    this.squared += weight * weight;
    this.counted += 1;
    parts.forEach((part, k) => {
      this.first[k] += weight * part;
      this.second[k] += weight * weight * part;
      parts.forEach((other, j) => { this.products[k][j] += weight * weight * part * other; });
      this.losses[k] += weight * (outcomes[k].isLooed ?? NaN);
      for (let r = 1; r < wins[k].length; r++) this.replicas[k][r - 1] = (this.replicas[k][r - 1] ?? 0) + weight * wins[k][r];
    });
  }

  // Of equal ones, rounding aside, the first.
  get best() {
    const means = this.first.map(sum => Math.round(1e9 * sum / this.weight));
    return this.chosen ?? means.indexOf(Math.max(...means));
  }

  // How often an option ends looed, where a game has that.
  looed(k) { return Number.isNaN(this.losses[k]) ? undefined : this.losses[k] / this.weight; }

  // How far each option is behind the best, and the standard error, with that of what is measured.
  behind() {
    return this.options.map((_, k) => {
      const [gap, se] = this.apart(k);
      return [this.parts * gap, this.parts * Math.hypot(se, this.errorOfWorth(k))];
    });
  }

  apart(k) {
    const { best } = this, gap = (this.first[best] - this.first[k]) / this.weight;
    const squares = this.products[best][best] + this.products[k][k] - 2 * this.products[best][k];
    const spread = squares - 2 * gap * (this.second[best] - this.second[k]) + gap * gap * this.squared;
    // Where options hardly ever differ, there is one deal more, in which they do as deals do.
    const unseen = k === best ? 0 : this.errorOfMean(best) * this.errorOfMean(k) * this.squared / this.weight ** 2;
    return [gap, Math.sqrt(Math.max(spread, 0) / this.weight ** 2 + unseen)];
  }

  errorOfMean(k) {
    const mean = this.first[k] / this.weight;
    const spread = this.products[k][k] - 2 * mean * this.second[k] + mean * mean * this.squared;
    return Math.sqrt(Math.max(spread, 0)) / this.weight;
  }

  // A jackknife.
  errorOfWorth(k) {
    const gaps = this.replicas[k].map((sum, r) => (this.replicas[this.best][r] - sum) / this.weight), many = gaps.length;
    if (many === 0) return 0;
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / many;
    return Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) * (many - 1) / many);
  }

  // Whether the deals weigh as much as enough equal ones, so that errors can be trusted.
  isEnough() {
    return this.weight ** 2 >= (ENOUGH_DEALS - ROUNDING) * this.squared;
  }

  // Whether each option but the best is clearly behind, or so near that it does not matter.
  isSettled(clear, near) {
    return this.isEnough() && this.options.every((_, k) => {
      const [gap, se] = this.apart(k).map(each => this.parts * each);
      return k === this.best || gap > clear * se || gap + clear * se <= near;
    });
  }
}

// The choices that count, so that enough of the most deals agree: the first of those that show no tile, then late plays.
function choicesThatCount(before, most) {
  const { asked, early } = before, count = [];
  if (asked.length === 0) return count;
  let left = Array.from({ length: LOOKED_THROUGH }, (_, number) => before.dealt(number)).filter(deal => deal.weight > 0);
  const fewest = Math.max(FEWEST_LEFT, Math.min(LEAST_SHARE, ENOUGH_DEALS / most) * left.length);
  for (const agrees of [...asked.slice(0, early), ...asked.slice(early).reverse()]) {
    const agree = left.filter(agrees);
    if (agree.length < left.length && agree.length < fewest) continue;
    count.push(agrees);
    left = agree;
  }
  return count;
}

// Play some more deals out, with a rest now and then.
function* drawMore(priced, before, count, deals) {
  for (const stop = priced.drawn + deals; priced.drawn < stop;) {
    const deal = before.dealt(priced.drawn);
    if (deal.weight > 0 && count.every(agrees => agrees(deal))) {
      priced.add(deal.weight, before.options.map(option => before.wonWith(deal, option)));
    }
    if (++priced.drawn % A_ROUND === 0) yield null;
  }
}

// Price the options: the best one is chosen in rounds, each yielded, until it is clear. Other deals measure by how
// much it is best; they are returned, nothing where no deal agrees.
function* pricesInRounds(data, before, most) {
  const count = choicesThatCount(before, most), choice = new PricedOptions(before);
  const last = Math.floor(most / CHOOSE);
  choice.given = before.asked.length - count.length;
  for (let size = Math.min(Math.ceil(LOOKED_THROUGH / CHOOSE), last); size > 0; size = Math.min(choice.drawn, last - choice.drawn)) {
    yield* drawMore(choice, before, count, size);
    if (choice.weight) yield choice;
    if (choice.weight && choice.isSettled(data.clear, data.near)) break;
  }
  if (!choice.weight) return null;
  const measured = new PricedOptions(before, choice.best);
  Object.assign(measured, { given: choice.given, drawn: choice.drawn, chose: choice.drawn });
  for (let deals = (CHOOSE - 1) * choice.drawn, size = deals; ; size = deals, deals *= 2) {
    yield* drawMore(measured, before, count, size);
    if (measured.weight ** 2 > (FEWEST_EFFECTIVE + ROUNDING) * measured.squared || deals >= MOST_FOR_FEW) return measured;
  }
}

// A decision. A game has the choices before it (asked: whether good players make each in a deal; the first show no tile:
// early), what is known of the tiles (deals), the options with their names (named), and what one wins in a deal
// (wonWith), in so many parts.
class Before {
  early = 0;
  get parts() { return 100; }

  // A deal by its number: the tiles in order, and its weight, 0 if there is none.
  dealt(number) {
    this.known ??= this.deals;
    return drawDeal(this.known, number);
  }

  prices(most = this.data.most) { return pricesInRounds(this.data, this, most); }
}
