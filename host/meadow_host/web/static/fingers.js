// Fingers and the mouse on the picture: rakes, drags and taps, several at once. Says to the meadow
// what each does; what a tap means is the page's to say.
//
// `mode`: "rake" brings the own rake to where the meadow is touched, "hand" takes what lies there.

const DRAG_PX = 7;
const REACH_MM = 8; // a finger misses by so much
const REACH_PX = 10;
const TURN_RAD = Math.PI / 12;

export class Fingers {
  constructor(picture, view, meadow, { tapped }) {
    Object.assign(this, { picture, view, meadow, tapped });
    this.mode = "rake";
    this.downs = new Map(); // pointerId -> {number, kind, ...}
    this.angle = undefined; // of the rake in hand, once somebody turned it
    picture.addEventListener("pointerdown", (event) => this.down(event));
    picture.addEventListener("pointermove", (event) => this.move(event));
    picture.addEventListener("pointerup", (event) => this.up(event, "up"));
    picture.addEventListener("pointercancel", (event) => this.up(event, "cancel"));
    picture.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    picture.addEventListener("contextmenu", (event) => event.preventDefault());
    addEventListener("keydown", (event) => this.key(event));
  }

  down(event) {
    if (event.button > 0) return;
    event.preventDefault();
    this.picture.setPointerCapture(event.pointerId);
    const [x, y] = this.view.toMm(event.clientX, event.clientY);
    const down = { number: this.freeNumber(), x, y, px: event.clientX, py: event.clientY };
    const isSeated = this.meadow.room.you.length > 0;
    const { name, piece } = this.pieceAt(x, y);
    const isRake = piece && this.faceOf(piece)?.kind === "rake";
    if (this.mode === "rake" && isSeated && this.isMeadow(x, y)) {
      down.kind = "held";
      this.angle = undefined;
      this.meadow.finger(down.number, isRake ? "down" : "rake", x, y);
    } else {
      down.kind = name ? "maybe" : "pan";
      down.name = name;
    }
    this.downs.set(event.pointerId, down);
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
    if (down.kind === "pan") {
      if (far > DRAG_PX) down.moved = true;
      this.view.pan(event.clientX - (down.lastX ?? down.px), event.clientY - (down.lastY ?? down.py));
      Object.assign(down, { lastX: event.clientX, lastY: event.clientY });
    }
  }

  drag(down, event, x, y) {
    Object.assign(down, { x, y });
    this.meadow.finger(down.number, event.shiftKey ? "carry" : "move", x, y, this.angle);
  }

  up(event, what) {
    const down = this.downs.get(event.pointerId);
    if (!down) return;
    this.downs.delete(event.pointerId);
    const [x, y] = this.view.toMm(event.clientX, event.clientY);
    if (down.kind === "held") this.meadow.finger(down.number, what, x, y);
    else if (what === "up" && !down.moved) this.tapped(down.name ?? "", event.clientX, event.clientY);
  }

  // The wheel turns the rake in hand; with nothing in hand it zooms.
  wheel(event) {
    event.preventDefault();
    if (this.isHolding) this.turn(Math.sign(event.deltaY));
    else this.view.zoomBy(event.deltaY < 0 ? 1.15 : 1 / 1.15);
  }

  key(event) {
    const turns = { q: -1, e: 1 }[event.key];
    if (turns && this.isHolding) this.turn(turns);
  }

  turn(steps) {
    for (const down of this.downs.values()) {
      if (down.kind !== "held") continue;
      this.angle = (this.angle ?? this.heldTurn()) + steps * TURN_RAD;
      this.meadow.finger(down.number, "move", down.x, down.y, this.angle);
    }
  }

  get isHolding() {
    return [...this.downs.values()].some((down) => down.kind === "held");
  }

  heldTurn() {
    const mine = this.meadow.room.you.map((seat) => `held.${seat}`);
    for (const piece of this.meadow.pieces.values()) if (mine.includes(piece.at)) return piece.turn;
    return 0;
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
    return this.meadow.layout.faces[piece.face];
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

function larger(one, other) {
  for (let index = 0; index < one.length; index++) {
    if (one[index] !== other[index]) return one[index] > other[index];
  }
  return false;
}
