/**
 * The numbers of the lessons: what a throw does, from the rules themselves. None is typed; what has
 * to be solved is in ../facts.js.
 *
 * @typedef {import("../../../types").Rules} Rules
 */
import { chances } from "../../engine/rules.js";

/**
 * What one throw does.
 *
 * @typedef {object} Throw
 * @property {number} total How many equally likely throws there are.
 * @property {number} safe Of these: gains and void throws.
 * @property {number} bust Those that lose the turn total.
 * @property {number} lose Those that lose the score as well.
 * @property {number} mean The mean gain, throws that gain nothing counted as 0.
 * @property {readonly (readonly [points: number, chance: number])[]} gains
 */

/** @param {Rules} rules @param {number} [dice] How many are announced; 0: nothing is. @returns {Throw} */
export function throwOf(rules, dice = 0) {
  const { total, chances: all } = chances(rules, dice);
  const weigh = (/** @type {string[]} */ ...kinds) =>
    all.reduce((sum, { effect, weight }) => sum + (kinds.includes(effect.kind) ? weight : 0), 0);
  /** @type {(readonly [number, number])[]} */
  const gains = all
    .filter(({ effect }) => effect.kind === "gain")
    .map(({ effect, weight }) => [effect.points, weight / total]);
  const mean = gains.reduce((sum, [points, chance]) => sum + points * chance, 0);
  return { total, safe: weigh("gain", "void"), bust: weigh("bust"), lose: weigh("bust_all"), mean, gains };
}

/**
 * A turn that holds as soon as it may at a turn total: what it banks in the mean, and how often it
 * banks nothing.
 *
 * @param {Throw} one A throw without void ones.
 * @param {number} hold 1 or more.
 * @returns {{ mean: number, nothing: number }}
 */
export function turnOf(one, hold) {
  const most = Math.max(...one.gains.map(([points]) => points));
  const mean = Array.from({ length: hold + most }, (_, total) => total);
  const kept = mean.map(() => 1);
  for (let total = hold - 1; total >= 0; total--) {
    mean[total] = one.gains.reduce((sum, [points, chance]) => sum + chance * mean[total + points], 0);
    kept[total] = one.gains.reduce((sum, [points, chance]) => sum + chance * kept[total + points], 0);
  }
  return { mean: mean[0], nothing: 1 - kept[0] };
}

/**
 * What one more throw brings and costs in the mean, at a turn total and a score.
 *
 * @param {Throw} one
 * @param {number} total
 * @param {number} score
 */
export function stake(one, total, score) {
  const { bust, lose } = one;
  return { gain: one.mean, loss: ((bust + lose) * total + lose * score) / one.total };
}

/** The lowest turn total at which another throw gains nothing in the mean. @type {(one: Throw, score?: number) => number} */
export function enough(one, score = 0) {
  let total = 1;
  while (stake(one, total, score).loss < one.mean - 1e-9 && total < 1000) total++;
  return total;
}

/**
 * How likely what is normally distributed lies within so many standard deviations of its mean, by
 * Simpson's rule.
 *
 * @param {number} wide More than 0.
 */
export function within(wide) {
  const steps = 200;
  const weight = (/** @type {number} */ place) => (place % steps ? 2 + 2 * (place % 2) : 1);
  const heights = Array.from({ length: steps + 1 }, (_, place) => weight(place) * Math.exp(-(((wide * place) / steps) ** 2) / 2));
  return (heights.reduce((sum, height) => sum + height, 0) * wide) / (3 * steps) / Math.sqrt(Math.PI / 2);
}
