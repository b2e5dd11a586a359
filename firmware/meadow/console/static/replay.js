// A journal's game once more: scrub through it, with the lights as they were. The table makes the
// recording (docs/console.md); this page only moves through it.

import { el, show } from "./draw.js";
import { Film } from "./film.js";
import { Ring } from "./ring.js";
import { momentText, Saved } from "./saved.js";
import { learn, listed, nameOf, spanText, title } from "./words.js";
import { gameTime, situation } from "./situation.js";
import { otherGame, sweepers, sweetTakes } from "./board-games.js";

const GAMES = { sweepers, "sweet-takes": sweetTakes };
const MOST_BYTES = 16 * 1024 * 1024;

const at = (id) => document.getElementById(id);
let film = null;
let ring = null;
let nowMs = 0;
let shownMoment = -2;
let shownFrame = -2;
let playingSince = null; // {pageMs, filmMs} while it runs
let nextFrame = 0;
let opens = 0; // how many were asked for

// ------------------------------------------------------------------------------ opening

function say(text, isBad = false) {
  at("said").textContent = text;
  at("said").className = isBad ? "bad" : "soft";
}

async function open(what, asking) {
  const number = ++opens;
  say(`${what} is being made ready ...`);
  const answer = await asking().catch(() => null);
  const told = await answer?.json().catch(() => null);
  if (number !== opens) return; // another was asked for meanwhile
  if (!told?.ok) {
    say(told?.message || "the table does not answer: try again", true);
    return;
  }
  say("");
  begin(new Film(told));
}

function openNamed(name) {
  return open(name, () => fetch(`/replays/${encodeURIComponent(name)}`));
}

function openFile(file) {
  if (file.size > MOST_BYTES) {
    say(`${file.name} is larger than any journal this page can show`, true);
    return;
  }
  open(file.name, () => fetch(`/replays?name=${encodeURIComponent(file.name)}`,
    { method: "POST", headers: { "content-type": "application/x-ndjson" }, body: file }));
}

const saved = new Saved("/replays", at("list"), (one, which) => [
  one.trouble ? null : el("a.button", { href: `#${encodeURIComponent(one.name)}`, "aria-label": `Look at ${which}` }, "Look"),
]);

async function list() {
  const why = await saved.load();
  if (why) show(at("list"), el("li.row", why, " ", el("a.button", { href: "/static/console.html" }, "Log in")));
}

function begin(next) {
  film = next;
  learn(film.pieces);
  ring = new Ring(film.pixels, film.firstPixel);
  at("ring").replaceChildren(ring.element);
  at("lit").hidden = film.isAsItWas;
  const when = momentText(film.began);
  at("title").textContent = film.what;
  at("about").textContent = [when, listed(film.seats.map(title)), film.name].filter(Boolean).join("; ");
  document.title = `Replay: ${film.what}, ${when}`;
  at("at").max = String(film.endsMs);
  show(at("facts"), ...film.facts.map((fact) => el("li",
    el(`button${fact.loud ? ".loud" : ""}`, { type: "button", "data-at": String(fact.atMs) },
      el("span.soft", spanText(fact.atMs)), " ", fact.text))));
  at("choose").hidden = true;
  at("game").hidden = at("foot").hidden = false;
  shownMoment = shownFrame = -2;
  stop();
  go(0);
}

// ------------------------------------------------------------------------------- moving

function go(ms) {
  nowMs = Math.min(Math.max(0, ms), film.endsMs);
  const frame = film.frameAt(nowMs);
  if (frame !== shownFrame) {
    shownFrame = frame;
    ring.light(film.frame(frame));
  }
  const moment = film.momentAt(nowMs);
  if (moment !== shownMoment) {
    shownMoment = moment;
    draw(film.states[moment]);
    mark();
  }
  tell(film.states[moment]);
  at("at").value = String(nowMs);
  const time = `${spanText(nowMs)} of ${spanText(film.endsMs)}`;
  at("at").setAttribute("aria-valuetext", time);
  if (at("time").textContent !== time) at("time").textContent = time;
}

