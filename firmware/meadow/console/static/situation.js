// What a game is at, in words that may be shown to all. Only tells.

import { clockText, title, listed, counted, pieceName, readerOf, spanText } from "./words.js";

const WHYS = {
  undo: "something was undone",
  restart: "the table started anew",
  operator: "the operator paused it",
  link: "paused over the cable",
  reader: "a reader did not answer, and is back",
};

// How a game that stands still goes on; pages with a button for that leave it out.
export const GO_ON = "anyone's rake on the deck reader: on three";

// What goes on and what the table waits for: {head, hint, kind, sides, suits}. `kind` is "", "ask",
// "bad" or "won"; `sides` are those it speaks of, `suits` those that bind now. Everything in it may
// be shown to all.
export function situation(state, name) {
  const { game, pause } = state;
  if (state.phase === "lobby") return { head: "", hint: "", kind: "" };
  if (pause.broken?.length && state.phase !== "over") {
    return {
      head: `Paused: ${listed(pause.broken.map(readerOf))} ${pause.broken.length > 1 ? "do" : "does"} not answer`,
      hint: "the clock stands still; once the reader is back, people go on: on three",
      kind: "bad",
    };
  }
  if (pause.counting) return { head: "On three ...", hint: "it goes on", kind: "ask" };
  if (pause.paused && state.phase !== "over") {
    const why = WHYS[pause.paused] ?? pause.paused;
    const then = game.phase === "stopped" ? "the Stop! is still on after that: on three twice; " : "";
    return { head: "Paused", hint: `${why}; ${then}${GO_ON}`, kind: "ask" };
  }
  const tell = { sweepers: inSweepers, "sweet-takes": inSweetTakes }[game.game];
  return tell ? tell(state, game, name) : { head: title(game.phase ?? ""), hint: "", kind: "" };
}

// Whether the game's own time is to be seen: it runs, or stands with a Stop!.
export function isTimed({ began_ms: began, phase }) {
  return began >= 0 && ["counting", "playing", "stopped", "claimed"].includes(phase);
}

// The game's own time, [how long, what that is]: the sand that is left, or the time played, which
// dealing and pauses are no part of. Nothing while there is none to see.
export function gameTime({ phase, game }, coreMs) {
  if (phase !== "playing" || !isTimed(game)) return [];
  const { began_ms: began, sand_ends_ms: ends } = game;
  return ends > 0 ? [clockText(ends - coreMs), "left"] : [spanText(coreMs - began), "played"];
}

function inSweepers(state, game, name) {
  const told = (head, hint = "", kind = "ask", sides = []) => ({ head, hint, kind, sides });
  switch (game.phase) {
    case "dealing": {
      const side = game.sides.find((one) => one.side === game.deal_to);
      return told(`A card for ${name(game.deal_to)}`,
        `card ${side.cards + 1} of ${game.deal_size}: face down over the deck reader, then onto that deck`,
        "ask", [game.deal_to]);
    }
    case "taking":
      return told(`${name(game.take_for)} takes from ${name(game.take_from)}`,
        `${name(game.take_from)}'s top card, face down over the deck reader`, "ask", [game.take_for]);
    case "ready":
      return game.mode === "quick-paws"
        ? told("Ready: flip the sand", flippers(state, name))
        : told("Ready", GO_ON);
    case "counting":
      return told("On three ...", game.began_ms < 0 ? "the first cards are turned" : "it goes on");
    case "claimed": {
      const claims = game.sides.filter((side) => side.claimed).map((side) => side.side);
      return told(claims.length ? `${listed(claims.map(name))}: Stashed!` : "Stashed!", "the check follows", "ask", claims);
    }
    case "stopped":
      return told(...whyStopped(game, name));
    case "inventory":
      return told(`${name(game.laying)} shows the tokens`, layingHint(game, name), "ask", [game.laying]);
    case "checking":
      return told(`${name(game.laying)} is checked`, misfit(state) + layingHint(game, name), "ask", [game.laying]);
    case "drawing":
      return told(`A new card for ${name(game.draw_for)}`,
        `${mistakes(game, name)}; ${counted(game.draws_left, "card")} to draw, face down over the deck reader`,
        "ask", [game.draw_for]);
    case "between":
      return told(`Round ${game.round} is won!`, `${took(game)}: the card Start sets up the next round`, "won");
    case "over":
      return told(...overSweepers(game, name));
    default:
      return told(...waited(game, name));
  }
}

// Who may flip the sand, as the lights show it.
function flippers(state, name) {
  const sides = Object.keys(state.cues ?? {}).filter((place) => state.cues[place].name === "flip");
  if (!sides.length || sides.length === state.game.sides.length) return "anyone's rake in the own tray flips it";
  return `${sides.map(name).join(" or ")} does so: the rake in the own tray`;
}

// In Quick Paws all turn their next cards together: the last one is waited for.
function waited(game, name) {
  if (game.mode !== "quick-paws" || game.phase !== "playing") return ["", "", ""];
  const playing = game.sides.filter((side) => !side.off);
  const late = playing.filter((side) => side.open.length && !side.claimed).map((side) => side.side);
  if (late.length !== 1 || playing.length < 2) return ["", "", ""];
  return [`All wait for ${name(late[0])}`, "the other cards are covered: help to find the token", "", late];
}

