/**
 * A game looked back on: what each decision cost and what each throw was worth; the twin of
 * passel/review.py and of `advise` in passel/exact. Result minus start is the luck of the throws
 * minus the seat's own losses plus the other's.
 */
import { HOLD, ROLL, apply, legalActions } from "./game.js";
import { EQUAL } from "./solve.js";

/** What each action is worth to the seat to move. @type {import("../../types").Advise} */
export function advise(state, { values }) {
  const actions = legalActions(state);
  const wins = values(state);
  const most = Math.max(...wins);
  return { state, seat: state.to_move[0], actions, wins, best: actions.filter((_, place) => wins[place] >= most - EQUAL) };
}

/** @type {import("../../types").LookBack} */
export function review({ start, events }, solution) {
  let state = start;
  const wins = [solution.win(state, 1)];
  /** @type {import("../../types").Decision[]} */
  const decisions = [];
  /** @type {import("../../types").Luck[]} */
  const throws = [];
  events.forEach((event, place) => {
    const seat = state.roll_off ? state.roll_off.length + 1 : state.to_move[0];
    let before = solution.win(state, seat);
    if (!state.roll_off && legalActions(state).length > 1) {
      const advice = advise(state, solution);
      const { actions } = advice;
      const chosen = event.type === "announce" ? actions[event.dice - 1] : event.type === "hold" ? HOLD : ROLL;
      const win = advice.wins[actions.indexOf(chosen)];
      decisions.push({ ...advice, place, chosen, cost: Math.max(...advice.wins) - win });
      before = win;
    }
    state = apply(state, event);
    const after = solution.win(state, seat);
    if (event.type === "throw") throws.push({ place, seat, before, after });
    wins.push(solution.win(state, 1));
  });
  const sums = [1, 2].map((seat) => {
    const [first, last] = [wins[0], wins[events.length]].map((win) => (seat === 1 ? win : 1 - win));
    const lost = (/** @type {boolean} */ own) =>
      decisions.reduce((sum, made) => sum + (own === (made.seat === seat) ? made.cost : 0), 0);
    const luck = throws.reduce((sum, { seat: by, before, after }) => sum + (after - before) * (by === seat ? 1 : -1), 0);
    return { seat, start: first, result: last, luck, lost: lost(true), given: lost(false) };
  });
  return { wins, decisions, throws, sums };
}
