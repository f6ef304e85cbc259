/**
 * What can be thrown, how likely it is, and where throws come from; the twin of passel/dice.py.
 *
 * @import { Kind } from "../../types"
 * @typedef {import("../../types").Dice} Dice
 * @typedef {import("../../types").Face} Face
 * @typedef {import("../../types").Faces} Faces
 */
import { bigEndian, hmac, joined } from "./sha256.js";

/** The name of the derivation of `Seeded`. */
export const GENERATOR = "passel 1";

/** Every kind of die by its name; filled by `load` of variants.js. @type {Record<string, Kind>} */
export const KINDS = {};

/** The points of all faces. @type {(kind: Kind, faces: Faces) => number} */
export const sum = ({ faces, values }, thrown) =>
  thrown.map((face) => values[faces.indexOf(face)]).reduce((total, points) => total + points, 0);

/** @type {(kind: Kind, token: string) => Face | undefined} */
export const read = ({ faces, words }, token) => [...faces, ...words].find((face) => `${face}` === token);

/** Whether a throw is one word for all the dice. @type {(kind: Kind, faces: Faces) => boolean} */
export const isWord = ({ words }, faces) => faces.length === 1 && words.some((word) => word === faces[0]);

/**
 * Every throw of some dice with its weight; probabilities are weights over their sum.
 *
 * @type {(kind: string, count: number) => (readonly [Faces, number])[]}
 */
export function weightedThrows(kind, count) {
  const { faces, counts } = KINDS[kind];
  if (counts.length) return [...counts];
  /** @type {Face[][]} */
  let throws = [[]];
  while (count--) throws = throws.flatMap((some) => faces.map((face) => [...some, face]));
  return throws.map((each) => [each, 1]);
}

/** A throw as it is written: `4`, `3-4`, `H`, `T-S`, `oinker`. @param {Faces} faces */
export const text = (faces) => faces.join("-");

/** Dice that are read off a stream of fair bytes, a fresh one for every throw. @implements {Dice} */
class Streamed {
  /** The next throw's stream, block by block. @returns {(block: number) => Uint8Array} */
  stream() {
    throw new Error("a subclass says where the bytes come from");
  }

  /** @type {Dice["throw"]} */
  throw(kind, count) {
    const { faces, counts } = KINDS[kind];
    const below = this.#numbers();
    if (!counts.length) return Array.from(Array(count), () => faces[below(faces.length)]);
    return drawn(counts, below);
  }

  /** Counts as a throw; the bound is at most 2^32. @type {Dice["below"]} */
  below(bound) {
    return this.#numbers()(bound);
  }

  /** The numbers of the next throw; one of too many bytes is rejected. @returns {Dice["below"]} */
  #numbers() {
    const stream = this.stream();
    /** @type {number[]} */
    const bytes = [];
    let blocks = 0;
    return (bound) => {
      let size = 1;
      while (256 ** size < bound) size++;
      const limit = 256 ** size - (256 ** size % bound);
      for (;;) {
        if (bytes.length < size) bytes.push(...stream(blocks++));
        const number = bytes.splice(0, size).reduce((number, byte) => 256 * number + byte, 0);
        if (number < limit) return number % bound;
      }
    };
  }
}

/**
 * One of some values, by their weights.
 *
 * @template T
 * @param {readonly (readonly [T, number])[]} weighted
 * @param {Dice["below"]} below
 */
export function drawn(weighted, below) {
  let place = below(weighted.reduce((total, [, weight]) => total + weight, 0));
  return /** @type {readonly [T, number]} */ (weighted.find(([, weight]) => (place -= weight) < 0))[0];
}

/** Dice derived from a seed as the Python twin says: the same on every machine, for ever. */
export class Seeded extends Streamed {
  /**
   * @param {string | Uint8Array} seed
   * @param {string} [game] Which game of this seed.
   * @param {readonly string[]} [seats] The seeds that the seats added, in seat order.
   * @param {number} [thrown] How many throws were made already.
   */
  constructor(seed, game = "", seats = [], thrown = 0) {
    super();
    this.key = typeof seed === "string" ? utf8(seed) : seed;
    this.prefix = joined(field(GENERATOR), field(game), bigEndian(seats.length), ...seats.map(field));
    this.thrown = thrown;
  }

  /** @override @returns {(block: number) => Uint8Array} */
  stream() {
    const number = this.thrown++;
    const message = joined(this.prefix, bigEndian(number / 2 ** 32), bigEndian(number));
    return (block) => hmac(this.key, joined(message, bigEndian(block)));
  }
}

/** Dice drawn from the machine's own randomness. */
export class Drawn extends Streamed {
  /** @override */
  stream() {
    return () => crypto.getRandomValues(new Uint8Array(32));
  }
}

/** @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);

/** A text's UTF-8 bytes, or some bytes, after their number in 4 bytes. @param {string | Uint8Array} value */
export function field(value) {
  const data = typeof value === "string" ? utf8(value) : value;
  return joined(bigEndian(data.length), data);
}