function whyStopped(game, name) {
  if (game.caller) {
    const where = [...new Set((game.missing ?? []).map((found) => whereabouts(found, name)))];
    return [`Stop! ${name(game.caller)} misses a token`, [...where, GO_ON].join("; "), "ask", [game.caller]];
  }
  if (!game.penalised?.length) return ["Stop!", GO_ON];
  return [`Play stands still: ${mistakes(game, name)}`, `new cards are drawn: ${GO_ON}`, "ask",
    game.penalised.map((one) => one.side)];
}

// "North has 2 mistakes", of the check before.
function mistakes(game, name) {
  const told = (game.penalised ?? []).map((one) => `${name(one.side)} has ${counted(one.mistakes, "mistake")}`);
  return listed(told) || "a penalty";
}

// Where a missing token was seen last (T13).
function whereabouts(found, name) {
  if (found.kind === "tray") return `look ${found.place === "deck" ? "on the deck reader" : `in the tray of ${title(found.place)}`}`;
  if (found.kind === "stash") return `look on a card of ${name(found.place)}`;
  return "not seen: meadow, corner or floor";
}

// The last token laid in a check, where the lights say that it is wrong.
function misfit({ cues, game }) {
  const isWrong = cues?.[game.laying]?.name === "wrong" && game.laid?.length && !game.emptying;
  return isWrong ? `${pieceName(game.laid.at(-1))} fits no card; ` : "";
}

function layingHint(game, name) {
  if (game.emptying === "tray") return "the tray is emptied first";
  if (game.emptying === "mixed") return "right and wrong at once: empty the tray, lay them one by one";
  if (game.emptying === "too-many") return "more tokens than cards: empty the tray, lay them again";
  return `${name(game.laying)} lays the tokens into the own tray; the rake there ends it`;
}

function overSweepers(game, name) {
  const { winners } = game;
  const win = `${listed(winners.map(name))} ${winners.length > 1 ? "win" : "wins"}!`;
  switch (game.outcome) {
    case "stashed": return [win, `all cards covered ${took(game)}`, "won", winners];
    case "won": return ["Won, all together!", wonRounds(game), "won"];
    case "lost-time": return ["Time is up!", `a fox scared everyone off${orRounds(game)}`, "bad"];
    case "lost-mismatch": return ["Not the right treat!", `a token does not match${orRounds(game)}`, "bad"];
    case "awarded": return [win, "by the operator's word", "won", winners];
    default: return ["The game was ended", "nobody has won", "ask"];
  }
}

function wonRounds(game) {
  return game.ways.includes("D")
    ? `${counted(game.rounds_won, "round")} won, the last ${took(game)}`
    : `all cards covered ${took(game)}`;
}

// The time that counts, up to the claim that won (W26).
function took(game) {
  return `after ${spanText(game.time_ms)}`;
}

function orRounds(game) {
  return game.rounds_won ? `; ${counted(game.rounds_won, "round")} won` : "";
}

function inSweetTakes(state, game, name) {
  const told = (head, hint = "", kind = "ask", sides = []) => ({ head, hint, kind, sides });
  const round = `round ${game.round}${game.sets > 1 ? ` of set ${game.set}` : ""}`;
  switch (game.phase) {
    case "dealing":
      return told(`A card for ${name(game.deal_to)}`,
        `into the ${game.deal_pile === "stash" ? "stash" : "hand"}: face down over the deck reader`, "ask", [game.deal_to]);
    case "leading":
      return told("Who last ate a sweet?", "that player gets the turn tracker, and plays first");
    case "playing": {
      const suits = [game.starting_suit, game.secondary_suit].filter(Boolean);
      const head = game.stash_said ? `${name(game.on_turn)} plays from the stash`
        : `${name(game.on_turn)} ${game.plays.length ? "is to play" : "leads: any card"}`;
      return { ...told(head, round, game.stash_said ? "" : "ask", [game.on_turn]), suits };
    }
    case "between":
      return told(`Set ${game.sets_done.length} is over`, "the card Start deals the next set", "won");
    case "over":
      return told(...overSweetTakes(game, name));
    default:
      return told("", "", "");
  }
}

function overSweetTakes(game, name) {
  const { winners } = game;
  const who = listed(winners.map(name));
  if (game.outcome === "shared") return [`${who} share the victory!`, "as many points and as many cards", "won", winners];
  if (!who) return ["The game was ended", "nobody has won"];
  return [`${who} ${winners.length > 1 ? "win" : "wins"}!`,
    game.outcome === "awarded" ? "by the operator's word" : decidedBy(game), "won", winners];
}

// What broke a tie, if there was one (S7).
function decidedBy(game) {
  const best = game.seats.find((seat) => game.winners.includes(seat.seat));
  const tied = game.seats.filter((seat) => seat !== best && seat.total === best.total);
  if (!tied.length) {
    const totals = game.seats.filter((seat) => seat !== best).map((seat) => seat.total).sort((one, other) => other - one);
    return `most points: ${best.total} to ${listed(totals)}`;
  }
  const isByLastSet = game.sets > 1 && tied.every((seat) => seat.points < best.points);
  return `as many points, and more ${isByLastSet ? "in the last set" : "cards"}`;
}
