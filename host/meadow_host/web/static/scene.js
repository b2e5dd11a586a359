// Draws the table from above: places, the light strip, and all pieces where they are. Moves them
// smoothly between what it is told. Knows no socket and no finger.

import { cardShape, rakeShape, tokenShape } from "./art.js";
import { frame, lawn } from "./ground.js";
import { svg } from "/static/draw.js";
import { title } from "/static/words.js";

const FACING = { north: 180, east: -90, south: 0, west: 90 };
const NEARER = 0.42; // of the way to where a piece is, each frame
const THERE_MM = 0.05;
const LED_OUT_MM = 4;
const still = matchMedia("(prefers-reduced-motion: reduce)");

const LABELS = { deck: "deck reader", pile: "draw pile", aside: "aside", box: "the box" };
const SHAPES = { north: "▲", east: "■", south: "●", west: "◆", five: "★" };
const LABEL_MM = 13;
const LABEL_PX = 10.5; // at least: smaller cannot be read

export class Scene {
  constructor(picture) {
    this.root = svg("g", {});
    this.layers = Object.fromEntries(
      ["ground", "lights", "cards", "tokens", "rakes", "air"].map((name) => [name, svg("g", { class: name })]));
    this.root.append(...Object.values(this.layers));
    picture.append(this.root);
    this.shown = new Map(); // name -> {node, x, y, turn, drawn}
    this.moving = new Set();
    this.leds = [];
    this.labels = [];
    this.turn = 0;
  }

  // Another table: everything is drawn anew.
  lay(layout, pieces) {
    this.layout = layout;
    this.pieces = pieces;
    const faces = Object.values(layout.faces);
    layout.backgrounds = [...new Set(faces.map((face) => face.background).filter(Boolean))].sort();
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.shown.clear();
    this.labels = [];
    this.layers.ground.append(...this.places());
    this.layers.lights.append(...this.strip());
    this.upright(this.turn, this.isRound);
  }

  // ------------------------------------------------------------------------- ground

  places() {
    const { half, corner, zones } = this.layout;
    const nodes = [lawn(), frame(half),
      svg("rect", { class: "meadow", x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 3, fill: "url(#lawn)" })];
    for (const [x, y] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
      nodes.push(svg("path", { class: "corner",
        d: `M${x * half} ${y * (half - corner)}V${y * half}H${x * (half - corner)}Z` }));
    }
    for (const [place, box] of Object.entries(zones)) {
      if (place !== "meadow") nodes.push(this.place(place, box));
    }
    return nodes;
  }

