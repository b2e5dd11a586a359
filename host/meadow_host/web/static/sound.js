// The buzzer, as loud as people want it. A browser makes no sound before the page was touched.

const TONE_HZ = 2300;
const MUTED = "meadow-muted";

export class Buzzer {
  constructor(changed) {
    this.changed = changed;
    this.isMuted = localStorage.getItem(MUTED) === "yes";
    this.on = false;
    const wake = () => this.wake();
    addEventListener("pointerdown", wake, { once: true });
    addEventListener("keydown", wake, { once: true });
  }

  // Whether anything could be heard.
  get isAwake() {
    return this.context?.state === "running";
  }

  wake() {
    if (this.context || !globalThis.AudioContext) return;
    this.context = new AudioContext();
    const tone = new OscillatorNode(this.context, { type: "square", frequency: TONE_HZ });
    this.gain = new GainNode(this.context, { gain: 0 });
    tone.connect(this.gain).connect(this.context.destination);
    tone.start();
    this.set(this.on);
  }

  mute(isMuted) {
    this.isMuted = isMuted;
    localStorage.setItem(MUTED, isMuted ? "yes" : "no");
    this.set(this.on);
    this.changed();
  }

  // The table switched the buzzer.
  set(on) {
    this.on = on;
    this.gain?.gain.setTargetAtTime(on && !this.isMuted ? 0.06 : 0, this.context.currentTime, 0.003);
  }
}
