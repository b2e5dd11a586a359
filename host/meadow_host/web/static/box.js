// Finding pieces on the table: by what they are, by where they lie. Names are the meadow's handles.

export class Box {
  constructor(meadow) {
    this.meadow = meadow;
  }

  // [name, piece] of those in a place, the one on top last.
  at(place) {
    const there = [...this.meadow.pieces].filter(([, piece]) => piece.at === place);
    return there.sort(([, one], [, other]) => one.z - other.z);
  }

  faceOf(piece) {
    return this.meadow.layout.faces[piece.face] ?? null;
  }

  // The card that says a word, wherever it lies; "" if there is none.
  command(word) {
    return this.find((face) => face.kind === "command" && face.word === word);
  }

  // The turn tracker.
  get tracker() {
    return this.find((face) => face.kind === "tracker");
  }

  find(is) {
    for (const [name, piece] of this.meadow.pieces) {
      const face = this.faceOf(piece);
      if (face && is(face)) return name;
    }
    return "";
  }

  // The rake of a side: that it joined with, else one that lies there, else one in the box.
  rakeOf(side, state) {
    const joined = state?.lobby?.seats?.find((seat) => seat.side === side)?.rake;
    if (joined && this.meadow.pieces.has(joined)) return joined;
    const places = [`beside.${side}`, `tray.${side}`, `held.${side}`, "box"];
    for (const place of places) {
      for (const [name, piece] of this.at(place)) {
        if (this.faceOf(piece)?.kind === "rake") return name;
      }
    }
    return "";
  }

  // The open cards of a seat that no token covers, in the order in which they were turned up.
  uncovered(seat) {
    const covered = new Set([...this.meadow.pieces.values()].map((piece) => piece.on).filter(Boolean));
    return this.at(`cards.${seat}`)
      .filter(([name, piece]) => this.faceOf(piece)?.kind === "treat" && !covered.has(name));
  }

  // How many cards a seat has turned up.
  turned(seat) {
    return this.at(`cards.${seat}`).filter(([, piece]) => this.faceOf(piece)?.kind === "treat").length;
  }

  // The card on top of a seat's face-down cards; "" for none.
  topOf(seat) {
    return this.at(`cards.${seat}`).filter(([, piece]) => !piece.face).at(-1)?.[0] ?? "";
  }
}
