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

/** In a shared turn the others hold at so many sixths of the steady total. */
const SIXTHS = [3, 4, 5, 6, 7, 8, 9];

/** How the others in a shared turn are taken to play on. @type {(rules: import("../../types").Rules) => Policy[]} */
const patience = (rules) => SIXTHS.map((sixths) => holdAt(Math.max(1, Math.floor((steady(rules) * sixths) / 6))));

/** Which of these a seat has in a game: of two seats every pair comes equally often. @type {(game: number, seat: number) => number} */
const placeOf = (game, seat) => (game + seat * Math.floor(game / SIXTHS.length)) % SIXTHS.length;

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
  const patient = state.rules.turn === "shared" ? patience(state.rules) : null;
  for (let game = tally.games; game < tally.games + games; game++) {
    const policies = state.scores.map((_, place) => (patient && place + 1 !== seat ? patient[placeOf(game, place + 1)] : policy));
    legalActions(state).forEach((action, place) => {
      const share = shareOf(state, seat, action, policies, diceOf(game));
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

/** Whether an action of a seat that is to move ends the game, with nothing left to chance. @type {(state: State, seat: number, action: Action) => boolean} */
export const isLast = (state, seat, action) => action.kind === "hold" && over(apply(state, { type: "hold", seat }));

/** A seat's share of one game in which it does this now. @type {(state: State, seat: number, action: Action, policies: readonly Policy[], dice: Dice) => number} */
function shareOf(state, seat, action, policies, dice) {
  /** @type {readonly Policy[]} */
  let now = policies.map((policy, place) => (place + 1 === seat ? () => action : policy));
  while (!over(state)) {
    for (const event of decide(now, state, dice)) state = apply(state, event);
    now = policies;
  }
  const won = winners(state);
  return won.includes(seat) ? 1 / won.length : 0;
}
