/**
 * What fell beside what chance alone would bring: of faces, of sums, of pigs' points.
 *
 * @typedef {import("./tray.js").Thrown} Thrown
 * @typedef {import("./tray.js").Choice} Choice
 * @typedef {number | string} Value A face, a sum or points; `bust` or `bust_all` of pigs.
 *
 * @typedef {object} Row
 * @property {Value} value
 * @property {number} fell How often.
 * @property {number} expected How often on average.
 * @property {number} low The usual range, both ends included.
 * @property {number} high
 *
 * @typedef {object} Table
 * @property {"faces" | "sums" | "coin" | "points"} name
 * @property {number} dice Of sums: of how many dice.
 * @property {number} count How much was thrown: dice for `faces`, else throws.
 * @property {Row[]} rows
 * @property {import("./evenness.js").Evenness | null} even
 */
import { evenness, usualRange } from "./evenness.js";
import { KINDS, sum } from "../engine/dice.js";
import { chances, effect } from "../engine/rules.js";
import { rules as rulesOf } from "../engine/variants.js";

const DIE = "die";

/** What can be counted of these throws where this is thrown. @type {(throws: readonly Thrown[], choice: Choice) => Table[]} */
export function tables(throws, { kind, count }) {
  const some = throws.filter((each) => each.kind === kind);
  if (kind === "pig") return [table("points", 2, landings(), some.map(landed))];
  const faces = table(kind === DIE ? "faces" : "coin", 1, even(kind), some.flatMap((each) => each.faces));
  if (count < 2) return [faces];
  const of = some.filter((each) => each.count === count);
  return [faces, table("sums", count, sums(count), of.map((each) => sum(KINDS[kind], each.faces)))];
}

/** @type {(name: Table["name"], dice: number, weights: Map<Value, number>, values: readonly Value[]) => Table} */
function table(name, dice, weights, values) {
  const count = values.length;
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const fell = new Map([...weights.keys()].map((value) => [value, 0]));
  for (const value of values) fell.set(value, (fell.get(value) ?? 0) + 1);
  const rows = [...weights].map(([value, weight]) => {
    const [low, high] = usualRange(count, weight / total);
    return { value, fell: fell.get(value) ?? 0, expected: (count * weight) / total, low, high };
  });
  const even = evenness(
    rows.map((row) => row.fell),
    [...weights.values()],
  );
  return { name, dice, count, rows, even };
}

/** @param {string} kind @returns {Map<Value, number>} */
const even = (kind) => new Map(KINDS[kind].faces.map((face) => [face, 1]));

/** The sums of so many dice, each with the number of throws that give it. @param {number} count */
export function sums(count) {
  /** @type {Map<Value, number>} */
  let ways = new Map([[0, 1]]);
  for (; count > 0; count--) {
    const more = new Map();
    for (const [total, weight] of ways)
      for (const points of KINDS[DIE].values) more.set(Number(total) + points, (more.get(Number(total) + points) ?? 0) + weight);
    ways = more;
  }
  return ways;
}

const pigs = () => rulesOf("pass-the-pigs");

/** What two pigs are worth, by how often it was seen in recorded rolls. */
function landings() {
  /** @type {Map<Value, number>} */
  const ways = new Map();
  for (const { effect, weight } of chances(pigs()).chances) ways.set(worth(effect), weight);
  return ways;
}

/** @param {Thrown} thrown */
export const landed = ({ faces }) => worth(effect(pigs(), faces));

/** @type {(what: import("../../types").Effect) => Value} */
const worth = ({ kind, points }) => (kind === "gain" ? points : kind);
