// Cards of mine that lie somewhere and count as held still: why, and what to do about them. Lost to
// nobody.

import { pieceName } from "/static/words.js";

const HEADS = { refused: "not taken", undone: "taken back", unread: "not read", astray: "not played" };

// What the page's head says of them, with its buttons; null for none.
export function astray({ meadow }, mine, button) {
  const cards = meadow.room.strayed.filter(([, seat]) => mine.includes(seat));
  if (!cards.length) return null;
  const [[handle, , how, why]] = cards;
  const { face } = meadow.pieces.get(handle) ?? {};
  const isOne = cards.length === 1;
  const isSame = cards.every((card) => card[2] === how);
  const what = isOne ? `${face ? pieceName(face) : "Your card"} was` : `${cards.length} cards were`;
  const isHeap = how === "unread" && meadow.room.past > 0;
  const collect = button("collect", "Take the round's cards away", () => meadow.ask({ is: "collect" }), "main");
  return { head: `${what} ${HEADS[isSame ? how : "astray"]}`, hint: why, waits: "", kind: "bad",
    buttons: [isHeap && collect,
      button("take-back", isOne ? "Take it back" : "Take them back", () => meadow.ask({ is: "take-back" }), isHeap ? "" : "main")] };
}
