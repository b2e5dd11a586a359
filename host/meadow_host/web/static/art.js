// How pieces look: tokens and Treat cards as on all pages, rakes as combs, cards. All our own.

import { svg } from "/static/draw.js";
import { design } from "/static/pictures.js";
import { commandName } from "./commands.js";
import { counted, suitMark, suitOf, title, valueOf } from "/static/words.js";

const RAKES = {
  red: "#ff6b5e", blue: "#58aef5", yellow: "#ffd666", green: "#7fdc78",
  orange: "#ffa23f", purple: "#bd93f0", white: "#f2f7f0", black: "#3a3f45",
};

function rakeColour(colour) {
  return RAKES[colour] ?? "#c9c9c9";
}

export function tokenShape(face, layout) {
  return [svg("circle", { class: "shade", r: layout.token + 2 }), design(face, layout.backgrounds, layout.token)].flat();
}

const HANDLE_MM = 62;

export function rakeShape(face, layout) {
  const [wide, tine] = layout.rake;
  const half = wide / 2;
  const fill = rakeColour(face.colour);
  const tines = [[-half + 2.5, tine], [-half / 3, tine * 0.4], [half / 3, tine * 0.4], [half - 2.5, tine]];
  const comb = `M${-half + 2.5} 0H${half - 2.5}${tines.map(([x, long]) => `M${x} 0V${long}`).join("")}`;
  const line = (d, stroke, width) =>
    svg("path", { d, stroke, "stroke-width": width, "stroke-linecap": "round", fill: "none" });
  // The handle rises towards whoever pulls, over the token between the tines: that shows through.
  const handle = svg("g", { class: "handle" }, line(`M0 0V${HANDLE_MM}`, "#0b1a12", 7), line(`M0 0V${HANDLE_MM}`, fill, 4.5));
  return [line(comb, "#0b1a12", 8), line(comb, fill, 5.5), handle];
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
    return [sheet, svg("g", { transform: "translate(0 -7)" }, design(face, layout.backgrounds, 17.5)),
      text(title(face.item), 18, 8, wide - 3), text(face.background, 26.5, 7.4, wide - 3)];
  }
  if (face.kind === "suit-card") {
    const mark = suitMark(face.suit);
    for (const [key, value] of Object.entries({ x: -12, y: -14, width: 24, height: 24 })) {
      mark.setAttribute(key, value);
    }
    return [sheet, mark, text(String(face.value), -16, 15, wide, "value"),
      text(title(face.suit).split(" ").at(-1), 18, 8, wide - 3),
      text(counted(face.points, "point"), 26.5, 7.4, wide - 3)];
  }
  if (face.kind === "tracker") {
    return [sheet, svg("path", { class: "tracker-mark", d: "M-12 0 0-12 12 0H5V13H-5V0Z" }),
      text("plays first", 24, 7.4, wide - 3)];
  }
  const words = (face.word ? commandName(face.word) : title(face.id)).split(" ");
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
      design(face, layout.backgrounds, 15));
  }
  if (face.kind === "suit-card") return suitMark(suitOf(face.id) || valueOf(face.id));
  return null;
}
