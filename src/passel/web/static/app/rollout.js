/**
 * Advice where nothing exact is known: try each action and play on, many times; the twin of
 * passel/rollout.py. What comes of it is a mean with its standard error.
 *
 * @typedef {import("../../types").State} State
 * @typedef {import("../../types").Action} Action
 * @typedef {import("../../types").Dice} Dice
 * @typedef {import("../../types").Policy} Policy
 *
 * @typedef {object} Tally What came of the games so far, for each legal action.
 * @property {number} games
 * @property {number[]} sums Of the seat's shares of the win.
 * @property {number[]} squares Of their squares.
 */
import { apply, legalActions, over, winners } from "../engine/game.js";
import { decide, holdAt, rollDice, steady } from "../engine/policy.js";

/** How everybody is taken to play on. @type {(rules: import("../../types").Rules) => Policy} */
const usual = (rules) => (rules.turn === "announced" ? rollDice : holdAt)(steady(rules));

/** @type {(state: State) => Tally} */
export function tally(state) {
  const none = legalActions(state).map(() => 0);
  return { games: 0, sums: [...none], squares: [...none] };
}

/**
 * Play games on after each action, and add them up. The same dice fall after every action, so that
 * they are compared under the same luck.
 *
 * @param {Tally} tally
 * @param {State} state
 * @param {number} seat Whose decision it is.
 * @param {number} games How many.
 * @param {(game: number) => Dice} diceOf The dice of a game, from 0.
 */
export function play(tally, state, seat, games, diceOf) {
  const policy = usual(state.rules);
  for (let game = tally.games; game < tally.games + games; game++) {
    legalActions(state).forEach((action, place) => {
      const share = shareOf(state, seat, action, policy, diceOf(game));
      tally.sums[place] += share;
      tally.squares[place] += share * share;
    });
  }
  tally.games += games;
}

/**
 * The win probability after each action, its standard error, and which are best: those that are
 * not below the highest by two standard errors of the difference.
 *
 * @type {(tally: Tally) => { wins: number[], errors: number[], best: boolean[] }}
 */
export function found({ games, sums, squares }) {
  const wins = sums.map((sum) => sum / games);
  const errors = wins.map((mean, place) => Math.sqrt(Math.max(0, squares[place] - mean * mean * games) / (games - 1) / games));
  const top = wins.indexOf(Math.max(...wins));
  const best = wins.map((mean, place) => wins[top] - mean <= 2 * Math.hypot(errors[top], errors[place]));
  return { wins, errors, best };
}

/** A seat's share of one game in which it does this now. @type {(state: State, seat: number, action: Action, policy: Policy, dice: Dice) => number} */
function shareOf(state, seat, action, policy, dice) {
  const policies = state.scores.map(() => policy);
  policies[seat - 1] = () => action;
  while (!over(state)) {
    for (const event of decide(policies, state, dice)) state = apply(state, event);
    policies[seat - 1] = policy;
  }
  const won = winners(state);
  return won.includes(seat) ? 1 / won.length : 0;
}
