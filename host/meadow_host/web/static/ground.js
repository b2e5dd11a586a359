// How the ground looks: a mown lawn with flowers, in a wooden frame. All our own.

import { svg } from "/static/draw.js";

const TILE_MM = 84;
const BLADES = "M8 20q1-6-1-9M21 60q-1-5 2-9M33 12q2-5 0-9M37 75q1-6-2-8M49 33q-1-6 2-8M56 66q2-5 0-9" +
  "M63 18q-1-5 1-8M70 48q2-6-1-9M77 79q-1-5 2-8M15 42q2-5 0-8M44 52q-1-4 1-7M28 34q2-4 0-7";
const FLOWERS = [[14, 71, "#f2f7f0"], [53, 14, "#ffd666"], [71, 52, "#ff9ecb"]];

// What `fill="url(#lawn)"` is: two strips, mown to and fro.
export function lawn() {
  const petals = ([x, y, fill]) => svg("g", { fill, transform: `translate(${x} ${y})` },
    [[0, -1.5], [1.5, 0], [0, 1.5], [-1.5, 0]].map(([cx, cy]) => svg("circle", { cx, cy, r: 1.1 })),
    svg("circle", { r: 0.9, fill: "#7a4a12" }));
  return svg("defs", {}, svg("pattern", { id: "lawn", width: TILE_MM, height: TILE_MM, patternUnits: "userSpaceOnUse" },
    svg("rect", { width: TILE_MM, height: TILE_MM, fill: "#33672f" }),
    svg("rect", { width: TILE_MM / 2, height: TILE_MM, fill: "#2c5a2f" }),
    svg("path", { d: BLADES, fill: "none", stroke: "#4f8d45", "stroke-width": 1.2, "stroke-linecap": "round" }),
    svg("g", { opacity: 0.75 }, FLOWERS.map(petals))));
}

export function frame(half) {
  const reach = half + 7;
  return svg("rect", { class: "frame", x: -reach, y: -reach, width: 2 * reach, height: 2 * reach, rx: 9 });
}
