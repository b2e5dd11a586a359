// The operator's console: it shows what the table says and sends words; the table decides. Buttons
// bear the word they say (`data-word`, `data-args`), and one listener at the root sends it.

import { Table, timeOfDay } from "./table.js";
import { el, hold, isFresh, isLate, show } from "./draw.js";
import { learn, nameOf, piecesOf, spanText, suitOf, title, valueOf } from "./words.js";
import { gameTime, situation } from "./situation.js";
import { bar, nextStep, offButton, saidText } from "./console-words.js";
import { choosing, seating } from "./console-lobby.js";
import { byHand, playing } from "./console-game.js";
import { health, journalLinks, percent } from "./console-table.js";
import { Presses, Question, drawAround, isTakenAway } from "./console-hands.js";
import { Saved } from "./saved.js";
import { wrongLink, wrongs } from "./troubles.js";

const at = (id) => document.getElementById(id);
const KEPT_LINES = 300;
const GOOD_MS = 8000;
const BAD_MS = 20_000;
const LED_HERE_MS = 1500;
const SHOWN_MS = 300; // what was done is shown by then
const INSIDE = "meadow-operator"; // in which life of the table this tab was the operator's
const DIGITS = 6;

// -------------------------------------------------------------------------- what it shows

function draw(state) {
  const isOperator = table.viewer === "operator";
  if (isOperator) drawAround(() => drawAll(state));
  else say("");
  at("login").hidden = isOperator;
  at("main").hidden = at("foot").hidden = !isOperator;
  at("title").textContent = state.lobby.title || "Meadow Table";
  at("about").textContent = state.lobby.choices || state.lobby.title || "no game is chosen";
  const inside = sessionStorage.getItem(INSIDE);
  const isAnew = Boolean(inside) && inside !== table.boot;
  at("pin-since").textContent = isAnew ? "The table started anew since you were in: say the PIN again." : "";
  question.look();
}

function drawAll(state) {
  sessionStorage.setItem(INSIDE, table.boot);
  turnTo(state);
  at("pin-why").textContent = "";
  const name = (side) => nameOf(state, side);
  const inLobby = state.phase === "lobby";
  show(at("now"), ...now(state, name));
  show(at("wrong"), ...wrongs(state));
  show(at("choose"), ...(inLobby ? choosing(state) : []));
  show(at("seats"), ...(inLobby ? seating(state) : playing(state, name)));
  show(at("hand-words"), ...byHand(state));
  show(at("table"), ...health(state, (ms) => timeOfDay(ms - table.aheadMs)));
  show(at("bar"), ...bar(state));
  followSlider();
  tick();
}

function now(state, name) {
  const { head, hint, kind } = situation(state, name);
  const broken = state.phase === "over" ? [] : state.pause.broken ?? [];
  return [
    el(`h2${kind ? `.${kind}` : ""}`, head || standing(state), el("span", { id: "clock" })),
    el("p.soft", state.phase === "lobby" ? waiting(state) : nextStep(state, hint) || " "),
    state.pause.paused === "undo" && undone ? el("p", { "data-key": "undone" }, `Taken back: ${undone}`) : null,
    wrongLink(state),
    broken.length
      ? el("div.row", ...broken.map((place) => offButton(state, place)))
      : null,
  ];
}

function standing(state) {
  if (state.phase !== "lobby") return "The game is on";
  if (!state.lobby.game) return "Choose a game";
  return state.lobby.seats.length ? "Players join" : "Nobody has joined yet";
}

function waiting(state) {
  if (!state.lobby.game) return "tap one, or lay its card on the deck reader";
  return state.lobby.seats.length ? "Start, below, once all have joined" : "a rake on a tray joins, or Join here";
}

function tick() {
  if (isLate() && table.state) table.draw();
  if (!at("clock")) return;
  const [long, what] = gameTime(table.state, table.coreMs);
  show(at("clock"), long, what && el("small", ` ${what}`));
}

// What the last undo took back, in the table's words.
const TAKEN_BACK = "; taken back: ";
let undone = "";

function tell(lines, isAnew) {
  const list = at("history");
  if (isAnew) {
    list.replaceChildren();
    undone = "";
  }
  for (const line of lines ?? []) {
    const [, back] = line.text.split(TAKEN_BACK);
    if (back) undone = back;
    const when = line.at_ms >= 0 ? spanText(line.at_ms) : "no game";
    list.prepend(el(`li${line.loud ? ".loud" : ""}`, el("span.soft", when), " ", line.text));
  }
  while (list.childNodes.length > KEPT_LINES) list.lastChild.remove();
}

