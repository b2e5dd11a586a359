// The scoreboard: what all may know, large. It needs no hand: it follows the table by itself, and
// explains the games while nobody plays.

import { Table, timeOfDay } from "./table.js";
import { el, show } from "./draw.js";
import { clockText, learn, nameOf, situation, title } from "./words.js";
import { attract, lobby } from "./board-lobby.js";
import { wrongLine } from "./troubles.js";
import { following, otherGame, sweepers, sweetTakes } from "./board-games.js";

const TURN_MS = 12_000;
const CURSOR_MS = 4000;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const GAMES = { sweepers, "sweet-takes": sweetTakes };

const at = (id) => document.getElementById(id);
let slide = 0;
let isHeld = false;
let lastLine = "";

function draw(state) {
  const { game, lobby: chosen } = state;
  const name = (side) => nameOf(state, side);
  const isPlaying = state.phase !== "lobby";
  const isIdle = !isPlaying && !chosen.game;
  const now = situation(state, name);
  document.body.className = isPlaying ? `playing game-${game.game}` : isIdle ? "idle" : "joining";
  at("title").textContent = heading(state);
  at("about").textContent = about(state);
  show(at("banner"), banner(state, now));
  if (isPlaying) show(at("main"), ...(GAMES[game.game] ?? otherGame)(state, game, name));
  else if (isIdle) show(at("main"), ...attract(state, slide, STILL.matches));
  else show(at("main"), ...lobby(state, name));
  at("hold").hidden = !isIdle || STILL.matches;
  at("wrong").textContent = wrongLine(state);
  tick();
}

function heading(state) {
  if (state.phase === "lobby" && !state.lobby.game) return "Meadow Table";
  const { game } = state;
  if (game.mode === "quick-paws") return "Quick Paws";
  if (game.mode === "thats-my-stash") return "That's My Stash!";
  return state.lobby.title || "Meadow Table";
}

function about(state) {
  const { game, lobby: chosen } = state;
  if (state.phase === "lobby") return chosen.game ? chosen.choices : "a table that plays along";
  const parts = [];
  if (game.game === "sweepers") {
    if (game.referee === "check") parts.push("referee check");
    if (game.ways.length) parts.push(`way ${game.ways.join(", ")}`);
    if (game.ways.includes("D")) parts.push(`round ${game.round}, ${game.rounds_won} won`);
    if (game.void) parts.push("counts for no best time");
  } else if (game.game === "sweet-takes") {
    if (game.sets > 1) parts.push(`set ${game.set} of ${game.sets}`);
    if (game.round) parts.push(`round ${game.round} of 12`);
  }
  if (!state.saved) parts.push("not saved");
  return parts.join(", ");
}

// What goes on, and what it waits for; in plain play what happened last.
function banner(state, now) {
  if (state.phase === "lobby") {
    if (!state.lobby.game) return bar("call", "Choose a game", "with its card on the deck reader");
    const hint = state.lobby.seats.length ? "all here? The card Start" : "on the tray in front of you";
    return bar("call", "Lay your rake to join", hint);
  }
  if (!now.head) return bar("plain", "", lastLine);
  const suits = state.game.game === "sweet-takes" ? following(state.game) : [];
  return bar(now.kind, now.head, ...(suits.length ? suits : [now.hint]));
}

function bar(kind, head, ...hint) {
  return el(`p.banner${kind ? `.${kind}` : ""}`, head ? el("b", head) : null, " ", el("span", ...hint, " "));
}

function tick() {
  const state = table.state;
  const game = state?.game;
  const count = state?.pause?.counting || (game?.phase === "counting" && game.count) || 0;
  let text = count ? `${count} ...` : "";
  let isLate = false;
  if (!count && state?.phase === "playing" && game.began_ms >= 0) {
    const isSand = game.sand_ends_ms > 0;
    const left = isSand ? game.sand_ends_ms - table.coreMs : table.coreMs - game.began_ms;
    const runs = ["playing", "stopped", "claimed"].includes(game.phase);
    if (runs) text = isSand || left >= 10_000 ? clockText(left) : `0:0${Math.floor(left / 1000)}`;
    isLate = isSand && left < 10_000;
  }
  if (at("clock").textContent !== text) at("clock").textContent = text;
  at("clock").classList.toggle("late", isLate);
}

// --------------------------------------------------------------------------------- page

let boot = "";
const table = new Table({ page: "board", wants: ["history", "pieces"] }, {
  state(state) {
    // The program started anew, perhaps as another version: nobody is here to reload this page.
    if (boot && table.boot !== boot) location.reload();
    boot = table.boot;
    draw(state);
  },
  news: (message) => tell(message.lines),
  history: (message) => tell(message.lines),
  pieces: (message) => learn(message.pieces, table),
  refused: (why) => { at("stale").textContent = `The table does not show itself to this page: ${why}`; },
  stale(since) {
    at("stale").hidden = since === null;
    document.body.toggleAttribute("data-stale", since !== null);
    if (since === null) return;
    at("stale").textContent = table.state === null
      ? "Looking for the table ..."
      : `The table was last heard at ${timeOfDay(since)}: what you see is from then`;
  },
});

function tell(lines) {
  const line = lines?.filter((one) => one.at_ms >= 0).at(-1);
  if (!line) return;
  lastLine = line.text.replace(/^(north|east|south|west|five): /, (_, side) =>
    `${table.state ? nameOf(table.state, side) : title(side)}: `);
  if (table.state) table.draw();
}

function turn() {
  if (isHeld || STILL.matches || table.state?.phase !== "lobby") return;
  slide += 1;
  table.draw();
}

at("hold").addEventListener("click", () => {
  isHeld = !isHeld;
  at("hold").setAttribute("aria-pressed", String(isHeld));
});
let cursor = 0;
document.addEventListener("pointermove", () => {
  document.body.classList.remove("no-cursor");
  clearTimeout(cursor);
  cursor = setTimeout(() => document.body.classList.add("no-cursor"), CURSOR_MS);
});
STILL.addEventListener("change", () => table.state && table.draw());
setInterval(tick, 100);
setInterval(turn, TURN_MS);
