// Who sits where, the box with all its cards, and ways to the other pages.

import { el, show } from "/static/draw.js";
import { sideMark, title } from "/static/words.js";
import { commandName, grouped, isWay, WAYS } from "./commands.js";
import { hearPresses } from "./presses.js";

const OPENERS = ["thats-my-stash", "quick-paws", "sweet-takes"];
const SURE_MS = 5000;
const TWICE_MS = 400; // a double tap is no answer
const SEATS = ["north", "east", "south", "west", "five"];

export class Panel {
  constructor(root, page) {
    this.root = root;
    this.page = page;
    this.acts = new Map();
    this.asked = { key: "", atMs: 0 }; // what somebody is to press once more
    hearPresses(root, (key) => this.acts.get(key)?.());
  }

  // Show it, at one of its sections.
  open(section = "") {
    this.root.hidden = false;
    this.draw();
    this.root.querySelector(`[data-key="${section}"]`)?.scrollIntoView({ block: "start" });
  }

  toggle() {
    this.root.hidden = !this.root.hidden;
    this.draw();
  }

  button(key, words, act, pressed) {
    this.acts.set(key, act);
    return el("button", { type: "button", "data-key": key, "aria-pressed": pressed === undefined ? null : String(pressed) }, words);
  }

  // A button for what would spoil the game that is played: it asks to be pressed once more.
  grave(key, words, act) {
    if (this.page.table.state?.phase !== "playing") return this.button(key, words, act);
    const sinceMs = performance.now() - this.asked.atMs;
    const isAsked = this.asked.key === key && sinceMs < SURE_MS;
    return this.button(key, isAsked ? "In mid-game? Press once more" : words, () => {
      if (isAsked && performance.now() - this.asked.atMs < TWICE_MS) return;
      this.asked = { key: isAsked ? "" : key, atMs: performance.now() };
      if (isAsked) act();
      else setTimeout(this.page.changed, SURE_MS);
      this.page.changed();
    });
  }

  draw() {
    if (this.root.hidden && innerWidth < 1000) return;
    this.acts.clear();
    show(this.root,
      el("div.top.narrow", el("h2", "Meadow Table"), this.button("close", "Close", () => this.toggle())),
      this.waysToPlay(), this.people(), this.rake(), this.bots(), this.box(), this.faults(), this.pages());
  }

  section(title, hint, ...content) {
    return el("section", { "aria-label": title, "data-key": title }, el("h2", title), hint && el("p.soft", hint), content);
  }

  people() {
    const { room } = this.page.meadow;
    const seats = SEATS.map((seat) => {
      const isMine = room.you.includes(seat);
      const isTaken = room.people.includes(seat) && !isMine;
      const next = isMine ? room.you.filter((one) => one !== seat) : [...room.you, seat];
      const who = isMine ? "you" : isTaken ? "somebody" : room.bots.includes(seat) ? "a bot" : "free";
      const button = this.button(`seat-${seat}`, [sideMark(seat), `${title(seat)}: ${who}`],
        () => this.ask({ is: "sit", seats: next }), isMine);
      if (isTaken) button.setAttribute("disabled", "");
      return button;
    });
    return this.section("Who sits where", "Take several sides on one tablet to play them together.",
      el("div.buttons", seats));
  }

  // How a finger's rake turns: who practises that turns it alone.
  rake() {
    if (!navigator.maxTouchPoints) return null;
    const { fingers } = this.page;
    const choice = (key, words, follows) => this.button(key, words, () => {
      fingers.follow(follows);
      this.page.changed();
    }, fingers.follows === follows);
    return this.section("Your rake", "It comes down behind your finger. A second finger beside it turns it.",
      el("div.buttons", choice("rake-follows", "Turns where I pull", true), choice("rake-stays", "Stays as it is", false)));
  }

