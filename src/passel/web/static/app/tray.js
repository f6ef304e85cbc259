/**
 * Dice that are thrown without a game, and every throw that was made with them. A `Tray` is an
 * immutable value; what it throws is stored in this browser before it is shown.
 *
 * @typedef {import("../../types").Faces} Faces
 * @typedef {import("./store.js").Store} Store
 *
 * @typedef {object} Choice What is thrown next.
 * @property {string} kind `die`, `coin` or `pig`.
 * @property {number} count 1 to 6 dice, 1 coin, 2 pigs.
 *
 * @typedef {object} Thrown
 * @property {number} at Milliseconds since 1970.
 * @property {string} kind
 * @property {number} count How many were thrown.
 * @property {Faces} faces What they showed; of touching pigs one word.
 */
import { KINDS, text } from "../engine/dice.js";
import { readFaces } from "../engine/notation.js";

/** What one can throw, in the order of the screen. @type {Choice[]} */
export const CHOICES = [
  ...[1, 2, 3, 4, 5, 6].map((count) => ({ kind: "die", count })),
  { kind: "coin", count: 1 },
  { kind: "pig", count: 2 },
];

/** The most throws that are kept, so that games find room beside them; the oldest go. */
export const MOST = 10_000;

const [THROWS, CHOICE] = ["throws", "tray"];

export class Tray {
  /**
   * @param {Choice} choice
   * @param {readonly Thrown[]} throws All that are kept, oldest first.
   * @param {string} stored The same as it is stored.
   * @param {readonly Thrown[]} cleared What was cleared last and can come back.
   * @param {boolean} lasts Whether all of it is stored.
   */
  constructor(choice, throws, stored, cleared = [], lasts = true) {
    this.choice = choice;
    this.throws = throws;
    this.stored = stored;
    this.cleared = cleared;
    this.lasts = lasts;
    Object.freeze(this);
  }

  /** As it was left. @param {Store} store */
  static open(store) {
    const { kind, count } = store.value(CHOICE, CHOICES[1]);
    const choice = CHOICES.find((each) => each.kind === kind && each.count === count) ?? CHOICES[1];
    const stored = written(store);
    return new Tray(choice, read(stored), stored);
  }

  /** The last throw, if it was one of what is thrown now. @returns {Thrown | null} */
  get shown() {
    const last = this.throws[this.throws.length - 1];
    return last && last.kind === this.choice.kind && last.count === this.choice.count ? last : null;
  }

  /** @type {(store: Store, choice: Choice) => Tray} */
  choosing(store, choice) {
    store.setValue(CHOICE, choice);
    return new Tray(choice, this.throws, this.stored, this.cleared, this.lasts);
  }

  /**
   * Throw, and keep it.
   *
   * @param {Store} store
   * @param {import("../../types").Dice} dice
   * @param {number} at Milliseconds since 1970.
   */
  thrown(store, dice, at) {
    const { kind, count } = this.choice;
    const last = { at, kind, count, faces: dice.throw(kind, count) };
    return this.#keeping(store, [...this.#all(store), last].slice(-MOST), this.cleared);
  }

  /** Forget all throws, until they are brought back. @param {Store} store */
  emptied(store) {
    return this.#keeping(store, [], this.#all(store));
  }

  /** Bring back what was cleared, before what was thrown since. @param {Store} store */
  restored(store) {
    return this.#keeping(store, [...this.cleared, ...this.#all(store)].slice(-MOST), []);
  }

  /** All throws, those of another tab too. @param {Store} store */
  #all(store) {
    const stored = written(store);
    return stored === this.stored ? this.throws : read(stored);
  }

  /** @type {(store: Store, throws: readonly Thrown[], cleared: readonly Thrown[]) => Tray} */
  #keeping(store, throws, cleared) {
    const stored = throws.map(({ at, faces }) => `${at.toString(36)}:${text(faces)}`).join(" ");
    const lasts = store.setValue(THROWS, { all: stored });
    return new Tray(this.choice, throws, stored, cleared, lasts);
  }
}

/** @param {Store} store */
function written(store) {
  const { all } = store.value(THROWS, { all: "" });
  return typeof all === "string" ? all : "";
}

/** What is stored; what cannot be read is left out. @param {string} stored */
const read = (stored) => stored.split(" ").flatMap((word) => readOne(word) ?? []);

/** @param {string} word @returns {Thrown | null} */
function readOne(word) {
  const [, time, token] = /^([0-9a-z]{1,9}):(\S+)$/.exec(word) ?? [];
  if (!token) return null;
  // A coin's T is alone; a pig's comes with another, or pigs touch.
  const kind = /^[1-6]/.test(token) ? "die" : token.length === 1 ? "coin" : "pig";
  try {
    const faces = readFaces(token, kind);
    const count = kind === "pig" ? 2 : faces.length;
    const isWhole = faces.length === count || KINDS[kind].words.includes(String(faces[0]));
    const isKnown = CHOICES.some((each) => each.kind === kind && each.count === count);
    return isWhole && isKnown ? { at: parseInt(time, 36), kind, count, faces } : null;
  } catch {
    return null;
  }
}
