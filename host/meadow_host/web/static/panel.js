// Who sits where, the box with all its cards, and ways to the other pages.

import { el, show } from "/static/draw.js";
import { sideMark, title } from "/static/words.js";

const SEATS = ["north", "east", "south", "west", "five"];

export class Panel {
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.acts = new Map();
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.acts.get(button.dataset.key)?.();
    });
  }

  open() {
    this.root.hidden = false;
    this.draw();
  }

  toggle() {
    this.root.hidden = !this.root.hidden;
    this.draw();
  }

  button(key, words, act, pressed) {
    this.acts.set(key, act);
    return el("button", { type: "button", "data-key": key, "aria-pressed": pressed === undefined ? null : String(pressed) }, words);
  }

  draw() {
    if (this.root.hidden && innerWidth < 1000) return;
    this.acts.clear();
    show(this.root,
      el("div.top.narrow", el("h2", "Meadow Table"), this.button("close", "Close", () => this.toggle())),
      this.people(), this.box(), this.ways());
  }

  people() {
    const { room } = this.page.meadow;
    const seats = SEATS.map((seat) => {
      const isMine = room.you.includes(seat);
      const isTaken = room.people.includes(seat) && !isMine;
      const next = isMine ? room.you.filter((one) => one !== seat) : [...room.you, seat];
      const who = isMine ? "you" : isTaken ? "somebody" : "free";
      const button = this.button(`seat-${seat}`, [sideMark(seat), `${title(seat)}: ${who}`],
        () => this.page.meadow.ask({ is: "sit", seats: next }), isMine);
      if (isTaken) button.setAttribute("disabled", "");
      return button;
    });
    return el("section", { "aria-label": "Who sits where" }, el("h2", "Who sits where"),
      el("p.soft", "Take several sides on one tablet to play them together."), el("div.buttons", seats));
  }

  box() {
    const { layout, pieces } = this.page.meadow;
    const { box } = this.page;
    const commands = Object.values(layout.faces).filter((face) => face.kind === "command");
    const cards = commands.map((face) => this.button(`word-${face.word}`, title(face.word),
      () => this.page.meadow.ask({ is: "show", piece: box.command(face.word), at: "deck" })));
    return el("section", { "aria-label": "The box" }, el("h2", "The box"),
      el("p.soft", "Each card is shown to the deck reader for a moment."), el("div.buttons", cards),
      el("div.buttons",
        this.button("out-sweepers", "Lay out Sweepers", () => this.setOut("sweepers")),
        this.button("out-sweet-takes", "Lay out Sweet Takes", () => this.setOut("sweet-takes")),
        pieces.size > 0 && this.button("out-none", "All into the box", () => this.setOut(""))));
  }

  setOut(game) {
    this.page.meadow.ask({ is: "set-out", game });
  }

  ways() {
    return el("section", { "aria-label": "Other pages" },
      el("p", el("a", { href: "/static/console.html" }, "The operator's console"), " · ",
        el("a", { href: "/static/board.html" }, "The scoreboard")));
  }
}
