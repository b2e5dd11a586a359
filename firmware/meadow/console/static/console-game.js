// The console during a game: each side's open cards, what lies in its tray and whether it fits, and
// what the operator may say about it.

import { el } from "./draw.js";
import {
  counted, isAlike, listed, pieceName, pieceOf, piecesOf, sideMark, suitMark, suitOf, suitsOfAll, title,
} from "./words.js";
import { button, chooser, dashed, movesOf, offButton, picker, picking } from "./console-words.js";
import { nameField, publicNames } from "./console-lobby.js";

const VERDICTS = {
  match: "fits",
  stray: "stray, must go back",
  unjudged: "judged at three",
  neutral: "not judged",
};
const SIDE_WORDS = [
  ["stop", "Misses a token: Stop!"],
  ["ask", "Where is it?"],
  ["flip", "Flips the sand"],
  ["stashed", "Stashed!"],
  ["done", "Has laid all"],
  ["leader", "Last ate a sweet"],
];

export function playing(state, name) {
  const { game } = state;
  const draw = { sweepers: sweepersSide, "sweet-takes": sweetSeat }[game.game];
  if (!draw) return anyGame(game);
  const seats = game.sides ?? game.seats;
  return [
    el("h2", "Players"),
    el(`div.grid${seats.some((seat) => !seat.off && saysOf(state, seat.side ?? seat.seat).length) ? ".acting" : ""}`,
      ...seats.map((seat) => draw(state, game, seat, name))),
    elsewhere(game),
    el("div.row", publicNames(state)),
  ];
}

function box(state, side, name, isOn, ...content) {
  return el(`div.seat.of-${side}${isOn ? ".on" : ""}`, { "data-key": side, "data-side": side },
    el("h3", sideMark(side), name(side)), ...content);
}

function says(state, word, side) {
  return Boolean(movesOf(state).get(word)?.pieces?.includes(side));
}

function saysOf(state, side) {
  return SIDE_WORDS.filter(([word]) => says(state, word, side));
}

// What is seldom needed is folded away, side by side.
function folds(...parts) {
  return el("div.folds", ...parts);
}

function nameFold(state, side) {
  return el("details", { "data-key": "name" }, el("summary", "Name"), nameField(state, side));
}

function actions(state, side, stashed) {
  return el("div.row.acts", { "data-key": "acts" }, ...saysOf(state, side)
    .map(([word, label]) => button(word === "stashed" ? stashed : label, word, side)));
}

// ---------------------------------------------------------------------------- Sweepers

function sweepersSide(state, game, side, name) {
  const isOn = [game.deal_to, game.take_for, game.laying, game.draw_for, game.caller].includes(side.side);
  return box(state, side.side, name, isOn,
    el("p", progress(game, side)),
    el("ul", ...side.open.map((card) => el("li", "open: ", el("b", pieceName(card)))),
      ...(game.laying === side.side ? laid(game, side) : side.tray.map(lying)),
      ...(game.missing ?? []).filter(() => game.caller === side.side).map((found) => whereabouts(found, name))),
    verdict(game, side),
    side.off ? null : actions(state, side.side, game.mode === "quick-paws" ? "My card is covered" : "Stashed!"),
    folds(overruling(state, game, side), faceDown(game, side), nameFold(state, side.side)));
}

function progress(game, side) {
  const parts = [];
  const isKnown = game.referee === "live" || side.covered > 0;
  const cards = counted(side.cards, "card");
  parts.push(game.began_ms >= 0 && isKnown ? `${side.covered} of ${cards} covered` : cards);
  if (game.referee === "check" && side.seen?.length) parts.push(`${counted(side.seen.length, "token")} seen in the tray`);
  if (side.claimed) parts.push(game.mode === "quick-paws" ? "says: covered" : "said Stashed!");
  if (side.held && side.tray.length) parts.push("must clear the tray first");
  if (side.off) parts.push("switched off: not in play");
  if (game.winners.includes(side.side)) parts.push("has won");
  return parts.join(", ");
}

function lying(lay) {
  const kind = { match: ".good", stray: ".bad" }[lay.verdict] ?? "";
  return el(`li${kind}`, `in the tray: ${pieceName(lay.token)}, ${VERDICTS[lay.verdict] ?? lay.verdict}`);
}

function cardsOf(side) {
  return [...(side.done ?? []).map(([card]) => card), ...side.open, ...(side.deck ?? [])];
}

// In a check: which laid token has a card, one card to one token, and which cards have none yet.
function laid(game, side) {
  const left = cardsOf(side);
  const rows = game.laid.map((token) => {
    const index = left.findIndex((card) => isAlike(card, token));
    if (index >= 0) left.splice(index, 1);
    return el(`li${index >= 0 ? ".good" : ".bad"}`,
      `laid: ${pieceName(token)}, ${index >= 0 ? "fits" : "fits no card"}`);
  });
  if (game.phase === "checking" && left.length) {
    rows.push(el("li.soft", `no token yet for ${listed(left.map(pieceName))}`));
  }
  return rows;
}

function verdict(game, side) {
  const found = game.verdicts?.find((one) => one.side === side.side);
  if (!found) return null;
  if (!found.mistakes) return el("p.good", "checked: no mistake");
  const tokens = found.tokens.length ? `; wrong: ${listed(found.tokens.map(pieceName))}` : "";
  return el("p.bad", `checked: ${counted(found.mistakes, "mistake")}, no token for ${listed(found.cards.map(pieceName))}${tokens}`);
}

function whereabouts(found, name) {
  const where = {
    tray: `in the tray of ${title(found.place)}`,
    stash: `on a card of ${name(found.place)}`,
  }[found.kind] ?? "not seen: meadow, corner or floor";
  return el("li", `missing ${pieceName(found.card)}: `, el("b", where));
}

