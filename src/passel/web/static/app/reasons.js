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
import { steady } from "../engine/policy.js";

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
 * Why the best action is best, in a sentence.
 *
 * @type {(state: State, choices: Choices, words: Words) => Sentence}
 */
export function why(state, choices, words) {
  const { code, parts } = reason(state, choices);
  const { gain, loss } = parts;
  const means = gain === undefined ? {} : { gain: words.number(gain, 1), loss: words.number(loss, 1) };
  return sentence(`why.${code}`, { ...parts, ...means });
}

/**
 * The same as a code with its numbers; the twin of passel/exact/reasons.py.
 *
 * @type {(state: State, choices: Choices) => { code: string, parts: Record<string, number> }}
 */
export function reason(state, { actions, wins, best }) {
  const chosen = actions.filter((_, place) => best[place]);
  if (chosen.length > 1) return { code: "equal", parts: {} };
  const [{ kind, dice }] = chosen;
  if (dice) {
    const { chances, total } = throws(replace(state, { dice }));
    const safe = chances.reduce((sum, { effect, weight }) => sum + (effect.kind === "gain" ? weight : 0), 0);
    return { code: "dice", parts: { count: dice, ...spoken(safe, total) } };
  }
  const held = wins[actions.findIndex((action) => action.kind === "hold")];
  return kind === "hold" ? holding(state, held) : rolling(state, held);
}

/** @type {(state: State, held: number) => { code: string, parts: Record<string, number> }} */
function holding(state, held) {
  if (held > 1 - SURE) return { code: "hold-wins", parts: {} };
  if (!state.turn_total) return { code: "pass", parts: {} };
  const means = thrown(state);
  if (means.gain <= means.loss) return { code: "late", parts: means };
  const count = lead(state);
  return count > 0 ? { code: "ahead", parts: { count } } : { code: "safe", parts: {} };
}

/** Close to the target is a steady turn, or where one would hold else three halves of one. @type {(state: State, held: number) => { code: string, parts: Record<string, number> }} */
function rolling(state, held) {
  const [seat] = state.to_move;
  if (held < SURE) return { code: "hold-loses", parts: {} };
  if (!state.turn_total) return { code: "roll-nothing", parts: {} };
  const own = need(state, seat);
  if (throws(state).chances.some(({ effect }) => effect.points >= own)) return { code: "reach", parts: { count: own } };
  const means = thrown(state);
  const early = means.gain > means.loss;
  const few = Math.floor((steady(state.rules) * (early ? 2 : 3)) / 2);
  const other = need(state, 3 - seat);
  if (state.scores.length === 2 && other <= few) return { code: "close", parts: { count: other } };
  if (own <= few) return { code: "near", parts: { count: own } };
  if (early) return { code: "early", parts: means };
  const count = -lead(state);
  return count > 0 ? { code: "behind", parts: { count } } : { code: "race", parts: {} };
}

/** How many points a seat still needs, with those of the turn if it is its own. @type {(state: State, seat: number) => number} */
function need({ rules, scores, to_move: [mover], turn_total: total }, seat) {
  if (rules.target === null) return Infinity;
  return Math.max(1, rules.target - scores[seat - 1] - (seat === mover ? total : 0));
}

/** How far ahead of the best other the mover is that holds. @param {State} state */
function lead({ scores, to_move: [seat], turn_total: total }) {
  return scores[seat - 1] + total - Math.max(...scores.filter((_, place) => place !== seat - 1));
}

/** What one more throw adds on average, and what it loses. @param {State} state */
function thrown(state) {
  const { chances, total } = throws(state);
  const [seat] = state.to_move;
  const means = { gain: 0, loss: 0 };
  for (const { effect, weight } of chances) {
    if (effect.kind === "gain") means.gain += weight * effect.points;
    else if (effect.kind === "bust") means.loss += weight * (state.turn_total - state.rules.bust_points);
    else if (effect.kind !== "void") means.loss += weight * (state.turn_total + state.scores[seat - 1]);
  }
  return { gain: means.gain / total, loss: means.loss / total };
}
