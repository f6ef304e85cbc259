/**
 * What is heard and felt, all of it optional and never needed: a click of dice, a short
 * vibration, a screen that does not fall asleep during a game.
 *
 * @typedef {"throw" | "hold"} Act
 */

/** The pitches of each act, in Hz. @type {Record<Act | "end", number[]>} */
const NOTES = { throw: [520, 430], hold: [392, 523], end: [392, 494, 587, 784] };

export class Feel {
  constructor() {
    /** @type {AudioContext | null} */
    this.audio = null;
    this.wanted = false;
    /** @type {WakeLockSentinel | null} */
    this.lock = null;
    // The browser lets the screen sleep when the page is hidden.
    document.addEventListener("visibilitychange", () => this.#ask());
  }

  /**
   * Let an act be heard and felt.
   *
   * @param {{ sound: boolean, vibration: boolean }} settings
   * @param {Act} act
   * @param {boolean} end Whether it ended the game.
   */
  felt({ sound, vibration }, act, end) {
    if (vibration) navigator.vibrate?.(end ? [40, 60, 40] : 25);
    if (sound) this.#play(NOTES[end ? "end" : act]);
  }

  /** @param {number[]} notes */
  #play(notes) {
    try {
      this.audio ??= new AudioContext();
      const { audio } = this;
      notes.forEach((pitch, place) => {
        const from = audio.currentTime + place * 0.09;
        const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
        const volume = new GainNode(audio, { gain: 0.15 });
        volume.gain.setValueAtTime(0.15, from);
        volume.gain.exponentialRampToValueAtTime(0.001, from + 0.12);
        tone.connect(volume).connect(audio.destination);
        tone.start(from);
        tone.stop(from + 0.13);
      });
    } catch {
      // A machine without sound.
    }
  }

  /** Keep the screen awake, or let it sleep. @param {boolean} wanted */
  awake(wanted) {
    this.wanted = wanted;
    if (wanted) this.#ask();
    else this.lock?.release().catch(() => {});
  }

  async #ask() {
    if (!this.wanted || document.visibilityState !== "visible" || !navigator.wakeLock) return;
    try {
      this.lock = await navigator.wakeLock.request("screen");
      if (!this.wanted) await this.lock.release();
    } catch {
      // The battery is low, or the browser does not want to.
    }
  }
}
