/**
 * Odds as people say them: win probabilities in points of a hundred, how good a decision was, and
 * why the best is best, in one sentence each.
 *
 * @typedef {import("../../types").State} State
 * @typedef {import("../../types").Action} Action
 * @typedef {import("./words.js").Words} Words
 * @typedef {import("./sentences.js").Sentence} Sentence
 *
 * @typedef {object} Choices What could be done in a position; all numbers are of the seat that decides.
 * @property {boolean} [exact] false: means of a simulation.
 * @property {readonly Action[]} actions
 * @property {readonly number[]} wins The win probability after each, 0 to 1.
 * @property {readonly boolean[]} best
 * @property {readonly number[]} [errors] Standard errors, where it is not exact.
 * @property {readonly boolean[]} [certain] Which are exact all the same: those that end the game.
 * @property {number} [games] How many games were played on after each.
 */
import { sentence } from "./sentences.js";
import { spoken } from "./risk.js";
import { replace, throws } from "../engine/game.js";

/** From these costs on, in points of a hundred, a decision has the next worse grade. @type {[string, number][]} */
const GRADES = [
  ["blunder", 8],
  ["mistake", 3],
  ["slip", 0.5],
  ["fine", 0.005],
];

/** How good a decision was: `best`, `fine`, `slip`, `mistake`, `blunder`. @param {number} cost 0 to 1. */
export const grade = (cost) => GRADES.find(([, least]) => 100 * cost >= least)?.[0] ?? "best";

/** Whether an action was meant by another that looks the same. @type {(a: Action, b: Action) => boolean} */
export const same = (a, b) => a.kind === b.kind && a.dice === b.dice;

/** What is nearer to 0 or 1 is so by rounding: exact odds are known no better. */
const SURE = 1e-12;

/** Most digits that points have. */
const DIGITS = 2;

/** Whether a probability that is neither 0 nor 1 would be written so. @type {(win: number, digits: number) => boolean} */
const blurred = (win, digits) => win > SURE && win < 1 - SURE && ["0", "100"].includes(String(Number((100 * win).toFixed(digits))));

/**
 * Probabilities as points of a hundred, with as few digits as show which is higher and which is
 * certain; at most two.
 *
 * @type {(wins: readonly number[], words: Words) => string[]}
 */
export function points(wins, words) {
  const apart = new Set(wins.map((win) => Math.round(win * 1e6))).size;
  for (let digits = 0; ; digits++) {
    const told = wins.map((win) => words.number(100 * win, digits));
    if (digits < DIGITS && (new Set(told).size < apart || wins.some((win) => blurred(win, digits)))) continue;
    return told.map((text, place) => (blurred(wins[place], digits) ? bounded(wins[place], digits, words) : text));
  }
}

/** A probability that is nearly 0 or 1, in points. @type {(win: number, digits: number, words: Words) => string} */
function bounded(win, digits, words) {
  const least = 10 ** -digits;
  if (win < 0.5) return words.say("number.less", { number: words.number(least, digits) });
  return words.say("number.more", { number: words.number(100 - least, digits) });
}

/** A number of points with its sign. @type {(value: number, words: Words, digits?: number) => string} */
export function signed(value, words, digits = 1) {
  const text = words.number(Math.abs(value), digits);
  return text === words.number(0, digits) ? text : `${value > 0 ? "+" : "−"}${text}`;
}

/** What an action is called: "Hold", "Roll", "5 dice". @type {(action: Action, rules: import("../../types").Rules, words: Words) => string} */
export function called({ kind, dice }, rules, words) {
  if (kind === "hold") return words.say("page.hold");
  return dice ? words.say("study.dice", { count: dice }) : words.say(`page.roll.${rules.dice}`);
}

/**
 * Why the best action is best, from the position alone.
 *
 * @type {(state: State, choices: Choices) => Sentence}
 */
export function why(state, { actions, wins, best }) {
  const { rules, turn_total: total } = state;
  const chosen = actions.filter((_, place) => best[place]);
  if (chosen.length > 1) return sentence("study.why.equal");
  const [{ kind, dice }] = chosen;
  if (dice) {
    const { chances, total: all } = throws(replace(state, { dice }));
    const safe = chances.reduce((sum, { effect, weight }) => sum + (effect.kind === "gain" ? weight : 0), 0);
    return sentence("study.why.dice", { count: dice, ...spoken(safe, all) });
  }
  const other = wins[actions.findIndex((action) => action.kind !== kind)];
  const change = expected(state);
  if (kind === "hold") {
    if (wins[actions.findIndex((action) => action.kind === kind)] > 1 - 1e-12) return sentence("study.why.hold-wins");
    return sentence(change > 0 ? "study.why.hold-safe" : "study.why.hold-mean", { count: total });
  }
  if (other < 1e-12) return sentence("study.why.hold-loses");
  if (!total && rules.pass_allowed) return sentence("study.why.roll-nothing");
  return sentence(change > 0 ? "study.why.roll-mean" : "study.why.roll-race", { count: total });
}

/** By how many points one more throw changes what this turn brings, on average. @param {State} state */
function expected(state) {
  const { chances, total } = throws(state);
  const [seat] = state.to_move;
  const score = state.scores[seat - 1];
  const change = chances.reduce((sum, { effect, weight }) => {
    if (effect.kind === "gain") return sum + weight * effect.points;
    if (effect.kind === "bust") return sum + weight * (state.rules.bust_points - state.turn_total);
    return effect.kind === "void" ? sum : sum - weight * (state.turn_total + score);
  }, 0);
  return change / total;
}
