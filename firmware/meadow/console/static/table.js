// The table as a page sees it: one socket, the state kept up to date, and the table's own clock
// (docs/console.md is the protocol).
//
// `new Table({page, wants, viewer}, listener)` connects and stays connected; with the viewer
// "operator" it sees what they see, if this browser has said the PIN. The listener may have
//   state(state, table)   the whole state, at most once a frame when it changed
//   news(message)         what happened once: sentences, sounds, refusals
//   history(message)      the sentences so far, if `wants` names it; `frame` and `beep` likewise
//   stale(sinceMs)        the table has not been heard since (ms of this page's clock), or null
//   refused(why)          the table will not have this page: a line to show
// Knows no game and draws nothing.

const VERSION = 1;
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 3000;
const SILENT_MS = 3000; // the table says once a second that it is there
const ANSWER_MS = 8000;
const RELOADED = "meadow-reloaded"; // when this tab last reloaded itself for another version
const RELOAD_AGAIN_MS = 60_000;

const OTHER_VERSION = 4000;
const SESSION_OVER = 4001;

const NOT_CONNECTED = "the table is not connected: nothing was done";
const LOST = "the connection was lost: look whether it was done";

// A page of another version loads itself anew, but not for ever; gives whether it does.
export function reloaded() {
  const before = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Math.abs(Date.now() - before) < RELOAD_AGAIN_MS) return false;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
  return true;
}

// What a JSON merge patch (RFC 7396) makes of a state; the state itself stays as it is.
export function patched(state, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const isMap = state !== null && typeof state === "object" && !Array.isArray(state);
  const next = isMap ? { ...state } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete next[key];
    else next[key] = patched(next[key], value);
  }
  return next;
}

// "10:15:03", for a moment of this page's clock.
export function timeOfDay(sinceMs) {
  return new Date(Date.now() - (performance.now() - sinceMs)).toLocaleTimeString("en-GB");
}

export class Table {
  constructor({ page, wants = [], viewer = "spectator", path = "/socket" }, listener) {
    this.listener = listener;
    this.hello = { is: "hello", version: VERSION, page, wants, viewer };
    this.path = path;
    this.state = null;
    this.viewer = "";
    this.boot = "";
    this.number = -1;
    this.waitMs = FIRST_WAIT_MS;
    this.heardAtMs = performance.now();
    this.staleSinceMs = null;
    this.asked = new Map();
    this.nextId = 1;
    this.aheadMs = 0; // the table's clock less this page's
    this.toDraw = false;
    this.retry = null;
    this.connect();
    setInterval(() => this.watch(), 500);
    addEventListener("online", () => this.reconnect());
    addEventListener("pageshow", (event) => event.persisted && this.reconnect());
    document.addEventListener("visibilitychange", () => document.hidden || this.watch());
  }

  // The table's clock at this moment.
  get nowMs() {
    return performance.now() + this.aheadMs;
  }

  // The core's time of the game being played, by the table's clock.
  get coreMs() {
    const clock = this.state?.clock;
    if (!clock) return 0;
    return clock.stands_ms >= 0 ? clock.stands_ms : Math.max(0, this.nowMs - clock.zero_ms);
  }

  get isConnected() {
    return this.socket?.readyState === WebSocket.OPEN && this.staleSinceMs === null;
  }

  // An operator's word; resolves to "" or to the line that says why not.
  act(word, ...args) {
    return this.ask({ is: "act", word, args });
  }

  // Any message that is answered; resolves to "" or to the line that says why not.
  ask(message) {
    if (!this.isConnected) return Promise.resolve(NOT_CONNECTED);
    const id = this.nextId++;
    const answer = new Promise((resolve) => this.asked.set(id, resolve));
    setTimeout(() => this.answered(id, "no answer came: look whether it was done"), ANSWER_MS);
    this.socket.send(JSON.stringify({ ...message, id }));
    return answer;
  }

  // Begin anew at once, as after a login: the table then knows who asks.
  reconnect() {
    this.waitMs = FIRST_WAIT_MS;
    this.leave();
    this.connect();
  }

  connect() {
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket = socket;
    this.triedAtMs = performance.now();
    socket.onopen = () => socket.send(JSON.stringify(this.hello));
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = (event) => this.closed(event);
  }

  // Turn from a socket, whatever it still says: one that is half open may take minutes to close.
  leave() {
    const socket = this.socket;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    for (const id of [...this.asked.keys()]) this.answered(id, LOST);
  }

  closed(event) {
    this.leave();
    this.becomeStale();
    if (event.code === OTHER_VERSION) {
      if (!reloaded()) this.listener.refused?.("this page is of another version than the table: reload it");
      return;
    }
    if (event.code !== 1006 && event.reason) this.listener.refused?.(event.reason);
    if (event.code === SESSION_OVER) this.waitMs = 0;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), this.waitMs * (0.7 + 0.6 * Math.random()));
    this.waitMs = Math.min(LONGEST_WAIT_MS, Math.max(FIRST_WAIT_MS, this.waitMs * 2));
  }

  // A socket that says nothing is of no use, whatever it calls itself.
  watch() {
    const now = performance.now();
    if (now - this.heardAtMs <= SILENT_MS) return;
    this.becomeStale();
    const isOpen = this.socket.readyState === WebSocket.OPEN;
    const isOpening = this.socket.readyState === WebSocket.CONNECTING;
    if (now - this.triedAtMs > SILENT_MS && (isOpen || isOpening)) this.reconnect();
  }

  becomeStale() {
    if (this.staleSinceMs !== null) return;
    this.staleSinceMs = this.heardAtMs;
    this.listener.stale?.(this.staleSinceMs);
  }

  take(message) {
    this.heardAtMs = performance.now();
    if (message.now_ms !== undefined) this.aheadMs = message.now_ms - this.heardAtMs;
    if (message.is === "snapshot") this.begin(message);
    else if (message.is === "change") this.change(message);
    else if (message.is === "answer") this.answered(message.id, message.ok ? "" : message.message);
    else this.listener[message.is]?.(message);
  }

  begin(message) {
    this.waitMs = FIRST_WAIT_MS;
    this.number = message.number;
    this.viewer = message.viewer;
    this.boot = message.boot;
    this.state = message.state;
    if (this.staleSinceMs !== null) {
      this.staleSinceMs = null;
      this.listener.stale?.(null);
    }
    this.draw();
  }

  change(message) {
    if (message.number !== this.number + 1) {
      this.reconnect(); // something was missed: a new snapshot puts it right
      return;
    }
    this.number = message.number;
    this.state = patched(this.state, message.patch);
    this.draw();
  }

  // Have the page drawn with the next frame, once for all that came until then.
  draw() {
    if (this.toDraw) return;
    this.toDraw = true;
    requestAnimationFrame(() => {
      this.toDraw = false;
      this.listener.state?.(this.state, this);
    });
  }

  answered(id, why) {
    const resolve = this.asked.get(id);
    this.asked.delete(id);
    if (resolve) resolve(why);
    else if (id === 0 && why) this.listener.refused?.(why);
  }
}
