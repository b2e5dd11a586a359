// The row of tools: rake or hand, how near, sound, and the way to the panel.

import { el, show, svg } from "/static/draw.js";

const SPEAKER = "M-10-4H-6L0-9V9L-6 4H-10Z";
const ICONS = {
  nearer: "M-8 0H8M0-8V8",
  farther: "M-8 0H8",
  loud: `${SPEAKER}M4-4Q7 0 4 4M7-8Q12 0 7 8`,
  silent: `${SPEAKER}M4-4 11 4M11-4 4 4`,
  menu: "M-9-6H9M-9 0H9M-9 6H9",
};

export class Tools {
  constructor(root, page) {
    this.root = root;
    this.page = page;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) this.act(button.dataset.key);
    });
  }

  act(what) {
    const { view, fingers, buzzer, panel, changed } = this.page;
    if (what === "rake" || what === "hand") fingers.mode = what;
    else if (what === "near") view.look({ isWhole: !view.isWhole });
    else if (what === "in") view.zoomBy(1.3);
    else if (what === "out") view.zoomBy(1 / 1.3);
    else if (what === "mute") buzzer.mute(!buzzer.isMuted);
    else if (what === "panel") panel.toggle();
    changed();
  }

  draw() {
    const { view, fingers, buzzer, meadow } = this.page;
    const tool = (key, words, pressed, name = "") =>
      el(`button${name}`, { type: "button", "data-key": key, "aria-pressed": pressed === undefined ? null : String(pressed) }, words);
    const named = (path, name) => [
      svg("svg", { viewBox: "-12 -12 24 24", class: "tool-icon", "aria-hidden": "true" }, svg("path", { d: path })),
      el("span.visually-hidden", name)];
    show(this.root,
      tool("rake", "Rake", fingers.mode === "rake"),
      tool("hand", "Hand", fingers.mode === "hand"),
      meadow.room.you.length > 0 && tool("near", view.isWhole ? "Side" : "All"),
      tool("in", named(ICONS.nearer, "Nearer")),
      tool("out", named(ICONS.farther, "Farther")),
      tool("mute", named(buzzer.isMuted ? ICONS.silent : ICONS.loud, "Sound"), !buzzer.isMuted),
      tool("panel", named(ICONS.menu, "People, bots, box, faults"), undefined, ".narrow"));
  }
}
