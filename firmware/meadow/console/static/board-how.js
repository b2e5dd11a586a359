// How each game is played, in pictures and few words, as it was chosen: its ways, its referee, how
// many play, and what the cards count.

import { el, svg } from "./draw.js";
import { pieceOf, piecesOf } from "./words.js";

// Pictures of 64 x 64, in the colours of the page: c is the line's class.
const PICTURES = {
  join: [["rect", { x: 6, y: 6, width: 52, height: 36, rx: 4, class: "meadow" }],
    ["rect", { x: 16, y: 46, width: 32, height: 12, rx: 3, class: "tray" }],
    ["path", { d: "M32 30V52M22 52H42M24 52V57M32 52V57M40 52V57", class: "rake" }]],
  rake: [["rect", { x: 6, y: 6, width: 52, height: 36, rx: 4, class: "meadow" }],
    ["circle", { cx: 32, cy: 40, r: 7, class: "token" }],
    ["path", { d: "M32 8V26M20 26H44M22 26V32M32 26V32M42 26V32", class: "rake" }],
    ["path", { d: "M32 50V60M26 55 32 61 38 55", class: "way" }]],
  cover: [["rect", { x: 8, y: 12, width: 24, height: 34, rx: 3, class: "card" }],
    ["circle", { cx: 20, cy: 29, r: 8, class: "token" }],
    ["path", { d: "M56 52C56 36 48 29 34 29M40 23 33 29 40 35", class: "way" }]],
  all: [["rect", { x: 4, y: 14, width: 16, height: 24, rx: 2, class: "card" }],
    ["rect", { x: 24, y: 14, width: 16, height: 24, rx: 2, class: "card" }],
    ["rect", { x: 44, y: 14, width: 16, height: 24, rx: 2, class: "card" }],
    ["circle", { cx: 12, cy: 26, r: 6, class: "token" }], ["circle", { cx: 32, cy: 26, r: 6, class: "token" }],
    ["circle", { cx: 52, cy: 26, r: 6, class: "token" }], ["path", { d: "M18 50 28 58 48 44", class: "way" }]],
  sand: [["path", { d: "M18 6H46M18 58H46M22 6C22 24 42 40 42 58M42 6C42 24 22 40 22 58", class: "way" }],
    ["path", { d: "M27 54H37L32 46Z", class: "fill" }]],
  team: [["circle", { cx: 20, cy: 22, r: 9, class: "token" }], ["circle", { cx: 44, cy: 22, r: 9, class: "token" }],
    ["path", { d: "M6 56C6 40 34 40 34 56M30 56C30 40 58 40 58 56", class: "way" }]],
  lead: [["rect", { x: 20, y: 8, width: 26, height: 38, rx: 3, class: "card" }],
    ["path", { d: "M33 16 36 24H44L38 29 40 37 33 32 26 37 28 29 22 24H30Z", class: "fill" }],
    ["path", { d: "M6 58H58", class: "way" }]],
  follow: [["rect", { x: 6, y: 12, width: 22, height: 34, rx: 3, class: "card" }],
    ["rect", { x: 36, y: 12, width: 22, height: 34, rx: 3, class: "card" }],
    ["circle", { cx: 17, cy: 29, r: 6, class: "fill" }], ["circle", { cx: 47, cy: 29, r: 6, class: "fill" }],
    ["path", { d: "M20 56H42M36 50 43 56 36 62", class: "way" }]],
  take: [["rect", { x: 8, y: 8, width: 20, height: 28, rx: 3, class: "card" }],
    ["rect", { x: 22, y: 14, width: 20, height: 28, rx: 3, class: "card" }],
    ["rect", { x: 36, y: 20, width: 20, height: 28, rx: 3, class: "card" }],
    ["path", { d: "M8 52C20 62 44 62 56 52", class: "way" }]],
  count: [["path", { d: "M10 56V40H22V56M26 56V22H38V56M42 56V32H54V56M6 58H58", class: "way" }],
    ["path", { d: "M32 4 34 10H40L35 14 37 20 32 16 27 20 29 14 24 10H30Z", class: "fill" }]],
};

// The words of the lobby that say how it is played, in words for all.
const WAYS = {
  "referee-check": "players are checked after their shout",
  "way-a": "six cards each",
  "way-b": "older players take a card from younger ones",
  "way-c": "rakes in the other hand",
  "way-d": "in rounds, with one card more each time",
  "three-sets": "three sets",
  "deal-unscanned": "cards are dealt by hand",
};

