/**
 * What lessons and practice tell of a game that is solved: where the best player holds, what a turn
 * total is worth, what playing first is worth, what a simple rule wins. Runs in the Worker.
 *
 * @typedef {import("../../types").Solution} Solution
 * @typedef {import("../../types").Policy} Policy
 *
 * @typedef {object} Holding Where the best player holds.
 * @property {number} hold The lowest turn total at which holding is as good; or what reaches the target.
 * @property {number[]} again The turn totals above it at which rolling is better once more, of those
 *   that the best player can come to.
 */
import { throwOf } from "./learn/numbers.js";
import { HOLD, start } from "../engine/game.js";
import { holdAt, keepPace } from "../engine/policy.js";
import { EQUAL } from "../engine/solve.js";

/** Rules that a person can keep in mind. @type {Record<string, Policy>} */
export const HABITS = { "hold-at-20": holdAt(20), "keep-pace": keepPace() };

/**
 * @template T
 * @param {number} length
 * @param {(row: number, column: number) => T} value
 * @returns {T[][]}
 */
const square = (length, value) => Array.from({ length }, (_, row) => Array.from({ length }, (_, column) => value(row, column)));

/**
 * Whether the best player holds, by own score, the other's and turn total, in a game like Pig: it
 * ends at once, and no score is ever lost. At 0 there is nothing to hold.
 *
 * @param {Solution} solution
 */
function best({ rules, win }) {
  const target = rules.target ?? 0;
  const { gains, bust, total: all } = throwOf(rules);
  const begin = start(rules, 2, null, 1);
  const wins = square(target, (own, other) => win({ ...begin, scores: [own, other] }));
  return square(target, (own, other) => {
    const most = target - own;
    const values = new Float64Array(most);
    /** @type {boolean[]} */
    const holds = Array(most).fill(false);
    for (let total = most - 1; total > 0; total--) {
      const hold = 1 - wins[other][own + total];
      let roll = (bust / all) * (1 - wins[other][own]);
      for (const [points, chance] of gains) roll += chance * (total + points < most ? values[total + points] : 1);
      values[total] = Math.max(hold, roll);
      holds[total] = hold >= roll - EQUAL;
    }
    return holds;
  });
}

/**
 * Where the best player holds, by own score, then the other's, in a game like Pig.
 *
 * @type {(solution: Solution, asked: { scores: readonly number[] }) => Holding[][]}
 */
function holding(solution, { scores }) {
  const { gains } = throwOf(solution.rules);
  const all = best(solution);
  return scores.map((own) =>
    scores.map((other) => {
      const holds = all[own][other];
      const lowest = holds.indexOf(true);
      const hold = lowest < 0 ? holds.length : lowest;
      const met = new Set([0]);
      for (const total of met) if (holds[total] === false) for (const [points] of gains) met.add(total + points);
      const again = [...met].filter((total) => total > hold && holds[total] === false);
      return { hold, again: again.sort((a, b) => a - b) };
    }),
  );
}

/** What rolling and holding win at each turn total from 1 on, at 0 to 0. @type {(solution: Solution) => { roll: number[], hold: number[] }} */
function lines({ rules, values }) {
  const begin = { ...start(rules, 2, null, 1), must_roll: false };
  const all = Array.from({ length: (rules.target ?? 0) - 1 }, (_, place) => values({ ...begin, turn_total: place + 1 }));
  return { roll: all.map(([roll]) => roll), hold: all.map(([, hold]) => hold) };
}

/** The chance of who plays first, both playing the best. @type {(solution: Solution) => number} */
const first = ({ rules, win }) => win(start(rules, 2, null, 1), 1);

/**
 * What each of `HABITS` wins against the best player, in a game like Pig; who plays first is drawn.
 *
 * The turns of the two at one pair of scores depend on each other, by busts; each is
 * `bust * (1 - the other's) + rest`. Pairs are taken in descending order of their sum.
 *
 * @type {(solution: Solution) => Record<string, number>}
 */
function habits(solution) {
  const { rules } = solution;
  const target = rules.target ?? 0;
  const { gains, bust, total: all } = throwOf(rules);
  const plain = best(solution);
  const [nothing, rest] = [new Float64Array(target), new Float64Array(target)];
  /** How often a turn brings nothing, and what it wins else. @type {(own: number, next: readonly number[], holds: (total: number) => boolean) => [number, number]} */
  const turn = (own, next, holds) => {
    const most = target - own;
    for (let total = most - 1; total >= 0; total--) {
      const held = total > 0 && holds(total);
      nothing[total] = held ? 0 : bust / all;
      rest[total] = held ? 1 - next[own + total] : 0;
      for (const [points, chance] of held ? [] : gains) {
        const after = total + points;
        nothing[total] += after < most ? chance * nothing[after] : 0;
        rest[total] += chance * (after < most ? rest[after] : 1);
      }
    }
    return [nothing[0], rest[0]];
  };
  /** @param {Policy} habit */
  const mean = (habit) => {
    // The chances to win of the one and of the best player, each to move, by their score and the other's.
    const [its, others] = [square(target, () => 0), square(target, () => 0)];
    for (let sum = 2 * target - 2; sum >= 0; sum--) {
      for (let own = Math.max(0, sum - target + 1); own < target && own <= sum; own++) {
        const other = sum - own;
        const state = { ...start(rules, 2, [own, other], 1), must_roll: false };
        const [a, b] = turn(own, others[other], (total) => habit({ ...state, turn_total: total }, 1) === HOLD);
        const [c, d] = turn(other, its[own], (total) => plain[other][own][total]);
        // x = a(1 - y) + b and y = c(1 - x) + d.
        its[own][other] = (a * (1 - c - d) + b) / (1 - a * c);
        others[other][own] = c * (1 - its[own][other]) + d;
      }
    }
    return (its[0][0] + 1 - others[0][0]) / 2;
  };
  return Object.fromEntries(Object.entries(HABITS).map(([name, habit]) => [name, mean(habit)]));
}

/** What can be asked of a solution. @type {Record<string, (solution: Solution, asked: any) => any>} */
export const FACTS = { holding, lines, first, habits };
