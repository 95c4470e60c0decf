// The tables of Loo and Rounce that a page knows (reports/opening/loo.py), at any pool or score.
const NOBODY = 1e12, NEEDED = 15;
// Numbers of a turn-up's rank, and of what a class has beside trumps.
const OTHER_TRUMPS = 6, BESIDE = 12;

// Python's numbers unpacked: of every number of players, and of every table.
async function openTables(data) {
  const { patterns } = data, coarseOf = await unpacked(data.coarse, Uint8Array);
  for (const [players, size] of Object.entries(data.sizes)) {
    const declared = Object.keys(size.nodes), isFine = size.classes === coarseOf.length;
    Object.assign(size, { patterns, coarseOf, isFine, coarse: isFine ? coarseOf : new Uint8Array(size.classes).map((_, k) => k),
      nodeOf: Object.fromEntries(declared.map((history, n) => [history, n])), many: declared.length,
      read: await unpacked(size.chances, Uint8Array), cells: await unpacked(size.cells, Int16Array) });
    const dealt = await unpacked(size.dealt);
    size.dealt = size.places.map((_, p) => dealt.subarray(p * size.coarse.length, (p + 1) * size.coarse.length));
    if (!size.later) continue;
    const scores = players * NEEDED ** 2, ways = Object.keys(size.gains).length;
    size.later = addUp(await unpacked(size.later), ways, scores);
  }
  for (const [k, table] of data.tables.entries()) {
    const size = data.sizes[table.players];
    Object.assign(table, { k, size });
    if (table.worth) table.worth = addUp(await unpacked(table.worth), table.players, table.grid.length);
  }
  const table = data.tables.find(one => one.players === kept.players && one.penalty === kept.penalty) ?? data.tables[0], [own, rivals] = [kept.own, kept.rivals].map(need => keptNumber(need, 1, NEEDED, NEEDED));
  chosen.choose({ tables: data.tables, table, pool: table.first ? keptNumber(kept.pool, table.at[0], table.at.at(-1), table.first) : null, own, rivals });
  return data;
}

// Values of the chips left to a position, with replicas, the next antes paid (simulate/theory/later_pools.py).
function worthOf({ rules, chip }, { players, grid, worth }, position, chips) {
  const isEmpty = chips < rules.emptyBelow, place = (position + players - 1) % players;
  const paid = q => q === players - 1 ? (isEmpty ? rules.dealerAnte : rules.dealerTopUp) : isEmpty ? rules.ante : 0;
  const pool = Array.from({ length: players }, (_, q) => paid(q)).reduce((sum, one) => sum + one, chips);
  const low = Math.min(Math.max(grid.findLastIndex(one => one <= pool), 0), grid.length - 2);
  const share = (pool - grid[low]) / (grid[low + 1] - grid[low]), many = grid.length * players;
  return Array.from({ length: worth.length / many }, (_, r) => {
    const at = r * many + low * players + place;
    return ((1 - share) * worth[at] + share * worth[at + players]) / chip - paid(place);
  });
}

// A table at a pool: the penalty, what ends of hands bring and leave, and the solved table that good players go by.
function atPool(data, table, pool) {
  const { size, players, kind, limit } = table;
  const penalty = kind === "unlimited" ? pool : kind === "fixed" ? limit : Math.min(pool, limit);
  const asked = [Math.log((penalty + 1e-9) / pool), Math.log(pool), Math.log(limit || NOBODY)];
  const apart = size.keys.map(key => key.reduce((sum, one, i) => sum + data.apart[i] * Math.abs(one - asked[i]), 0));
  const fifth = Math.floor(pool / TRICKS), nothing = [...Array(players).keys()].map(p => worthOf(data, table, p, 0));
  const later = nothing.map((empty, p) => data.ends.map(([looed, kept, stays]) => worthOf(
    data, table, p, looed * penalty + kept * fifth + stays * (pool % TRICKS)).map((one, r) => one - empty[r])));
  return { ...table, key: [table.k, pool], pool, penalty, later, entry: apart.indexOf(Math.min(...apart)), read: {},
    taken: [...Array(TRICKS + 1).keys()].map(tricks => tricks * fifth).concat(-penalty, pool) };
}

// A table where a position needs so many points, and each rival so many.
function atScore({ game }, table, position, own, rivals) {
  const { size } = table, at = (position * NEEDED + own - 1) * NEEDED + rivals - 1, ways = Object.keys(size.gains).length;
  const later = { [position]: Array.from({ length: ways }, (_, way) => [100 * size.later[at * ways + way] / game]) };
  return { ...table, key: [table.k, null, own, rivals], pool: null, own, rivals, later, entry: size.entry[at], read: {} };
}

// The chances of the moves after a history, by class of hand; the last one's is what is left.
function chancesOf({ size, entry, read }, history, ofClass) {
  return (read[history] ??= Array.from({ length: size.classes }, (_, one) => {
    const chances = Array.from({ length: size.nodes[history].length - 1 }, (_, move) =>
      size.read[((entry * 2 + move) * size.many + size.nodeOf[history]) * size.classes + one] / 255);
    return [...chances, 1 - chances.reduce((sum, chance) => sum + chance, 0)];
  }))[ofClass];
}

// Players, and penalty and pool or what the seats need, to be chosen.
function tableControls(data, refuse) {
  const { tables } = data, { table, pool } = chosen, sizes = [...new Set(tables.map(one => one.players))].sort(), alike = tables.filter(one => one.players === table.players);
  const needs = [["own", "you need"], ["rivals", table.players === 2 ? "the other needs" : "each rival needs"]];
  return makeGroup("The table", sizes.length < 2 ? make("span", {}, `${table.players} players`)
    : makeChoice("players", "players", sizes, table.players, players => chosen.sitAt(samePenalty(tables, chosen.table, players))),
    ...pool === null
      ? needs.map(([which, label]) => makeNumber(label, chosen[which], 1, NEEDED, need => chosen.choose({ [which]: need }), refuse))
      : [makeChoice("penalty", "penalty", alike.map(one => [one.penalty, penaltyName(one.penalty)]), table.penalty, name => chosen.sitAt(alike.find(one => one.penalty === name))),
        makeNumber("pool", pool, table.at[0], table.at.at(-1), chips => chosen.choose({ pool: chips }), refuse)]);
}

// The table as it is chosen, for who sits in a position.
const chosenTable = (data, position) => chosen.pool === null
  ? atScore(data, chosen.table, position, chosen.own, chosen.rivals) : atPool(data, chosen.table, chosen.pool);

// In words: "pool 50, penalty 50" or what the seats need.
const stakesWords = ({ pool, penalty, own, rivals, players }) => pool === null
  ? `you need ${own}, ${Array.isArray(rivals) ? "the others, from the eldest hand on," : players === 2 ? "the other" : "each rival"} ${rivals}` : `pool ${pool}, penalty ${penalty}`;
