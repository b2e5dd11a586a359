// The scoreboard: what all may know, large. It needs no hand: it follows the table by itself, and
// explains the games while nobody plays.

import { Table } from "./table.js";
import { clockText, el, show } from "./draw.js";
import { nameOf, pieceName, sideMark, suitMark, suitOf, title, valueOf } from "./words.js";

const at = (id) => document.getElementById(id);

const HOW = {
  "": [
    ["Sweepers", "rake the tokens of your cards off your side of the meadow, all seven before the others do, or all together in 90 seconds"],
    ["Sweet Takes", "tricks with sweets: follow the suits, and take the cards that count"],
    ["Join", "choose a game with its card on the deck reader, lay your rake on your tray, then the card Start"],
  ],
  sweepers: [
    ["Join", "lay your rake on the tray in front of you"],
    ["Rake", "find the token of your open card on the meadow, and rake it off your side"],
    ["Cover", "lift it from the tray onto the card, and turn the next"],
    ["Begin", "the card Start on the deck reader, when all are here"],
  ],
  "sweet-takes": [
    ["Join", "lay your rake on your tray, or say your seat with its card"],
    ["Follow", "play the suit that was led, else the second suit, if you have it"],
    ["Collect", "the highest of the starting suit takes first; then each other suit its own"],
    ["Begin", "the card Start on the deck reader, when all are here"],
  ],
};

function seatBox(state, side, { turn = false } = {}, ...content) {
  return el(`section.seat.of-${side}${turn ? ".turn" : ""}`,
    { "aria-label": nameOf(state, side) },
    el("h2", sideMark(side), nameOf(state, side)), ...content);
}

// ------------------------------------------------------------------------------- lobby

function lobby(state) {
  const { lobby: chosen } = state;
  const seats = chosen.seats.map((seat) =>
    seatBox(state, seat.side, {}, el("p.small", seat.rake ? "joined with a rake" : "joined")));
  const how = (HOW[chosen.game] ?? HOW[""]).map(([word, text]) =>
    el("li", el("b", word), el("span", text)));
  return [...seats, bestOf(state), el("ul.how", { "aria-label": "How to play" }, ...how)];
}

function bestOf(state) {
  const best = state.best ?? [];
  if (!best.length) return null;
  return el("section.how", el("h2", "Today's best"),
    el("ol", ...best.map((one) => el("li", el("b", clockText(one.ms)), el("span", one.what)))));
}

// ---------------------------------------------------------------------------- Sweepers

function sweepers(state, game) {
  return [
    banner(state, game),
    ...game.sides.map((side) => {
      const open = side.open.map(pieceName).join(", ");
      const strays = side.tray.filter((token) => token.verdict === "stray").length;
      const pips = Array.from({ length: side.cards }, (_, number) =>
        el(`span.pip${number < side.covered ? ".done" : ""}`));
      return seatBox(state, side.side, {},
        el("p.big", `${side.covered} of ${side.cards}`),
        el("p.pips", { "aria-hidden": "true" }, ...pips),
        el("p.small", open ? `looks for: ${open}` : doing(game, side)),
        strays ? el("p.small", `${strays} in the tray must go back`) : null);
    }),
  ];
}

function doing(game, side) {
  if (side.off) return "switched off";
  if (game.phase === "dealing") return game.deal_to === side.side ? "gets the next card" : "is dealt to";
  if (side.claimed) return "said: Stashed!";
  return side.covered === side.cards && side.cards ? "all covered" : "waits";
}

// -------------------------------------------------------------------------- Sweet Takes

function sweetTakes(state, game) {
  const suits = game.suits;
  const plays = (game.plays.length ? game.plays : game.last_round).map((play) =>
    el("div.card", suitMark(suitOf(play.card), suits), " ",
      el("span.value", valueOf(play.card)), " ",
      el("span", title(suitOf(play.card))),
      el("div.small.soft", nameOf(state, play.seat),
        play.source === "stash" ? " (stash)" : "")));
  const follow = [["follow", game.starting_suit], ["then", game.secondary_suit]]
    .filter(([, suit]) => suit)
    .map(([word, suit]) => el("span.card", word, " ", suitMark(suit, suits), " ", title(suit)));
  return [
    banner(state, game),
    el("div.trick", ...follow, ...plays),
    ...game.seats.map((seat) =>
      seatBox(state, seat.seat, { turn: game.on_turn === seat.seat },
        el("p.big", `${game.sets > 1 ? seat.total : seat.points} points`),
        el("p.small", `${seat.hand} in hand, ${seat.stash} in the stash, `,
          `${seat.face_up.length + seat.face_down} cards won`),
        game.on_turn === seat.seat ? el("p.small", "is to play") : null)),
  ];
}

// ------------------------------------------------------------------------------- shared

function banner(state, game) {
  const { pause } = state;
  const winners = (game.winners ?? []).map((side) => nameOf(state, side));
  if (game.outcome || winners.length) return el("p.banner.won", outcome(game, winners));
  if (pause.broken?.length) {
    return el("p.banner.bad", `Paused: the reader of ${pause.broken.map(title).join(", ")} does not answer`);
  }
  if (pause.paused) {
    return el("p.banner", pause.counting ? `On three: ${pause.counting}` : "Paused: it goes on at three");
  }
  const said = {
    dealing: game.deal_to ? `Dealing: a card for ${nameOf(state, game.deal_to)}` : "Dealing",
    counting: `On three: ${game.count ?? ""}`,
    ready: "Ready: on three",
    stopped: `Stop! ${game.caller ? `called by ${nameOf(state, game.caller)}` : ""}`,
    checking: game.laying ? `${nameOf(state, game.laying)} is checked` : "Checking",
    inventory: game.laying ? `${nameOf(state, game.laying)} lays out` : "Looking for a token",
    drawing: game.draw_for ? `${nameOf(state, game.draw_for)} draws ${game.draws_left}` : "Drawing",
    between: "Between two sets",
  }[game.phase];
  return said ? el("p.banner", said) : null;
}

function outcome(game, winners) {
  if (winners.length) return `${winners.join(" and ")} ${winners.length > 1 ? "win" : "wins"}!`;
  return { won: "Won, all together!", lost: "Time is out", ended: "Ended" }[game.outcome] ?? title(game.outcome);
}

const GAMES = { sweepers, "sweet-takes": sweetTakes };

// --------------------------------------------------------------------------------- page

const listener = {
  state(state) {
    const game = state.game;
    const draw = GAMES[game.game];
    at("title").textContent = state.lobby.title || "Meadow Table";
    at("about").textContent = state.lobby.choices || "a table to rake and to take sweets at";
    show(at("main"), ...(draw ? draw(state, game) : lobby(state)));
    document.body.dataset.phase = state.phase;
    tick();
  },
  news(message) {
    const line = message.lines?.at(-1);
    if (line) at("ticker").textContent = line;
  },
  stale(since) {
    const line = at("stale");
    line.hidden = since === null;
    if (since !== null) {
      const when = new Date(Date.now() - (performance.now() - since));
      line.textContent = `The table has not been heard since ${when.toLocaleTimeString()}; what you see is from then.`;
    }
  },
};

const table = new Table({ page: "board", streams: ["history"] }, listener);

function tick() {
  const game = table.state?.game;
  const clock = at("clock");
  if (game?.sand_ends_ms > 0 && table.state.phase === "playing") {
    const left = game.sand_ends_ms - table.coreMs;
    clock.textContent = clockText(left);
    clock.classList.toggle("late", left < 10_000);
  } else {
    clock.textContent = "";
  }
}

setInterval(tick, 100);
