// Asking and practice at Euchre: pass, order up, or go alone. Who is asked has heard only passes.

const SUIT_NAMES = ["blanks", "ones", "twos", "threes", "fours", "fives", "sixes"];

// "3 trumps, right bower, one other double; fours are trumps": a dealer is told it with the turn-up.
function wordsOfHand(data, hand, turnUp, said) {
  const [trump] = ENDS[turnUp], isDealer = said.length === data.players - 1;
  const kind = handKind(isDealer ? tileSet(hand) | 1 << turnUp : tileSet(hand), trump);
  const held = Math.floor(kind / PLAIN_DOUBLE_KINDS);
  const doubles = data.doubles[held % BOWER_KINDS ? 1 : 0][kind % PLAIN_DOUBLE_KINDS];
  return `${data.trumps[held]}, ${doubles}${isDealer ? ", with the turn-up" : ""}; ${SUIT_NAMES[trump]} are trumps`;
}

// How often good players make each call with a hand, of 100.
function sharesOfCalls(data, hand, turnUp, said) {
  const chances = chancesOfCalls(data, said.length, tileSet(hand), ENDS[turnUp][0], turnUp);
  const last = PARTS - chances.reduce((sum, chance) => sum + chance, 0);
  return [...chances, last].map(chance => Math.round(100 * chance / PARTS));
}

// The verdict on calls of which it is known how far each is behind the best.
function callVerdict(data, hand, turnUp, said, behind) {
  const often = sharesOfCalls(data, hand, turnUp, said);
  const moves = [...data.letters].map((letter, k) => ({
    letter, name: data.names[said][letter], often: often[k], behind: behind[k][0], se: behind[k][1],
  }));
  return verdictFrom(data, moves, wordsOfHand(data, hand, turnUp, said));
}

class CallAsking extends Asking {
  controls() {
    this.places = make("select", { "aria-label": "your seat" },
      ...Object.entries(this.data.asked).map(([said, who]) => make("option", { value: said }, who)));
    this.places.addEventListener("change", () => { this.said = this.places.value; this.show(); });
    return [make("div", { class: "controls" }, make("label", {}, "You are the ", this.places))];
  }

  showControls() {
    this.places.value = this.said;
  }

  verdictNow() {
    return callVerdict(this.data, this.hand, this.turnUp, this.said, this.behind);
  }

  command() {
    return this.commandFor(this.data.places[this.said.length], beforePasses(this.said.length));
  }

  // The hand that the page opens with was priced by the command; others are played out here.
  showVerdict() {
    this.work ??= new InPieces();
    this.work.stop();
    if (this.hand.length < this.size || this.turnUp === null) return super.showVerdict();
    if (this.isAsItOpened()) return this.showPrices(this.data.opened);
    const before = new AuctionBefore(this.data, this.hand, this.turnUp, this.said);
    let last = null;
    this.verdict.replaceChildren(make("p", { class: "head" }, "Playing it out …"));
    this.work.begin(pricesInRounds(this.data, before), (priced, isOver) => {
      last = priced ?? last;
      if (!priced && !isOver) return;
      this.showPrices(last.behind());
      if (!isOver) this.verdict.append(make("p", { class: "again" }, "More deals are being played out: this may change."));
    });
  }

  // At another score, and in the second round, other calls are best.
  showPrices(behind) {
    this.behind = behind;
    super.showVerdict();
    this.verdict.append(make("p", { class: "again" },
      "The answers above hold when a game begins. At another score, add the points from the eldest hand on: ",
      make("code", {}, `--score ${this.data.score}`),
      ". To ask which suit to name when all have passed and it is turned down: ",
      make("code", {}, beforePasses(this.data.players + this.said.length).trim()), "."));
  }
}

// What a command is told of so many passes.
const beforePasses = many => many ? ` --before ${Array(many).fill("pass").join(",")}` : "";

// The seats before you pass as good players do; hands are dealt until they all do.
class CallPractice extends PractisingOut {
  dealt() {
    const places = Object.keys(this.data.asked);
    const said = places[Math.floor(Math.random() * places.length)];
    for (;;) {
      const tiles = shuffledTiles(), { players } = this.data;
      const handAt = p => tiles.slice(HAND_TILES * p, HAND_TILES * (p + 1));
      const turnUp = tiles[HAND_TILES * players];
      if ([...said].every((_, at) => this.passes(handAt(at), turnUp, said.slice(0, at)))) {
        const hand = handAt(said.length).sort((a, b) => b - a);
        return { hand, turnUp, said, before: new AuctionBefore(this.data, hand, turnUp, said) };
      }
    }
  }

  passes(hand, turnUp, said) {
    return 100 * Math.random() < sharesOfCalls(this.data, hand, turnUp, said)[0];
  }

  heardNow() {
    return `You are the ${this.data.asked[this.spot.said]}.`;
  }

  verdictOf({ hand, turnUp, said, priced }) {
    return callVerdict(this.data, hand, turnUp, said, priced.behind());
  }

  did(letter) {
    return { P: "passed", C: "ordered it up", A: "went alone" }[letter];
  }

  does(letter) {
    return { P: "pass", C: "order it up", A: "go alone" }[letter];
  }

  prompt() {
    return "A hand is dealt, and all before you passed as good players do. What do you call?";
  }
}

const callingRoot = document.getElementById("calling-asking");
const asking = new CallAsking(callingRoot, dataOf("calling"));
offerPractice(callingRoot, fold => new CallPractice(fold, asking.data));
