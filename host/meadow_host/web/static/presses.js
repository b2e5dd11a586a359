// Presses of the buttons below a root, told by their `data-key`.

const NEAR_PX = 12;
const TWICE_MS = 350;

// All is drawn anew whenever something changes. Where a button moves away under a finger that is
// already down on it, the browser tells of a click between two buttons: the press is still its. And
// the second tap of a double one is not meant for another button that has come there meanwhile, as
// On three! where Stop! was.
export function hearPresses(root, act) {
  let down = null;
  let last = { key: "" };
  const isSecond = ({ detail, pointerType, clientX, clientY, timeStamp }) =>
    last.key !== "" && Math.hypot(clientX - last.x, clientY - last.y) <= 2 * NEAR_PX &&
    (detail > 1 || (pointerType === "touch" && timeStamp - last.at < TWICE_MS));
  root.addEventListener("pointerdown", (event) => {
    const key = event.target.closest("button")?.dataset.key;
    down = key ? { key, x: event.clientX, y: event.clientY } : null;
  });
  root.addEventListener("click", (event) => {
    const stayed = down && Math.hypot(event.clientX - down.x, event.clientY - down.y) <= NEAR_PX;
    const key = event.target.closest("button")?.dataset.key ?? (stayed ? down.key : "");
    down = null;
    if (!key || (key !== last.key && isSecond(event))) return;
    last = { key, x: event.clientX, y: event.clientY, at: event.timeStamp };
    act(key, root.querySelector(`[data-key="${CSS.escape(key)}"]`));
  });
}
