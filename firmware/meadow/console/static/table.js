// The table as a page sees it: one socket, the state kept up to date, and the table's own clock.
//
// `new Table({page, streams}, listener)` connects and stays connected. The listener gets
//   state(state, table)   the whole state, whenever it changed
//   news(message)         what happened once: sentences, sounds, refusals
//   stale(sinceMs)        the table has not been heard since (ms of this page's clock), or null
// and may have `frame` and `beep`. Knows no game and draws nothing.

const VERSION = 1;
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 2000;
const SILENT_MS = 2500; // the table says at least once a second that it is there

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

export class Table {
  constructor({ page, streams = [], path = "/socket" }, listener) {
    this.listener = listener;
    this.hello = { is: "hello", version: VERSION, page, streams };
    this.path = path;
    this.state = null;
    this.viewer = "spectator";
    this.number = -1;
    this.waitMs = FIRST_WAIT_MS;
    this.heardAt = performance.now();
    this.staleSince = null;
    this.asked = new Map();
    this.nextId = 1;
    this.aheadMs = 0; // the table's clock less this page's
    this.connect();
    setInterval(() => this.watch(), 500);
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

  // An operator's word; resolves to "" or to the line that says why not.
  act(word, ...args) {
    return this.ask({ is: "act", word, args });
  }

  ask(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      return Promise.resolve("the table is not connected: nothing was changed");
    }
    const id = this.nextId++;
    const answer = new Promise((resolve) => this.asked.set(id, resolve));
    this.socket.send(JSON.stringify({ ...message, id }));
    return answer;
  }

  reconnect() {
    this.waitMs = FIRST_WAIT_MS;
    this.socket?.close();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}${this.path}`);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.hello));
    socket.onmessage = (event) => this.take(JSON.parse(event.data));
    socket.onclose = () => this.lost();
  }

  lost() {
    for (const resolve of this.asked.values()) {
      resolve("the connection was lost: look whether it was done");
    }
    this.asked.clear();
    this.becomeStale();
    setTimeout(() => this.connect(), this.waitMs);
    this.waitMs = Math.min(LONGEST_WAIT_MS, this.waitMs * 2);
  }

  watch() {
    if (performance.now() - this.heardAt > SILENT_MS) this.becomeStale();
  }

  becomeStale() {
    if (this.staleSince !== null) return;
    this.staleSince = this.heardAt;
    this.listener.stale?.(this.staleSince);
  }

  take(message) {
    this.heardAt = performance.now();
    if (message.now_ms !== undefined) this.aheadMs = message.now_ms - this.heardAt;
    if (message.is === "snapshot") this.begin(message);
    else if (message.is === "change") this.change(message);
    else if (message.is === "answer") this.answered(message);
    else if (message.is === "reload") location.reload();
    else this.listener[message.is]?.(message);
    if (this.staleSince !== null && this.state !== null && message.is !== "answer") {
      this.staleSince = null;
      this.listener.stale?.(null);
    }
  }

  begin(message) {
    this.waitMs = FIRST_WAIT_MS;
    this.number = message.number;
    this.viewer = message.viewer;
    this.state = message.state;
    this.listener.state?.(this.state, this);
  }

  change(message) {
    if (message.number !== this.number + 1) {
      this.socket.close(); // something was missed: a new snapshot puts it right
      return;
    }
    this.number = message.number;
    this.state = patched(this.state, message.patch);
    this.listener.state?.(this.state, this);
  }

  answered(message) {
    const resolve = this.asked.get(message.id);
    this.asked.delete(message.id);
    resolve?.(message.ok ? "" : message.message);
  }
}
