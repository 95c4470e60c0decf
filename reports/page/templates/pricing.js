// What options bring, from weighted deals that all options share: sums for means and errors, as
// simulate/rollout/pricing.py adds them up.
// One deal in so many chooses the best option; the others measure by how much it is best. So many deals
// of equal weight are enough for errors to be trusted.
const CHOOSE = 3, ENOUGH_DEALS = 100;
// Equal weights are as many as there are of them, whatever their sums are rounded to.
const ROUNDING = 1e-6;

// The deals that choose tell which option is ahead; those that measure are told which was chosen.
// Values are told in so many parts.
class PricedOptions {
  constructor(options, { chosen = null, parts = 100 } = {}) {
    Object.assign(this, { options, chosen, parts, drawn: 0, weight: 0, squared: 0, counted: 0 });
    this.first = options.map(() => 0);
    this.second = options.map(() => 0);
    this.products = options.map(() => options.map(() => 0));
    this.replicas = options.map(() => []);
  }

  // What is measured itself is told with its replicas, itself first, each without some of its deals.
  add(weight, wins) {
    const parts = wins.map(won => won[0] ?? won);
    this.weight += weight;
    this.squared += weight * weight;
    this.counted += 1;
    parts.forEach((part, k) => {
      this.first[k] += weight * part;
      this.second[k] += weight * weight * part;
      parts.forEach((other, j) => { this.products[k][j] += weight * weight * part * other; });
      for (let r = 1; r < wins[k].length; r++) this.replicas[k][r - 1] = (this.replicas[k][r - 1] ?? 0) + weight * wins[k][r];
    });
  }

  // Of equal ones, rounding aside, the first.
  get best() {
    const means = this.first.map(sum => Math.round(1e9 * sum / this.weight));
    return this.chosen ?? means.indexOf(Math.max(...means));
  }

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

  // Whether each option but the best is clearly behind, or so near that it does not matter; more
  // deals would not reduce the error of what is measured.
  isSettled(clear, near) {
    return this.isEnough() && this.options.every((_, k) => {
      const [gap, se] = this.apart(k).map(each => this.parts * each);
      return k === this.best || gap > clear * se || gap + clear * se <= near;
    });
  }
}
