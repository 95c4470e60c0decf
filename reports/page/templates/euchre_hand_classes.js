// The kind of a hand with a suit as trump, as simulate/theory/euchre/hand_kinds.py tells it; a test
// holds them together.
const PLAIN_DOUBLE_KINDS = 3, BOWER_KINDS = 4;

const rightBower = trump => tileOf(trump, trump);
const leftBower = trump => rightBower(trump === 0 ? 6 : trump - 1);

// Trumps, bowers among them and plain doubles, as a number.
function handKind(hand, trump) {
  const trumps = hand & (SHOWS[trump] | 1 << leftBower(trump));
  const bowers = (hand >> rightBower(trump) & 1) * 2 + (hand >> leftBower(trump) & 1);
  const doubles = Math.min(countTiles(hand & DOUBLES & ~trumps), PLAIN_DOUBLE_KINDS - 1);
  return (Math.min(countTiles(trumps), HAND_TILES) * BOWER_KINDS + bowers) * PLAIN_DOUBLE_KINDS + doubles;
}