// The words that hold in the lobby: what was chosen, and what the settings say of the rest.
export function holding(lobby) {
  return [...lobby.chosen, ...(lobby.default ?? [])];
}

export function waysOf(chosen) {
  return chosen.map((word) => WAYS[word]).filter(Boolean);
}

// game -> {title, line, steps}, for the words that are chosen and so many players (0: not known).
const GAMES = {
  "thats-my-stash": (has) => ({
    title: "That's My Stash!",
    line: `everyone at once: the first to stash ${all(has)} wins`,
    steps: [
      ["join", "Lay your rake on your own tray"],
      ["rake", `${hand(has)} the token of your open card off your side`],
      ["cover", "Lift it onto the card and turn the next"],
      has("referee-check")
        ? ["all", `${first(all(has))} covered? Your rake in your tray: Stashed! If all fit, you win`]
        : ["all", `${first(all(has))} covered first? You win`],
    ],
  }),
  "quick-paws": (has, players) => ({
    title: "Quick Paws",
    line: has("way-d") ? "all together: 90 seconds a round, one card more each time"
      : "all together: every card covered in 90 seconds",
    steps: [
      ["join", "Lay your rake on your own tray"],
      ["sand", "The oldest player's rake flips the sand"],
      ["rake", `${hand(has)} your own token off your side${players === 1 ? "" : ", help the others"}`],
      has("referee-check")
        ? ["team", `Covered? Say so: your rake in your tray. Then all turn the next, ${rounds(has)}`]
        : ["team", `All covered? All turn the next card, ${rounds(has)}`],
    ],
  }),
  "sweet-takes": (has, players) => ({
    title: "Sweet Takes",
    line: `${has("three-sets") ? "three times twelve" : "twelve"} rounds of sweets: collect the cards that count`,
    steps: [
      ["lead", "One plays a card on the deck reader: its suit comes first"],
      // With two the second suit binds nobody (S14).
      ["follow", players === 2 ? "Follow that suit if you can" : "Follow that suit if you can, else the second suit"],
      ["take", "The highest of each suit takes all cards of it"],
      ["count", `${counting()} Most points win`],
    ],
  }),
};
export const ORDER = Object.keys(GAMES);

// How the game that these words choose is played; null for games that say nothing here.
export function howOf(chosen, players = 0) {
  const game = ORDER.find((one) => chosen.includes(one));
  return game ? { game, ...GAMES[game]((word) => chosen.includes(word), players) } : null;
}

// "all seven"; where cards change hands (way B) or come by rounds it is not the same for all.
function all(has) {
  if (has("way-b")) return "all cards";
  return has("way-a") ? "all six" : "all seven";
}

function rounds(has) {
  if (has("way-d")) return "six in the first round";
  if (has("way-b")) return "to the last";
  return has("way-a") ? "six times" : "seven times";
}

function hand(has) {
  return has("way-c") ? "With your other hand rake" : "Rake";
}

function first(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// What the cards of this box count, as their owner has entered it (S17).
function counting() {
  const cards = piecesOf("suit-card").map(pieceOf).sort((one, other) => one.value - other.value);
  const falls = cards.every(({ points }, index) => !index || points <= cards[index - 1].points);
  const rises = cards.every(({ points }, index) => !index || points >= cards[index - 1].points);
  if (falls === rises) return "Each card says what it counts.";
  return falls ? "Low cards count more." : "High cards count more.";
}

// ------------------------------------------------------------------------------ drawing

export function howTo(how) {
  return el("section.how", { "data-key": how.game },
    el("h2", how.title), el("p.line", how.line),
    el("ol.steps", ...how.steps.map(([name, text], number) =>
      el("li", picture(name), el("span", el("b", `${number + 1}`), " ", text)))));
}

export function inShort(how) {
  return el("section", el("h2", how.title), el("p", how.line),
    el("p.icons", { "aria-hidden": "true" }, ...how.steps.map(([name]) => picture(name))));
}

function picture(name) {
  return svg("svg", { viewBox: "0 0 64 64", class: "picture", "aria-hidden": "true" },
    ...PICTURES[name].map(([tag, attributes]) => svg(tag, attributes)));
}
