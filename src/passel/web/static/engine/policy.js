/**
 * Ways to play; the twin of passel/policy.py, where their sources stand. Every policy of this
 * module also holds as soon as holding reaches the target.
 *
 * @import { Action as Act, Dice, Event, Rules, State } from "../../types"
 * @typedef {import("../../types").Policy} Policy
 */
import { drawn } from "./dice.js";
import { Action, Announce, HOLD, Hold, ROLL, Throw } from "./game.js";
import { contenders, legalActions, turnBegun } from "./game.js";
import { chances } from "./rules.js";

/**
 * The action that a policy takes; a mixed answer is drawn with `below`.
 *
 * @type {(policy: Policy, state: State, seat: number, below: (bound: number) => number) => Act}
 */
export function choose(policy, state, seat, below) {
  const answer = policy(state, seat);
  if ("kind" in answer) return answer;
  return answer.length === 1 ? answer[0][0] : drawn(answer, below);
}

/**
 * The events of the next decision when these policies, one for each seat, play. In a shared turn
 * all are asked about the same state; then those who hold do, then the dice are thrown for the
 * rest. A seat with one legal action is not asked.
 *
 * @type {(policies: readonly Policy[], state: State, dice: Dice) => Event[]}
 */
export function decide(policies, state, dice) {
  const { rules, roll_off, to_move } = state;
  if (roll_off) return [Throw(dice.throw(...rules.roll_off))];
  const legal = legalActions(state);
  /** @param {number} seat */
  const ask = (seat) => choose(policies[seat - 1], state, seat, (bound) => dice.below(bound));
  const actions = to_move.map((seat) => (legal.length === 1 ? legal[0] : ask(seat)));
  /** @type {Event[]} */
  const events = to_move.filter((_, place) => actions[place].kind === "hold").map(Hold);
  const roll = actions.find(({ kind }) => kind === "roll");
  if (!roll) return events;
  if (roll.dice) events.push(Announce(roll.dice));
  return [...events, Throw(dice.throw(rules.dice, roll.dice || state.dice || rules.count))];
}

/**
 * Hold when this seat may and has enough, or reaches the target.
 * @type {(enough: (state: State, seat: number) => boolean) => Policy}
 */
export const holdWhen = (enough) => (state, seat) => {
  if (!legalActions(state).includes(HOLD) || (!turnBegun(state) && !state.turn_total)) return ROLL;
  const { target } = state.rules;
  const reaches = target !== null && scoreOf(state, seat) + state.turn_total >= target;
  return reaches || enough(state, seat) ? HOLD : ROLL;
};

/** Hold, or sit, at so many points in a turn. @param {number} points */
export const holdAt = (points) => holdWhen((state) => state.turn_total >= points);

/** Reach the target in so many scoring turns: hold at the even share. @param {number} turns */
export const scoringTurns = (turns) =>
  holdWhen((state, seat) => {
    const target = state.rules.target ?? 0;
    const score = scoreOf(state, seat);
    const left = turns - Math.floor((turns * score) / target);
    return state.turn_total >= Math.floor((target - score) / Math.max(left, 1));
  });

/** @type {(state: State, seat: number) => number} */
const scoreOf = (state, seat) => state.scores[seat - 1];

/** @type {(state: State, seat: number) => number} */
const bestOther = (state, seat) =>
  Math.max(0, ...contenders(state).flatMap((other) => (other === seat ? [] : scoreOf(state, other))));

/** Whether only the race counts. @type {(state: State, seat: number, within: number) => boolean} */
const racing = (state, seat, within) =>
  Math.max(scoreOf(state, seat), bestOther(state, seat)) >= (state.rules.target ?? 0) - within;

/** Hold at `base`, later when more than `pace` behind; race once either has `endRace` of 100. */
export const scoreBase = (base = 19, pace = 14, endRace = 69) =>
  holdWhen((state, seat) => {
    const behind = bestOther(state, seat) - scoreOf(state, seat);
    return !racing(state, seat, 100 - endRace) && state.turn_total >= Math.max(base, behind - pace);
  });

/** Hold at 21 and an eighth of the distance; race from 29 below the target. */
export const keepPace = () =>
  holdWhen((state, seat) => {
    const behind = bestOther(state, seat) - scoreOf(state, seat);
    return !racing(state, seat, 29) && state.turn_total >= 21 + Math.floor((behind + 4) / 8);
  });

export const alwaysRoll = () => holdWhen(() => false);

/** Where the policy that gains most a turn stops: a turn total, or a number of dice. @param {Rules} rules */
export function steady(rules) {
  const { max_dice: most } = rules;
  /** @param {number} dice */
  const gain = (dice) => {
    const { chances: all, total } = chances(rules, dice);
    return all.reduce((sum, { effect, weight }) => sum + effect.points * weight, 0) / total;
  };
  if (most !== null) {
    let best = 1;
    for (let dice = 2; dice <= most; dice++) if (gain(dice) > gain(best) * (1 + 1e-12)) best = dice;
    return best;
  }
  const { chances: all, total } = chances(rules);
  const lost = all.reduce((sum, { effect, weight }) => sum + (/gain|void/.test(effect.kind) ? 0 : weight), 0);
  return lost ? Math.max(1, Math.min(999, Math.ceil((gain(0) * total) / lost - 1e-9))) : 20;
}

/** @type {(dice: number) => Policy} */
export const rollDice = (dice) => (state) => (state.dice ? ROLL : Action("roll", dice));

/** Any legal action, each equally likely. @returns {Policy} */
export const atRandom = () => (state) => legalActions(state).map((each) => [each, 1]);
