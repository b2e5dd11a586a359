// The console during a game: each side's open cards, what lies in its tray and whether it fits.

import { el } from "./draw.js";
import { nameOf, pieceName, sideMark, suitMark, suitOf, title, valueOf } from "./words.js";

const VERDICTS = { match: "fits", stray: "must go back", neutral: "not judged" };

export function playing(state, button) {
  const game = state.game;
  if (game.sides) return [el("div.grid", ...game.sides.map((side) => sweepersSide(state, side, button)))];
  if (game.seats) return [el("div.grid", ...game.seats.map((seat) => sweetSeat(state, game, seat, button)))];
  return [];
}

function sweepersSide(state, side, button) {
  const cards = side.open;
  return el(`div.seat.of-${side.side}`, { "data-side": side.side },
    el("h3", sideMark(side.side), nameOf(state, side.side)),
    el("p", `${side.covered} of ${side.cards} covered${side.claimed ? ", said Stashed!" : ""}${side.off ? ", switched off" : ""}`),
    el("p", cards.length ? `open: ${cards.map(pieceName).join(", ")}` : "no open card"),
    el("ul", ...side.tray.map((lay) => el("li.row",
      el(`span.${lay.verdict === "match" ? "good" : "bad"}`,
        `${pieceName(lay.token)}: ${VERDICTS[lay.verdict] ?? lay.verdict}`),
      cards.length ? el("button", { type: "button", "data-match": lay.token }, "It fits") : null,
      button("It is a stray", "stray", lay.token)))),
    cards.length > 1 || side.tray.length ? el("label", "for ", el("select", { "data-card": side.side,
      "aria-label": `card of ${side.side}` },
      ...cards.map((card) => el("option", { value: card }, pieceName(card))))) : null,
    el("div.row", button("This side wins", "award", side.side),
      side.off ? null : button("Switch this side off", "off", side.side)));
}

function sweetSeat(state, game, seat, button) {
  const played = game.plays.find((play) => play.seat === seat.seat);
  return el(`div.seat.of-${seat.seat}`, { "data-side": seat.seat },
    el("h3", sideMark(seat.seat), nameOf(state, seat.seat)),
    game.on_turn === seat.seat ? el("p.good", "is to play") : null,
    el("p", `${seat.points} points, ${seat.total} in all; hand ${seat.hand}, stash ${seat.stash}`),
    played ? el("p", "played ", suitMark(suitOf(played.card), game.suits), " ",
      `${title(suitOf(played.card))} ${valueOf(played.card)}`) : null,
    el("div.row", button("This seat wins", "award", seat.seat)));
}
