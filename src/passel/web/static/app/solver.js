/**
 * The Worker that works things out, so that the page stays quick: exact odds, looks back,
 * simulations. A message is `{ id, task, rules, ... }`; answers carry the same id. solving.js asks.
 *
 * @typedef {import("../../types").Solution} Solution
 * @typedef {import("../../types").State} State
 */
import { FACTS } from "./facts.js";
import { positions } from "./positions.js";
import { found, isLast, play, tally } from "./rollout.js";
import { keep, kept } from "./shelf.js";
import { KINDS, drawn } from "../engine/dice.js";
import { PasselError } from "../engine/errors.js";
import { legalActions } from "../engine/game.js";
import { advise, review } from "../engine/review.js";
import { effort, isExact, solve } from "../engine/solve.js";
import { load, rules as rulesOf } from "../engine/variants.js";

/** A phone is this many times slower than the computer that `effort` speaks of. */
const PHONE = 4;

/** What takes a phone longer, in microseconds, is not begun unasked. */
const PATIENCE = 10e6;

/** Solutions that took longer, in milliseconds, are kept. */
const WORTH_KEEPING = 200;

/** So many solutions are remembered. */
const REMEMBERED = 6;

/** For so many milliseconds a simulation goes on, and for so many games. */
const SIMULATED = 1500;
const GAMES = 2000;
const BATCH = 25;
/** For several seats at most so many times as long. */
const MOST_TIMES = 2;

/** @type {Map<string, Promise<Solution>>} */
const solutions = new Map();

/** The position that is simulated; another one ends it. */
let simulated = 0;

/** The rules of a name, the same object every time. @type {Map<string, import("../../types").Rules>} */
const named = new Map();

/** @param {string} name */
function rulesNamed(name) {
  const found = named.get(name) ?? rulesOf(name);
  named.set(name, found);
  return found;
}

/** @type {(name: string) => Promise<Solution>} */
async function worked(name) {
  const rules = rulesNamed(name);
  const before = performance.now();
  const found = await kept(name, rules);
  if (found) return found;
  const solution = solve(rules);
  if (performance.now() - before > WORTH_KEEPING) await keep(name, solution);
  return solution;
}

/**
 * The solution of rules; throws `too-long` where a phone would take too long and nobody was patient.
 *
 * @type {(name: string, patient?: boolean) => Promise<Solution>}
 */
async function solution(name, patient) {
  let found = solutions.get(name);
  if (!found) {
    if (!patient && effort(rulesNamed(name)) * PHONE > PATIENCE && !(await kept(name, rulesNamed(name)))) {
      throw new PasselError("too-long", {});
    }
    found = worked(name);
    solutions.set(name, found);
    const [oldest] = solutions.keys();
    if (solutions.size > REMEMBERED) solutions.delete(oldest);
  }
  return found;
}

/** Dice for very many games, fair and quick but not to be foretold by anybody who matters: xorshift. */
class Quick {
  /** @param {number} seed */
  constructor(seed) {
    this.seed = (Math.imul(seed + 1, 0x9e3779b1) ^ salt) >>> 0 || 1;
    for (let turn = 0; turn < 4; turn++) this.below(2);
  }

  /** @type {import("../../types").Dice["below"]} */
  below(bound) {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    let number;
    do {
      this.seed ^= this.seed << 13;
      this.seed ^= this.seed >>> 17;
      this.seed ^= this.seed << 5;
      number = this.seed >>> 0;
    } while (number >= limit);
    return number % bound;
  }

  /** @type {import("../../types").Dice["throw"]} */
  throw(kind, count) {
    const { faces, counts } = KINDS[kind];
    if (counts.length) return drawn(counts, (bound) => this.below(bound));
    return Array.from(Array(count), () => faces[this.below(faces.length)]);
  }
}

const [salt] = crypto.getRandomValues(new Uint32Array(1));

/** @type {(asked: any, say: (answer: any) => void) => Promise<any>} */
async function advised({ id, rules, state, seat, patient }, say) {
  const here = { ...state, rules: rulesNamed(rules) };
  if (isExact(here.rules, state.scores.length)) {
    const { actions, wins, best } = advise(here, await solution(rules, patient));
    return { exact: true, actions, wins, best: actions.map((action) => best.includes(action)) };
  }
  return simulate({ id, state: here, seats: [seat] }, ([only]) => say(only)).then(([only]) => only);
}

/**
 * What each action is worth to each of these seats, by playing on; told as it becomes surer.
 *
 * @type {(asked: { id: number, state: State, seats: number[] }, say: (answer: any[]) => void) => Promise<any[]>}
 */
async function simulate({ id, state, seats }, say) {
  simulated = id;
  const actions = legalActions(state);
  const sums = seats.map(() => tally(state));
  const end = performance.now() + SIMULATED * Math.min(seats.length, MOST_TIMES);
  const certain = seats.map((seat) => actions.map((action) => isLast(state, seat, action)));
  const told = () => sums.map((sum, place) => ({ exact: false, actions, games: sum.games, certain: certain[place], ...found(sum) }));
  while (sums[0].games < GAMES && performance.now() < end && simulated === id) {
    sums.forEach((sum, place) => play(sum, state, seats[place], BATCH, (game) => new Quick(game)));
    say(told());
    await new Promise((resolve) => setTimeout(resolve));
  }
  return told();
}

/** What can be asked. @type {Record<string, (asked: any, say: (answer: any) => void) => Promise<any>>} */
const TASKS = {
  advise: advised,
  group: async ({ id, rules, state, seats }, say) => simulate({ id, state: { ...state, rules: rulesNamed(rules) }, seats }, say),
  fact: async ({ rules, what, ...asked }) => FACTS[what](await solution(rules), asked),
  async practise({ id, rules, level, count, patient }) {
    const quick = new Quick(id);
    return positions(await solution(rules, patient), level, (bound) => quick.below(bound), count);
  },
  async review({ rules, start, events, patient }) {
    const own = rulesNamed(rules);
    const { decisions, ...rest } = review({ start: { ...start, rules: own }, events }, await solution(rules, patient));
    const made = decisions.map(({ place, seat, actions, wins, best, chosen, cost }) => ({
      ...{ place, seat, actions, wins, chosen, cost },
      best: actions.map((action) => best.includes(action)),
    }));
    return { ...rest, decisions: made };
  },
};

const worker = /** @type {DedicatedWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("message", async ({ data: { id, task, ...asked } }) => {
  if (task === "load") return load(asked.catalogue);
  try {
    const answer = await TASKS[task]({ id, ...asked }, (part) => worker.postMessage({ id, part }));
    worker.postMessage({ id, answer });
  } catch (error) {
    const { code, parts } = error instanceof PasselError ? error : { code: "", parts: { message: String(error) } };
    worker.postMessage({ id, fault: { code, parts } });
  }
});
