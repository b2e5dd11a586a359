// What the buttons at the top of the meadow's page have hands do: each lays a real piece on a real
// place. When there is which button is for deeds.js to say.

export class Hands {
  // `button(key, words, act, kind)` makes one.
  constructor(page, button) {
    this.page = page;
    this.button = button;
  }

  get state() {
    return this.page.table.state;
  }

  // The fifth seat has no tray: it joins by its card (T5).
  join(seat) {
    if (seat === "five") this.show(this.page.box.command("seat-five"), "deck");
    else this.speak(seat, seat);
  }

  // A button that shows a command card to the deck reader.
  card(word, words, kind) {
    return this.button(`card-${word}`, words, () => this.show(this.page.box.command(word), "deck"), kind);
  }

  show(piece, reader) {
    if (!piece) this.page.refuse("that piece is not in this box: use the console");
    else this.page.meadow.ask({ is: "show", piece, at: reader });
  }

  // The own rake says something there: what it means now, and nothing if that is over (T16).
  speak(seat, reader) {
    this.page.meadow.ask({ is: "speak", seat, at: reader, when: this.situation });
  }

  get situation() {
    const { phase, game, pause } = this.state;
    const counts = pause?.counting ? "counting" : "";
    return [phase, game?.phase ?? "", pause?.paused ?? "", counts].join(" ").trim();
  }

  lay(piece, to, up) {
    return this.page.meadow.ask({ is: "lay", piece, to, up });
  }

  turnUp(seat) {
    this.lay(this.page.box.topOf(seat), `cards.${seat}`, true);
  }

  setOut(game) {
    this.page.meadow.ask({ is: "set-out", game });
  }
}
