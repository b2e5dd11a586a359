// Says what goes on, what the table waits for, and offers what one does about it: each button lays
// a real piece on a real reader, as a hand would.

import { pieceIcon } from "./art.js";
import { clockText, nameOf, pieceName, sideMark, situation, suitMark, suitOf, title, valueOf } from "/static/words.js";
import { el, show } from "/static/draw.js";

const OPENERS = ["thats-my-stash", "quick-paws", "sweet-takes"];

export class Guide {
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.acts = new Map();
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.acts.get(button.dataset.key)?.(button);
    });
    setInterval(() => this.tick(), 100);
  }

  get state() {
    return this.page.table.state;
  }

  draw() {
    this.acts.clear();
    const { head, hint, buttons } = this.now();
    show(this.root,
      el("div.said", el("b", head), hint && el("span.soft", hint)),
      el("span.time", { id: "sand", "data-key": "sand" }),
      this.cards(),
      el("div.buttons", buttons),
      this.page.meadow.room.you.map((seat) => this.hand(seat)));
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
      el("span.play", { "data-key": `play-${card}`, title: title(seat) },
        suitMark(suitOf(card)), valueOf(card), el("span.visually-hidden", `${title(suitOf(card))} by ${title(seat)}`)));
    return plays.length ? el("div.plays", { "data-key": "plays" }, plays) : open.map(([name, piece]) =>
      el("span.open", { "data-key": name }, pieceIcon(box.faceOf(piece), meadow.layout), pieceName(piece.face)));
  }

  // The cards that a seat holds up, large enough for eyes and fingers.
  hand(seat) {
    const { box, menu, meadow } = this.page;
    const held = box.at(`hand.${seat}`).filter(([, piece]) => piece.face).reverse(); // as they are held
    const cards = held.map(([name, piece]) => {
      const { id, points } = box.faceOf(piece);
      const suit = suitOf(id);
      return this.button(`hold-${name}`,
        [suitMark(suit), el("span.visually-hidden", title(suit)), el("b", valueOf(id)), el("small", `${points} points`)],
        (button) => {
          const { left, bottom } = button.getBoundingClientRect();
          menu.open(name, left, bottom);
        }, "mine");
    });
    const whose = meadow.room.you.length > 1 ? title(seat) : "Your cards";
    return cards.length > 0 && el("div.hand", { "data-key": `hand-${seat}`, role: "group", "aria-label": whose },
      meadow.room.you.length > 1 && el("span.soft", whose), cards);
  }

  button(key, words, act, kind = "") {
    this.acts.set(key, act);
    return el(`button${kind && `.${kind}`}`, { type: "button", "data-key": key }, words);
  }

  // ------------------------------------------------------------------ what is to be done

  now() {
    const { state } = this;
    const mine = this.page.meadow.room.you;
    if (!state) return { head: "Waiting for the table", hint: "", buttons: [] };
    if (!mine.length) {
      return { head: "Where do you sit?", hint: "or just watch", buttons: this.seats() };
    }
    if (state.phase === "lobby") return this.lobby(state, mine);
    const name = (side) => nameOf(state, side);
    const { head, hint } = situation(state, name);
    return { head: head || this.playing(state, mine), hint, buttons: this.during(state, mine) };
  }

  seats() {
    const taken = this.page.meadow.room.people;
    return ["north", "east", "south", "west"].filter((side) => !taken.includes(side)).map((side) =>
      this.button(`sit-${side}`, [sideMark(side), title(side)],
        () => this.page.meadow.ask({ is: "sit", seats: [side] }), "main"));
  }

  lobby(state, mine) {
    const { lobby } = state;
    if (!lobby.game) {
      return { head: "Choose a game", hint: "each button lays its card on the deck reader",
        buttons: OPENERS.map((word) => this.card(word, title(word), "main")) };
    }
    const joined = lobby.seats.map((seat) => seat.side);
    const joins = mine.filter((side) => !joined.includes(side)).map((side) =>
      this.button(`join-${side}`, [sideMark(side), `Join ${title(side)}`], () => this.rake(side, side), "main"));
    const names = lobby.seats.map((seat) => nameOf(state, seat.side)).join(", ");
    return {
      head: lobby.title || title(lobby.game),
      hint: [names && `at the table: ${names}`, lobby.choices !== lobby.title && lobby.choices]
        .filter(Boolean).join("; ") || "nobody has joined",
      buttons: [...joins, joined.length > 0 && this.card("start", "Start", joins.length ? "" : "main"),
        this.button("more", "More cards", () => this.page.panel.open("box"))],
    };
  }

  playing(state, mine) {
    const { game } = state;
    const side = game.sides?.find((one) => mine.includes(one.side));
    return side ? `${side.covered} of ${side.cards} covered` : title(game.phase);
  }

  during(state, mine) {
    const { game } = state;
    const me = mine.find((side) => (game.sides ?? game.seats).some((one) => (one.side ?? one.seat) === side)) ?? mine[0];
    if (state.pause.paused && state.phase !== "over") return [this.onThree(me)];
    const asked = game.deal_to || game.draw_for || game.take_for;
    switch (game.phase) {
      case "dealing":
      case "drawing":
      case "taking":
        return this.deal(asked);
      case "ready":
        return game.mode === "quick-paws"
          ? [this.button("flip", "Flip the sand", () => this.rake(me, me), "main")]
          : [this.onThree(me)];
      case "playing":
        return game.game === "sweepers" ? this.raking(game, me) : this.taking(game, me);
      case "checking":
      case "inventory":
        return game.laying === me ? [this.button("done", "Done laying", () => this.rake(me, me), "main")] : [];
      case "stopped":
        return [this.onThree(me)];
      case "leading":
        return [this.button("lead", "I had a sweet last",
          () => this.show(this.page.box.tracker, me), "main")];
      case "between":
        return [this.card("start", "Start", "main")];
      case "over":
        return [this.card("end", "Clear the table", "main"),
          this.button("tidy", "All into the box", () => this.setOut(""))];
      default:
        return [];
    }
  }

  deal(asked) {
    const { meadow } = this.page;
    const { game } = this.state;
    const first = (game.sides ?? game.seats)[0];
    const whoDeals = { taking: game.take_for, drawing: game.draw_for }[game.phase] ?? first.side ?? first.seat;
    if (meadow.room.bots.includes(whoDeals)) return [];
    if (meadow.room.dealing) {
      return [this.button("deal-stop", "Stop dealing", () => meadow.ask({ is: "deal", count: 0 }))];
    }
    return [
      this.button("deal", asked ? `Deal ${title(asked)}'s card` : "Deal", () => meadow.ask({ is: "deal", count: 1 })),
      this.button("deal-all", "Deal all", () => meadow.ask({ is: "deal", count: 200 }), "main"),
    ];
  }

  raking(game, me) {
    const turns = this.page.box.topOf(me) && !this.page.box.uncovered(me).length;
    return [
      turns && this.button("turn", "Turn up my next card", () => this.turnUp(me), "main"),
      game.referee === "check" && this.button("claim", "Stashed!", () => this.rake(me, me)),
      this.button("stop", "Stop!", () => this.rake(me, "deck")),
    ];
  }

  taking(game, me) {
    const stash = this.page.box.topOf(me);
    return [
      game.on_turn === me && stash && this.button("stash", "Play a stash card", () => this.lay(stash, "deck", true)),
      !game.plays.length && this.page.box.at("deck").length > 0 &&
        this.button("collect", "Take the round's cards away", () => this.collect(), "main"),
    ];
  }

  onThree(me) {
    return this.button("three", "On three!", () => this.rake(me, "deck"), "main");
  }

  // ------------------------------------------------------------------------- doing it

  // A button that shows a command card to the deck reader.
  card(word, words, kind) {
    return this.button(`card-${word}`, words, () => this.show(this.page.box.command(word), "deck"), kind);
  }

  show(piece, reader) {
    if (!piece) this.page.refuse("that piece is not in this box: use the console");
    else this.page.meadow.ask({ is: "show", piece, at: reader });
  }

  rake(side, reader) {
    this.show(this.page.box.rakeOf(side, this.state), reader);
  }

  lay(piece, to, up) {
    return this.page.meadow.ask({ is: "lay", piece, to, up });
  }

  turnUp(seat) {
    this.lay(this.page.box.topOf(seat), `cards.${seat}`, true);
  }

  collect() {
    return this.page.meadow.ask({ is: "collect" });
  }

  setOut(game) {
    this.page.meadow.ask({ is: "set-out", game });
  }
}
