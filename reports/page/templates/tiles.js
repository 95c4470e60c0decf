// Tiles are numbered 0 to 27, from 0-0 to 6-6; sets of tiles are whole numbers with a bit a tile.
const TILE_NAMES = [];
for (let high = 0; high <= 6; high++) {
  for (let low = 0; low <= high; low++) TILE_NAMES.push(`${high}-${low}`);
}
const tileNumber = name => TILE_NAMES.indexOf(name);
const tileSet = tiles => tiles.reduce((set, tile) => set | 1 << tile, 0);

const tileOf = (a, b) => Math.max(a, b) * (Math.max(a, b) + 1) / 2 + Math.min(a, b);
const SHOWS = [0, 1, 2, 3, 4, 5, 6].map(k => tileSet([0, 1, 2, 3, 4, 5, 6].map(j => tileOf(k, j))));
const DOUBLES = tileSet([0, 1, 2, 3, 4, 5, 6].map(k => tileOf(k, k)));

function countTiles(set) {
  set -= set >>> 1 & 0x55555555;
  set = (set & 0x33333333) + (set >>> 2 & 0x33333333);
  return Math.imul(set + (set >>> 4) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
const lowestTile = set => 31 - Math.clz32(set & -set);
const endsOf = tile => TILE_NAMES[tile].split("-").map(Number);

function drawTile(tile, lying = false) {
  const [high, low] = TILE_NAMES[tile].split("-");
  const [box, line, second] = lying
    ? ["0 0 82 40", "M41 5V35", 'x="42"'] : ["0 0 40 82", "M5 41H35", 'y="42"'];
  const [width, height] = lying ? [80, 38] : [38, 80];
  const holder = document.createElement("template");
  holder.innerHTML = `<svg class="tile" viewBox="${box}" role="img" aria-label="${TILE_NAMES[tile]}">`
    + `<rect x="1" y="1" width="${width}" height="${height}" rx="5"/><path d="${line}"/>`
    + `<use href="#pips-${high}" width="40" height="40"/>`
    + `<use href="#pips-${low}" ${second} width="40" height="40"/></svg>`;
  return holder.content.firstChild;
}

// Make an element with some attributes, and what is in it.
function make(kind, attributes = {}, ...inside) {
  const element = document.createElement(kind);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...inside);
  return element;
}