function overruling(state, game, side) {
  if (game.phase === "over" || side.off) return null;
  const tray = side.tray.map((lay) => lay.token);
  const laidNow = game.laying === side.side ? game.laid : [];
  const cards = game.laying === side.side ? cardsOf(side) : side.open;
  const own = piecesOf("token").filter((token) => cards.some((card) => isAlike(card, token)));
  const tokens = [...new Set([...tray, ...laidNow, ...own])];
  const covering = (side.done ?? []).map(([, token]) => token).filter(Boolean);
  const strays = [...new Set([...tray, ...laidNow, ...covering])];
  const where = (token) => (tray.includes(token) ? "in the tray" : laidNow.includes(token) ? "laid" : "on its card");
  return el("details", { "data-key": "overrule" }, el("summary", "Overrule"),
    cards.length ? el("p.soft", { "data-key": "counts" }, "This token is right for this card:") : null,
    cards.length ? picking("Counts", "match", "args",
      picker("token", tokens, (token) => `${pieceName(token)} (token)`),
      picker("card", cards, (card) => `for ${pieceName(card)}`)) : null,
    strays.length ? el("p.soft", { "data-key": "fits" },
      `This token is wrong${covering.length ? "; a card that it covers is open again" : ""}:`) : null,
    strays.length ? picking("Fits no card", "stray", "args",
      chooser("stray token", strays, (token) => `${pieceName(token)} (${where(token)})`)) : null,
    el("div.row", awarding(state, "This side wins", side.side),
      side.off ? null : dashed(offButton(state, side.side, "Switch this side off"), !says(state, "off", side.side))));
}

function awarding(state, label, side) {
  return dashed(button(label, "award", side), !says(state, "award", side));
}

// What lies face down is for the operator's eyes alone: shut until it is opened.
function faceDown(game, side) {
  if (!side.deck?.length && !side.done?.length) return null;
  return el("details", { "data-key": "cards" }, el("summary", "Face down"),
    side.done?.length ? el("p", "covered: ", listed(side.done.map(([card]) => pieceName(card)))) : null,
    side.deck?.length ? el("p", "to come: ", listed([...side.deck].reverse().map(pieceName))) : null);
}

function elsewhere(game) {
  if (!game.elsewhere?.length) return null;
  return el("p.bad", "To put back: ", listed(game.elsewhere.map((lay) => `${pieceName(lay.token)} (${title(lay.place)})`)));
}

// -------------------------------------------------------------------------- Sweet Takes

function sweetSeat(state, game, seat, name) {
  const played = game.plays.find((play) => play.seat === seat.seat);
  const isTurn = game.on_turn === seat.seat;
  const moves = movesOf(state);
  return box(state, seat.seat, name, isTurn || game.deal_to === seat.seat,
    el("p", `${counted(seat.points, "point")}${game.sets > 1 ? `, ${seat.total} in all` : ""}; `,
      `hand ${seat.hand}, stash ${seat.stash}, won ${seat.face_up.length + seat.face_down}`),
    el("p", played ? ["played ", suitMark(suitOf(played.card)), " ", pieceName(played.card),
      played.source === "stash" ? " from the stash" : ""] : isTurn ? el("b", "is to play") : " "),
    game.off.includes(seat.seat)
      ? el("p", { "data-key": "off" }, "plays on; what this reader would read is said under By hand") : null,
    actions(state, seat.seat, ""),
    el("div.row", isTurn && moves.has("stash") ? button("Next card from the stash", "stash") : null),
    folds(seat.face_up.length
      ? el("details", { "data-key": "won" }, el("summary", "Cards won"),
        el("p", listed(seat.face_up.map(pieceName)), seat.face_down ? `, ${seat.face_down} face down` : "")) : null,
      game.phase === "over" ? null : el("details", { "data-key": "overrule" }, el("summary", "Overrule"),
      el("div.row", awarding(state, "This seat wins", seat.seat),
        seat.seat === "five" || game.off.includes(seat.seat) ? null
          : dashed(offButton(state, seat.seat, "Switch this reader off"), !says(state, "off", seat.seat)))),
      nameFold(state, seat.seat)));
}

function anyGame(game) {
  const rows = Object.entries(game).filter(([, value]) => typeof value !== "object" && value !== "");
  return [el("h2", title(game.game ?? "Game")),
    el("ul", ...rows.map(([key, value]) => el("li", `${title(key.replaceAll("_", " "))}: ${value}`)))];
}

// ------------------------------------------------------------------------------ by hand

// Cards that no reader reads, and other words that need more than a side.
export function byHand(state) {
  const moves = movesOf(state);
  if (state.phase === "lobby") return [];
  return [
    ...["deal", "play"].filter((word) => moves.has(word)).map((word) => card(state, word, moves.get(word))),
    moves.has("swap") ? el("div", { "data-key": "swap" }, el("p.soft", "A suit goes out, another comes in:"),
      picking("Swap", "swap", "args", picker("out", state.game.suits), picker("in", moves.get("swap").pieces))) : null,
  ];
}

function values() {
  const found = new Set(piecesOf("suit-card").map((id) => pieceOf(id).value));
  return [...found].sort((one, other) => one - other);
}

function card(state, word, move) {
  const label = word === "deal" ? "Deal this card" : "Play this card";
  const isSuit = state.game.game === "sweet-takes";
  const fields = isSuit
    ? [picker("suit", state.game.suits ?? suitsOfAll()), picker("value", values(), String)]
    : [picker("card", move.pieces ?? [], pieceName)];
  return el("div", { "data-key": word }, el("p.soft", "A card that cannot be read:"),
    picking(label, word, isSuit ? "card" : "args", ...fields));
}

