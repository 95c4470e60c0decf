// What moves are worth, and its words, of every game that answers back.

// The verdict on priced options: moves with letters, names and how often good players make them, the best of them, and
// what the hand holds. Where good players' favourite surely is not best their table knows too little of the hand.
function verdictOf(data, before, priced) {
  const behind = priced.behind(), moves = before.named().map((move, k) => (
    { ...move, often: priced.isOfCard ? undefined : move.often, looed: priced.looed?.(k), behind: behind[k][0], se: behind[k][1] }));
  const [close] = closeAndWorse(data, moves), verdict = { moves, holds: before.holds, clear: close.length === 1, favourite: null };
  if (moves[0].often === undefined) return { ...verdict, best: moves[priced.best] };
  const favourite = moves.reduce((a, b) => b.often > a.often ? b : a);
  if (close.includes(favourite)) return { ...verdict, favourite, best: favourite };
  return { ...verdict, moves: moves.map(move => ({ ...move, often: undefined })), best: close[0] };
}

const isClear = data => move => move.behind >= data.clear * move.se && move.behind > 0;
// So many errors behind the best, or that one itself: more deals will hardly turn it.
const FAR = 5, isFar = ({ best }) => move => move.letter === best.letter || move.behind > FAR * move.se;

// The moves that may be the best, and those that surely are not; of both the nearest first.
function closeAndWorse(data, moves) {
  const inOrder = [...moves].sort((a, b) => a.behind - b.behind), isWorse = isClear(data);
  return [inOrder.filter(move => !isWorse(move)), inOrder.filter(isWorse)];
}

// What a move costs against the best one: nothing where that is too close to call.
function costOf(data, verdict, letter) {
  const move = verdict.moves.find(one => one.letter === letter);
  return isClear(data)(move) ? move.behind : 0;
}

// The unit as it stands after a number: "% of the pool" stands close.
const unitAfter = data => data.unit.startsWith("%") ? data.unit : ` ${data.unit}`;

function shortNumber(value) {
  if (value === 0) return "0";
  return value.toLocaleString("en", { maximumSignificantDigits: value < 1 ? 2 : 3 });
}

// With the decimals of its interval, and three figures at most: as the sentences of the page have it.
function asPrecise(value, places) {
  const short = Number(value.toPrecision(3));
  const digits = short ? Math.max(0, Math.min(places, 2 - Math.floor(Math.log10(Math.abs(short))))) : 0;
  // Rounded once: 1.2451 to one decimal is 1.2, though 1.25 would be 1.3.
  return (Math.abs(short) < 1000 ? value : short).toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// A number with a minus as it is printed; what is rounded to nothing has none.
const signed = text => Number(text) === 0 ? text.replace("-", "") : text.replace("-", "−");

// "1.2" and "1.0 to 1.4 chips", how much less a move brings; as a loss "-1.4 to -1.0 chips".
function marginWords(data, move, asLoss = false) {
  const reach = data.clear * move.se, places = placesOf(reach);
  const sign = asLoss ? -1 : 1;
  const [low, high] = [sign * move.behind - reach, sign * move.behind + reach]
    .map(end => signed(end.toFixed(places)));
  return [signed(asPrecise(sign * move.behind, places)), `${low} to ${high}${unitAfter(data)}`];
}

// "6-3, 5-3 or 4-3", with a word before the last.
function listed(names, word) {
  return names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}

const capital = text => text[0].toUpperCase() + text.slice(1);

// "Dropping" of "drop".
const gerund = name => name.replace(/^\w+/, word => `${/^(drop|bet)$/.test(word) ? word + word.at(-1) : word.replace(/e$/, "")}ing`);

// "Dropped" of "drop".
const past = name => name.replace(/^\w+/, word => ({ take: "took", go: "went", lead: "led", bet: "bet" }[word] ?? `${word === "drop" ? "dropp" : word}ed`));

// What was done instead of the better move, in words (did, does: a game may have its own), and with which mistakes it is
// counted: tiles by their kinds.
function mistakeOf(chosen, better) {
  const does = ({ name, kind, does = kind ? `${name.split(" ")[0]} ${kind}` : name }) => does, isAlike = better.kind && chosen.kind === better.kind;
  const should = isAlike ? does(better).replace(" a ", " another ") : does(better), kindOf = ({ letter, kind = letter }) => kind;
  return { kind: kindOf(chosen) + kindOf(better), mistake: `you ${chosen.did ?? past(does(chosen))} and should ${should}` };
}

// How sure a verdict is: the interval of each move but the best, as the table has them.
function intervalsOf(data, { moves }) {
  return moves.filter(({ behind, se }) => behind !== 0 || se !== 0).sort((a, b) => a.behind - b.behind).map(move => (
    `${capital(gerund(move.name))}: 95% interval ${marginWords(data, move)[1]} less.`));
}

function movesTable(data, verdict, chosen = null) {
  // What was chosen as the best may come out behind on the deals that measure.
  const inOrder = [...verdict.moves].sort((a, b) => a.behind - b.behind), most = inOrder[0].behind < 0 ? "0" : "most";
  const ends = inOrder[0].looed !== undefined, isFavoured = verdict.favourite !== null;
  const rows = inOrder.map(move => makeRow(move.name, [
    move.behind === 0 ? most : withCommand(...marginWords(data, move, true)),
    ...ends ? [Math.round(100 * move.looed)] : [], ...move.often === undefined ? [] : [shareCell(move)],
  ], { class: move.letter === chosen && "chosen" }));
  return makeTable([data.move, `worth, ${data.unit}`, ...ends ? [`${data.looed}, of 100`] : [],
    ...isFavoured ? ["good players, of 100"] : []], rows, { class: "moves" });
}

// How often good players make a move, as a bar.
function shareCell({ letter, often }) {
  const bar = make("span", { class: `bar move-${letter}`, style: `width: ${often}%` });
  return make("td", { class: "often" }, make("span", { class: "track" }, bar), ` ${often}`);
}

// "Take the miss." and why, in a sentence or two; tiles have their own.
function verdictSentences(data, verdict) {
  const [close, [next]] = closeAndWorse(data, verdict.moves), [value] = next ? marginWords(data, next) : [];
  if (verdict.holds === undefined) return tileSentences(data, close, next, value);
  const worse = next ? `${capital(gerund(next.name))} brings ${value} ${data.unit} less. ` : "";
  const { favourite, holds } = verdict;
  if (verdict.clear) return [`${capital(verdict.best.name)}.`, `You hold ${holds}. ${worse}`.trim()];
  const often = favourite ? `Of 100 such hands good players ${favourite.name} with ${favourite.often}.` : "";
  return [`${capital(listed(close.map(move => move.name), "or"))}; which is better is too close to call.`,
    `You hold ${holds}. ${worse}${often}`.trim()];
}

const PLAYS = { lead: "Lead", tile: "Play", bet: "Bet" };

// "Play 5-4." and why; of close ones within what they are.
function tileSentences(data, close, next, value) {
  const tiles = close.map(move => move.letter), within = Math.max(...close.map(move => Math.abs(move.behind) + data.clear * move.se));
  const worse = next ? ` ${capital(gerund(next.name))} ${data.brings} ${value}${unitAfter(data)} less.` : "";
  // The sentence stands alone in practice, so it names its tiles.
  const between = close.length === 1 ? "" : `Between ${listed(tiles, "and")} it `
    + (within <= data.near ? "makes no difference." : `is too close to call: ${shortNumber(within)}${unitAfter(data)} at most.`);
  return [`${PLAYS[data.move]} ${listed(tiles, "or")}.`, (between + worse).trim()];
}
