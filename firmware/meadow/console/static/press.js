// Which button a press is for, while all is drawn anew. A button that moves away under a finger that
// is already down on it loses its click to what holds it, or to another button that came there: the
// press is still its, if the finger stayed where it was. Knows no page.

const NEAR_PX = 12;

// The button a finger comes down on: { target, x, y }, or null.
export function pressed({ target, clientX, clientY }) {
  const button = target.closest?.("button");
  return button ? { target: button, x: clientX, y: clientY } : null;
}

export function hasStayed({ x, y }, { clientX, clientY }, farPx = NEAR_PX) {
  return Math.hypot(clientX - x, clientY - y) <= farPx;
}

// The button of a click; `down` is what the finger came down on. A key's click is where it says.
export function buttonOf(click, down) {
  const isFinger = click.detail > 0;
  return down && isFinger && hasStayed(down, click) ? down.target : click.target.closest?.("button") ?? null;
}
