/**
 * What real dice showed, as words of a record: from faces that are tapped one after the other, or
 * from an amount of points. It knows no screen.
 *
 * An amount stands for faces that are worth it, always the same ones: those that the engine's
 * distribution names (`throws`). They are one way to make that sum, and a game with one in it says
 * so in its record: `[Faces "amounts"]`.
 *
 * @typedef {import("../../types").State} State
 * @typedef {import("../../types").Face} Face
 * @typedef {import("../../types").Faces} Faces
 *
 * @typedef {object} Amounts What an amount can be.
 * @property {string[][]} throws Each way to enter it as one throw.
 * @property {string[] | null} several The fewest throws that make it, where it takes several.
 * @property {number} low The least that one throw adds.
 * @property {number} high The most.
 */
import { KINDS, isWord, text } from "../engine/dice.js";
import { apply, replace, sameTurn, throws } from "../engine/game.js";
import { eventOf } from "./session.js";

/** The dice of the next throw: their kind, and how many. @type {(state: State, chosen: number) => [string, number]} */
export const nextDice = ({ rules, roll_off, dice }, chosen) =>
  roll_off ? [...rules.roll_off] : [rules.dice, dice || (rules.max_dice === null ? rules.count : chosen)];

/** Whether a number of dice is still to be said. @param {State} state */
export const mayChoose = ({ rules, roll_off, dice }) => rules.max_dice !== null && !roll_off && !dice;

/** What may be tapped: all faces, then the throws of one word where none was tapped yet. @type {(state: State, tapped: Faces) => Faces} */
export function choices(state, tapped) {
  const { faces, words } = KINDS[nextDice(state, 1)[0]];
  return tapped.length ? faces : [...faces, ...words];
}

/**
 * The words of a throw once all of its faces are tapped; null before.
 *
 * @param {State} state
 * @param {Faces} tapped
 * @param {number} chosen How many dice, where one may choose.
 * @returns {string[] | null}
 */
export function entered(state, tapped, chosen) {
  const [kind, count] = nextDice(state, chosen);
  const announced = state.rules.max_dice !== null && !state.roll_off;
  const last = tapped[tapped.length - 1];
  const whole = isWord(KINDS[kind], tapped) || tapped.length === count || (announced && last === state.rules.bust_face);
  return whole ? worded(state, tapped, chosen) : null;
}

/** A throw in words, with how many dice where that was not said. @type {(state: State, faces: Faces, chosen: number) => string[]} */
const worded = (state, faces, chosen) => [...(mayChoose(state) ? [`x${chosen}`] : []), text(faces)];

/**
 * How an amount of points can be entered.
 *
 * @param {State} state A state in which somebody throws.
 * @param {number} amount
 * @param {number} chosen How many dice, where one may choose.
 * @returns {Amounts}
 */
export function amounts(state, amount, chosen) {
  const before = mayChoose(state) ? replace(state, { dice: chosen }) : state;
  const gains = throws(before).chances.filter(({ effect, weight }) => effect.kind === "gain" && weight > 0);
  const points = gains.map(({ effect }) => effect.points);
  return {
    throws: gains
      .filter(({ effect }) => effect.points === amount)
      .map(({ faces }) => worded(state, faces, chosen)),
    several: announcedOrOff(state) ? null : several(state, amount, gains),
    low: Math.min(...points),
    high: Math.max(...points),
  };
}

/** Whether one throw is all there is. @param {State} state */
const announcedOrOff = (state) => !!state.roll_off || state.rules.max_dice !== null;

/** The largest amount that is taken apart into throws. */
const LARGEST = 999;

/**
 * The fewest throws that add up to an amount in one turn, the highest first; null where none do.
 *
 * @param {State} state
 * @param {number} amount
 * @param {import("../../types").Chance[]} gains
 */
function several(state, amount, gains) {
  if (!(amount > 0 && amount <= LARGEST)) return null;
  // Of throws worth the same, one after which holding is allowed.
  const useful = gains
    .filter(({ effect }) => effect.points > 0)
    .sort((a, b) => b.effect.points - a.effect.points || Number(a.effect.must_roll) - Number(b.effect.must_roll));
  /** The last throw on the shortest way to each sum. @type {(import("../../types").Chance | null)[]} */
  const last = [null];
  const steps = [0];
  for (let sum = 1; sum <= amount; sum++) {
    steps[sum] = Infinity;
    for (const gain of useful) {
      const before = steps[sum - gain.effect.points] ?? Infinity;
      // The last throw of all comes first here: it must not ask for another.
      if (before + 1 < steps[sum] && !(gain.effect.must_roll && sum === gain.effect.points)) {
        steps[sum] = before + 1;
        last[sum] = gain;
      }
    }
  }
  if (!Number.isFinite(steps[amount])) return null;
  /** @type {string[]} */
  const words = [];
  for (let sum = amount; sum > 0; sum -= last[sum]?.effect.points ?? sum) words.push(text(last[sum]?.faces ?? []));
  return possible(state, words) ? words : null;
}

/** Whether these throws can be one turn. @type {(state: State, words: string[]) => boolean} */
function possible(state, words) {
  return words.every((word, place) => {
    const before = state;
    state = apply(state, eventOf(word, before));
    return place === words.length - 1 || sameTurn(before, state);
  });
}