// The line at the foot is about the last act, and passes away: the history keeps what happened.
let passing = 0;
let saidAtMs = 0;
function say(text, isBad = false) {
  const line = at("said");
  saidAtMs = performance.now();
  line.textContent = text;
  line.className = isBad ? "bad" : "good";
  clearTimeout(passing);
  if (text) passing = setTimeout(say, isBad ? BAD_MS : GOOD_MS, "");
}

// What was said of another part of the game is of no use any more, unless it has led here.
let part = "";
function turnTo({ phase, game }) {
  const next = [phase, game.game, game.phase, game.round, game.set].join(" ");
  if (next !== part && performance.now() - saidAtMs > LED_HERE_MS) say("");
  part = next;
}

const table = new Table({ page: "console", wants: ["history", "pieces"], viewer: "operator" }, {
  state: draw,
  news(message) {
    tell(message.lines, message.begins);
    if (message.facts.some((fact) => fact.type === "fact.undone") && table.state) table.draw();
    for (const one of message.refused) say(one.place ? `${title(one.place)}: ${one.why}` : one.why, true);
  },
  history: (message) => tell(message.lines, true),
  pieces: (message) => learn(message.pieces, table),
  refused(why) {
    say(why, true);
    at("pin-why").textContent = why;
  },
  stale(since) {
    at("stale").hidden = since === null;
    document.body.toggleAttribute("data-stale", since !== null);
    if (since !== null) at("stale").textContent = `Not heard from the table since ${timeOfDay(since)}`;
  },
});

// ------------------------------------------------------------------------ what it sends

// A word is meant for the game, and for what may be undone, as they are now: `when` says which.
function act(word, ...args) {
  const other = table.state?.phase === "lobby" ? { end: "clear", start: "begin" }[word] : "";
  const when = table.state?.situation;
  return ask({ is: "act", word, args, when }, saidText(other || word, ...args));
}

// Whatever is asked for takes the line's place at once; a late answer to something before it is
// shown only if it says no. Resolves to "" or to why it was not done.
let asks = 0;
async function ask(message, what) {
  const number = ++asks;
  say("");
  const why = await table.ask(message);
  if (why && at("said").textContent.endsWith(why)) return why; // its news came first, and says where
  if (why || number === asks) say(why || `Done: ${what}`, Boolean(why));
  return why;
}

const CHANGED = "That changed just now: look again";
const presses = new Presses(() => say(CHANGED, true));
const question = new Question(at("sure"), at("sure-what"), () =>
  [table.viewer, table.boot, table.state?.situation].join(" "));

document.addEventListener("click", async (event) => {
  const { target, isMeant } = presses.of(event);
  if (!target || (!target.dataset.word && !target.dataset.pick)) return;
  if (!isMeant) {
    say(CHANGED, true);
    return;
  }
  if (target.getAttribute("aria-disabled") === "true") {
    say(`Not now: ${target.textContent.trim()}`, true);
    return;
  }
  if (target.getAttribute("aria-pressed") === "true") {
    say(`Chosen already: ${target.textContent.trim()}. Clear, below, takes all choices back; the players stay`, true);
    return;
  }
  const { word, pick, args, sure } = target.dataset;
  if (pick) await sayPicked(target);
  else if (!sure) await act(word, ...JSON.parse(args));
  else {
    const answer = await question.ask(target, sure);
    if (answer === "yes") await act(word, ...JSON.parse(args));
    else if (answer === "changed") say(CHANGED, true);
  }
});

// Once a card is said, the fields are as they were before; what is refused stays to be put right, and
// in the lobby what was chosen stays to be seen.
async function sayPicked(target) {
  const fields = [...target.closest("[data-picks]").querySelectorAll("select")];
  if (fields.some(isFresh)) {
    say(CHANGED, true);
    return;
  }
  const values = fields.map((field) => field.value);
  const args = picked(target, fields, values);
  if (!args || (await act(target.dataset.word, ...args)) || table.state.phase === "lobby") return;
  fields.forEach((field, index) => {
    if (field.value === values[index]) field.value = "";
  });
  table.draw();
}