  place(place, [left, top, right, bottom]) {
    const [kind, side] = place.split(".");
    const node = svg("g", { class: `place ${kind}${side ? ` of-${side}` : ""}`, "data-place": place },
      svg("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 6 }));
    const at = `translate(${(left + right) / 2} ${(top + bottom) / 2})`;
    if (kind === "tray" || kind === "deck") {
      node.append(svg("g", { class: "antenna", transform: at },
        [10, 17, 24].map((r) => svg("circle", { r }))));
    }
    const isFifth = place === "cards.five";
    const isSide = kind === "tray" || isFifth;
    const words = LABELS[kind] ?? (kind === "tray" ? `${title(side)}'s tray` : isFifth ? "fifth seat" : "");
    if (words) {
      const text = svg("text", { "text-anchor": "middle" }, isSide ? [svg("tspan", { class: "shape" }, SHAPES[side]), ` ${words}`] : words);
      this.labels.push({ text, facing: FACING[side], far: kind === "tray" ? 31 : (bottom - top) / 2 });
      node.append(svg("g", { transform: at }, text));
    }
    return node;
  }

  // Words are upright for whoever looks; those of a side, for who sits there when people sit round.
  upright(turn, isRound) {
    Object.assign(this, { turn, isRound });
    this.label(this.pxPerMm ?? 1);
  }

  // Words can be read, however small all else is.
  label(pxPerMm) {
    this.pxPerMm = pxPerMm;
    const size = Math.max(LABEL_MM, LABEL_PX / pxPerMm);
    const tip = this.turn % 90 ? Math.SQRT2 : 1; // a square that stands on its tip is higher
    for (const { text, facing, far } of this.labels) {
      const isSide = facing !== undefined;
      const isTopsy = isSide && !this.isRound && Math.abs((((facing + this.turn) % 360) + 360) % 360 - 180) < 60;
      const turn = isSide ? facing + (isTopsy ? 180 : 0) : -this.turn;
      text.setAttribute("transform", `rotate(${turn})`);
      text.setAttribute("font-size", size.toFixed(1));
      // a side's words lie at the outer edge of its tray, the others' below their place
      text.setAttribute("y", (isTopsy ? size * 0.75 - far : isSide ? far : far * tip + size).toFixed(1));
    }
  }

  // -------------------------------------------------------------------------- lights

  strip() {
    const { half, strip } = this.layout;
    const reach = half + LED_OUT_MM;
    const nodes = [svg("path", { class: "tape", d: `M${-reach}${-reach}H${reach}V${reach}H${-reach}Z` })];
    this.leds = [];
    for (let pixel = 0; pixel < strip.pixels; pixel++) {
      const along = ((pixel - strip.first + strip.pixels) % strip.pixels + 0.5) / strip.pixels;
      const [x, y] = round(along * 4, reach);
      const glow = svg("circle", { class: "glow", cx: x, cy: y, r: 15 });
      const led = svg("circle", { class: "led", cx: x, cy: y, r: 4.2 });
      this.leds.push({ glow, led, shown: "" });
      nodes.push(glow, led);
    }
    return nodes;
  }

  // What the strip shows: bytes of red, green, blue a pixel, linear light.
  light(rgb) {
    this.leds.forEach((one, pixel) => {
      const colour = [0, 1, 2].map((part) => screen(rgb[3 * pixel + part] ?? 0));
      const text = `rgb(${colour.join(" ")})`;
      if (text === one.shown) return;
      one.shown = text;
      const bright = Math.max(...colour) / 255;
      one.led.style.fill = bright ? text : "";
      one.glow.style.fill = text;
      one.glow.style.opacity = (Math.sqrt(bright) * 0.7).toFixed(2);
    });
  }

  // -------------------------------------------------------------------------- pieces

  // These lie otherwise than before.
  put(names) {
    const changed = names.map((name) => [name, this.pieces.get(name)]);
    changed.sort(([, one], [, other]) => one.z - other.z);
    for (const [name, piece] of changed) this.putOne(name, piece);
    this.move(names);
  }

  putOne(name, piece) {
    const face = this.layout.faces[piece.face] ?? null;
    let shown = this.shown.get(name);
    if (!shown) {
      shown = { node: svg("g", { class: "piece" }), x: piece.x, y: piece.y, turn: piece.turn, face: undefined };
      this.shown.set(name, shown);
    }
    if (shown.face !== piece.face) {
      shown.face = piece.face;
      shown.node.replaceChildren(...this.shape(face).filter(Boolean));
    }
    const layer = this.layers[layerOf(piece, face)];
    const isHidden = piece.at === "box";
    shown.node.toggleAttribute("hidden", isHidden);
    shown.node.setAttribute("class", `piece${piece.at.startsWith("held") ? " held" : ""}${piece.on ? " on" : ""}`);
    layer.append(shown.node);
  }

  shape(face) {
    if (face?.kind === "token") return tokenShape(face, this.layout);
    if (face?.kind === "rake") return rakeShape(face, this.layout);
    return cardShape(face, this.layout);
  }

  // These are, or go, somewhere else.
  move(names) {
    const wasStill = this.moving.size === 0;
    for (const name of names) this.moving.add(name);
    if (wasStill && this.moving.size) requestAnimationFrame(() => this.step());
  }

  step() {
    for (const name of this.moving) {
      const shown = this.shown.get(name);
      const piece = this.pieces.get(name);
      if (!shown || !piece || this.nearer(shown, piece)) this.moving.delete(name);
    }
    if (this.moving.size) requestAnimationFrame(() => this.step());
  }

  // A step nearer to where it is; whether it is there.
  nearer(shown, piece) {
    const share = still.matches ? 1 : NEARER;
    const turn = Math.atan2(Math.sin(piece.turn - shown.turn), Math.cos(piece.turn - shown.turn));
    shown.x += (piece.x - shown.x) * share;
    shown.y += (piece.y - shown.y) * share;
    shown.turn += turn * share;
    const isThere = Math.abs(piece.x - shown.x) + Math.abs(piece.y - shown.y) < THERE_MM && Math.abs(turn) < 0.01;
    if (isThere) Object.assign(shown, { x: piece.x, y: piece.y, turn: piece.turn });
    shown.node.setAttribute("transform",
      `translate(${shown.x.toFixed(2)} ${shown.y.toFixed(2)}) rotate(${((shown.turn * 180) / Math.PI).toFixed(1)})`);
    return isThere;
  }
}

// Which of the layers a piece is drawn in: cards below tokens below rakes below hands.
function layerOf(piece, face) {
  if (piece.at.startsWith("held") || piece.at === "falling") return "air";
  if (face?.kind === "token") return "tokens";
  return face?.kind === "rake" ? "rakes" : "cards";
}

// A point of the ring round the meadow, clockwise from the north-west corner; four sides long.
function round(along, reach) {
  const side = Math.floor(along) % 4;
  const far = (along - Math.floor(along)) * 2 * reach - reach;
  return [[far, -reach], [reach, far], [-far, reach], [-reach, -far]][side];
}

// Linear light as the screen has it.
function screen(value) {
  return Math.round(255 * (value / 255) ** (1 / 2.2));
}
