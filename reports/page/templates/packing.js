// Numbers that are written as signs: a share in per cent as one, a number of three digits as two.
const DIGITS_OF_TWO_SIGNS = 900;

function numberOf(data, scale, signs) {
  const code = data.signs.length * data.signs.indexOf(signs[0]) + data.signs.indexOf(signs[1]) - 1;
  if (code < 0) return 0;
  const power = Math.floor(code / DIGITS_OF_TWO_SIGNS) + data.least + scale;
  return Number(`${100 + code % DIGITS_OF_TWO_SIGNS}e${power}`);
}

// How often good players make each of the moves after what was said, of 100, with a class of hand.
function sharesOf(data, table, said, ofClass) {
  const moves = data.nodes[said].length;
  const signs = table.often[said].slice(moves * ofClass, moves * (ofClass + 1));
  return [...signs].map(sign => data.signs.indexOf(sign));
}

// How far each move is behind the best one, with its error; nothing where that is unknown.
function marginsOf(data, table, situation, ofClass) {
  const signs = table.cells[situation]?.split(" ")[ofClass];
  return signs ? signs.match(/../g).map(two => numberOf(data, table.scale, two)) : null;
}
