// A rake that a finger pulls. The comb comes down behind the finger, where it can be seen and takes
// what is touched into its tines, and turns by itself to where it is pulled, like a cart on its
// shaft; a second finger can turn it too. Millimetres and radians. Knows no event and no socket.

const BEHIND_MM = 24; // from the finger to the comb's bar: the token between them lies in its pocket
const SHAFT_MM = 60; // the longer, the slower the comb turns
const BACKWARDS = -0.3; // of a movement: who pushes away from oneself steers nothing
const MOST_TURN = (100 * Math.PI) / 180; // from one's own side: nobody rakes for the opposite one

export class Pull {
  // `facing` is the angle of a comb whose tines point to the own side.
  constructor(x, y, facing) {
    Object.assign(this, { x, y, facing, angle: facing, isTwisted: false });
  }

  // Where the comb is: [x, y].
  get comb() {
    return this.behind(BEHIND_MM);
  }

  behind(mm) {
    return [this.x + mm * Math.sin(this.angle), this.y - mm * Math.cos(this.angle)];
  }

  // The finger went there; the comb turns after it if it `follows`.
  to(x, y, follows) {
    const forwards = (y - this.y) * Math.cos(this.angle) - (x - this.x) * Math.sin(this.angle);
    const steers = forwards >= BACKWARDS * Math.hypot(x - this.x, y - this.y);
    if (follows && steers && !this.isTwisted) {
      const [tailX, tailY] = this.behind(SHAFT_MM);
      const off = shortest(Math.atan2(tailX - x, y - tailY) - this.facing);
      this.angle = this.facing + Math.min(MOST_TURN, Math.max(-MOST_TURN, off));
    }
    Object.assign(this, { x, y });
  }

  // Somebody turns it: from now on it stays as it is turned.
  twist(by) {
    this.isTwisted = true;
    this.angle += by;
  }
}

// An angle as the shortest turn.
export function shortest(angle) {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}
