// The operator's console: it shows what the table says and sends words; the table decides. All
// buttons bear the word they say (data-word, data-args), and one listener at the root sends it.

import { Table } from "./table.js";
import { clockText, el, show } from "./draw.js";
import { choosing } from "./console-lobby.js";
import { playing } from "./console-game.js";
import { health, journals } from "./console-table.js";

const at = (id) => document.getElementById(id);
const KEPT_LINES = 300;

// Words with a button of their own in "Now"; all others are found under "More".
const MAIN_WORDS = ["start", "stop", "flip", "stashed", "done", "undo", "pause", "lobby", "end"];
const LABELS = {
  start: "Start: on three",
  stop: "Stop!",
  flip: "Flip the sand",
  stashed: "Stashed!",
  done: "The check is done",
  undo: "Undo",
  pause: "Pause",
  lobby: "Back to the lobby",
  end: "End the game",
};

export function button(label, word, ...args) {
  return el("button", { type: "button", "data-word": word, "data-args": JSON.stringify(args) }, label);
}

function now(state, table) {
  const moves = new Map(state.legal.filter((move) => move.do === "say").map((m) => [m.at, m]));
  const parts = [];
  for (const word of MAIN_WORDS) {
    const move = moves.get(word);
    if (!move) continue;
    const sides = move.pieces ?? [];
    const buttons = sides.length ? sides.map((side) => button(`${LABELS[word]} ${side}`, word, side))
      : [button(LABELS[word], word)];
    for (const one of buttons) {
      if (word === "start") one.classList.add("main");
      if (word === "end") one.classList.add("grave");
    }
    parts.push(...buttons);
  }
  return [
    el("h2", phaseText(state), " ", el("span#clock", { id: "clock" })),
    el("div.row", ...parts),
  ];
}

function phaseText(state) {
  const { phase, pause, game } = state;
  if (phase === "lobby") return "In the lobby";
  if (phase === "over") return "The game is over";
  if (pause.broken?.length) return `Paused: the reader of ${pause.broken.join(", ")} does not answer`;
  if (pause.counting) return `On three: ${pause.counting}`;
  if (pause.paused) return `Paused (${pause.paused})`;
  return `Playing: ${game.phase}`;
}

function more(state) {
  const rest = state.legal.filter(
    (move) => move.do === "say" && !MAIN_WORDS.includes(move.at) && state.phase !== "lobby",
  );
  if (!rest.length) return [];
  return [
    el("h2", "More"),
    ...rest.map((move) => {
      const options = move.pieces ?? [];
      if (!options.length) return el("div.row", button(move.at, move.at));
      return el("div.row",
        el("label", move.at, " ",
          el("select", { "data-choice": move.at, name: move.at, "aria-label": move.at },
            ...options.map((piece) => el("option", { value: piece }, piece)))),
        el("button", { type: "button", "data-pick": move.at }, "Say it"));
    }),
  ];
}

// --------------------------------------------------------------------------------- page

const listener = {
  state(state, table) {
    const isOperator = table.viewer === "operator";
    at("login").hidden = isOperator;
    at("main").hidden = !isOperator;
    at("title").textContent = state.lobby.title || "Meadow Table";
    at("about").textContent = state.lobby.choices || "no game chosen";
    if (!isOperator) return;
    show(at("now"), ...now(state, table));
    show(at("choose"), ...(state.phase === "lobby" ? choosing(state, button) : []));
    show(at("seats"), ...playing(state, button));
    show(at("more"), ...more(state));
    show(at("health"), ...health(state));
    tick();
  },
  news(message) {
    for (const one of message.refused ?? []) say(one.why, true);
    const list = at("history");
    for (const line of message.lines ?? []) list.prepend(el("li", line));
    while (list.childNodes.length > KEPT_LINES) list.lastChild.remove();
  },
  stale(since) {
    const line = at("stale");
    line.hidden = since === null;
    if (since !== null) {
      const when = new Date(Date.now() - (performance.now() - since));
      line.textContent = `Not heard from the table since ${when.toLocaleTimeString()}`;
    }
  },
};

const table = new Table({ page: "console", streams: ["history"] }, listener);

function say(text, isBad = false) {
  const line = at("said");
  line.textContent = text;
  line.className = isBad ? "bad" : "good";
}

async function act(word, ...args) {
  const why = await table.act(word, ...args);
  say(why || `${[word, ...args].join(" ")}: done`, Boolean(why));
}

function tick() {
  const clock = at("clock");
  const game = table.state?.game;
  if (clock && game?.sand_ends_ms > 0) clock.textContent = clockText(game.sand_ends_ms - table.coreMs);
}

document.addEventListener("click", (event) => {
  const target = event.target.closest("button");
  if (!target) return;
  if (target.dataset.word === "end" && !confirm("End this game? Undo can still bring it back.")) return;
  if (target.dataset.word) act(target.dataset.word, ...JSON.parse(target.dataset.args));
  if (target.dataset.pick) {
    const choice = document.querySelector(`select[data-choice="${target.dataset.pick}"]`);
    act(target.dataset.pick, choice.value);
  }
  if (target.dataset.match) {
    const box = target.closest("[data-side]");
    act("match", target.dataset.match, box.querySelector("select[data-card]").value);
  }
});

document.addEventListener("change", (event) => {
  const { says, about } = event.target.dataset;
  if (says) act(says, about, event.target.value);
  if (event.target.dataset.set) {
    const value = event.target.type === "checkbox" ? event.target.checked : Number(event.target.value);
    set({ [event.target.dataset.set]: value });
  }
  if (event.target.dataset.name) set({ names: { [event.target.dataset.name]: event.target.value } });
});

async function set(change) {
  const why = await table.ask({ is: "set", ...change });
  if (why) say(why, true);
}

at("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch("/login", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pin: at("pin").value }),
  });
  at("pin").value = "";
  if (answer.ok) {
    say("");
    table.reconnect();
  } else {
    say((await answer.json()).message, true);
  }
});

setInterval(tick, 200);
setInterval(async () => show(at("journals"), ...(await journals(table))), 10_000);
