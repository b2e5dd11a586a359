// The light strip round the meadow as a square of lamps: its first pixel is the north-west corner, and
// they go clockwise, seen from above.

import { svg } from "./draw.js";
import { title } from "./words.js";

const REACH = 100;
const LABELS = [["north", 0, -70], ["east", 66, 4], ["south", 0, 78], ["west", -66, 4]];

export class Ring {
  constructor(pixels, first) {
    this.lamps = Array.from({ length: pixels }, (_, pixel) => {
      const [x, y] = round((((pixel - first + pixels) % pixels + 0.5) / pixels) * 4);
      const glow = svg("circle", { cx: x, cy: y, r: 9, opacity: 0 });
      const lamp = svg("circle", { cx: x, cy: y, r: 3.2 });
      return { glow, lamp, shown: "" };
    });
    this.element = svg("svg", { viewBox: "-115 -115 230 230", class: "ring", role: "img", "aria-label": "The lights" },
      svg("rect", { x: -88, y: -88, width: 176, height: 176, rx: 6, class: "ground" }),
      ...LABELS.map(([side, x, y]) => svg("text", { x, y, class: `of-${side}` }, title(side))),
      ...this.lamps.flatMap(({ glow, lamp }) => [glow, lamp]));
  }

  // Bytes of red, green, blue a pixel, as the LEDs got them: linear light.
  light(rgb) {
    this.lamps.forEach((one, pixel) => {
      const colour = [0, 1, 2].map((part) => onScreen(rgb[3 * pixel + part] ?? 0));
      const text = `rgb(${colour.join(" ")})`;
      if (text === one.shown) return;
      one.shown = text;
      const bright = Math.max(...colour) / 255;
      one.lamp.setAttribute("fill", bright ? text : "#2a3d33");
      one.glow.setAttribute("fill", text);
      one.glow.setAttribute("opacity", (bright * 0.5).toFixed(2));
    });
  }
}

function onScreen(value) {
  return Math.round(255 * (value / 255) ** (1 / 2.2));
}

// A point on the square, 0 to 4 from its north-west corner on, a side each.
function round(along) {
  const way = ((along % 1) * 2 - 1) * REACH;
  return [[way, -REACH], [REACH, way], [-way, REACH], [-REACH, -way]][Math.floor(along) % 4];
}
