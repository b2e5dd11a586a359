// The scoreboard while a game is played: progress and scores, a column for each seat.

import { el } from "./draw.js";
import { picture } from "./pictures.js";
import { counted, isAlike, listed, nameOf, ownName, pieceName, sideMark, suitMark, suitOf, title, valueOf } from "./words.js";

const LONG = 9; // characters of a side's word that is written smaller
const LONGER = 10; // and of a name
const LONGEST = 22;

// The side's shape and word, and the name of who sits there where the table tells one.
export function column(state, side, classes, ...content) {
  const own = ownName(state, side);
  const size = own ? (own.length > LONGEST ? ".longest" : own.length > LONGER ? ".longer" : "")
    : title(side).length > LONG ? ".long" : "";
  return el(`li.seat.of-${side}${classes}`, { "data-key": side },
    el(`h2${size}`, sideMark(side), own ? [el("span", own), el("small", title(side))] : el("span", title(side))),
    ...content);
}

// ---------------------------------------------------------------------------- Sweepers

export function sweepers(state, game, now) {
  return [
    el(`ul.seats.of${game.sides.length}`, ...game.sides.map((side) => sweepersSide(state, side, now))),
    el("div.lines", strayLine(game)),
  ];
}

function sweepersSide(state, side, now) {
  const { game } = state;
  const isOn = game.phase !== "over" && now.sides?.includes(side.side);
  const hasWon = game.winners.includes(side.side);
  const classes = `${isOn ? ".on" : ""}${hasWon ? ".won" : ""}${side.off ? ".off" : ""}`;
  return column(state, side.side, classes, progress(game, side), note(game, side));
}

function progress(game, side) {
  if (game.laying === side.side) return big(game.laid.length, `laid of ${side.cards}`);
  // While tokens are neutral (T9) nobody knows what is covered; a team that won has all covered.
  const covered = game.outcome === "won" && !side.off ? side.cards : side.covered;
  const isKnown = game.referee === "live" || covered > 0;
  if (game.began_ms < 0 || !isKnown) return big(side.cards, side.cards === 1 ? "card" : "cards");
  const pips = Array.from({ length: side.cards }, (_, number) =>
    el(`span.pip${number < covered ? ".done" : ""}`));
  return el("div.score", big(covered, `of ${side.cards}`),
    el("p.pictures", { "aria-hidden": "true" }, ...wanted(game, side).map(picture)),
    el("p.pips", { "aria-hidden": "true" }, ...pips));
}

// The cards that are open and not covered: what is there first, what is looked for after it.
function wanted(game, side) {
  if (game.phase === "over" || side.off) return [];
  return [...side.open].sort((one, other) => isThere(side, other) - isThere(side, one)).slice(0, 2);
}

function big(number, what) {
  return el("p.big", String(number), el("small", ` ${what}`));
}

function note(game, side) {
  if (side.off) return el("p.small", "switched off: not in play");
  if (game.phase === "over" || game.laying === side.side) return null;
  const found = game.verdicts?.find((one) => one.side === side.side) ??
    game.penalised?.find((one) => one.side === side.side);
  if (found) return el(`p.small${found.mistakes ? ".bad" : ".good"}`, found.mistakes ? counted(found.mistakes, "mistake") : "no mistake");
  if (side.claimed) return el("p.wanted", game.mode === "quick-paws" ? "covered!" : "Stashed!");
  const strays = side.tray.filter((lay) => lay.verdict === "stray").map((lay) => lay.token);
  const open = wanted(game, side);
  return [
    strays.length ? el("p.small.bad", { "data-key": "strays" }, `to put back: ${few(strays)}`) : null,
    open.some((card) => isThere(side, card)) ? el("p.small.good", "there! Lift it")
      : open.length ? el("p.small.soft", "looks for")
        : !strays.length && hasDone(game, side)
          ? el("p.small.good", side.covered < side.cards ? "covered: waits for the others" : "all covered") : null,
    ...open.map((card) =>
      el(`p.wanted${isThere(side, card) ? ".good" : ""}`, { "data-key": card }, pieceName(card))),
  ];
}

// One by its name, which then is not taken for that of the token looked for.
function few(tokens) {
  return tokens.length === 1 ? lower(pieceName(tokens[0])) : counted(tokens.length, "token");
}

function lower(text) {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

// In Quick Paws one who has covered the open card waits until all turn the next (W24).
function hasDone(game, side) {
  return game.mode === "quick-paws" && game.phase === "playing" && game.began_ms >= 0 && side.covered > 0;
}

// Whether the token that this card waits for lies in the tray.
function isThere(side, card) {
  return side.tray.some((lay) => lay.verdict === "match" && isAlike(lay.token, card));
}

function strayLine(game) {
  if (!game.elsewhere.length || game.phase === "over") return null;
  const places = [...new Set(game.elsewhere.map(({ place }) =>
    (place === "deck" ? "the deck reader" : `the tray of ${title(place)}`)))];
  return el("p.bad", `put ${counted(game.elsewhere.length, "token")} back onto the meadow, from ${listed(places)}`);
}

// -------------------------------------------------------------------------- Sweet Takes

export function sweetTakes(state, game, now) {
  const isNow = game.plays.length > 0;
  const plays = new Map((isNow ? game.plays : game.last_round).map((play) => [play.seat, play]));
  return [
    el(`ul.seats.of${game.seats.length}`, ...game.seats.map((seat) =>
      sweetSeat(state, seat, plays.get(seat.seat), isNow, now))),
    game.breaches.length ? el("div.lines", breach(game.breaches.at(-1), state)) : null,
  ];
}

// Which suits bind, for the line above.
export function following(suits) {
  return suits.flatMap((suit, index) => [index ? ", else " : "follow ", suitMark(suit), ` ${title(suit)}`]);
}

function sweetSeat(state, seat, play, isNow, now) {
  const { game } = state;
  const isTurn = game.phase !== "over" && now.sides?.includes(seat.seat);
  const hasWon = game.winners.includes(seat.seat);
  const won = seat.face_up.length + seat.face_down;
  const points = game.sets > 1 ? seat.total : seat.points;
  const classes = `${isTurn ? ".on" : ""}${hasWon ? ".won" : ""}`;
  return column(state, seat.seat, classes,
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
    play.source === "stash" ? el("p.small", "from the stash") : null,
    isNow ? null : el("p.small.soft", "last round"));
}

function breach(last, state) {
  return el("p.bad", `${nameOf(state, last.seat)}: ${pieceName(last.card)} was held back in round ${last.round}`);
}

// ----------------------------------------------------------------------- any other game

export function otherGame(state, game) {
  const rows = Object.entries(game).filter(([, value]) => typeof value !== "object" && value !== "");
  return [el("dl.lines", ...rows.map(([key, value]) =>
    el("div", el("dt.soft", title(key.replaceAll("_", " "))), el("dd", String(value)))))];
}
