// For a class: guesses of the largest pool of an evening, beside the median, mean and largest of evenings.
const LESSON = { hands: 30, presses: [1, 10, 100, 2000] };

// The chips of a guess as people write numbers: "1,000,000", "2.5 million" or "1e6"; 0 where it is none.
function chipsIn(text) {
  const [, number, power, word] = text.trim().match(/^(\d+(?:[ ,.']\d{3})*(?:[.,]\d+)?)(?:e(\d{1,2})| *(thousand|million|billion))?$/i) ?? [];
  // A point before three digits stands between thousands where chips are whole.
  const digits = number?.replace(power || word ? /[ ,'](?=\d{3}(?!\d))/g : /[ ,.'](?=\d{3}(?!\d))/g, "").replace(",", ".");
  const chips = Number(`${digits}e${power ?? { thousand: 3, million: 6, billion: 9 }[word?.toLowerCase()] ?? 0}`);
  return Number.isInteger(chips) ? chips : 0;
}

class Lesson {
  constructor(fold, { stakes, limits, seed }, law) {
    Object.assign(this, { law, stakes, seed, limit: limits.at(-2), next: 0, played: [] });
    const labels = ["a usual evening", "the wildest of 2,000"];
    this.guesses = labels.map(label => make("input", { type: "text", inputmode: "numeric", size: 14, "aria-label": `guess: ${label}` }));
    this.isLimited = make("input", { type: "checkbox" });
    const presses = LESSON.presses.map(many => makeButton(many === 1 ? "1 evening" : `${manyOf(many)} evenings`, () => this.press(many)));
    const anew = makeButton("Begin anew", () => this.begin());
    this.buttons = [...presses, anew];
    this.note = make("p", { class: "hint", role: "status" });
    this.table = make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Largest pools of evenings, beside the guess" });
    fold.append(make("div", {}, make("p", {}, `${law.players === 4 ? "Four" : "Three"} players sit down to ${LESSON.hands} hands, and nobody ever drops. A looed player pays the whole pool into the next one. Guess the largest pool of an evening, in chips.`),
      makeControls(...labels.map((label, k) => make("label", {}, `${label} `, this.guesses[k]))),
      makeGroup("Play", ...presses, make("label", {}, this.isLimited, ` a limit of ${this.limit}`), anew), this.note, this.table));
    for (const box of [...this.guesses, this.isLimited]) box.addEventListener("input", () => this.show());
    this.show();
  }

  begin() {
    this.played = [];
    for (const box of this.guesses) box.disabled = false;
    this.show();
  }

  // Every press has evenings of its own, also for the next class; a limit is put on the same ones.
  press(many) {
    this.played.push({ many, found: [0, this.limit].map(limit => this.measures(many, this.next, limit)) });
    this.next += many;
    for (const box of this.guesses) box.disabled = true;
    this.show();
  }

  get total() { return sumOf(this.played.map(({ many }) => many)); }

  measures(many, from, limit) {
    const { law, stakes, seed } = this, room = law.room(many, LESSON.hands);
    law.play(room, { ...stakes, kind: limit ? "cap" : "unlimited", limit }, many, seed, from);
    const sorted = room.largest.sort(), all = sumOf(sorted), share = sumOf(sorted.slice(many - many / 100)) / all;
    return { median: inFigures(quantileOf(sorted, .5, many).value), mean: inFigures(all / many), wildest: many < 100 ? "" : `${Math.round(100 * share)}%`, largest: inFigures(sorted.at(-1)) };
  }

  show() {
    const texts = this.guesses.map(box => box.value), [usual, wildest] = texts.map(chipsIn), wrong = texts.find(text => text.trim() && !chipsIn(text)), isReady = usual > 0 && wildest > 0, { limit, played, total } = this;
    const row = (head, found, more) => makeRow(head, ["median", "mean", "wildest", "largest"].map(name =>
      make("td", { "data-measure": name }, found[name] ?? "")), more);
    const rows = (text, k) => [make("tr", {}, make("th", { scope: "rowgroup", colspan: 5 }, text)), ...played.map(
      ({ many, found }) => row(manyOf(many), found[k], { "data-evenings": many, "data-limit": k * limit }))];
    for (const button of this.buttons) button.disabled = !isReady;
    this.note.textContent = wrong ? `A guess is a whole number of chips, as 1,000,000, 2.5 million or 1e6, not “${wrong}”.` : !isReady ? "Type both guesses, in whole chips: then evenings can be played." : total ? `${manyOf(total)} played; every press plays others.` : "Now play.";
    const titles = ["evenings", "median", "mean", "share of the wildest 1%", "largest"];
    this.table.replaceChildren(...isReady ? [makeTable(titles, [
      row("your guess", { median: manyOf(usual), largest: manyOf(wildest) }), ...played.length ? rows("no limit", 0) : [],
      ...played.length && this.isLimited.checked ? rows(`a limit of ${limit}`, 1) : []], { class: "numbers" })] : []);
  }
}
