// Says all the time what somebody has broken, and mends it at a tap: a table at which something is
// wrong on purpose must not look as if it were mad.

import { listed, readerOf } from "/static/words.js";
import { el, show } from "/static/draw.js";

export class Broken {
  constructor(root, page) {
    this.root = root;
    this.page = page;
    root.addEventListener("click", (event) => event.target.closest("button") && this.mend());
  }

  draw() {
    const { broken } = this.page.meadow.room;
    this.root.hidden = broken.length === 0;
    show(this.root, broken.length ? [
      el("span", el("b", "Broken by hand: "), listed(broken.map((one) => this.words(one)))),
      el("button", { type: "button" }, broken.length > 1 ? "Mend all" : "Mend it"),
    ] : []);
  }

  words([fault, place]) {
    const { now } = this.page.meadow.layout.faults.find((one) => one.fault === fault);
    return place ? `${readerOf(place)} is ${now}` : now;
  }

  mend() {
    const { meadow } = this.page;
    for (const [fault, place] of meadow.room.broken) meadow.ask({ is: "break", fault, place, on: false });
  }
}
