// The line at the top: who one is, what goes on, for whom the table waits, what one does about it,
// and the cards one holds. What that is is for deeds.js to say.

import { pieceIcon } from "./art.js";
import { Deeds } from "./deeds.js";
import { hearPresses } from "./presses.js";
import { clockText, counted, ownName, pieceName, sideMark, suitMark, suitOf, title, valueOf } from "/static/words.js";
import { el, show } from "/static/draw.js";

export class Guide {
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.acts = new Map();
    this.deeds = new Deeds(page, (...one) => this.button(...one));
    hearPresses(root, (key, button) => this.acts.get(key)?.(button));
    setInterval(() => this.tick(), 100);
  }

  get state() {
    return this.page.table.state;
  }

  draw() {
    this.acts.clear();
    const { you } = this.page.meadow.room;
    const { head, hint, waits, kind, always, buttons } = this.deeds.now();
    this.root.classList.toggle("playing", you.length > 0 && Boolean(this.state?.game?.phase));
    show(this.root,
      el("div.row",
        el("div.who", { "data-key": "who" }, you.length > 0 && el("p.me", { title: "You" }, you.map((seat) =>
          el(`span.of-${seat}`, sideMark(seat), el("small", ownName(this.state ?? {}, seat) || title(seat))))),
        el("span.time", { id: "sand", "data-key": "sand" })),
        el(`div.said${kind === "won" ? ".won" : kind === "bad" ? ".wrong" : ""}`, el("b", head),
          el("p", waits && el("span.waits", waits), waits && hint && el("span.soft", " · "),
            hint && el("span.soft", hint))),
        this.button("how", [el("span", { "aria-hidden": "true" }, "?"), el("span.visually-hidden", "How to play")],
          () => this.page.how.open())),
      el("div.deeds", always, this.cards(), buttons),
      you.map((seat) => this.hand(seat)));
    this.tick();
  }

  tick() {
    const at = document.getElementById("sand");
    const game = this.state?.game;
    if (!at) return;
    const runs = game?.sand_ends_ms > 0 && this.state.phase === "playing";
    const text = runs ? clockText(game.sand_ends_ms - this.page.table.coreMs) : "";
    if (at.textContent !== text) at.textContent = text;
  }

  // What was played in this round, else my open cards, named.
  cards() {
    const { meadow, box } = this.page;
    const open = meadow.room.you.flatMap((seat) => box.uncovered(seat));
    const plays = (this.state?.game?.plays ?? []).map(({ card, seat }) =>
      el("span.play", { "data-key": `play-${card}`, title: title(seat) }, el(`span.of-${seat}`, sideMark(seat)),
        suitMark(suitOf(card)), valueOf(card), el("span.visually-hidden", `${title(suitOf(card))} by ${title(seat)}`)));
    if (plays.length) return el("div.plays", { "data-key": "plays" }, plays);
    return open.length > 0 && el("div.cards", { "data-key": "cards" }, open.map(([name, piece]) =>
      el("span.open", { "data-key": name }, pieceIcon(box.faceOf(piece), meadow.layout), pieceName(piece.face))));
  }

  // The cards that a seat holds up, by suit and value, large enough for eyes and fingers; those
  // that follow are marked.
  hand(seat) {
    const { box, menu, meadow } = this.page;
    const { game, phase } = this.state ?? {};
    const isTurn = phase === "playing" && game?.phase === "playing" && game.on_turn === seat;
    const suit = isTurn ? this.deeds.bindingSuit(game, seat) : "";
    const held = box.at(`hand.${seat}`).filter(([, piece]) => piece.face)
      .map(([name, piece]) => ({ name, ...box.faceOf(piece) }))
      .sort((one, other) => one.suit.localeCompare(other.suit) || one.value - other.value);
    const cards = held.map((card) => this.button(`hold-${card.name}`,
      [suitMark(card.suit), el("span.visually-hidden", title(card.suit)), el("b", String(card.value)),
        el("small", counted(card.points, "point"))],
      (button) => {
        const { left, bottom } = button.getBoundingClientRect();
        menu.open(card.name, left, bottom);
      }, isTurn && (!suit || card.suit === suit) ? "mine.may" : "mine"));
    const whose = meadow.room.you.length > 1 ? title(seat) : "Your cards";
    return cards.length > 0 && el("div.hand", { "data-key": `hand-${seat}`, role: "group", "aria-label": whose },
      meadow.room.you.length > 1 && el("span.soft", whose), cards);
  }

  button(key, words, act, kind = "") {
    this.acts.set(key, act);
    return el(`button${kind && `.${kind}`}`, { type: "button", "data-key": key }, words);
  }
}
