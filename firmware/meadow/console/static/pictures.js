// How tokens and Treat cards look: a background by colour and pattern, an item by its shape. Items
// and backgrounds of other boxes get colours in turn and their first letters. All our own.

import { svg } from "./draw.js";
import { pieceOf, piecesOf, title } from "./words.js";

// ground, ink: at least 3:1 against each other
const GROUNDS = {
  moss: ["#86b84e", "#1d3109"],
  brook: ["#4aa3e0", "#06243c"],
  bark: ["#8a5a34", "#fff3e4"],
  heather: ["#a97fdc", "#26084a"],
  sunset: ["#ffa23f", "#4a1d00"],
  snow: ["#f4f8fb", "#2b3a44"],
  poppy: ["#d5303c", "#fff1f0"],
};
const OTHERS = [
  ["#d9c24a", "#352c00"], ["#3fb8a6", "#01312a"], ["#e687b4", "#43061f"], ["#7d8b99", "#060c12"],
  ["#b8e08a", "#20380a"], ["#5d6fd6", "#ffffff"], ["#c77b55", "#2b0f00"], ["#8fd3ea", "#062a36"],
];

// a pattern within a circle of 15 mm, so that grounds differ without their colour too
const PATTERNS = {
  moss: "M-9-9h.1M0-11h.1M9-9h.1M-12 0h.1M12 0h.1M-9 9h.1M0 12h.1M9 9h.1",
  brook: "M-13-7q3-3 6.5 0t6.5 0 6.5 0 6.5 0M-13 8q3-3 6.5 0t6.5 0 6.5 0 6.5 0",
  bark: "M-10-9V9M-5-13V-9M-5 9V13M5-13V-9M5 9V13M10-9V9",
  heather: "M-11-4l2-4 2 4M7-4l2-4 2 4M-11 9l2-4 2 4M7 9l2-4 2 4",
  sunset: "M-14 3H-9M9 3H14M-12-6L-8-4M12-6L8-4M-6-12L-4-8M6-12L4-8",
  snow: "M-10-10l4 4M-6-10l-4 4M6-10l4 4M10-10l-4 4M-10 6l4 4M-6 6l-4 4M6 6l4 4M10 6l-4 4",
  poppy: "M-12 0A12 12 0 0 1 0-12M0 12A12 12 0 0 0 12 0",
};

const ITEMS = {
  acorn: [
    ["M-5.5-1C-5.5 5-2 8 0 9.5 2 8 5.5 5 5.5-1Z", ""],
    ["M-7-1C-7-5-3.5-6.5 0-6.5S7-5 7-1Q0 1-7-1ZM-.8-6.5H.8V-9.5H-.8Z", "solid"],
  ],
  hazelnut: [
    ["M0-8C1-5.5 7-4.5 7 1.5 7 6 4 8.5 0 8.5S-7 6-7 1.5C-7-4.5-1-5.5 0-8Z", ""],
    ["M-6.5 4Q0 1 6.5 4C5.5 7 3 8.5 0 8.5S-5.5 7-6.5 4Z", "solid"],
  ],
  mushroom: [
    ["M-2.6 0H2.6L3.4 8Q0 9.5-3.4 8Z", ""],
    ["M-8.5 0.5C-8.5-5.5-4-8.5 0-8.5S8.5-5.5 8.5 0.5Q0 2.2-8.5 0.5Z", "solid"],
  ],
  blueberry: [
    ["M0-7.5A8 8 0 1 0 .1-7.5Z", "solid"],
    ["M0-4.5 1.2-1.8 4-1.6 1.9.4 2.6 3.2 0 1.7-2.6 3.2-1.9.4-4-1.6-1.2-1.8Z", "light"],
  ],
  pinecone: [
    ["M0-9C4.5-6 6.5-1 5.5 3.5 4.5 7 2 8.8 0 9.5-2 8.8-4.5 7-5.5 3.5-6.5-1-4.5-6 0-9Z", ""],
    ["M-3.5-5.5 0-3 3.5-5.5M-5.6-1 0 2.5 5.6-1M-5.3 4 0 7 5.3 4", "line"],
  ],
  honeycomb: [
    ["M-4.2-8.5 0-6 0-1.2-4.2 1.3-8.4-1.2-8.4-6ZM4.2-8.5 8.4-6 8.4-1.2 4.2 1.3 0-1.2 0-6Z", ""],
    ["M0-1.2 4.2 1.3 4.2 6.1 0 8.6-4.2 6.1-4.2 1.3Z", "solid"],
  ],
};

function coloursOf(background, all) {
  if (GROUNDS[background]) return GROUNDS[background];
  return OTHERS[Math.max(0, all.indexOf(background)) % OTHERS.length];
}

// The backgrounds of a box with these pieces, in the order in which they get their colours.
function backgroundsOf(faces) {
  return [...new Set(faces.map((face) => face.background).filter(Boolean))].sort();
}

// The item of a token or a card, in the ink of its ground.
function itemShape(item, ground, ink) {
  const parts = ITEMS[item];
  if (!parts) {
    const letters = title(item).slice(0, 2);
    return [svg("text", { class: "letters", fill: ink, "text-anchor": "middle", y: 4 }, letters)];
  }
  return parts.map(([path, kind]) => {
    const fill = { solid: ink, light: ground, line: "none" }[kind] ?? "#ffffff99";
    return svg("path", { d: path, fill, stroke: ink, "stroke-width": 1.1, "stroke-linejoin": "round" });
  });
}

// What is drawn on a token or a card round the middle, of so many millimetres; `all` are the
// backgrounds of the box.
export function design(face, all, radius) {
  const [ground, ink] = coloursOf(face.background, all);
  const pattern = PATTERNS[face.background];
  return [
    svg("circle", { r: radius, fill: ground, stroke: "#0b1a12", "stroke-width": 1.2 }),
    pattern && svg("path", { d: pattern, fill: "none", stroke: ink, "stroke-width": 1.3,
      "stroke-linecap": "round", opacity: 0.55, transform: `scale(${radius / 15})` }),
    svg("g", { transform: `scale(${(radius / 15) * 1.05})` }, itemShape(face.item, ground, ink)),
  ];
}

// The picture of a token or a Treat card that the table has told of, for beside its name.
export function picture(id) {
  const all = backgroundsOf([...piecesOf("token"), ...piecesOf("treat")].map(pieceOf));
  return svg("svg", { viewBox: "-16 -16 32 32", class: "picture-of", "aria-hidden": "true" }, design(pieceOf(id), all, 15));
}
