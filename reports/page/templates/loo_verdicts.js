// What good players declare with a hand, and what every declaration costs: looked up by class.
// What was declared before is written in letters, the eldest hand's first: "PMD".
const DECLARATIONS = { P: "play", M: "miss", D: "drop", F: "for the pool" };

function declarationName(data, letter) {
  return letter === "M" ? `take ${data.taken}` : letter === "F" ? "play for the pool"
    : DECLARATIONS[letter];
}

// What may be declared after what was said; nothing where a position has nothing to declare.
const movesAfter = (data, said) => data.nodes[said]?.split("") ?? [];

// At one of the tables: that of a pool.
function verdictOn(data, hand, turnUp, said, table = data.tables[0]) {
  const position = said.length;
  const isDealer = position === data.players - 1;
  const ofClass = handClass(tileSet(hand), turnUp, isDealer);
  const missed = said.split("M").length - 1;
  const rivals = missed + said.split("P").length - 1;
  const situation = `${position},${rivals},${missed}`;
  const margins = marginsOf(data, table, situation, ofClass);
  const often = sharesOf(data, table, said, ofClass);
  const of = letter => 2 * data.letters[situation].indexOf(letter);
  const moves = movesAfter(data, said).map((letter, k) => ({
    letter, name: declarationName(data, letter), often: often[k],
    behind: margins?.[of(letter)] ?? null, se: margins?.[of(letter) + 1] ?? null,
  }));
  const byWorth = margins && [...moves].sort((a, b) => a.behind - b.behind);
  const clear = byWorth !== null && byWorth.slice(1).every(isClear(data));
  const favourite = moves.reduce((a, b) => b.often > a.often ? b : a);
  const holds = data.classes[ofClass >> 1] + (ofClass & 1 && !isDealer
    ? "; a double is turned up, the best trump, and the dealer may take it" : "");
  return { moves, holds, clear, known: margins !== null, favourite,
    best: clear ? byWorth[0] : favourite };
}

const isClear = data => move => move.behind >= data.clear * move.se && move.behind > 0;

// What a declaration costs against the best one: nothing where that is too close to call.
function costOf(data, verdict, letter) {
  const move = verdict.moves.find(one => one.letter === letter);
  return verdict.known && verdict.clear && isClear(data)(move) ? move.behind : 0;
}

function shortNumber(value) {
  if (value === 0) return "0";
  return value.toLocaleString("en", { maximumSignificantDigits: value < 1 ? 2 : 3 });
}

// With the decimals of its interval, and three figures at most: as the sentences of the page have it.
function asPrecise(value, places) {
  const short = Number(value.toPrecision(3));
  const digits = short ? Math.max(0, Math.min(places, 2 - Math.floor(Math.log10(short)))) : 0;
  return short.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

// "1.2" and "1.0 to 1.4 chips", how much less a move brings; as a loss "-1.4 to -1.0 chips".
function marginWords(data, move, asLoss = false) {
  const reach = data.clear * move.se;
  const places = Math.min(3, Math.max(0, -Math.floor(Math.log10(reach / 2))));
  const sign = asLoss ? -1 : 1;
  const [low, high] = [sign * move.behind - reach, sign * move.behind + reach]
    .map(end => end.toFixed(places).replace("-", "−"));
  return [asPrecise(move.behind, places), `${low} to ${high} ${data.unit}`];
}
