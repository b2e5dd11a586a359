// Which part of the table the screen shows: turned so that one's own side is below, zoomed, moved.
// Millimetres of the meadow to pixels of the picture and back. Draws nothing.

const TURNS = { south: 0, east: 90, north: 180, west: -90, five: -135 };
const ALL_MM = 568;
const MOST_MM = 488; // without the cards that are held up
const SIDE_MM = 268;
const CORNER_MM = 745; // the table seen from a corner
const MOST_ZOOM = 6;

export class View {
  // `scaled(pxPerMm)` is told how large all is.
  constructor(picture, root, scaled) {
    this.picture = picture;
    this.scaled = scaled;
    this.root = root;
    this.seat = "south";
    this.isWhole = true;
    this.hasHand = false;
    this.zoom = 1;
    this.x = this.y = 0; // what is in the middle, in millimetres of the turned table
    this.isMoved = false; // by somebody's hand
    new ResizeObserver(() => (this.isMoved ? this.apply() : this.fit())).observe(picture);
  }

  // Look from a seat; the whole table, or that side of it alone.
  look({ seat = this.seat, isWhole = this.isWhole, hasHand = this.hasHand }) {
    if (seat === this.seat && isWhole === this.isWhole && hasHand === this.hasHand) return;
    Object.assign(this, { seat, isWhole, hasHand, zoom: 1 });
    this.fit();
  }

  get turn() {
    return TURNS[this.seat] ?? 0;
  }

  get bounds() {
    if (this.seat === "five") {
      if (!this.isWhole) return { left: -SIDE_MM, right: SIDE_MM, top: 200, bottom: CORNER_MM };
      return { left: -690, right: 690, top: -560, bottom: CORNER_MM };
    }
    const all = this.hasHand ? ALL_MM : MOST_MM;
    if (this.isWhole) return { left: -all, right: all, top: -all, bottom: all };
    // Who plays cards needs the meadow for its lights alone.
    if (this.hasHand) return { left: -SIDE_MM, right: SIDE_MM, top: 60, bottom: 545 };
    return { left: -SIDE_MM, right: SIDE_MM, top: -SIDE_MM, bottom: 460 };
  }

  fit() {
    const { left, right, top, bottom } = this.bounds;
    this.isMoved = false;
    this.x = (left + right) / 2;
    this.y = (top + bottom) / 2;
    this.apply();
  }

  get pxPerMm() {
    const { left, right, top, bottom } = this.bounds;
    const { clientWidth: wide, clientHeight: high } = this.picture;
    return this.zoom * Math.min(wide / (right - left), high / (bottom - top));
  }

  apply() {
    const { clientWidth: wide, clientHeight: high } = this.picture;
    const scale = this.pxPerMm;
    this.picture.setAttribute("viewBox", `0 0 ${wide} ${high}`);
    const at = `translate(${wide / 2 - this.x * scale} ${high / 2 - this.y * scale})`;
    this.root.setAttribute("transform", `${at} scale(${scale}) rotate(${this.turn})`);
    this.scaled(scale);
  }

  // A point of the screen as [x, y] of the meadow.
  toMm(clientX, clientY) {
    const box = this.picture.getBoundingClientRect();
    const scale = this.pxPerMm;
    const x = (clientX - box.left - box.width / 2) / scale + this.x;
    const y = (clientY - box.top - box.height / 2) / scale + this.y;
    const angle = (-this.turn * Math.PI) / 180;
    return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
  }

  // And back: [left, top] in pixels of the picture.
  toPx(x, y) {
    const { clientWidth: wide, clientHeight: high } = this.picture;
    const angle = (this.turn * Math.PI) / 180;
    const turnedX = x * Math.cos(angle) - y * Math.sin(angle);
    const turnedY = x * Math.sin(angle) + y * Math.cos(angle);
    const scale = this.pxPerMm;
    return [wide / 2 + (turnedX - this.x) * scale, high / 2 + (turnedY - this.y) * scale];
  }

  pan(pxX, pxY) {
    this.isMoved = true;
    this.x = limited(this.x - pxX / this.pxPerMm, ALL_MM);
    this.y = limited(this.y - pxY / this.pxPerMm, ALL_MM);
    this.apply();
  }

  zoomBy(factor) {
    this.zoom = Math.min(MOST_ZOOM, Math.max(1, this.zoom * factor));
    this.isMoved = true;
    if (this.zoom === 1) this.fit();
    else this.apply();
  }
}

function limited(value, most) {
  return Math.min(most, Math.max(-most, value));
}
