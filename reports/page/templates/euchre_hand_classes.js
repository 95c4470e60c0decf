// The class of a hand with a suit as trump, as reports/opening/euchre/good_calls.py tells it; a test
// holds them together.
const PLAIN_DOUBLE_KINDS = 3, BOWER_KINDS = 4, TOP_KINDS = 4;

const rightBower = trump => tileOf(trump, trump);
const leftBower = trump => rightBower(trump === 0 ? 6 : trump - 1);

// Trumps, bowers among them and plain doubles, as a number.
function handKind(hand, trump) {
  const trumps = hand & (SHOWS[trump] | 1 << leftBower(trump));
  const bowers = (hand >> rightBower(trump) & 1) * 2 + (hand >> leftBower(trump) & 1);
  const doubles = Math.min(countTiles(hand & DOUBLES & ~trumps), PLAIN_DOUBLE_KINDS - 1);
  return (Math.min(countTiles(trumps), HAND_TILES) * BOWER_KINDS + bowers) * PLAIN_DOUBLE_KINDS + doubles;
}

// Which of the two highest trumps below the bowers are held: 2 the first, 1 the next.
function handTops(hand, trump) {
  const [best, second] = [6, 5, 4, 3, 2, 1, 0].filter(k => k !== trump);
  return (hand >> tileOf(trump, best) & 1) * 2 + (hand >> tileOf(trump, second) & 1);
}

// Of five tiles (a set) in the first round; a dealer counts the turn-up.
function callingClass(hand, turnUp, isDealer) {
  const suit = endsOf(turnUp)[0];
  const held = isDealer ? hand | 1 << turnUp : hand;
  const double = DOUBLES >> turnUp & 1 && !isDealer ? 1 : 0;
  return (2 * handKind(held, suit) + double) * TOP_KINDS + handTops(held, suit);
}
