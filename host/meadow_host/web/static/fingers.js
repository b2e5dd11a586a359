// Fingers and the mouse on the picture: rakes, drags and taps, several at once. Says to the meadow
// what each does; what a tap means is the page's to say.
//
// `mode`: "rake" brings the own rake to where the meadow is touched, "hand" takes what lies there.
// A mouse has the rake right under it, and the wheel to turn it; a finger pulls it (pull.js), and a
// second finger on the same side's part of the meadow turns it.

import { Pull, shortest } from "./pull.js";

const DRAG_PX = 7;
const REACH_MM = 8; // a finger misses by so much
const REACH_PX = 10;
const TURN_RAD = Math.PI / 12;
const TWIST_RAD = Math.PI / 24; // less is a hand that trembles
const OUT = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };
const FACING = { north: Math.PI, east: -Math.PI / 2, south: 0, west: Math.PI / 2, five: Math.PI * 0.75 };
const FOLLOWS = "meadow-rake-follows";

export class Fingers {
  constructor(picture, view, meadow, { tapped, changed }) {
    Object.assign(this, { picture, view, meadow, tapped, changed });
    this.mode = "rake";
    this.follows = localStorage.getItem(FOLLOWS) !== "no";
    this.downs = new Map(); // pointerId -> {number, kind, ...}
    picture.addEventListener("pointerdown", (event) => this.down(event));
    picture.addEventListener("pointermove", (event) => this.move(event));
    picture.addEventListener("pointerup", (event) => this.up(event, "up"));
    picture.addEventListener("pointercancel", (event) => this.up(event, "cancel"));
    picture.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    picture.addEventListener("contextmenu", (event) => event.preventDefault());
    addEventListener("keydown", (event) => this.key(event));
  }

  // Whether a pulled rake turns by itself; kept for this browser.
  follow(follows) {
    this.follows = follows;
    localStorage.setItem(FOLLOWS, follows ? "yes" : "no");
  }

  down(event) {
    if (event.button > 0) return;
    event.preventDefault();
    // The first finger of all: what others seemed to do is over, though nobody said so.
    if (event.isPrimary) this.letGo(event.pointerType);
    this.picture.setPointerCapture(event.pointerId);
    const [x, y] = this.view.toMm(event.clientX, event.clientY);
    const down = { number: this.freeNumber(), type: event.pointerType, x, y, px: event.clientX, py: event.clientY };
    const { name, piece } = this.pieceAt(x, y);
    if (this.mode === "rake" && this.meadow.room.you.length && this.isMeadow(x, y)) {
      if (event.pointerType === "mouse") this.point(down, this.faceOf(piece)?.kind === "rake");
      else this.touch(down);
    } else {
      down.kind = name ? "maybe" : "pan";
      down.name = name;
    }
    this.downs.set(event.pointerId, down);
    this.changed();
  }

  // Fingers of a kind, or all, hold nothing any more: they have to come down anew.
  letGo(type = "") {
    for (const [id, down] of this.downs) {
      if (type && down.type !== type) continue;
      if (down.kind === "held") this.meadow.finger(down.number, "cancel", down.x, down.y);
      down.kind = "gone";
      this.downs.delete(id);
    }
    this.changed();
  }

  // The mouse takes the rake that lies there, or brings the own one.
  point(down, isRake) {
    down.kind = "held";
    this.meadow.finger(down.number, isRake ? "down" : "rake", down.x, down.y);
  }

  // A finger brings the rake of the side it is nearest to; a further one turns that.
  touch(down) {
    const seat = this.seatAt(down.x, down.y);
    const first = this.held.find((one) => one.seat === seat);
    if (first) {
      Object.assign(down, { kind: "twist", first, twisted: 0, from: direction(first, down) });
      return;
    }
    Object.assign(down, { kind: "held", seat, pull: new Pull(down.x, down.y, FACING[seat]) });
    this.meadow.finger(down.number, "rake", ...down.pull.comb, down.pull.angle, seat);
  }

  move(event) {
    const down = this.downs.get(event.pointerId);
    if (!down) return;
    const far = Math.hypot(event.clientX - down.px, event.clientY - down.py);
    if (down.kind === "maybe" && far > DRAG_PX) {
      down.kind = "held";
      this.meadow.finger(down.number, "down", down.x, down.y);
    }
    const [x, y] = this.view.toMm(event.clientX, event.clientY);
    if (down.kind === "held") this.drag(down, event, x, y);
    if (down.kind === "twist") this.twist(down, x, y);
    if (down.kind === "pan") this.pan(down, event, far);
  }

  drag(down, event, x, y) {
    Object.assign(down, { x, y });
    down.pull?.to(x, y, this.follows);
    this.send(down, event.shiftKey ? "carry" : "move");
    for (const other of this.downs.values()) if (other.first === down) this.twist(other, other.x, other.y);
  }

  send(down, what) {
    const { pull, number } = down;
    if (pull) this.meadow.finger(number, what, ...pull.comb, pull.angle);
    else this.meadow.finger(number, what, down.x, down.y, down.angle);
  }

