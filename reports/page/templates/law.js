// The law of one hand, and evenings played from it: simulate/theory/law.py. A test holds both together, draw by draw.
const LAW_EDGES = [.24, .30, .40, .55, .70, .84, .915, .95], LARGE_POOL = 14, LOOED_END = 7, MISFIT = .02;

class Law {
  static async read(text) { return new Law(await unpacked(text)); }

  constructor(numbers) {
    const [players, parts, ends, kinds, dealers, rows] = numbers, [of, counted] = [6 + ends, 6 + ends + kinds * dealers];
    Object.assign(this, { numbers, players, parts, kinds, dealers, groups: numbers.slice(of, counted), rows: [], hands: 0, loos: 0 });
    for (let r = 0; r < rows; r++) {
      const counts = Array.from(numbers.subarray(counted + r * ends, counted + (r + 1) * ends)), met = counts.flatMap((count, i) => count ? [i] : []);
      const weights = met.map(i => counts[i]), total = weights.reduce((sum, weight) => sum + weight, 0);
      const found = met.map(i => numbers[6 + i]), takes = found.map(end => Array.from({ length: players }, (_, p) => end >> 3 * p & 7));
      const looed = takes.map(taken => taken.filter(one => one === LOOED_END).length);
      this.rows.push({ ...Law.alias(weights), weights, total, ends: found, takes, looed });
      this.hands += total;
      this.loos += weights.reduce((sum, weight, i) => sum + weight * looed[i], 0);
    }
  }

  // Walker's alias method, in whole numbers.
  static alias(counts) {
    const size = counts.length, total = counts.reduce((a, b) => a + b, 0), scaled = counts.map(count => size * count);
    const chances = scaled.map(() => 1), others = scaled.map((_, i) => i), small = [], large = [];
    scaled.forEach((one, i) => (one < total ? small : large).push(i));
    while (small.length && large.length) {
      const low = small.pop(), high = large.pop();
      [chances[low], others[low]] = [scaled[low] / total, high];
      scaled[high] -= total - scaled[low];
      (scaled[high] < total ? small : large).push(high);
    }
    return { chances, others };
  }

  // As how many independent evenings those of a room count: what was counted bounds it, too.
  independent({ evenings, used }) {
    const hands = this.rows.reduce((sum, { total }, k) => sum + used[k] ** 2 / total, 0) / Math.max(1, sumOf(used)) / evenings;
    return Math.max(1, Math.round(1 / (1 / evenings + hands)));
  }

  // The standard error of shares that kinds of pools leave, in parts of them.
  get misfit() { return MISFIT * (this.kinds === LAW_EDGES.length + 4); }

  // The kind of a pool.
  kindOf(pool, owed, limit) {
    const at = LAW_EDGES.findIndex(edge => owed / pool <= edge), large = LARGE_POOL * (this.players + 1);
    return at >= 0 ? at : LAW_EDGES.length + (pool > large ? 3 : limit === 0 ? 2 : +(limit > large));
  }

  // By how much a hand multiplies a large pool without a limit, on average.
  get growth() {
    const rows = [...this.groups].slice(-this.dealers).map(row => this.rows[row]);
    const left = takes => takes.reduce((sum, taken) => sum + (taken === LOOED_END ? 1 : -taken / this.parts), 1);
    return rows.reduce((sum, row) => sum + row.takes.reduce((part, takes, i) => part + row.weights[i] * left(takes), 0) / row.total, 0) / rows.length;
  }

  // Room for so many evenings of a number of hands; some are shown with the chips of all hands. All seats begin with
  // nothing, or with their points.
  room(evenings, hands, shown = 0, begin = null) {
    const seats = evenings * this.players, many = () => new Float64Array(evenings);
    return { evenings: 0, hands, shown, total: begin ? new Float64Array(seats).map((_, k) => begin[k % this.players]) : new Float64Array(seats), lowest: new Float64Array(seats), largest: many(), played: many(), bare: many(), looed: many(), cut: many(),
      used: new Float64Array(this.rows.length), chips: new Float64Array(shown * hands * this.players) };
  }

  // Play the next evenings into the room, or games that are over before; the same have the same draws under all stakes.
  // ``dear``: the law where a loo costs more than so many chips.
  play(room, stakes, many, seed = 0, from = 0, dear = { law: this, above: Infinity }) {
    const { players } = this, { each, dealer: dealt, topUp, again, emptyBelow, kind, limit, most, points, target, shared, turns, sides } = stakes;
    for (let i = room.evenings, upto = i + many; i < upto; i++, room.evenings++) {
      // sfc32.
      let a = seed | 0, b = from + i | 0, c = 0x9E3779B9 | 0, counter = 1;
      const draw = () => {
        const drawn = (a + b | 0) + counter | 0;
        [a, b, c, counter] = [b ^ b >>> 9, c + (c << 3) | 0, (c << 21 | c >>> 11) + drawn | 0, counter + 1 | 0];
        return drawn >>> 0;
      };
      for (let k = 0; k < 12; k++) draw();
      const chips = room.total.subarray(i * players, (i + 1) * players), lowest = room.lowest.subarray(i * players, (i + 1) * players);
      let left = 0, dealer = turns ? (from + i) % players : players - 1, isOver = false;
      for (let hand = 0; hand < room.hands && !isOver; hand++) {
        room.bare[i] += !points && left === 0;
        let pool = points || left;
        if (!points) {
          const [ofDealer, ofOthers] = left >= emptyBelow ? [topUp, again] : [dealt, each];
          for (let seat = 0; seat < players; seat++) chips[seat] -= seat === dealer ? ofDealer : ofOthers;
          pool += ofDealer + ofOthers * (players - 1);
        }
        const owed = kind === "unlimited" ? pool : kind === "fixed" ? limit : Math.min(pool, limit);
        const law = owed > dear.above ? dear.law : this, { kinds, dealers, groups, rows } = law;
        let score = 0;
        for (let side = 0; side < sides; side++) score = score * target + chips[side];
        const from = groups[(sides ? score : kinds > 1 ? law.kindOf(pool, owed, limit) : 0) * dealers + dealer % dealers], row = rows[from], place = draw() * (row.ends.length / 4294967296);
        let at = Math.floor(place);
        if (place - at >= row.chances[at]) at = row.others[at];
        const takes = row.takes[at], isWhole = row.ends[at] >> 3 * players, share = Math.floor(pool / (law.parts || takes.filter(Boolean).length));
        left = pool;
        for (let p = 0; p < players; p++) {
          const taken = takes[p], seat = (dealer + 1 + p) % players;
          if (taken === LOOED_END) { chips[seat] -= owed; left += owed; } else if (taken) {
            const paid = isWhole ? pool : share * taken;
            chips[seat] += paid;
            left -= paid;
          }
        }
        let best = 0, leaders = 0;
        for (let seat = 0; seat < players; seat++) {
          if (chips[seat] < lowest[seat]) lowest[seat] = chips[seat];
          leaders = chips[seat] > best ? 1 : leaders + (chips[seat] === best);
          best = Math.max(best, chips[seat]);
        }
        room.largest[i] = Math.max(room.largest[i], pool);
        room.played[i]++;
        room.looed[i] += row.looed[at];
        room.cut[i] += owed < pool ? row.looed[at] : 0;
        if (law === this) room.used[from]++;
        isOver = target ? best >= target && (shared || leaders === 1) : left > most;
        for (let next = hand; i < room.shown && next < (isOver ? room.hands : hand + 1); next++) room.chips.set(chips, (i * room.hands + next) * players);
        dealer = (dealer + turns) % players;
      }
    }
    return room;
  }
}
