// Asking and practice at Euchre: pass, order up, or go alone. Who is asked has heard only passes.
function wordsOfClass(data, ofClass) {
  const kind = Math.floor(ofClass / (2 * TOP_KINDS));
  const tops = data.tops[ofClass % TOP_KINDS], held = Math.floor(kind / PLAIN_DOUBLE_KINDS);
  const doubles = data.doubles[held % BOWER_KINDS ? 1 : 0][kind % PLAIN_DOUBLE_KINDS];
  const turned = Math.floor(ofClass / TOP_KINDS) % 2 ? "; a double is turned up" : "";
  return [data.trumps[held], ...tops ? [tops] : [], doubles].join(", ") + turned;
}

const classOfCaller = (data, hand, turnUp, said) =>
  callingClass(tileSet(hand), turnUp, said.length === data.players - 1);

function callVerdict(data, hand, turnUp, said) {
  const ofClass = classOfCaller(data, hand, turnUp, said);
  return verdictOf(data, data.tables[0], said, said, ofClass, wordsOfClass(data, ofClass),
    letter => data.names[said][letter]);
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
    return callVerdict(this.data, this.hand, this.turnUp, this.said);
  }

  command() {
    return this.commandFor(this.data.places[this.said.length], beforePasses(this.said.length));
  }

  // At another score, and in the second round, it depends on more than a class tells.
  showVerdict() {
    super.showVerdict();
    if (!this.verdict.querySelector("code")) return;
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
class CallPractice extends Practice {
  dealt() {
    const places = Object.keys(this.data.asked);
    const said = places[Math.floor(Math.random() * places.length)];
    for (;;) {
      const tiles = shuffledTiles(), { players } = this.data;
      const handAt = p => tiles.slice(HAND_TILES * p, HAND_TILES * (p + 1));
      const turnUp = tiles[HAND_TILES * players];
      if ([...said].every((_, at) => this.passes(handAt(at), turnUp, said.slice(0, at)))) {
        return { hand: handAt(said.length).sort((a, b) => b - a), turnUp, said };
      }
    }
  }

  passes(hand, turnUp, said) {
    const ofClass = classOfCaller(this.data, hand, turnUp, said);
    return this.moveMade(this.data.tables[0], said, ofClass) === "P";
  }

  heardNow() {
    return `You are the ${this.data.asked[this.spot.said]}.`;
  }

  verdictNow() {
    return callVerdict(this.data, this.spot.hand, this.spot.turnUp, this.spot.said);
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
