// For whom the table waits: which seats, and how that is said. Pure functions of what pages know.

import { listed } from "/static/words.js";

// The seats that have to act, [] while everybody does or nobody. Where any person may, all of them.
function waitsFor(state, room) {
  const { game, pause } = state;
  if (state.phase === "lobby" || state.phase === "over" || game.phase === "over") return [];
  if (pause.counting || pause.broken?.length) return [];
  const seats = (game.sides?.filter((one) => !one.off) ?? game.seats ?? []).map((one) => one.side ?? one.seat);
  const people = seats.filter((seat) => room.people.includes(seat));
  const host = room.bots.includes(seats[0]) || !people.length ? seats.slice(0, 1) : people;
  if (pause.paused || game.phase === "stopped") return room.goes_on ? [room.goes_on] : people;
  switch (game.phase) {
    case "dealing": return host;
    case "between": return host;
    case "ready": return game.mode === "quick-paws" ? flippers(state, room, people) : host;
    case "taking": return [game.take_for];
    case "drawing": return [game.draw_for];
    case "checking":
    case "inventory": return game.laying ? [game.laying] : [];
    case "leading": return people.length ? people : host;
    case "playing": return game.on_turn ? [game.on_turn] : slower(game);
    default: return [];
  }
}

// Whose rake flips the sand: a bot only as the first of the oldest.
function flippers(state, room, people) {
  const oldest = Object.keys(state.cues ?? {}).filter((place) => state.cues[place].name === "flip");
  return room.bots.includes(oldest[0]) ? oldest.slice(0, 1) : oldest.filter((seat) => people.includes(seat));
}

// In Quick Paws all wait for those whose card is not covered yet (W23); else nobody waits.
function slower(game) {
  if (game.mode !== "quick-paws") return [];
  const open = game.sides.filter((side) => !side.off && side.open.length > 0 && !side.claimed);
  return open.length < game.sides.filter((side) => !side.off).length ? open.map((side) => side.side) : [];
}

// Where nobody sits who could do it, that is said: somebody may sit down there, or a bot.
function standIn(seat, room) {
  if (room.bots.includes(seat)) return ", a bot";
  return room.people.includes(seat) ? "" : ", where nobody sits now";
}

// "waiting for you", "waiting for North, a bot", "waiting for you or East"; "" for nobody.
export function waitingText(state, mine, room, name) {
  const seats = waitsFor(state, room);
  if (!seats.length) return "";
  const own = seats.filter((seat) => mine.includes(seat));
  const others = seats.filter((seat) => !own.includes(seat))
    .map((seat) => `${name(seat)}${standIn(seat, room)}`);
  const all = mine.length > 1 ? own.map(name) : own.length ? ["you"] : [];
  const isAny = state.game.phase !== "playing" || state.pause.paused; // in play all are waited for
  return `waiting for ${isAny ? [...all, ...others].join(" or ") : listed([...all, ...others])}`;
}