function draw(state) {
  const now = situation(state, (side) => nameOf(state, side));
  const { head, hint } = now;
  show(at("now"), el("h2", head || (state.phase === "over" ? "Over" : "Playing"), el("span", { id: "clock" })),
    el("p.soft", hint || " "));
  at("seats").className = `playing game-${state.game.game}`;
  show(at("seats"), ...(GAMES[state.game.game] ?? otherGame)(state, state.game, now));
}

// The game's own time at this moment.
function tell(state) {
  const { stands_ms: stands, zero_ms: zero } = state.clock;
  const [long, what] = gameTime(state, stands >= 0 ? stands : nowMs - zero);
  show(at("clock"), long, what && el("small", ` ${what}`));
}

// The fact that happened last stands out, and in sight within its list.
function mark() {
  const last = film.facts.findLastIndex((fact) => fact.atMs <= nowMs);
  at("facts").querySelector("[aria-current]")?.removeAttribute("aria-current");
  const row = at("facts").children[last];
  if (!row) return;
  row.firstChild.setAttribute("aria-current", "true");
  const { offsetTop, offsetHeight } = row;
  const listed = at("facts");
  if (offsetTop < listed.scrollTop || offsetTop + offsetHeight > listed.scrollTop + listed.clientHeight) {
    listed.scrollTop = offsetTop - listed.clientHeight / 2;
  }
}

function step(forwards) {
  stop();
  const times = [...new Set(film.facts.map((fact) => fact.atMs))];
  const found = forwards ? times.find((ms) => ms > nowMs) : times.findLast((ms) => ms < nowMs);
  go(found ?? (forwards ? film.endsMs : 0));
}

function play() {
  if (nowMs >= film.endsMs) go(0);
  playingSince = { pageMs: performance.now(), filmMs: nowMs };
  at("play").textContent = "Pause";
  cancelAnimationFrame(nextFrame);
  nextFrame = requestAnimationFrame(run);
}

function run() {
  if (!playingSince) return;
  const speed = Number(at("speed").value);
  go(playingSince.filmMs + (performance.now() - playingSince.pageMs) * speed);
  if (nowMs >= film.endsMs) stop();
  else nextFrame = requestAnimationFrame(run);
}

function stop() {
  playingSince = null;
  at("play").textContent = "Play";
}

// --------------------------------------------------------------------------------- page

at("at").addEventListener("input", () => {
  stop();
  go(Number(at("at").value));
});
at("play").addEventListener("click", () => (playingSince ? stop() : play()));
at("back").addEventListener("click", () => step(false));
at("on").addEventListener("click", () => step(true));
at("speed").addEventListener("change", () => {
  if (playingSince) play();
});
at("facts").addEventListener("click", (event) => {
  const row = event.target.closest("button");
  if (!row) return;
  stop();
  go(Number(row.dataset.at));
});
at("other").addEventListener("click", () => {
  stop();
  opens += 1; // what was asked for before is not awaited any more
  say("");
  at("choose").hidden = false;
  at("game").hidden = at("foot").hidden = at("lit").hidden = true;
  at("title").textContent = "Replay";
  document.title = "Meadow Table: replay";
  at("about").textContent = "A game once more, with its lights.";
  history.replaceState(null, "", location.pathname);
  list();
});
at("list").addEventListener("click", async (event) => {
  if (event.target.closest("[data-older]")) say(await saved.more(), true);
});
at("file").addEventListener("change", () => {
  const [file] = at("file").files;
  if (file) openFile(file);
  at("file").value = ""; // the same file may be chosen once more
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files[0]) openFile(event.dataTransfer.files[0]);
});

function fromAddress() {
  try {
    const name = decodeURIComponent(location.hash.slice(1));
    if (name) openNamed(name);
  } catch {
    say("the address names no game: choose one here", true);
  }
}

addEventListener("hashchange", fromAddress);
list();
fromAddress();
