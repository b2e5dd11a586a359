// Presses of the buttons below a root, told by their `data-key`.

import { buttonOf, hasStayed, pressed } from "/static/press.js";

const TWICE_PX = 24;
const TWICE_MS = 350;

// The second tap of a double one is not meant for another button that has come there meanwhile, as
// On three! where Stop! was.
export function hearPresses(root, act) {
  let down = null;
  let last = null;
  const isSecond = (event) =>
    last && hasStayed(last, event, TWICE_PX) &&
    (event.detail > 1 || (event.pointerType === "touch" && event.timeStamp - last.at < TWICE_MS));
  root.addEventListener("pointerdown", (event) => { down = pressed(event); });
  root.addEventListener("pointercancel", () => { down = null; });
  root.addEventListener("click", (event) => {
    const key = buttonOf(event, down)?.dataset.key;
    down = null;
    if (!key || (key !== last?.key && isSecond(event))) return;
    last = { key, x: event.clientX, y: event.clientY, at: event.timeStamp };
    act(key, root.querySelector(`[data-key="${CSS.escape(key)}"]`));
  });
}
