// Asking and practice at Casino: which tile to bet in the first round.
class BetAsking extends AskingAtFirst {
  before(hand) { return new RoundsBefore(this.data, [], hand, 0); }
  sentences(verdict) { return playedSentences(this.data, verdict, "Bet"); }
  command() { return this.commandFor("first", ""); }
}

class BetPractice extends PractisingOut {
  dealt() { return { hand: shuffledTiles().slice(0, this.data.tiles).sort((a, b) => b - a) }; }
  before(hand) { return new RoundsBefore(this.data, [], hand, 0); }
  heardNow() { return "It is the first round, and the pot is empty."; }
  sentences(verdict) { return playedSentences(this.data, verdict, "Bet"); }

  // Tiles differ from hand to hand, so mistakes are told by what the tiles are.
  kindOf(letter) {
    const [high, low] = endsOf(tileNumber(letter));
    if (high === 0) return "the double blank";
    return high === low ? "a double" : low === 0 ? "a tile with one blank" : "a tile with two numbers";
  }

  did(letter) { return `bet ${this.kindOf(letter)}`; }

  does(better, letter) {
    const [kind, instead] = [this.kindOf(better), this.kindOf(letter)];
    return `bet ${kind === instead ? kind.replace("a ", "another ") : kind}`;
  }

  mistakeOf(letter, better) { return this.kindOf(letter) + this.kindOf(better); }
  prompt() { return "A hand is dealt. Which tile do you bet first?"; }
}

const bettingRoot = document.getElementById("betting-asking");
const asking = new BetAsking(bettingRoot, dataOf("betting"));
offerPractice(bettingRoot, fold => new BetPractice(fold, asking.data));
