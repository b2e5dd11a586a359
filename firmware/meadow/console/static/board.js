// The scoreboard: what all may know, large. It needs no hand: it follows the table by itself, and
// explains the games while nobody plays.

import { Table, timeOfDay } from "./table.js";
import { el, show } from "./draw.js";
import { SIDES, clockText, learn, nameOf, sideMark, title } from "./words.js";
import { isTimed, situation } from "./situation.js";
import { attract, lobby } from "./board-lobby.js";
import { holding, howOf, waysOf } from "./board-how.js";
import { wrongLine } from "./troubles.js";
import { following, otherGame, sweepers, sweetTakes } from "./board-games.js";

const TURN_MS = 12_000;
const CURSOR_MS = 4000;
const MIDDLING = 18; // characters of a head that is written smaller
const LONG = 36;
const LONGER = 52;
const WORDY = 72; // and of what follows it
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const WHO = [...SIDES, "deck"];
const GAMES = { sweepers, "sweet-takes": sweetTakes };

const at = (id) => document.getElementById(id);
let slide = 0;
let isHeld = false;
let lastLine = "";

function draw(state) {
  const { game, lobby: chosen } = state;
  const isPlaying = state.phase !== "lobby";
  const isIdle = !isPlaying && !chosen.game;
  const now = situation(state, (side) => nameOf(state, side));
  document.body.className = isPlaying ? `playing game-${game.game} ${state.phase}` : isIdle ? "idle" : "joining";
  at("title").textContent = heading(state);
  at("about").textContent = about(state);
  show(at("banner"), banner(state, now));
  if (isPlaying) show(at("main"), ...(GAMES[game.game] ?? otherGame)(state, game, now));
  else if (isIdle) show(at("main"), ...attract(state, slide, STILL.matches));
  else show(at("main"), ...lobby(state));
  at("hold").hidden = !isIdle || STILL.matches;
  at("wrong").textContent = wrongLine(state);
  tick();
}

function heading(state) {
  if (state.phase === "lobby" && !state.lobby.game) return "Meadow Table";
  const { game, lobby: chosen } = state;
  return howOf([game.mode ?? "", ...chosen.chosen])?.title || chosen.title || "Meadow Table";
}

function about(state) {
  const { game, lobby: chosen } = state;
  if (state.phase === "lobby") {
    if (!chosen.game) return "a table that plays along";
    return howOf(chosen.chosen) ? waysOf(holding(chosen)).join(", ") : chosen.choices;
  }
  const parts = [];
  if (game.game === "sweepers") {
    parts.push(...waysOf([`referee-${game.referee}`, ...game.ways.map((way) => `way-${way.toLowerCase()}`)]));
    if (game.ways.includes("D")) parts.push(`round ${game.round}, ${game.rounds_won} won`);
    if (game.void) parts.push("a reader failed: counts for no best time");
  } else if (game.game === "sweet-takes") {
    if (game.sets > 1) parts.push(`set ${game.set} of ${game.sets}`);
    if (game.round) parts.push(`round ${game.round} of 12`);
  }
  if (!state.saved) parts.push("not saved");
  return parts.join(", ");
}

// What goes on, and what it waits for; in plain play what happened last.
function banner(state, now) {
  if (state.phase === "lobby") return invitation(state.lobby);
  if (!now.head) return bar("plain", [], "", lastLine);
  const marks = (now.sides ?? []).map(sideMark);
  return bar(now.kind, marks, now.head, ...(now.suits?.length ? following(now.suits) : [now.hint]));
}

function invitation(chosen) {
  if (!chosen.game) return bar("call", [], "Choose a game", "with its card on the deck reader");
  const { seats } = chosen;
  const places = chosen.game === "sweet-takes" ? 5 : 4;
  if (seats.length >= places) return bar("call", [], "All places are taken", "the card Start begins");
  return bar("call", [], "Lay your rake to join", seats.length ? "all here? The card Start" : "on the tray in front of you");
}

function bar(kind, marks, head, ...hint) {
  const { length } = head;
  const size = length > LONGER ? ".longer" : length > LONG ? ".long" : length > MIDDLING ? ".middling" : "";
  const isWordy = Boolean(head) && String(hint).length > WORDY;
  return el(`p.banner${kind ? `.${kind}` : ""}${size}${isWordy ? ".wordy" : ""}`, head ? el("b", ...marks, marks.length ? " " : null, head) : null,
    " ", el("span", ...hint, " "));
}

function tick() {
  const state = table.state;
  const game = state?.game;
  const counts = game?.phase === "counting" && !state.pause.paused; // what is paused counts no more
  const count = state?.pause?.counting || (counts && game.count) || 0;
  let text = count ? `${count} ...` : "";
  let isLate = false;
  if (!count && state?.phase === "playing" && game.began_ms >= 0) {
    const isSand = game.sand_ends_ms > 0;
    const left = isSand ? game.sand_ends_ms - table.coreMs : table.coreMs - game.began_ms;
    if (isTimed(game)) text = isSand || left >= 10_000 ? clockText(left) : `0:0${Math.floor(left / 1000)}`;
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
  // What nobody at the table did, as a wrong word of an operator, is told to operators alone.
  const line = lines?.filter((one) => one.at_ms >= 0 && !one.text.startsWith("refused: ")).at(-1);
  if (!line) return;
  // A crowd is told what happened; by which ruling is for operators.
  lastLine = line.text.replace(/ \([A-Z]\d+\)$/, "").replace(/^([a-z]+): (refused: )?/, (whole, who) =>
    (WHO.includes(who) ? `${whoIs(who)}: ` : whole));
  if (table.state) table.draw();
}

function whoIs(who) {
  if (who === "deck") return "Deck reader";
  return table.state ? nameOf(table.state, who) : title(who);
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
function pointed() {
  document.documentElement.classList.remove("no-cursor");
  clearTimeout(cursor);
  cursor = setTimeout(() => document.documentElement.classList.add("no-cursor"), CURSOR_MS);
}
document.addEventListener("pointermove", pointed);
document.addEventListener("pointerdown", pointed);
document.addEventListener("focusin", pointed);
pointed();
STILL.addEventListener("change", () => table.state && table.draw());
setInterval(tick, 100);
setInterval(turn, TURN_MS);
