// What good players declare with a hand, and what every declaration costs: looked up by class.
// What was declared before is written in letters, the eldest hand's first: "PMD".
const DECLARATIONS = { P: "play", M: "miss", D: "drop", F: "for the pool" };

function declarationName(data, letter) {
  return letter === "M" ? `take ${data.taken}` : letter === "F" ? "play for the pool"
    : DECLARATIONS[letter];
}

// At one of the tables: that of a pool.
function verdictOn(data, hand, turnUp, said, table = data.tables[0]) {
  const position = said.length;
  const isDealer = position === data.players - 1;
  const ofClass = handClass(tileSet(hand), turnUp, isDealer);
  const missed = said.split("M").length - 1;
  const rivals = missed + said.split("P").length - 1;
  const holds = data.classes[ofClass >> 1] + (ofClass & 1 && !isDealer
    ? "; a double is turned up, the best trump, and the dealer may take it" : "");
  return verdictOf(data, table, said, `${position},${rivals},${missed}`, ofClass, holds,
    letter => declarationName(data, letter));
}