  // Two fingers on one rake: it turns as the line between them does.
  twist(down, x, y) {
    Object.assign(down, { x, y });
    const by = shortest(direction(down.first, down) - down.from - down.twisted);
    if (down.first.kind !== "held" || (!down.twisted && Math.abs(by) < TWIST_RAD)) return;
    down.twisted += by;
    down.first.pull.twist(by);
    this.send(down.first, "move");
  }

  // Where nothing is: one finger moves the picture, two make it larger and smaller.
  pan(down, { clientX, clientY }, far) {
    if (far > DRAG_PX) down.moved = true;
    const pans = [...this.downs.values()].filter((one) => one.kind === "pan");
    const apart = () => (pans.length === 2 ? Math.hypot(pans[0].atX - pans[1].atX, pans[0].atY - pans[1].atY) : 1);
    for (const one of pans) Object.assign(one, { atX: one.atX ?? one.px, atY: one.atY ?? one.py });
    const [before, fromX, fromY] = [apart(), down.atX, down.atY];
    Object.assign(down, { atX: clientX, atY: clientY });
    this.view.pan((clientX - fromX) / pans.length, (clientY - fromY) / pans.length);
    if (before > 0 && apart() > 0 && pans.length === 2) this.view.zoomBy(apart() / before);
  }

  up(event, what) {
    const down = this.downs.get(event.pointerId);
    if (!down) return;
    this.downs.delete(event.pointerId);
    const [x, y] = this.view.toMm(event.clientX, event.clientY);
    if (down.kind === "held") this.meadow.finger(down.number, what, x, y);
    else if (what === "up" && !down.moved && down.kind !== "twist") {
      this.tapped(down.name ?? "", event.clientX, event.clientY);
    }
    down.kind = "gone";
    this.changed();
  }

  // The wheel turns the rake in hand; with nothing in hand it zooms.
  wheel(event) {
    event.preventDefault();
    if (this.held.length) this.turn(Math.sign(event.deltaY));
    else this.view.zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15);
  }

  key(event) {
    const turns = { q: -1, e: 1 }[event.key];
    if (turns) this.turn(turns);
  }

  turn(steps) {
    for (const down of this.held) {
      if (down.pull) down.pull.twist(steps * TURN_RAD);
      else down.angle = (down.angle ?? this.heldTurn()) + steps * TURN_RAD;
      this.send(down, "move");
    }
  }

  // The fingers that hold something.
  get held() {
    return [...this.downs.values()].filter((down) => down.kind === "held");
  }

  heldTurn() {
    const mine = this.meadow.room.you.map((seat) => `held.${seat}`);
    for (const piece of this.meadow.pieces.values()) if (mine.includes(piece.at)) return piece.turn;
    return 0;
  }

  // That of the own seats whose side is nearest.
  seatAt(x, y) {
    const near = (seat) => (OUT[seat] ? OUT[seat][0] * x + OUT[seat][1] * y : -1000);
    return [...this.meadow.room.you].sort((one, other) => near(other) - near(one))[0];
  }

  freeNumber() {
    const used = new Set([...this.downs.values()].map((down) => down.number));
    let number = 0;
    while (used.has(number)) number++;
    return number;
  }

  isMeadow(x, y) {
    const { half } = this.meadow.layout;
    return Math.max(Math.abs(x), Math.abs(y)) <= half;
  }

  faceOf(piece) {
    return this.meadow.layout.faces[piece?.face];
  }

  // What lies under a point, on top of all else there.
  pieceAt(x, y) {
    const reach = Math.max(REACH_MM, REACH_PX / this.view.pxPerMm);
    let best = { name: "", piece: null };
    let bestRank = [-1, -1, 0];
    for (const [name, piece] of this.meadow.pieces) {
      if (piece.at === "box" || piece.at.startsWith("held")) continue;
      const rank = this.rank(piece, x, y, reach);
      if (rank && larger(rank, bestRank)) {
        best = { name, piece };
        bestRank = rank;
      }
    }
    return best;
  }

  // The higher a piece lies and the nearer it is, the more: [kind, order, nearness]; null out of reach.
  rank(piece, x, y, reach) {
    const { card, token, rake } = this.meadow.layout;
    const kind = this.faceOf(piece)?.kind;
    const away = Math.hypot(piece.x - x, piece.y - y);
    if (kind === "token") return away <= token + reach ? [away <= token ? 2 : 0, piece.z, -away] : null;
    const cos = Math.cos(-piece.turn);
    const sin = Math.sin(-piece.turn);
    const along = Math.abs((x - piece.x) * cos - (y - piece.y) * sin);
    const across = Math.abs((x - piece.x) * sin + (y - piece.y) * cos);
    if (kind === "rake") return along <= rake[0] / 2 && across <= rake[1] + 6 ? [3, piece.z, -away] : null;
    return along <= card[0] / 2 && across <= card[1] / 2 ? [1, piece.z, -away] : null;
  }
}

// From one finger to another, as an angle.
function direction(one, other) {
  return Math.atan2(other.y - one.y, other.x - one.x);
}

function larger(one, other) {
  for (let index = 0; index < one.length; index++) {
    if (one[index] !== other[index]) return one[index] > other[index];
  }
  return false;
}
