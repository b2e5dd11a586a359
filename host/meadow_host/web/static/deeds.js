// What one can do now, and what is said of it: the words at the top of the meadow's page and its
// buttons. Each button lays a real piece on a real place, as a hand would.

import { counted, isAlike, nameOf, pieceName, pieceOf, sideMark, suitOf, title } from "/static/words.js";
import { GO_ON, situation } from "/static/situation.js";
import { astray } from "./astray.js";
import { WAYS } from "./commands.js";
import { Hands } from "./hands.js";
import { el } from "/static/draw.js";
import { waitingText } from "./whom.js";

const OPENERS = ["thats-my-stash", "quick-paws", "sweet-takes"];
const NEAR_MM = 180; // what is put back lies near the edge over which it fell
const MANY = 8; // cards of rounds that are over: a few more, and the reader under them reads no more
const OFF = { head: "You are switched off", hint: "not in play, until an operator undoes that", waits: "", kind: "bad", buttons: [] };

export class Deeds extends Hands {
  // {head, hint, waits, always, buttons}: `always` keeps its place, whatever comes and goes beside
  now() {
    const { state } = this;
    const { room } = this.page.meadow;
    const mine = room.you;
    if (!state) return { head: "Waiting for the table", buttons: [] };
    const name = (side) => nameOf(state, side);
    if (!mine.length) {
      const { head } = situation(state, name);
      return { head: "Where do you sit?", hint: head ? `now: ${head}${this.botsGoOn()}` : "or just watch", buttons: this.seats() };
    }
    if (state.phase === "lobby") return this.lobby(state, mine);
    const waits = waitingText(state, mine, room, name);
    const told = situation(state, name);
    return { waits, ...told, hint: withoutGoOn(told.hint), ...this.during(state, mine, name) };
  }

