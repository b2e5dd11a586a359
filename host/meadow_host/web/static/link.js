// The page's line to the meadow: what is to be seen of it, and what fingers do (docs/meadow.md is
// the protocol). Stays connected, like the console's own. Knows no game and draws nothing.
//
// `new Meadow(listener)`; the listener may have
//   layout(layout)        sizes, places, faces: once, and anew for another meadow
//   pieces(names)         these lie otherwise: see `meadow.pieces`
//   moved(names)          these went on: x, y and turn
//   room(room)            who is there
//   refused(why)          a line: what could not be done, or what the table refused this person
//   lost(isLost)
//   over(why)             a line: the meadow will not have this page any more

import { reloaded } from "/static/table.js";

const VERSION = 1;
const OTHER_VERSION = 4000;
const MOVED = 4003; // the same person looks through another page, as after "Duplicate tab"
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3000;
const ALIVE_MS = 700;
const BYTES = 8; // of one move: number, x, y, turn
const UNITS_A_MM = 50;
const UNITS_A_RADIAN = 10000;
const KEY = "meadow-key";
const OPENED = "meadow-opened"; // when this browser opened its last page of the meadow
const NOBODY = {
  you: [], people: [], bots: [], wanted: [], words: [], skill: "", dealing: 0, broken: [], strayed: [], past: 0, goes_on: "",
};

export class Meadow {
  constructor(listener) {
    this.listener = listener;
    this.layout = null;
    this.pieces = new Map();
    this.room = NOBODY;
    this.waitMs = FIRST_WAIT_MS;
    this.asked = new Map();
    this.nextId = 1;
    this.did = [];
    this.key = sessionStorage.getItem(KEY) ?? madeUp();
    sessionStorage.setItem(KEY, this.key);
    // Later than any page before, even if the computer's clock was set back meanwhile.
    this.opened = Math.max(Math.round(performance.timeOrigin), Number(localStorage.getItem(OPENED) ?? 0) + 1);
    localStorage.setItem(OPENED, this.opened);
    this.connect();
    setInterval(() => this.say({ is: "alive" }), ALIVE_MS);
    addEventListener("online", () => this.isOpen || this.isOver || this.connect());
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  // ------------------------------------------------------------------------- saying

  say(message) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
  }

  // Whatever is answered; resolves to "" or to the line that says why not.
  ask(message) {
    if (!this.isOpen) return Promise.resolve("the meadow is not connected");
    const id = this.nextId++;
    this.say({ ...message, id });
    return new Promise((resolve) => this.asked.set(id, resolve));
  }

  // What a finger does: kept until the next frame, so that a move makes way for a later one.
  finger(number, what, x, y, angle, seat) {
    const last = this.did.at(-1);
    const one = [number, what, round(x), round(y)];
    if (angle !== undefined) one.push(Math.round(angle * 1000) / 1000);
    if (seat) one.push(seat);
    const isMove = what === "move" || what === "carry";
    if (isMove && last && last[0] === number && last[1] === what) this.did.pop();
    this.did.push(one);
    if (!isMove) this.flush();
    else if (this.did.length === 1) requestAnimationFrame(() => this.flush());
  }

  flush() {
    if (!this.did.length) return;
    this.say({ is: "hand", did: this.did.slice(0, 64) });
    this.did = [];
  }

  // ------------------------------------------------------------------------ hearing

  connect() {
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/meadow/socket`);
    socket.binaryType = "arraybuffer";
    this.socket = socket;
    socket.onopen = () => {
      this.isNew = true;
      this.say({ is: "hello", version: VERSION, key: this.key, opened: this.opened });
      this.waitMs = FIRST_WAIT_MS;
      this.listener.lost?.(false);
    };
    socket.onmessage = ({ data }) => {
      if (typeof data === "string") this.take(JSON.parse(data));
      else this.takeMoves(new DataView(data));
    };
    socket.onclose = (event) => this.closed(socket, event);
  }

  closed(socket, event) {
    if (socket !== this.socket) return;
    for (const resolve of this.asked.values()) resolve("the connection was lost");
    this.asked.clear();
    this.did = [];
    this.listener.lost?.(true);
    this.isOver = event.code === OTHER_VERSION || event.code === MOVED;
    if (event.code === OTHER_VERSION && reloaded()) return;
    if (this.isOver) this.listener.over?.(event.reason);
    else if (event.code !== 1006 && event.reason) this.listener.refused?.(event.reason);
    if (this.isOver) return;
    this.retry = setTimeout(() => this.connect(), this.waitMs * (0.7 + 0.6 * Math.random()));
    this.waitMs = Math.min(LONGEST_WAIT_MS, this.waitMs * 2);
  }

  take(message) {
    if (message.is === "layout") {
      this.layout = message;
      this.pieces = new Map();
      this.listener.layout?.(message);
    } else if (message.is === "pieces") {
      for (const [name, piece] of Object.entries(message.pieces)) this.pieces.set(name, piece);
      this.listener.pieces?.(Object.keys(message.pieces));
    } else if (message.is === "room") {
      const seats = this.room.you;
      this.room = { ...NOBODY, ...message };
      // After another start of the program nobody sits anywhere: sit down again.
      if (this.isNew && seats.length && !message.you.length) this.say({ is: "sit", seats });
      this.isNew = false;
      this.listener.room?.(this.room);
    } else if (message.is === "refused") {
      this.listener.refused?.(message.why);
    } else if (message.is === "answer") {
      this.answered(message);
    }
  }

  takeMoves(view) {
    const names = [];
    for (let at = 0; at + BYTES <= view.byteLength; at += BYTES) {
      const name = this.layout.handles[view.getUint16(at, true)];
      const piece = this.pieces.get(name);
      if (!piece) continue;
      piece.x = view.getInt16(at + 2, true) / UNITS_A_MM;
      piece.y = view.getInt16(at + 4, true) / UNITS_A_MM;
      piece.turn = view.getInt16(at + 6, true) / UNITS_A_RADIAN;
      names.push(name);
    }
    this.listener.moved?.(names);
  }

  answered({ id, ok, message }) {
    const resolve = this.asked.get(id);
    this.asked.delete(id);
    resolve?.(ok ? "" : message);
    if (!ok) this.listener.refused?.(message);
  }
}

function round(mm) {
  return Math.round(mm * 10) / 10;
}

function madeUp() {
  return [...crypto.getRandomValues(new Uint8Array(8))]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
