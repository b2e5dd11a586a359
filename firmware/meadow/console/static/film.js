// A recording of a game: which state and which lights belong to a moment. Draws nothing.

import { patched } from "./table.js";

export class Film {
  // `told` is what the table answers with (docs/console.md).
  constructor(told) {
    this.name = told.name;
    this.what = told.what;
    this.seats = told.seats;
    this.began = told.began;
    this.pieces = told.pieces;
    this.endsMs = told.ends_ms;
    this.pixels = told.film.pixels;
    this.firstPixel = told.film.first;
    this.isAsItWas = told.film.as_it_was;
    this.frameTimes = told.film.at_ms;
    this.rgb = Uint8Array.from(atob(told.film.rgb), (byte) => byte.charCodeAt(0));
    this.momentTimes = told.moments.map((moment) => moment.at_ms);
    this.states = [];
    this.facts = [];
    let state = {};
    for (const moment of told.moments) {
      state = patched(state, moment.patch);
      this.states.push(state);
      for (const line of moment.lines) this.facts.push({ atMs: moment.at_ms, ...line });
    }
  }

  // The number of the last moment that has come by then, 0 for the first.
  momentAt(ms) {
    return Math.max(0, lastUntil(this.momentTimes, ms));
  }

  // The number of the frame that is shown then, -1 before the first.
  frameAt(ms) {
    return lastUntil(this.frameTimes, ms);
  }

  frame(number) {
    const size = 3 * this.pixels;
    return number < 0 ? new Uint8Array(size) : this.rgb.subarray(number * size, (number + 1) * size);
  }
}

// The number of the last of these rising times that is no later; -1 if all are.
function lastUntil(times, ms) {
  let from = 0;
  let to = times.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (times[middle] <= ms) from = middle + 1;
    else to = middle;
  }
  return from - 1;
}
