// What hands do at the console while the table goes on: they press, are asked whether they are sure,
// and type. What the table changes under them they have not meant. Knows no socket and no game.

import { buttonOf, hasStayed, pressed } from "./press.js";

const CLICK_MS = 500; // a click comes that soon after its finger went up, or never

// What a button says, by its looks and to the table.
function saying(target) {
  const { word, args, pick } = target.dataset;
  return `${word} ${args} ${pick} ${target.textContent} ${target.getAttribute("aria-disabled")}`;
}

function isSame({ target, said }) {
  return target.isConnected && said === saying(target);
}

// What a button said when the finger or the key came down: if the table changed it meanwhile, nobody
// meant what it says now. One that is taken away may get no click at all: then `lost` is called.
export class Presses {
  constructor(lost) {
    this.down = null;
    document.addEventListener("pointerdown", (event) => this.press(event, false));
    document.addEventListener("pointerup", (event) => {
      const { down } = this;
      setTimeout(() => {
        if (!down || this.down !== down || isSame(down) || !hasStayed(down, event)) return;
        this.down = null;
        lost();
      }, CLICK_MS);
    });
    document.addEventListener("pointercancel", () => { this.down = null; });
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      // A key that is kept down says nothing once more.
      if (event.repeat && event.target.closest?.("button")) event.preventDefault();
      else this.press(event, true);
    });
    // The click of a key comes after this.
    document.addEventListener("keyup", () => setTimeout(() => { this.down = null; }));
  }

  press(event, isByKey) {
    const down = pressed(event);
    this.down = down && { ...down, said: saying(down.target), isByKey };
  }

  // The button that a click is for, or null, and whether it is meant. A screen reader's comes without
  // any press.
  of(click) {
    const { down } = this;
    this.down = null;
    const isByKey = click.detail === 0;
    const target = buttonOf(click, down);
    const isMeant = !down || down.isByKey !== isByKey || (down.target === target && isSame(down));
    return { target, isMeant };
  }
}

// Asks whether somebody is sure, and asks no more once what it asks about is another thing.
export class Question {
  // `about` tells which game it is that just now is played.
  constructor(dialog, line, about) {
    this.dialog = dialog;
    this.line = line;
    this.about = about;
    this.asked = null;
  }

  // Resolves to "yes", "no" or "changed".
  ask(target, what) {
    this.asked = { target, said: saying(target), about: this.about() };
    this.line.textContent = what;
    this.dialog.returnValue = "no";
    this.dialog.showModal();
    return new Promise((resolve) => {
      this.dialog.addEventListener("close", () => {
        const { returnValue } = this.dialog;
        resolve(returnValue === "yes" && this.isOther() ? "changed" : returnValue);
        this.asked = null;
      }, { once: true });
    });
  }

  isOther() {
    return !isSame(this.asked) || this.asked.about !== this.about();
  }

  // The page has been drawn anew.
  look() {
    if (this.asked && this.dialog.open && this.isOther()) this.dialog.close("changed");
  }
}

let isDrawing = false;

// Whether a field only says that it was taken away.
export function isTakenAway() {
  return isDrawing;
}

// Draw the page. Whoever is at a field for names that comes to stand elsewhere goes on there.
export function drawAround(draw) {
  const field = document.activeElement;
  const typed = field?.dataset?.names ? { ...field.dataset, value: field.value, at: field.selectionStart } : null;
  isDrawing = true;
  try {
    draw();
  } finally {
    isDrawing = false;
  }
  if (!typed || field.isConnected) return;
  const next = document.querySelector(`input[data-names="${typed.names}"]`);
  if (!next) return;
  next.closest("details")?.setAttribute("open", "");
  next.focus();
  if (next.type === "checkbox" || next.value === typed.value) return;
  next.select();
  document.execCommand("insertText", false, typed.value); // as typed: leaving the field sends it
  next.setSelectionRange(typed.at, typed.at);
}