  // Where bots sit while nobody else does, how good they are, and what they play alone.
  bots() {
    const { room, layout } = this.page.meadow;
    const { wanted, skill, words } = room;
    const want = (more) => this.ask({ is: "bots", seats: wanted, skill, words, ...more });
    const seats = SEATS.map((seat) => {
      const isWanted = wanted.includes(seat);
      const next = isWanted ? wanted.filter((one) => one !== seat) : [...wanted, seat];
      return this.button(`bot-${seat}`, [sideMark(seat), title(seat)], () => want({ seats: next }), isWanted);
    });
    const skills = layout.skills.map((one) =>
      this.button(`skill-${one}`, title(one), () => want({ skill: one }), one === skill));
    const alone = OPENERS.map((word) =>
      this.button(`alone-${word}`, title(word), () => want({ words: words[0] === word ? [] : [word] }), words[0] === word));
    return this.section("Bots", "They sit where nobody else does.",
      el("div.buttons", seats), el("div.buttons", skills),
      room.people.length ? null : [el("p.soft", "Let them play alone:"), el("div.buttons", alone)]);
  }

  // Those of the game that is chosen, by their cards; what has no card is the operator's to choose.
  waysToPlay() {
    const { phase, lobby } = this.page.table.state ?? {};
    if (phase !== "lobby" || !lobby.game) return null;
    const words = this.words().filter((word) => isWay(word) && !lobby.unfit.includes(word));
    const hint = lobby.game === "sweepers" ? "Each card is shown to the deck reader for a moment."
      : "There are no cards for them: an operator chooses how many sets, which suits, and how cards are dealt.";
    return this.section(WAYS, hint, lobby.game === "sweepers" && el("div.buttons", words.map((word) => this.card(word))),
      lobby.game !== "sweepers" && el("p", el("a", { href: "/static/console.html" }, "The operator's console")));
  }

  words() {
    const faces = Object.values(this.page.meadow.layout.faces);
    return faces.filter((face) => face.kind === "command").map((face) => face.word);
  }

  card(word) {
    const chosen = this.page.table.state?.lobby.chosen ?? [];
    const shown = () => this.ask({ is: "show", piece: this.page.box.command(word), at: "deck" });
    return word === "end" ? this.grave("word-end", commandName(word), shown)
      : this.button(`word-${word}`, commandName(word), shown, chosen.includes(word) ? true : undefined);
  }

  box() {
    const { pieces } = this.page.meadow;
    const groups = grouped(this.words().filter((word) => !isWay(word))).map(([name, group]) =>
      el("div", { role: "group", "aria-label": name },
        el("p.soft", `${name}:`), el("div.buttons", group.map((word) => this.card(word)))));
    return this.section("The box", "Each card is shown to the deck reader for a moment.",
      groups,
      el("div.buttons",
        this.grave("out-sweepers", "Lay out Sweepers", () => this.setOut("sweepers")),
        this.grave("out-sweet-takes", "Lay out Sweet Takes", () => this.setOut("sweet-takes")),
        pieces.size > 0 && this.grave("out-none", "All into the box", () => this.setOut(""))));
  }

  setOut(game) {
    this.ask({ is: "set-out", game });
  }

  // What can be broken, and what is.
  faults() {
    const { layout, room } = this.page.meadow;
    const isOn = (fault, place) => room.broken.some((one) => one[0] === fault && one[1] === place);
    const toggle = (fault, place) => this.ask({ is: "break", fault, place, on: !isOn(fault, place) });
    const rows = layout.faults.map(({ fault, words, places }) => {
      const buttons = (places.length ? places : [""]).map((place) =>
        this.button(`fault-${fault}-${place}`, title(place || (isOn(fault, "") ? "mend it" : words)),
          () => toggle(fault, place), isOn(fault, place)));
      return el("div.fault", places.length ? el("p.soft", `${title(words)}:`) : null, el("div.buttons", buttons));
    });
    return el("details", { "data-key": "faults" }, el("summary", "Break something",
      room.broken.length ? ` (${room.broken.length} broken)` : ""), rows);
  }

  ask(message) {
    return this.page.meadow.ask(message);
  }

  pages() {
    return el("section", { "aria-label": "Other pages" },
      el("p", el("a", { href: "/static/console.html" }, "The operator's console"), " · ",
        el("a", { href: "/static/board.html" }, "The scoreboard")));
  }
}
