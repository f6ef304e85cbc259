/**
 * The odds of the next throw as small whole numbers that can be said: "1 in 6", "40 in 100".
 *
 * @typedef {import("../../types").State} State
 * @typedef {import("../../types").EffectKind} EffectKind
 */
import { over, replace, throws } from "../engine/game.js";

/** Fractions up to this denominator are said as they are; others out of 100. */
const SAYABLE = 36;

/** The effects that end a turn without its points. @type {EffectKind[]} */
const LOSING = ["bust", "bust_all", "out"];

/**
 * A probability as "part in whole".
 *
 * @param {number} weight
 * @param {number} total
 */
export function spoken(weight, total) {
  const divisor = gcd(weight, total);
  if (total / divisor <= SAYABLE) return { part: weight / divisor, whole: total / divisor };
  // Neither never nor always where it is not.
  return { part: Math.min(99, Math.max(1, Math.round((100 * weight) / total))), whole: 100 };
}

/** @type {(a: number, b: number) => number} */
const gcd = (a, b) => (b ? gcd(b, a % b) : a);

/**
 * How likely the next throw is to lose the turn, and what it gains on average when it does not.
 *
 * @param {State} state
 * @param {number} [dice] How many dice will be announced, where the rules ask for it.
 * @returns {{ part: number, whole: number, gain: number } | null} null: nothing can be lost.
 */
export function risk(state, dice = 0) {
  if (over(state) || state.roll_off) return null;
  const { chances, total } = throws(dice && !state.dice ? replace(state, { dice }) : state);
  let lost = 0;
  let gain = 0;
  for (const { effect, weight } of chances) {
    if (LOSING.includes(effect.kind)) lost += weight;
    else gain += weight * effect.points;
  }
  if (!lost) return null;
  return { ...spoken(lost, total), gain: total === lost ? 0 : Math.round(gain / (total - lost)) };
}
