// Asking and practice at Pool: which tile to lead.
class LeadAsking extends AskingAtFirst {
  before(hand) { return new LineBefore(this.data, [], hand); }
  sentences(verdict) { return playedSentences(this.data, verdict, "Lead"); }
  command() { return this.commandFor("leader", ""); }
}

class LeadPractice extends PractisingOut {
  dealt() {
    return { hand: shuffledTiles().slice(0, this.data.tiles).sort((a, b) => b - a) };
  }

  before(hand) { return new LineBefore(this.data, [], hand); }
  heardNow() { return "You lead."; }
  sentences(verdict) { return playedSentences(this.data, verdict, "Lead"); }

  // Tiles differ from hand to hand, so mistakes are told by what the tiles are.
  kindOf(letter) {
    const [high, low] = endsOf(tileNumber(letter));
    return high === low ? "a double" : high + low > 6 ? "a heavy tile" : "a light tile";
  }

  did(letter) { return `led ${this.kindOf(letter)}`; }

  does(better, letter) {
    const [kind, instead] = [this.kindOf(better), this.kindOf(letter)];
    return `lead ${kind === instead ? kind.replace("a ", "another ") : kind}`;
  }

  mistakeOf(letter, better) { return this.kindOf(letter) + this.kindOf(better); }
  prompt() { return "A hand is dealt, and you lead. Which tile?"; }
}

const leadingRoot = document.getElementById("leading-asking");
const asking = new LeadAsking(leadingRoot, dataOf("leading"));
offerPractice(leadingRoot, fold => new LeadPractice(fold, asking.data));