// What the fields beside a button say; null if one says nothing.
function picked(target, fields, values) {
  const lost = fields.map((field) => field.selectedOptions[0]?.dataset.gone).find(Boolean);
  if (lost) {
    say(`No longer there: ${lost}. Choose again, then press the button`, true);
    return null;
  }
  if (values.some((value) => !value)) {
    say("Choose first, then press the button", true);
    return null;
  }
  if (target.dataset.pick !== "card") return values;
  const [suit, value] = values;
  const card = piecesOf("suit-card").find((id) => suitOf(id) === suit && valueOf(id) === value);
  if (!card) say(`There is no card ${title(suit)} ${value}`, true);
  return card ? [card] : null;
}

document.addEventListener("input", (event) => {
  if (event.target.dataset.sets === "brightness") followSlider();
});

// The number beside the slider is that of the slider, also while it is drawn.
function followSlider() {
  const slider = document.querySelector("[data-sets=brightness]");
  const text = percent(Number(slider.value));
  at("bright").textContent = text;
  slider.setAttribute("aria-valuetext", text);
}

document.addEventListener("change", (event) => {
  const field = event.target;
  if (isTakenAway()) return;
  const { says, about, sets, names } = field.dataset;
  const value = field.type === "checkbox" ? field.checked : field.value;
  if (says) hold(field, shown(act(says, about, value)));
  if (sets) hold(field, shown(adjust(sets, sets === "brightness" ? Number(value) : value)));
  if (names) hold(field, shown(names === "public" ? publish(value) : call(names, value)));
});

// What is done comes with the table's next words, which may be later than its answer; what is refused
// is put back at once.
async function shown(answer) {
  if (!(await answer)) await new Promise((resolve) => { setTimeout(resolve, SHOWN_MS); });
}

function adjust(what, value) {
  const text = what === "brightness" ? percent(value) : value ? "on" : "off";
  return ask({ is: "adjust", [what]: value }, `${what} ${text}`);
}

// Only what was changed here is sent: another operator may be writing another name.
function call(side, name) {
  const text = name.trim() ? `is ${name.trim()}` : "has no name";
  return ask({ is: "names", names: { [side]: name } }, `${title(side)} ${text}`);
}

function publish(isPublic) {
  return ask({ is: "names", public: isPublic }, `${isPublic ? "all" : "operators alone"} see the names`);
}

at("say").addEventListener("submit", async (event) => {
  event.preventDefault();
  const field = at("word");
  const said = field.value;
  const [word, ...args] = said.trim().split(/\s+/);
  if (!word) return;
  await act(word, ...args);
  if (field.value === said) field.select();
});

// -------------------------------------------------------------- login, logout, journals

const JSON_POST = { method: "POST", headers: { "content-type": "application/json" } };

at("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  const typed = at("pin").value;
  const pin = typed.replaceAll(" ", "");
  if (!/^[0-9]*$/.test(pin) || pin.length !== DIGITS) {
    at("pin-why").textContent = /^[0-9]*$/.test(pin)
      ? `a PIN has ${DIGITS} digits, and here ${pin.length === 1 ? "is" : "are"} ${pin.length || "none"}`
      : `a PIN is ${DIGITS} digits and nothing else`;
    at("pin").focus();
    return;
  }
  const body = JSON.stringify({ pin });
  const answer = await fetch("/login", { ...JSON_POST, body }).catch(() => null);
  if (at("pin").value === typed) at("pin").value = "";
  const why = answer?.ok ? "" : await whyNot(answer);
  at("pin-why").textContent = why;
  if (why) at("pin").focus();
  else table.reconnect();
});

async function whyNot(answer) {
  const told = await answer?.json().catch(() => null);
  return told?.message || "the table does not answer: try again";
}

document.addEventListener("click", async (event) => {
  if (event.target.id !== "logout") return;
  sessionStorage.removeItem(INSIDE);
  await fetch("/logout", { ...JSON_POST, body: "{}" }).catch(() => null);
  at("pin-why").textContent = ""; // the table may have said of this very page that its login is over
  table.reconnect();
});

const saved = new Saved("/journals", at("journal-list"), journalLinks);

async function showJournals() {
  if (!at("journals").open || table.viewer !== "operator") return;
  const why = await saved.load();
  if (why) say(why, true);
}

at("journal-list").addEventListener("click", async (event) => {
  if (!event.target.closest("[data-older]")) return;
  const why = await saved.more();
  if (why) say(why, true);
});

at("journals").addEventListener("toggle", showJournals);
setInterval(showJournals, 10_000);
setInterval(tick, 100);
