// Presses of the buttons below a root, told by their `data-key`.

const NEAR_PX = 12;

// All is drawn anew whenever something changes. Where a button moves away under a finger that is
// already down on it, the browser tells of a click between two buttons: the press is still its.
export function hearPresses(root, act) {
  let down = null;
  root.addEventListener("pointerdown", (event) => {
    const key = event.target.closest("button")?.dataset.key;
    down = key ? { key, x: event.clientX, y: event.clientY } : null;
  });
  root.addEventListener("click", (event) => {
    const stayed = down && Math.hypot(event.clientX - down.x, event.clientY - down.y) <= NEAR_PX;
    const key = event.target.closest("button")?.dataset.key ?? (stayed ? down.key : "");
    down = null;
    if (key) act(key, root.querySelector(`[data-key="${CSS.escape(key)}"]`));
  });
}
