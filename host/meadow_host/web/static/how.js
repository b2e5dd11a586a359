// How to play, in a sheet over the page: the game that is chosen, else all of them, and what fingers
// do here. The games' own words and pictures are the scoreboard's, fetched when they are wanted.

import { el, show } from "/static/draw.js";

const HERE = {
  sweepers: [
    "Your own edge is at the foot of the picture, with your colour and shape.",
    "Touch the meadow: your rake comes down there. Pull it towards you, and over your edge.",
    "What falls into your tray: if it fits, tap it or press Onto my card; else put it back.",
    "Is the token nowhere to be seen? Stop! halts all; On three! goes on.",
  ],
  "sweet-takes": [
    "Your cards stand at the top. The marked ones may be played: tap one, then Play it.",
    "Your secret stash lies before you, face down. Nobody looks at it before it is played.",
    "Of each suit you take, the highest card lies face up and counts its points, the others face down and count 1 each.",
    "A card that is not taken: Take it back, and choose another.",
  ],
};

export class How {
  constructor(root, page) {
    this.root = root;
    this.page = page;
    root.addEventListener("click", (event) => {
      if (event.target === root || event.target.closest("button")) root.close();
    });
  }

  async open() {
    const { ORDER, howOf, howTo } = await import("/static/board-how.js");
    const { lobby } = this.page.table.state ?? {};
    const chosen = howOf(lobby?.chosen ?? [], lobby?.seats.length ?? 0);
    const games = chosen ? [chosen] : ORDER.map((game) => howOf([game]));
    const kinds = new Set(games.map(({ game }) => (game === "sweet-takes" ? game : "sweepers")));
    show(this.root,
      el("div.top", el("h2", "How to play"), el("button", { type: "button" }, "Close")),
      games.map(howTo),
      el("section", el("h2", "On this page"), [...kinds].map((kind) => el("ul.here", HERE[kind].map((line) => el("li", line))))));
    this.root.showModal();
    this.root.scrollTop = 0;
  }
}
