// What one can do with a piece that was tapped: a few buttons beside it.

import { pieceIcon } from "./art.js";
import { pieceName, title } from "/static/words.js";
import { el, show } from "/static/draw.js";

export class Menu {
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.acts = [];
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      const act = this.acts[Number(button.dataset.key)];
      this.close();
      act?.();
    });
    addEventListener("keydown", (event) => event.key === "Escape" && this.close());
  }

  close() {
    this.root.hidden = true;
    this.of = null;
  }

  // What lies otherwise, or belongs to a game that is over, is not what was tapped.
  draw() {
    if (this.of && this.of.as !== this.as(this.of.name)) this.close();
  }

  as(name) {
    const { meadow, table } = this.page;
    const { at, face, on } = meadow.pieces.get(name) ?? {};
    return [at, face, on, meadow.room.you, table.state?.phase, table.state?.game?.phase].join();
  }

  open(name, clientX, clientY) {
    this.close();
    const { meadow, box } = this.page;
    const piece = meadow.pieces.get(name);
    if (!piece) return;
    const face = box.faceOf(piece);
    const deeds = this.deeds(name, piece, face).filter(Boolean);
    if (deeds.length === 1 && deeds[0].isOnly) {
      deeds[0].act();
      return;
    }
    if (!deeds.length) return;
    this.acts = deeds.map((deed) => deed.act);
    show(this.root, el("h2", face && pieceIcon(face, meadow.layout), this.title(piece, face)),
      deeds.map(({ words }, index) => el("button", { type: "button", role: "menuitem", "data-key": String(index) }, words)));
    this.root.hidden = false;
    this.of = { name, as: this.as(name) };
    this.place(clientX, clientY);
  }

  title(piece, face) {
    if (face) return pieceName(face.id);
    return piece.at === "pile" ? "the draw pile" : "a card, face down";
  }

  place(clientX, clientY) {
    const around = this.root.parentElement.getBoundingClientRect();
    const { offsetWidth: wide, offsetHeight: high } = this.root;
    const left = Math.min(Math.max(4, clientX - around.left + 10), around.width - wide - 4);
    const top = Math.min(Math.max(4, clientY - around.top + 10), around.height - high - 4);
    this.root.style.left = `${left}px`;
    this.root.style.top = `${top}px`;
  }

  // ------------------------------------------------------------------------------ deeds

  deeds(name, piece, face) {
    const mine = this.page.meadow.room.you;
    const lay = (words, to, more = {}) => ({ words, act: () => this.ask({ is: "lay", piece: name, to, ...more }) });
    const shown = (words, at) => ({ words, act: () => this.ask({ is: "show", piece: name, at }) });
    if (piece.at === "pile") return [{ words: "Deal it to whoever is lit", act: () => this.ask({ is: "deal", count: 1 }) }];
    if (face?.kind === "token") return this.ofToken(name, piece, mine, lay);
    if (face?.kind === "rake") {
      return [...mine.map((side) => shown(`Onto ${title(side)}'s tray`, side)),
        shown("Onto the deck reader", "deck"), ...mine.map((side) => lay("Beside me", `beside.${side}`))];
    }
    if (face?.kind === "command") return [shown("Show it to the deck reader", "deck"), lay("Into the box", "box")];
    if (face?.kind === "tracker") {
      return [...mine.map((side) => shown("Onto my tray", side)), shown("Onto the deck reader", "deck")];
    }
    return this.ofCard(name, piece, face, mine, lay);
  }

  ofToken(name, piece, mine, lay) {
    const { box } = this.page;
    const open = mine.flatMap((seat) => box.uncovered(seat));
    const onto = open.map(([card, { face }]) => lay(`Onto my card: ${pieceName(face)}`, card));
    const back = piece.at === "meadow" ? [] : [this.back(name, piece)];
    const trays = mine.map((side) => lay("Into my tray", `tray.${side}`));
    return [...onto, ...back, ...(piece.at === "meadow" || piece.on ? trays : [])];
  }

  // Back onto the meadow, near the edge where it lies.
  back(name, piece) {
    const near = (value) => Math.max(-180, Math.min(180, value));
    return { words: "Back onto the meadow",
      act: () => this.ask({ is: "lay", piece: name, to: "meadow", x: near(piece.x), y: near(piece.y) }) };
  }

  ofCard(name, piece, face, mine, lay) {
    const seat = piece.at.split(".")[1];
    const isMine = mine.includes(seat);
    const isTop = this.page.box.topOf(seat) === name;
    if (piece.at.startsWith("hand.")) {
      // Laid down among the stash it could not be told from that any more: who wants to, drags it.
      return isMine ? [lay("Play it", "deck", { up: true })] : [];
    }
    return [
      isMine && !face && isTop && lay("Turn it up", `cards.${seat}`, { up: true }),
      isMine && face && { words: "Turn it over", act: () => this.ask({ is: "turn", piece: name }) },
      isMine && face?.kind === "suit-card" && lay("Into my hand", `hand.${seat}`),
      isMine && lay("Onto the deck reader", "deck"),
      piece.at === "deck" && face?.kind === "suit-card" && mine.length > 0 && lay("Back into my hand", `hand.${mine[0]}`),
      piece.at === "deck" && mine.length > 0 && lay("To my cards", `cards.${mine[0]}`),
      (isMine || piece.at === "deck") && lay("Set it aside", "aside"),
      piece.at === "aside" && lay("Onto the draw pile", "pile"),
    ];
  }

  ask(message) {
    this.page.meadow.ask(message);
  }
}
