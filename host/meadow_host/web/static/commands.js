// What the command cards say in words for people, and how they lie in the box: by what they are for.

import { title } from "/static/words.js";

const NAMES = {
  "way-a": "Way A: six cards",
  "way-b": "Way B: older take one",
  "way-c": "Way C: other hand",
  "way-d": "Way D: rounds",
  "referee-check": "Check after the shout",
  "seat-five": "Fifth seat joins",
  start: "Start",
  stop: "Stop!",
  stash: "From the stash",
  undo: "Undo",
  end: "End the game",
};
export const WAYS = "Ways to play"; // as it is called where it is to be found
const GROUPS = [
  ["Games", ["thats-my-stash", "quick-paws", "sweet-takes"]],
  [WAYS, ["way-a", "way-b", "way-c", "way-d", "referee-check"]],
  ["In a game", ["start", "stop", "undo", "end", "stash"]],
  ["Join without a rake", ["seat-north", "seat-east", "seat-south", "seat-west", "seat-five"]],
];

export function commandName(word) {
  return NAMES[word] ?? (word.startsWith("seat-") ? `${title(word.slice(5))} joins` : title(word));
}

export function isWay(word) {
  return GROUPS.some(([name, group]) => name === WAYS && group.includes(word));
}

// [name, words] for the cards of a box; what is known to no group stands in the last.
export function grouped(words) {
  const known = GROUPS.flatMap(([, group]) => group);
  const groups = GROUPS.map(([name, group]) => [name, group.filter((word) => words.includes(word))]);
  return [...groups, ["Other cards", words.filter((word) => !known.includes(word))]].filter(([, group]) => group.length);
}
