// What to declare: each declaration is played out for the very hand.
// What was declared before is written in letters, the eldest hand's first: "PMD".
const DECLARATIONS = { P: "play", M: "miss", D: "drop", F: "for the pool" };

function declarationName(data, letter) {
  return letter === "M" ? `take ${data.taken}` : letter === "F" ? "play for the pool"
    : DECLARATIONS[letter];
}

const NUMBERS = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes"];

// What five tiles hold, in words, with a turn-up that a dealer counts as his own.
function holdsInWords(data, hand, turnUp, isDealer) {
  const ofClass = handClass(tileSet(hand), turnUp, isDealer);
  const withIt = isDealer ? ", the turn-up counted" : "";
  const double = ofClass & 1 && !isDealer ? "; a double is turned up, the best trump, and the dealer may take it" : "";
  return `${data.classes[ofClass >> 1]}${withIt} (${NUMBERS[ENDS[turnUp][0]]} are trumps)${double}`;
}

// At one of the tables: that of a pool. The hand that the page opens with has been priced already.
function verdictOn(data, hand, turnUp, said, table = data.tables[0], opened = null) {
  const isDealer = said.length === data.players - 1;
  const { margins, given, deals } = opened ?? new DeclaringBefore(data, table, hand, turnUp, said).priced();
  const often = chancesOf(data, table, said, handClass(tileSet(hand), turnUp, isDealer));
  const moves = [...data.nodes[said]].map((letter, k) => {
    const [behind, se] = margins[letter];
    return { letter, name: declarationName(data, letter), often: Math.round(100 * often[k]), behind, se };
  });
  return { ...verdictFrom(data, moves, holdsInWords(data, hand, turnUp, isDealer)), given, deals };
}
