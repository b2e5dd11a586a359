// The row of tools: rake or hand, how near, sound, and the way to the panel.

import { el, show } from "/static/draw.js";

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
    else if (what === "left") fingers.turn(-1);
    else if (what === "mute") buzzer.mute(!buzzer.isMuted);
    else if (what === "panel") panel.toggle();
    changed();
  }

  draw() {
    const { view, fingers, buzzer, meadow } = this.page;
    const tool = (key, words, pressed, name = "") =>
      el(`button${name}`, { type: "button", "data-key": key, "aria-pressed": pressed === undefined ? null : String(pressed) }, words);
    show(this.root,
      tool("rake", "Rake", fingers.mode === "rake"),
      tool("hand", "Hand", fingers.mode === "hand"),
      meadow.room.you.length > 0 && tool("near", view.isWhole ? "My side" : "All"),
      tool("in", el("span", { "aria-label": "nearer" }, "+")),
      tool("out", el("span", { "aria-label": "farther" }, "−")),
      tool("mute", buzzer.isMuted ? "Sound off" : "Sound on", !buzzer.isMuted),
      tool("panel", "Menu", undefined, ".narrow"));
  }
}
