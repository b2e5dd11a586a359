// The meadow's page: wires picture, fingers, guide and sound to the meadow and to the table.

import { Table, timeOfDay } from "/static/table.js";
import { learn } from "/static/words.js";
import { Box } from "./box.js";
import { Broken } from "./broken.js";
import { Buzzer } from "./sound.js";
import { Fingers } from "./fingers.js";
import { Guide } from "./guide.js";
import { How } from "./how.js";
import { Meadow } from "./link.js";
import { Menu } from "./menu.js";
import { Panel } from "./panel.js";
import { Scene } from "./scene.js";
import { Tools } from "./tools.js";
import { View } from "./view.js";

const TOAST_MS = 4500;
const mouse = matchMedia("(pointer: fine)"); // a finger wants all larger
const isBeside = matchMedia("(min-width: 1000px)"); // words stand beside the picture, not above it
const at = (id) => document.getElementById(id);

const scene = new Scene(at("table"));
const view = new View(at("table"), scene.root, (pxPerMm) => scene.label(pxPerMm));
const page = { scene, view, refuse, mode: "rake", changed: () => draw() };
const unheard = { table: false, meadow: false };
let over = ""; // why the meadow will not have this page any more
let staleSince = null;

const meadow = new Meadow({
  layout(layout) {
    scene.lay(layout, meadow.pieces);
    draw();
  },
  pieces(names) {
    scene.put(names);
    draw();
  },
  moved: (names) => scene.move(names),
  room() {
    look();
    draw();
  },
  refused: (why) => refuse(why),
  lost: (isLost) => fade("meadow", isLost),
  over(why) {
    over = why;
    tell();
  },
});

const table = new Table({ page: "meadow", wants: ["frames", "beeps", "pieces"] }, {
  state() {
    look();
    draw();
  },
  frame: ({ rgb }) => scene.light(Uint8Array.from(atob(rgb), (byte) => byte.charCodeAt(0))),
  beep: ({ on }) => buzzer.set(on),
  pieces({ pieces }) {
    learn(pieces);
    draw();
  },
  refused: (why) => refuse(why),
  stale(since) {
    staleSince = since;
    tell();
    fade("table", since !== null);
  },
});

const buzzer = new Buzzer(() => draw());
Object.assign(page, { meadow, table, buzzer, box: new Box(meadow) });
const menu = new Menu(at("menu"), page);
const fingers = new Fingers(at("table"), view, meadow, {
  tapped: (name, x, y) => menu.open(name, x, y),
  changed: () => draw(),
});
page.fingers = fingers;
const guide = new Guide(at("guide"), page);
const broken = new Broken(at("broken"), page);
const tools = new Tools(at("tools"), page);
const panel = new Panel(at("panel"), page);
Object.assign(page, { menu, panel, how: new How(at("how"), page) });

let toDraw = false;

// Once a frame, however much changed.
function draw() {
  if (toDraw) return;
  toDraw = true;
  requestAnimationFrame(() => {
    toDraw = false;
    if (!meadow.layout) return;
    at("table").classList.toggle("rake", fingers.mode === "rake");
    // What is pulled does not slip from under a finger because there is more, or less, to say.
    const guideBox = at("guide");
    guideBox.style.height = fingers.held.length ? `${guideBox.offsetHeight}px` : "";
    for (const part of [guide, broken, tools, panel, menu]) part.draw();
    reserve();
  });
}

// The line above all that says why this page shows nothing new, as long as that is so.
function tell() {
  const stale = staleSince !== null && `Stale since ${timeOfDay(staleSince)}: the table is not heard`;
  at("stale").hidden = !over && !stale;
  if (over || stale) at("stale").textContent = over || stale;
}

// Above the picture the line at the top keeps the same room while people rake, so that the meadow
// stays where it is: what there is more to say lies over the picture's edge until it is through.
function reserve() {
  const { phase, game } = table.state ?? {};
  const isRaking = phase !== "lobby" && Boolean(game?.sides) && meadow.room.you.length > 0;
  document.querySelector("header").classList.toggle("keeps", isRaking && !isBeside.matches);
}

// What is not heard any more is no longer so: grey, and nothing to be pressed.
function fade(line, isLost) {
  unheard[line] = isLost;
  const isUnheard = unheard.table || unheard.meadow;
  document.body.classList.toggle("lost", isUnheard);
  for (const part of ["guide", "table", "tools"]) at(part).inert = isUnheard;
  if (!isUnheard) return;
  menu.close();
  fingers.letGo();
}

// From which side, and how near.
function look() {
  const { you } = meadow.room;
  const hasHand = table.state?.game?.game === "sweet-takes";
  const isLarge = isBeside.matches && (mouse.matches || hasHand);
  if (`${you} ${hasHand}` !== page.looked) {
    page.looked = `${you} ${hasHand}`;
    view.look({ seat: you[0] ?? "south", isWhole: you.length !== 1 || isLarge, hasHand });
    scene.upright(view.turn, you.length > 1);
  }
  at("table").classList.toggle("hands", hasHand);
}

let fading = null;

function refuse(why) {
  const toast = at("toast");
  toast.textContent = why;
  toast.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { toast.hidden = true; }, TOAST_MS);
}

globalThis.meadowPage = page; // for whoever looks with the browser's own tools
