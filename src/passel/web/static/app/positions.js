/**
 * Positions to practise on: where it matters what one does, and yet is not plain to see. Runs in
 * the Worker.
 *
 * @typedef {import("../../types").Rules} Rules
 * @typedef {import("../../types").Solution} Solution
 * @typedef {import("../../types").State} State
 *
 * @typedef {object} Task
 * @property {Omit<State, "rules">} state A position, without its rules.
 * @property {readonly import("../../types").Action[]} actions
 * @property {readonly number[]} wins The win probability after each, 0 to 1.
 * @property {readonly boolean[]} best
 */
import { drawn } from "../engine/dice.js";
import { Throw, apply, legalActions, over, start, throws } from "../engine/game.js";
import { printPosition } from "../engine/notation.js";
import { advise } from "../engine/review.js";

/** So many positions are looked at before some are chosen. */
const LOOKS = 250;

/** What is not the best costs so much, in points of a hundred, where it matters; more is plain to see. */
const LEAST = 0.4;
const MOST = 15;

/** From this cost on a position is drawn no more often. */
const PLENTY = 5;

/** Numbers of dice that differ from the best by no more are what one hesitates between. */
const NEAR = 3;

/** At most so many throws of a turn came before. */
const THROWS = 7;

/** About what a round brings, where a game is so many rounds. */
const ROUND = 20;

/**
 * Positions of a level, in the order of practising. The seat that decides is the first. Empty
 * where there are none.
 *
 * @param {Solution} solution
 * @param {number} level 1: the scores are the same; 2: on the way; 3: the last points.
 * @param {(bound: number) => number} below A number from 0 to `bound` - 1.
 * @param {number} count At most so many, no two of them the same.
 * @returns {Task[]}
 */
export function positions(solution, level, below, count) {
  /** @type {Map<string, { task: Task, cost: number, kind: string }>} */
  const found = new Map();
  for (let look = 0; look < LOOKS; look++) {
    const state = candidate(solution.rules, level, below);
    const key = state && printPosition(state);
    if (!state || !key || found.has(key)) continue;
    const { actions, wins, best } = advise(state, solution);
    const cost = 100 * costOf(wins, actions.length > 2 ? NEAR : 1);
    const plain = wins.length === 2 && (Math.max(...wins) > 1 - 1e-12 || Math.min(...wins) < 1e-12);
    if (plain || best.length > 1 || cost < LEAST) continue;
    const { rules: _, ...bare } = state;
    const task = { state: bare, actions, wins, best: actions.map((action) => best.includes(action)) };
    found.set(key, { task, cost, kind: `${best[0].kind} ${best[0].dice}` });
  }
  const all = [...found.values()].sort((a, b) => a.cost - b.cost);
  const hard = all.filter(({ cost }) => cost <= MOST);
  return chosen(hard.length ? hard : all.slice(0, count), below, count);
}

/** What the others cost against the best, on average; of many those up to `near` away. @type {(wins: readonly number[], near: number) => number} */
function costOf(wins, near) {
  const most = Math.max(...wins);
  const best = wins.indexOf(most);
  const others = wins.filter((_, place) => place !== best && Math.abs(place - best) <= near);
  return others.reduce((sum, win) => sum + most - win, 0) / others.length;
}

/**
 * Some of them by chance: each best action about as often as any other, what matters more before
 * what matters less.
 *
 * @type {(found: { task: Task, cost: number, kind: string }[], below: (bound: number) => number, count: number) => Task[]}
 */
function chosen(found, below, count) {
  const alike = (/** @type {string} */ kind) => found.filter((each) => each.kind === kind).length;
  const left = found.map((each) => ({ each, weight: Math.ceil((1e5 * Math.min(each.cost, PLENTY)) / alike(each.kind)) }));
  /** @type {Task[]} */
  const tasks = [];
  while (left.length && tasks.length < count) {
    const place = drawn(left.map(({ weight }, at) => [at, weight]), below);
    tasks.push(left[place].each.task);
    left.splice(place, 1);
  }
  return tasks;
}

/** A position of a level with something to choose, reached by throws; null where it came to nothing. @type {(rules: Rules, level: number, below: (bound: number) => number) => State | null} */
function candidate(rules, level, below) {
  // The other seat can have begun, where that makes a difference.
  const first = rules.end === "at-once" || level === 1 ? 1 : 1 + below(2);
  /** @type {State} */
  let state = { ...start(rules, 2, null, 1), first, ...scored(rules, level, first, below) };
  for (let left = rules.max_dice === null ? 1 + below(THROWS) : 0; left; left--) {
    const going = throws(state).chances.filter(({ effect }) => effect.kind === "gain" || effect.kind === "void");
    if (!going.length) return null;
    state = apply(state, Throw(drawn(going.map(({ faces, weight }) => [faces, weight]), below)));
    if (over(state) || state.to_move[0] !== 1) return null;
  }
  return legalActions(state).length > 1 ? state : null;
}

/** The scores of a level, and the round. @type {(rules: Rules, level: number, first: number, below: (bound: number) => number) => { scores: number[], round: number }} */
function scored({ target, rounds, end, max_dice }, level, first, below) {
  const between = (/** @type {number} */ low, /** @type {number} */ high) => low + below(Math.max(1, high - low + 1));
  if (target === null) {
    const last = rounds ?? 1;
    const round = level === 3 ? last : between(1, Math.max(1, last - 1));
    const same = ROUND * (round - 1);
    if (level === 1) return { scores: [same, same], round };
    return { scores: [between(0, 2 * same), between(0, 2 * same + (first === 2 ? ROUND : 0))], round };
  }
  const part = (/** @type {number} */ share) => Math.min(target - 1, Math.round(share * target));
  if (level === 1) {
    const same = part(below(max_dice === null ? 6 : 10) / 10);
    return { scores: [same, same], round: 1 };
  }
  if (level === 2) return { scores: [between(part(0.2), part(0.75)), between(part(0.2), part(0.75))], round: 1 };
  // In the last turn of a round the other can be there already.
  const beyond = end === "full-round" && first === 2 ? Math.round(target / 10) : 0;
  const near = between(part(0.7), target - 1);
  const far = between(part(0.35), target - 1);
  return { scores: below(2) && !beyond ? [near, far] : [far, near + between(0, beyond)], round: 1 };
}
