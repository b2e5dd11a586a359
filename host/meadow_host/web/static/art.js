// How pieces look: a background by colour and pattern, an item by its shape, rakes as combs, cards.
// Items and backgrounds of other boxes get colours in turn and their first letters. All our own.

import { svg } from "/static/draw.js";
import { suitMark, suitOf, title, valueOf } from "/static/words.js";

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
    ["M0-4.5 1.2-1.8 4-1.6 1.900.4 2.6 3.2 0 1.700-2.6 3.2-1.900.4-4-1.6-1.2-1.8Z", "light"],
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

const RAKES = {
  red: "#ff6b5e", blue: "#58aef5", yellow: "#ffd666", green: "#7fdc78",
  orange: "#ffa23f", purple: "#bd93f0", white: "#f2f7f0", black: "#3a3f45",
};

export function coloursOf(background, layout) {
  if (GROUNDS[background]) return GROUNDS[background];
  return OTHERS[Math.max(0, layout.backgrounds.indexOf(background)) % OTHERS.length];
}

export function rakeColour(colour) {
  return RAKES[colour] ?? "#c9c9c9";
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

function design(face, layout, radius) {
  const [ground, ink] = coloursOf(face.background, layout);
  const pattern = PATTERNS[face.background];
  return [
    svg("circle", { r: radius, fill: ground, stroke: "#0b1a12", "stroke-width": 1.2 }),
    pattern && svg("path", { d: pattern, fill: "none", stroke: ink, "stroke-width": 1.3,
      "stroke-linecap": "round", opacity: 0.55, transform: `scale(${radius / 15})` }),
    svg("g", { transform: `scale(${(radius / 15) * 1.05})` }, itemShape(face.item, ground, ink)),
  ];
}

export function tokenShape(face, layout) {
  return design(face, layout, layout.token);
}

export function rakeShape(face, layout) {
  const [wide, tine] = layout.rake;
  const half = wide / 2;
  const fill = rakeColour(face.colour);
  const tines = [[-half + 2.5, tine], [-half / 3, tine * 0.4], [half / 3, tine * 0.4], [half - 2.5, tine]];
  const comb = tines.map(([x, long]) => `M${x} 0V${long}`).join("");
  const path = `M${-half + 2.5} 0H${half - 2.5}${comb}M0 0V-34`;
  return [
    svg("path", { d: path, stroke: "#0b1a12", "stroke-width": 8, "stroke-linecap": "round", fill: "none" }),
    svg("path", { d: path, stroke: fill, "stroke-width": 5.5, "stroke-linecap": "round", fill: "none" }),
  ];
}

export function cardShape(face, layout) {
  const [wide, high] = layout.card;
  const box = { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 4 };
  if (!face) {
    return [
      svg("rect", { ...box, class: "card-back" }),
      svg("path", { class: "card-back-mark", d: "M0-14 11 0 0 14-11 0Z" }),
    ];
  }
  const sheet = svg("rect", { ...box, class: "card-face" });
  if (face.kind === "treat") {
    return [sheet, svg("g", { transform: "translate(0 -7)" }, design(face, layout, 17.5)),
      text(title(face.item), 17.5, 6.6, wide - 3), text(face.background, 25.5, 6.2, wide - 3)];
  }
  if (face.kind === "suit-card") {
    const mark = suitMark(face.suit);
    for (const [key, value] of Object.entries({ x: -12, y: -14, width: 24, height: 24 })) {
      mark.setAttribute(key, value);
    }
    return [sheet, mark, text(String(face.value), -16.5, 12, wide, "value"),
      text(title(face.suit).split(" ").at(-1), 17, 6.6, wide - 3),
      text(`${face.points} points`, 25.5, 5.6, wide - 3)];
  }
  if (face.kind === "tracker") {
    return [sheet, svg("path", { class: "tracker-mark", d: "M-12 0 0-12 12 0H5V13H-5V0Z" }),
      text("leads", 24, 7, wide - 3)];
  }
  const words = title(face.word ?? face.id).split(" ");
  return [sheet, ...words.map((word, index) =>
    text(word, 2 + (index - (words.length - 1) / 2) * 10, 8, wide - 4))];
}

function text(what, y, size, wide, name = "") {
  const roughly = what.length * size * 0.56;
  const fits = roughly > wide ? { textLength: wide, lengthAdjust: "spacingAndGlyphs" } : {};
  return svg("text", { class: `card-text ${name}`, "text-anchor": "middle", y, "font-size": size, ...fits }, what);
}

// A small picture of a piece beside words.
export function pieceIcon(face, layout) {
  if (face.kind === "token" || face.kind === "treat") {
    return svg("svg", { viewBox: "-16 -16 32 32", class: "icon", "aria-hidden": "true" },
      design(face, layout, 15));
  }
  if (face.kind === "suit-card") return suitMark(suitOf(face.id) || valueOf(face.id));
  return null;
}
