// The table that is chosen, for all parts of a page that follow it, and how parts ask for it.

// Numbers as Python deflated them: of 32 bits, or as many as the kind of array has.
async function unpacked(text, Kind = Int32Array) {
  const bytes = Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Kind(await new Response(stream).arrayBuffer());
}

// Sums along an axis of numbers that lie in blocks: what differences were taken of.
function addUp(numbers, stride, length) {
  for (let i = 0; i < numbers.length; i++) if (Math.floor(i / stride) % length) numbers[i] += numbers[i - stride];
  return numbers;
}

// What a person chose on this page, who finds it so on coming back; where a browser keeps nothing, as it opens. A
// report that was written anew, of another table, has a title of its own.
const KEPT = `boneyard chosen: ${document.baseURI.split("#")[0]} ${document.title}`, kept = {};
try { Object.assign(kept, JSON.parse(sessionStorage.getItem(KEPT))); } catch { /* It is as it opens. */ }
addEventListener("pagehide", () => {
  try { sessionStorage.setItem(KEPT, JSON.stringify(kept)); } catch { /* It will be as it opens. */ }
});

// A number that a control takes; what was kept of it, or else what the page opens with.
const fits = (number, least, most) => Number.isInteger(number) && number >= least && number <= most;
const keptNumber = (number, least, most, opened) => fits(number, least, most) ? number : opened;

// What is chosen: players, penalty and pool, or what seats need. Parts of the page follow every change:
// those in sight at once, the others when these are painted.
const chosen = {
  ...kept,
  followers: [],
  follow(part, does) { this.followers.push({ part, does, isLate: false }); },
  choose({ tables = this.tables, table = this.table, ...what }) {
    Object.assign(this, { tables, table }, what);
    Object.assign(kept, table && { players: table.players, penalty: table.penalty }, what);
    const isSeen = ({ top, bottom }) => bottom > 0 && top < innerHeight;
    const seen = this.followers.map(({ part }) => isSeen(part.getBoundingClientRect()));
    this.followers.filter((_, k) => seen[k]).forEach(({ does }) => does());
    for (const other of this.followers.filter((one, k) => !seen[k] && !one.isLate)) {
      other.isLate = true;
      afterPaint(() => { other.isLate = false; other.does(); });
    }
  },
  // The first pool of a table becomes that of the next one; no pool is larger than was looked at.
  sitAt(table) {
    const { pool, table: { first } } = this;
    this.choose({ table, pool: pool && (pool === first ? table.first : Math.min(pool, table.at.at(-1))) });
  },
};

// A number that can be dragged and typed; what does not fit is refused in a sentence.
function makeNumber(label, value, least, most, does, refuse = () => {}) {
  const box = make("input", { type: "number", min: least, max: most, value, "aria-label": label });
  const scale = Math.log(most / least), place = number => 1000 * Math.log(number / least) / scale;
  const slider = make("input", { type: "range", min: 0, max: 1000, value: place(value), "aria-label": `${label}, to be dragged` });
  box.addEventListener("input", () => {
    const typed = Number(box.value);
    if (!fits(typed, least, most)) return refuse(`${label}: a whole number from ${least} to ${most.toLocaleString("en")}.`);
    slider.value = place(value = typed);
    does(typed);
  });
  // What was refused does not stay as if it were chosen, nor what was said of it, once the focus has moved on.
  box.addEventListener("blur", () => {
    if (box.value === String(value)) return;
    box.value = value;
    // A control that is being pressed answers anew by itself, and must not be replaced meanwhile.
    if (!document.querySelector(":is(button, select, input, summary):active")) setTimeout(() => does(value));
  });
  slider.addEventListener("input", () => {
    box.value = value = Math.round(least * Math.exp(slider.value / 1000 * scale));
    does(value);
  });
  // A key moves it by one: the thousandth part of its way can be less.
  slider.addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    box.value = Math.min(most, Math.max(least, Number(box.value) + step));
    box.dispatchEvent(new Event("input"));
  });
  return make("label", {}, `${label} `, slider, " ", box);
}

// The table with another number of players whose penalty is so many chips a seat, too; without one the first.
function samePenalty(tables, { penalty, players }, seats) {
  const [kind, chips] = penalty?.split(":") ?? [], named = chips ? `${kind}:${chips * seats / players}` : kind, same = tables.filter(one => one.players === seats);
  return same.find(one => one.penalty === named) ?? same[0];
}

// What a rule of penalties is called, wherever it stands.
function penaltyName(penalty) {
  const [kind, chips] = penalty.split(":");
  return { unlimited: "no limit", cap: `limit ${chips}`, fixed: `always ${chips}` }[kind] ?? "each hand for its own pool";
}
