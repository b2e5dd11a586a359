// The scoreboard while a game is played: progress and scores, a column for each seat.

import { el } from "./draw.js";
import { counted, isAlike, pieceName, sideMark, suitMark, suitOf, title, valueOf } from "./words.js";

const LONG = 9; // characters of a name that is written smaller

export function column(side, name, classes, ...content) {
  const isLong = name(side).length > LONG;
  return el(`li.seat.of-${side}${classes}`, { "data-key": side },
    el(`h2${isLong ? ".long" : ""}`, sideMark(side), el("span", name(side))), ...content);
}

// ---------------------------------------------------------------------------- Sweepers

export function sweepers(state, game, name) {
  return [
    el(`ul.seats.of${game.sides.length}`, ...game.sides.map((side) => sweepersSide(game, side, name))),
    el("div.lines", strayLine(game)),
  ];
}

function sweepersSide(game, side, name) {
  const isOn = [game.deal_to, game.take_for, game.laying, game.draw_for, game.caller].includes(side.side);
  const hasWon = game.winners.includes(side.side);
  const classes = `${isOn ? ".on" : ""}${hasWon ? ".won" : ""}${side.off ? ".off" : ""}`;
  return column(side.side, name, classes, progress(game, side), note(game, side, name));
}

function progress(game, side) {
  if (game.laying === side.side) return big(game.laid.length, `laid of ${side.cards}`);
  // While tokens are neutral (T9) nobody knows what is covered.
  const isKnown = game.referee === "live" || side.covered > 0 || game.phase === "over";
  if (game.began_ms < 0 || !isKnown) return big(side.cards, side.cards === 1 ? "card" : "cards");
  const pips = Array.from({ length: side.cards }, (_, number) =>
    el(`span.pip${number < side.covered ? ".done" : ""}`));
  return el("div.score", big(side.covered, `of ${side.cards}`),
    el("p.pips", { "aria-hidden": "true" }, ...pips));
}

function big(number, what) {
  return el("p.big", String(number), el("small", ` ${what}`));
}

function note(game, side, name) {
  if (side.off) return el("p.small", "switched off");
  if (game.phase === "over" || game.laying === side.side) return null;
  const verdict = game.verdicts?.find((one) => one.side === side.side);
  if (verdict) return el("p.small", verdict.mistakes ? counted(verdict.mistakes, "mistake") : "no mistake");
  if (side.claimed) return el("p.wanted", game.mode === "quick-paws" ? "covered!" : "Stashed!");
  const strays = side.tray.filter((lay) => lay.verdict === "stray").length;
  const there = side.open.filter((card) => side.tray.some((lay) => fits(lay, card)));
  const needs = side.open.filter((card) => !there.includes(card));
  const isMissed = game.caller === side.side && game.missing?.length;
  return [
    strays ? el("p.small.bad", `${counted(strays, "stray")} in the tray`)
      : there.length ? el("p.small.good", "there! Lift it")
        : needs.length ? el("p.small.soft", "looks for") : null,
    ...[...there, ...needs].slice(0, 2).map((card) =>
      el(`p.wanted${there.includes(card) ? ".good" : ""}`, { "data-key": card }, pieceName(card))),
    isMissed ? el("p.small", where(game.missing[0], name)) : null,
  ];
}

// Whether a token in a tray is the one that this card waits for.
function fits(lay, card) {
  return lay.verdict === "match" && isAlike(lay.token, card);
}

function strayLine(game) {
  if (!game.elsewhere.length || game.phase === "over") return null;
  const places = [...new Set(game.elsewhere.map((lay) => title(lay.place)))];
  return el("p.bad", `${counted(game.elsewhere.length, "token")} to put back: ${places.join(", ")}`);
}

// Where a missing token was seen last (T13).
function where(found, name) {
  if (found.kind === "tray") return `in the tray of ${title(found.place)}`;
  if (found.kind === "stash") return `on a card of ${name(found.place)}`;
  return "not seen: meadow, corner or floor";
}

// -------------------------------------------------------------------------- Sweet Takes

export function sweetTakes(state, game, name) {
  const isNow = game.plays.length > 0;
  const plays = new Map((isNow ? game.plays : game.last_round).map((play) => [play.seat, play]));
  return [
    el(`ul.seats.of${game.seats.length}`, ...game.seats.map((seat) =>
      sweetSeat(game, seat, plays.get(seat.seat), isNow, name))),
    game.breaches.length ? el("div.lines", breach(game.breaches.at(-1), name)) : null,
  ];
}

// Which suits bind, for the line above.
export function following(game) {
  return [["follow ", game.starting_suit], [", else ", game.secondary_suit]]
    .filter(([, suit]) => suit)
    .flatMap(([word, suit]) => [word, suitMark(suit), ` ${title(suit)}`]);
}

function sweetSeat(game, seat, play, isNow, name) {
  const isTurn = game.on_turn === seat.seat || game.deal_to === seat.seat;
  const hasWon = game.winners.includes(seat.seat);
  const won = seat.face_up.length + seat.face_down;
  const points = game.sets > 1 ? seat.total : seat.points;
  const classes = `${isTurn ? ".on" : ""}${hasWon ? ".won" : ""}`;
  return column(seat.seat, name, classes,
    big(points, points === 1 ? "point" : "points"),
    game.sets > 1 ? el("p.small", `this set ${seat.points}`) : null,
    el("p.small", `${counted(won, "card")} won`),
    game.phase === "over" ? null : el("p.small", `${seat.hand + seat.stash} to play`),
    play && game.phase !== "over" ? played(play, isNow) : null);
}

function played(play, isNow) {
  const suit = suitOf(play.card);
  return el(`div.card${isNow ? "" : ".past"}`, { "data-key": play.card },
    el("p.value", suitMark(suit), " ", valueOf(play.card)),
    el("p.small", title(suit)),
    play.source === "stash" ? el("p.small", isNow ? "from stash" : "last, stash")
      : isNow ? null : el("p.small.soft", "last round"));
}

function breach(last, name) {
  return el("p.bad", `${name(last.seat)}: ${pieceName(last.card)} was held back in round ${last.round}`);
}

// ----------------------------------------------------------------------- any other game

export function otherGame(state, game) {
  const rows = Object.entries(game).filter(([, value]) => typeof value !== "object" && value !== "");
  return [el("dl.lines", ...rows.map(([key, value]) =>
    el("div", el("dt.soft", title(key.replaceAll("_", " "))), el("dd", String(value)))))];
}
