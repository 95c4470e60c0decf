// Tiles are numbered 0 to 27, from 0-0 to 6-6; sets of tiles are whole numbers with a bit a tile.
const NUMBERS = [0, 1, 2, 3, 4, 5, 6];
const NUMBER_NAMES = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes"];
const ENDS = NUMBERS.flatMap(high => NUMBERS.slice(0, high + 1).map(low => [high, low]));
const TILES = ENDS.map((_, tile) => tile);
const TILE_NAMES = ENDS.map(ends => ends.join("-"));
const tileNumber = name => TILE_NAMES.indexOf(name);
const tileOf = (a, b) => Math.max(a, b) * (Math.max(a, b) + 1) / 2 + Math.min(a, b);

const tileSet = tiles => tiles.reduce((set, tile) => set | 1 << tile, 0);
const ALL_TILES = tileSet(TILES), DOUBLES = tileSet(NUMBERS.map(k => tileOf(k, k)));
const SHOWS = NUMBERS.map(k => tileSet(NUMBERS.map(j => tileOf(k, j))));

function countTiles(set) {
  set -= set >>> 1 & 0x55555555;
  set = (set & 0x33333333) + (set >>> 2 & 0x33333333);
  return Math.imul(set + (set >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
const lowestTile = set => 31 - Math.clz32(set & -set);

function tilesOf(set) {
  const tiles = [];
  for (; set; set &= set - 1) tiles.push(lowestTile(set));
  return tiles;
}

function shuffledTiles(chance = Math.random) {
  const tiles = TILES.slice();
  for (let last = tiles.length - 1; last > 0; last--) {
    const other = Math.floor(chance() * (last + 1));
    [tiles[last], tiles[other]] = [tiles[other], tiles[last]];
  }
  return tiles;
}

const highestFirst = tiles => tiles.sort((a, b) => b - a);

// What is worth most; of equal ones the first.
function bestOf(options, worth) {
  let most = -Infinity, best;
  for (const one of options) {
    const own = worth(one);
    if (own > most) [most, best] = [own, one];
  }
  return best;
}

function drawTile(tile, lying = false) {
  const [high, low] = ENDS[tile];
  const [box, line, second] = lying
    ? ["0 0 82 40", "M41 5V35", { x: 42 }] : ["0 0 40 82", "M5 41H35", { y: 42 }];
  const [width, height] = lying ? [80, 38] : [38, 80], half = (number, more) => draw("use", { href: `#pips-${number}`, ...more, width: 40, height: 40 });
  return draw("svg", { class: "tile", viewBox: box, role: "img", "aria-label": TILE_NAMES[tile] },
    draw("rect", { x: 1, y: 1, width, height, rx: 5 }), draw("path", { d: line }), half(high), half(low, second));
}

// A hand as it is held, and beside it the turn-up where there is one (null until it is known).
function drawHand(hand, turnUp) {
  const held = make("div", { class: "held" }, ...hand.map(tile => drawTile(tile)));
  if (turnUp === undefined) return [held];
  const exposed = turnUp === null ? [] : [drawTile(turnUp)];
  return [held, make("div", { class: "turn-up" }, make("span", {}, "turn-up"), ...exposed)];
}