  // Where nobody sits but bots, they clear the table by themselves.
  botsGoOn() {
    const { people, bots } = this.page.meadow.room;
    return this.state.phase === "over" && !people.length && bots.length ? "; in half a minute the bots begin anew" : "";
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
      this.button(`join-${side}`, [sideMark(side), `Join ${title(side)}`], () => this.join(side), "main"));
    const names = lobby.seats.map((seat) => nameOf(state, seat.side)).join(", ");
    return {
      head: lobby.choices || lobby.title || title(lobby.game),
      hint: names ? `at the table: ${names}` : "nobody has joined",
      buttons: [...joins, joined.length > 0 && this.card("start", "Start", joins.length ? "" : "main"),
        this.button("more", WAYS, () => this.page.panel.open(WAYS))],
    };
  }

  // What stands over the table's own words, and the buttons.
  during(state, mine, name) {
    const { game } = state;
    const seats = (game.sides ?? game.seats ?? []).map((one) => one.side ?? one.seat);
    const off = (game.sides ?? []).filter((one) => one.off).map((one) => one.side);
    const own = mine.filter((side) => seats.includes(side) && !off.includes(side));
    const me = own[0] ?? mine[0];
    const strayed = astray(this.page, mine, this.button);
    if (strayed && state.phase !== "over") {
      return { ...strayed, hint: isPaused(state) ? `${strayed.hint}; the game is paused` : strayed.hint };
    }
    if (state.pause.broken?.length && state.phase !== "over") return { buttons: [] };
    if (isPaused(state)) return { buttons: [this.onThree(me)] };
    const isOff = !own.length && mine.some((side) => off.includes(side));
    if (isOff && ["playing", "counting", "claimed"].includes(game.phase)) return OFF;
    switch (game.phase) {
      case "dealing":
      case "taking":
        return { buttons: this.deal(game) };
      case "drawing":
        return { buttons: [this.setAside(game, mine), ...(this.fallen(game, mine)?.buttons ?? []), ...this.deal(game)] };
      case "ready":
        return { buttons: [game.mode === "quick-paws" ? this.sand(own) : this.onThree(me)] };
      case "playing":
        return game.game === "sweepers" ? this.raking(game, mine, own) : this.taking(game, mine, me, name);
      case "checking":
      case "inventory":
        return { buttons: mine.includes(game.laying) ? this.laying(game) : [] };
      case "stopped": {
        const fallen = this.fallen(game, mine);
        return { buttons: [...(fallen?.buttons ?? []), this.floor(), this.onThree(me)] };
      }
      case "leading":
        return { buttons: this.forEach(own, "lead", "I had a sweet last", "Had a sweet last", (seat) =>
          this.show(this.page.box.tracker, seat === "five" ? "deck" : seat), "main") };
      case "between":
        return { buttons: [this.card("start", "Start", "main")] };
      case "over":
        return this.over(game, mine, name);
      default:
        return { buttons: [] };
    }
  }

  // The oldest does so, as the lights show it (W3).
  sand(own) {
    const seat = own.find((one) => this.state.cues?.[one]?.name === "flip");
    return seat && this.button("flip", "Flip the sand", () => this.speak(seat, seat), "main");
  }

  over(game, mine, name) {
    const others = game.winners.filter((side) => !mine.includes(side));
    const isMine = others.length < game.winners.length;
    const buttons = [this.card("end", "Next game", "main"),
      this.button("tidy", "All into the box", () => this.setOut(""))];
    if (!isMine) return { buttons };
    return { head: others.length ? `You win, with ${others.map(name).join(" and ")}!` : "You win!", kind: "won", buttons };
  }

  deal(game) {
    const { meadow } = this.page;
    const first = (game.sides ?? game.seats)[0];
    const whoDeals = { taking: game.take_for, drawing: game.draw_for }[game.phase] ?? first.side ?? first.seat;
    if (meadow.room.bots.includes(whoDeals)) return [];
    if (meadow.room.dealing) {
      return [this.button("deal-stop", "Stop dealing", () => meadow.ask({ is: "deal", count: 0 }))];
    }
    const asked = game.deal_to || game.draw_for || game.take_for;
    return [
      this.button("deal", asked ? `Deal ${title(asked)}'s card` : "Deal", () => meadow.ask({ is: "deal", count: 1 })),
      this.button("deal-all", "Deal all", () => meadow.ask({ is: "deal", count: 200 }), "main"),
    ];
  }

  // ----------------------------------------------------------------------------- Sweepers

  raking(game, mine, own) {
    const { box } = this.page;
    const sideOf = (seat) => game.sides.find((one) => one.side === seat);
    // Where the table knows what is covered it says when the next card is turned: it has opened it.
    const knows = game.referee === "live" || game.mode === "quick-paws";
    const isNext = (seat) => sideOf(seat).open.length > 0 && box.turned(seat) <= sideOf(seat).covered;
    const turner = own.find((seat) => box.topOf(seat) && !box.uncovered(seat).length && (!knows || isNext(seat)));
    const sayer = game.referee === "check" && own.find((seat) => box.turned(seat) > 0 && !box.uncovered(seat).length &&
      (knows ? sideOf(seat).open.length > 0 && !isNext(seat) : !box.topOf(seat)));
    const [shout, each] = game.mode === "quick-paws" ? ["My card is covered", "Covered!"] : ["Stashed!", "Stashed!"];
    const fallen = this.fallen(game, mine);
    const hint = turner ? `turn up ${own.length > 1 ? "the" : "your"} next card`
      : own.some((seat) => box.uncovered(seat).length) ? "rake this token over your own edge"
        : sayer ? "covered? then say so" : "";
    return {
      head: this.rakingHead(game, own),
      hint,
      ...fallen,
      always: own.length > 0 && el("div.always", { "data-key": "always" },
        this.forEach(own, "stop", "Stop!", "Stop!", (seat) => this.speak(seat, "deck"))),
      buttons: [
        ...(fallen?.buttons ?? []),
        turner && this.button("turn", own.length > 1 ? `Turn up ${title(turner)}'s next card` : "Turn up my next card",
          () => this.turnUp(turner), "main"),
        ...(game.referee === "check" ? this.forEach(own, "claim", shout, each, (seat) => this.speak(seat, seat), sayer && !turner ? "main" : "") : []),
        this.floor(),
      ],
    };
  }

  rakingHead(game, own) {
    const side = game.sides.find((one) => one.side === own[0]);
    if (!side) return "You watch";
    return game.referee === "check" || own.length > 1 ? "Rake!" : `${side.covered} of ${side.cards} covered`;
  }

  // A button for who plays here, or one with each one's mark where several do.
  forEach(own, key, words, each, act, kind = "") {
    return own.map((seat, number) => this.button(number ? `${key}-${seat}` : key,
      own.length > 1 ? [sideMark(seat), el("span.visually-hidden", `${title(seat)}: `), each] : words, () => act(seat), kind));
  }

  // What fell into a tray of mine: onto the card, or back. Null for nothing.
  fallen(game, mine) {
    const isJudged = game.referee === "live";
    const lays = mine.flatMap((seat) => (isJudged
      ? game.sides.find((side) => side.side === seat)?.tray ?? []
      : this.page.box.at(`tray.${seat}`).filter(([name]) => pieceOf(name).kind === "token")
        .map(([token]) => ({ token, verdict: "" }))).map((lay) => ({ ...lay, seat })));
    if (!lays.length) return null;
    const first = lays.find((lay) => lay.verdict === "match") ?? lays[0];
    const words = {
      match: { head: "It fits!", hint: "lift it onto your card: here, or drag it", kind: "won" },
      stray: { head: "Not for your card", hint: `${pieceName(first.token)} goes back onto the meadow`, kind: "bad" },
    }[first.verdict] ?? { head: "Something fell", hint: `${pieceName(first.token)}: onto your card, or back?` };
    return { ...words, buttons: this.ofFallen(lays, first) };
  }

  // What fits goes onto its card, all that does not back; what the table does not judge, one by one.
  ofFallen(lays, first) {
    const { meadow, box } = this.page;
    const { token, verdict, seat } = first;
    const open = box.uncovered(seat);
    const [card] = open.find(([, { face }]) => isAlike(face, token)) ?? (verdict ? [] : open[0] ?? []);
    const strays = verdict ? lays.filter((lay) => lay.verdict === "stray").map((lay) => lay.token) : [token];
    return [
      verdict !== "stray" && card && this.button(`cover-${token}`, "Onto my card",
        () => meadow.ask({ is: "lay", piece: token, to: card }), verdict ? "main" : ""),
      strays.length > 0 && this.button(`back-${strays.join()}`, putsBack(strays, lays),
        () => this.putBack(strays), verdict === "stray" ? "main" : ""),
    ];
  }

  // In a check, or after Stop!: one token after the other into the tray; the rake ends it.
  laying(game) {
    const seat = game.laying;
    const tokens = (...places) => places.flatMap((place) => this.page.box.at(place))
      .filter(([name, { at, on }]) => pieceOf(name).kind === "token" && (on || !at.startsWith("cards"))).map(([name]) => name);
    const laid = tokens(`tray.${seat}`);
    const left = tokens(`cards.${seat}`, `beside.${seat}`);
    const isEmptied = game.emptying && laid.length > 0;
    return [
      isEmptied && this.button("empty", "Empty my tray", () => laid.forEach((token) => this.lay(token, `beside.${seat}`)), "main"),
      !isEmptied && left.length > 0 && this.button("lay", "Lay the next token", () => this.lay(left[0], `tray.${seat}`), "main"),
      this.button("done", "Done laying", () => this.speak(seat, seat), left.length || isEmptied ? "" : "main"),
    ];
  }

  // After a failed check: cards that were left over go aside, and the tokens on them back (R51, R52).
  setAside(game, mine) {
    const { box, meadow } = this.page;
    const wrong = mine.flatMap((seat) => box.at(`cards.${seat}`))
      .filter(([, { face }]) => game.set_aside?.includes(face)).map(([name]) => name);
    const act = () => {
      this.putBack([...meadow.pieces].filter(([, { on }]) => wrong.includes(on)).map(([name]) => name));
      for (const card of wrong) this.lay(card, "aside");
    };
    return wrong.length > 0 && this.button("aside", "Set aside what did not fit", act, "main");
  }

  // What fell off a corner, or over an edge where nobody sits.
  floor() {
    const { box } = this.page;
    const playing = (this.state.game.sides ?? []).map((side) => `tray.${side.side}`);
    const trays = ["north", "east", "south", "west"].map((side) => `tray.${side}`).filter((tray) => !playing.includes(tray));
    const lost = ["floor", ...trays].flatMap((place) => box.at(place)).map(([name]) => name)
      .filter((name) => pieceOf(name).kind === "token");
    return lost.length > 0 && this.button("floor", `Fetch what fell (${lost.length})`, () => this.putBack(lost));
  }

  putBack(tokens) {
    const { meadow } = this.page;
    const near = (value) => Math.max(-NEAR_MM, Math.min(NEAR_MM, value));
    for (const token of tokens) {
      const { x, y } = meadow.pieces.get(token);
      meadow.ask({ is: "lay", piece: token, to: "meadow", x: near(x), y: near(y) });
    }
  }

  // -------------------------------------------------------------------------- Sweet Takes

  taking(game, mine, me, name) {
    const { box, meadow } = this.page;
    const { past } = meadow.room;
    const isMine = mine.includes(game.on_turn);
    const seat = game.seats.find((one) => one.seat === (isMine ? game.on_turn : me));
    const stash = isMine && box.topOf(game.on_turn);
    const points = game.sets > 1 ? seat?.total : seat?.points;
    const own = seat && `${mine.length > 1 ? `${name(seat.seat)}'s` : "your"} points: ${points}${pileOf(seat)}`;
    const turn = game.plays.length ? "Your turn" : "You lead";
    const whose = mine.length > 1 ? `${name(game.on_turn)} ${game.plays.length ? "is to play" : "leads"}` : turn;
    return {
      hint: [past >= MANY && "the deck reader is nearly full", own, isMine && (stash ? "tap a card below, or play from the stash" : "tap a card below"), `round ${game.round}`]
        .filter(Boolean).join("; "),
      ...(isMine ? { head: `${whose}: ${this.binding(game)}`, waits: "", kind: "ask" } : {}),
      buttons: [
        stash && this.button("stash", "From my secret stash", () => this.playStash(game, stash)),
        past > 0 && (!game.plays.length || past >= MANY) &&
          this.button("collect", "Take the round's cards away", () => meadow.ask({ is: "collect" }), isMine ? "main" : ""),
      ],
    };
  }

  // Where the table knows no stash the card comes over the own tray, or the Stash card first (S21).
  playStash(game, stash) {
    const isKnown = game.deal === "scanned" || game.stash_said;
    if (isKnown) this.lay(stash, "deck", true);
    else if (game.on_turn === "five") this.show(this.page.box.command("stash"), "deck");
    else this.lay(stash, `tray.${game.on_turn}`, true);
  }

  binding(game) {
    const suit = this.bindingSuit(game, game.on_turn);
    if (suit) return `follow ${title(suit)}`;
    return game.plays.length ? "any card, for none follows" : "any card";
  }

  // The suit that a seat has to follow with what it holds up: the first it has of those that bind.
  bindingSuit(game, seat) {
    const held = this.page.box.at(`hand.${seat}`).map(([, { face }]) => suitOf(face));
    return [game.starting_suit, game.secondary_suit].find((suit) => suit && held.includes(suit)) ?? "";
  }

  onThree(me) {
    const isBots = this.page.meadow.room.goes_on !== "";
    if (me === "five") return this.card("start", "On three!", isBots ? "" : "main");
    return this.button("three", "On three!", () => this.speak(me, "deck"), isBots ? "" : "main");
  }
}

// Which it means is plain where nothing else fell.
function putsBack(strays, lays) {
  if (strays.length > 1) return `Put ${strays.length} back`;
  return lays.length > 1 ? `Put back ${pieceName(strays[0]).toLowerCase()}` : "Put it back";
}

// Of which cards a seat has its points.
function pileOf({ face_up: up, face_down: down }) {
  return up.length + down > 0 ? ` (${counted(up.length, "card")} face up, ${down} face down)` : "";
}

function isPaused({ pause, phase }) {
  return Boolean(pause.paused) && phase !== "over";
}

// What the button On three! says already.
function withoutGoOn(hint) {
  return hint.endsWith(GO_ON) ? hint.slice(0, -GO_ON.length).replace(/[;:] $/, "") : hint;
}
